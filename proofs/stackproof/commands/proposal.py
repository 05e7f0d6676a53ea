"""``stackproof init --edition``: an edition of one's own, with proposals to choose from."""

from __future__ import annotations

from pathlib import Path

import click

PROPOSALS = (
    ("After ripple resolves, its controller receives priority, not the active player.",
     'ripple_priority = "controller"'),
    ("With ripple each card is revealed or not, from the top, instead of all or none.",
     'ripple_reveal = "each"'),
    ("Madness opens a window again, in which its owner may cast the card until passing.",
     'madness_timing = "window"'),
    ("That window closes at once as its owner passes, and not by a delayed trigger.",
     'window_closing = "immediate"'),
    ("A card with madness may go to the graveyard again as it is discarded.",
     'madness_exile = "may"'),
    ("A card that was discarded and not cast is not found in the graveyard any more.",
     "find_discarded = false"),
    ("Mana that is left in a pool burns again, and lasts for the whole phase.",
     'mana_burn = true\nmana_empties = "phase"'),
)  # fmt: skip
"""What can be proposed, each with the switches that say it."""

HEAD = """\
# A rule change to try: {base}, but ...
#
# Take the "# " away from the proposals that you want. Then see what they change:
#
#     stackproof regress {base} {file}
#     stackproof regress {base} {file} --format markdown
#
# For a change beyond these switches, name a file with rules that replace others:
# docs/regress.md tells how.

id = "{name}"
based_on = "{base}"
changed = "Say here in a sentence what the change is for."
# overrides = "{name}.py"

[switches]
"""


def write_edition(name: str, base: str, folder: Path) -> Path:
    """Write the file of an edition with all proposals in comments. Raises :class:`InputError`."""
    from stackproof.editions.load import edition, editions
    from stackproof.inputs import InputError, Place

    edition(base)
    if name in editions():
        raise InputError(f'"{name}" is a shipped edition; choose another name')
    if Path(name).name != name or not name:
        raise InputError(f'"{name}" is no name for an edition')
    target = folder / f"{name}.toml"
    text = HEAD.format(base=base, name=name, file=target)
    for says, switches in PROPOSALS:
        lines = "\n".join(f"# {line}" for line in switches.splitlines())
        text += f"\n# {says}\n{lines}\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise Place(str(target)).error("exists already; nothing was written") from None
    except OSError as error:
        raise click.UsageError(f"cannot write {error.filename}: {error.strerror}") from None
    return target
