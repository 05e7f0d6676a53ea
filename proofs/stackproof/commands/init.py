"""``stackproof init``: a project of one's own to start from."""

from __future__ import annotations

from pathlib import Path

import click

SCAFFOLD = Path(__file__).parents[1] / "scaffold"


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False))
def init(folder: str) -> None:
    """Write a project with a keyword, laws and scenarios of one's own into DIR.

    One of the laws breaks: README.md there tells what to do. No file is ever overwritten.
    """
    from stackproof.inputs import Place

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
