"""What a position speaks against may follow from the actions that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.prove import parcel_proofs, parcels
from tests.prove.ordering import without_that
from tests.prove.test_hypotheses import fits_nothing
from tests.prove.test_induction import SIZES, TINY, action

from stackproof.certify.writing import write_all
from stackproof.editions.load import editions
from stackproof.game.domains import CHOOSE_COST, CHOOSE_DISCARD, ORDER_TRIGGERS, PRIORITY, Verb
from stackproof.game.keywords.madness import CAST_MADNESS
from stackproof.lang.declare import Symbol
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import SymbolicRecord, unpack
from stackproof.lang.terms import Term
from stackproof.prove import attempting, induction
from stackproof.prove.assumptions import NEEDS, PROMISE
from stackproof.prove.attempting import Make, attempt
from stackproof.prove.cases import Case
from stackproof.prove.cone import Cone, Ground
from stackproof.prove.induction import prove_all
from stackproof.prove.layout import CaseId, identities, openings
from stackproof.prove.obligations import Obligation, Proof
from stackproof.prove.replaying import Mismatch
from stackproof.prove.verdicts import inductive, why

PACK, SEND, DELIVER = (CaseId("action", verb, verb) for verb in parcels.Verb)


class Here:
    """Does all work in this process."""

    def __init__(self, processes: int) -> None:
        assert processes

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def done(
        self, work: Mapping[CaseId, tuple[Any, ...]], task: Callable[..., Any]
    ) -> Iterator[tuple[CaseId, Any]]:
        return ((case, task(*arguments)) for case, arguments in work.items())


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction, "Workers", Here)


def proof(make: Make, steps: int) -> Proof:
    return prove_all({}, steps=steps, make=make)


@pytest.mark.parametrize(
    "make, law, needed",
    [
        (parcel_proofs.sending, "sent-is-light", 2),
        (parcel_proofs.delivering, "delivered-is-light", 3),
        (parcel_proofs.delivering, "delivers-light", 3),
    ],
)
def test_a_law_is_proved_in_as_many_steps_as_it_takes(make: Make, law: str, needed: int) -> None:
    for steps in range(1, needed):
        assert law in proof(make, steps).fallen()
    assert law not in proof(make, needed).fallen()
    found = proof(make, 4)
    assert law not in found.fallen()
    assert found.steps(law) == needed
    judged = [known for known in make({}).laws if known.id == law]
    results = list(inductive(found, make({}).system, judged, list(editions().values())[:1]))
    assert [(r.verdict, r.reason) for r in results] == [("holds", f"by {needed} steps")]


def test_what_follows_from_one_step_is_not_asked_again() -> None:
    found = proof(parcel_proofs.sending, 4)
    assert found.steps("delivered-is-light") == 1
    assert {goal for _, goal in found.chains} == {"sent-is-light"}
    assert {case.steps for case, _ in found.chains} == {1, 2}


def test_a_longer_chain_rests_on_what_was_known_by_contract_on_its_way() -> None:
    found = proof(parcel_proofs.sending, 2)
    key = "tests.prove.parcels.pack"
    used = found.chains[SEND.after(parcels.Verb.PACK, 0), "sent-is-light"].used
    assert {PROMISE + key, NEEDS + key, "packed"} <= used
    contract = found.obligations[CaseId("contract", contract=key), PROMISE + key]
    found.obligations[contract.case, contract.goal] = Obligation(
        contract.case, contract.goal, "undetermined"
    )
    assert {"sent-is-light", "delivered-is-light"} <= found.fallen()


@pytest.mark.parametrize("make, law", [
    (parcel_proofs.sending, "sent-is-light"), (parcel_proofs.delivering, "delivered-is-light"),
])  # fmt: skip
def test_a_law_stands_on_every_chain_and_on_every_way_to_begin(make: Make, law: str) -> None:
    found = proof(make, 3)
    needed = [place for place, o in found.chains.items() if place[1] == law]
    assert any(case.begins for case, _ in needed)
    for place in needed:
        known = found.chains.pop(place)
        # One that was not proved counts for nothing: longer ones are there.
        assert found.stands(law) == (known.status != "proved")
        found.chains[place] = known
    assert found.stands(law)


def test_what_is_only_false_where_plays_begin_is_not_proved() -> None:
    """Whatever comes after another action is proved: all depends on how plays begin."""
    law = parcel_proofs.NEVER_FRESH.id
    for case in (PACK, SEND, DELIVER):
        for earlier in parcels.Verb:
            chain = case.after(earlier, earlier)
            found = attempt((), chain, [law], frozenset(), 10, parcel_proofs.doubtful)
            assert [o.status for o in found] == ["proved"]
    for steps in (2, 3):
        whole = proof(parcel_proofs.doubtful, steps)
        assert law in whole.fallen()
        begun = whole.chains[PACK.beginning(), law]
        assert (begun.status, begun.reason) == ("refuted", "a play breaks it: pack 0")


def test_what_a_play_breaks_later_is_not_proved() -> None:
    law = parcel_proofs.VERY_LIGHT.id
    for steps in (1, 2, 3, 4):
        assert law in proof(parcel_proofs.doubtful, steps).fallen()


def test_chains_that_cpython_does_not_confirm_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempting, "fails", lambda *_: False)
    with pytest.raises(Mismatch, match="delivered-is-light"):
        proof(parcel_proofs.delivering, 2)


def test_what_rests_on_something_unproved_is_not_proved_in_more_steps_either() -> None:
    known = Proof(TINY)
    for o in (Obligation(SEND, "law", "refuted"), Obligation(SEND, "other", "proved")):
        known.obligations[o.case, o.goal] = o
    for case in (SEND.beginning(), SEND.after(1, 1)):
        known.chains[case, "law"] = Obligation(case, "law", "proved", frozenset({"other"}))
    assert known.fallen() == set()
    known.obligations[SEND, "other"] = Obligation(SEND, "other", "undetermined")
    assert known.fallen() == {"law", "other"}


def test_what_takes_more_than_one_step_gets_no_certificate(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    found = proof(parcel_proofs.sending, 2)
    about = parcel_proofs.sending({})
    known = list(editions().values())
    written = write_all(found, about, known, tmp_path, "parcels", processes=1)
    assert written.without["sent-is-light"] == "it takes more than one step"
    assert written.without["delivered-is-light"] == "it rests on sent-is-light"
    assert "packed" in written.names


# The game


def test_the_reason_names_the_chain_that_speaks_against_a_law() -> None:
    known, identity = Proof(TINY), of(Verb.ORDER, ORDER_TRIGGERS)
    chain = after(identity, Verb.TAP, PRIORITY)
    known.obligations[identity, "law"] = Obligation(identity, "law", "undetermined", reason="this")
    known.chains[chain, "law"] = Obligation(chain, "law", "refuted", reason="that")
    assert why("law", known, known.fallen(), without_that(TINY).system) == (
        "order at the decision order: this; "
        "tap at the decision priority, then order at the decision order: that"
    )


@cache
def case(identity: CaseId) -> Case:
    return Case(without_that(TINY), identity)


def of(verb: Verb, decision: Symbol) -> CaseId:
    return action(without_that(TINY), verb, decision)


def after(identity: CaseId, verb: Verb, decision: Symbol) -> CaseId:
    earlier = of(verb, decision)
    return identity.after(earlier.verb, earlier.decision)


def ordering() -> CaseId:
    about = without_that(TINY)
    opened = openings(about, about.by_id["several-wait"])
    identity = of(Verb.ORDER, ORDER_TRIGGERS)
    return CaseId("action", identity.verb, identity.decision, opened=opened)


def asked(identity: CaseId, *goals: str) -> list[str]:
    found = attempt(SIZES, identity, goals, frozenset(), 60, without_that)
    return [o.status for o in found]


def test_several_triggers_wait_where_one_action_came_before() -> None:
    """Tapping for mana and answering leave nothing to order, or several."""
    assert asked(ordering(), "several-wait") == ["refuted"]
    assert asked(ordering().beginning(), "several-wait") == ["proved"]
    for verb, decision in ((Verb.TAP, PRIORITY), (Verb.NO, CAST_MADNESS)):
        assert asked(after(ordering(), verb, decision), "several-wait") == ["proved"]


def test_a_false_law_is_not_proved_after_an_action() -> None:
    assert asked(after(ordering(), Verb.NO, CAST_MADNESS), "many-wait") == ["refuted"]


@pytest.mark.deep
def test_several_triggers_wait_after_every_action() -> None:
    law, known = "several-wait", Proof(TINY)
    for identity in identities(without_that(TINY)):
        if identity.kind == "action" and identity.opened == ordering().opened:
            for o in attempt(SIZES, identity, [law], frozenset(), 60, without_that):
                known.obligations[identity, law] = o
    assert [o.case for o in known.failing(law)] == [ordering()]
    longer = [ordering().after(*earlier) for earlier in known.actions(law)]
    for chain in (ordering().beginning(), *longer):
        for o in attempt(SIZES, chain, [law], frozenset(), 60, without_that):
            known.chains[chain, law] = o
    assert known.stands(law)
    assert len(longer) > 20


def test_actions_that_do_not_follow_each_other_are_no_question() -> None:
    """An additional cost is chosen before anything is paid: no trigger can wait then."""
    chain = case(after(ordering(), Verb.YES, CHOOSE_COST))
    assert not chain.possible
    found = attempt(SIZES, chain.identity, ["several-wait"], frozenset(), 60, without_that)
    assert [o.status for o in found] == ["proved"]
    assert set(without_that(TINY).facts) <= found[0].used


@pytest.mark.parametrize("verb, decision", [(Verb.TAP, PRIORITY), (Verb.NO, CAST_MADNESS)])
def test_actions_that_follow_each_other_satisfy_the_hypotheses(
    verb: Verb, decision: Symbol
) -> None:
    assert fits_nothing(case(after(of(Verb.PASS, PRIORITY), verb, decision))) == "refuted"


def values(record: SymbolicRecord, packed: bytes) -> list[tuple[Term, int]]:
    return [(term, unpack(leaf.scalar, packed[leaf.offset])) for leaf, term in record.leaves()]


def test_real_actions_satisfy_the_hypotheses_of_their_chain() -> None:
    """An additional cost is declined, then a card is discarded for the other one."""
    first = case(of(Verb.NO, CHOOSE_COST))
    chain = case(after(of(Verb.PICK, CHOOSE_DISCARD), Verb.NO, CHOOSE_COST))
    found = Cone(Ground(chain.terms, list(chain.hypotheses))).follows(chain.terms.false, 60)
    assert found.status == "refuted"
    assert first.possible

    def value(term: Term) -> int:
        return term.low if term.op == "const" else found.values.get(term, max(term.low, 0))

    setup, position = chain.setup.pack(value), chain.first.pack(value)
    taken = [(verb, value(argument)) for verb, argument in chain.taken]
    player = Player(chain.subject.system, setup)
    reached = [player.position(position)]
    for verb, argument in taken:
        assert player.legal(reached[-1], verb, argument)
        reached.append(player.apply(reached[-1], verb, argument)[0])
    real = [*values(chain.setup, setup), *values(chain.first, position)]
    real += [(term, argument) for (_, term), (_, argument) in zip(chain.taken, taken, strict=True)]
    between, end = values(chain.before, reached[1].pack()), values(chain.after, reached[2].pack())
    assert fits(chain, [*real, *between, *end])
    size = next(term for leaf, term in chain.before.leaves() if leaf.path == "stack_size")
    wrong = [(term, number + (term is size)) for term, number in between]
    assert not fits(chain, [*real, *wrong])


def fits(chain: Case, known: list[tuple[Term, int]]) -> bool:
    """Whether terms can have such values as hypotheses say."""
    terms = chain.terms
    said = [
        terms.equal(term, terms.truth(bool(n)) if term.boolean else terms.number(n))
        for term, n in known
    ]
    ground = Ground(terms, [h for h in (*chain.hypotheses, *said) if h is not terms.true])
    return Cone(ground).follows(terms.false, 60).status == "refuted"
