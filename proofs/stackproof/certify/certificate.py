"""Certificate files: what was proved of a law, how, and everything that it takes to check it again.

The JSON form is documented in ``docs/certificates.md``; ``schema.json`` is its published schema.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from stackproof.inputs import InputError, Place, convert
from stackproof.prove.slices import Malformed, Slice

from .fingerprints import Hashes
from .packed import digest, unpack

RULES = "rules.json"
Kind = Literal["law", "auxiliary", "contract"]
S = TypeVar("S", bound=msgspec.Struct)


class SolverSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A solver's answer to a slice: ``unsat``, the goal follows."""

    answer: str
    seconds: float


class SliceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the slices at the end of the file, by digest, with the number of its terms."""

    digest: str
    terms: int
    answers: dict[str, SolverSaid]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An obligation: a goal in a case, the labels of the hypotheses that it needs, and its slices,
    none for what is plainly true.
    """

    case: str
    goal: str
    uses: list[str]
    slices: list[SliceEntry]


class Invariant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invariant that is used, in words."""

    id: str
    says: str


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A law, an auxiliary invariant or the contract of a rule, proved for every deck in capacity.

    ``editions`` are all in which it is in force. ``invariants`` are those that the obligations
    use, each with a certificate of its own. ``slices`` are all slices, compressed, in the order of
    the obligations. ``digest`` is of everything else.
    """

    format: Literal["stackproof-certificate"] = "stackproof-certificate"
    version: Literal[1] = 1
    name: str
    kind: Kind
    says: str
    cites: list[str]
    editions: list[str]
    scope: str
    capacities: dict[str, int]
    hashes: Hashes
    solvers: dict[str, str]
    invariants: list[Invariant]
    obligations: list[Entry]
    slices: str
    digest: str = ""

    def of(self, file: str) -> Iterator[tuple[Entry, list[Slice]]]:
        """The obligations with their slices. Raises :class:`InputError`."""
        place = Place(file)
        try:
            pieces = unpack(self.slices)
        except Malformed as error:
            raise place.at("slices").error(str(error)) from None
        if len(pieces) != sum(len(entry.slices) for entry in self.obligations):
            raise place.at("slices").error("not one for each that the obligations name")
        left = iter(pieces)
        for i, entry in enumerate(self.obligations):
            mine = [next(left) for _ in entry.slices]
            for known, piece in zip(entry.slices, mine, strict=True):
                if known.digest != digest(piece):
                    raise place.at("obligations", i).error(
                        f"no slice has the digest {known.digest}"
                    )
            yield entry, mine


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The digest of each rule that there was when certificates were written."""

    format: Literal["stackproof-rules"] = "stackproof-rules"
    version: Literal[1] = 1
    rules: dict[str, str]


def write(certificate: Certificate, folder: Path) -> Path:
    """Write a certificate into a folder, under its name."""
    sealed = msgspec.structs.replace(certificate, digest=_digest(certificate))
    path = folder / f"{certificate.name}.json"
    path.write_bytes(_formatted(sealed))
    return path


def write_rules(rules: dict[str, str], folder: Path) -> None:
    """Write the digests of the rules into a folder."""
    (folder / RULES).write_bytes(_formatted(Rules(rules=rules)))


def read(path: Path) -> Certificate:
    """A certificate file. Raises :class:`InputError`."""
    found = _read(path, Certificate)
    if found.digest != _digest(found):
        raise Place(str(path), "digest").error("the file is not as it was written")
    return found


def read_rules(folder: Path) -> dict[str, str]:
    """The digests of the rules in a folder, none without them. Raises :class:`InputError`."""
    path = folder / RULES
    return _read(path, Rules).rules if path.exists() else {}


def read_all(folder: Path) -> dict[str, Certificate]:
    """The certificates of a folder by name. Raises :class:`InputError`, as where there are none."""
    known: dict[str, Certificate] = {}
    for path in certificates(folder):
        certificate = read(path)
        if certificate.name != path.stem:
            raise Place(str(path), "name").error(f'this is the certificate of "{certificate.name}"')
        known[certificate.name] = certificate
    return known


def slices_of(known: Mapping[str, Certificate], folder: Path) -> dict[str, dict[str, list[Slice]]]:
    """The slices of certificates from a folder, by case and goal. Raises :class:`InputError`."""
    found: dict[str, dict[str, list[Slice]]] = {}
    for name, certificate in known.items():
        for entry, slices in certificate.of(str(folder / f"{name}.json")):
            if slices:
                found.setdefault(entry.case, {}).setdefault(entry.goal, []).extend(slices)
    return found


def files(folder: Path) -> list[Path]:
    """The certificate files of a folder, if there are any."""
    return sorted(p for p in folder.glob("*.json") if p.name != RULES)


def certificates(folder: Path) -> list[Path]:
    """The certificate files of a folder. Raises :class:`InputError` where there are none."""
    found = files(folder)
    if not found:
        raise InputError(f"{folder}: no certificates are there")
    return found


def _read(path: Path, kind: type[S]) -> S:
    place = Place(str(path))
    try:
        document = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise place.error(error.strerror or "cannot be read") from None
    except msgspec.DecodeError as error:
        raise place.error(f"no JSON: {error}") from None
    return convert(document, kind, place)


def _formatted(document: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _digest(certificate: Certificate) -> str:
    plain = msgspec.structs.replace(certificate, digest="")
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
