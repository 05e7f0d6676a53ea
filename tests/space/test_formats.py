"""A state space in every form is the same graph, read back by the programs that it is for."""

from __future__ import annotations

import io
import json
import re
import resource
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import pyarrow.parquet as pq
import pytest

from stackproof.editions.load import edition
from stackproof.explore.model import Limits
from stackproof.inputs import InputError
from stackproof.scenarios.load import load_scenario
from stackproof.space.formats import TEXTS, write_parquet
from stackproof.space.graphs import state_label
from stackproof.space.space import StateSpace, explored


@cache
def space() -> StateSpace:
    return explored(load_scenario("madness-stifled"), edition("2026-01"))


@cache
def rows() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    states, transitions = space().to_arrow()
    return states.to_pylist(), transitions.to_pylist()


def written(form: str) -> io.BytesIO:
    out = io.BytesIO()
    TEXTS[form](space(), out)
    out.seek(0)
    return out


def test_json_has_the_rows_of_the_tables() -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    document = json.loads(written("json").getvalue(), object_pairs_hook=once)
    states, transitions = document.pop("states"), document.pop("transitions")
    assert (states, transitions) == rows()
    assert document == space().about
    assert document["schema"] == 1
    assert (document["state_count"], document["transition_count"]) == (482, 585)


def test_parquet_has_the_rows_of_the_tables(tmp_path: Path) -> None:
    write_parquet(space(), tmp_path / "new" / "folder")
    for name, told in zip(("states", "transitions"), rows(), strict=True):
        table = pq.read_table(tmp_path / "new" / "folder" / f"{name}.parquet")
        assert table.to_pylist() == told
        assert json.loads(table.schema.metadata[b"stackproof"]) == space().about
    assert {path.name for path in (tmp_path / "new" / "folder").iterdir()} == {
        "states.parquet", "transitions.parquet",
    }  # fmt: skip


def edges(graph: Any) -> set[tuple[int, int, str]]:
    return {(u, v, data["text"]) for u, v, data in graph.edges(data=True)}


def test_a_networkx_graph_has_the_same_edges_and_attributes() -> None:
    graph, (states, transitions) = space().to_networkx(), rows()
    assert len(graph) == len(states)
    assert edges(graph) == {(r["source"], r["target"], r["text"]) for r in transitions}
    assert sorted(key for *_, key in graph.edges(keys=True)) == list(range(len(transitions)))
    assert nx.single_source_shortest_path_length(graph, 0) == {r["id"]: r["depth"] for r in states}
    assert graph.nodes[0]["stack_size"] == 0
    assert "turn = 1" in graph.graph["always"]
    assert "turn" not in graph.nodes[0]
    for row in states:
        node = graph.nodes[row["id"]]
        assert node["label"] == state_label(row)
        assert (node["depth"], node["decision"]) == (row["depth"], row["decision"])
        sources = " | ".join(one["source"] for one in row["stack"])
        assert node.get("stack_source", "") == sources
        assert ("resolving_kind" in node) == (row["resolving"] is not None)


def test_graphml_is_read_back_as_the_same_graph() -> None:
    graph = space().to_networkx()
    again = nx.read_graphml(written("graphml"), node_type=int, force_multigraph=True)
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert edges(again) == edges(graph)
    ids = re.findall(r'<edge [^>]*id="(\d+)"', written("graphml").getvalue().decode())
    assert len(set(ids)) == len(ids) == graph.number_of_edges()


def test_dot_has_a_line_for_each_node_and_edge() -> None:
    lines = written("dot").getvalue().decode().splitlines()
    assert (lines[0], lines[-1]) == ("digraph plays {", "}")
    label = r'\[label="((?:[^"\\]|\\.)*)"(?:, \w+=\w+)*\];'
    nodes = [m for line in lines if (m := re.fullmatch(rf"  (\d+) {label}", line))]
    arrows = [m for line in lines if (m := re.fullmatch(rf"  (\d+) -> (\d+) {label}", line))]
    assert len(nodes) + len(arrows) + 3 == len(lines)
    states, transitions = rows()
    assert [int(m[1]) for m in nodes] == [row["id"] for row in states]
    assert [(int(m[1]), int(m[2]), m[3]) for m in arrows] == [
        (row["source"], row["target"], row["text"]) for row in transitions
    ]
    assert sum("color=red" in line for line in lines) == sum(
        bool(row["violates"]) for row in [*states, *transitions]
    )


def test_a_graph_that_is_too_large_for_networkx_is_refused() -> None:
    with pytest.raises(InputError, match="more than 100 states are too many"):
        space().to_networkx(most=100)


def test_a_limited_graph_is_marked_in_every_form(tmp_path: Path) -> None:
    part = explored(load_scenario("madness-stifled"), edition("2026-01"), Limits(max_states=50))
    out = io.BytesIO()
    TEXTS["json"](part, out)
    assert json.loads(out.getvalue())["complete"] is False
    graph = part.to_networkx()
    assert graph.graph["complete"] is False
    assert not all(expanded for _, expanded in graph.nodes(data="expanded"))
    write_parquet(part, tmp_path)
    assert json.loads(pq.read_schema(tmp_path / "states.parquet").metadata[b"stackproof"])["reason"]


@pytest.mark.deep
def test_a_million_states_are_written_piece_by_piece(tmp_path: Path) -> None:
    large = explored(load_scenario("bench-stack"), edition("2026-01"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    write_parquet(large, tmp_path)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert pq.read_metadata(tmp_path / "states.parquet").num_rows == 1_823_105
    assert pq.read_metadata(tmp_path / "transitions.parquet").num_rows == 2_619_389
    assert (after - before) << 10 < 500 << 20
