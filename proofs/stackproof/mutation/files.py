"""The rules that are changed, by the names of their files below ``game/`` and their own."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from stackproof.game import game
from stackproof.inputs import Place

PROTECTED = (
    "keywords/flashback.py", "keywords/madness.py", "keywords/ripple.py", "stack.py",
    "priority.py", "castable.py", "announce.py", "costs.py", "triggers.py",
)  # fmt: skip
"""The files that are looked at when none is named."""


def rules_files(files: Sequence[str], rules: Sequence[str]) -> list[str]:
    """The paths of files, or of those that are protected. Raises :class:`InputError`.

    That is also for a rule that is in none of them.
    """
    root, place = Path(str(game.__file__)).parent, Place("command line")
    known = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*.py"))}
    for name in files:
        if name not in known:
            raise place.at("--file").unknown("no rules are in", name, known)
    wanted = [known[name] for name in files or PROTECTED]
    named = {rule for path in wanted for rule in _rules(path)} if rules else set()
    for name in rules:
        if name not in named:
            raise place.at("--rule").unknown("no rule is called", name, named)
    return [str(path) for path in wanted]


def _rules(file: Path) -> list[str]:
    body = ast.parse(file.read_text("utf-8")).body
    return [node.name for node in body if isinstance(node, ast.FunctionDef)]
