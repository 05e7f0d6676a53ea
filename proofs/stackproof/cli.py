"""The command line. Heavy parts are imported by the commands that need them."""

from __future__ import annotations

import sys

import click

from .commands.certificates import verify
from .commands.check import check
from .commands.graph import graph
from .commands.init import init
from .commands.listing import cards, editions, laws
from .commands.mutate import mutate
from .commands.prove import prove
from .commands.regress import regress
from .commands.scenarios import scenarios
from .commands.statements import statements
from .commands.strengthen import strengthen
from .commands.traces import explain, replay, shrink


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stackproof")
def cli() -> None:
    """Check the rules of the stack: ripple and madness in every edition since 2002.

    Exit codes: 0 all as expected, 1 something violated, 2 bad input, 3 undetermined.
    """


for command in (
    check, replay, shrink, explain, graph, init, laws, statements, scenarios, cards, editions,
):  # fmt: skip
    cli.add_command(command)
cli.add_command(prove)
cli.add_command(strengthen)
cli.add_command(verify)
cli.add_command(regress)
cli.add_command(mutate)


def main() -> None:
    """Entry point: input errors are one line and exit code 2; where readings disagree, nothing is
    known.
    """
    from stackproof.inputs import InputError, Unsettled

    try:
        cli.main(standalone_mode=False)
    except InputError as error:
        click.echo(f"stackproof: {error}", err=True)
        sys.exit(2)
    except Unsettled as error:
        click.echo(f"stackproof: nothing is known: {error}", err=True)
        sys.exit(3)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
