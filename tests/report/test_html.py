"""The HTML page: whole in itself, readable without its script, a board for each step."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.report.runs import BROKEN, OUTCOMES, outcome

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    """The elements of a page; checks that they are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, name: str) -> list[dict[str, str]]:
        """The attributes of all elements of a class."""
        return [a for _, a in self.elements if name in a.get("class", "").split()]


@pytest.mark.parametrize("kind", OUTCOMES)
def test_a_page_is_well_formed_and_needs_nothing_else(kind: str, tmp_path: Path) -> None:
    text = outcome(kind, tmp_path).render("html")
    page = Page(text)
    assert not any({"src", "srcset", "action"} & {*attributes} for _, attributes in page.elements)
    assert all(a["href"].startswith("#") for _, a in page.elements if "href" in a)
    assert not re.search(r"https?://|@import|url\(", text)
    assert "default-src 'none'" in text


def test_links_lead_to_plays(tmp_path: Path) -> None:
    page = Page(outcome("violated", tmp_path).render("html"))
    ids = {a["id"] for _, a in page.elements if "id" in a}
    links = {a["href"][1:] for _, a in page.elements if "href" in a}
    assert f"mine--{BROKEN}" in links
    assert links <= ids


def test_a_board_for_the_start_and_after_each_step(tmp_path: Path) -> None:
    text = play_of(BROKEN, outcome("violated", tmp_path).render("html"))
    page = Page(text)
    steps = page.all("step")
    assert len(steps) == len(page.all("board")) == 8
    assert len(page.all("player")) == 2 * len(steps)
    assert len(page.all("last")) == 1
    assert "here the law fails" in text
    assert '<span class="rule">702.35a</span>' in text
    assert {a["class"] for a in page.all("moved")} >= {"card instant moved", "object moved"}


def test_a_play_that_ends_in_a_rule_error_has_no_board_there(tmp_path: Path) -> None:
    play = play_of("no-rule-error", outcome("error", tmp_path).render("html"))
    page = Page(play)
    assert len(page.all("step")) == len(page.all("board")) + 1
    assert "rule error" in play


def test_nothing_that_a_user_wrote_is_markup(tmp_path: Path) -> None:
    text = outcome("claim", tmp_path).render("html")
    assert "<ever>" not in text
    assert "Nothing is &lt;ever&gt; exiled &amp; lost." in text


def play_of(law: str, text: str) -> str:
    """The part of a page that tells the play of a law."""
    start = text.index(f'<article id="mine--{law}"')
    return text[start : text.index("</article>", start) + len("</article>")]
