"""``stackproof regress``: what a rule change really changes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import write

if TYPE_CHECKING:
    from stackproof.compare.result import Regression
    from stackproof.editions.load import Edition
    from stackproof.scenarios.load import Scenario

COMPARED = {
    "holds": "as answered", "violated": "NOT as answered", "undetermined": "undetermined",
}  # fmt: skip
LEVELS = ("events", "zones", "priority", "none")


@click.command()
@click.argument("old", metavar="[FROM", required=False)
@click.argument("new", metavar="TO]", required=False)
@click.option("--all", "every", is_flag=True, help="All neighbours, first to last, and proposals.")
@click.option("--question", "asked", multiple=True, metavar="ID", help="Answer it (repeatable).")
@click.option("--questions", "listing", is_flag=True, help="List what can be asked.")
@click.option("--scenario", "scenarios", multiple=True, help="Only this scenario (repeatable).")
@click.option("--law", "laws", multiple=True, metavar="ID", help="Only this law (repeatable).")
@click.option(
    "--observe",
    type=click.Choice(LEVELS),
    default="zones",
    show_default=True,
    help="Compare plays up to this; none: do not.",
)
@click.option("--prove", is_flag=True, help="Prove sameness elsewhere, for every deck.")
@click.option(
    "--expect",
    type=click.Path(),
    help="Compare with this reviewed outcome; with --all a folder of them.",
)
@click.option("--update", is_flag=True, help="Write what --expect names instead.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text",
    show_default=True,
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write the report there.")
@click.option("--max-states", type=click.IntRange(min=1), help="Stop a search beyond this.")
def regress(
    old: str | None,
    new: str | None,
    every: bool,
    asked: Sequence[str],
    listing: bool,
    scenarios: Sequence[str],
    laws: Sequence[str],
    observe: str,
    prove: bool,
    expect: str | None,
    update: bool,
    form: str,
    output: str | None,
    max_states: int | None,
) -> None:
    """Compare the editions FROM and TO: shipped ones, files, or names from stackproof.toml.

    A difference is information and no failure, so that the exit code is 0; with --expect it is 1
    where the outcome is another one. It is 3 where something is undetermined.
    """
    from .choosing import chosen

    if listing or asked:
        told, code = _asked(asked, chosen(scenarios, ())[0] if asked else [], form)
        write(told, output)
        sys.exit(code)
    if update and expect is None:
        raise click.UsageError("--update needs --expect: the file to write")
    pairs = _pairs(old, new, every)
    found = chosen(scenarios, ())[0]
    regressions = _compared(pairs, found, laws, observe, prove, max_states)
    code = 3 if any(r.undetermined for r in regressions) else 0
    if expect is not None:
        told, different = _expected(regressions, Path(expect), every, update)
        code = 1 if different else code
    else:
        told = _told(regressions, form, brief=every)
    write(told, output)
    sys.exit(code)


def _pairs(old: str | None, new: str | None, every: bool) -> list[tuple[Edition, Edition]]:
    from stackproof.compare.variants import variants

    from .choosing import edition_called

    if every:
        from stackproof.editions.load import editions

        if old or new:
            raise click.UsageError("--all takes no editions")
        names = list(editions())
        pairs = [(edition_called(a), edition_called(b)) for a, b in pairwise(names)]
        first_to_last = edition_called(names[0]), edition_called(names[-1])
        tried = [(edition_called(v.based_on), v) for v in variants()]
        return [*pairs, first_to_last, *tried]
    if old is None or new is None:
        raise click.UsageError("two editions are needed: FROM and TO")
    return [(edition_called(old), edition_called(new))]


def _compared(
    pairs: Sequence[tuple[Edition, Edition]],
    scenarios: Sequence[Scenario],
    laws: Sequence[str],
    observe: str,
    prove: bool,
    max_states: int | None,
) -> list[Regression]:
    from stackproof.check import claim_ids, law_ids
    from stackproof.compare.regression import Wanted
    from stackproof.compare.regression import regress as compare
    from stackproof.compare.side import Side
    from stackproof.explore.model import Limits

    from .choosing import known

    if laws:
        known("law", laws, law_ids() + claim_ids(scenarios))
    wanted = Wanted(
        frozenset(laws) if laws else None,
        "" if observe == "none" else observe,
        Limits(max_states=max_states),
        prove,
    )
    sides = [(Side(old), Side(new)) for old, new in pairs]
    return [compare(old, new, scenarios, wanted) for old, new in sides]


def _told(found: Sequence[Regression], form: str, *, brief: bool) -> str:
    from stackproof.compare import show
    from stackproof.compare.result import to_json

    if form == "json":
        return to_json(list(found))
    tell = show.markdown if form == "markdown" else show.text
    return "\n".join(tell(regression, plays=not brief) for regression in found)


def _expected(
    found: Sequence[Regression], where: Path, folder: bool, update: bool
) -> tuple[str, bool]:
    """The differences from reviewed outcomes, or what was written instead."""
    from stackproof.compare.gate import differences, outcome

    told, different = [], False
    for regression in found:
        file = where / f"{regression.old}_{regression.new}.txt" if folder else where
        if update:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(outcome(regression), encoding="utf-8")
            told.append(f"{file}: written")
            continue
        lines = differences(regression, file)
        different |= bool(lines)
        told += lines or [f"{regression.old} -> {regression.new}: as expected"]
    return "\n".join(told) + "\n", different


def _asked(names: Sequence[str], scenarios: Sequence[Scenario], form: str) -> tuple[str, int]:
    """The answers to questions, or a list of all."""
    import msgspec

    from stackproof.compare.asking import answer
    from stackproof.questions import questions

    from .choosing import known

    if form == "markdown":
        raise click.UsageError("questions are told as text or json")
    if not names:
        if form == "json":
            rows = [{"id": q.id, "asks": q.asks} for q in questions().values()]
            return _json({"schema": 1, "questions": rows}), 0
        return "".join(f"{q.id}: {q.asks}\n" for q in questions().values()), 0
    wanted = known("question", names, list(questions()))
    answers = [answer(questions()[name], scenarios) for name in wanted]
    verdicts = {str(a.verdict) for a in answers}
    code = 1 if "violated" in verdicts else 3 if "undetermined" in verdicts else 0
    if form == "json":
        return _json({"schema": 1, "answers": [msgspec.to_builtins(a) for a in answers]}), code
    lines = []
    for told in answers:
        sign = {"holds": "as answered", "violated": "NOT as answered"}.get(
            told.verdict, "undetermined"
        )
        lines += [f"{told.id}: {told.asks}", "", told.answer.strip(), "", f"Compared: {sign}."]
        lines += [f"  + {text}" for text in told.found]
        lines += [f"  - {text}" for text in told.against]
        lines += [f"  rules: {', '.join(told.rules)}", ""]
    return "\n".join(lines), code


def _json(document: object) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
