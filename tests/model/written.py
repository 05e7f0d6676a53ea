"""A scenario file of a user, for tests."""

from __future__ import annotations

from pathlib import Path

from stackproof.scenarios.load import Scenario, load_scenario

BARE = """
title = "Mine"
{top}
[[player]]
name = "Anna"
{anna}
[[player]]
name = "Ben"
{ben}
{end}
"""


def own(tmp_path: Path, **parts: str) -> Scenario:
    """A small scenario with some of its parts as given."""
    path = tmp_path / "mine.toml"
    blank = {"top": "", "anna": 'hand = ["Shock"]', "ben": "", "end": ""}
    path.write_text(BARE.format(**blank | parts), "utf-8")
    return load_scenario(path)
