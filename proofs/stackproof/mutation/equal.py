"""Proofs that a mutant does the same: its rule comes to equal terms for everything it can be given.

Terms are made once each, so mostly they are the same object; else Z3 is asked, for a short time.
What is not proved here may still be equal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from stackproof.game.assembly import assemble
from stackproof.lang import ir
from stackproof.lang.frontend import Translator
from stackproof.lang.mutation import only, schema
from stackproof.lang.readings.execution import Execution
from stackproof.lang.readings.fingerprint import fingerprint
from stackproof.lang.readings.plan import Plan
from stackproof.lang.readings.symbolic import undisturbed
from stackproof.lang.terms import Term, Terms, reachable
from stackproof.lang.types import RecordType, leaves
from stackproof.lang.z3terms import Z3Terms

SIZES = {
    "seats": 2, "cards": 3, "library": 2, "stack": 2, "waiting": 2, "events": 8, "effects": 1,
    "keywords": 1, "statics": 1,
}  # fmt: skip
FIXED = {("setup", "seats"): SIZES["seats"]}
"""What is the same in every game: each place at the table is taken."""
LEVELS = 3
"""How far up the rules that ask a rule are looked at."""
MILLISECONDS = 2000


def proof_digest() -> str:
    """What a proof depends on: the rules in the small game, and this file."""
    made = fingerprint(assemble(SIZES)).encode() + Path(__file__).read_bytes()
    return hashlib.sha256(made).hexdigest()[:32]


def calls(tree: object) -> Iterator[str]:
    """The rules that are called in a tree."""
    if isinstance(tree, ir.Call):
        yield tree.key
    parts = tree if isinstance(tree, tuple) else (
        getattr(tree, slot) for slot in getattr(tree, "__slots__", ())
    )  # fmt: skip
    for part in parts:
        yield from calls(part)


class Prover:
    """Compares rules with their mutants in a small game."""

    def __init__(self, files: Sequence[str]) -> None:
        system = assemble(SIZES)
        self._unit = Translator(system.program).unit(system.roots())
        self._schema = schema(self._unit, files)
        self._mutants = {m.key: m for m in self._schema.mutants}
        self._terms, self._z3 = Terms(), Z3Terms()
        self._plain: dict[str, list[Term]] = {}

    def equal(self, key: str) -> bool:
        """Whether the mutant with this key is proved to do what its rule does."""
        mutant = self._mutants.get(key)
        if mutant is None:
            return False
        name = mutant.rule if mutant.rule in self._rules() else f"{mutant.rule}.base"
        return self._equal(name, only(self._schema.unit, mutant.number), LEVELS)

    def _equal(self, name: str, changed: ir.Unit, levels: int) -> bool:
        """Whether a rule comes to the same with a change, or else all rules that ask it do.

        Only rules that tell something and do nothing are looked at in that way.
        """
        if name not in self._plain:
            self._plain[name] = self._run(self._unit, name)
        one, other = self._plain[name], self._run(changed, name)
        different = [(a, b) for a, b in zip(one, other, strict=True) if a is not b]
        if not different or self._same(different):
            return True
        asking = [key for key, asked in self._asked.items() if name in asked]
        if not levels or not asking or any(self._unit.functions[key].writes for key in asking):
            return False
        return all(self._equal(key, changed, levels - 1) for key in asking)

    @cached_property
    def _asked(self) -> dict[str, set[str]]:
        """The rules that each rule asks."""
        return {key: set(calls(function.body)) for key, function in self._unit.functions.items()}

    def _rules(self) -> set[str]:
        hooks = {key.removesuffix(".base") for key in self._unit.functions if key.endswith(".base")}
        return self._unit.functions.keys() - hooks

    def _run(self, unit: ir.Unit, name: str) -> list[Term]:
        """What a rule comes to for all arguments: its records, its error and its result."""
        function, terms = unit.functions[name], self._terms
        memory: list[Term] = []
        records: dict[str, int] = {}
        values: dict[str, Term] = {}
        for p in function.parameters:
            if isinstance(p.type, RecordType):
                records[p.name] = len(memory)
                for leaf in leaves(p.type):
                    s = leaf.scalar
                    if (p.name, leaf.path) in FIXED:
                        memory.append(terms.number(FIXED[p.name, leaf.path]))
                        continue
                    memory.append(terms.variable(f"{p.name}.{leaf.path}", s.low, s.high, s.boolean))
            else:
                values[p.name] = terms.variable(
                    f"{p.name}:{p.type.low}:{p.type.high}", p.type.low, p.type.high, p.type.boolean
                )
        size = len(memory)
        execution = Execution(Plan(unit, terms), memory, {})
        with undisturbed():
            result = execution.call(function, records, values)
        failed = terms.negate(terms.equal(execution.error(), terms.number(0)))
        found = [*execution.scalars(0, size), failed]
        return found if result is None else [*found, result]

    def _same(self, pairs: Sequence[tuple[Term, Term]]) -> bool:
        import z3

        terms = self._terms
        different = terms.false
        for a, b in pairs:
            different = terms.either(different, terms.negate(terms.equal(a, b)))
        solver: Any = z3.Solver()
        solver.set("timeout", MILLISECONDS)
        solver.add(*self._z3.domains(reachable([different])), self._z3(different))
        return bool(solver.check() == z3.unsat)
