"""What users write: TOML files and traces, checked so that every mistake is one clear line."""

from __future__ import annotations

import difflib
import re
import tomllib
import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class InputError(Exception):
    """A mistake in something that a user wrote, told in one line."""


class Unsettled(Exception):
    """Nothing is known: what was found contradicts itself, or a process died that looked for it."""


@dataclass(frozen=True)
class Place:
    """A place in an input: a file and the path of a key in it."""

    file: str
    key: str = ""

    def at(self, *keys: str | int) -> Place:
        """A place further inside."""
        path = self.key
        for key in keys:
            if isinstance(key, int):
                path += f"[{key}]"
            else:
                part = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'
                path += f".{part}" if path else part
        return Place(self.file, path)

    def error(self, what: str) -> InputError:
        """The error to raise for a mistake here, in one line whatever names are in it."""
        text = f"{self.file}: {self.key}: {what}" if self.key else f"{self.file}: {what}"
        return InputError("".join(c if c.isprintable() else repr(c)[1:-1] for c in text))

    def unknown(self, what: str, name: str, valid: Iterable[str]) -> InputError:
        """The error for a name that stands for nothing, with the nearest one that does."""
        return self.error(f'{what} "{name}"{suggestion(name, valid)}')


def suggestion(name: str, valid: Iterable[str]) -> str:
    """The end of an error line: the nearest valid name, or a short list of them, or nothing."""
    known = {entry.casefold(): entry for entry in valid}
    near = difflib.get_close_matches(name.casefold(), known, n=1)
    if near:
        return f'; did you mean "{known[near[0]]}"?'
    if 0 < len(known) <= 16:
        return "; possible: " + ", ".join(known.values())
    return ""


def read_text(path: str | Path) -> str:
    """The text of a file. Raises :class:`InputError`."""
    place = Place(str(path))
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise place.error("no such file") from None
    except IsADirectoryError:
        raise place.error("this is a directory, not a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise place.error(f"cannot be read: {reason}") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise place.error(f"not UTF-8 text (line {line})") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """The content of a TOML file. Raises :class:`InputError`."""
    place, text = Place(str(path)), read_text(path)
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except RecursionError:
        raise place.error("not TOML that can be read: nested too deeply") from None
    except ValueError as error:
        end = f"line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
        message = _lower(str(error)).replace("end of document", end)
        raise place.error(f"not valid TOML: {message}") from None


def read_json(path: str | Path) -> Any:
    """The content of a JSON file. Raises :class:`InputError`."""
    place, text = Place(str(path)), read_text(path)
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise place.error("not JSON that can be read: nested too deeply") from None
    except msgspec.DecodeError as error:
        message = _lower(str(error).removeprefix("JSON is malformed: "))
        if "truncated" in message:
            message = f"it ends too early, in line {text.count(chr(10)) + 1}"
        if found := re.search(r" \(byte (\d+)\)$", message):
            line = text.encode()[: int(found[1])].count(b"\n") + 1
            message = f"{message[: found.start()]} (line {line})"
        raise place.error(f"not valid JSON: {message}") from None


def read(path: str | Path, kind: type[T]) -> T:
    """A TOML file as a value of a type. Raises :class:`InputError`."""
    return convert(read_toml(path), kind, Place(str(path)))


def convert(data: object, kind: type[T], place: Place) -> T:
    """Decoded TOML as a value of a type. Raises :class:`InputError`."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `$")
        steps = re.findall(r"\[\.\.\.\]|\[\d+\]|[^.\[\]]+", path.rstrip("`"))
        where, inner = _follow(data, kind, steps, place)
        raise _told(message, inner, where) from None


def _told(message: str, kind: Any, place: Place) -> InputError:
    """A message of msgspec in the words of someone who writes TOML."""
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message):
        keys = [f.encode_name for f in msgspec.structs.fields(_struct(kind))]
        return place.at(found[1]).error(f"there is no such key{suggestion(found[1], keys)}")
    if found := re.fullmatch(r"Object missing required field `(.*)`", message):
        return place.error(f'the key "{found[1]}" is missing')
    if found := re.fullmatch(r"Invalid enum value '?(.*?)'?", message):
        values = [str(v) for part in _parts(kind) for v in typing.get_args(part)]
        return place.unknown("there is no", found[1], values)
    if found := re.fullmatch(r"Expected `(\w+)` (?:of length )?([<>]=) (-?\d+)", message):
        bound = "at least" if found[2] == ">=" else "at most"
        unit = {"array": " entries", "str": " characters"}.get(found[1], "")
        return place.error(f"must be {bound} {found[3]}{unit}")
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", message):
        wanted = [_WORDS.get(name, name) for name in found[1].split(" | ") if name != "null"]
        got = _WORDS.get(found[2], found[2])
        return place.error(f"expected {' or '.join(wanted)}, not {got}")
    return place.error(_lower(message))


_WORDS = {
    "array": "a list",
    "bool": "true or false",
    "date": "a date",
    "datetime": "a date with a time",
    "float": "a number with a fraction",
    "int": "a whole number",
    "object": "a table",
    "str": "text",
    "time": "a time",
}


def _follow(data: Any, kind: Any, steps: list[str], place: Place) -> tuple[Place, Any]:
    """The place and the type at the end of a path; msgspec does not name the keys of dicts."""
    for step in steps:
        if step == "[...]":
            kind = _argument(kind, dict, 1)
            key = next(k for k, value in data.items() if not _converts(value, kind))
            place, data = place.at(key), data[key]
        elif step.startswith("["):
            index = int(step[1:-1])
            place, data, kind = place.at(index), data[index], _argument(kind, list, 0)
        else:
            fields = msgspec.structs.fields(_struct(kind))
            kind = next(f.type for f in fields if f.encode_name == step)
            place, data = place.at(step), data[step]
    return place, kind


def _converts(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _parts(kind: Any) -> list[Any]:
    """The alternatives of a type, without annotations."""
    if typing.get_origin(kind) is typing.Annotated:
        return _parts(typing.get_args(kind)[0])
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        return [part for one in typing.get_args(kind) for part in _parts(one)]
    return [kind]


def _struct(kind: Any) -> type[msgspec.Struct]:
    return next(p for p in _parts(kind) if isinstance(p, type) and issubclass(p, msgspec.Struct))


def _argument(kind: Any, origin: type, place: int) -> Any:
    part = next(p for p in _parts(kind) if typing.get_origin(p) is origin)
    return typing.get_args(part)[place]


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
