"""Any small graph as a system: the setup says where the arrows lead and what is true where."""

from __future__ import annotations

from typing import Annotated

from stackproof.lang.declare import NONE, Array, Capacity, Index, Record, premise

NODES = Capacity("nodes", 6)
SLOTS = Capacity("slots", 3)
CHOICES = Capacity("choices", 2)

Node = Annotated[int, Index(NODES)]
MaybeNode = Annotated[int, Index(NODES, optional=True)]
Slot = Annotated[int, Index(SLOTS)]
Choice = Annotated[int, Index(CHOICES)]
Verb = Annotated[int, Index(1)]


class Setup(Record, frozen=True):
    """``red`` and ``blue`` are the classes of transitions that fairness may be about."""

    arrows: Array[Node, Array[Slot, MaybeNode]]
    red: Array[Node, Array[Slot, bool]]
    blue: Array[Node, Array[Slot, bool]]
    broken: Array[Node, Array[Slot, bool]]
    cut: Array[Node, bool]
    trigger: Array[Choice, Array[Node, bool]]
    goal: Array[Choice, Array[Node, bool]]


class State(Record):
    node: Node


class Step(Record):
    left: Node


def legal(setup: Setup, state: State, verb: Verb, argument: Slot) -> bool:
    return setup.arrows[state.node][argument] != NONE


def apply(setup: Setup, state: State, verb: Verb, argument: Slot, step: Step) -> None:
    assert not setup.broken[state.node][argument]
    step.left = state.node
    state.node = setup.arrows[state.node][argument]


def finished(setup: Setup, state: State) -> bool:
    return True


def cut(setup: Setup, state: State) -> bool:
    return setup.cut[state.node]


def triggered(setup: Setup, position: State, choice: Choice) -> bool:
    return setup.trigger[choice][position.node]


def met(setup: Setup, position: State, choice: Choice) -> bool:
    return setup.goal[choice][position.node]


def first_met(setup: Setup, position: State) -> bool:
    return setup.goal[0][position.node]


def takes_red(setup: Setup, before: State, argument: Slot) -> bool:
    return setup.red[before.node][argument]


def takes_blue(setup: Setup, before: State, argument: Slot) -> bool:
    return setup.blue[before.node][argument]


def arrives(setup: Setup, before: State, step: Step, after: State, choice: Choice) -> bool:
    assert step.left == before.node
    return premise(setup.trigger[choice][before.node]) and setup.goal[choice][after.node]
