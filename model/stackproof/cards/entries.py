"""What a card file says, as it is written."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Amount = Annotated[int, msgspec.Meta(ge=0, le=31)]
Mana = Annotated[int, msgspec.Meta(ge=0, le=63)]
Numbers = Amount | list[Amount]

CardType = Literal[
    "land", "creature", "artifact", "enchantment", "aura", "instant", "sorcery"
]  # fmt: skip
TargetKind = Literal[
    "nothing", "player", "opponent", "creature", "permanent", "any", "spell", "ability",
    "spell-or-ability", "exiled-card",
]  # fmt: skip
Whom = Literal["you", "target", "event", "each-player", "each-opponent"]
Whose = Literal["anyone", "you", "opponents"]
Watched = Literal["discard", "discards", "cast", "cycled", "exiled", "end-step-after-discard"]


class EffectLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an effect: an operation, its number, and whom it concerns.

    ``count`` takes the number from something: X (in a ``watch``: the number of the event), the
    cards in the graveyard, or the cards discarded this way. ``kicked``: only if kicked.
    """

    do: str
    n: Amount = 0
    count: Literal["x", "graveyard", "discarded"] | None = None
    whom: Whom = "you"
    kicked: bool = False


class AbilityEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An activated ability of a permanent: its costs, its target and what it does.

    One that ``discards_itself`` works from the hand. ``sacrifices`` is a type of permanent.
    """

    effects: list[EffectLine]
    mana: Mana = 0
    discards: Amount = 0
    life: Amount = 0
    sacrifices: CardType | None = None
    taps: bool = False
    once_a_turn: bool = False
    discards_itself: bool = False
    target: TargetKind = "nothing"


class WatchEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A triggered ability of a permanent: its event with conditions, and what it does.

    ``if_keyword`` is asked again on resolution; ``value`` is the mana value of a spell.
    """

    event: Watched
    effects: list[EffectLine]
    whose: Whose = "you"
    if_keyword: str = ""
    value: Mana | None = None
    if_from_hand: bool = False


class StaticEntry(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "is"}
):  # fmt: skip
    """A static ability of a permanent: what it is, its number, and whom it is about.

    ``keyword`` is what is granted, ``tribe`` to which cards (without it: to all).
    """

    name: str
    n: Amount = 0
    whose: Whose = "anyone"
    keyword: str = ""
    tribe: str = ""


class SpellEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a card and another face of it have in common: all about casting it.

    ``cost`` is the mana value; without it there is no mana cost. With ``x`` it has X in it too,
    with ``keyword_x`` the cost in its keyword has. ``kicker`` is an optional additional cost.
    ``discards``, ``life`` and ``sacrifices`` are additional costs that are always paid.
    ``keywords`` gives the number of each keyword, or a list for several instances.
    """

    type: CardType
    cost: Mana | None = None
    x: bool = False
    discards: Amount = 0
    life: Amount = 0
    sacrifices: CardType | None = None
    kicker: Mana = 0
    target: TargetKind = "nothing"
    effects: list[EffectLine] = []
    keywords: dict[str, Numbers] = {}
    keyword_x: bool = False
    split_second: bool = False
    uncounterable: bool = False
    toughness: Amount = 0
    boost: Amount = 0


class FaceEntry(SpellEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another face with which the card can be cast from the hand; without a name if "".

    Its permanent, if it becomes one, has the abilities and the toughness of the card.
    """

    name: str


class CardEntry(SpellEntry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The facts of one card.

    A card of the name "A // B" with ``both_names`` has both names except on the stack;
    ``same_name_as`` is the card of which it is another printing. ``makes`` is the mana that the
    permanent makes when tapped; with ``mills`` that also mills a card. The kernel has no legend
    rule, so a scenario has at most one copy of a ``legendary`` card. ``omits`` says what the
    kernel does not express; where that matters for the play of the game's stack, ``playable`` is
    false. ``since`` is the month of the first printing.
    """

    name: Annotated[str, msgspec.Meta(min_length=1)]
    same_name_as: str = ""
    faces: list[FaceEntry] = []
    both_names: bool = False
    tribe: str = ""
    makes: Amount = 0
    mills: bool = False
    statics: list[StaticEntry] = []
    ability: AbilityEntry | None = None
    watch: WatchEntry | None = None
    legendary: bool = False
    omits: str = ""
    playable: bool = True
    since: str = ""


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """What a card file says."""

    card: list[CardEntry]
