"""Checks certificates of explored scenarios: ``python -m stackproof.certify.checker FILE...``.

A certificate says which positions there are. This program plays every legal action in each of them
in CPython and sees whether the position after it is among them, and whether laws are true: it needs
the rules and their CPython reading only, no search and no compiled code. What it believes is what
it computes; of the file it takes only the positions, and the ranks that show that plays get on.
"""

from __future__ import annotations

import base64
import json
import lzma
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stackproof.editions.load import edition
from stackproof.game.assembly import assemble
from stackproof.inputs import InputError
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.system import ALWAYS_POSSIBLE, INVARIANT, LEADS_TO, STEP, Case
from stackproof.laws.catalogue import MODULES, laws
from stackproof.scenarios.build import build
from stackproof.scenarios.load import load_scenario

KINDS = (STEP, INVARIANT, LEADS_TO, ALWAYS_POSSIBLE)
LARGEST = 1 << 32
Step = tuple[int, int, int]
"""A verb, its argument, and the number of the position after it."""


class Rejected(Exception):
    """The certificate does not show what it says; the reason, in one line."""


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Rejected(reason)


def unpacked(text: str, columns: int) -> list[bytes]:
    """A table of bytes: its columns one after the other, compressed."""
    reader = lzma.LZMADecompressor(memlimit=LARGEST)
    data = reader.decompress(base64.b85decode(text), LARGEST)
    count, rest = divmod(len(data), columns)
    require(reader.eof and not rest, "a table is not whole")
    rows = bytearray(len(data))
    for i in range(columns):
        rows[i::columns] = data[i * count : (i + 1) * count]
    return [bytes(rows[i : i + columns]) for i in range(0, len(rows), columns)]


