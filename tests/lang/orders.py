"""Rules in which it matters what happens first, and where exactly a rule returns."""

from __future__ import annotations

from typing import Annotated

from stackproof.lang.declare import Array, Index, Range, Record, premise

Place = Annotated[int, Index(3)]
Small = Annotated[int, Range(0, 3)]
Signed = Annotated[int, Range(-3, 3)]
Verb = Annotated[int, Range(0, 7)]


class Pair(Record):
    x: Small
    y: Signed
    even: bool


class Setup(Record):
    most: Small


class State(Record):
    a: Small
    b: Signed
    flag: bool
    list: Array[Place, Small]
    pairs: Array[Place, Pair]


class Step(Record):
    noted: Small


def bump(s: State) -> Small:
    s.a += 1
    return s.a


def weigh(x: Small, y: Signed) -> Signed:
    assert x != 2 or y != 1
    return x - y


def seek(s: State, x: Small) -> Small:
    for i in range(3):
        if s.list[i] == x:
            if s.b > 0:
                return i
            s.b += 1
        for j in range(2):
            if s.list[j] > s.b and i == j:
                if s.a == j:
                    s.flag = not s.flag
                    return 3
                s.a = j
    s.b = -3
    return 0


def settle(s: State, most: Small) -> None:
    if s.flag:
        if s.a > most:
            s.a = most
            return
        s.b = 2 if s.b < 0 else -s.b
    else:
        for i in range(3):
            if s.list[i] > most:
                s.list[i] = most
                if i == s.a:
                    return
        s.flag = True
    s.list[0] = s.list[s.a]


def legal(setup: Setup, s: State, verb: Verb, x: Small) -> bool:
    return x <= setup.most or s.flag


def apply(setup: Setup, s: State, verb: Verb, x: Small, step: Step) -> None:
    if verb == 0:
        s.list[bump(s) - 1] = s.a + 2
    elif verb == 1:
        s.a += bump(s) - x
    elif verb == 2:
        s.list[s.a + x] += bump(s)
    elif verb == 3:
        step.noted = seek(s, x)
    elif verb == 4:
        s.pairs[bump(s)] = Pair(y=bump(s) - 2 * x, x=bump(s) - 1, even=s.a == x)
    elif verb == 5:
        s.b = weigh(bump(s), s.b) + weigh(bump(s), x)
    elif verb == 6:
        s.pairs[bump(s) - x] = s.pairs[s.a - x]
    else:
        settle(s, x)
    if s.flag == s.pairs[0].even:
        step.noted = step.noted + 1 if (s.a < 2 and s.list[s.a + 1] > 1) or s.b == -3 else 2


def finished(setup: Setup, s: State) -> bool:
    return weigh(s.a, s.b) < 0 and (s.flag or s.list[s.a] == setup.most)


def law(position: State) -> bool:
    if position.flag and premise(position.a > 1):
        return position.list[position.a] < 3 or premise(position.b > 0)
    return premise(position.a == 0) == position.flag
