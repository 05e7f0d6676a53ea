"""Checkpoints of a search on disk: what was added since the last one, and a manifest.

Everything that a search stores grows at its end only, so a checkpoint is a part file with what is
new, and a manifest that names all parts with their checksums. Files are written under another
name, flushed to the disk and then renamed, so there is never half a one; the manifest comes last.
The manifest before it stays, with the parts that it names, in case the newest cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = 1
KEPT = 2
CHUNK = 1 << 24

Section = tuple[memoryview, int]
"""The memory of something that only grows, and how many bytes of it are in use."""


class CheckpointError(Exception):
    """A checkpoint that cannot be written, read or gone on with, in one line."""


@dataclass(frozen=True)
class Piece:
    """Bytes of a section: where they belong, and where they are in their file."""

    section: str
    start: int
    size: int
    file: str
    offset: int


@dataclass(frozen=True)
class Saved:
    """A checkpoint as it was read: what the search said of itself, and its pieces."""

    number: int
    about: Mapping[str, Any]
    pieces: list[Piece]
    digests: Mapping[str, str]


class Checkpoints:
    """The checkpoints of one search in a folder of their own.

    ``identity`` tells what is searched: a checkpoint of anything else is refused. ``every`` is the
    number of seconds from one to the next. Whatever has to be told is passed to ``tell``.
    """

    def __init__(self, home: Path, identity: str, every: float = 300, resume: bool = False) -> None:
        self.home = home
        self.identity = identity
        self.every = every
        self.resume = resume
        self.notes: list[str] = []
        self._last: Saved | None = None

    def load(self) -> Saved | None:
        """The newest checkpoint that is sound; None where there is none at all.

        Raises :class:`CheckpointError` where there are some, but none to go on with.
        """
        found = sorted(self.home.glob("checkpoint-*.json"), key=_number, reverse=True)
        problems: list[str] = []
        for file in found:
            try:
                saved = self._read(file)
            except (OSError, ValueError, KeyError, TypeError) as problem:
                problems.append(f"{file.name} is damaged: {_told(problem)}")
                continue
            if problems:
                self.notes.append(f"{self.home}: {problems[0]}; going on from {file.name}")
            self._last = saved
            return saved
        if problems:
            raise CheckpointError(f"{self.home}: {problems[0]}")
        return None

    def _read(self, file: Path) -> Saved:
        first, _, text = file.read_text(encoding="utf-8").partition("\n")
        if hashlib.sha256(text.encode()).hexdigest() != first:
            raise ValueError("its checksum differs")
        content = json.loads(text)
        if content["format"] != FORMAT:
            raise CheckpointError(
                f"{file}: format {content['format']}, and this version reads {FORMAT}"
            )
        if content["identity"] != self.identity:
            raise CheckpointError(f"{file}: it is of other rules, laws or another setup")
        for name, digest in content["digests"].items():
            if _digest(self.home / name) != digest:
                raise ValueError(f"the checksum of {name} differs")
        pieces = [Piece(*piece) for piece in content["pieces"]]
        return Saved(content["number"], content["about"], pieces, content["digests"])

    def fill(self, saved: Saved, section: str, target: memoryview) -> None:
        """Reads the bytes of a section."""
        for piece in saved.pieces:
            if piece.section == section:
                with (self.home / piece.file).open("rb") as file:
                    file.seek(piece.offset)
                    if file.readinto(target[piece.start : piece.start + piece.size]) != piece.size:
                        raise CheckpointError(f"{self.home / piece.file}: it is cut off")

    def save(self, about: Mapping[str, Any], sections: Mapping[str, Section]) -> None:
        """Writes a checkpoint. Raises :class:`CheckpointError`; then the one before is kept."""
        last = self._last
        number = 1 if last is None else last.number + 1
        known = [] if last is None else [p for p in last.pieces if p.section in sections]
        name = f"part-{number}.bin"
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            pieces = list(_new(sections, known, name))
            digest = _write(self.home / name, (_bytes(sections, piece) for piece in pieces))
            before = {} if last is None else last.digests
            kept = known + pieces
            digests = {p.file: before.get(p.file, digest) for p in kept}
            saved = Saved(number, about, kept, digests)
            text = json.dumps(
                {
                    "format": FORMAT, "identity": self.identity, "number": number, "about": about,
                    "pieces": [tuple(vars(piece).values()) for piece in kept], "digests": digests,
                }
            )  # fmt: skip
            first = hashlib.sha256(text.encode()).hexdigest()
            _write(
                self.home / f"checkpoint-{number}.json", [memoryview(f"{first}\n{text}".encode())]
            )
        except OSError as problem:
            kept_one = "" if last is None else f"; checkpoint {last.number} is kept"
            raise CheckpointError(
                f"{self.home}: cannot write a checkpoint: {_told(problem)}{kept_one}"
            ) from None
        before_it, self._last = self._last, saved
        self._drop(saved, before_it)

    def _drop(self, *needed: Saved | None) -> None:
        """Removes the files that no checkpoint needs which is kept."""
        names = {
            name
            for saved in needed
            if saved is not None
            for name in (f"checkpoint-{saved.number}.json", *saved.digests)
        }
        for file in self.home.iterdir():
            ours = file.name.startswith(("checkpoint-", "part-"))
            if ours and file.name not in names:
                file.unlink(missing_ok=True)

    @property
    def written(self) -> bool:
        """Whether there is a checkpoint."""
        return self._last is not None

    def clear(self) -> None:
        """Removes all checkpoints of this search."""
        if self.home.is_dir():
            self._drop()
            if not any(self.home.iterdir()):
                self.home.rmdir()
        self._last = None


def _new(sections: Mapping[str, Section], known: list[Piece], file: str) -> Iterator[Piece]:
    """The pieces that are not on disk yet."""
    offset = 0
    for section, (_, used) in sections.items():
        start = max((p.start + p.size for p in known if p.section == section), default=0)
        if used > start:
            yield Piece(section, start, used - start, file, offset)
            offset += used - start


def _bytes(sections: Mapping[str, Section], piece: Piece) -> memoryview:
    return sections[piece.section][0][piece.start : piece.start + piece.size]


def _write(target: Path, content: Iterator[memoryview] | list[memoryview]) -> str:
    """Writes a file as a whole or not at all; its digest."""
    digest = hashlib.sha256()
    temporary = target.with_name(target.name + ".new")
    try:
        with temporary.open("wb", buffering=0) as file:
            for view in content:
                for start in range(0, len(view), CHUNK):
                    rest = view[start : start + CHUNK]
                    digest.update(rest)
                    while len(rest):
                        rest = rest[file.write(rest) or 0 :]
            os.fsync(file.fileno())
        temporary.replace(target)
        _settle(target.parent)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return digest.hexdigest()


def _settle(folder: Path) -> None:
    """Brings the names in a folder to the disk, where the system can."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _number(file: Path) -> int:
    digits = file.stem.removeprefix("checkpoint-")
    return int(digits) if digits.isdigit() else -1


def _told(problem: Exception) -> str:
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)
    return str(problem)
