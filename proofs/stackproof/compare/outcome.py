"""A play told twice: the same choices under both editions, as far as both offer them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackproof.game.domains import Decision, Verb
from stackproof.lang.declare import NONE
from stackproof.lang.errors import RuleError
from stackproof.scenarios.load import Scenario
from stackproof.trace.narrate import Narrator

from .result import Play, Step
from .side import Side

Action = tuple[int, int]


def side_by_side(scenario: Scenario, old: Side, new: Side, actions: Sequence[Action]) -> Play:
    """The play; where a side does not offer a choice, it is followed on the other one alone."""
    told = [_told(scenario, side, actions) for side in (old, new)]
    steps = []
    for i in range(max(map(len, told))):
        here, there = (side[i] if i < len(side) else None for side in told)
        first = here or there
        assert first is not None
        offered = "both" if here and there else "old" if here else "new"
        texts = [side.numbered if side else [] for side in (here, there)]
        same = here is not None and there is not None and here.plain == there.plain
        steps.append(Step(i + 1, first.player, first.does, offered, texts[0], texts[1], same))
    named = [(Verb(verb).name.lower(), argument) for verb, argument in actions]
    return Play(scenario.id, named, steps)


@dataclass(frozen=True)
class _Told:
    """Who does what, and what happens: with the numbers of rules, and without."""

    player: str
    does: str
    numbered: list[str]
    plain: list[str]


def _told(scenario: Scenario, side: Side, actions: Sequence[Action]) -> list[_Told]:
    """A play as long as its choices are offered."""
    system, game = side.reading(scenario).system, side.game(scenario)
    narrator = Narrator(system, game, side.edition)
    decisions = system.program.members(Decision)
    player = narrator.player
    position = player.position(game.initial)
    offered = 0
    for verb, argument in actions:
        try:
            if not player.legal(position, verb, argument):
                break
            offered += 1
            position, _ = player.apply(position, verb, argument)
        except RuleError:
            break
    told = []
    for line in narrator.lines(actions[:offered]):
        plain = [h.text for h in line.happenings]
        numbered = [f"{h.text} ({h.rule})" if h.rule else h.text for h in line.happenings]
        if line.after is not None and line.after.decider != NONE:
            asked = game.players[line.after.decider]
            now = f"now {asked} {decisions[line.after.decision].about['asks']}"
            plain, numbered = [*plain, now], [*numbered, now]
        told.append(_Told(line.player, line.does, numbered, plain))
    return told
