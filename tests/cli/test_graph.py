"""``stackproof graph`` as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pyarrow.parquet as pq
import pytest
from tests.cli.running import run

from stackproof.cli import main


def test_it_writes_graphml_to_the_screen_and_a_summary_beside_it(tmp_path: Path) -> None:
    done = run("graph", "madness-stifled")
    assert done.code == 0
    assert done.err == "madness-stifled (2026-01): 482 states, 585 transitions; complete\n"
    file = tmp_path / "plays.graphml"
    file.write_text(done.out)
    assert len(nx.read_graphml(file)) == 482


def test_a_file_has_what_the_screen_would_show(tmp_path: Path) -> None:
    arguments = ("graph", "madness-stifled", "--edition", "2003-07", "--format", "dot")
    assert run(*arguments, "-o", str(tmp_path / "plays")).code == 0
    assert (tmp_path / "plays").read_text() == run(*arguments).out
    assert [path.name for path in tmp_path.iterdir()] == ["plays"]


@pytest.mark.parametrize("form", ["json", "dot"])
def test_who_reads_may_stop_reading(form: str) -> None:
    """As ``head`` does: the command ends without a complaint."""
    command = [sys.executable, "-m", "stackproof", "graph", "madness-respond", "--format", form]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writer:
        assert writer.stdout
        assert writer.stderr
        writer.stdout.readline()
        writer.stdout.close()
        told = b"madness-respond (2026-01): 1,226 states, 1,548 transitions; complete\n"
        assert (writer.stderr.read(), writer.wait(60)) == (told, 0)


def test_parquet_goes_into_a_folder(tmp_path: Path) -> None:
    done = run("graph", "madness-stifled", "--format", "parquet", "-o", str(tmp_path / "plays"))
    assert done.code == 0, done.err
    assert pq.read_table(tmp_path / "plays" / "states.parquet").num_rows == 482
    assert pq.read_table(tmp_path / "plays" / "transitions.parquet").num_rows == 585


def test_a_graph_that_a_limit_stopped_is_marked_and_the_code_is_3() -> None:
    done = run("graph", "madness-stifled", "--max-states", "100", "--format", "json")
    assert done.code == 3
    assert "not complete: limit on states" in done.err
    document = json.loads(done.out)
    assert (document["complete"], document["reason"]) == (False, "states")


SMALL = """
title = "Too small"
editions = ["2026-01"]
capacity = { stack = 2 }
[[player]]
name = "Anna"
mana = 2
hand = ["Surging Flame"]
library = ["Surging Flame", "Surging Flame"]
[[player]]
name = "Ben"
"""


def test_rule_errors_are_edges_and_the_code_is_3(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    done = run("graph", "small.toml", "--format", "json", cwd=tmp_path)
    assert done.code == 3
    rows = json.loads(done.out)["transitions"]
    broken = [row for row in rows if row["error"]]
    assert f"not complete: {len(broken)} rule errors" in done.err
    assert {row["target"] for row in broken} == {None}
    assert all("stack.py:" in row["error"] for row in broken)
    done = run("graph", "small.toml", cwd=tmp_path)
    graph = nx.parse_graphml(done.out, force_multigraph=True)
    assert graph.in_degree("rule error") == len(broken) > 0


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["madness-stifed"], 'no scenario is called "madness-stifed"; did you mean'),
        (["nowhere.toml"], "nowhere.toml: no such file"),
        (["madness-stifled", "--edition", "2026-02"], 'no edition is called "2026-02"'),
        (["madness-stifled", "--edition", "2002-02"], "editions: played from 2003-07"),
        (["madness-stifled", "--format", "parquet"], "name a folder with -o"),
        (["madness-stifled", "--format", "svg"], "'svg' is not one of"),
        (["madness-stifled", "--max-states", "0"], "--max-states"),
        (["madness-stifled", "-o", "nowhere/plays.graphml"], "cannot write nowhere/plays.graphml"),
        (["madness-stifled", "--format", "parquet", "-o", __file__], "cannot write"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_the_code_is_2(
    arguments: list[str], told: str, tmp_path: Path
) -> None:
    done = run("graph", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert told in done.err.splitlines()[-1]
    assert done.out == ""
    assert not [*tmp_path.iterdir()]


def test_without_pyarrow_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(sys, "argv", ["stackproof", "graph", "madness-stifled"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        'stackproof: pyarrow is missing: pip install "stackproof[graph]"\n'
    )
