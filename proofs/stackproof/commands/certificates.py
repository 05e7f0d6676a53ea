"""Certificates of proofs, for ``stackproof prove``: written, and checked again."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import write

if TYPE_CHECKING:
    from stackproof.prove.induction import Proof

FOLDER = "proofs/certificates"
"""Where certificates are, unless told otherwise."""


def needs_cvc5() -> None:
    """Raises a usage error where the second solver is missing."""
    if find_spec("cvc5") is None:
        raise click.UsageError("certificates need cvc5: pip install stackproof[second-opinion]")


def written(proof: Proof, folder: str, scope: str) -> str:
    """Write the certificates of a proof; a line for people."""
    from stackproof.certify.writing import write_all
    from stackproof.editions.load import editions
    from stackproof.prove.game import subject

    about = subject(proof.capacities)
    found = write_all(proof, about, editions().values(), Path(folder), scope)
    return f"{len(found.names)} certificates in {folder}\n"


def verified(
    folder: str, laws: Sequence[str], timeout: float | None, form: str, output: str | None
) -> int:
    """Check certificates again and tell what they come to. Returns the exit code. Raises
    :class:`~stackproof.inputs.InputError`.
    """
    from stackproof.certify.results import results
    from stackproof.certify.verifying import verify

    needs_cvc5()
    found = results(verify(Path(folder), laws, seconds=timeout or 20))
    text = "".join(f"{line}\n" for line in found.lines())
    write(found.to_json().decode() + "\n" if form == "json" else text, output)
    return found.exit_code
