"""What ends a command besides a verdict."""

from __future__ import annotations

import sys

import pytest

from stackproof.cli import cli, main
from stackproof.prove.replaying import Mismatch


def test_where_the_readings_disagree_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def disagree(**_: object) -> None:
        raise Mismatch("some-law: CPython does not see it fail")

    monkeypatch.setattr(cli, "main", disagree)
    monkeypatch.setattr(sys, "argv", ["stackproof", "prove"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("some-law: CPython does not see it fail")
