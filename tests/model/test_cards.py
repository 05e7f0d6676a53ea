"""Cards: the shipped facts, card files of users, and how they reach the card table."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.model import echo

from stackproof.cards.facts import CardWriter
from stackproof.cards.load import Card, cards, load_cards
from stackproof.game import domains
from stackproof.game.assembly import assemble
from stackproof.game.setup import CardFacts
from stackproof.inputs import InputError
from stackproof.lang.declare import NONE
from stackproof.lang.program import Program
from stackproof.lang.readings.views import Views


@pytest.fixture(scope="module")
def program() -> Program:
    return assemble({}).program


def write(program: Program, card: Card, owner: int = 0) -> Any:
    """The card's record."""
    record = Views(frozenset()).new(program.record(CardFacts))
    CardWriter(program).write(record, card, owner)
    return record


def own(tmp_path: Path, text: str) -> Card:
    path = tmp_path / "mine.toml"
    path.write_text(f'[[card]]\nname = "Mine"\n{text}', "utf-8")
    return load_cards([path])["Mine"]


def mistake(tmp_path: Path, text: str, *plugins: ModuleType) -> str:
    with pytest.raises(InputError) as error:
        write(assemble({}, plugins=plugins).program, own(tmp_path, text))
    return str(error.value)


def test_all_shipped_cards_fit_the_card_table() -> None:
    assert len(cards()) > 150
    large = assemble({"statics": 4, "effects": 8, "keywords": 8}).program
    for card in cards().values():
        writer = CardWriter(large)
        record = Views(frozenset()).new(large.record(CardFacts))
        writer.write(record, card, 0)
        for face in range(len(card.faces)):
            writer.write_face(record, card, face, 0, 0)
        assert card.facts.playable or card.facts.omits


def test_the_facts_of_some_cards(program: Program) -> None:
    def number(enumeration: type, name: str) -> int:
        return [m.name for m in program.members(enumeration)].index(name)

    flame = write(program, cards()["Surging Flame"], 1)
    spell = flame.parts[domains.Part.SPELL]
    assert (flame.name, flame.owner, spell.mana, flame.front) == (1, 1, 2, NONE)
    assert flame.type == domains.CardType.INSTANT
    assert spell.target == domains.TargetKind.ANY
    assert spell.effects[0].operation == number(domains.Operation, "damage")
    assert spell.effects[0].amount == 2
    assert flame.keywords[0].keyword == number(domains.Keyword, "ripple")
    assert flame.keywords[0].number == 4
    rootwalla = write(program, cards()["Basking Rootwalla"])
    ability = rootwalla.parts[domains.Part.ABILITY]
    assert rootwalla.has_cost
    assert rootwalla.keywords[0].keyword == number(domains.Keyword, "madness")
    assert ability.exists
    assert ability.once_a_turn
    forest = write(program, cards()["Forest"])
    assert not forest.has_cost
    assert forest.makes == 1
    stone = write(program, cards()["Thrumming Stone"]).statics[0]
    assert stone.number == 4
    assert stone.static == number(domains.Static, "grant to spells")
    assert stone.keyword == number(domains.Keyword, "ripple")
    assert stone.whose == domains.Whose.YOU
    logic = write(program, cards()["Circular Logic"]).parts[domains.Part.SPELL].effects[0]
    assert logic.operation == number(domains.Operation, "counter unless")
    assert logic.counting == domains.Counting.GRAVEYARD


def test_a_card_of_ones_own_with_two_instances(tmp_path: Path, program: Program) -> None:
    card = own(
        tmp_path, 'type = "creature"\ncost = 1\ntoughness = 1\nkeywords = { ripple = [2, 3] }'
    )
    assert list(card.keywords()) == [("ripple", 2), ("ripple", 3)]
    record = write(program, card)
    assert [record.keywords[i].number for i in range(2)] == [2, 3]
    assert "Surging Flame" in load_cards([])


