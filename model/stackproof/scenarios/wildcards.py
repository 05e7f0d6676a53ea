"""Texts with wildcards: which texts they match, and whether any text of some form can match."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property


class Wildcard:
    """A text in which ``*`` stands for any characters, also none.

    A set of places in it is a number, bit ``p`` for "the first ``p`` signs are matched"; ``feed``
    takes such a set past further characters, so that texts need not be known as a whole.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        signs = re.sub(r"\*+", "*", text)
        self._characters: dict[str, int] = {}
        for place, sign in enumerate(signs):
            self._characters[sign] = self._characters.get(sign, 0) | 1 << place
        self._stars = self._characters.pop("*", 0)
        self._end = 1 << len(signs)
        self.start = 1 | (self._stars & 1) << 1

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The regular expression of the texts that match."""
        return re.compile(".*".join(map(re.escape, self.text.split("*"))), re.DOTALL)

    def feed(self, places: int, text: str) -> int:
        """The places after one further text."""
        stars = self._stars
        for character in text:
            if not places:
                return 0
            after = (places & self._characters.get(character, 0)) << 1 | places & stars
            places = after | (after & stars) << 1
        return places

    def feed_any(self, places: int, texts: Iterable[str]) -> int:
        """The places after any one of several texts."""
        found = 0
        if places:
            for text in texts:
                found |= self.feed(places, text)
        return found

    def ends(self, places: int) -> bool:
        """Whether the whole is matched."""
        return places & self._end != 0
