"""Compiled systems on disk, under a fingerprint of all that their code depends on.

The front end does not run on a hit, so a file holds the error sites next to the code. A file that
is damaged or not the one asked for is built again; a directory that cannot be used is no error.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import tempfile
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path

import platformdirs

from ..errors import Site
from ..system import System
from .fingerprint import LANGUAGE, fingerprint, language_digest

MAGIC = b"stackproof object 2\n"
SUFFIX = ".rules"
UNUSED_DAYS = 30
DAY = 86400.0


@dataclass(frozen=True)
class Mark:
    """A line of a rule with the number of its counter; ``game`` where play itself may get there,
    not only laws.
    """

    file: str
    line: int
    rule: str
    counter: int
    game: bool


@dataclass(frozen=True)
class Artifact:
    """A compiled system: its error sites by number, its object code, and the lines it counts."""

    sites: tuple[Site, ...]
    code: bytes
    marks: tuple[Mark, ...] = ()


def directory() -> Path:
    """Where compiled systems are kept: ``$STACKPROOF_CACHE``, or the user's cache directory."""
    chosen = os.environ.get("STACKPROOF_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("stackproof"))


def fetch(system: System, build: Callable[[], Artifact], variant: str = "") -> Artifact:
    """A compiled form of a system: from the cache, or built and kept."""
    key = fingerprint(system) + variant
    artifact = load(key)
    if artifact is None:
        artifact = build()
        keep(key, artifact)
    return artifact


def load(key: str) -> Artifact | None:
    """What is kept under a key; None where nothing sound is."""
    path = directory() / (key + SUFFIX)
    try:
        content = path.read_bytes()
    except OSError:
        return None
    artifact = decode(key, content)
    if artifact is not None:
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > DAY:
                os.utime(path)
    return artifact


def keep(key: str, artifact: Artifact) -> None:
    """Keep an artifact where that is possible, and drop what was not used for long.

    Where the rules language was edited since it was imported, nothing tells which of its modules
    are of before and which of after, so nothing is kept.
    """
    if language_digest() != LANGUAGE:
        return
    home = directory()
    temporary: Path | None = None
    try:
        home.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix=".new", dir=home)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(encode(key, artifact))
        temporary.replace(home / (key + SUFFIX))
        temporary = None
        _drop_unused(home)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def encode(key: str, artifact: Artifact) -> bytes:
    """The content of a file: a magic line, the digest of the rest, a header, and the code."""
    sites = [astuple(site) for site in artifact.sites]
    marks = [astuple(mark) for mark in artifact.marks]
    header = json.dumps({"key": key, "sites": sites, "marks": marks}).encode()
    payload = struct.pack("<I", len(header)) + header + artifact.code
    return MAGIC + hashlib.sha256(payload).digest() + payload


def decode(key: str, content: bytes) -> Artifact | None:
    """The artifact in the content of a file; None where it is damaged or of another key."""
    start = len(MAGIC) + 32
    payload = content[start:]
    if content[:start] != MAGIC + hashlib.sha256(payload).digest():
        return None
    end = 4 + struct.unpack("<I", payload[:4])[0]
    header = json.loads(payload[4:end])
    if header["key"] != key:
        return None
    sites = tuple(Site(*site) for site in header["sites"])
    return Artifact(sites, payload[end:], tuple(Mark(*mark) for mark in header["marks"]))


def _drop_unused(home: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * DAY
    for path in home.iterdir():
        if path.suffix in (SUFFIX, ".new") and path.stat().st_mtime < oldest:
            path.unlink(missing_ok=True)
