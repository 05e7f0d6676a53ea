"""Counterexamples of the game in words."""

from __future__ import annotations

from stackproof.editions.load import editions
from stackproof.prove.replaying import Counterexample
from stackproof.prove.subject import Subject
from stackproof.scenarios.build import unnamed
from stackproof.trace.board import Drawer
from stackproof.trace.narrate import Narrator


def in_the_game(subject: Subject, against: Counterexample) -> list[str]:
    """The position before, as far as the stack goes, and what is done; cards have no names."""
    newest = list(editions().values())[-1]
    game = unnamed(subject.system, against.setup, against.before)
    narrator = Narrator(subject.system, game, newest)
    board = Drawer(narrator).board(narrator.player.position(against.before))
    stack = [f"{thing.kind} of {thing.name} ({thing.controller})" for thing in board.stack]
    lines = [f"on the stack: {', '.join(stack) or 'nothing'}"]
    if against.verb < 0:
        return [*lines, "a play begins"]
    for line in narrator.lines([(against.verb, against.argument)]):
        lines.append(f"{line.player} {line.does}")
        for happening in line.happenings:
            cited = f" [{happening.rule}]" if happening.rule else ""
            lines.append(f"  {happening.text}{cited}")
    return lines
