"""Z3 proves of the toy game what is true of every setup and position, and refutes what is not."""

from __future__ import annotations

from typing import Any

import pytest

from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.terms import Term

from . import toys
from .symbolically import game
from .toy import Verb


class Query:
    """A solver on one verb: every setup, every position, legal and without errors."""

    def __init__(self, verb: Verb, *, failing: bool = False) -> None:
        self.symbolic = game("toy")
        reading = self.reading = self.symbolic.reading
        self.found, laws = self.symbolic.transition(verb)
        self.laws = dict(zip(toys.LAWS, laws, strict=True))
        self.solver = reading.z3.z3.Solver()
        self.solver.add(
            reading.domains(self.symbolic.setup, self.symbolic.before, self.found.argument)
        )
        fine = [self.found.legal, self.none(self.found.legal_error)]
        if not failing:
            fine.append(self.none(self.found.error))
        self.require(*fine)

    def none(self, error: Term) -> Term:
        return self.reading.terms.equal(error, self.reading.terms.number(0))

    def negate(self, term: Term) -> Term:
        return self.reading.terms.negate(term)

    def require(self, *conditions: Term) -> None:
        self.solver.add(*(self.reading.z3(condition) for condition in conditions))

    def answer(self) -> str:
        return str(self.solver.check())

    def case(self) -> tuple[Player, Any, int]:
        """The setup, position and argument of the model, in CPython."""
        model = self.solver.model()

        def value(term: Term) -> int:
            return self.reading.z3.value(term, model)

        player = Player(self.symbolic.system, self.symbolic.setup.pack(value))
        position = player.position(self.symbolic.before.pack(value))
        return player, position, value(self.found.argument)


@pytest.mark.parametrize("verb", Verb)
def test_a_law_is_proved_for_every_setup_and_position(verb: Verb) -> None:
    query = Query(verb)
    assert query.answer() == "sat"
    judgement = query.laws[toys.LAWS[0]]
    query.require(query.negate(judgement.holds))
    assert query.answer() == "unsat"


def test_a_refutation_replays() -> None:
    law, query = toys.LAWS[1], Query(Verb.TRADE)
    query.require(query.negate(query.laws[law].holds), query.none(query.laws[law].error))
    assert query.answer() == "sat"
    player, position, argument = query.case()
    assert player.legal(position, Verb.TRADE, argument)
    after, step = player.apply(position, Verb.TRADE, argument)
    known = {"before": position, "after": after, "step": step}
    holds, _ = player.judge(law, verb=Verb.TRADE, argument=argument, **known)
    assert not holds


@pytest.mark.parametrize("verb", Verb)
def test_every_rule_error_has_a_case_that_replays(verb: Verb) -> None:
    query, kinds = Query(verb, failing=True), set()
    query.require(query.negate(query.none(query.found.error)))
    while query.answer() == "sat":
        player, position, argument = query.case()
        number = query.reading.z3.value(query.found.error, query.solver.model())
        site = query.reading.site(number)
        with pytest.raises(RuleError) as raised:
            player.apply(position, verb, argument)
        assert raised.value.site.key == site.key
        kinds.add(site.kind)
        other = query.reading.terms.equal(query.found.error, query.reading.terms.number(number))
        query.require(query.negate(other))
    assert kinds
