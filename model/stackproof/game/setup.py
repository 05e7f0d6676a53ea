"""What a game is played with: the card table, the edition's switches and the limits."""

from __future__ import annotations

from ..lang.declare import NONE, Array, Record
from .domains import (
    KEYWORDS,
    NO_KEYWORD,
    Amount,
    Card,
    CardType,
    Counting,
    EffectPlace,
    Keyword,
    KeywordPlace,
    Mana,
    MaybeCard,
    Name,
    Operation,
    Part,
    PartPlace,
    Seat,
    SeatCount,
    Static,
    StaticPlace,
    TargetKind,
    Turn,
    TurnStep,
    Watched,
    Whom,
    Whose,
)


class Effect(Record):
    """One line of a card's effect; with ``kicked`` it happens only if the kicker was paid."""

    operation: Operation
    amount: Amount
    counting: Counting
    whom: Whom
    kicked: bool


class PartFacts(Record):
    """A spell, an activated or a triggered ability: its costs, its target and its effects.

    ``x`` adds X to the mana, ``sacrifices`` is the type of a permanent to sacrifice (``NONE``: no
    sacrifice), ``discards_itself`` makes it work from the hand.
    """

    exists: bool
    mana: Mana
    x: bool
    discards: Amount
    life: Amount
    sacrifices: CardType
    taps: bool
    once_a_turn: bool
    discards_itself: bool
    target: TargetKind
    effects: Array[EffectPlace, Effect]


class KeywordInstance(Record):
    """One instance of a keyword with its number, such as ripple 4 or madness with cost 1."""

    keyword: Keyword
    number: Amount


class StaticFacts(Record):
    """A static ability of a permanent.

    ``keyword`` and ``tribe`` say what is granted and to which cards (0: to all).
    """

    static: Static
    number: Amount
    whose: Whose
    keyword: Keyword
    tribe: Name


class WatchFacts(Record):
    """When the triggered ability of a permanent triggers.

    ``if_keyword`` is an intervening "if the card has it", ``value`` with ``if_value`` a mana value
    that the spell must have, ``if_from_hand`` that the spell is cast from the hand.
    """

    event: Watched
    whose: Whose
    if_keyword: Keyword
    if_value: bool
    value: Mana
    if_from_hand: bool


class CardFacts(Record):
    """What is printed on a card. ``has_cost`` is false for a card without mana cost (CR 118.6).

    A card with two names has ``other_name`` too. ``front`` is the card of which this entry is
    another face: such an entry is no card of its own. ``makes`` is the mana that the permanent
    makes when tapped, which may also mill a card. ``kicker`` is an optional additional
    cost; with ``keyword_x`` the cost in the card's keyword has X in it.
    """

    name: Name
    other_name: Name
    front: MaybeCard
    owner: Seat
    type: CardType
    tribe: Name
    has_cost: bool
    kicker: Mana
    keyword_x: bool
    split_second: bool
    uncounterable: bool
    toughness: Amount
    boost: Amount
    makes: Amount
    mills: bool
    keywords: Array[KeywordPlace, KeywordInstance]
    parts: Array[PartPlace, PartFacts]
    statics: Array[StaticPlace, StaticFacts]
    watch: WatchFacts


class Setup(Record, frozen=True):
    """A game: who plays with what under which edition, and where the play is cut off.

    ``last_turn`` and ``last_step`` bound the play: it ends when that step of that turn ends.
    ``floats`` allows mana abilities whenever a player has priority, not only while paying.
    ``any_statics`` and ``any_watches`` say whether any card has such an ability at all, and
    ``remembers_discards`` whether any card asks later which cards were discarded. The rest are
    switches of the edition; ``ripple_gives_priority`` and ``ripple_reveals_singly`` are proposals
    that no edition follows.
    """

    cards: Array[Card, CardFacts]
    seats: SeatCount
    hand_size: Amount
    last_turn: Turn
    last_step: TurnStep
    floats: bool
    any_statics: bool
    any_watches: bool
    remembers_discards: bool
    madness_window: bool
    madness_optional: bool
    window_closes_at_once: bool
    finds_discarded: bool
    mana_burn: bool
    mana_lasts_for_phase: bool
    ripple_gives_priority: bool
    ripple_reveals_singly: bool


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


def is_permanent(setup: Setup, face: Card) -> bool:
    """Whether the spell becomes a permanent when it resolves (CR 608.3)."""
    kind = setup.cards[face].type
    return kind != CardType.INSTANT and kind != CardType.SORCERY


def front_of(setup: Setup, face: Card) -> Card:
    """The card of which an entry of the card table is a face: mostly itself."""
    front = setup.cards[face].front
    return face if front == NONE else front


def mana_value(setup: Setup, face: Card) -> Mana:
    """The mana value, which no alternative cost changes (CR 118.9c, 202.3)."""
    return setup.cards[face].parts[Part.SPELL].mana


def shares_name(setup: Setup, card: Card, face: Card) -> bool:
    """Whether a card off the stack has a name in common with an object that shows a face.

    A split card has both names off the stack (CR 709.4a); an object without a name shares none
    (201.2a).
    """
    name = setup.cards[face].name
    if name == 0:
        return False
    return setup.cards[card].name == name or setup.cards[card].other_name == name
