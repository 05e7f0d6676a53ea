"""What every form of a report has in common."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.report.runs import BROKEN, OUTCOMES, outcome

from stackproof.report.formats import FORMATS


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", OUTCOMES)
def test_each_outcome_can_be_reported_and_the_same_run_twice_alike(
    kind: str, form: str, tmp_path: Path
) -> None:
    run = outcome(kind, tmp_path)
    assert run.report.exit_code == {"green": 0, "undetermined": 3}.get(kind, 1)
    assert run.render(form) == run.render(form)
    assert run.render(form).endswith("\n")


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_undetermined_is_visible_and_never_green(form: str, tmp_path: Path) -> None:
    text = outcome("undetermined", tmp_path).render(form)
    assert "undetermined" in text
    assert "all as expected" not in text
    assert "✅" not in text


@pytest.mark.parametrize("form", sorted({*FORMATS} - {"json"}))
def test_a_violation_is_told_as_a_play_with_rule_numbers(form: str, tmp_path: Path) -> None:
    text = outcome("violated", tmp_path).render(form)
    assert BROKEN in text
    assert "the madness ability of Fiery Temper is countered" in text
    assert "701.6a" in text or "701.5a" in text


@pytest.mark.parametrize("form", FORMATS)
def test_an_expected_violation_that_does_not_occur_is_named(form: str, tmp_path: Path) -> None:
    text = outcome("missing", tmp_path).render(form).replace("%3A", ":").replace("\\", "")
    assert "cards-conserved" in text
    if form != "json":
        assert "holds (expected: violated)" in text


@pytest.mark.parametrize("form", FORMATS)
def test_a_rule_error_names_its_line(form: str, tmp_path: Path) -> None:
    assert "stack.py:" in outcome("error", tmp_path).render(form)
