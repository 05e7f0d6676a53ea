"""``stackproof replay``, ``shrink`` and ``explain``: what can be done with a trace file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .choosing import edition_called
from .options import FORMAT, LANGUAGE, OUTPUT, write

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.trace.file import TraceFile
    from stackproof.trace.replay import Divergence, Replay


@click.command()
@click.argument("traces", nargs=-1, required=True, metavar="TRACE...")
@click.option(
    "--edition",
    "editions",
    multiple=True,
    metavar="ID",
    help="Play in this edition, an id or a file, instead of that of the trace (repeatable).",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "itf"]), default="text",
    show_default=True,
)  # fmt: skip
@OUTPUT
def replay(traces: Sequence[str], editions: Sequence[str], form: str, output: str | None) -> None:
    """Play trace files again, without any search, and judge the law along the play.

    Exit codes: 0 the outcome of the trace, 1 another way or outcome, 2 bad input.
    """
    from stackproof.trace import replay as replaying

    loaded = [replaying.load(path) for path in traces]
    chosen: list[Edition | str] = [edition_called(name) for name in editions]
    if form == "itf":
        if len(loaded) > 1 or len(editions) > 1:
            raise click.UsageError("--format itf writes one trace: give one, and one edition")
        write(replaying.as_itf(*loaded[0], *chosen), output)
        return
    found = [replaying.replay(*one, name) for one in loaded for name in chosen or [""]]
    if form == "json":
        write(_json({"schema": replaying.SCHEMA, "replays": found}), output)
    else:
        write("\n\n".join("\n".join(_told(one)) for one in found) + "\n", output)
    sys.exit(0 if all(one.same for one in found) else 1)


@click.command()
@click.argument("trace")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write the trace there."
)
def shrink(trace: str, form: str, output: str | None) -> None:
    """Make a counterexample as small as it can be: cards, mana, actions, changes of the player.

    The same law still fails in the same way. Exit codes: 0 done, 1 the trace breaks no law, 2 bad
    input.
    """
    from stackproof.trace import replay as replaying
    from stackproof.trace import shrink as shrinking
    from stackproof.trace.file import document, encode

    loaded, place = replaying.load(trace)
    try:
        small = shrinking.shrink(loaded, place)
    except shrinking.NotBroken as error:
        click.echo(f"stackproof: {error}", err=True)
        sys.exit(1)
    sizes = {"before": shrinking.size_of(loaded, place), "after": shrinking.size_of(small, place)}
    if output is not None:
        write(encode(small), output)
    if form == "json":
        write(_json({"schema": shrinking.SCHEMA, **sizes, "trace": document(small)}), None)
        return
    for line in _told(replaying.replay(small, place)):
        click.echo(line)
    for name in ("cards", "actions", "switches"):
        before, after = (getattr(size, name) for size in sizes.values())
        click.echo(f"{name + ':':<9} {before} -> {after}")
    for text in _beginning(small):
        click.echo(text)


@click.command()
@click.argument("trace")
@LANGUAGE
@FORMAT
def explain(trace: str, language: str, form: str) -> None:
    """Explain a counterexample: what failed, for whom, since when, and what would have saved it.

    Exit codes: 0 done, 1 the trace breaks no law, 2 bad input.
    """
    from stackproof.trace import explain as explaining
    from stackproof.trace import replay as replaying
    from stackproof.trace.shrink import NotBroken

    try:
        found = explaining.explain(*replaying.load(trace), language)
    except NotBroken as error:
        click.echo(f"stackproof: {error}", err=True)
        sys.exit(1)
    if form == "json":
        write(_json({"schema": explaining.SCHEMA, "explanation": found}), None)
        return
    for line in explaining.lines(found):
        click.echo(line)


def _beginning(trace: TraceFile) -> Iterator[str]:
    """What each player begins with, as a scenario file says it."""
    from stackproof.trace.file import plain

    for player in plain(trace.setup)["player"]:
        has = [
            f"{key} {', '.join(value) if isinstance(value, list) else value}"
            for key, value in player.items()
            if key != "name"
        ]
        yield f"{player['name']}: {'; '.join(has) or 'nothing'}"


def _json(document: dict[str, Any]) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _told(replay: Replay) -> Iterator[str]:
    """A replay as lines of text."""
    yield f"{replay.law} in {replay.scenario} ({replay.edition})"
    left = {one.step: one for one in replay.divergences}
    for step in replay.steps:
        yield f"{step.number:>4}. {step.player} {step.does}"
        for happening in step.happens:
            yield f"        {happening.text}{f'  ({happening.rule})' if happening.rule else ''}"
        if step.number in left:
            yield from _divergence(left.pop(step.number))
    for one in left.values():
        yield from _divergence(one)
    yield f"      {_conclusion(replay)}"


def _divergence(found: Divergence) -> Iterator[str]:
    if found.kind == "events":
        yield f"      diverges at step {found.step}: other things happen in the trace"
        yield from (f"        only there: {text}" for text in found.missing)
        yield from (f"        only here: {text}" for text in found.new)
        return
    yield f"      diverges at step {found.step}: {found.missing[0]} is not possible here"
    for text in found.new or ["nothing, as the play is over"]:
        yield f"        possible: {text}"


def _conclusion(replay: Replay) -> str:
    if not replay.verdict:
        return "the law is not in force in this edition"
    outcome = f"the law {WORDS[replay.verdict]}"
    if replay.step is not None and replay.verdict != "undetermined":
        outcome += f" at step {replay.step}"
    return f"{outcome}, {'as' if replay.same else 'not as'} in the trace"


WORDS = {
    "violated": "fails",
    "holds": "does not fail",
    "undetermined": "is not decided by this play alone",
}