def test_a_plugged_in_keyword_needs_nothing_but_its_module(tmp_path: Path) -> None:
    text = 'type = "sorcery"\ncost = 1\nkeywords = { echo = 5 }'
    program = assemble({}, plugins=[echo]).program
    record = write(program, own(tmp_path, text))
    assert record.keywords[0].keyword == program.constant(echo.ECHO)
    assert record.keywords[0].number == 5
    assert mistake(tmp_path, text).endswith(
        "card[0].keywords.echo: there is no such keyword; possible: flashback, madness, ripple"
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
            'type = "instant"\neffects = [{ do = "darw" }]',
            '.effects[0].do: there is no operation "darw"; did you mean "draw"?',
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", n = 5 }]',
            ".effects[0].n: at most 4 cards are drawn at once",
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", whom = "me" }]',
            (
                '.effects[0].whom: there is no "me"; possible: you, target, event, each-player, '
                "each-opponent"
            ),
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
        ('type = "instant"\nmakes = 1', ".makes: only a permanent has this"),
        (
            'type = "instant"\nstatics = [{ is = "tax", n = 1 }]',
            ".statics: only a permanent has this",
        ),
        (
            'type = "instant"\nability = { mana = 1, effects = [] }',
            ".ability: only a permanent has an ability, or a card in hand discards_itself",
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
        (
            'type = "artifact"\nstatics = [{ is = "taxes" }]',
            '.statics[0].is: there is no static ability "taxes"; did you mean "tax"?',
        ),
        (
            'type = "artifact"\nstatics = [{ is = "grant-to-spells" }]',
            '.statics[0]: the key "keyword" is missing',
        ),
        (
            'type = "artifact"\nstatics = [{ is = "tax", keyword = "ripple" }]',
            '.statics[0]: the key "keyword" is only for abilities that grant one',
        ),
        (
            'type = "artifact"\nstatics = [{ is = "grant-to-spells", keyword = "riple" }]',
            '.statics[0].keyword: there is no such keyword; did you mean "ripple"?',
        ),
        (
            'type = "artifact"\nstatics = [{ is = "tax", whose = "me" }]',
            '.statics[0].whose: there is no "me"; possible: anyone, you, opponents',
        ),
        (
            'type = "artifact"\nstatics = [{ is = "tax" }, { is = "tax" }]',
            ".statics: more than 1 statics",
        ),
        (
            'type = "artifact"\nwatch = { event = "discrad", effects = [] }',
            '.watch.event: there is no "discrad"; did you mean "discard"?',
        ),
        (
            'type = "instant"\nwatch = { event = "discard", effects = [] }',
            ".watch: only a permanent has this",
        ),
        (
            'type = "instant"\nwatch = { event = "cycled", effects = [] }',
            ".watch.event: the card has no ability that discards_itself",
        ),
        (
            'type = "artifact"\nwatch = { event = "discard", value = 2, effects = [] }',
            '.watch.value: only the event "cast" has this',
        ),
        (
            'type = "artifact"\nwatch = { event = "cast", if_keyword = "ripple", effects = [] }',
            '.watch.if_keyword: only the event "discard" has this',
        ),
        (
            'type = "artifact"\nwatch = { event = "cast", effects = [{ do = "boost" }] }',
            ".watch.effects[0].do: only the ability of a permanent boosts it",
        ),
        (
            (
                'type = "artifact"\nwatch = { event = "discards", effects = [{ do = "damage", '
                'n = 1, whom = "event" }] }'
            ),
            ".watch.effects[0].whom: there is no event about a card here",
        ),
        (
            (
                'type = "artifact"\nwatch = { event = "discard", effects = '
                '[{ do = "counter-the-spell" }] }'
            ),
            '.watch.effects[0].do: "counter-the-spell" is about the event "cast" of a watch',
        ),
        (
            (
                'type = "artifact"\nwatch = { event = "exiled", effects = '
                '[{ do = "draw", count = "x" }] }'
            ),
            '.watch.effects[0].count: only the events "cast" and "discards" have a number',
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", whom = "event" }]',
            ".effects[0].whom: there is no event about a card here",
        ),
        (
            'type = "instant"\neffects = [{ do = "discount", whom = "each-player" }]',
            ".effects[0].whom: only these concern several players: discard, damage, draw, mill",
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", n = 1, kicked = true }]',
            ".effects[0].kicked: the card has no kicker",
        ),
        (
            'type = "instant"\neffects = [{ do = "draw", count = "x" }]',
            ".effects[0].count: no cost of the card has X in it",
        ),
        (
            'type = "instant"\neffects = [{ do = "mill", count = "graveyard" }]',
            ".effects[0].count: at most 4 cards can be counted here",
        ),
        (
            'type = "instant"\neffects = [{ do = "mill", n = 5 }]',
            ".effects[0].n: at most 4 cards are milled at once",
        ),
        (
            'type = "instant"\ntarget = "spell"\neffects = [{ do = "bury-exiled" }]',
            '.effects[0].do: "bury-exiled" needs a target: exiled-card',
        ),
        ('type = "instant"\nx = true', ".x: a card without a mana cost has no X in it"),
        ('type = "instant"\nkeyword_x = true', ".keyword_x: the card has no keyword"),
        (
            'type = "instant"\nsacrifices = "goblin"',
            (
                '.sacrifices: there is no "goblin"; possible: land, creature, artifact, '
                "enchantment, aura, instant, sorcery"
            ),
        ),
        (
            'type = "artifact"\nability = { discards_itself = true, taps = true, effects = [] }',
            ".ability.discards_itself: it costs no more than mana, life or a sacrifice",
        ),
        ('type = "land"\nmills = true', ".mills: only a permanent that makes one mana mills by it"),
        (
            'type = "instant"\nboth_names = true',
            '.both_names: a split card is called "A // B" and has one further face, B',
        ),
        (
            'type = "instant"\nfaces = [{ name = "Run", type = "instant" }]',
            ".faces[0].cost: a face that is cast has a mana cost",
        ),
        (
            'type = "instant"\nfaces = [{ name = "Run", type = "instnat", cost = 1 }]',
            '.faces[0].type: there is no "instnat"; did you mean "instant"?',
        ),
        (
            'type = "land"\nfaces = [{ name = "Run", type = "instant", cost = 1 }]',
            ".faces[0].type: a land is not cast, so it is no face here",
        ),
        (
            'type = "instant"\nfaces = [{ name = "Mine", type = "instant", cost = 1 }]',
            ".faces[0].name: the card itself is called so",
        ),
        (
            'type = "instant"\nsame_name_as = "Shok"',
            '.same_name_as: no card of a name of its own is called "Shok"; did you mean "Shock"?',
        ),
        ('type = "instant"\nsince = "June"', '.since: must be a month such as "2006-07"'),
    ],
)
def test_mistakes(tmp_path: Path, text: str, says: str) -> None:
    assert mistake(tmp_path, text) == f"{tmp_path / 'mine.toml'}: card[0]{says}"


