"""Plays in words that break a law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.lang.system import Law, System
    from stackproof.prove.bounded import Play
    from stackproof.prove.reaching import Tried
    from stackproof.scenarios.build import Game


class Narrated(NamedTuple):
    """What a play is told of."""

    system: System
    game: Game
    edition: Edition


def narrated(told: Narrated, scenario: str, law: Law, play: Play | None) -> str:
    """The play that breaks a law, in words, if there is one."""
    from stackproof.trace.narrate import Narrator

    if play is None:
        return ""
    text = f"\n{law.id}: {law.says}\nis broken by this play of {scenario} in {told.edition.id}:\n"
    if not play.actions:
        text += "  where it begins\n"
    for line in Narrator(*told).lines(play.actions):
        text += f"  {line.number}. {line.player} {line.does}\n"
        for happening in line.happenings:
            cited = f" [{happening.rule}]" if happening.rule else ""
            text += f"       {happening.text}{cited}\n"
    return text


def met(system: System, law: Law, search: Tried, editions: Iterable[Edition]) -> str:
    """The play that the explorer met, in the first edition in which it breaks a law, if any."""
    first = next((edition for edition in editions if edition.id in search.plays), None)
    return "" if first is None else of_any_deck(system, law, search.plays[first.id], first)


def of_any_deck(system: System, law: Law, play: Play, edition: Edition) -> str:
    """The same of a deck the cards of which have no names."""
    from stackproof.prove.verdicts import EVERY_DECK
    from stackproof.scenarios.build import unnamed

    game = unnamed(system, play.setup, play.initial)
    return narrated(Narrated(system, game, edition), EVERY_DECK, law, play)
