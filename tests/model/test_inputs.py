"""Every mistake in a file is one line that names the file, the key and what is possible."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from stackproof.inputs import InputError, Place, read, read_toml, suggestion


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    size: Annotated[int, msgspec.Meta(ge=0, le=31)]
    kind: Literal["land", "creature"] = "land"
    names: list[str] = []


class Outer(msgspec.Struct, forbid_unknown_fields=True, rename={"from_": "from"}):
    inner: list[Inner] = []
    table: dict[str, Inner] = {}
    mixed: dict[str, int | list[int]] = {}
    choice: str | Inner | None = None
    pair: Annotated[list[int], msgspec.Meta(min_length=2)] | None = None
    from_: str = ""


def mistake(path: Path) -> str:
    with pytest.raises(InputError) as error:
        read(path, Outer)
    return str(error.value)


@pytest.mark.parametrize(
    "text,says",
    [
        ("innner = 1", 'innner: there is no such key; did you mean "inner"?'),
        ("form = 1", 'form: there is no such key; did you mean "from"?'),
        (
            "zzz = 1",
            "zzz: there is no such key; possible: inner, table, mixed, choice, pair, from",
        ),
        (
            "[[inner]]\nsize = 1\nsiz = 2",
            'inner[0].siz: there is no such key; did you mean "size"?',
        ),
        ("[[inner]]", 'inner[0]: the key "size" is missing'),
        ("[[inner]]\nsize = 'x'", "inner[0].size: expected a whole number, not text"),
        (
            "[[inner]]\nsize = 1.5",
            "inner[0].size: expected a whole number, not a number with a fraction",
        ),
        ("[[inner]]\nsize = true", "inner[0].size: expected a whole number, not true or false"),
        ("[[inner]]\nsize = -1", "inner[0].size: must be at least 0"),
        ("[[inner]]\nsize = 32", "inner[0].size: must be at most 31"),
        (
            "[[inner]]\nsize = 1\nkind = 'lamd'",
            'inner[0].kind: there is no "lamd"; did you mean "land"?',
        ),
        (
            "[[inner]]\nsize = 1\nnames = ['a', 2]",
            "inner[0].names[1]: expected text, not a whole number",
        ),
        (
            "[table.one]\nsize = 1\n[table.two]\nsizes = 1",
            'table.two.sizes: there is no such key; did you mean "size"?',
        ),
        ('[table."a b"]', 'table."a b": the key "size" is missing'),
        ("[mixed]\na = 1\nb = [1, 'x']", "mixed.b[1]: expected a whole number, not text"),
        ("[mixed]\na = 'x'", "mixed.a: expected a whole number or a list, not text"),
        ("choice = 2020-01-01", "choice: expected text or a table, not a date"),
        (
            "choice = { size = 1, sise = 2 }",
            'choice.sise: there is no such key; did you mean "size"?',
        ),
        ("pair = [1]", "pair: must be at least 2 entries"),
        ("inner = 3", "inner: expected a list, not a whole number"),
    ],
)
def test_wrong_content(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    assert mistake(path) == f"{path}: {says}"


def test_unreadable_files(tmp_path: Path) -> None:
    absent = tmp_path / "absent.toml"
    assert mistake(absent) == f"{absent}: no such file"
    assert mistake(tmp_path) == f"{tmp_path}: this is a directory, not a file"
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b"a = 1\nb = '\xe4'\n")
    assert mistake(latin) == f"{latin}: not UTF-8 text (line 2)"
    impossible = Path("a\0b")
    assert mistake(impossible).startswith(r"a\x00b: cannot be read: ")
    long = tmp_path / ("x" * 300)
    assert mistake(long) == f"{long}: cannot be read: File name too long"


@pytest.mark.parametrize(
    "text,says",
    [
        ("a = x", "invalid value (at line 1, column 5)"),
        ("a = 1\nb =", "invalid value (at line 2, column 4)"),
        ("a = 1\na = 2", "cannot overwrite a value"),
        ("a = 1\n[b\n", "line 2, column 3"),
        ("a = " + "9" * 5000, ""),
        ("a = " + "[" * 100_000, ""),
    ],
)
def test_malformed_toml(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    line = mistake(path)
    assert line.startswith(f"{path}: not ")
    assert says in line
    assert "\n" not in line


def test_windows_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert read_toml(path) == {"a": 1, "b": 2}


def test_places() -> None:
    place = Place("x.toml").at("player", 0, "hand", 2)
    assert str(place.error("no")) == "x.toml: player[0].hand[2]: no"
    assert str(Place("x.toml").error("no")) == "x.toml: no"
    assert place.at("a.b").key == 'player[0].hand[2]."a.b"'


def test_suggestions_ignore_case() -> None:
    assert suggestion("SURGING FLAM", ["Surging Flame"]) == '; did you mean "Surging Flame"?'
    assert suggestion("q", [str(i) for i in range(17)]) == ""
