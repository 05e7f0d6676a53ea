"""``stackproof prove``: laws proved for every deck, and plays of bounded length searched."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from .certificates import FOLDER, exported, needs_cvc5, recalled, verified, written
from .choosing import chosen, known
from .options import EDITIONS, FORMAT, MOST_STEPS, OUTPUT, write
from .plays import Narrated, met, narrated, of_any_deck
from .progress import ProgressLine

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.lang.system import Law
    from stackproof.report.result import Report, Result


@click.command()
@click.argument("scenarios", nargs=-1)
@click.option("--law", "laws", multiple=True, metavar="ID", help="Only this law (repeatable).")
@EDITIONS
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    help="Search the plays of scenarios of up to so many actions, instead of proving.",
)
@click.option(
    "--steps",
    type=click.IntRange(1, MOST_STEPS),
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

    Whether a play leads to what speaks against a proof is tried by the explorer.

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
        if laws:
            _require(wanted, named, proving=True)
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
    from stackproof.prove.reaching import try_all
    from stackproof.prove.verdicts import inductive, scope
    from stackproof.report.result import Report

    supported = [law for law in laws if law.supported]
    capacities = sizes(*decks)
    with ProgressLine(wanted=True) as progress:
        ids = [law.id for law in supported]
        about = subject(capacities)
        recall = recalled(certificates, about, timeout) if certificates else None
        proof = prove_all(
            capacities, ids, timeout, progress=progress.say, steps=steps, recall=recall
        )
        kept = written(proof, about, certificates, scope(capacities)) if certificates else ""
        tried = try_all(about, proof, supported, editions, progress=progress.say)
    report = Report(list(inductive(proof, about.system, supported, editions, tried)))
    text = f"for {scope(capacities)}:\n" + "".join(_told(report.results))
    text += "".join(
        met(about.system, law, tried[law.id], editions) for law in supported if law.id in tried
    )
    return report, text + kept


def _told(results: Sequence[Result]) -> Iterator[str]:
    """One line for each law and verdict, with the number of editions."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        grouped.setdefault((result.law, result.verdict), []).append(result)
    for (law, verdict), found in grouped.items():
        known = "proved" if verdict == "holds" else verdict
        number = f"{len(found)} edition" + ("s" if len(found) > 1 else "")
        reason = f" ({found[0].reason})" if found[0].reason else ""
        yield f"  {known:<12}  {law}, {number}{reason}\n"
    count = Counter(result.verdict.value for result in results)
    violated = f"{count['violated']} violated, " if count["violated"] else ""
    yield f"{count['holds']} of {len(results)} proved, {violated}"
    yield f"{count['undetermined']} undetermined\n"


def _from_any_start(
    laws: Sequence[Law],
    editions: Sequence[str],
    decks: tuple[int, int | None],
    depth: int,
    timeout: float,
) -> tuple[Report, str]:
    """One search for all editions that play alike; of the newest edition unless some are named."""
    from stackproof.check import by_behaviour
    from stackproof.editions.load import edition
    from stackproof.editions.load import editions as all_editions
    from stackproof.prove.bounded import Bounded
    from stackproof.prove.game import in_force, sizes, subject
    from stackproof.prove.verdicts import EVERY_DECK, searched
    from stackproof.report.result import Report

    about = subject(sizes(*decks))
    named = [edition(name) for name in editions] or list(all_editions().values())[-1:]
    _require(laws, named)
    results: list[Result] = []
    text = ""
    for same in by_behaviour(named):
        where = {law.id: [e for e in same if in_force(law, e)] for law in laws}
        asked = [about.by_id[name] for name, known in where.items() if known]
        begun = time.monotonic()
        outcomes = Bounded(about, switches=same[0].setup).search(asked, depth, timeout)
        seconds = time.monotonic() - begun
        for one in same:
            found = [outcome for outcome in outcomes if one in where[outcome.law.id]]
            results += searched(found, EVERY_DECK, one, depth, seconds)
        for outcome in outcomes:
            if outcome.play is not None:
                first = where[outcome.law.id][0]
                text += of_any_deck(about.system, outcome.law, outcome.play, first)
    return Report(results), _listed(results) + text


def _require(laws: Sequence[Law], editions: Sequence[Edition], proving: bool = False) -> None:
    """Raises :class:`InputError` where there is nothing to say of any of the laws."""
    from stackproof.inputs import InputError
    from stackproof.prove.game import in_force

    if proving and not any(law.supported for law in laws):
        raise InputError(
            f'command line: --law: the rules do not bear out "{laws[0].id}"; --depth looks for a '
            "play against it"
        )
    if not any(in_force(law, edition) for law in laws for edition in editions):
        names = ", ".join(edition.id for edition in editions)
        raise InputError(f'command line: --law: "{laws[0].id}" is not in force in {names}')


def _from_scenarios(
    names: Sequence[str], laws: Sequence[Law], editions: Sequence[str], depth: int, timeout: float
) -> tuple[Report, str]:
    from stackproof.prove.bounded import Bounded
    from stackproof.prove.game import in_force, subject
    from stackproof.prove.verdicts import searched
    from stackproof.report.result import Report
    from stackproof.scenarios.build import build

    found, plan = chosen(names, editions)
    _require(laws, list({e.id: e for known in plan.values() for e in known}.values()))
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
                told = Narrated(about.system, game, edition)
                text += narrated(told, scenario.id, outcome.law, outcome.play)
    return Report(results), _listed(results) + text


def _listed(results: Sequence[Result]) -> str:
    return "".join(
        f"  {r.verdict:<12}  {r.law} in {r.scenario}, {r.edition}"
        + (f" ({r.reason})\n" if r.reason else "\n")
        for r in results
    )
