"""Splits an LLVM module in two, so that two processors can compile it at once.

The second part has the functions that are named for it, the first all else that is exported. Each
part has its own copy of the internal functions that it needs; where the first calls a function of
the second, that is linked when the object code is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

DEFINITION = re.compile(
    r'^define (?:internal )?(.*?@"([^"]+)"\(.*?\).*?)\n\{\n(.*?)^\}\n?', re.MULTILINE | re.DOTALL
)
REFERENCE = re.compile(r'@"([^"]+)"')


def split(text: str, apart: Callable[[str], bool]) -> tuple[str, str]:
    """The text of a module as two modules; ``apart`` tells the functions of the second by name."""
    functions = {m[2]: m for m in DEFINITION.finditer(text)}
    exported = {name for name, m in functions.items() if not m[0].startswith("define internal")}
    header = DEFINITION.sub("", text)
    second = {name for name in functions if apart(name)}
    first = exported - second
    calls = {name: set(REFERENCE.findall(m[3])) & functions.keys() for name, m in functions.items()}
    needed = _reachable(first, calls, second)
    shared = {name for caller in needed for name in calls[caller]} & second
    parts = []
    for names, visible, foreign in (
        (needed, first, shared),
        (_reachable(second, calls, set()), second & (exported | shared), set[str]()),
    ):
        lines = [header]
        lines += [f"declare {_signature(functions[name][1])}\n" for name in sorted(foreign)]
        for name, match in functions.items():
            if name in names:
                linkage = "" if name in visible else "internal "
                lines.append(f"define {linkage}{match[1]}\n{{\n{match[3]}}}\n")
        parts.append("".join(lines))
    return parts[0], parts[1]


def _reachable(roots: Iterable[str], calls: dict[str, set[str]], without: set[str]) -> set[str]:
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found and name not in without:
            found.add(name)
            todo += calls[name]
    return found


def _signature(definition: str) -> str:
    """The declaration of a function: its definition without the names of parameters."""
    return re.sub(r' %"[^"]*"(?=[,)])', "", definition)
