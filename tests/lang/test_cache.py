"""Compiled systems are found again exactly as long as nothing that they depend on has changed."""

from __future__ import annotations

import importlib.util
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import llvmlite
import pytest
from llvmlite import binding

from stackproof.lang.errors import Site
from stackproof.lang.frontend import Translator
from stackproof.lang.program import Program
from stackproof.lang.readings import cache, fingerprint
from stackproof.lang.readings.cache import Artifact
from stackproof.lang.readings.native import NativeReading
from stackproof.lang.system import Law, System

from .toys import system

SETUP, STATE = bytes([1, 10, 20, 226, 40, 120]), bytes(33)

CONSTANTS = "LIMIT = 3\n"
RULES = """
from __future__ import annotations
from typing import Annotated
from stackproof.lang.declare import *
import {constants} as constants
from {constants} import LIMIT
SIZE = Capacity("size", 4)
Place = Annotated[int, Index(SIZE)]
Number = Annotated[int, Range(0, {high})]
class Kind(Symbol):
    pass
FIRST = Kind("first")
SECOND = Kind("second")
class State(Record):
    kind: Kind
    numbers: Array[Place, Number]
class Step(Record):
    changed: bool
def legal(setup: State, state: State, verb: Number, argument: Number) -> bool:
    return more(setup, state) or LIMIT == 3
def also_legal(setup: State, state: State, verb: Number, argument: Number) -> bool:
    return constants.LIMIT == 3
@hook
def more(setup: State, state: State) -> bool:
    return False
def apply(setup: State, state: State, verb: Number, argument: Number, step: Step) -> None:
    state.kind = SECOND
def finished(setup: State, state: State) -> bool:
    return state.kind == FIRST
def law(position: State) -> bool:
    return position.kind == SECOND
def other_law(position: State) -> bool:
    return position.kind == SECOND
"""
EXTENSION = """
from __future__ import annotations
from {rules} import *
from {rules} import Kind, State, extends, more
THIRD = Kind("third")
@extends(more)
def still_more(setup: State, state: State) -> bool:
    return state.kind == THIRD
"""

_fresh = itertools.count()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache directory of its own for each test, in which edits of the language do not matter."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("STACKPROOF_CACHE", str(directory))
    monkeypatch.setattr(cache, "language_digest", lambda: fingerprint.LANGUAGE)
    return directory


def module(folder: Path, name: str, text: str) -> ModuleType:
    """Import a text under a name of its own."""
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


