"""Writes state spaces: Parquet for any size, JSON and DOT line by line, GraphML for small ones."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

if TYPE_CHECKING:
    from .space import StateSpace


def write_parquet(space: StateSpace, folder: Path) -> None:
    """Two files in a folder: ``states.parquet`` and ``transitions.parquet``.

    What is known of the whole graph is in the metadata of both, under ``stackproof``.
    """
    import pyarrow.parquet as pq

    folder.mkdir(parents=True, exist_ok=True)
    about = {b"stackproof": msgspec.json.encode(space.about)}
    for name, batches in (("states", space.states()), ("transitions", space.transitions())):
        first = next(batches)
        schema = first.schema.with_metadata(about)
        with (
            replacing(folder / f"{name}.parquet") as out,
            pq.ParquetWriter(out, schema, compression="zstd") as writer,
        ):
            for batch in chain([first], batches):
                writer.write_batch(batch.replace_schema_metadata(about))


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place once all is written."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with unfinished.open("wb") as out:
            yield out
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_json(space: StateSpace, out: BinaryIO) -> None:
    """``{"schema": 1, ..., "states": [...], "transitions": [...]}``, a line for each row."""
    head = msgspec.json.encode(space.about)
    out.write(head[:-1] + b',\n"states": [\n')
    _rows(space.states(), out)
    out.write(b'\n],\n"transitions": [\n')
    _rows(space.transitions(), out)
    out.write(b"\n]}\n")


def _rows(batches: Iterator[Any], out: BinaryIO) -> None:
    between = b""
    for batch in batches:
        for row in batch.to_pylist():
            out.write(between + msgspec.json.encode(row))
            between = b",\n"


def write_dot(space: StateSpace, out: BinaryIO) -> None:
    """A drawing of the graph; with more than some hundred states it is hard to read."""
    from .graphs import BROKEN, state_label

    out.write(b"digraph plays {\n  node [shape=box];\n")
    for batch in space.states():
        for row in batch.to_pylist():
            shape = ", peripheries=2" if row["finished"] else ""
            colour = ", color=red" if row["violates"] else ""
            line = f"  {row['id']} [label={_quoted(state_label(row))}{shape}{colour}];\n"
            out.write(line.encode())
    for batch in space.transitions():
        for row in batch.select(["source", "target", "text", "violates"]).to_pylist():
            colour = ", color=red" if row["violates"] else ""
            target = _quoted(BROKEN) if row["target"] is None else row["target"]
            line = f"  {row['source']} -> {target} [label={_quoted(row['text'])}{colour}];\n"
            out.write(line.encode())
    out.write(b"}\n")


def _quoted(text: str) -> str:
    """Text as DOT reads it; a backslash would begin an escape there."""
    return '"' + re.sub(r'["\\]', r"\\\g<0>", text).replace("\n", "\\n") + '"'


def write_graphml(space: StateSpace, out: BinaryIO) -> None:
    """Everything that varies, as attributes. Raises :class:`InputError` for a large space."""
    import networkx as nx

    text = io.BytesIO()
    nx.write_graphml(space.to_networkx(), text)
    out.write(text.getvalue())


TEXTS: dict[str, Callable[[StateSpace, BinaryIO], None]] = {
    "graphml": write_graphml,
    "dot": write_dot,
    "json": write_json,
}
"""The forms that are one stream of text."""
