"""State spaces as networkx graphs: nodes and keys of edges are numbers, attributes plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from sys import intern
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .space import StateSpace

BETWEEN = " | "
"""Between the elements of a list, which is one text here."""

KEPT = ("label", "depth", "expanded", "finished", "violates", "decision", "decider", "stack_size")
"""Attributes of nodes that are told even if they never vary."""

BROKEN = "rule error"
"""The node to which transitions with a rule error lead."""


def to_networkx(space: StateSpace) -> Any:
    """A directed graph with parallel edges, one for each action, numbered in order by their keys.

    Attributes are the columns of the tables, and a ``label``. What is a record there is an
    attribute for each of its fields, such as ``resolving_kind``; a list is one text. What is null
    is left out, and what is the same in all states is told once, in ``graph.graph["always"]``.
    """
    import networkx as nx

    graph = nx.MultiDiGraph(**space.about)
    for row in _rows(space.states()):
        number = row["id"]
        graph.add_node(number, label=state_label(row), **_flat(row, ("id",)))
    always = _constant([data for _, data in graph.nodes(data=True)])
    for _, data in graph.nodes(data=True):
        for name in always:
            data.pop(name, None)
    graph.graph["always"] = BETWEEN.join(f"{name} = {value}" for name, value in always.items())
    if space.found.errors:
        graph.add_node(BROKEN, label=BROKEN)
    for key, row in enumerate(_rows(space.transitions())):
        target = BROKEN if row["target"] is None else row["target"]
        told = _flat(row, ("source", "target"))
        graph.add_edge(row["source"], target, key=key, label=row["text"], **told)
    return graph


def _rows(batches: Iterator[Any]) -> Iterator[dict[str, Any]]:
    for batch in batches:
        yield from batch.to_pylist()


def _flat(row: Mapping[str, Any], without: tuple[str, ...]) -> dict[str, Any]:
    """A row as plain values, equal texts being one object, which saves most of the memory."""
    return {
        intern(name): intern(value) if isinstance(value, str) else value
        for name, value in _plain(row, without).items()
    }


def _plain(row: Mapping[str, Any], without: tuple[str, ...]) -> dict[str, Any]:
    """The records and lists of a row taken apart or put into a text."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name in without or value is None:
            continue
        if isinstance(value, dict):
            flat |= {f"{name}_{inner}": v for inner, v in value.items() if v is not None}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for inner in value[0]:
                flat[f"{name}_{inner}"] = BETWEEN.join(_text(v[inner]) for v in value)
        elif isinstance(value, list):
            flat[name] = BETWEEN.join(map(_text, value))
        else:
            flat[name] = value
    return flat


def _text(value: object) -> str:
    return "none" if value is None else str(value)


def _constant(nodes: list[dict[str, Any]]) -> dict[str, Any]:
    """Attributes with the same value in all nodes."""
    same = {name: value for name, value in nodes[0].items() if name not in KEPT}
    for data in nodes[1:]:
        for name in [n for n, value in same.items() if n not in data or data[n] != value]:
            del same[name]
    return same


def state_label(row: Mapping[str, Any]) -> str:
    """A state in a few words: whose turn, who is asked for what, and the stack from the top."""
    stack = [f"{thing['kind']} of {thing['source']}" for thing in reversed(row["stack"])]
    asked = f"{row['decider'] or 'nobody'}: {row['decision']}"
    where = f"{row['id']}: turn {row['turn']} of {row['active']}, {row['step']}"
    return "\n".join([where, "the play is over" if row["finished"] else asked, *stack])
