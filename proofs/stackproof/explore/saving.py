"""What a checkpoint has of a search, and a search that goes on from one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any

from .checkpoint import Checkpoints, Saved
from .model import Failure, Violation
from .rounds import Search
from .store import Storage
from .workers import Findings

COUNTS = ("states", "head", "edges", "depth", "level_end")


class Saver:
    """Saves a search as it goes, and begins it, or goes on with it from a checkpoint."""

    def __init__(self, search: Search, checkpoints: Checkpoints | None, initial: bytes) -> None:
        self.search, self.checkpoints = search, checkpoints
        saved = None
        if checkpoints is not None:
            checkpoints.identity = identity(search, checkpoints.identity, initial)
            saved = checkpoints.load() if checkpoints.resume else None
        if checkpoints is None or saved is None:
            search.enter(initial)
        else:
            restore(search, checkpoints, saved)
        self._last = time.monotonic()

    def now_and_then(self) -> None:
        """Saves if it is time to."""
        checkpoints = self.checkpoints
        if checkpoints is not None and time.monotonic() - self._last >= checkpoints.every:
            save(self.search, checkpoints)
            self._last = time.monotonic()

    def finish(self, complete: bool) -> None:
        """Saves a search that is not complete, or has been saved before."""
        checkpoints = self.checkpoints
        if checkpoints is not None and (not complete or checkpoints.written):
            save(self.search, checkpoints)


def identity(search: Search, rules: str, initial: bytes) -> str:
    """Changes with the rules, by what the caller says of them, and with all else that matters."""
    digest = hashlib.sha256(rules.encode())
    model, symmetry = search.model, search.symmetry
    layout = (model.size, model.stride, model.words, model.max_edges, list(model.alphabet))
    scheme = b"" if symmetry is None else bytes(symmetry.scheme())
    for part in (repr(layout).encode(), search.setup.raw, initial, scheme):
        digest.update(len(part).to_bytes(8, "little") + part)
    digest.update(repr((search.store.graph is not None, search.forced)).encode())
    return digest.hexdigest()


def save(search: Search, checkpoints: Checkpoints) -> None:
    """Writes a checkpoint of a search that pauses."""
    c, store = search.control, search.store
    about: dict[str, Any] = {name: getattr(c, name) for name in COUNTS}
    about |= {
        "storage": store.storage, "cut": store.forest.shape.cut, "seconds": search.seconds,
        "peak": search.peak, "findings": _packed(search.findings),
        "counts": {name: table.count for name, table in store.tables.items()},
    }  # fmt: skip
    sections = {
        name: (block.view, used) for name, (block, used) in store.sections(c).items()
    }  # fmt: skip
    try:
        checkpoints.save(about, sections)
    finally:
        for view, _ in sections.values():
            view.release()


def restore(search: Search, checkpoints: Checkpoints, saved: Saved) -> None:
    """Brings a new search to where another one was saved."""
    c, about = search.control, saved.about
    for name in COUNTS:
        setattr(c, name, about[name])
    store = search.store
    compressed = about["storage"] == Storage.COMPRESSED
    store.prepare(c, about["cut"] if compressed else None, about["counts"])
    for name, (block, _) in store.sections(c).items():
        with block.view as view:
            checkpoints.fill(saved, name, view)
    store.reindex(search.kernel)
    search.resumed(_unpacked(about["findings"]), about["seconds"], about["peak"])


def _packed(found: Findings) -> dict[str, Any]:
    error = found.first_error
    return {
        "violations": [(v.law, v.state, v.action) for v in found.violations.values()],
        "premises": hex(found.premises), "errors": found.errors, "dead_ends": found.dead_ends,
        "first_error": None if error is None else (error.site, error.state, error.action),
        "first_dead_end": found.first_dead_end,
    }  # fmt: skip


def _unpacked(packed: Mapping[str, Any]) -> Findings:
    def action(given: list[int] | None) -> tuple[int, int] | None:
        return None if given is None else (given[0], given[1])

    violations = [Violation(law, state, action(a)) for law, state, a in packed["violations"]]
    error = packed["first_error"]
    return Findings(
        violations={v.law: v for v in violations},
        premises=int(packed["premises"], 16),
        errors=packed["errors"],
        first_error=None if error is None else Failure(error[0], error[1], action(error[2])),
        dead_ends=packed["dead_ends"],
        first_dead_end=packed["first_dead_end"],
    )
