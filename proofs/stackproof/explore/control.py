"""The control blocks that the search and the graph share with their kernels, and the answers."""

from __future__ import annotations

import ctypes
from typing import Final

from .layout import in_words

SEARCHING: Final = -1
DONE: Final = 0
PAUSED: Final = 1
LIMIT: Final = 2
ROWS: Final = 3
TABLE: Final = 4
ARROWS: Final = 5
PAIRS: Final = 6
LEAVES: Final = 7
"""What a search answers: it is done, wants to be called again, has reached the limit on states, or
needs more room: for states, for the slots of their table, for transitions or for nodes of trees.
"""

ARRIVED: Final = 0
PHASE: Final = 64
TAKEN: Final = 128
FULL: Final = 192
"""Where in ``sync`` the words are that threads agree by, in bytes."""
KNOWN: Final = 1 << 63
FRESH: Final = 1 << 62
WRONG: Final = KNOWN | FRESH
"""What became of a waiting transition: its target is a state that was known, or is new, in the slot
that is named, and this transition was the first to find it; or there was a rule error.
"""

NO_ACTION: Final = 0xFFFFFFFF
"""The action of a finding that belongs to a state and not to a transition."""
NOWHERE: Final = 0xFFFFFFFF
"""The target of a transition with a rule error."""


UNEXPANDED: Final = 1
CUT: Final = 2
BROKEN: Final = 4
"""Why a play may go on from a state in a way that the graph does not have: it was not expanded,
the play was cut off, or there was a rule error."""
MET: Final = 1
MAYBE: Final = 2
"""What may still be reached from a state: that a law is met, or something unknown."""


MOST_FORCED: Final = 255
"""So many states with one legal action are passed over in a row: plays may go round in such."""
MEMBERS: Final = 0
MOVING: Final = 1
CLASSES: Final = 2
PLAIN: Final = 3
REFERENCES: Final = 4
CELLS: Final = 5
PLACES: Final = 6
BAGS: Final = 7
HUES: Final = 8
COLOURS: Final = 9
NEW: Final = 10
ORDER: Final = 11
NAMES: Final = 12
SPARE: Final = 13
DOUBT: Final = 14
SCHEME: Final = 15
"""The words with which a scheme for canonical forms begins, ``SCHEME`` in all: where its parts are
(see ``symmetry.py``), and whether a record was in doubt."""


@in_words
class Control(ctypes.Structure):
    """What the threads of a search share.

    The states of a round are dealt out in spans; those that are found by the states of one span
    wait in its region, which has room for ``room`` transitions. ``sync`` are words that threads
    agree by, each on a cache line of its own: arrived at the barrier, its phase, spans taken, and
    the table that is full.
    """

    # Addresses: the model's code, the setup, the store. ``arrows`` and ``starts`` are 0 unless
    # the graph is kept, ``offsets`` is 0 where actions are stored as they are.
    successors: int
    inspect: int
    setup: int
    rows: int
    children: int
    samples: int
    actions: int
    offsets: int
    levels: int
    arrows: int
    starts: int
    # What waits: rows, records, hashes, roots, places and degrees; for each region its size,
    # how many of it are new, and who works on it.
    out: int
    records: int
    hashes: int
    roots: int
    places: int
    degrees: int
    sizes: int
    news: int
    takers: int
    sync: int
    # Sizes. ``stride`` is in bytes, limits are in states and transitions.
    stride: int
    law_words: int
    max_edges: int
    child_width: int
    action_width: int
    span: int
    regions: int
    room: int
    threads: int
    budget: int
    state_limit: int
    row_limit: int
    arrow_limit: int
    # What the search has found so far, and the round; ``largest`` is the most transitions of a
    # span so far.
    states: int
    head: int
    level_end: int
    depth: int
    edges: int
    answer: int
    pause_at: int
    begun: int
    ended: int
    spans: int
    largest: int


@in_words
class Worker(ctypes.Structure):
    """What a thread has for itself: its number, a cursor, a scheme for canonical forms or 0, room
    for the transitions of one more state if states with one legal action are passed over, or 0,
    masks, and what it found first.
    """

    index: int
    cursor: int
    scheme: int
    ahead: int
    seen: int
    first: int
    premises: int
    violated: int
    dead_ends: int
    dead_end: int
    errors: int
    error_site: int
    error_state: int
    error_action: int


@in_words
class Survey(ctypes.Structure):
    """Words in memory for the passes over the graph, all arrays by address."""

    # The graph, and why it is open in a state (``notes``, a byte each).
    starts: int
    arrows: int
    levels: int
    depth: int
    rows: int
    cursor: int
    setup: int
    states: int
    expanded: int
    notes: int
    # The model's code, and what it says of a law: marks of ``width`` words for where it is
    # triggered and as many for where it is met; the choice in question.
    cut: int
    observe: int
    classify: int
    law: int
    marks: int
    width: int
    choice: int
    triggered: int
    error: int
    # The states that are meant (``inside``, a byte each); their components in an order in which
    # transitions lead backwards, with room to work.
    inside: int
    work: int
    component: int
    order: int
    placed: int
    # What can be reached (``bits``, a byte each), or was and how (``via``), in the order of
    # ``queue``; findings are the index of a state plus one, 0 for none.
    bits: int
    via: int
    queue: int
    queued: int
    certain: int
    doubtful: int
    # Assumptions of fairness as masks; states on fair cycles, and those still to be looked at.
    weak: int
    strong: int
    fair: int
    remaining: int
