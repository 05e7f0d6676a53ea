"""What a command is to check: the scenarios, editions and laws that are named, or all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.scenarios.load import Scenario


def chosen(
    names: Sequence[str], editions: Sequence[str]
) -> tuple[list[Scenario], dict[str, list[Edition]]]:
    """The scenarios and, for each, the editions in which it is to be played.

    Without names those of the project that the working directory lies in, else the shipped ones.
    """
    from stackproof import check as checking
    from stackproof.editions.load import edition
    from stackproof.inputs import InputError
    from stackproof.project import project_at, project_of
    from stackproof.scenarios.load import load_scenario, scenarios

    wanted = [edition(name) for name in dict.fromkeys(editions)]
    own = project_at(Path.cwd()).scenarios
    if names or own:
        files = [file for name in names or map(_short, own) for file in _files(name)]
        found = [load_scenario(name) for name in dict.fromkeys(files)]
    else:
        found = [s for s in scenarios().values() if not s.bench]
    plan: dict[str, list[Edition]] = {}
    for scenario in found:
        if scenario.id in plan:
            raise InputError(f'{scenario.file}: another scenario is called "{scenario.id}" too')
        scenario.check_laws(checking.law_ids(project_of(scenario.file)))
        played = [edition(name) for name in scenario.editions]
        plan[scenario.id] = [e for e in played if not wanted or e in wanted]
        if names and not plan[scenario.id]:
            for choice in wanted:
                scenario.require(choice)
            first, last = scenario.editions[0], scenario.editions[-1]
            raise InputError(f"{scenario.file}: editions: played from {first} to {last} only")
    return found, plan


def known(what: str, given: Sequence[str], valid: Sequence[str]) -> list[str]:
    """The given names, or all valid ones. Raises InputError for an unknown name."""
    from stackproof.inputs import Place

    for name in given:
        if name not in valid:
            raise Place("command line").at(f"--{what}").unknown(f"no {what} is called", name, valid)
    return list(given or valid)


def _files(name: str) -> Iterator[str]:
    """A scenario by itself, or those in a folder."""
    from stackproof.inputs import Place
    from stackproof.project import scenario_files

    if not Path(name).is_dir():
        yield name
        return
    found = scenario_files(Path(name))
    if not found:
        raise Place(name).error("no scenario is in this folder")
    yield from map(str, found)


def _short(path: Path) -> str:
    """A file relative to the working directory where it is inside."""
    here = Path.cwd()
    return str(path.relative_to(here) if here in path.parents else path)


def edition_called(name: str) -> Edition:
    """A shipped edition by its id, an edition file, or one that the project names by its id."""
    from stackproof.editions.load import edition, editions, load_edition
    from stackproof.inputs import InputError, suggestion
    from stackproof.project import project_at

    if name in editions():
        return edition(name)
    if name.endswith(".toml"):
        return load_edition(name)
    own = {found.id: found for found in map(load_edition, project_at(Path.cwd()).editions)}
    if name not in own:
        near = suggestion(name, [*editions(), *own])
        raise InputError(f'no edition is called "{name}"{near}')
    return own[name]
