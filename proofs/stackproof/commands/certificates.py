"""Certificates of proofs and of explored scenarios: written, and checked again."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choosing import known
from .options import FORMAT, OUTPUT, write
from .plays import met
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.certify.recalling import Recall
    from stackproof.editions.load import Edition
    from stackproof.explore.model import Limits
    from stackproof.prove.obligations import Proof
    from stackproof.prove.subject import Subject
    from stackproof.report.result import Report
    from stackproof.scenarios.load import Scenario

FOLDER = "proofs/certificates"
"""Where certificates are, unless told otherwise."""


def needs_cvc5() -> None:
    """Raises a usage error where the second solver is missing."""
    if find_spec("cvc5") is None:
        raise click.UsageError("certificates need cvc5: pip install stackproof[second-opinion]")


def recalled(folder: str, about: Subject, timeout: float) -> Recall:
    """What the certificates that are in a folder still show. Raises
    :class:`~stackproof.inputs.InputError`.
    """
    from stackproof.certify.recalling import Recall

    return Recall(Path(folder), about, timeout)


def written(proof: Proof, about: Subject, folder: str, scope: str) -> str:
    """Write the certificates of a proof; a line for people."""
    from stackproof.certify.writing import write_all
    from stackproof.editions.load import editions

    found = write_all(proof, about, editions().values(), Path(folder), scope)
    return f"{len(found.names)} certificates in {folder}\n"


def verified(
    folder: str, laws: Sequence[str], timeout: float | None, form: str, output: str | None
) -> int:
    """Check certificates again and tell what they come to. Returns the exit code. Raises
    :class:`~stackproof.inputs.InputError`.
    """
    from stackproof.certify.results import broken, results
    from stackproof.certify.telling import in_the_game
    from stackproof.certify.verifying import verify
    from stackproof.editions.load import editions
    from stackproof.prove.reaching import UNTRIED, try_found

    needs_cvc5()
    with ProgressLine(wanted=True) as progress:
        checked = verify(Path(folder), laws, seconds=timeout or 60, progress=progress.say)
        every = tuple(editions().values())
        tried = try_found(checked.subject, broken(checked), every, progress=progress.say)

    def reached(law: str) -> tuple[bool, list[str]]:
        search = tried.get(law, UNTRIED)
        play = met(checked.subject.system, checked.subject.by_id[law], search, every)
        told = play.strip() or search.told()
        return bool(play), told.splitlines()

    found = results(checked, in_the_game, reached)
    text = "".join(f"{line}\n" for line in found.lines())
    write(found.to_json().decode() + "\n" if form == "json" else text, output)
    return found.exit_code


def exported(
    source: str | Mapping[str, int], laws: Sequence[str], case: str, form: str, to: str
) -> str:
    """Write obligations of laws for other solvers: slices of the certificates in a folder, or all
    terms within some capacities. Returns a line for people. Raises
    :class:`~stackproof.inputs.InputError`.
    """
    from stackproof.certify.export.obligations import export, slices, whole
    from stackproof.certify.owners import names
    from stackproof.prove.game import subject

    if not laws:
        raise click.UsageError("--export needs --law ID")
    files = 0
    about = None if isinstance(source, str) else subject(source)
    for name in laws:
        if isinstance(source, str):
            asked = slices(Path(source), name, case)
        else:
            assert about is not None
            known("law", [name], names(about))
            asked = whole(about, name, case)
        files += len(export(asked, form, Path(to)))
    return f"{files} files in {to}\n"


def explored(
    report: Report,
    scenarios: Sequence[Scenario],
    editions: Mapping[str, Sequence[Edition]],
    folder: str,
    limits: Limits,
) -> Iterator[str]:
    """Write certificates of the laws that hold by a report; lines about those of which there are
    none.
    """
    from stackproof.certify.explored import write_all

    found = write_all(report, scenarios, editions, Path(folder), limits)
    yield f"{len(found.files)} certificates in {folder}"
    yield from (f"no certificate of {what}: {reason}" for what, reason in found.without.items())


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@FORMAT
@OUTPUT
def verify(files: Sequence[str], form: str, output: str | None) -> None:
    """Check certificates of explored scenarios, in CPython alone.

    Exit code 0 if all show what they say, 3 if one does not.
    """
    import msgspec

    from stackproof.certify.checker import Rejected, check

    told: list[dict[str, str]] = []
    for file in files:
        try:
            told.append({"file": file, "status": "valid", "says": check(file)})
        except Rejected as reason:
            told.append({"file": file, "status": "rejected", "says": str(reason)})
    text = "".join(f"{entry['status']:<9} {entry['file']}: {entry['says']}\n" for entry in told)
    fine = all(entry["status"] == "valid" for entry in told)
    if form == "json":
        verdict = "holds" if fine else "undetermined"
        document = {"schema": 1, "verdict": verdict, "certificates": told}
        text = msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
    write(text, output)
    sys.exit(0 if fine else 3)
