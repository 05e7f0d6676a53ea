"""Over every deck: a position and an action after which two editions differ, found by the solver.

The scenarios show differences in decks that somebody wrote. Here the deck, the position and the
action are variables: any well-formed ones will do in which a switch that differs is read. What the
solver finds is played in CPython under both editions, so a difference that is told is a real one.
Where the first few positions come to the same, it is asked for one that does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stackproof.editions.load import READ, Edition
from stackproof.lang.errors import RuleError
from stackproof.lang.readings.python import Player
from stackproof.lang.readings.symbolic import SymbolicRecord, undisturbed
from stackproof.lang.terms import Term, reachable
from stackproof.lang.types import leaves
from stackproof.laws.regions import WELL_FORMED

from .result import Difference
from .sameness import Reads
from .variants import changed

GUESSES = 8
"""How many positions in which the switch is read are played."""
MILLISECONDS = 60_000
"""How long the solver may look for one in which it matters."""
MOST_TOLD = 8


def differences(old: Edition, new: Edition, tell: Callable[[str], None]) -> list[Difference]:
    """One for each switch that differs and that the rules read, if the solver finds one."""
    switches = [switch for switch in READ if old.switches[switch] != new.switches[switch]]
    found = [difference(old, new, switch, tell) for switch in switches]
    return [one for one in found if one is not None]


def difference(
    old: Edition, new: Edition, switch: str, tell: Callable[[str], None]
) -> Difference | None:
    """A position and an action in which two editions differ that differ in one switch only; None
    where the solver finds none in the time it has.
    """
    reads = Reads()
    other = changed(old, {switch: new.switches[switch]})
    for verb, (name, _) in enumerate(reads.reading.system.verbs):
        tell(f"every deck: {switch}, {name}")
        condition = reads.of(verb).get(switch)
        if condition is not None:
            found = _searched(reads, old, other, switch, verb, condition)
            if found is not None:
                return found
    return None


def _searched(
    reads: Reads, old: Edition, new: Edition, switch: str, verb: int, condition: Term
) -> Difference | None:
    import z3

    reading, terms = reads.reading, reads.reading.terms
    argument = reads.argument(verb)
    legal, failed = reading.condition(
        reading.system.legal, _set(reads, old), reads.before.copy(), verb, argument
    )
    sound = reading.ask(WELL_FORMED.check, setup=reads.setup, position=reads.before.copy())
    wanted = terms.both(terms.both(condition, sound.holds), legal)
    wanted = terms.both(wanted, terms.equal(failed, terms.number(0)))
    for leaf, term in reads.setup.leaves():
        if leaf.path in old.setup and leaf.path != READ[switch][0]:
            wanted = terms.both(wanted, terms.equal(term, terms.truth(old.setup[leaf.path])))
    solver: Any = z3.SolverFor("QF_BV")
    solver.set("timeout", reads.milliseconds)
    solver.add(*reading.z3.domains(reachable([wanted])), reading.z3(wanted))
    for _ in range(GUESSES):
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        found = _played(reads, old, new, switch, verb, model)
        if found is not None:
            return found
        solver.add(z3.Or(*(d() != model[d] for d in model.decls())))
    differs = _differs(reads, old, new, verb, wanted)
    solver.set("timeout", MILLISECONDS)
    solver.add(*reading.z3.domains(reachable([differs])), reading.z3(differs))
    if solver.check() != z3.sat:
        return None
    return _played(reads, old, new, switch, verb, solver.model())


def _differs(reads: Reads, old: Edition, new: Edition, verb: int, given: Term) -> Term:
    """That an action leads to another position, or has other events, where ``given`` holds."""
    reading, terms = reads.reading, reads.reading.terms
    ends: list[list[Term]] = []
    fine = terms.true
    for edition in (old, new):
        after, step = reads.before.copy(), reading.constants(reading.system.step)
        setup, argument = _set(reads, edition), reads.argument(verb)
        with undisturbed():
            _, error, _ = reading.run(
                reading.system.apply, setup, after, verb, argument, step, given=given
            )
        fine = terms.both(fine, terms.equal(error, terms.number(0)))
        ends.append([*after.cells, *step.cells])
    same = terms.true
    for one, other in zip(*ends, strict=True):
        same = terms.both(same, terms.equal(one, other))
    return terms.both(fine, terms.negate(same))


def _set(reads: Reads, edition: Edition) -> SymbolicRecord:
    """The setup with the switches of an edition."""
    truth = reads.reading.terms.truth
    cells = [
        truth(edition.setup[leaf.path]) if leaf.path in edition.setup else term
        for leaf, term in reads.setup.leaves()
    ]
    return SymbolicRecord(reads.setup.kind, cells)


def _played(
    reads: Reads, old: Edition, new: Edition, switch: str, verb: int, model: Any
) -> Difference | None:
    """The action under both editions in CPython, if it leads elsewhere."""
    system, z3 = reads.reading.system, reads.reading.z3

    def value(term: Term) -> int:
        return z3.value(term, model)

    argument = value(reads.argument(verb))
    position = reads.before.pack(value)
    setups = [_set(reads, edition).pack(value) for edition in (old, new)]
    outcomes = []
    for setup in setups:
        player = Player(system, setup)
        try:
            if not player.legal(player.position(position), verb, argument):
                outcomes.append({"legal": "no"})
                continue
            after, step = player.apply(player.position(position), verb, argument)
        except RuleError as error:
            outcomes.append({"rule error": str(error)})
            continue
        outcomes.append(_shown("", system.state_type, after.pack()))
        outcomes[-1] |= _shown("step.", system.step_type, step.pack())
    every = {**outcomes[0], **outcomes[1]}
    paths = [path for path in every if outcomes[0].get(path) != outcomes[1].get(path)]
    if not paths:
        return None
    told = [f"{p}: {outcomes[0].get(p, '-')} / {outcomes[1].get(p, '-')}" for p in paths]
    name = system.verbs[verb][0]
    return Difference(
        switch, name, argument, told[:MOST_TOLD], setups[0].hex(), bytes(position).hex()
    )


def _shown(prefix: str, kind: Any, packed: bytes) -> dict[str, str]:
    found = {}
    for leaf in leaves(kind):
        byte = packed[leaf.offset]
        number = (byte ^ 0x80) - 0x80 if leaf.scalar.signed else byte
        found[prefix + leaf.path] = leaf.scalar.show(number)
    return found
