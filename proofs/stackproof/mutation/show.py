"""What became of mutants, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from .model import Entry, Mutation, Status, Tally

MOST_LAWS = 12
WIDTH = 100


def text(found: Mutation) -> str:
    """The whole report as plain text."""
    return "\n".join(_lines(found)) + "\n"


def headline(tally: Tally) -> str:
    """The numbers in one line."""
    return (
        f"{tally.mutants} mutants: {tally.caught} caught, {tally.equal} proved equal, "
        f"{tally.same} the same in every play, {tally.unreached} unreached, "
        f"{tally.unnoticed} unnoticed; {tally.share} % of those that change a play are caught"
    )


def _lines(found: Mutation) -> Iterator[str]:
    yield headline(found.total)
    yield f"tried in {found.games} games of {found.scenarios} scenarios"
    yield from _table("Files", found.files)
    yield from _table("Rules", found.rules)
    yield from ("", "Laws and claims that notice", "", f"{'':44} caught   alone")
    for catcher in found.catchers[:MOST_LAWS]:
        yield f"{catcher.id:44} {catcher.caught:6} {catcher.alone:7}"
    if len(found.catchers) > MOST_LAWS:
        yield f"and {len(found.catchers) - MOST_LAWS} more: --format json has them all"
    yield from ("", "Laws that caught nothing alone", "")
    yield fill(", ".join(found.idle), WIDTH, break_on_hyphens=False) or "none"
    yield from ("", "Unprotected rules", "")
    for entry in found.unprotected:
        yield from _told(entry)
    if not found.unprotected:
        yield "none"
    if found.alike:
        yield from ("", "No play tells them from the rules, and equality is not proved", "")
        yield from (f"{e.file}:{e.line}: {e.does}: {e.text}" for e in found.alike)


def _table(title: str, tallies: Sequence[Tally]) -> Iterator[str]:
    """The numbers of files or rules, those with the least share first."""
    yield from ("", title, "", f"{'':44} mutants  caught   equal    same  missed   share")
    for tally in sorted(tallies, key=lambda t: (t.share, t.name)):
        name = tally.name.rpartition("stackproof/game/")[2].removeprefix("stackproof.game.")
        missed = tally.unnoticed + tally.unreached
        counts = (tally.mutants, tally.caught, tally.equal, tally.same, missed)
        yield f"{name:44} {' '.join(f'{count:7}' for count in counts)} {tally.share:5} %"


def _told(entry: Entry) -> Iterator[str]:
    outcome = entry.outcome
    if outcome.status is Status.UNREACHED:
        why = "no play comes by"
    else:
        why = f"plays differ in {outcome.scenario} ({outcome.edition}), and nothing tells"
    yield f"{entry.file}:{entry.line}: {entry.does}: {entry.text}"
    yield f"    {why}"
