"""The compiled reading agrees with CPython on everything that engines see."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stackproof.lang import ir
from stackproof.lang.errors import Refused, RuleError, Site
from stackproof.lang.readings import emit, lowering
from stackproof.lang.readings.native import Marks, NativeReading
from stackproof.lang.readings.python import Player
from stackproof.lang.system import INVARIANT, POSSIBLE, STEP, Law, System
from stackproof.lang.types import RecordType, leaves

from . import toy
from .toys import system

Key = tuple[str, int, str]
Names = frozenset[str]
SETUPS = (bytes([1, 10, 20, 226, 40, 120]), bytes([0, 156, 99, 0, 60, 200]), bytes(6))


@dataclass
class Seen:
    """What a reading says of one state, in a form that compares."""

    edges: list[tuple[int, int, bytes, Key | None, Names, Names]] = field(default_factory=list)
    relevant: set[str] = field(default_factory=set)
    finished: bool = False
    error: Key | None = None
    violated: frozenset[str] = frozenset()
    cut: object = None
    marks: list[object] = field(default_factory=list)
    classes: list[object] = field(default_factory=list)


def key_of(site: Site | None) -> Key | None:
    return site.key if site else None


def by_native(native: NativeReading, setup: bytes, state: bytes) -> Seen:
    edges, relevant = native.expand(setup, state)
    verdict = native.inspect(setup, state)
    return Seen(
        [(e.verb, e.argument, e.after, key_of(e.error), e.violated, e.witnessed) for e in edges],
        set(relevant | verdict.relevant),
        verdict.finished,
        key_of(verdict.error),
        verdict.violated,
        told(native.cut(setup, state)),
        [marks_of(native.observe(setup, state, i)) for i in range(len(native.system.traced))],
        [
            told(native.classify(setup, state, edge.verb, edge.argument, i))
            for edge in edges
            for i in range(len(native.system.traced))
        ],
    )


def told(answer: tuple[object, Site | None]) -> tuple[object, Key | None]:
    return answer[0], key_of(answer[1])


def marks_of(marks: Marks) -> object:
    return marks.triggered, marks.met, key_of(marks.error)


def by_python(player: Player, state: bytes) -> Seen:
    before = player.position(state)
    seen = Seen()
    for verb, (_, size) in enumerate(player.system.verbs):
        for argument in range(size):
            try:
                if not player.legal(before, verb, argument):
                    continue
                after, step = player.apply(before, verb, argument)
            except RuleError as error:
                empty = frozenset[str]()
                seen.edges.append((verb, argument, state, error.site.key, empty, empty))
                seen.classes += classes(player, before, verb, argument)
                continue
            known = {"before": before, "verb": verb, "argument": argument}
            known |= {"step": step, "after": after}
            error_key, named = judge(player, (STEP, POSSIBLE), known, seen.relevant)
            seen.edges.append((verb, argument, after.pack(), error_key, *named))
            seen.classes += classes(player, before, verb, argument)
    try:
        seen.finished = player.finished(before)
    except RuleError as error:
        seen.error = error.site.key
    key, (seen.violated, _) = judge(player, (INVARIANT,), {"position": before}, seen.relevant)
    seen.error = seen.error or key
    seen.cut = answered(player.cut, {"position": before})
    seen.marks = [marks(player, law, before) for law in player.system.traced]
    return seen


def answered(ask: Callable[..., bool], known: dict[str, Any]) -> tuple[bool, Key | None]:
    try:
        return ask(**known), None
    except RuleError as error:
        return False, error.site.key


def marks(player: Player, law: Law, position: Any) -> object:
    triggered, met, first = set(), set(), None
    for choice in player.system.choices(law):
        known = {"position": position, "choice": choice}
        goal, error = answered(partial(player.ask, law.check), known)
        trigger = True
        if law.trigger is not None:
            trigger, other = answered(partial(player.ask, law.trigger), known)
            error = error or other
        first = first or error
        if error is None and trigger:
            triggered.add(choice)
        if error is None and goal:
            met.add(choice)
    return frozenset(triggered), frozenset(met), first


def classes(player: Player, before: Any, verb: int, argument: int) -> Iterator[object]:
    for law in player.system.traced:
        known = {"before": before, "verb": verb, "argument": argument}
        found = [answered(partial(player.ask, fairness.taken), known) for fairness in law.fairness]
        error = next((key for _, key in found if key is not None), None)
        yield sum(taken << i for i, (taken, _) in enumerate(found)), error


def judge(
    player: Player, kinds: tuple[str, ...], known: dict[str, Any], relevant: set[str]
) -> tuple[Key | None, tuple[Names, Names]]:
    """The first rule error, then what is violated and what is witnessed."""
    first: Key | None = None
    violated, witnessed = set(), set()
    for case in player.system.cases:
        law = case.law
        if law.kind not in kinds:
            continue
        try:
            holds, premise_held = player.judge(law, choice=case.choice, **known)
        except RuleError as error:
            first = first or error.site.key
            continue
        if premise_held or "premise(" not in inspect.getsource(law.check):
            relevant.add(case.name)
        if law.kind == POSSIBLE and holds:
            witnessed.add(case.name)
        if law.kind != POSSIBLE and not holds:
            violated.add(case.name)
    return first, (frozenset(violated), frozenset(witnessed))


def walked(native: NativeReading, walks: int, length: int) -> Iterator[tuple[bytes, bytes]]:
    """Setups and states along random plays from the empty state."""
    rng = random.Random(7)
    for walk in range(walks):
        setup = SETUPS[walk % len(SETUPS)]
        state = bytes(native.size)
        for _ in range(length):
            yield setup, state
            ways = [e for e in native.successors(setup, state) if e.error is None]
            if not ways:
                break
            state = rng.choice(ways).after


def packed(kind: RecordType) -> st.SearchStrategy[bytes]:
    """Records with every scalar in its domain."""
    domains = [st.integers(leaf.scalar.low, leaf.scalar.high) for leaf in leaves(kind)]
    return st.tuples(*domains).map(lambda values: bytes(v & 0xFF for v in values))


@pytest.fixture(scope="module")
def toy_system() -> System:
    return system()


@pytest.fixture(scope="module")
def native(toy_system: System, tmp_path_factory: pytest.TempPathFactory) -> NativeReading:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STACKPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        return NativeReading(toy_system)


@pytest.fixture(scope="module")
def players(toy_system: System) -> dict[bytes, Player]:
    return {setup: Player(toy_system, setup) for setup in SETUPS}


def test_random_walks_agree(native: NativeReading, players: dict[bytes, Player]) -> None:
    errors: set[Key | None] = set()
    violated: set[str] = set()
    for setup, state in walked(native, 60, 15):
        seen = by_native(native, setup, state)
        assert seen == by_python(players[setup], state)
        errors |= {edge[3] for edge in seen.edges} | {seen.error}
        violated |= seen.violated.union(*(edge[4] for edge in seen.edges))
    assert {kind for _, _, kind in filter(None, errors)} == {"domain", "index", "assert"}
    assert violated >= {"anger-has-cause", "best-is-dear"}


toy_types = system()


@settings(max_examples=300, deadline=None)
@given(setup=packed(toy_types.setup_type), state=packed(toy_types.state_type))
def test_any_record_agrees(
    toy_system: System, native: NativeReading, setup: bytes, state: bytes
) -> None:
    assert by_native(native, setup, state) == by_python(Player(toy_system, setup), state)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_step_agrees(toy_system: System, native: NativeReading, data: st.DataObject) -> None:
    """Actions need not be legal here, nor even in the domain of the parameters."""
    setup = data.draw(packed(toy_system.setup_type))
    state = data.draw(packed(toy_system.state_type))
    verb, argument = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 8))
    player = Player(toy_system, setup)
    before = player.position(state)
    after, step, error = native.step(setup, state, verb, argument)
    legal, doubt = native.legal(setup, state, verb, argument)
    expected: tuple[Any, ...]
    try:
        reached, noted = player.apply(before, verb, argument)
        expected = (reached.pack(), noted.pack(), None)
    except RuleError as found:
        expected = (state, step, found.site.key)
    assert (after, step, key_of(error)) == expected
    try:
        expected = (player.legal(before, verb, argument), None)
    except RuleError as found:
        expected = (False, found.site.key)
    assert (legal, key_of(doubt)) == expected


@pytest.mark.parametrize("things", [1, 3, 8])
def test_other_capacities_agree(
    things: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path))
    other = system(things=things)
    native = NativeReading(other)
    setup = bytes(other.setup_type.size)
    player = Player(other, setup)
    rng = random.Random(things)
    for _ in range(60):
        state = bytes(
            rng.randint(leaf.scalar.low, leaf.scalar.high) & 0xFF
            for leaf in leaves(other.state_type)
        )
        assert by_native(native, setup, state) == by_python(player, state)


@pytest.mark.parametrize(
    "table, right, wrong",
    [
        ("ARITHMETIC", "+", "mul"), ("ARITHMETIC", "-", "add"), ("ARITHMETIC", "*", "add"),
        ("COMPARISONS", "<", "<="), ("COMPARISONS", "<=", "<"), ("COMPARISONS", ">", ">="),
        ("COMPARISONS", ">=", ">"), ("COMPARISONS", "==", "!="), ("COMPARISONS", "!=", "=="),
    ],
)  # fmt: skip
def test_a_wrong_operator_is_noticed(
    table: str, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(getattr(lowering, table), right, wrong)
    assert disagrees(monkeypatch, tmp_path)


def test_a_check_that_is_one_too_wide_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    inside = emit.inside
    monkeypatch.setattr(emit, "inside", lambda b, v, low, high: inside(b, v, low, high + 1))
    assert disagrees(monkeypatch, tmp_path)


def test_a_check_in_the_wrong_order_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def place_first(self: Any, s: Any) -> None:
        place = self.place(s.path)
        value = self.value(s.value)
        self.write(place, s.path.type, self.check(value, s.path.type, s.site))

    monkeypatch.setitem(lowering._STATEMENTS, ir.Store, place_first)
    assert disagrees(monkeypatch, tmp_path)


def test_a_premise_that_is_not_noted_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(lowering._EXPRESSIONS, ir.Premise, lambda self, e: self.value(e.part))
    assert disagrees(monkeypatch, tmp_path)


def disagrees(monkeypatch: pytest.MonkeyPatch, cache: Path) -> bool:
    """Whether the readings differ on some of many states."""
    monkeypatch.setenv("STACKPROOF_CACHE", str(cache))
    changed = system()
    native = NativeReading(changed)
    rng = random.Random(3)
    for i in range(200):
        setup = SETUPS[i % len(SETUPS)]
        state = bytes(
            rng.randint(leaf.scalar.low, leaf.scalar.high) & 0xFF
            for leaf in leaves(changed.state_type)
        )
        if by_native(native, setup, state) != by_python(Player(changed, setup), state):
            return True
    return False


def test_layout(native: NativeReading, toy_system: System) -> None:
    assert native.stride % 8 == 0
    assert native.stride - 8 < native.size <= native.stride
    assert native.max_edges == sum(size for _, size in toy.VERBS)
    assert native.words == 1
    assert set(native.addresses) == {
        *("successors", "inspect", "legal", "step", "observe", "classify", "cut"),
    }
    assert native.site(0) is None


def test_more_laws_than_bits_in_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path))
    many = system()
    checks = (toy.law_purse_is_slow, toy.law_put_adds_one, toy.law_anger_has_cause)
    many.laws = [
        Law(f"law{i}", "", checks[i % 3], kind="invariant" if i % 3 == 2 else "step")
        for i in range(130)
    ]
    native = NativeReading(many)
    assert native.words == 3
    player = Player(many, SETUPS[1])
    state = bytes([1, *[0] * 26, 50, *[0] * 6])[: native.size].ljust(native.size, b"\0")
    seen = by_native(native, SETUPS[1], state)
    assert seen == by_python(player, state)
    assert len(seen.violated) == 43
    assert any(len(edge[4]) == 44 for edge in seen.edges)


def test_a_condition_that_writes_is_refused() -> None:
    bad = system()
    bad.finished = toy.move  # type: ignore[assignment]
    with pytest.raises(Refused, match="changes a record"):
        NativeReading(bad)


def test_a_law_with_an_unknown_parameter_is_refused() -> None:
    bad = system()
    bad.laws = [Law("odd", "", toy.law_put_adds_one, kind="invariant")]
    with pytest.raises(Refused, match="before"):
        NativeReading(bad)


def test_a_law_of_an_unknown_kind_is_refused() -> None:
    """It would never be judged, and so never be violated."""
    bad = system()
    bad.laws = [Law("odd", "", toy.law_put_adds_one, kind="sometimes")]
    with pytest.raises(ValueError, match="sometimes"):
        NativeReading(bad)


def test_more_actions_than_an_edge_can_name_are_refused() -> None:
    bad = system()
    bad.verbs = [("put", 65537)]
    with pytest.raises(ValueError, match="65536"):
        NativeReading(bad)
