"""The one result object: what every output format is made from.

The JSON form is ``{"schema": 1, "verdict": ..., "results": [...]}`` with one entry for each law,
edition and scenario; fields are only ever added within a schema version.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

SCHEMA = 1


class Verdict(StrEnum):
    """What is known of a law; undetermined is never green."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDETERMINED = "undetermined"


class Ending(StrEnum):
    """What a play shows where it ends.

    A law fails there; nothing more can happen; what should be possible is out of reach; or what
    the law calls possible has just happened.
    """

    FAILS = "fails"
    STUCK = "stuck"
    OUT_OF_REACH = "out of reach"
    WITNESS = "witness"


class Trace(msgspec.Struct, frozen=True):
    """A play: in this scenario and edition, these actions lead to a position that breaks a law.

    With ``loop``, the actions from that index on lead round and can go on for ever. ``choice`` is
    the member of a family of laws that is broken, ``file`` the trace file that was written of it.
    Where the play is of no scenario, ``setup`` and ``initial`` have its deck and the position in
    which it begins, as they are packed, in hexadecimal digits.
    """

    scenario: str
    edition: str
    law: str
    actions: list[tuple[str, int]]
    loop: int | None = None
    ending: Ending = Ending.FAILS
    choice: int | None = None
    file: str = ""
    setup: str = ""
    initial: str = ""


class Unreached(msgspec.Struct, frozen=True):
    """A counterexample to induction, which is none to the law: in a position that may be
    unreachable, ``action`` breaks it. ``setup`` and ``position`` are packed, in hexadecimal digits.
    The explorer looked from ``starts`` derived of it, and perhaps of others, by the rules of an
    ``edition``, and met no play that breaks the law here; it saw all that can happen there until
    plays are cut off if that is ``complete``.
    """

    action: tuple[str, int] | None
    setup: str
    position: str
    starts: int
    complete: bool
    edition: str = ""


class Result(msgspec.Struct, frozen=True):
    """The verdict on one law, or one claim of a scenario, in one scenario and edition.

    ``vacuous``: no premise of the law ever held, so that holding says nothing. ``states`` and
    ``edges`` count positions and transitions explored, ``seconds`` the search that the editions
    of equal behaviour share. ``reason`` says why a verdict is undetermined, or names a rule error,
    or what a claim is wrong about. ``says`` is what a claim says; that of a law is in the list of
    laws. ``missing`` are the choices that a law calls possible and no play makes. The trace of a
    law or claim that something is possible is a play that shows it. ``reduction`` has
    "symmetry" if one position of each orbit was explored and "forced moves" if positions with one
    legal action were judged and not kept: ``states`` and ``edges`` do not count the others.
    ``unreached`` is what speaks against a proof of the law, and not against the law.
    """

    law: str
    edition: str
    scenario: str
    engine: str
    verdict: Verdict
    expected: Verdict
    vacuous: bool
    states: int
    edges: int
    seconds: float
    trace: Trace | None = None
    reason: str = ""
    missing: list[int] = []
    says: str = ""
    reduction: str = ""
    unreached: Unreached | None = None

    @property
    def is_claim(self) -> bool:
        """Whether it is about a claim and not about a law."""
        return bool(self.says)

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the one that the scenario expects."""
        return self.verdict is self.expected


class Report(msgspec.Struct, frozen=True):
    """All results of a run."""

    results: list[Result]

    @property
    def verdict(self) -> Verdict:
        """Violated if anything is not as expected, else undetermined if anything is, else holds."""
        if any(not r.as_expected for r in self.results if r.verdict is not Verdict.UNDETERMINED):
            return Verdict.VIOLATED
        if any(r.verdict is Verdict.UNDETERMINED for r in self.results):
            return Verdict.UNDETERMINED
        return Verdict.HOLDS

    @property
    def exit_code(self) -> int:
        """0 all as expected, 1 something is not, 3 something is undetermined."""
        codes = {Verdict.HOLDS: 0, Verdict.VIOLATED: 1, Verdict.UNDETERMINED: 3}
        return codes[self.verdict]

    def to_json(self) -> bytes:
        """The documented JSON form."""
        document = {"schema": SCHEMA, "verdict": self.verdict, "results": self.results}
        return msgspec.json.format(msgspec.json.encode(document), indent=2)
