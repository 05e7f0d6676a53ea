"""``stackproof strengthen``: invariants that nobody has written down yet."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .choosing import chosen
from .options import EDITIONS, FORMAT, OUTPUT, write
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.lang.types import RecordType

PATIENT = 60
"""Seconds for each question of the proofs of what is known, as in ``stackproof prove``."""


@click.command()
@click.argument("scenarios", nargs=-1)
@EDITIONS
@click.option(
    "--about",
    multiple=True,
    metavar="FIELD",
    help="Only what is said of fields that begin like this (repeatable).",
)
@click.option(
    "--cards",
    type=click.IntRange(min=2, max=16),
    default=2,
    show_default=True,
    help="The size of the decks.",
)
@click.option(
    "--states",
    type=click.IntRange(min=1),
    default=4000,
    show_default=True,
    help="Look at so many positions of each game.",
)
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=60,
    show_default=True,
    help="Try to prove so many candidates.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    default=10,
    show_default=True,
    help="For each question to the solver.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    metavar="SECONDS",
    help="Begin no case later than that; what is not shown by then is dropped.",
)
@click.option(
    "--law",
    "laws",
    multiple=True,
    metavar="ID",
    help="Whether this invariant is proved with what is found (repeatable).",
)
@click.option(
    "--known", "prove_known", is_flag=True, help="Prove what is known here too, which takes long."
)
@click.option(
    "--to",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the new invariants there, as a module of laws.",
)
@FORMAT
@OUTPUT
def strengthen(
    scenarios: Sequence[str],
    editions: Sequence[str],
    about: Sequence[str],
    cards: int,
    states: int,
    most: int,
    timeout: float,
    limit: float | None,
    laws: Sequence[str],
    prove_known: bool,
    to: str | None,
    form: str,
    output: str | None,
) -> None:
    """Find invariants of positions: fill in templates, try them on explored scenarios, prove them.

    Proofs are for every deck, by induction, and go by the invariants that are known. With --law the
    exit code is 3 unless each such law is proved, which takes --known.
    """
    from stackproof.own_laws import own_laws
    from stackproof.project import project_at
    from stackproof.prove.game import sizes, subject
    from stackproof.prove.verdicts import scope
    from stackproof.strengthen.finding import Bounds
    from stackproof.strengthen.finding import strengthen as found_by
    from stackproof.strengthen.game import SCENARIOS, GameWith, graphs
    from stackproof.strengthen.literals import Field
    from stackproof.strengthen.telling import text, to_json, verdict

    capacities = sizes(cards)
    shipped = subject(capacities)
    folder = _checked(laws, [law.id for law in shipped.invariants], shipped.facts)
    paths = _paths(shipped.system.state_type, about)

    def is_wanted(field: Field) -> bool:
        return not paths or any(field.path.startswith(path) for path in paths)

    taken = {*shipped.by_id, *(law.id for law in own_laws(project_at(Path.cwd())))}
    bounds = Bounds(most, timeout, limit, 2, wanted=is_wanted, taken=frozenset(taken))
    selected, plan = chosen(scenarios or SCENARIOS, editions if scenarios else ())
    if editions and not scenarios:
        plan = _played(plan, editions)
    with ProgressLine(wanted=True) as progress:
        explored = list(graphs([(s, plan[s.id]) for s in selected], states, progress.say))
        fallen = None
        if prove_known:
            fallen = _fallen(capacities, timeout, progress)
        recipe = partial(
            GameWith, tuple(sorted(capacities.items())), asked=tuple(laws), folder=folder
        )
        findings = found_by(
            shipped.system, explored, recipe, bounds,
            asked=laws, fallen=fallen, progress=progress.say,
        )  # fmt: skip
    if to is not None:
        write(findings.text, to)
    told = to_json if form == "json" else text
    write(told(findings, scope(capacities)), output)
    sys.exit(0 if all(verdict(findings, law) == "holds" for law in laws) else 3)


def _checked(laws: Sequence[str], shipped: Sequence[str], facts: Sequence[str]) -> str:
    """The folder of the project whose laws are asked about, if any. Raises :class:`InputError`."""
    from stackproof.inputs import InputError, Place
    from stackproof.project import project_at
    from stackproof.strengthen.game import own_invariants

    if set(laws) <= set(shipped):
        told = sorted(set(laws) & set(facts))
        if told:
            raise InputError(f'command line: --law: proofs are laid out by "{told[0]}"')
        return ""
    own = [law.id for law in own_invariants(project_at(Path.cwd()))]
    for name in laws:
        if name not in (*shipped, *own):
            place = Place("command line").at("--law")
            raise place.unknown("no invariant is called", name, [*shipped, *own])
    return str(Path.cwd())


def _played(plan: Mapping[str, list[Edition]], editions: Sequence[str]) -> dict[str, list[Edition]]:
    """Of the usual scenarios what is played in some editions. Raises :class:`InputError`."""
    from stackproof.editions.load import edition
    from stackproof.inputs import InputError

    wanted = [edition(name) for name in editions]
    found = {name: [e for e in known if e in wanted] for name, known in plan.items()}
    if not any(found.values()):
        raise InputError("none of the usual scenarios is played in these editions: name some")
    return found


def _paths(kind: RecordType, about: Sequence[str]) -> list[str]:
    """The beginnings of fields that are named. Raises :class:`InputError` where none is meant."""
    from stackproof.inputs import Place
    from stackproof.strengthen.templates import fields

    paths = [field.path for field in fields(kind)]
    for name in about:
        if not any(path.startswith(name) for path in paths):
            parts = list(dict.fromkeys(path.partition(".")[0].rstrip("[]") for path in paths))
            place = Place("command line").at("--about")
            raise place.unknown("no field of a position begins with", name, parts)
    return list(about)


def _fallen(
    capacities: Mapping[str, int], timeout: float, progress: ProgressLine
) -> frozenset[str]:
    """What of the known invariants and contracts is not proved."""
    from stackproof.prove.induction import prove_all

    return prove_all(capacities, [], max(timeout, PATIENT), progress=progress.say).fallen()
