"""Mistakes in the scenario files of users, each with its exact message."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.model.written import own

from stackproof.inputs import InputError


def hand(entry: str) -> dict[str, str]:
    return {"anna": f'hand = ["Shock", "{entry}"]'}


@pytest.mark.parametrize(
    "parts,says",
    [
        ({"top": 'titel = "x"'}, 'titel: there is no such key; did you mean "title"?'),
        ({"top": "step = 'mian'"}, 'step: there is no "mian"; did you mean "main"?'),
        ({"top": "active = 'Bem'"}, 'active: no player is called "Bem"; did you mean "Ben"?'),
        (
            {"top": 'cites = ["riple.ability"]'},
            'cites[0]: no rule has the key "riple.ability"; did you mean "ripple.ability"?',
        ),
        (
            {"top": 'editions = ["2016-4"]'},
            'editions[0]: no edition is called "2016-4"; did you mean "2016-04"?',
        ),
        (
            {"top": 'editions = { from = "2016-4" }'},
            'editions.from: no edition is called "2016-4"; did you mean "2016-04"?',
        ),
        (
            {"top": 'editions = { form = "2016-04" }'},
            'editions.form: there is no such key; did you mean "from"?',
        ),
        (
            {"top": 'editions = { from = "2016-04", to = "2002-02" }'},
            'editions: "2016-04" is later than "2002-02"',
        ),
        ({"top": "editions = []"}, "editions: no edition is left"),
        ({"top": "editions = 2016"}, "editions: expected a table or a list, not a whole number"),
        (
            {"top": 'editions = { from = "2006-02" }', **hand("Surging Flame")},
            'editions: "Surging Flame" has ripple, which does not exist in the edition 2006-02',
        ),
        (
            {"top": "until = { step = 'upkeep' }"},
            'until.step: "upkeep" of turn 1 is over when the play starts in "main"',
        ),
        ({"top": "until = { turn = 0 }"}, "until.turn: must be at least 1"),
        ({"top": "options = { hand_size = -1 }"}, "options.hand_size: must be at least 0"),
        (
            {"top": "capacity = { cards = 1 }", **hand("Shock")},
            "capacity.cards: 2 are needed, not 1",
        ),
        (
            {"top": "capacity = { library = 1 }", "anna": 'library = ["3 Island"]'},
            "capacity.library: 3 are needed, not 1",
        ),
        (
            {"top": "capacity = { stak = 1 }"},
            'capacity.stak: there is no such key; did you mean "stack"?',
        ),
        (
            {"anna": 'hnad = ["Shock"]'},
            'player[0].hnad: there is no such key; did you mean "hand"?',
        ),
        ({"anna": "life = 0"}, "player[0].life: must be at least 1"),
        ({"anna": "life = 200"}, "player[0].life: must be at most 127"),
        ({"anna": "mana = 64"}, "player[0].mana: must be at most 63"),
        ({"anna": "hand = 'Shock'"}, "player[0].hand: expected a list, not text"),
        ({"anna": ""}, "player: nobody has a card"),
        (
            hand("Surging Flam"),
            'player[0].hand[1]: no card is called "Surging Flam"; did you mean "Surging Flame"?',
        ),
        (
            hand("surging flame"),
            'player[0].hand[1]: no card is called "surging flame"; did you mean "Surging Flame"?',
        ),
        (hand(""), 'player[0].hand[1]: no card is called ""'),
        (hand("0 Shock"), "player[0].hand[1]: the number of cards must be 1 to 64, not 0"),
        (hand("-1 Shock"), "player[0].hand[1]: the number of cards must be 1 to 64, not -1"),
        (hand("65 Shock"), "player[0].hand[1]: the number of cards must be 1 to 64, not 65"),
        (hand("64 Shock"), "player[0].hand[1]: more than 64 cards in all"),
        (hand("2 Shock @a"), 'player[0].hand[1]: the label "@a" can only stand for one card'),
        (
            {"anna": 'hand = ["Shock @a"]\nlibrary = ["Shock @a"]'},
            'player[0].library[0]: "@a" is also in player[0].hand[0]: a card in two zones',
        ),
        (
            hand("Brain Gorgers"),
            (
                'player[0].hand[1]: "Brain Gorgers" cannot be played with; not '
                "modelled: power, what it does when it is cast"
            ),
        ),
        (
            {"anna": 'battlefield = ["Surging Might"]'},
            (
                'player[0].battlefield[0]: "Surging Might" is an Aura; a '
                "play cannot start with one there"
            ),
        ),
        ({"anna": 'battlefield = ["Shock"]'}, 'player[0].battlefield[0]: "Shock" is no permanent'),
        (
            {"anna": 'hand = ["2 Thrumming Stone"]'},
            'player[0].hand[0]: a second "Thrumming Stone": the legend rule is not modelled',
        ),
        (
            {"anna": 'hand = ["Shock"]\ndeck = ["2 Shock"]'},
            'player[0].deck: the deck has 2 "Shock", but the zones hold 1',
        ),
        (
            {"anna": 'hand = ["Shock"]\ndeck = []'},
            'player[0].deck: the deck has 0 "Shock", but the zones hold 1',
        ),
        (
            {"anna": 'hand = ["Shock"]\ndeck = ["Shok"]'},
            'player[0].deck[0]: no card is called "Shok"; did you mean "Shock"?',
        ),
        (
            {"anna": 'hand = ["Shock"]\ndeck = ["Shock @a"]'},
            "player[0].deck[0]: a deck list has no labels",
        ),
        (
            {"end": "".join(f'[[player]]\nname = "{n}"\n' for n in ("Carl", "Dora", "Ed"))},
            "player: must be at most 4 entries",
        ),
        (
            {"ben": 'hand = ["Shock"]\n[expect]\na = "holds"'},
            'expect.a: there is no "holds"; possible: violated',
        ),
        (
            {"end": '[expect]\na = { violated = ["2016-4"] }'},
            'expect.a.violated[0]: no edition is called "2016-4"; did you mean "2016-04"?',
        ),
        (
            {"end": '[expect]\na = { from = "2016-4" }'},
            'expect.a.from: no edition is called "2016-4"; did you mean "2016-04"?',
        ),
        (
            {"end": '[expect]\na = { violated = [], to = "2016-04" }'},
            'expect.a: either "violated" or "from" and "to"',
        ),
    ],
)
def test_mistakes(tmp_path: Path, parts: dict[str, str], says: str) -> None:
    with pytest.raises(InputError) as error:
        own(tmp_path, **parts)
    assert str(error.value) == f"{tmp_path / 'mine.toml'}: {says}"
