"""What the rules speak about: sizes, domains and enumerations."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from ..lang.declare import Capacity, Count, Index, Range, Symbol

SEATS = Capacity("seats", 2)
CARDS = Capacity("cards", 12, scalarset=True)
LIBRARY = Capacity("library", 8)
STACK = Capacity("stack", 8)
WAITING = Capacity("waiting", 6)
EVENTS = Capacity("events", 24)
TARGETS = Capacity("targets", 23)
EFFECTS = Capacity("effects", 3)
KEYWORDS = Capacity("keywords", 2)
STATICS = Capacity("statics", 1)

Seat = Annotated[int, Index(SEATS)]
MaybeSeat = Annotated[int, Index(SEATS, optional=True)]
SeatCount = Annotated[int, Count(SEATS)]
Card = Annotated[int, Index(CARDS)]
MaybeCard = Annotated[int, Index(CARDS, optional=True)]
CardCount = Annotated[int, Count(CARDS)]
LibraryPlace = Annotated[int, Index(LIBRARY)]
LibraryCount = Annotated[int, Count(LIBRARY)]
Slot = Annotated[int, Index(STACK)]
SlotCount = Annotated[int, Count(STACK)]
WaitingPlace = Annotated[int, Index(WAITING)]
WaitingCount = Annotated[int, Count(WAITING)]
EventPlace = Annotated[int, Index(EVENTS)]
EventCount = Annotated[int, Count(EVENTS)]
EffectPlace = Annotated[int, Index(EFFECTS)]
EffectCount = Annotated[int, Count(EFFECTS)]
KeywordPlace = Annotated[int, Index(KEYWORDS)]
StaticPlace = Annotated[int, Index(STATICS)]
PartPlace = Annotated[int, Index(3)]
Way = Annotated[int, Index(6)]
"""A ``Destination``, as an argument of an action."""
Target = Annotated[int, Index(TARGETS, parts=(SEATS, STACK, CARDS))]
"""A possible target: the seats, then the slots of the stack, then the cards, then the object that
is resolving, which a spell cast meanwhile can target (CR 608.2n)."""
MaybeTarget = Annotated[int, Index(TARGETS, optional=True, parts=(SEATS, STACK, CARDS))]
Name = Annotated[int, Range(0, 255)]
Amount = Annotated[int, Range(0, 31)]
Mana = Annotated[int, Range(0, 63)]
Life = Annotated[int, Range(-64, 127)]
Turn = Annotated[int, Range(0, 31)]


class Verb(IntEnum):
    """What a player can do; together with an argument it is an action."""

    PASS = 0
    YES = 1
    NO = 2
    PLAY = 3
    ACTIVATE = 4
    TAP = 5
    PICK = 6
    TARGET = 7
    ORDER = 8
    NUMBER = 9


Argument = Annotated[int, Index(TARGETS)]


class Zone(IntEnum):
    """CR 400.1. ``OUTSIDE`` is where unused places of the card table are."""

    OUTSIDE = 0
    LIBRARY = 1
    HAND = 2
    BATTLEFIELD = 3
    GRAVEYARD = 4
    STACK = 5
    EXILE = 6


class CardType(IntEnum):
    """The type that decides how a card is played."""

    NONE = 0
    LAND = 1
    CREATURE = 2
    ARTIFACT = 3
    ENCHANTMENT = 4
    AURA = 5
    INSTANT = 6
    SORCERY = 7


class TurnStep(IntEnum):
    """The steps and phases of a turn, in order (CR 500.1); combat is one step here."""

    UNTAP = 0
    UPKEEP = 1
    DRAW = 2
    MAIN = 3
    COMBAT = 4
    SECOND_MAIN = 5
    END = 6
    CLEANUP = 7


class TargetKind(IntEnum):
    """What a spell or ability targets."""

    NOTHING = 0
    PLAYER = 1
    OPPONENT = 2
    CREATURE = 3
    PERMANENT = 4
    ANY = 5
    SPELL = 6
    ABILITY = 7
    SPELL_OR_ABILITY = 8
    EXILED_CARD = 9


class Part(IntEnum):
    """The parts of a card that do something: the spell, an activated and a triggered ability."""

    SPELL = 0
    ABILITY = 1
    TRIGGER = 2


class Whom(IntEnum):
    """Whom an effect concerns; ``EVENT`` is the player whose doing made an ability trigger."""

    YOU = 0
    TARGET = 1
    EVENT = 2
    EACH_PLAYER = 3
    EACH_OPPONENT = 4


class Whose(IntEnum):
    """Whose actions or spells a static or triggered ability is about."""

    ANYONE = 0
    YOU = 1
    OPPONENTS = 2


class Counting(IntEnum):
    """What the amount of an effect is: a number, X, or how many cards there are of something."""

    FIXED = 0
    X = 1
    GRAVEYARD = 2
    DISCARDED = 3


class Watched(IntEnum):
    """The events on which abilities of permanents trigger."""

    NOTHING = 0
    DISCARD = 1
    DISCARDS = 2
    CAST = 3
    CYCLED = 4
    EXILED = 5
    END_STEP_AFTER_DISCARD = 6


class Variant(IntEnum):
    """Which instance of a keyword is meant: a printed one, or one that another object grants."""

    PRINTED = 0
    GRANTED = 1


class Destination(IntEnum):
    """Where a discarded card can go when replacement effects apply (CR 616.1)."""

    GRAVEYARD = 0
    KEYWORD = 1
    GRANTED_KEYWORD = 2
    EXILE = 3
    LIBRARY_TOP = 4
    LIBRARY_BOTTOM = 5


class Cause(IntEnum):
    """Why a card is discarded: there are no other ways to discard (CR 701.9a)."""

    NONE = 0
    COST = 1
    EFFECT = 2
    CLEANUP = 3


class Decision(Symbol):
    """What the deciding player is asked for."""


class Kind(Symbol):
    """What an object on the stack is."""


class Keyword(Symbol):
    """A keyword ability with a number."""


class Mark(Symbol):
    """What the game has to remember of one card; a card that changes zones loses it (CR 400.7)."""


class Static(Symbol):
    """What a static ability of a permanent does."""


class Operation(Symbol):
    """What one line of a card's effect does."""