class Checker:
    """One certificate, against the rules."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        require(document["format"] == "stackproof-explored", "no certificate of a scenario")
        require(document["version"] == 1, f"version {document['version']} is not known")
        scenario, known = load_scenario(document["scenario"]), {law.id: law for law in laws()}
        self.editions = [edition(name) for name in document["editions"]]
        self.system = assemble(dict(scenario.capacities), list(known.values()), MODULES)
        games = [build(scenario, one, self.system) for one in self.editions]
        require(games and all(g == games[0] for g in games), "the editions do not play alike")
        self.player = Player(self.system, games[0].setup)
        self.rows = unpacked(document["states"], self.system.state_type.size)
        self.numbers = {row: number for number, row in enumerate(self.rows)}
        require(len(self.numbers) == len(self.rows), "a position is there twice")
        require(games[0].initial in self.numbers, "the position where plays begin is missing")
        self.laws = [known[name] for name in document["laws"]]
        for law in self.laws:
            require(law.kind in KINDS, f"{law.id}: what is possible is shown by a play")
            for one in self.editions:
                fits = all(one.switches[name] == value for name, value in law.switches.items())
                require(fits, f"{law.id}: not in force in {one.id}")
        self.cases = [Case(law, c) for law in self.laws for c in self.system.choices(law)]
        self.ranks: dict[str, list[tuple[int, int]]] = {}
        for case in self.cases:
            if case.law.kind in (LEADS_TO, ALWAYS_POSSIBLE):
                table = unpacked(document["ranks"][case.name], 8)
                require(len(table) == len(self.rows), f"{case.name}: not a rank for each position")
                self.ranks[case.name] = [
                    (int.from_bytes(r[:4], "little"), int.from_bytes(r[4:], "little"))
                    for r in table
                ]
        self.met: dict[tuple[str, int], bool] = {}
        self.helpful: dict[tuple[str, int], set[int]] = {}
        self.staying: set[tuple[str, int]] = set()

    def run(self) -> int:
        """Check everything. Returns the number of transitions. Raises :class:`Rejected`."""
        transitions = 0
        for number, row in enumerate(self.rows):
            position = self.player.position(row)
            steps: list[Step] = []
            for case in self.cases:
                if case.law.kind == INVARIANT:
                    self.judge(case, number, position=position)
            for verb, argument in self.player.actions(position):
                after, step = self.player.apply(position, verb, argument)
                target = self.numbers.get(bytes(after.pack()))
                if target is None:
                    name = self.system.verbs[verb][0]
                    raise Rejected(f"position {number}: what {name} {argument} leads to is missing")
                steps.append((verb, argument, target))
                for case in self.cases:
                    if case.law.kind == STEP:
                        known = {"before": position, "after": after, "step": step}
                        self.judge(case, number, verb=verb, argument=argument, **known)
            for case in self.cases:
                if case.name in self.ranks:
                    self.later(case, number, position, steps)
            transitions += len(steps)
        for name, rank in self.staying:
            require(self.helpful[name, rank], f"{name}: a fair play can stay at rank {rank}")
        return transitions

    def judge(self, case: Case, number: int, **known: Any) -> None:
        holds, _ = self.player.judge(case.law, choice=case.choice, **known)
        require(holds, f"{case.name}: broken in position {number} or by a step from it")

    def is_met(self, case: Case, number: int) -> bool:
        key = case.name, number
        if key not in self.met:
            position = self.player.position(self.rows[number])
            self.met[key] = self.player.ask(case.law.check, position=position, choice=case.choice)
        return self.met[key]

    def later(self, case: Case, number: int, position: Any, steps: Sequence[Step]) -> None:
        """That ranks fall on the way to what has to come: on some way, or on all. A rank of 0 says
        that nothing is due.

        All ways may stay at a rank if there is a class of actions that always makes it fall and to
        which plays are fair: weakly, if it is legal in all positions of that rank; strongly, if in
        those with a second rank of 0, and second ranks fall as long as the first stays.
        """
        law, ranks, where = case.law, self.ranks[case.name], f"{case.name}: position {number}"
        (due, second), met = ranks[number], self.is_met(case, number)
        asked = {"position": position, "choice": case.choice}
        triggered = law.trigger is None or self.player.ask(law.trigger, **asked)
        require(due > 0 or met or not triggered, f"{where}: something is due")
        if due == 0 or met:
            return
        ends = [0 if self.is_met(case, n) else ranks[n][0] or due + 1 for _, _, n in steps]
        if law.kind == ALWAYS_POSSIBLE:
            require(any(rank < due for rank in ends), f"{where}: no way leads on")
            return
        require(ends and max(ends) <= due, f"{where}: a play need not get on")
        stays = [step for step, rank in zip(steps, ends, strict=True) if rank == due]
        require(not second or all(ranks[n][1] < second for _, _, n in stays), f"{where}: it stays")
        helpful = set()
        for i, fair in enumerate(law.fairness):
            of_class = [
                step for step in steps
                if self.player.ask(fair.taken, before=position, verb=step[0], argument=step[1])
            ]  # fmt: skip
            if (of_class or (fair.strong and second)) and not set(of_class) & set(stays):
                helpful.add(i)
        level = case.name, due
        self.helpful[level] = self.helpful.get(level, helpful) & helpful
        if stays:
            self.staying.add(level)


def check(file: str) -> str:
    """Check a file. Returns a line that says what it shows. Raises :class:`Rejected`."""
    try:
        document = json.loads(Path(file).read_bytes())
        checker = Checker(document)
        transitions = checker.run()
    except (KeyError, TypeError, ValueError, AttributeError, lzma.LZMAError) as error:
        raise Rejected(f"no certificate: {error!r}") from None
    except (RuleError, InputError, OSError) as error:
        raise Rejected(str(error)) from None
    what = f"{len(checker.laws)} laws in {document['scenario']} in {len(checker.editions)} editions"
    return f"{what}: {len(checker.rows)} positions, {transitions} transitions"


def main(files: Sequence[str]) -> int:
    """Check files. Returns 0 if all show what they say, else 3."""
    code = 0
    for file in files:
        try:
            sys.stdout.write(f"valid     {file}: {check(file)}\n")
        except Rejected as reason:
            sys.stdout.write(f"rejected  {file}: {reason}\n")
            code = 3
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
