"""What a game is played with: the card table, the edition's switches and the limits."""

from __future__ import annotations

from ..lang.declare import Array, Record
from .domains import (
    KEYWORDS,
    NO_KEYWORD,
    Amount,
    Card,
    CardType,
    EffectPlace,
    Keyword,
    KeywordPlace,
    Mana,
    Name,
    Operation,
    Seat,
    SeatCount,
    TargetKind,
    Turn,
    TurnStep,
    Whom,
)


class Effect(Record):
    """One line of a card's effect."""

    operation: Operation
    amount: Amount
    whom: Whom


class KeywordInstance(Record):
    """One instance of a keyword with its number, such as ripple 4 or madness with cost 1."""

    keyword: Keyword
    number: Amount


class Ability(Record):
    """An activated ability of a permanent: costs, target and effects."""

    exists: bool
    mana: Mana
    discards: Amount
    taps: bool
    once_a_turn: bool
    target: TargetKind
    effects: Array[EffectPlace, Effect]


class CardFacts(Record):
    """What is printed on a card. ``has_cost`` is false for a card without mana cost (CR 118.6).

    ``discards`` is the additional cost of discarding that many cards, ``makes`` the mana that the
    permanent makes when tapped, ``grants`` the keyword that spells of its controller have,
    ``tax`` what every spell costs more, ``boost`` what an Aura adds to toughness.
    """

    name: Name
    owner: Seat
    type: CardType
    has_cost: bool
    cost: Mana
    discards: Amount
    target: TargetKind
    effects: Array[EffectPlace, Effect]
    keywords: Array[KeywordPlace, KeywordInstance]
    toughness: Amount
    boost: Amount
    makes: Amount
    tax: Amount
    grants: KeywordInstance
    ability: Ability


class Setup(Record, frozen=True):
    """A game: who plays with what under which edition, and where the play is cut off.

    ``last_turn`` and ``last_step`` bound the play: it ends when that step of that turn ends.
    ``floats`` allows mana abilities whenever a player has priority, not only while paying.
    """

    cards: Array[Card, CardFacts]
    seats: SeatCount
    hand_size: Amount
    last_turn: Turn
    last_step: TurnStep
    floats: bool
    madness_window: bool
    madness_optional: bool
    window_closes_at_once: bool
    mana_burn: bool
    mana_lasts_for_phase: bool


def number_of(setup: Setup, card: Card, keyword: Keyword) -> Amount:
    """The number of the card's first instance of a keyword; 0 where it has none."""
    for i in range(KEYWORDS):
        if setup.cards[card].keywords[i].keyword == keyword:
            return setup.cards[card].keywords[i].number
    return 0


def has_keyword(setup: Setup, card: Card, keyword: Keyword) -> bool:
    """Whether a keyword is printed on the card."""
    for i in range(KEYWORDS):
        if setup.cards[card].keywords[i].keyword == keyword:
            return keyword != NO_KEYWORD
    return False


def is_permanent(setup: Setup, card: Card) -> bool:
    """Whether the spell becomes a permanent when it resolves (CR 608.3)."""
    kind = setup.cards[card].type
    return kind != CardType.INSTANT and kind != CardType.SORCERY