def test_names_of_faces_and_printings(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[card]]\nname = "Jolt"\ntype = "instant"\ncost = 1\nsame_name_as = "Shock"\n'
        '[[card]]\nname = "Cloaked"\ntype = "creature"\ncost = 4\ntoughness = 2\n'
        'faces = [{ name = "", type = "creature", cost = 3, toughness = 2 }]\n',
        "utf-8",
    )
    known = load_cards([path])
    program = assemble({}).program
    writer = CardWriter(program)

    def record(name: str, face: int | None = None) -> Any:
        written = Views(frozenset()).new(program.record(CardFacts))
        if face is None:
            writer.write(written, known[name], 1)
        else:
            writer.write_face(written, known[name], face, 1, 5)
        return written

    assert record("Jolt").name == record("Shock").name != record("Grizzly Bears").name
    split, half = record("Hit // Run"), record("Hit // Run", 0)
    assert split.other_name == half.name != split.name
    assert (split.front, half.front, half.owner) == (NONE, 5, 1)
    assert known["Hit // Run"].faces == ("Run",)
    assert known["Cloaked"].faces == ("face-down Cloaked",)
    assert record("Cloaked", 0).name == 0
    adventurer = record("Merfolk Secretkeeper")
    assert adventurer.other_name == 0
    assert adventurer.name != record("Merfolk Secretkeeper", 0).name


def test_a_name_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[[card]]\nname = "Shock"\ntype = "instant"\n', "utf-8")
    with pytest.raises(
        InputError, match=re.escape('name: "Shock" is also the card in answers.toml: card[')
    ):
        load_cards([path])
