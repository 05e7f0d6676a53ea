"""``stackproof init``: a project of one's own to start from."""

from __future__ import annotations

from pathlib import Path

import click

from .proposal import write_edition

SCAFFOLD = Path(__file__).parents[1] / "scaffold"


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False))
@click.option("--edition", "name", metavar="NAME", help="Only a rule change to try, NAME.toml.")
@click.option("--from", "base", metavar="ID", help="The edition that it changes.")
def init(folder: str, name: str | None, base: str | None) -> None:
    """Write a project with a keyword, laws and scenarios of one's own into DIR.

    One of the laws breaks: README.md there tells what to do. No file is ever overwritten.
    """
    from stackproof.inputs import Place

    if name is not None or base is not None:
        if name is None or base is None:
            raise click.UsageError("--edition and --from belong together")
        target = write_edition(name, base, Path(folder))
        click.echo(f"{target}\n\nNow edit it, and then: stackproof regress {base} {target}")
        return

    files = [f for f in sorted(SCAFFOLD.rglob("*")) if f.is_file() and f.suffix != ".pyc"]
    targets = {file: Path(folder) / file.relative_to(SCAFFOLD) for file in files}
    for target in targets.values():
        if target.exists():
            raise Place(str(target)).error("exists already; nothing was written")
    try:
        for file, target in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("x", encoding="utf-8") as out:
                out.write(file.read_text("utf-8"))
    except OSError as error:
        raise click.UsageError(f"cannot write {error.filename}: {error.strerror}") from None
    for target in targets.values():
        click.echo(target)
    where = "" if Path(folder) == Path() else f"cd {folder} && "
    click.echo(f"\nNow: {where}stackproof check")
