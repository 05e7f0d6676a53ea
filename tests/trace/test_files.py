"""Trace files: what is in them, and one clear line about whatever is wrong with one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from tests.cli.running import run
from tests.model.written import own
from tests.trace.plays import PLACE, STIFLED, data, read, trace, write

from stackproof import check as checking
from stackproof.editions.load import edition
from stackproof.inputs import InputError
from stackproof.scenarios.entries import Capacity
from stackproof.scenarios.load import scenarios
from stackproof.trace import schema
from stackproof.trace.file import encode
from stackproof.trace.record import cards_in, setup_of, trace_of
from stackproof.trace.replay import load, replay

PUBLISHED = Path(str(schema.__file__)).with_suffix(".json")


def test_the_published_schema_is_that_of_the_file() -> None:
    assert json.loads(PUBLISHED.read_text("utf-8")) == schema.schema(), (
        "python -m stackproof.trace.schema > proofs/stackproof/trace/schema.json"
    )


def test_a_trace_follows_the_schema_and_is_read_back() -> None:
    document = data()
    jsonschema.validate(document, json.loads(PUBLISHED.read_text("utf-8")))
    assert read(document) == trace(*STIFLED)
    document["steps"][0]["verb"] = "cheat"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema.schema())


def test_a_trace_holds_everything_that_is_needed_to_play_it_again() -> None:
    document = data()
    assert (document["scenario"], document["edition"]) == ("madness-stifled", "2026-01")
    assert document["law"]["id"] == "madness-exile-ends-always"
    assert document["law"]["step"] == len(document["steps"]) == 7
    assert {card["name"] for card in document["cards"]} == {
        "Fiery Temper", "Forest", "Wild Mongrel", "Stifle",
    }  # fmt: skip
    assert document["steps"][1]["happens"][1] == {
        "text": "Fiery Temper is exiled instead",
        "rule": "702.35a",
    }
    document["scenario"] = "of which nobody knows"
    assert replay(read(document), PLACE).same


@pytest.mark.parametrize("name", scenarios())
def test_every_scenario_begins_from_a_trace_as_from_its_file(name: str) -> None:
    scenario = scenarios()[name]
    blank = trace(*STIFLED)
    sizes = {key: scenario.capacities[key] for key in Capacity.__struct_fields__}
    facts = [card.facts for card in cards_in(scenario)]
    again = msgspec.structs.replace(
        blank, scenario=name, setup=setup_of(scenario, Capacity(**sizes)), cards=facts, hash=""
    )
    begun = again.begun(PLACE)
    for field in ("players", "active", "step", "last_turn", "last_step", "options", "card_names"):
        assert getattr(begun, field) == getattr(scenario, field), field
    assert [c.card.facts for c in begun.cards] == [c.card.facts for c in scenario.cards]
    assert begun.capacities == scenario.capacities


def changed(change: Callable[[Any], object]) -> Any:
    document = data()
    change(document)
    return document


MISTAKES: list[tuple[Callable[[Any], object], str]] = [
    (lambda d: d.pop("format"), 'format: this is no trace: "stackproof-trace" is expected'),
    (lambda d: d.update(version=2), "version: traces of version 1 can be read, not 2"),
    (lambda d: d.pop("steps"), 'the key "steps" is missing'),
    (lambda d: d.update(edition="2026-02"), 'edition: no edition is called "2026-02"; did you'),
    (lambda d: d["law"].update(id="madness-exile-ends-allways"),
     'law.id: there is no law "madness-exile-ends-allways" for traces; did you mean '
     '"madness-exile-ends-always"?'),
    (lambda d: d["law"].update(step=8), "law.step: there are 7 steps, not 8"),
    (lambda d: d["law"].update(loop=7), "law.loop: the play has no step left to go round with"),
    (lambda d: d["law"].update(choice=3), "law.choice: the law has no member 3"),
    (lambda d: d["setup"]["player"][0].update(mana=5),
     'hash: "setup" or "cards" were changed since; leave the key out to play with the change'),
    (lambda d: (d.pop("hash"), d["setup"]["player"][0]["hand"].append("Fiery Tempe")),
     'setup.player[0].hand[2]: no card is called "Fiery Tempe"; did you mean "Fiery Temper"?'),
    (lambda d: (d.pop("hash"), d["cards"][0].update(keywords={"maddness": 1})),
     'cards[0].keywords.maddness: there is no such keyword; did you mean "madness"?'),
    (lambda d: d["steps"][0].update(verb="activat"),
     'steps[0].verb: there is no "activat"; did you mean "activate"?'),
    (lambda d: d["steps"][0].update(card="Wild Mongrl"),
     'steps[0].card: no card is called "Wild Mongrl"; did you mean "Wild Mongrel"?'),
    (lambda d: d["steps"][0].update(player="Hanna"),
     'steps[0].player: no player is called "Hanna"; did you mean "Anna"?'),
    (lambda d: d["steps"][0].pop("card"), 'steps[0]: the key "card" is missing: activate what?'),
    (lambda d: d["steps"][2].update(card="Forest"), 'steps[2].card: the verb "pass" has no card'),
    (lambda d: d["steps"][0].update(crad="Forest"),
     'steps[0].crad: there is no such key; did you mean "card"?'),
    (lambda d: d["steps"].insert(0, 5), "steps[0]: expected a table, not a whole number"),
]  # fmt: skip


@pytest.mark.parametrize("change, message", MISTAKES, ids=[text[:40] for _, text in MISTAKES])
def test_a_mistake_is_one_line_with_the_file_the_key_and_the_nearest_name(
    change: Callable[[Any], object], message: str, tmp_path: Path
) -> None:
    path = write(changed(change), tmp_path)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        replay(*load(path))
    assert str(caught.value).startswith(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text, message",
    [
        ('{"format": "stackproof-trace",\n "version"', "it ends too early, in line 2"),
        ("play: 1", "not valid JSON: "),
        ("[" * 100_000, "not JSON that can be read: nested too deeply"),
        ("[1, 2]", "format: this is no trace"),
        ('{"states": [], "vars": []}', "#meta\".stackproof: missing: this ITF trace is of another"),
        ('{"schema": 1, "results": []}', "format: this is no trace"),
    ],
)  # fmt: skip
def test_a_truncated_or_foreign_file_is_bad_input(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    path.write_text(text, "utf-8")
    done = run("replay", str(path))
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_trace_of_a_card_of_ones_own_needs_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[[card]]\nname = "Toy Temper"\ntype = "instant"\ncost = 3\nkeywords = { madness = 1 }\n'
    )
    scenario = own(
        tmp_path,
        top='cards = ["cards.toml"]',
        anna='mana = 2\nhand = ["Toy Temper"]\nbattlefield = ["Wild Mongrel"]',
        ben='mana = 1\nhand = ["Stifle"]',
    )
    plan = {scenario.id: [edition("2026-01")]}
    (result,) = checking.check([scenario], plan, ["madness-exile-ends-always"]).results
    document = json.loads(encode(trace_of(result, scenario)))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    path = write(document, folder)
    for file in (tmp_path / "mine.toml", tmp_path / "cards.toml"):
        file.unlink()
    assert replay(*load(path)).same
