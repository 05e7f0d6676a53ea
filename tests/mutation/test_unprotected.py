"""The reviewed list of changes to the shipped rules that nothing notices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.running import run

from stackproof.game.assembly import assemble
from stackproof.lang.frontend import Translator
from stackproof.lang.mutation import schema
from stackproof.mutation.files import rules_files

LIST = Path(__file__).parents[2] / "proofs" / "unprotected.txt"
LINE = re.compile(r"same in every play: (\S+): (.+?): (.+?)(?: \(\d+ times\))?")


def test_every_line_is_about_a_rule_as_it_is_now() -> None:
    system = assemble({"seats": 2})
    unit = Translator(system.program).unit(system.roots())
    lines = {
        (
            mutant.rule.removeprefix("stackproof.game."),
            mutant.does,
            Path(mutant.file).read_text("utf-8").splitlines()[mutant.line - 1].strip(),
        )
        for mutant in schema(unit, rules_files([], [])).mutants
    }
    reviewed = LIST.read_text("utf-8").splitlines()
    assert reviewed
    for line in reviewed:
        known = LINE.fullmatch(line)
        assert known, line
        assert known.groups() in lines, line


@pytest.mark.deep
def test_nothing_else_is_unnoticed() -> None:
    done = run("mutate", "--expect", str(LIST), "--at-least", "95", timeout=7200)
    assert done.code == 0, done.err
