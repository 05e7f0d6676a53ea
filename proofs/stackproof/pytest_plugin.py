"""A pytest plugin: scenarios are test files, laws and claims are the tests in them.

It collects scenarios from the folders of the setting ``stackproof_scenarios`` and of the option
``--stackproof``; without either it does nothing. A test covers all editions of its scenario.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from stackproof.editions.load import Edition
    from stackproof.report.findings import Finding
    from stackproof.report.telling import Teller
    from stackproof.scenarios.load import Scenario

FOLDERS = pytest.StashKey[list[Path]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option and the settings."""
    parser.getgroup("stackproof").addoption(
        "--stackproof", action="append", default=[], metavar="DIR",
        help="check the scenarios in this folder (repeatable)",
    )  # fmt: skip
    parser.addini("stackproof_scenarios", "folders with scenarios to check", "paths", default=[])
    parser.addini("stackproof_max_states", "stop a search beyond so many states", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the folders too where pytest was not told what to collect."""
    named = [config.invocation_params.dir / name for name in config.getoption("stackproof")]
    set_up = config.getini("stackproof_scenarios")
    folders = [folder.resolve() for folder in (*named, *set_up)]
    config.stash[FOLDERS] = folders
    given = config.args_source is pytest.Config.ArgsSource.ARGS
    wanted = named if given else [*named, *set_up]
    covered = [config.invocation_params.dir / arg.partition("::")[0] for arg in config.args]
    for folder in wanted:
        if not any(folder.resolve().is_relative_to(path.resolve()) for path in covered):
            config.args.append(str(folder))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """A scenario in one of the folders."""
    if file_path.suffix != ".toml" or file_path.name == "stackproof.toml":
        return None
    folders = parent.config.stash[FOLDERS]
    if not any(folder in file_path.resolve().parents for folder in folders):
        return None
    found: pytest.File = ScenarioFile.from_parent(parent, path=file_path)
    return found


class ScenarioFile(pytest.File):
    """A scenario with a test for each law in force, and for each claim."""

    _found: dict[str, Finding] | None = None
    scenario: Scenario
    editions: list[Edition]
    teller: Teller

    def collect(self) -> Iterator[pytest.Item]:
        """The tests, in the order in which laws are listed."""
        from stackproof import check as checking
        from stackproof.editions.load import edition
        from stackproof.inputs import InputError
        from stackproof.project import project_of
        from stackproof.report.telling import Teller
        from stackproof.scenarios.load import load_scenario

        try:
            self.scenario = load_scenario(self.path)
            project = project_of(self.path)
            self.scenario.check_laws(checking.law_ids(project))
            laws = checking.laws_of(project)
        except InputError as error:
            raise self.CollectError(str(error)) from None
        self.editions = [edition(name) for name in self.scenario.editions]
        self.teller = Teller([self.scenario])
        for law in laws:
            if any(checking.in_force(law, played) for played in self.editions):
                yield self._item(law.id)
        for known in checking.ENGINE_LAWS:
            if known.scenario in ("", self.scenario.id):
                yield self._item(known.id)
        for claim in self.scenario.claims:
            yield self._item(claim.id)

    def _item(self, law: str) -> pytest.Item:
        item: pytest.Item = LawItem.from_parent(self, name=law)
        return item

    def finding(self, law: str) -> Finding | None:
        """What is known of a law: the scenario is explored once, for all its selected tests."""
        if self._found is None:
            from stackproof import check as checking
            from stackproof.explore.model import Limits
            from stackproof.report.findings import findings

            laws = [item.name for item in self.session.items if item.parent is self]
            most = self.config.getini("stackproof_max_states")
            limits = Limits(max_states=int(most) if most else None)
            plan = {self.scenario.id: self.editions}
            report = checking.check([self.scenario], plan, laws, limits)
            self._found = {finding.law: finding for finding in findings(report)}
        return self._found.get(law)


class LawItem(pytest.Item):
    """A law or claim in a scenario, in all its editions."""

    parent: ScenarioFile

    def runtest(self) -> None:
        """Fail unless every verdict is as expected."""
        from stackproof.report.findings import Status

        finding = self.parent.finding(self.name)
        if finding is None:
            pytest.skip("is not judged in the editions of this scenario")
        self.user_properties.append(("verdicts", finding.summary))
        if finding.status is not Status.PASSED:
            raise Unexpected(finding)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A play in words instead of a Python traceback."""
        from stackproof.inputs import InputError
        from stackproof.report.telling import account

        error = excinfo.value
        if isinstance(error, Unexpected):
            finding, teller = error.finding, self.parent.teller
            told: Iterable[str] = account(teller, finding.shown)
            return "\n".join((finding.summary, *told))
        if isinstance(error, InputError):
            return str(error)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """How the test is called in reports."""
        return self.path, None, f"{self.name} in {self.path.stem}"


class Unexpected(AssertionError):
    """A verdict that is not as expected, or undetermined."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.law} in {finding.scenario}: {finding.summary}")
        self.finding = finding
