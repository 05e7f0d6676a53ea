"""What is known of mutants in games, on disk: facts that stay true while what they are about does.

A fact is of one mutant in one game, and is kept under a digest of the rules, of all laws, of what
judges, and of that game alone. So a further scenario leaves every fact true. Where something else
has changed, a fact is not used any more, but tells in which game to look first.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from stackproof.lang.readings.cache import directory

JUDGES = (
    "check.py", "claims", "explore", "judgement.py", "mutation/games.py", "mutation/trying.py",
    "trace/narrate.py",
)  # fmt: skip
"""The code that a fact depends on besides what is in the digest of compiled rules."""
UNUSED_DAYS = 30
DAY = 86400.0
TABLE = """
CREATE TABLE IF NOT EXISTS facts (
  mutant TEXT, game TEXT, scenario TEXT, edition TEXT, noticed TEXT, differs TEXT, asked TEXT,
  day INTEGER, PRIMARY KEY (mutant, game)
)"""


class Fact(msgspec.Struct, frozen=True):
    """What is known of a mutant in a game: the laws and claims that noticed it, what differs, and
    what else was asked.
    """

    noticed: tuple[str, ...] = ()
    differs: str = ""
    asked: frozenset[str] = frozenset()


class Known:
    """The facts on disk; without a usable disk, those of this run."""

    def __init__(self) -> None:
        home = directory()
        try:
            home.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(home / "mutation.sqlite", timeout=60)
            self._base.execute(TABLE)
        except (OSError, sqlite3.Error):
            self._base = sqlite3.connect(":memory:")
            self._base.execute(TABLE)
        self._today = int(time.time() / DAY)
        self._write("DELETE FROM facts WHERE day < ?", [(self._today - UNUSED_DAYS,)])

    def facts(self, mutant: str) -> dict[str, Fact]:
        """What is known of a mutant, by the digest of the game."""
        rows = self._rows("SELECT game, noticed, differs, asked FROM facts WHERE mutant=?", mutant)
        return {
            game: Fact(tuple(_list(noticed)), differs, frozenset(_list(asked)))
            for game, noticed, differs, asked in rows
        }

    def noticed(self, mutant: str) -> list[tuple[str, str]]:
        """The scenarios and editions in which something noticed, of rules as they once were, the
        newest first.
        """
        rows = self._rows(
            "SELECT scenario, edition FROM facts WHERE mutant=? AND noticed != '[]' "
            "ORDER BY rowid DESC",
            mutant,
        )
        return list(dict.fromkeys((scenario, edition) for scenario, edition in rows))

    def put(self, mutant: str, found: Mapping[str, tuple[str, str, Fact]]) -> None:
        """Keep facts at once: by the digest of the game, its scenario and edition with the fact."""
        self._write(
            "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (mutant, game, scenario, edition, _text(fact.noticed), fact.differs,
                 _text(sorted(fact.asked)), self._today)
                for game, (scenario, edition, fact) in found.items()
            ],
        )  # fmt: skip

    def _rows(self, query: str, mutant: str) -> Iterator[tuple[str, ...]]:
        with contextlib.suppress(sqlite3.Error):
            yield from self._base.execute(query, (mutant,)).fetchall()

    def _write(self, query: str, rows: list[tuple[object, ...]]) -> None:
        with contextlib.suppress(sqlite3.Error), self._base:
            self._base.executemany(query, rows)


def judges() -> str:
    """The digest of the code that says what a game comes to."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for name in JUDGES:
        path = root / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(f"{file.relative_to(root)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def _text(words: object) -> str:
    return msgspec.json.encode(words).decode()


def _list(text: str) -> list[str]:
    return msgspec.json.decode(text, type=list[str])
