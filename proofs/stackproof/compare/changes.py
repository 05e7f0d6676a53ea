"""What is written differently in two editions: switches and the numbers of rules."""

from __future__ import annotations

import msgspec

from stackproof.editions.load import READ, Edition, Switch


class SwitchChange(msgspec.Struct, frozen=True):
    """A switch; ``read`` where the rules ask for it, so that plays can differ."""

    switch: str
    old: Switch
    new: Switch
    read: bool


class NumberChange(msgspec.Struct, frozen=True):
    """A rule, by its key, with its numbers; empty where an edition has no such rule."""

    rule: str
    old: str
    new: str


class Changes(msgspec.Struct, frozen=True):
    """What is written differently. ``overrides`` are files whose rules replace others."""

    switches: list[SwitchChange]
    numbers: list[NumberChange]
    overrides: list[str]


def changes(old: Edition, new: Edition) -> Changes:
    """All changes from one edition to another."""
    switches = [
        SwitchChange(name, old.switches[name], new.switches[name], name in READ)
        for name in old.switches
        if old.switches[name] != new.switches[name]
    ]
    numbers = [
        NumberChange(key, old.rules[key], new.rules[key])
        for key in old.rules
        if old.rules[key] != new.rules[key]
    ]
    overrides = [] if old.overrides == new.overrides else [old.overrides, new.overrides]
    return Changes(switches, numbers, [str(file) for file in overrides if file])