class Small:
    """A small system in files, put together anew each time with one thing different."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = next(_fresh)

    def build(
        self,
        text: Callable[[str], str] = lambda text: text,
        constants: str = CONSTANTS,
        high: int = 9,
        capacities: dict[str, int] | None = None,
        verbs: tuple[tuple[str, int], ...] = (("do", 2),),
        legal: str = "legal",
        law: tuple[str, str, str] = ("it", "invariant", "law"),
        extended: bool = False,
        extension_first: bool = False,
    ) -> System:
        names = {n: f"small{self.number}_{n}" for n in ("constants", "rules", "extension")}
        module(self.folder, names["constants"], constants)
        source = RULES.format(constants=names["constants"], high=high)
        rules = module(self.folder, names["rules"], text(source))
        modules = [rules]
        if extended:
            source = EXTENSION.format(rules=names["rules"])
            modules.append(module(self.folder, names["extension"], source))
        if extension_first:
            modules.reverse()
        laws = [Law(law[0], "", getattr(rules, law[2]), kind=law[1])] if law[0] else []
        return System(
            Program(modules, capacities), rules.State, rules.State, rules.Step, verbs,
            getattr(rules, legal), rules.apply, rules.finished, laws,
        )  # fmt: skip


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)


def test_the_key_stays_while_nothing_changes(small: Small) -> None:
    first = fingerprint.fingerprint(small.build())
    assert first == fingerprint.fingerprint(small.build())
    assert len(first) == 64


def test_every_part_of_a_system_changes_the_key(small: Small) -> None:
    systems: list[Callable[[], System]] = [
        small.build,
        lambda: small.build(text=lambda t: t + "# a remark\n"),
        lambda: small.build(high=10),
        lambda: small.build(capacities={"size": 5}),
        lambda: small.build(verbs=(("do", 3),)),
        lambda: small.build(verbs=(("do", 1), ("do", 1))),
        lambda: small.build(verbs=(("go", 2),)),
        lambda: small.build(legal="also_legal"),
        lambda: small.build(law=("that", "invariant", "law")),
        lambda: small.build(law=("it", "step", "law")),
        lambda: small.build(law=("it", "invariant", "other_law")),
        lambda: small.build(law=("", "", "")),
        lambda: small.build(extended=True),
        lambda: small.build(extended=True, extension_first=True),
        lambda: small.build(constants="LIMIT = 4\n"),
        lambda: small.build(constants="class Odd(int): pass\nLIMIT = Odd(3)\n"),
    ]
    keys = [fingerprint.fingerprint(make()) for make in systems]
    assert len(set(keys)) == len(keys)


def test_a_number_from_outside_the_program_changes_the_code(small: Small) -> None:
    """The texts are the same; a name in them stands for something else."""
    build = small.build
    for legal in ("legal", "also_legal"):
        counts = []
        for constants in (CONSTANTS, "LIMIT = 4\n", CONSTANTS):
            native = NativeReading(build(legal=legal, constants=constants))
            counts.append(len(native.successors(bytes(native.size), bytes(native.size))))
        assert counts == [2, 0, 2]


def test_the_machine_and_the_compiler_change_the_key(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = small.build()
    keys = [fingerprint.fingerprint(built)]
    changes: list[tuple[object, str, object]] = [
        (fingerprint, "LANGUAGE", "another"),
        (sys, "version", "4.0"),
        (llvmlite, "__version__", "0.0"),
        (binding, "llvm_version_info", (0, 0, 0)),
        (binding, "get_default_triple", lambda: "pdp11-unknown-none"),
        (binding, "get_host_cpu_name", lambda: "z80"),
        (binding, "get_host_cpu_features", lambda: SimpleNamespace(flatten=lambda: "+abacus")),
    ]
    for owner, name, value in changes:
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, value)
            keys.append(fingerprint.fingerprint(built))
    assert len(set(keys)) == len(keys)


def test_the_language_digest_reads_every_source(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "lang"
    (package / "readings").mkdir(parents=True)
    (package / "ir.py").write_text("x = 1\n")
    monkeypatch.setattr(fingerprint, "__file__", str(package / "readings" / "fingerprint.py"))
    digests = [fingerprint.language_digest()]
    (package / "ir.py").write_text("x = 2\n")
    digests.append(fingerprint.language_digest())
    (package / "readings" / "more.py").write_text("")
    digests.append(fingerprint.language_digest())
    assert len(set(digests)) == 3


def test_no_front_end_on_a_hit(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    first = NativeReading(system())
    assert [path.suffix for path in home.iterdir()] == [cache.SUFFIX]

    def refuse(*_: object) -> None:
        raise AssertionError("the front end ran")

    monkeypatch.setattr(Translator, "unit", refuse)
    second = NativeReading(system())
    assert second.sites == first.sites
    assert second.successors(SETUP, STATE) == first.successors(SETUP, STATE)
    with pytest.raises(AssertionError, match="the front end ran"):
        NativeReading(system(things=3))


def damage_cases(content: bytes) -> list[bytes]:
    cut = [content[:n] for n in (0, 1, len(cache.MAGIC), 40, 54, 60, len(content) - 1)]
    flipped = []
    for at in (0, 25, 55, 80, len(content) // 2, len(content) - 1):
        changed = bytearray(content)
        changed[at] ^= 0x10
        flipped.append(bytes(changed))
    foreign = [b"\x7fELF" + bytes(500), cache.encode("0" * 64, Artifact((), b"code"))]
    return [*cut, *flipped, *foreign, content + b"\0"]


def test_a_damaged_file_is_built_again(home: Path) -> None:
    expected = NativeReading(system()).successors(SETUP, STATE)
    (path,) = home.iterdir()
    content = path.read_bytes()
    for damaged in damage_cases(content):
        path.write_bytes(damaged)
        assert cache.load(path.stem) is None
    assert NativeReading(system()).successors(SETUP, STATE) == expected
    assert cache.load(path.stem) is not None


def test_what_is_kept_comes_back() -> None:
    artifact = Artifact((Site("", 0, "", ""), Site("ä.py", 7, "index", "x[i]")), bytes(range(256)))
    cache.keep("k", artifact)
    assert cache.load("k") == artifact
    assert cache.load("other") is None


def test_a_directory_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STACKPROOF_CACHE", str(tmp_path / "file" / "cache"))
    assert NativeReading(system()).successors(SETUP, STATE)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
def test_a_read_only_directory(home: Path) -> None:
    home.mkdir()
    home.chmod(0o500)
    assert NativeReading(system()).successors(SETUP, STATE)
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("owner, name", [(Path, "replace"), (os, "fdopen")])
def test_a_full_disk_leaves_nothing_behind(
    owner: object, name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(owner, name, full)
    assert NativeReading(system()).successors(SETUP, STATE)
    assert list(home.iterdir()) == []


def test_nothing_is_kept_after_the_language_was_edited(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "language_digest", lambda: "edited meanwhile")
    NativeReading(system())
    assert not home.exists() or list(home.iterdir()) == []


def test_what_was_not_used_for_long_is_dropped(home: Path) -> None:
    for key in ("old", "used", "new"):
        cache.keep(key, Artifact((), b""))
    (home / "mine.txt").write_text("not of the cache")
    long_ago = time.time() - (cache.UNUSED_DAYS + 1) * cache.DAY
    for path in home.iterdir():
        if path.stem != "new":
            os.utime(path, (long_ago, long_ago))
    assert cache.load("used") is not None
    cache.keep("more", Artifact((), b""))
    assert {path.stem for path in home.iterdir()} == {"used", "new", "more", "mine"}


def test_two_processes_at_once(home: Path) -> None:
    code = (
        "from tests.lang.toys import system\n"
        "from stackproof.lang.readings.native import NativeReading\n"
        f"print(NativeReading(system()).successors({SETUP!r}, {STATE!r}))\n"
    )
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=60)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert answers[0] == answers[1] != ""
    assert [path.suffix for path in home.iterdir()] == [cache.SUFFIX]


def test_importing_the_reading_is_cheap() -> None:
    code = (
        "import sys, stackproof.lang.readings.native\n"
        "sys.exit(any(name.partition('.')[0] == 'llvmlite' for name in sys.modules))\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert (
        subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0
    )
