"""What checking certificates comes to, as text and as JSON.

The JSON form is ``{"schema": 1, "verdict": ..., "scope": ..., "certificates": [...]}``; fields are
only ever added within a schema version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from stackproof.prove.naming import in_words
from stackproof.prove.replaying import Counterexample
from stackproof.prove.subject import Subject
from stackproof.report.result import Verdict

from .examining import Examined, Status
from .solvers import SOLVERS
from .verifying import Verified

SCHEMA = 1


class Against(msgspec.Struct, frozen=True):
    """A position in which every invariant holds, which may be unreachable, and an action after
    which a law fails in CPython: setup and position in hexadecimal digits, as they are packed.
    ``told`` has it in words, line by line. ``reached`` tells whether the explorer met a play that
    breaks the law, and ``play`` has that, or else how far was looked, line by line.
    """

    case: str
    action: str
    told: list[str]
    setup: str
    position: str
    reached: bool = False
    play: list[str] = []


class Checked(msgspec.Struct, frozen=True):
    """What became of a certificate. ``editions`` are those for which it stands or was written,
    ``seconds`` what each solver took, ``edited`` the rules that have changed since it was written,
    if it does not fit any more.
    """

    name: str
    kind: str
    says: str
    editions: list[str]
    status: Status
    obligations: int
    slices: int
    seconds: dict[str, float]
    rests_on: list[str]
    reason: str = ""
    edited: list[str] = []
    counterexample: Against | None = None


class Results(msgspec.Struct, frozen=True):
    """All certificates that were checked, those that something rests on included."""

    scope: str
    certificates: list[Checked]

    @property
    def verdict(self) -> Verdict:
        """Violated if rules break what was proved, undetermined if anything does not stand."""
        found = {checked.status for checked in self.certificates}
        if Status.BROKEN in found:
            return Verdict.VIOLATED
        fine = found <= {Status.VALID, Status.RENEWED}
        return Verdict.HOLDS if fine else Verdict.UNDETERMINED

    @property
    def exit_code(self) -> int:
        """0 if all stand, 1 if rules break one, 3 if one is false or not known to be right."""
        codes = {Verdict.HOLDS: 0, Verdict.VIOLATED: 1, Verdict.UNDETERMINED: 3}
        return codes[self.verdict]

    def to_json(self) -> bytes:
        """The documented JSON form."""
        document = {
            "schema": SCHEMA, "verdict": self.verdict, "scope": self.scope,
            "certificates": self.certificates,
        }  # fmt: skip
        return msgspec.json.format(msgspec.json.encode(document), indent=2)

    def lines(self) -> Iterator[str]:
        """The results for people."""
        yield f"for {self.scope}:"
        for checked in self.certificates:
            number = len(checked.editions)
            told = f"{number} edition" + ("s" if number != 1 else "")
            reason = f" ({checked.reason})" if checked.reason else ""
            yield f"  {checked.status:<12}  {checked.name}, {told}{reason}"
            if checked.counterexample is not None:
                yield f"    {checked.says}"
                yield f"  is broken by {checked.counterexample.action}, where"
                yield from (f"    {line}" for line in checked.counterexample.told)
                yield from (f"  {line}" for line in checked.counterexample.play)
        edited = dict.fromkeys(rule for c in self.certificates for rule in c.edited)
        if edited:
            yield f"rules edited since: {', '.join(edited)}"
        standing = sum(c.status in (Status.VALID, Status.RENEWED) for c in self.certificates)
        spent = ", ".join(
            f"{solver} {sum(c.seconds.get(solver, 0.0) for c in self.certificates):.1f} s"
            for solver in SOLVERS
        )
        slices = sum(c.slices for c in self.certificates)
        yield f"{standing} of {len(self.certificates)} stand; {slices} slices: {spent}"


Tell = Callable[[Subject, Counterexample], list[str]]
Reach = Callable[[str], tuple[bool, list[str]]]
"""Whether a play is known that breaks a law, by id, and lines about it."""


def results(
    verified: Verified, tell: Tell = lambda *_: [], reach: Reach = lambda _: (False, [])
) -> Results:
    """What checking came to, certificate by certificate; ``tell`` puts counterexamples in words,
    ``reach`` what the explorer found.
    """
    scopes = dict.fromkeys(c.scope for c in verified.known.values())
    found = [_checked(verified, name, tell, reach) for name in sorted(verified.examined)]
    return Results(next(iter(scopes), ""), found)


def broken(verified: Verified) -> dict[str, list[Counterexample]]:
    """The counterexample that is told of each law that rules break, by id."""
    found = {}
    for examined in verified.examined.values():
        first = _first(examined)
        if first is not None and first.counterexample is not None:
            found[first.goal] = [first.counterexample]
    return found


def _first(examined: Sequence[Examined]) -> Examined | None:
    return next((e for e in examined if e.counterexample is not None), None)


def _checked(verified: Verified, name: str, tell: Tell, reach: Reach) -> Checked:
    known, examined = verified.known.get(name), verified.examined[name]
    status = verified.status(name)
    against = _first(examined)
    return Checked(
        name=name,
        kind=known.kind if known else "",
        says=known.says if known else "",
        editions=known.editions if known else [],
        status=status,
        obligations=len(examined),
        slices=sum(e.slices for e in examined),
        seconds={s: round(sum(e.seconds.get(s, 0.0) for e in examined), 3) for s in SOLVERS},
        rests_on=sorted(verified.rests_on(name)),
        reason=verified.reason(name),
        edited=[] if verified.own(name) is Status.VALID else list(verified.edited),
        counterexample=(_against(verified.subject, against, tell, reach) if against else None),
    )


def _against(subject: Subject, examined: Examined, tell: Tell, reach: Reach) -> Against:
    found = examined.counterexample
    assert found is not None
    verb = subject.system.verbs[found.verb][0] if found.verb >= 0 else "the start"
    return Against(
        in_words(subject, examined.case),
        f"{verb} {found.argument}" if found.verb >= 0 else verb,
        tell(subject, found),
        found.setup.hex(),
        found.before.hex(),
        *reach(examined.goal),
    )