class EventKind(Symbol):
    """What can happen during a transition. ``text`` narrates it, ``cites`` names the rule."""


FINISHED = Decision("finished", asks="the play ends here")
SETTLE = Decision("settle", asks="nothing: someone is about to receive priority")
END_TURN = Decision("end turn", asks="nothing: the cleanup step is ending")
PRIORITY = Decision("priority", asks="has priority")
CHOOSE_TARGET = Decision("target", asks="chooses a target")
PAY_MANA = Decision("pay", asks="pays with mana abilities")
CHOOSE_DISCARD = Decision("discard", asks="chooses a card to discard")
CHOOSE_SACRIFICE = Decision("sacrifice", asks="chooses a permanent to sacrifice")
CHOOSE_COST = Decision("cost", asks="may sacrifice before discarding")
CHOOSE_X = Decision("x", asks="chooses X")
CHOOSE_KICKER = Decision("kicker", asks="may pay the optional additional cost")
REPLACE_DISCARD = Decision("replace", asks="chooses what happens to the discarded card")
ORDER_TRIGGERS = Decision("order", asks="puts a waiting trigger on the stack")
PAY_UNLESS = Decision("unless", asks="may pay to prevent it")

NO_OBJECT = Kind("nothing")
SPELL = Kind("spell")
ACTIVATED = Kind("activated ability")
TRIGGERED = Kind("triggered ability")
COPY = Kind("copy")

NO_STATIC = Static("none")

NO_KEYWORD = Keyword("none")

NO_MARK = Mark("none")
CHOSEN = Mark("chosen")
REVEALED = Mark("revealed")
