"""Code outside the rules language is refused with file, line and what to write instead."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from stackproof.lang.errors import Refused
from stackproof.lang.frontend import Translator
from stackproof.lang.program import Program

HEADER = """\
from __future__ import annotations
from enum import IntEnum
from typing import Annotated
from stackproof.lang.declare import *
SIZE = Capacity("size", 4)
Place = Annotated[int, Index(SIZE)]
Number = Annotated[int, Range(0, 200)]
class Colour(IntEnum):
    RED = 0
    BLUE = 1
class Taste(IntEnum):
    SWEET = 0
    SOUR = 1
class Item(Record):
    colour: Colour
    weight: Number
class Fixed(Record, frozen=True):
    limit: Number
class State(Record):
    items: Array[Place, Item]
    flags: Array[Place, bool]
    colour: Colour
    count: Number
def touch(state: State) -> Number:
    state.count = 1
    return 1
def plain() -> int:
    return 1
"""

CASES = {
    "while": ("while state.count > 0:\n        pass", "`while` is outside", "range"),
    "break": ("for i in range(3):\n        break", "`break` is outside", "return early"),
    "list": ("x = [1, 2]", "(List) is outside", "use numbers"),
    "string": ('x = "a"', "(Constant) is outside", "use numbers"),
    "division": ("state.count = state.count // 2", "operator FloorDiv", "use +, - or *"),
    "float": ("state.count = 1.5", "(Constant) is outside", "use numbers"),
    "number as condition": (
        "if state.count:\n        pass",
        "a number where a condition",
        "compare",
    ),
    "truth as number": ("state.count = True", "needs a number", ""),
    "unknown field": ("state.weight = 1", "State has no field 'weight'", "it has items"),
    "unknown name": ("state.count = limit", "unknown name 'limit'", "declare or import"),
    "unassigned": (
        "if state.count > 0:\n        x = 1\n    state.count = x",
        "may be unassigned",
        "every path",
    ),
    "range over a field": (
        "for i in range(state.count):\n        pass",
        "bounds are not constant",
        "test with `if`",
    ),
    "loop variable": ("for i in range(3):\n        i = 2", "assignment to the loop variable", ""),
    "other enumeration": ("state.colour = Taste.SWEET", "needs a Colour, not a Taste", ""),
    "compared enumerations": (
        "if state.colour == Taste.SOUR:\n        pass",
        "Colour compared with Taste",
        "",
    ),
    "no member": ("state.colour = Colour.GREEN", "Colour has no member 'GREEN'", ""),
    "arithmetic on members": ("state.count = state.colour + 1", "arithmetic on Colour", ""),
    "no rule": ("state.count = len(state.items)", "'len' is no rule of this program", ""),
    "builtin": ("state.count = max(1, 2)", "'max' is no rule of this program", ""),
    "arguments": ("touch(state, state)", "touch takes 1 arguments", ""),
    "keyword": ("touch(state=state)", "keyword or starred", "by position"),
    "hidden effect": (
        "if state.count > 0 and touch(state) > 0:\n        pass",
        "touch changes a record",
        "own",
    ),
    "record as value": ("x = state.items", "a whole record or array", "name one"),
    "whole parameter": ("state = state", "the record 'state' is no value", ""),
    "frozen": ("fixed.limit = 1", "'fixed' is a frozen record", ""),
    "tuple": ("x, y = 1, 2", "unpacking", "one by one"),
    "lambda": ("x = lambda: 1", "(Lambda) is outside", ""),
    "try": ("try:\n        pass\n    finally:\n        pass", "`try` is outside", ""),
    "premise": ("premise(state.count > 0)", "'premise' is no rule", ""),
    "premise in a rule": ("x = premise(state.count > 0)", "premise() outside a law", ""),
    "lost value": ("state.count", "value is lost", ""),
    "unreachable": ("return\n    state.count = 1", "unreachable code", "delete"),
    "clear a scalar": ("clear(state.count)", "clear() of a scalar", "assign"),
    "partial record": ("state.items[0] = Item(weight=1)", "each field once", ""),
    "too big": (
        "x = 2\n    for i in range(40):\n        x = x + x\n    state.count = x",
        "32 bits",
        "field",
    ),
    "recursion": ("rule(fixed, state)", "rule calls itself", ""),
    "result": ("return 1", "returns a value here and none", ""),
    "undeclared result": ("state.count = plain()", "declares no domain", ""),
}


def load(tmp_path: Path, text: str) -> ModuleType:
    file = tmp_path / "refused.py"
    file.write_text(HEADER + text)
    spec = importlib.util.spec_from_file_location("refused", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["refused"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", CASES)
def test_a_statement_is_refused_with_file_line_and_advice(tmp_path: Path, case: str) -> None:
    body, what, instead = CASES[case]
    text = f"def rule(fixed: Fixed, state: State) -> None:\n    {body}\n"
    program = Program([load(tmp_path, text)])
    first = HEADER.count("\n") + 2
    with pytest.raises(Refused) as refusal:
        Translator(program).unit(["refused.rule"])
    assert what in refusal.value.what
    assert instead in refusal.value.instead
    assert "refused.py:" in str(refusal.value)
    if case not in ("undeclared result", "recursion"):
        assert first <= refusal.value.line <= first + body.count("\n")


@pytest.mark.parametrize(
    "header, what",
    [
        ("def rule(state) -> None:", "declares no domain"),
        ("def rule(state: State):", "no annotation of the result"),
        ("def rule(state: State, n: int) -> None:", "declares no domain"),
        ("def rule(state: State, n: Number = 1) -> None:", "only plain positional parameters"),
        ("def rule(state: State) -> Number:", "may end without returning"),
    ],
)
def test_a_header_is_refused(tmp_path: Path, header: str, what: str) -> None:
    program = Program([load(tmp_path, f"{header}\n    pass\n")])
    with pytest.raises(Refused, match=what):
        Translator(program).unit(["refused.rule"])


@pytest.mark.parametrize(
    "text, what",
    [
        ("def law(state: State) -> bool:\n    state.count = 1\n    return True\n", "changes state"),
        (
            "def law(state: State) -> bool:\n    x = touch(state)\n    return x > 0\n",
            "changes state",
        ),
        ("def law(state: State) -> Number:\n    return 1\n", "is no condition"),
        ("def law(state: State) -> bool:\n    return state.weight > 0\n", "has no field 'weight'"),
    ],
)
def test_a_law_with_a_mistake_is_refused(tmp_path: Path, text: str, what: str) -> None:
    program = Program([load(tmp_path, text)])
    with pytest.raises(Refused, match=what) as refusal:
        Translator(program, ["refused.law"]).unit(["refused.law"])
    assert refusal.value.line > HEADER.count("\n")


def test_a_capacity_that_nobody_declared_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="weight"):
        Program([load(tmp_path, "")], {"weight": 3})


@pytest.mark.parametrize(
    "declaration, what",
    [
        ("class Wrong(Record):\n    a: Annotated[int, Range(1, 4)]\n", "does not contain 0"),
        ("class Wrong(Record):\n    a: Annotated[int, Range(-1, 200)]\n", "does not fit"),
        ("class Wrong(Record):\n    a: int\n", "declares no domain"),
        ("class Odd(IntEnum):\n    A = 1\nclass Wrong(Record):\n    a: Odd\n", "are not 0, 1, 2"),
    ],
)
def test_a_declaration_is_refused(tmp_path: Path, declaration: str, what: str) -> None:
    module = load(tmp_path, declaration)
    with pytest.raises(TypeError, match=what):
        Program([module]).record(module.Wrong)


def test_arithmetic_with_a_capacity_outside_a_rule_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="'size' inside a rule only"):
        load(tmp_path, "LAST = SIZE - 1\n")
