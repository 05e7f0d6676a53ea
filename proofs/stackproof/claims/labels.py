"""Which of the moments that claims speak of occur in a transition or in a position."""

from __future__ import annotations

from collections.abc import Iterable

from stackproof.scenarios.claims import Claim, Moment
from stackproof.scenarios.vocabulary import Vocabulary
from stackproof.scenarios.wildcards import Wildcard

from .graph import Graph
from .moments import READS, Teller


class Labels:
    """Occurring moments as masks; ``bit`` is that of each moment. Everything is made on demand."""

    def __init__(
        self, graph: Graph, teller: Teller, words: Vocabulary, claims: Iterable[Claim]
    ) -> None:
        self._graph, self._teller = graph, teller
        self.bit: dict[Moment, int] = {}
        self._happenings: list[tuple[int, Wildcard]] = []
        self._joined: list[tuple[int, int, int]] = []
        self._atoms: dict[str, list[tuple[int, Wildcard]]] = {}
        self._atom_count = 0
        for claim in claims:
            if claim.sequel:
                for moment in claim.sequel.moments + sum(claim.sequel.barred, ()):
                    self._register(moment)
        texts = [wild.text for _, wild in self._happenings]
        self._actions_matter = any(words.possible(text, words.actions) for text in texts)
        self._events_matter = any(words.possible(text, words.events) for text in texts)
        self._text_masks: dict[str, int] = {}
        self._fact_masks: dict[tuple[str, bytes], int] = {}
        self._moment_masks: dict[int, int] = {}
        self._transitions: dict[tuple[int, int], tuple[int, ...]] = {}
        self._positions: dict[int, int] = {}

    def transition(self, state: int, edge: int) -> tuple[int, ...]:
        """A mask for the action and for each event, in order, without those that are zero."""
        masks = self._transitions.get((state, edge))
        if masks is None:
            masks = self._transitions[state, edge] = tuple(self._happening(state, edge))
        return masks

    def position(self, state: int) -> int:
        """The mask of the moments that are facts of a position."""
        mask = self._positions.get(state)
        if mask is None:
            mask = self._positions[state] = self._position(state)
        return mask

    def zones(self, state: int) -> bytes:
        """The zone of each card, as the row has it."""
        return self._teller.key(("zone",), self._graph.rows[state])

    def _register(self, moment: Moment) -> None:
        if moment in self.bit:
            return
        bit = self.bit[moment] = 1 << len(self.bit)
        if moment.happening:
            self._happenings.append((bit, Wildcard(moment.atoms[0].text)))
            return
        needed = refused = 0
        for atom in moment.atoms:
            own = 1 << self._atom_count
            self._atom_count += 1
            self._atoms.setdefault(atom.kind, []).append((own, Wildcard(atom.text)))
            needed, refused = (needed, refused | own) if atom.negated else (needed | own, refused)
        self._joined.append((bit, needed, refused))

    def _happening(self, state: int, edge: int) -> Iterable[int]:
        edges = self._graph.edges[state]
        if edges is None or not self._happenings:
            return
        row, (verb, argument, _) = self._graph.rows[state], edges[edge]
        texts = []
        if self._actions_matter:
            texts.append(self._teller.action(row, verb, argument))
        if self._events_matter:
            texts += self._teller.events(row, verb, argument)
        for text in texts:
            mask = self._text_masks.get(text)
            if mask is None:
                mask = self._text_masks[text] = _matching(self._happenings, [text])
            if mask:
                yield mask

    def _position(self, state: int) -> int:
        row, atoms = self._graph.rows[state], 0
        for kind, patterns in self._atoms.items():
            if kind == "option":
                atoms |= _matching(patterns, self._options(state))
                continue
            key = (kind, self._teller.key(READS[kind], row))
            mask = self._fact_masks.get(key)
            if mask is None:
                mask = _matching(patterns, self._teller.facts(kind, row))
                self._fact_masks[key] = mask
            atoms |= mask
        moments = self._moment_masks.get(atoms)
        if moments is None:
            moments = self._moment_masks[atoms] = sum(
                bit
                for bit, needed, refused in self._joined
                if atoms & needed == needed and not atoms & refused
            )
        return moments

    def _options(self, state: int) -> list[str]:
        row = self._graph.rows[state]
        edges = self._graph.edges[state] or ()
        return [self._teller.action(row, verb, argument) for verb, argument, _ in edges]


def _matching(patterns: Iterable[tuple[int, Wildcard]], texts: Iterable[str]) -> int:
    """The bits of the patterns that match one of some texts."""
    mask = 0
    for text in texts:
        for bit, wild in patterns:
            if not mask & bit and wild.expression.fullmatch(text):
                mask |= bit
    return mask
