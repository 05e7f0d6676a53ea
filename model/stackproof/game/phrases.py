"""How what players do is told, verb by verb."""

from __future__ import annotations

from .domains import Destination, Verb

PHRASES: dict[Verb, str] = {
    Verb.PASS: "passes",
    Verb.YES: "says yes ({asks})",
    Verb.NO: "says no ({asks})",
    Verb.PLAY: "plays {card}",
    Verb.ACTIVATE: "activates {card}",
    Verb.TAP: "taps {card} for mana",
    Verb.PICK: "chooses {card}",
    Verb.TARGET: "targets {target}",
    Verb.ORDER: "puts the {trigger} on the stack next",
}
"""What follows the player's name; {asks} is what the decision asks for. Numbers have CHOICES."""

DESTINATIONS: dict[Destination, str] = {
    Destination.GRAVEYARD: "go to the graveyard",
    Destination.KEYWORD: "be exiled by its keyword",
    Destination.GRANTED_KEYWORD: "be exiled by a granted keyword",
    Destination.EXILE: "be exiled by another effect",
    Destination.LIBRARY_TOP: "go on top of the library",
    Destination.LIBRARY_BOTTOM: "go to the bottom of the library",
}
"""Where a discarded card goes, if its owner can choose."""

CHOICES: tuple[str, ...] = (
    "chooses X = {number}",
    *(f"lets {{card}} {goes}" for goes in DESTINATIONS.values()),
)
"""What can follow the player's name where a number is chosen."""
