"""Passes over the graph that a search kept, each linear in its transitions.

Compiled like the search, and as independent of any rules. Every pass works on one control block,
which says what the arrays are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import carray, cfunc, from_dtype, njit, types

from .control import BROKEN, CUT, MAYBE, MET, NOWHERE, UNEXPANDED, Survey
from .kernel_memory import call, halves, octets, pointer
from .kernel_rows import fetch

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ZERO, ONE = np.uint64(0), np.uint64(1)
SEED = ~np.uint64(0)
DROPPED, LEFT, FAIR = np.uint8(0), np.uint8(1), np.uint8(2)

exported = cfunc(types.int64(types.CPointer(from_dtype(np.dtype(Survey)))))


@njit  # type: ignore[untyped-decorator]
def marked(c: Any, side: int, state: int) -> Any:
    """Whether the law is triggered (side 0) or met (side 1) in a state."""
    words = pointer(c.marks + (2 * state + side) * c.width * 8)
    return (words[c.choice >> 6] >> np.uint64(c.choice & 63)) & ONE != np.uint64(0)


@exported  # type: ignore[untyped-decorator]
def openings(block: Any) -> int:
    """Notes in which states the graph is open."""
    c = carray(block, (1,))[0]
    starts, arrows, notes = pointer(c.starts), pointer(c.arrows), octets(c.notes)
    for state in range(c.states):
        if state >= c.expanded:
            notes[state] = UNEXPANDED
            continue
        begin, end = np.int64(starts[state]), np.int64(starts[state + 1])
        if begin == end:
            answer = call(c.cut, c.setup, fetch(c.rows, c.cursor, state), 0, 0, 0)
            if answer & 1:
                notes[state] = CUT
            if c.error == 0:
                c.error = answer >> 32
        for k in range(begin, end):
            if arrows[k] & LOW == np.uint64(NOWHERE):
                notes[state] = BROKEN
    return 0


@exported  # type: ignore[untyped-decorator]
def observe(block: Any) -> int:
    """Marks all states for a law, and notes whether it is triggered in any."""
    c = carray(block, (1,))[0]
    for state in range(c.states):
        place = c.marks + 2 * state * c.width * 8
        answer = call(c.observe, c.setup, fetch(c.rows, c.cursor, state), c.law, place, 0)
        c.triggered |= answer & 1
        if c.error == 0:
            c.error = answer >> 32
    return 0


@exported  # type: ignore[untyped-decorator]
def join(block: Any) -> int:
    """Makes one law of a family: triggered where a choice is that is not met, and met where all
    its ``choice`` choices are.
    """
    c = carray(block, (1,))[0]
    for state in range(c.states):
        triggers = pointer(c.marks + 2 * state * c.width * 8)
        goals = pointer(c.marks + (2 * state + 1) * c.width * 8)
        triggered, met, left = ZERO, ONE, c.choice
        for i in range(c.width):
            meant = ~ZERO if left >= 64 else (ONE << np.uint64(left)) - ONE
            triggered = ONE if triggers[i] & ~goals[i] & meant else triggered
            met = met if goals[i] & meant == meant else ZERO
            left -= 64
        triggers[0], goals[0] = triggered, met
    c.choice = 0
    return 0


@exported  # type: ignore[untyped-decorator]
def components(block: Any) -> int:
    """The strongly connected components of the states inside, numbered from 1 (Tarjan)."""
    c = carray(block, (1,))[0]
    starts, arrows, inside = pointer(c.starts), pointer(c.arrows), octets(c.inside)
    component, order = halves(c.component), halves(c.order)
    number, low = halves(c.work), halves(c.work + 4 * c.states)
    stack, path = halves(c.work + 8 * c.states), halves(c.work + 12 * c.states)
    cursor = halves(c.work + 16 * c.states)
    for s in range(c.states):
        number[s], component[s] = 0, 0
    found, placed, visited, height, depth = 0, 0, 0, 0, 0
    for root in range(c.states):
        if inside[root] == DROPPED or number[root] != 0:
            continue
        entered: Any = root
        while True:
            if entered >= 0:
                visited += 1
                number[entered] = low[entered] = visited
                stack[height] = path[depth] = entered
                cursor[entered] = 0
                height, depth, entered = height + 1, depth + 1, -1
            state = np.int64(path[depth - 1])
            begin, end = np.int64(starts[state]), np.int64(starts[state + 1])
            k = begin + np.int64(cursor[state])
            while k < end:
                target = np.int64(arrows[k] & LOW)
                k += 1
                if target == NOWHERE or inside[target] == DROPPED:
                    continue
                if number[target] == 0:
                    entered = target
                    break
                if component[target] == 0 and number[target] < low[state]:
                    low[state] = number[target]
            if entered >= 0:
                cursor[state] = k - begin
                continue
            depth -= 1
            if low[state] == number[state]:
                found += 1
                while component[state] == 0:
                    height -= 1
                    member = np.int64(stack[height])
                    component[member] = found
                    order[placed] = member
                    placed += 1
            if depth == 0:
                break
            parent = np.int64(path[depth - 1])
            low[parent] = min(low[parent], low[state])
    c.placed = placed
    return 0


@exported  # type: ignore[untyped-decorator]
def cycles(block: Any) -> int:
    """Whether any state lies on a cycle."""
    c = carray(block, (1,))[0]
    starts, arrows, component = pointer(c.starts), pointer(c.arrows), halves(c.component)
    for state in range(c.expanded):
        for k in range(np.int64(starts[state]), np.int64(starts[state + 1])):
            target = np.int64(arrows[k] & LOW)
            if target != NOWHERE and component[target] == component[state]:
                return 1
    return 0


@exported  # type: ignore[untyped-decorator]
def reach(block: Any) -> int:
    """From where the law can be met: the first triggered state from where it cannot, for certain
    or as far as is known.
    """
    c = carray(block, (1,))[0]
    starts, arrows, notes = pointer(c.starts), pointer(c.arrows), octets(c.notes)
    component, order, bits = halves(c.component), halves(c.order), octets(c.bits)
    first = 0
    while first < c.placed:
        gathered, i = np.uint8(0), first
        here = component[np.int64(order[first])]
        while i < c.placed and component[np.int64(order[i])] == here:
            state = np.int64(order[i])
            bits[state] = 0
            if marked(c, 1, state):
                gathered |= MET
            if notes[state]:
                gathered |= MAYBE
            for k in range(np.int64(starts[state]), np.int64(starts[state + 1])):
                target = np.int64(arrows[k] & LOW)
                if target != NOWHERE and component[target] != here:
                    gathered |= bits[target]
            i += 1
        for j in range(first, i):
            bits[np.int64(order[j])] = gathered
        first = i
    for s in range(c.states - 1, -1, -1):
        if bits[s] & MET == 0 and marked(c, 0, s):
            if bits[s]:
                c.doubtful = s + 1
            else:
                c.certain = s + 1
    return 0


@exported  # type: ignore[untyped-decorator]
def spread(block: Any) -> int:
    """Where a play can be after the law was triggered and before it is met.

    Breadth first in the length of the whole play, so that the ways back in ``via`` are shortest:
    a link to the state before, or all ones where the law is triggered.
    """
    c = carray(block, (1,))[0]
    starts, arrows, levels = pointer(c.starts), pointer(c.arrows), pointer(c.levels)
    inside, via, queue = octets(c.inside), pointer(c.via), halves(c.queue)
    for s in range(c.states):
        inside[s] = DROPPED
    end: Any = 1
    head, queued, level, deep = 0, 0, 0, 1
    while head < queued or level < c.states:
        for s in range(level, end):
            if marked(c, 0, s) and not marked(c, 1, s) and inside[s] == DROPPED:
                inside[s], via[s], queue[queued] = LEFT, SEED, s
                queued += 1
        level, deep = end, deep + 1
        end = c.states if deep > c.depth else np.int64(levels[deep])
        stop = queued
        while head < stop:
            state = np.int64(queue[head])
            head += 1
            for k in range(np.int64(starts[state]), np.int64(starts[state + 1])):
                target = np.int64(arrows[k] & LOW)
                if target == NOWHERE or inside[target] != DROPPED or marked(c, 1, target):
                    continue
                inside[target], queue[queued] = LEFT, target
                via[target] = np.uint64(state) | (arrows[k] >> HALF) << HALF
                queued += 1
    c.queued = queued
    return 0


@exported  # type: ignore[untyped-decorator]
def ends(block: Any) -> int:
    """The first place where such a play ends, for certain or as far as is known."""
    c = carray(block, (1,))[0]
    starts, notes, queue = pointer(c.starts), octets(c.notes), halves(c.queue)
    for i in range(c.queued):
        state = np.int64(queue[i])
        if notes[state]:
            if c.doubtful == 0:
                c.doubtful = state + 1
        elif starts[state] == starts[state + 1] and c.certain == 0:
            c.certain = state + 1
    return 0


@exported  # type: ignore[untyped-decorator]
def fair(block: Any) -> int:
    """Tells which components inside have a fair cycle, and drops those that never will.

    A strong assumption that is broken in a component as a whole can still be kept by a cycle that
    avoids the states in which it matters: the others are left to be looked at once more.
    """
    c = carray(block, (1,))[0]
    starts, arrows, inside = pointer(c.starts), pointer(c.arrows), octets(c.inside)
    component, order, legal = halves(c.component), halves(c.order), octets(c.bits)
    first, c.fair, c.remaining = 0, 0, 0
    while first < c.placed:
        here = component[np.int64(order[first])]
        taken, always, ever, cyclic, i = 0, c.weak | c.strong, 0, False, first
        while i < c.placed and component[np.int64(order[i])] == here:
            state, offered = np.int64(order[i]), 0
            row = fetch(c.rows, c.cursor, state)
            for k in range(np.int64(starts[state]), np.int64(starts[state + 1])):
                target, action = np.int64(arrows[k] & LOW), np.int64(arrows[k] >> HALF)
                classes = 0
                if c.weak | c.strong:
                    answer = call(c.classify, c.setup, row, action >> 16, action & 0xFFFF, c.law)
                    classes = answer & 0xFF
                    if c.error == 0:
                        c.error = answer >> 32
                offered |= classes
                if target != NOWHERE and inside[target] and component[target] == here:
                    cyclic = True
                    taken |= classes
            legal[state] = offered
            always &= offered
            ever |= offered
            i += 1
        avoid = c.strong & ever & ~taken
        starved = c.weak & always & ~taken
        for j in range(first, i):
            state = np.int64(order[j])
            if not cyclic or (avoid == 0 and starved):
                inside[state] = DROPPED
            elif avoid == 0:
                inside[state] = FAIR
                c.fair += 1
            elif np.int64(legal[state]) & avoid:
                inside[state] = DROPPED
            else:
                c.remaining += 1
        first = i
    return 0
