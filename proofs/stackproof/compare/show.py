"""A comparison of two editions in words, for the terminal and for a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .result import Behaviours, Play, Regression, Relation, Row, Sameness, Witness

MOST_PLAYS = 8
MOST_ROWS = 40


def text(found: Regression, *, plays: bool = True) -> str:
    """The whole comparison as plain text."""
    return "\n".join(_lines(found, "", plays)) + "\n"


def markdown(found: Regression, *, plays: bool = True) -> str:
    """The whole comparison as markdown."""
    return "\n".join(_lines(found, "#", plays)) + "\n"


def _lines(found: Regression, mark: str, plays: bool) -> Iterator[str]:
    yield _heading(mark, 2, f"{found.old} -> {found.new}: {headline(found)}")
    yield ""
    yield from _written(found)
    if found.only_old:
        yield f"- {len(found.only_old)} scenarios are played in {found.old} only."
    if found.only_new:
        yield f"- {len(found.only_new)} scenarios are played in {found.new} only."
    for what, laws in (("come into", found.coming), ("go out of", found.going)):
        if laws:
            more = f" and {len(laws) - 4} more" if len(laws) > 4 else ""
            yield f"- {len(laws)} laws {what} force: {', '.join(laws[:4])}{more}"
    if found.incomplete:
        yield f"- A limit stopped the search in: {', '.join(found.incomplete)}."
    if found.rows:
        yield from ("", _heading(mark, 3, "Laws and claims"), "")
        yield from (_table if mark else _columns)(found)
    if found.partings:
        yield from ("", _heading(mark, 3, "Where the same choices lead elsewhere"), "")
        for parting in found.partings:
            yield f"- {parting.kind} ({parting.scenarios} scenarios, {_length(parting.play)})"
    if found.behaviours is not None:
        yield from ("", _heading(mark, 3, f"Plays observed as {found.behaviours.observe}"), "")
        yield from _observed(found.behaviours, found)
    if found.sameness is not None:
        yield from ("", _heading(mark, 3, "Everywhere else"), "")
        yield from _same(found.sameness)
    for deck in found.decks:
        yield f"- over every deck, {deck.switch}: {deck.verb} {deck.argument}: {deck.differs[0]}"
    if plays:
        yield from _plays(found, mark)


def headline(found: Regression) -> str:
    """The comparison in one line."""
    if found.alike:
        return "every play that both know is the same"
    broken = sum(row.breaks for row in found.rows)
    laws = f", {broken} of them broken" if broken else ""
    ways = "1 way" if len(found.partings) == 1 else f"{len(found.partings)} ways"
    return f"{len(found.rows)} laws and claims differ{laws}; plays part in {ways}"


def _written(found: Regression) -> Iterator[str]:
    for change in found.changes.switches:
        unread = "" if change.read else " (no rule of this model reads it)"
        yield f"- {change.switch}: {_value(change.old)} -> {_value(change.new)}{unread}"
    for file in found.changes.overrides:
        yield f"- rules replaced by {file}"
    numbers = [f"{c.rule} {c.old or '-'} -> {c.new or '-'}" for c in found.changes.numbers]
    if numbers:
        more = f" and {len(numbers) - 6} more" if len(numbers) > 6 else ""
        yield f"- {len(numbers)} rule numbers: {', '.join(numbers[:6])}{more}"
    if not found.changes.switches and not numbers and not found.changes.overrides:
        yield "- nothing is written differently"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cells(row: Row) -> tuple[str, str]:
    old = row.old if row.in_old else f"({row.old})"
    new = row.new if row.in_new else f"({row.new})"
    return old, new


def _columns(found: Regression) -> Iterator[str]:
    width = max(len(row.law) for row in found.rows)
    yield f"  {'':{width}}  {found.old:>14}  {found.new:>14}"
    for row in found.rows:
        old, new = _cells(row)
        sign = "!" if row.breaks else " "
        yield f"{sign} {row.law:{width}}  {old:>14}  {new:>14}"
    yield "  ! broken by the change   ( ) not in force there"


def _table(found: Regression) -> Iterator[str]:
    yield f"| | law or claim | {found.old} | {found.new} | says |"
    yield "|---|---|---|---|---|"
    for row in found.rows:
        old, new = _cells(row)
        sign = "❌" if row.breaks else ""
        says = row.says.replace("|", "\\|")
        yield f"| {sign} | `{row.law}` | {old} | {new} | {says} |"


def _observed(found: Behaviours, about: Regression) -> Iterator[str]:
    yield f"Over all scenarios: {_named(found.relation, about)}."
    counts: dict[Relation, int] = {}
    for behaviour in found.scenarios:
        counts[behaviour.relation] = counts.get(behaviour.relation, 0) + 1
    yield "; ".join(f"{_named(r, about)} in {n}" for r, n in counts.items()) + "."
    for witness in found.witnesses:
        side = about.old if witness.side == "old" else about.new
        yield f"- only {side}: {witness.kind} ({witness.scenario}, {_length(witness.play)})"


def _named(relation: Relation, about: Regression) -> str:
    return relation.replace("the new", about.new).replace("the old", about.old)


def _same(found: Sameness) -> Iterator[str]:
    size = ", ".join(f"{n} {name}" for name, n in found.capacity.items())
    outside = " or ".join(dict.fromkeys(region.says for region in found.regions))
    where = f"outside of this: {outside}" if outside else "everywhere"
    word = {"holds": "Proved", "violated": "Refuted"}.get(found.verdict, "Undetermined")
    yield f"{word} for every deck and well-formed position ({size}), {where}."
    if found.unread:
        yield f"No rule that these actions run reads what differs: {', '.join(found.unread)}."
    if found.proved:
        yield f"These read it there only, as the solver decided: {', '.join(found.proved)}."
    if found.open:
        yield f"Open: {', '.join(found.open)}."
    for region in found.regions:
        needed = (
            "needed, as a play shows" if region.needed else "no scenario shows that it is needed"
        )
        yield f"- {region.switch}: {region.says} ({needed})"


def _plays(found: Regression, mark: str) -> Iterator[str]:
    told = [(f"{r.law}: {r.says}", r.play) for r in found.rows if r.play is not None]
    told += [(parting.kind, parting.play) for parting in found.partings]
    if found.behaviours is not None:
        told += [(_only(w, found), w.play) for w in found.behaviours.witnesses]
    unique: dict[tuple[str, tuple[tuple[str, int], ...]], tuple[str, Play]] = {}
    for title, play in told:
        unique.setdefault((play.scenario, tuple(play.actions)), (title, play))
    for title, play in list(unique.values())[:MOST_PLAYS]:
        yield ""
        if mark:
            yield f"<details><summary>{title} ({play.scenario})</summary>"
            yield from ("", "```text", *_told(play, found), "```", "", "</details>")
        else:
            yield f"{title} ({play.scenario})"
            yield from _told(play, found)
    if len(unique) > MOST_PLAYS:
        yield from ("", f"And {len(unique) - MOST_PLAYS} more plays: --format json has them all.")


def _only(witness: Witness, found: Regression) -> str:
    return f"only {found.old if witness.side == 'old' else found.new}: {witness.kind}"


def _told(play: Play, found: Regression) -> Iterator[str]:
    for step in play.steps:
        only = {"old": f"  [only {found.old}]", "new": f"  [only {found.new}]"}
        yield f"{step.number:>4}. {step.player} {step.does}{only.get(step.offered, '')}"
        if step.offered != "both" or step.same:
            yield from _happened("", step.new or step.old)
        else:
            yield from _happened(f"{found.old}: ", step.old)
            yield from _happened(f"{found.new}: ", step.new)


def _happened(side: str, texts: Iterable[str]) -> Iterator[str]:
    for line in texts:
        yield f"        {side}{line}"


def _heading(mark: str, level: int, title: str) -> str:
    return f"{mark * level} {title}" if mark else title


def _length(play: Play) -> str:
    return f"{len(play.actions)} choices"
