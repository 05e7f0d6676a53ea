"""``stackproof prove``: laws proved for every deck, and plays of bounded length searched."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from .certificates import FOLDER, exported, needs_cvc5, verified, written
from .choosing import chosen, known
from .options import FORMAT, OUTPUT, write
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.lang.system import Law, System
    from stackproof.prove.bounded import Outcome
    from stackproof.report.result import Report, Result
    from stackproof.scenarios.build import Game


@click.command()
@click.argument("scenarios", nargs=-1)
@click.option("--law", "laws", multiple=True, metavar="ID", help="Only this law (repeatable).")
@click.option(
    "--edition", "editions", multiple=True, metavar="ID", help="Only this edition (repeatable)."
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    help="Search the plays of scenarios of up to so many actions, instead of proving.",
)
@click.option(
    "--steps",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="How many actions in a row a proof may look at, where one is not enough.",
)
@click.option("--any-start", is_flag=True, help="Search from every start with every deck.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    help="For each question to the solver (default: 60); for the search of one scenario (300).",
)
@click.option(
    "--cards",
    type=click.IntRange(min=2, max=16),
    default=3,
    show_default=True,
    help="The size of the decks.",
)
@click.option(
    "--library",
    type=click.IntRange(1, 16),
    help="The most cards in one library (default: all of the deck, or 6).",
)
@click.option(
    "--certificates",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help=f"Write certificates there; with --verify, read them (default: {FOLDER}).",
)
@click.option(
    "--export",
    type=click.Choice(["smt2", "aiger"]),
    help="Write the obligations of laws for other solvers, one file each.",
)
@click.option("--case", metavar="CASE", default="", help="Of those, only this case.")
@click.option("--slices", is_flag=True, help="The slices of certificates instead of all terms.")
@click.option(
    "--to",
    type=click.Path(file_okay=False),
    metavar="DIR",
    default=".",
    help="Where to write them (default: here).",
)
@click.option("--verify", is_flag=True, help="Check certificates again, by Z3 and cvc5.")
@FORMAT
@OUTPUT
def prove(
    scenarios: Sequence[str],
    laws: Sequence[str],
    editions: Sequence[str],
    depth: int | None,
    steps: int,
    any_start: bool,
    timeout: float | None,
    cards: int,
    library: int | None,
    certificates: str | None,
    export: str | None,
    case: str,
    slices: bool,
    to: str,
    verify: bool,
    form: str,
    output: str | None,
) -> None:
    """Prove invariants and step laws for every deck within a capacity, by induction.

    With --depth, look for plays that break a law instead, from scenarios or from any start.
    """
    from stackproof.editions.load import edition
    from stackproof.editions.load import editions as all_editions
    from stackproof.lang.system import INVARIANT, STEP
    from stackproof.laws.catalogue import laws as every

    if verify:
        if scenarios or editions or depth is not None or any_start or steps > 1:
            raise click.UsageError("--verify takes no more than --law and --certificates")
        sys.exit(verified(certificates or FOLDER, laws, timeout, form, output))
    if steps > 1 and (depth is not None or export is not None):
        raise click.UsageError("--steps are of proofs: not with --depth or --export")
    if export is not None:
        from stackproof.prove.game import sizes

        source = (certificates or FOLDER) if slices else sizes(cards, library)
        click.echo(exported(source, laws, case, export, to), nl=False)
        return
    if certificates:
        needs_cvc5()
    if certificates and depth is not None:
        raise click.UsageError("--certificates are of proofs, --depth searches plays")
    if any_start and scenarios:
        raise click.UsageError("--any-start and scenarios exclude each other")
    if any_start and depth is None:
        raise click.UsageError("--any-start needs --depth")
    if scenarios and depth is None:
        raise click.UsageError("a proof is about every deck; for scenarios give --depth")
    judged = [law for law in every() if law.kind in (INVARIANT, STEP)]
    if depth is None:
        from stackproof.prove.game import RANKED

        judged += [law for law in every() if law.id in RANKED]
    ids = known("law", laws, [law.id for law in judged])
    wanted = [law for law in judged if law.id in ids]
    if depth is None:
        named = [edition(name) for name in editions] or list(all_editions().values())
        decks = (cards, library)
        report, text = _proved(wanted, named, decks, timeout or 60, steps, certificates)
    elif any_start:
        report, text = _from_any_start(wanted, editions, (cards, library), depth, timeout or 300)
    else:
        report, text = _from_scenarios(scenarios, wanted, editions, depth, timeout or 300)
    write(report.to_json().decode() + "\n" if form == "json" else text, output)
    sys.exit(report.exit_code)


def _proved(
    laws: Sequence[Law],
    editions: Sequence[Edition],
    decks: tuple[int, int | None],
    timeout: float,
    steps: int,
    certificates: str | None,
) -> tuple[Report, str]:
    from stackproof.prove.game import sizes, subject
    from stackproof.prove.induction import prove_all
    from stackproof.prove.verdicts import inductive, scope
    from stackproof.report.result import Report

    supported = [law for law in laws if law.supported]
    capacities = sizes(*decks)
    with ProgressLine(wanted=True) as progress:
        ids = [law.id for law in supported]
        proof = prove_all(capacities, ids, timeout, progress=progress.say, steps=steps)
    report = Report(list(inductive(proof, subject(capacities).system, supported, editions)))
    text = f"for {scope(capacities)}:\n" + "".join(_told(report.results))
    if certificates:
        text += written(proof, certificates, scope(capacities))
    return report, text


def _told(results: Sequence[Result]) -> Iterator[str]:
    """One line for each law, with the number of editions."""
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(result.law, []).append(result)
    for law, found in grouped.items():
        verdict = "proved" if found[0].verdict == "holds" else "undetermined"
        number = f"{len(found)} edition" + ("s" if len(found) > 1 else "")
        reason = f" ({found[0].reason})" if found[0].reason else ""
        yield f"  {verdict:<12}  {law}, {number}{reason}\n"
    proved = sum(r.verdict == "holds" for r in results)
    yield f"{proved} of {len(results)} proved, {len(results) - proved} undetermined\n"


def _from_any_start(
    laws: Sequence[Law],
    editions: Sequence[str],
    decks: tuple[int, int | None],
    depth: int,
    timeout: float,
) -> tuple[Report, str]:
    """Editions only number the rules here: their switches are part of the deck."""
    from stackproof.editions.load import edition
    from stackproof.editions.load import editions as all_editions
    from stackproof.prove.bounded import Bounded
    from stackproof.prove.game import sizes, subject
    from stackproof.prove.verdicts import EVERY_DECK, searched
    from stackproof.report.result import Report
    from stackproof.scenarios.build import Game

    about = subject(sizes(*decks))
    cited = edition(editions[-1]) if editions else list(all_editions().values())[-1]
    begun = time.monotonic()
    asked = [about.by_id[law.id] for law in laws]
    outcomes = Bounded(about).search(asked, depth, timeout)
    results = list(searched(outcomes, EVERY_DECK, cited, depth, time.monotonic() - begun))
    text = _listed(results)
    for outcome in outcomes:
        if outcome.play is not None:
            held = about.system.program.capacities
            cards = tuple(f"card {i}" for i in range(held["cards"]))
            players = tuple(f"player {i}" for i in range(held["seats"]))
            game = Game(outcome.play.setup, outcome.play.initial, cards, players)
            text += _narrated(Narrated(about.system, game, cited), EVERY_DECK, outcome)
    return Report(results), text


def _from_scenarios(
    names: Sequence[str], laws: Sequence[Law], editions: Sequence[str], depth: int, timeout: float
) -> tuple[Report, str]:
    from stackproof.prove.bounded import Bounded
    from stackproof.prove.game import in_force, subject
    from stackproof.prove.verdicts import searched
    from stackproof.report.result import Report
    from stackproof.scenarios.build import build

    found, plan = chosen(names, editions)
    results: list[Result] = []
    text = ""
    for scenario in found:
        about = subject(scenario.capacities)
        for edition in plan[scenario.id]:
            game = build(scenario, edition, about.system)
            asked = [about.by_id[law.id] for law in laws if in_force(law, edition)]
            begun = time.monotonic()
            outcomes = Bounded(about, (game.setup, game.initial)).search(asked, depth, timeout)
            seconds = time.monotonic() - begun
            results += searched(outcomes, scenario.id, edition, depth, seconds)
            for outcome in outcomes:
                text += _narrated(Narrated(about.system, game, edition), scenario.id, outcome)
    return Report(results), _listed(results) + text


def _listed(results: Sequence[Result]) -> str:
    return "".join(
        f"  {r.verdict:<12}  {r.law} in {r.scenario}, {r.edition}"
        + (f" ({r.reason})\n" if r.reason else "\n")
        for r in results
    )


class Narrated(NamedTuple):
    """What a play is told of."""

    system: System
    game: Game
    edition: Edition


def _narrated(told: Narrated, scenario: str, outcome: Outcome) -> str:
    """The play that breaks a law, in words, if there is one."""
    from stackproof.trace.narrate import Narrator

    if outcome.play is None:
        return ""
    law = outcome.law
    text = f"\n{law.id}: {law.says}\nis broken by this play of {scenario} in {told.edition.id}:\n"
    for line in Narrator(*told).lines(outcome.play.actions):
        text += f"  {line.number}. {line.player} {line.does}\n"
        for happening in line.happenings:
            cited = f" [{happening.rule}]" if happening.rule else ""
            text += f"       {happening.text}{cited}\n"
    return text
