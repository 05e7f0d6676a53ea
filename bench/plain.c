/* A plain breadth-first search over the generated rules: exact, everything preallocated.

   One open-addressing table of 64-bit entries: the upper half of the hash and the state's index
   plus one. A state is a row, padded to a multiple of 8 bytes; a link leads to its parent. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "rules.h"
#include "start.h" /* unsigned char setup[], initial[] */

#define WORDS (STRIDE / 8)

static uint64_t (*rows)[WORDS], *links, *table;
static uint64_t mask, states = 1, edges, dead_ends;

static void *room(size_t size)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *at = mmap(0, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (at == MAP_FAILED) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
#ifdef MADV_HUGEPAGE
    madvise(at, size, MADV_HUGEPAGE);
#endif
    return memset(at, 0, size); /* pays for the pages before the clock starts */
}

static uint64_t fold(uint64_t a, uint64_t b)
{
    __uint128_t product = (__uint128_t)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static uint64_t digest(const uint64_t *row)
{
    uint64_t left = 0xA0761D6478BD642F, right = 0xE7037ED1A0B428DB;
    int k = 0;
    for (; k + 4 <= WORDS; k += 4) {
        left = fold(row[k] ^ 0x8EBC6AF09C88C6E3, row[k + 1] ^ left);
        right = fold(row[k + 2] ^ 0x589965CC75374CC3, row[k + 3] ^ right);
    }
    for (; k < WORDS; k++) left = fold(row[k] ^ 0x8EBC6AF09C88C6E3, left ^ 0x589965CC75374CC3);
    return fold(left ^ 0x8EBC6AF09C88C6E3, right ^ 0xA0761D6478BD642F);
}

static void insert(const uint64_t *row, uint64_t parent, uint64_t action)
{
    uint64_t hash = digest(row);
    for (uint64_t slot = hash & mask;; slot = (slot + 1) & mask) {
        uint64_t entry = table[slot];
        if (!entry) {
            memcpy(rows[states], row, STRIDE);
            links[states] = parent | action << 32;
            table[slot] = hash >> 32 << 32 | ++states;
            return;
        }
        if (entry >> 32 == hash >> 32 && !memcmp(rows[(uint32_t)entry - 1], row, STRIDE)) return;
    }
}

static void broken(void)
{
    fprintf(stderr, "rule error at site %d\n", error);
    exit(2);
}

static void search(uint64_t limit)
{
    uint64_t next[WORDS] = {0};
    byte step[STEP];
    for (uint64_t head = 0; head < states; head++) {
        byte *row = (byte *)rows[head];
        uint64_t before = edges;
        if (states + ACTIONS > limit) {
            fprintf(stderr, "more than %lu states\n", limit);
            exit(2);
        }
#define TRY(verb, size)                                                          \
    for (int argument = 0; argument < size; argument++) {                        \
        if (legal(setup, row, verb, argument) | error) {                         \
            if (error || take(setup, row, verb, argument, (byte *)next, step))   \
                broken();                                                        \
            edges++;                                                             \
            insert(next, head, verb << 16 | argument);                           \
        }                                                                        \
    }
        VERBS(TRY)
        if (edges == before && !finished(setup, row)) dead_ends++;
    }
}

int main(int count, char **arguments)
{
    uint64_t limit = count > 1 ? strtoull(arguments[1], 0, 10) : 1ul << 24;
    mask = 1;
    while (mask < 2 * limit) mask <<= 1;
    rows = room((limit + 1) * STRIDE);
    links = room((limit + 1) * 8);
    table = room(mask-- * 8);
    memcpy(rows[0], initial, STATE);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    uint64_t hash = digest(rows[0]);
    table[hash & mask] = hash >> 32 << 32 | 1;
    search(limit);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double seconds = b.tv_sec - a.tv_sec + 1e-9 * (b.tv_nsec - a.tv_nsec);
    printf("{\"states\": %lu, \"edges\": %lu, \"seconds\": %.6f}\n", states, edges, seconds);
}
