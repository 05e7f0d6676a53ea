"""Trace files: a play with everything that is needed to play it again.

The JSON form is documented in ``docs/traces.md``; ``schema.json`` is its published schema. Fields
are only ever added within a version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from stackproof.cards.entries import CardEntry
from stackproof.cards.load import cards_of
from stackproof.inputs import Place, convert
from stackproof.report.result import Ending, Verdict
from stackproof.scenarios.entries import (
    Capacity,
    ClaimEntry,
    Options,
    PlayerEntry,
    ScenarioFile,
    StepName,
    Until,
)
from stackproof.scenarios.load import Scenario, scenario_of

FORMAT = "stackproof-trace"
VERSION = 1

VerbName = Literal[
    "pass", "yes", "no", "play", "activate", "tap", "pick", "target", "order", "number"
]
Number = Annotated[int, msgspec.Meta(ge=0, le=255)]


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event in words, with the number of the rule in the edition of the trace."""

    text: str
    rule: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One action: who does what, in names.

    ``card`` belongs to the verbs play, activate, tap and pick, ``target`` to target, ``trigger``
    to order and ``number`` to number; ``nth`` tells possible ones of the same name apart, from 1.
    ``does`` and ``happens`` are for readers; what is said to happen is compared with what does.
    """

    player: str
    verb: VerbName
    card: str | None = None
    target: str | None = None
    trigger: str | None = None
    number: Number | None = None
    nth: Annotated[int, msgspec.Meta(ge=1, le=255)] = 1
    does: str = ""
    happens: list[Happening] | None = None


class Broken(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The law that the play is about, and what the play shows at the step with that number.

    ``says`` and ``rules`` are for readers: the law in words, and the rules that it cites.
    ``choice`` is the member of a family of laws, ``loop`` the number of steps before the play goes
    round for ever.
    """

    id: str
    verdict: Verdict
    step: Annotated[int, msgspec.Meta(ge=0)]
    says: str = ""
    rules: list[str] = []
    ending: Ending = Ending.FAILS
    choice: int | None = None
    loop: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a scenario file says of the position in which the play begins, under the same keys."""

    title: Annotated[str, msgspec.Meta(min_length=1)]
    player: Annotated[list[PlayerEntry], msgspec.Meta(min_length=2, max_length=4)]
    active: str | None = None
    step: StepName = "main"
    until: Until = Until()
    options: Options = Options()
    capacity: Capacity = Capacity()


class TraceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A trace file. ``cards`` are the facts of every card in the setup.

    A play that is about a claim of a scenario has the ``claim``; ``law`` has its id and words.
    ``hash`` is of ``setup`` and ``cards``; without it both may be changed by hand.
    """

    format: Literal["stackproof-trace"] = "stackproof-trace"
    version: Literal[1] = 1
    scenario: str
    edition: str
    law: Broken
    claim: ClaimEntry | None = None
    setup: Setup
    cards: list[CardEntry]
    hash: str = ""
    steps: list[Step]

    def begun(self, place: Place) -> Scenario:
        """The scenario of the trace by itself. Raises :class:`InputError`."""
        known = cards_of(self.cards, place.at("cards"))
        said = {name: getattr(self.setup, name) for name in Setup.__struct_fields__}
        claims = [] if self.claim is None else [self.claim]
        beginning = ScenarioFile(**said, claim=claims)
        return scenario_of(beginning, known, self.scenario, place.at("setup"))


def fingerprint(setup: Setup, cards: list[CardEntry]) -> str:
    """What ``hash`` must be: SHA-256 of the two in a canonical form, defaults left out."""
    data = msgspec.json.encode([plain(setup), plain(cards)], order="sorted")
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def plain(value: Any) -> Any:
    """A value as JSON data, without the fields that have their default."""
    if isinstance(value, msgspec.Struct):
        data = {}
        for field in msgspec.structs.fields(value):
            inner, default = getattr(value, field.name), field.default
            if field.default_factory is not msgspec.NODEFAULT:
                default = field.default_factory()
            if inner != default:
                data[field.encode_name] = plain(inner)
        return data
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return msgspec.to_builtins(value)


def document(trace: TraceFile) -> dict[str, Any]:
    """A trace as JSON data."""
    return {"format": trace.format, "version": trace.version, **plain(trace)}


def encode(trace: TraceFile) -> str:
    """A trace as the text of its file."""
    return msgspec.json.format(msgspec.json.encode(document(trace)), indent=2).decode() + "\n"


def decode(data: object, place: Place) -> TraceFile:
    """A trace from JSON data. Raises :class:`InputError` where something in it cannot be."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise place.at("format").error(f'this is no trace: "{FORMAT}" is expected')
    version = data.get("version")
    if version != VERSION or isinstance(version, bool):
        raise place.at("version").error(f"traces of version {VERSION} can be read, not {version}")
    trace = convert(data, TraceFile, place)
    if trace.hash and trace.hash != fingerprint(trace.setup, trace.cards):
        raise place.at("hash").error(
            '"setup" or "cards" were changed since; leave the key out to play with the change'
        )
    law, steps = trace.law, len(trace.steps)
    for key, number in (("step", law.step), ("loop", law.loop)):
        if number is not None and number > steps:
            raise place.at("law", key).error(f"there are {steps} steps, not {number}")
    if law.loop is not None and law.loop == steps:
        raise place.at("law", "loop").error("the play has no step left to go round with")
    return trace
