"""Certificates of what is true of tanks: proved, checked and changed without other processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from tests.certify.tank_proofs import SIZES, made

from stackproof.certify.certificate import Certificate, read, write
from stackproof.certify.packed import pack, unpack
from stackproof.certify.results import Results, results
from stackproof.certify.verifying import verify
from stackproof.prove.attempting import one
from stackproof.prove.cases import Case
from stackproof.prove.cone import Ground
from stackproof.prove.layout import identities
from stackproof.prove.obligations import Proof
from stackproof.prove.slices import Slice
from stackproof.prove.subject import Subject


def proved(about: Subject) -> Proof:
    """All obligations, without processes."""
    proof = Proof(SIZES)
    for identity in identities(about):
        case = Case(about, identity)
        if case.possible:
            ground = Ground(case.terms, list(case.hypotheses))
            for goal in case.goals():
                proof.obligations[identity, goal] = one(case, goal, ground, 20)
    return proof


def checked(folder: Path, *laws: str, **how: Any) -> Results:
    return results(verify(folder, laws, **{"make": made, "processes": 1, **how}))


def of(found: Results, name: str) -> tuple[str, str]:
    mine = next(c for c in found.certificates if c.name == name)
    return mine.status, mine.reason


def changed(folder: Path, name: str, how: Callable[[Certificate], Certificate]) -> None:
    """Change a certificate, with a digest that fits: nobody notices it by looking at the file."""
    write(how(read(folder / f"{name}.json")), folder)


def with_slices(known: Certificate, how: Callable[[int, Slice], Slice]) -> Certificate:
    """Change slices, with digests that fit."""
    from stackproof.certify.packed import digest

    pieces = [how(i, piece) for i, piece in enumerate(unpack(known.slices))]
    left = iter(pieces)
    entries = [
        msgspec.structs.replace(
            entry,
            slices=[msgspec.structs.replace(s, digest=digest(next(left))) for s in entry.slices],
        )
        for entry in known.obligations
    ]
    return msgspec.structs.replace(known, obligations=entries, slices=pack(pieces))
