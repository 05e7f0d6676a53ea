"""However a trace is changed, it is played or refused in one line: never a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.trace.plays import PLACE, data, read

from stackproof.inputs import InputError
from stackproof.trace import itf
from stackproof.trace.file import encode
from stackproof.trace.replay import as_itf, load, replay

ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 300), st.floats(allow_nan=False), st.text(max_size=9),
    st.just([]), st.just({}), st.sampled_from(["Anna", "Ben", "Stifle", "pass", "yes", "order"]),
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside JSON data: what holds it, and its key or index."""
    found: list[tuple[Any, Any]] = []
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


def change(draw: st.DataObject, document: Any) -> None:
    holder, key = draw.draw(st.sampled_from(places(document)), label="place")
    kind = draw.draw(st.sampled_from(["put", "drop", "double", "swap"]), label="how")
    if kind == "put":
        holder[key] = draw.draw(ODD)
    elif kind == "drop":
        del holder[key]
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, holder[key])
    else:
        other, at = draw.draw(st.sampled_from(places(document)), label="other")
        if key in holder if isinstance(holder, dict) else key < len(holder):
            holder[key] = json.loads(json.dumps(other[at]))


def attempt(document: Any) -> None:
    try:
        if itf.is_itf(document):
            document = itf.read(document, PLACE)
        replay(read(document), PLACE)
    except InputError as error:
        text = str(error)
        assert text.startswith("trace.json"), text
        assert "\n" not in text


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_changed_traces(draw: st.DataObject) -> None:
    document = data()
    if draw.draw(st.booleans(), label="without its hash"):
        del document["hash"]
    for _ in range(draw.draw(st.integers(1, 3))):
        if isinstance(document, dict) and document:
            change(draw, document)
    attempt(document)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_changed_itf(draw: st.DataObject) -> None:
    document = json.loads(as_itf(read(data()), PLACE))
    change(draw, document)
    attempt(document)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_files_that_are_cut_off_or_damaged(tmp_path_factory: Any, draw: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.json"
    text = encode(read(data())).encode()
    place = draw.draw(st.integers(0, len(text) - 2), label="place")
    if draw.draw(st.booleans(), label="cut off"):
        path.write_bytes(text[:place])
        with pytest.raises(InputError) as caught:
            load(path)
        assert "\n" not in str(caught.value)
        return
    path.write_bytes(text[:place] + draw.draw(st.binary(max_size=3)) + text[place + 1 :])
    told = ""
    try:
        replay(*load(path))
    except InputError as error:
        told = str(error)
    assert "\n" not in told


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40))
@example("\ud800")
def test_any_text_as_a_name(text: str) -> None:
    document = data()
    document["steps"][0]["card"] = text
    attempt(document)
