"""Cards: the shipped facts, card files of users, and how they reach the card table."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from tests.model import echo

from stackproof.cards.facts import CardWriter
from stackproof.cards.load import Card, cards, load_cards
from stackproof.game import domains
from stackproof.game.assembly import assemble
from stackproof.game.setup import CardFacts
from stackproof.inputs import InputError
from stackproof.lang.program import Program
from stackproof.lang.readings.views import Views


@pytest.fixture(scope="module")
def program() -> Program:
    return assemble({}).program


def write(program: Program, card: Card, name: int = 1, owner: int = 0) -> dict[str, object]:
    """The card's record, shown by field."""
    record = Views(frozenset()).new(program.record(CardFacts))
    CardWriter(program).write(record, card, name, owner)
    return {field: getattr(record, field) for field in CardFacts.__annotations__} | {"": record}


def own(tmp_path: Path, text: str) -> Card:
    path = tmp_path / "mine.toml"
    path.write_text(f'[[card]]\nname = "Mine"\n{text}', "utf-8")
    return load_cards([path])["Mine"]


def mistake(tmp_path: Path, text: str, *plugins: ModuleType) -> str:
    with pytest.raises(InputError) as error:
        write(assemble({}, plugins=plugins).program, own(tmp_path, text))
    return str(error.value)


def test_all_shipped_cards_fit_the_card_table(program: Program) -> None:
    assert len(cards()) > 40
    for card in cards().values():
        assert write(program, card)["name"] == 1
        assert card.facts.playable or card.facts.omits


def test_the_facts_of_some_cards(program: Program) -> None:
    def number(enumeration: type, name: str) -> int:
        return [m.name for m in program.members(enumeration)].index(name)

    flame = write(program, cards()["Surging Flame"], 7, 1)
    assert (flame["name"], flame["owner"], flame["cost"]) == (7, 1, 2)
    assert flame["type"] == domains.CardType.INSTANT
    assert flame["target"] == domains.TargetKind.ANY
    record = flame[""]
    assert record.effects[0].operation == number(domains.Operation, "damage")  # type: ignore[attr-defined]
    assert record.effects[0].amount == 2  # type: ignore[attr-defined]
    assert record.keywords[0].keyword == number(domains.Keyword, "ripple")  # type: ignore[attr-defined]
    assert record.keywords[0].number == 4  # type: ignore[attr-defined]
    rootwalla = write(program, cards()["Basking Rootwalla"])[""]
    assert rootwalla.has_cost  # type: ignore[attr-defined]
    assert rootwalla.keywords[0].keyword == number(domains.Keyword, "madness")  # type: ignore[attr-defined]
    assert rootwalla.ability.exists  # type: ignore[attr-defined]
    assert rootwalla.ability.once_a_turn  # type: ignore[attr-defined]
    forest = write(program, cards()["Forest"])
    assert not forest["has_cost"]
    assert forest["makes"] == 1
    stone = write(program, cards()["Thrumming Stone"])[""]
    assert stone.grants.number == 4  # type: ignore[attr-defined]
    logic = write(program, cards()["Circular Logic"])[""]
    assert logic.effects[0].operation == number(domains.Operation, ("counter unless"))  # type: ignore[attr-defined]
    assert logic.effects[0].amount == 0  # type: ignore[attr-defined]


def test_a_card_of_ones_own_with_two_instances(tmp_path: Path, program: Program) -> None:
    card = own(
        tmp_path, 'type = "creature"\ncost = 1\ntoughness = 1\nkeywords = { ripple = [2, 3] }'
    )
    assert list(card.keywords()) == [("ripple", 2), ("ripple", 3)]
    record = write(program, card)[""]
    assert [record.keywords[i].number for i in range(2)] == [2, 3]  # type: ignore[attr-defined]
    assert "Surging Flame" in load_cards([])


