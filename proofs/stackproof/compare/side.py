"""One of two editions that are compared: the games that it makes of scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from stackproof import check as checking
from stackproof.claims.moments import Teller
from stackproof.editions.load import Edition
from stackproof.lang.readings.native import NativeReading
from stackproof.scenarios.build import Game, build
from stackproof.scenarios.load import Scenario
from stackproof.scenarios.spans import shipped_id, too_early


@dataclass(frozen=True)
class Side:
    """An edition with the compiled rules that it is played by."""

    edition: Edition

    @property
    def key(self) -> object:
        """Sides with equal keys play alike in every scenario."""
        return self.edition.behaviour

    def plays(self, scenario: Scenario) -> bool:
        """Whether the scenario is meant for the edition, or for the one that it is based on."""
        if shipped_id(self.edition) not in scenario.editions:
            return False
        return not too_early(scenario.cards, self.edition)

    def reading(self, scenario: Scenario) -> NativeReading:
        """The compiled rules. Raises :class:`InputError`."""
        return checking.native(scenario, self.edition)

    def game(self, scenario: Scenario) -> Game:
        """The packed setup and position. Raises :class:`InputError`."""
        return build(scenario, self.edition, self.reading(scenario).system)

    def teller(self, scenario: Scenario) -> Teller:
        """Tells moments of the game in words."""
        return Teller(self.reading(scenario), self.game(scenario), self.edition)


def silent(_: str) -> None:
    """Says nothing about what is being done."""
