"""What was found, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .finding import NEW, Dropped, Findings

SCHEMA = 1
"""The version of the JSON form; within one, keys are only ever added."""

GIVEN = "taken for granted is what stackproof prove proves; --known proves it here"


def text(found: Findings, scope: str) -> str:
    """The report as plain text."""
    return "\n".join(_lines(found, scope)) + "\n"


def _lines(found: Findings, scope: str) -> Iterator[str]:
    yield f"for {scope}:"
    yield (
        f"{found.generated} candidates: {found.false} false in one of {found.positions} positions, "
        f"{found.unmet} about nothing that occurs, {found.weaker} implied by others, "
        f"{len(found.known)} known, {found.untried} not tried"
    )
    if found.taken:
        yield f"{found.taken} have the name of another law and were left out"
    tried = len(found.invariants) + len(found.dropped)
    yield (
        f"{tried} tried in {found.rounds} rounds: {len(found.invariants)} inductive, "
        f"{len(found.new)} of them new; {sum(found.seconds.values()):.0f} s"
    )
    if found.fallen is None:
        yield GIVEN
    elif found.fallen:
        yield f"not proved, and so not gone by: {', '.join(sorted(found.fallen))}"
    for invariant in found.invariants:
        yield f"  {invariant.status:<8}  {invariant.candidate.name}"
    for dropped in found.dropped:
        yield f"  dropped   {dropped.candidate.name} ({why(dropped)})"
    for law in found.asked:
        yield f"  {verdict(found, law):<12}  {law}{_given(found, law)}"


def why(dropped: Dropped) -> str:
    """Why a candidate was dropped."""
    said = []
    if dropped.refuted:
        said.append(f"counterexamples to induction in {_cases(dropped.refuted)}")
    if dropped.undetermined:
        said.append(f"no answer in {_cases(dropped.undetermined)}")
    return ", ".join(said) or "it rests on what was dropped, or there was no time"


def _cases(count: int) -> str:
    return f"{count} case" + ("s" if count > 1 else "")


def verdict(found: Findings, law: str) -> str:
    """The verdict on a law that was asked about: it only holds if what is known is proved too."""
    return "holds" if found.asked[law] and found.fallen is not None else "undetermined"


def _given(found: Findings, law: str) -> str:
    if not found.asked[law]:
        return " (it is not inductive with what was found)"
    return " (it follows if what is known is proved)" if found.fallen is None else ""


def to_json(found: Findings, scope: str) -> str:
    """The report as JSON."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "scope": scope,
        "capacities": dict(found.capacities),
        "known_is_proved": found.fallen is not None and not found.fallen,
        "fallen": None if found.fallen is None else sorted(found.fallen),
        "positions": found.positions,
        "generated": found.generated,
        "false": found.false,
        "unmet": found.unmet,
        "taken": found.taken,
        "weaker": found.weaker,
        "untried": found.untried,
        "known": [candidate.name for candidate in found.known],
        "rounds": found.rounds,
        "seconds": {phase: round(spent, 3) for phase, spent in found.seconds.items()},
        "invariants": [
            {
                "id": invariant.candidate.name,
                "says": invariant.candidate.says,
                "new": invariant.status == NEW,
                "rests_on": sorted(invariant.rests_on),
                "with": sorted(invariant.together),
            }
            for invariant in found.invariants
        ],
        "dropped": [
            {
                "id": dropped.candidate.name,
                "refuted": dropped.refuted,
                "undetermined": dropped.undetermined,
            }
            for dropped in found.dropped
        ],
        "laws": [
            {"id": law, "verdict": verdict(found, law), "inductive": inductive}
            for law, inductive in found.asked.items()
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
