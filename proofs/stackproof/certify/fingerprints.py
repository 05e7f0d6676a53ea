"""What certificates say of the rules that they were made for, so that an edit can be named.

Nothing is believed because of these digests: they only tell an edit of the rules from a certificate
that is false, and say which rules differ.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import msgspec

from stackproof.lang.readings.fingerprint import ingredients
from stackproof.lang.system import Law
from stackproof.prove.subject import Subject


class Hashes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Digests of all rules, of the laws and contracts, and of domains, capacities and actions."""

    rules: str
    laws: str
    domains: str


def rules_of(subject: Subject) -> dict[str, str]:
    """A digest of the text of each rule, without its docstring and whatever does not run."""
    program = subject.system.program
    return {
        key: _digest([_text(program.trees[key]), rule.extensions])
        for key, rule in sorted(program.rules.items())
    }


def hashes(subject: Subject) -> Hashes:
    """The digests of a subject."""
    known = ingredients(subject.system)
    laws = [
        [law.id, law.kind, law.says, dict(law.switches), list(map(subject.system.key, law.rules))]
        for law in (*subject.goals, *subject.futures.laws, subject.deck, subject.start)
    ]
    contracts = [
        [_said(getattr(contract, field.name), subject) for field in fields(contract)]
        for contract in subject.contracts
    ]
    domains = ("capacities", "verbs", "system", "symbols", "names", "records")
    return Hashes(
        rules=_digest(rules_of(subject)),
        laws=_digest([
            laws, contracts, subject.facts, subject.split, sorted(subject.futures.ranked),
            sorted(subject.about.items()), sorted(subject.implied),
            _said(subject.futures.under_way, subject),
        ]),
        domains=_digest([known[name] for name in domains]),
    )  # fmt: skip


def differing(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """The rules that are not the same, those that came and went included."""
    return [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]


def _said(value: object, subject: Subject) -> object:
    """What a contract says, in a form that has a digest."""
    if isinstance(value, Law):
        return [value.id, list(map(subject.system.key, value.rules))]
    return subject.system.key(value) if callable(value) else value


def _text(tree: ast.FunctionDef) -> str:
    body: Sequence[ast.stmt] = tree.body
    if ast.get_docstring(tree) is not None:
        body = body[1:]
    decorated = [ast.unparse(d) for d in tree.decorator_list if not isinstance(d, ast.Call)]
    return "\n".join([*decorated, ast.unparse(tree.args), *map(ast.unparse, body)])


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
