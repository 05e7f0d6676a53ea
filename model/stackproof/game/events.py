"""The kernel's events: how each is told, and the rule that makes it happen.

``text`` may name {seat}, {card}, {about} and {number}; ``cites`` is a key of the edition's rules.
"""

from __future__ import annotations

from .domains import EventKind

CAST_BEGUN = EventKind("cast begun", text="{seat} puts {card} on the stack", cites="cast.begin")
ACTIVATION_BEGUN = EventKind(
    "activation begun", text="{seat} announces the ability of {card}", cites="activate"
)
TARGETED = EventKind("targeted", text="{seat} chooses the target", cites="cast.targets")
TAPPED = EventKind("tapped", text="{seat} taps {card} for {number} mana", cites="mana.ability")
PAID = EventKind("paid", text="{seat} pays {number}", cites="cast.pay")
CAST = EventKind("cast", text="{card} is cast by {seat}", cites="cast.becomes_cast")
ACTIVATED_EVENT = EventKind(
    "activated", text="{seat} has activated the ability of {card}", cites="activate"
)
LAND_PLAYED = EventKind("land played", text="{seat} plays the land {card}", cites="land.play")
TRIGGERED_EVENT = EventKind(
    "triggered", text="the {about} of {card} triggers", cites="trigger.condition"
)
STACKED = EventKind(
    "stacked", text="the {about} of {card} goes on the stack", cites="trigger.stacked"
)
RESOLVED = EventKind("resolved", text="the {about} of {card} has resolved", cites="resolve.order")
RESOLVING = EventKind("resolving", text="the {about} of {card} resolves", cites="priority.all_pass")
FIZZLED = EventKind(
    "fizzled", text="the {about} of {card} has no legal target left", cites="resolve.targets"
)
COUNTERED = EventKind("countered", text="the {about} of {card} is countered", cites="counter")
DISCARDED = EventKind("discarded", text="{seat} discards {card}", cites="discard")
DRAWN = EventKind("drawn", text="{seat} draws {card}", cites="draw")
DREW_NOTHING = EventKind(
    "drew nothing", text="{seat} draws from an empty library", cites="sba.draw"
)
DAMAGED = EventKind("damaged", text="{card} deals {number} damage", cites="resolve.order")
RETURNED = EventKind("returned", text="{card} returns to its owner's hand", cites="resolve.order")
BOOSTED = EventKind(
    "boosted", text="{card} gets +{number}/+{number} until end of turn", cites="resolve.order"
)
DESTROYED = EventKind("destroyed", text="{card} is destroyed", cites="sba.lethal_damage")
FELL_OFF = EventKind("fell off", text="{card} enchants nothing any more", cites="sba.aura")
ENTERED = EventKind("entered", text="{card} enters the battlefield", cites="resolve.permanent")
BURIED = EventKind("buried", text="{card} goes to the graveyard", cites="resolve.instant")
PASSED = EventKind("passed", text="{seat} passes", cites="priority.pass")
PRIORITY_GIVEN = EventKind("priority", text="{seat} receives priority", cites="priority.before")
STEP_BEGUN = EventKind("step", text="the {number} begins", cites="turn.step_ends")
TURN_BEGUN = EventKind("turn", text="{seat}'s turn begins", cites="turn.untap")
MANA_LOST = EventKind("mana lost", text="{seat}'s mana pool empties", cites="mana.pool_empties")
BURNED = EventKind(
    "burned", text="{seat} loses {number} life to mana burn", cites="mana.pool_empties"
)
LOST = EventKind("lost", text="{seat} loses the game", cites="lose")
EXILED_INSTEAD = EventKind(
    "exiled instead", text="{card} goes to exile instead of the graveyard", cites="replacement"
)
PUT_ON_TOP = EventKind("put on top", text="{card} goes on top of the library", cites="replacement")
PUT_ON_BOTTOM = EventKind(
    "put on bottom", text="{card} goes to the bottom of the library", cites="replacement"
)
UNDONE = EventKind("undone", text="the casting of {card} is undone", cites="cast.undo")
SACRIFICED = EventKind("sacrificed", text="{seat} sacrifices {card}", cites="cast.pay")
LIFE_PAID = EventKind("life paid", text="{seat} pays {number} life", cites="cast.pay")
CHOSE_X = EventKind("x chosen", text="{seat} chooses X = {number}", cites="cast.choices")
KICKED = EventKind("kicked", text="{seat} will pay the additional cost", cites="cast.choices")
MILLED = EventKind("milled", text="{card} is milled", cites="resolve.order")
COPIED = EventKind("copied", text="a copy of {card} is put on the stack", cites="copy.not_cast")
CONTROLLED = EventKind("controlled", text="{seat} now controls {card}", cites="resolve.order")
EXILED_EVENT = EventKind("effect exiled", text="{card} is exiled", cites="resolve.order")
FOUND_NOTHING = EventKind(
    "found nothing", text="{card} is not found", cites="object.find_discarded"
)
UNTAPPED = EventKind("untapped", text="{card} is untapped", cites="resolve.order")
LEFT = EventKind("left", text="{seat} leaves the game", cites="lose")
SURVIVED = EventKind("not countered", text="{card} can't be countered", cites="counter")
SHRUNK = EventKind("discount", text="{seat}'s spells cost {number} less", cites="cost.changes")