def test_a_plugged_in_keyword_needs_nothing_but_its_module(tmp_path: Path) -> None:
    text = 'type = "sorcery"\ncost = 1\nkeywords = { echo = 5 }'
    program = assemble({}, plugins=[echo]).program
    record = write(program, own(tmp_path, text))[""]
    assert record.keywords[0].keyword == program.constant(echo.ECHO)  # type: ignore[attr-defined]
    assert record.keywords[0].number == 5  # type: ignore[attr-defined]
    assert mistake(tmp_path, text).endswith(
        "card[0].keywords.echo: there is no such keyword; possible: madness, ripple"
    )


@pytest.mark.parametrize(
    "text,says",
    [
        ('type = "instnat"', '.type: there is no "instnat"; did you mean "instant"?'),
        ("cost = 1", ': the key "type" is missing'),
        ('type = "instant"\ncots = 1', '.cots: there is no such key; did you mean "cost"?'),
        ('type = "instant"\ncost = 64', ".cost: must be at most 63"),
        (
            'type = "instant"\nkeywords = { riple = 4 }',
            '.keywords.riple: there is no such keyword; did you mean "ripple"?',
        ),
        ('type = "instant"\nkeywords = { ripple = 32 }', ".keywords.ripple: must be at most 31"),
        ('type = "instant"\nkeywords = { ripple = [1, 2, 3] }', ".keywords: more than 2 instances"),
        (
            'type = "artifact"\ngrants = { ripple = 4, madness = 1 }',
            ".grants: more than one keyword",
        ),
        (
            'type = "instant"\neffects = [{ do = "darw" }]',
            '.effects[0].do: there is no operation "darw"; did you mean "draw"?',
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", n = 5 }]',
            ".effects[0].n: at most 4 cards are drawn at once",
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", whom = "me" }]',
            '.effects[0].whom: there is no "me"; possible: you, target',
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", whom = "target" }]',
            ".effects[0].whom: the target is no player",
        ),
        (
            'type = "instant"\neffects = [{ do = "counter" }]',
            '.effects[0].do: "counter" needs a target: spell, ability, spell-or-ability',
        ),
        (
            'type = "instant"\neffects = [{ do = "boost", n = 1 }]',
            ".effects[0].do: only the ability of a permanent boosts it",
        ),
        (
            'type = "instant"\neffects = [{do="draw"},{do="draw"},{do="draw"},{do="draw"}]',
            ".effects: more than 3 lines",
        ),
        ('type = "land"\ncost = 0', ".cost: a land has no mana cost"),
        ('type = "aura"\ncost = 1', '.target: an Aura has the target "creature" or "permanent"'),
        ('type = "creature"', ".toughness: a creature has a toughness of at least 1 here"),
        (
            'type = "artifact"\neffects = [{ do = "draw" }]',
            ".effects: a permanent spell has no effects; its ability has",
        ),
        (
            'type = "artifact"\ntarget = "player"',
            ".target: only an instant, a sorcery or an Aura has a target",
        ),
        ('type = "instant"\ntax = 1', ".tax: only a permanent has this"),
        (
            'type = "instant"\nability = { mana = 1, effects = [] }',
            ".ability: only a permanent has an ability",
        ),
        (
            'type = "artifact"\nability = { effects = [] }',
            ".ability: an ability without any cost could be used for ever",
        ),
        (
            'type = "artifact"\nmakes = 1\nability = { taps = true, effects = [] }',
            ".ability: a permanent that makes mana cannot tap otherwise",
        ),
        (
            'type = "artifact"\nability = { mana = 1, effects = [{ do = "damage", n = 1 }] }',
            '.ability.effects[0].do: "damage" needs a target: player, opponent, creature, any',
        ),
        ('type = "instant"\nsince = "June"', '.since: must be a month such as "2006-07"'),
    ],
)
def test_mistakes(tmp_path: Path, text: str, says: str) -> None:
    assert mistake(tmp_path, text) == f"{tmp_path / 'mine.toml'}: card[0]{says}"


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\nname = "Shock"\ntype = "instant"\n', "utf-8")
    with pytest.raises(
        InputError, match=re.escape('name: "Shock" is also the card in answers.toml: card[')
    ):
        load_cards([path])
