"""A project of one's own: the keywords, laws, cards and scenarios that ``stackproof.toml`` names.

The file is looked for upwards from a scenario; for a shipped scenario from the working directory.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec

from .inputs import InputError, Place, read

FILE = "stackproof.toml"
SHIPPED = Path(__file__).parent


class ProjectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a project file says. Paths are relative to it; folders stand for the files in them."""

    keywords: list[str] = []
    laws: list[str] = []
    cards: list[str] = []
    scenarios: list[str] = []
    editions: list[str] = []


@dataclass(frozen=True)
class Project:
    """The files of a project. Without a project file there are none."""

    root: Path | None = None
    keywords: tuple[Path, ...] = ()
    laws: tuple[Path, ...] = ()
    cards: tuple[Path, ...] = ()
    scenarios: tuple[Path, ...] = ()
    editions: tuple[Path, ...] = ()

    def keyword_modules(self) -> list[ModuleType]:
        """The rules modules with keywords. Raises :class:`InputError`."""
        return [self._module(path, "keywords") for path in self.keywords]

    def law_modules(self) -> list[ModuleType]:
        """The rules modules with laws, which may import those with keywords."""
        self.keyword_modules()
        return [self._module(path, "laws") for path in self.laws]

    def _module(self, path: Path, key: str) -> ModuleType:
        assert self.root is not None
        name = ".".join(path.relative_to(self.root).with_suffix("").parts)
        return _load(name, path, Place(str(self.root / FILE), key))


def module_at(path: Path) -> ModuleType:
    """A rules module by itself, such as the overrides of an edition. Raises :class:`InputError`."""
    return _load(f"overrides.{path.stem}", path, Place(str(path)))


def project_of(file: str | Path) -> Project:
    """The project of a scenario. Raises :class:`InputError` for a mistake in its file."""
    path = Path(file).absolute()
    return project_at(Path.cwd() if SHIPPED in path.parents else path.parent)


def project_at(folder: Path) -> Project:
    """The project that a folder lies in. Raises :class:`InputError`."""
    start = folder.absolute()
    for parent in (start, *start.parents):
        if (parent / FILE).is_file():
            return _read(parent / FILE)
    return Project()


def scenario_files(folder: Path) -> list[Path]:
    """The scenarios in a folder and below it."""
    return sorted(path for path in folder.rglob("*.toml") if path.name != FILE)


@cache
def _read(path: Path) -> Project:
    said = read(path, ProjectFile)
    listed = {key: tuple(_files(path, said, key)) for key in ProjectFile.__struct_fields__}
    return Project(path.parent, **listed)


def _files(path: Path, said: ProjectFile, key: str) -> Iterator[Path]:
    """The files that a key lists, each once."""
    suffix = ".py" if key in ("keywords", "laws") else ".toml"
    names: list[str] = getattr(said, key)
    for i, name in enumerate(names):
        place, found = Place(str(path)).at(key, i), (path.parent / name).resolve()
        if path.parent.resolve() not in found.parents:
            raise place.error(f'"{name}" is not inside the project')
        found = path.parent / found.relative_to(path.parent.resolve())
        if found.is_dir():
            yield from scenario_files(found) if suffix == ".toml" else sorted(found.glob("*.py"))
        elif found.suffix != suffix:
            raise place.error(f'"{name}" is no {suffix} file')
        elif not found.is_file():
            raise place.error(f'there is no file "{name}"')
        else:
            yield found


def _load(name: str, path: Path, place: Place) -> ModuleType:
    """A rules module under a name of its own, so that others of the project can import it."""
    known = sys.modules.get(name)
    if known is not None:
        if Path(str(known.__file__)) != path:
            raise place.error(f'"{name}" is already another module, {known.__file__}')
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        line = _line(error, path)
        what = f"{type(error).__name__}: {error}" if not isinstance(error, ValueError) else error
        raise InputError(f"{path}{line}: {what}") from error
    return module


def _line(error: Exception, path: Path) -> str:
    """The last line of a module that an error passed through, as ``:12``."""
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    found, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            found = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return found
