/* What the SPIN model calls: option i of its loop takes the i-th legal action.

   SPIN tries every option in every state, so the legal actions are listed once for each state:
   depth-first together with the step that leads there, and SPIN keeps the list on its stack;
   breadth-first when the first option is tried. A rule error ends the run. */

#include <stdio.h>
#include <stdlib.h>

typedef struct { int count; unsigned short verbs[OPTIONS], arguments[OPTIONS]; } Choices;

static Choices choices = { -1 };
static byte step[STEP];

static void complain(void)
{
    if (__builtin_expect(error, 0)) {
        fprintf(stderr, "rule error at site %d\n", error);
        exit(2);
    }
}

static void add(int verb, int argument)
{
    complain();
    if (choices.count == OPTIONS) {
        fprintf(stderr, "more than %d legal actions\n", OPTIONS);
        exit(2);
    }
    choices.verbs[choices.count] = verb;
    choices.arguments[choices.count++] = argument;
}

static void list(byte *state)
{
    choices.count = 0;
#define TRY(verb, size)                                      \
    for (int argument = 0; argument < size; argument++)      \
        if (legal(setup, state, verb, argument) | error) add(verb, argument);
    VERBS(TRY)
}

static int offered(byte *state, int option)
{
#ifdef BFS
    if (option == 0) list(state);
#else
    if (__builtin_expect(choices.count < 0, 0)) list(state);
#endif
    return option < choices.count;
}

static void follow(byte *state, int option)
{
    memset(step, 0, STEP);
    apply(setup, state, choices.verbs[option], choices.arguments[option], step);
    complain();
#ifndef BFS
    list(state);
#endif
}
