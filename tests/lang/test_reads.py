"""What a rule that changes nothing comes to depends on no more than what it is said to read."""

from __future__ import annotations

import pytest
from tests.prove.test_induction import TINY

from stackproof.lang.readings.symbolic import SymbolicReading, undisturbed
from stackproof.lang.reads import Reads
from stackproof.lang.terms import Term, reachable
from stackproof.lang.types import RecordType, Scalar
from stackproof.prove.game import subject


@pytest.fixture(scope="module")
def reading() -> SymbolicReading:
    return SymbolicReading(subject(TINY).system)


def test_every_rule_depends_on_what_it_reads_alone(reading: SymbolicReading) -> None:
    unit, terms = reading.system.unit, reading.terms
    reads, asked = Reads(unit), 0
    for key, function in unit.functions.items():
        if function.writes:
            continue
        records: dict[str, int] = {}
        values: dict[str, Term] = {}
        memory: list[Term] = []
        allowed: set[Term] = set()
        for parameter in function.parameters:
            kind, name = parameter.type, parameter.name
            if isinstance(kind, RecordType):
                records[name] = len(memory)
                memory += [
                    terms.variable(f"{key}.{name}.{leaf.path}", leaf.scalar.low, leaf.scalar.high,
                                   leaf.scalar.boolean)
                    for leaf in kind.leaves
                ]  # fmt: skip
                allowed |= {memory[records[name] + place] for place in reads.of(key)[name]}
            elif isinstance(kind, Scalar):
                values[name] = terms.variable(f"{key}.{name}", kind.low, kind.high, kind.boolean)
        run = reading.executing(reading.plan, memory, {})
        allowed |= set(values.values())
        with undisturbed():
            result = run.call(function, records, dict(values))
        roots = [run.error(), run.outcome.premise, *([] if result is None else [result])]
        assert {t for t in reachable(roots) if t.op == "var"} <= allowed, key
        asked += 1
    assert asked > 300


def test_less_is_read_than_there_is(reading: SymbolicReading) -> None:
    """Otherwise nothing would be found again."""
    reads = Reads(reading.system.unit)
    for key, function in reading.system.unit.functions.items():
        if key.endswith(".may_give_up"):
            (position,) = (p for p in function.parameters if p.name == "pos")
            assert 0 < len(reads.of(key)["pos"]) < position.type.size / 20
            return
    raise AssertionError("there is no such rule")
