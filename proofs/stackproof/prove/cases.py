"""The cases of a proof, each with its hypotheses and a goal for each law that there is something to
prove of.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import cached_property
from typing import Any

from stackproof.lang.system import INVARIANT, LEADS_TO, Law
from stackproof.lang.terms import Term

from .assumptions import EACH, NEEDS, POSITION, PROMISE, SO_FAR, START
from .emitting import emitted
from .endings import Ending, endings
from .eventlist import Unknown, alone, listed, step_of, unknown
from .layout import is_lawful, openings, stands_in
from .running import Call, Event
from .situations import Situation


class Case(Situation):
    """One case: what is to be proved in it."""

    def goals(self, anew: Collection[str] = ()) -> Iterator[str]:
        """The ids of what there is to prove here; ``anew`` are invariants that were thought to
        follow from others. What another case stands for is proved there.
        """
        stands = stands_in(self.subject, self.identity) == self.identity.about
        for goal in self._goals(anew):
            if stands or self._is_told_apart(goal):
                yield goal

    def _goals(self, anew: Collection[str]) -> Iterator[str]:
        implied = self.subject.implied - set(anew)
        for law in self._laws():
            if (self.identity.kind == POSITION) == (law.id in implied or law.kind == LEADS_TO):
                yield law.id
        if self.identity.kind == "contract" and not self.identity.opened:
            yield PROMISE + self.identity.contract
            if self.contracts[self.identity.contract].each is not None:
                yield EACH + self.identity.contract
            if self.is_stepwise() and self.recording.calls:
                yield SO_FAR
        if not self.identity.opened and not self.identity.is_chain:
            for key in dict.fromkeys(call.key for call in self.recording.calls):
                yield NEEDS + key

    def _laws(self) -> Iterator[Law]:
        if self.identity.kind == "start":
            yield from self.subject.invariants
            return
        if self.identity.kind == POSITION:
            yield from (*self.subject.futures.laws, *self.subject.invariants)
            return
        opened = self.identity.opened
        laws = [law for law in self.subject.goals if openings(self.subject, law) == opened]
        if self.identity.kind == "action":
            yield from laws
            return
        contract = self.contracts[self.identity.contract]
        if not opened:
            yield from (self.subject.by_id[name] for name in contract.afterwards)
        yield from (law for law in laws if is_lawful(self.subject, contract, law))

    def goal(self, name: str) -> Term:
        """What is to be proved. Raises :class:`~stackproof.prove.eventlist.Unlisted`."""
        if name.startswith(PROMISE):
            return self.of_call(self.contracts[self.identity.contract].promise, self.whole())
        if name.startswith(EACH):
            return self._of_each_event(name)
        law = self.subject.by_id[name]
        if law.kind == LEADS_TO:
            return self.implies(self.in_force(law), self._in_time(law))
        if law.kind == INVARIANT:
            still = self.identity.kind in (START, POSITION)
            holds = self.holds(law, self.before) if still else self.at_all(self.ends, law)
            if self.identity.contract and name in self.contracts[self.identity.contract].restores:
                holds = self.terms.either(self.result or self.terms.false, holds)
            return holds
        return self.implies(self.in_force(law), self._of_step(law))

    @cached_property
    def ends(self) -> list[Ending]:
        """The ways in which the run of this case can end."""
        return list(
            endings(self.reading, self.before, self.recording.calls, self.terms.true, self.after)
        )

    def endings_at(self, number: int) -> list[Ending]:
        """The ways in which it can come to a call."""
        call, earlier = self.recording.calls[number], self.recording.calls[:number]
        return list(endings(self.reading, self.before, earlier, call.path, call.before))

    def questions(self, name: str) -> Iterator[tuple[Term, list[Term]]]:
        """All that is to be shown for a goal, with the hypotheses that may be used. Raises
        :class:`~stackproof.prove.eventlist.Unlisted`.
        """
        if name == SO_FAR or name.startswith(NEEDS):
            yield from self.step_by_step(name)
        else:
            yield self.goal(name), self.usable(name)

    def usable(self, name: str) -> list[Term]:
        """The hypotheses for a goal: what is implied follows from what is not."""
        excepted = self._not_for(name)
        if self.identity.kind == POSITION and name in self.subject.implied:
            excepted |= self.subject.implied
        return [h for h, label in self.hypotheses.items() if label not in excepted]

    def _is_told_apart(self, goal: str) -> bool:
        """Whether a goal may tell members of the scalarset apart."""
        alike = self.subject.alike
        if alike is None:
            return True
        apart = alike.laws_told_apart
        if goal.startswith(NEEDS):
            return any(name in apart for name in self.contracts[goal.removeprefix(NEEDS)].around)
        return goal in apart

    def _not_for(self, goal: str) -> Set[str]:
        """What may not be used where a goal is shown for other members as well: it may be so of one
        of them only.
        """
        alike = self.subject.alike
        if self.identity.about is None or alike is None or self._is_told_apart(goal):
            return frozenset()
        return alike.laws_told_apart.keys()

    def step_by_step(self, name: str) -> Iterator[tuple[Term, list[Term]]]:
        """What is to be shown at each call, with the hypotheses that may be used there: nothing
        that is only known because of that call, or of a later one.
        """
        for number, call in enumerate(self.recording.calls):
            if name == SO_FAR:
                kept = self.where(call.path, self.so_far(call))
                yield kept, self.known_before(number, with_call=True)
            elif name == NEEDS + call.key:
                known = self.known_before(number, False, self._not_for(name))
                for needed in self.needed(call, self.endings_at(number)):
                    yield needed, known

    def known_before(
        self, number: int, with_call: bool, excepted: Set[str] = frozenset()
    ) -> list[Term]:
        """The hypotheses that are not only known because of a later call, or of this one."""

        def usable(hypothesis: Term, label: str) -> bool:
            call = self.later.get(hypothesis, -1)
            known = call < number or (with_call and call == number and label != SO_FAR)
            return known and label not in excepted

        return [h for h, label in self.hypotheses.items() if usable(h, label)]

    def _in_time(self, law: Law) -> Term:
        """That a law about what comes later is met, or the play over, or something under way."""
        subject, reading = self.subject, self.reading
        members = [choice or 0 for choice in subject.system.choices(law)]
        choice = self.terms.variable("choice", members[0], members[-1])
        known: dict[str, Any] = {"setup": self.setup, "position": self.before}
        known["pos"] = self.before
        assert subject.futures.under_way is not None
        met = reading.judge(law, **known, choice=choice)
        over = reading.ask(subject.system.finished, **known)
        going = reading.ask(subject.futures.under_way, **known)
        self.owing.setdefault(law.id, set()).update(subject.futures.ranked)
        found = self.terms.false
        for asked in (met, over, going):
            found = self.terms.either(found, self.fine(asked.holds, asked.error))
        return found

    def _of_step(self, law: Law) -> Term:
        calls = self.recording.calls
        lawful = [c for c in calls if is_lawful(self.subject, self.contracts[c.key], law)]
        whole = {call.key for call in lawful}
        listing = listed(self.subject, self.reading, self.recording, law, whole)
        events, known = listing.events, self._as_promised(law.id, listing.events)
        for key in listing.relied:
            self.owing.setdefault(law.id, set()).update((EACH + key, NEEDS + key))
        shown = self.terms.true
        for call in lawful:
            within = [
                event
                for item, event in zip(events, known, strict=True)
                if isinstance(item, Unknown) and item.call is call
            ]
            kept = self.where(call.path, self._of_events(law, within, call))
            shown = self.terms.both(shown, kept)
            self.owing.setdefault(law.id, set()).add(NEEDS + call.key)
        return self.where(shown, self._of_events(law, known, self.whole()))

    def _of_events(self, law: Law, events: Sequence[Event], call: Call) -> Term:
        """That a law holds of a call, or of what is as a whole, with some events."""
        judged = self.reading.judge(
            law, setup=call.setup.copy(), before=call.before.copy(), after=call.after.copy(),
            verb=max(self.identity.verb, 0), argument=call.argument or 0,
            step=step_of(self.subject, self.reading, events, law),
        )  # fmt: skip
        return self.fine(judged.holds, judged.error)

    def _as_promised(self, goal: str, events: Iterable[Event | Unknown]) -> list[Event]:
        """Events, of which those that are unknown only happen if they are as a contract promises
        of each.
        """
        found: list[Event] = []
        for item in events:
            if isinstance(item, Event):
                found.append(item)
                continue
            event, key = item.event, item.call.key
            each = self.contracts[key].each
            if each is not None:
                self.owing.setdefault(goal, set()).update((EACH + key, NEEDS + key))
                promised = self._each(each, item.call, event)
                event = Event(self.terms.both(event.path, promised), event.values)
            found.append(event)
        return found

    def _each(self, each: Law, call: Call, event: Event) -> Term:
        """That a contract says this of an event within a call."""
        judged = self.reading.judge(
            each, setup=call.setup.copy(), before=call.before.copy(), **self.numbers_of(call),
            step=alone(self.subject, self.reading, event),
        )  # fmt: skip
        return self.fine(judged.holds, judged.error)

    def _of_each_event(self, goal: str) -> Term:
        """That each event of this rule, and each in a call, is as promised."""
        each = self.contracts[self.identity.contract].each
        assert each is not None
        events: list[Event | Unknown] = list(self.recording.events)
        for number, call in enumerate(self.recording.calls):
            for i, sort in enumerate(emitted(self.subject, call.key)[1]):
                name = f"hidden{number}.{i}.each"
                events.append(Unknown(call, unknown(self.reading, call.path, [sort], name)))
        found = self.terms.true
        for event in self._as_promised(goal, events):
            kept = self.implies(event.path, self._each(each, self.whole(), event))
            found = self.terms.both(found, kept)
        return found
