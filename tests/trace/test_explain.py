"""Explanations: what failed, for whom, since when, by which rule, and what would have saved it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from tests.cli.running import run
from tests.trace.plays import PLACE, STIFLED, data, read, trace, write
from tests.trace.test_shrink import EACH_LAW

from stackproof import check as checking
from stackproof.explore.stepping import Stepper
from stackproof.lang.system import INVARIANT, Law
from stackproof.laws import madness
from stackproof.trace.avoid import Avoiding, TooMany
from stackproof.trace.explain import Explanation, explain, lines
from stackproof.trace.file import TraceFile
from stackproof.trace.replay import follow, load, replay
from stackproof.trace.shrink import NotBroken
from stackproof.trace.table import table_of
from stackproof.trace.words import LANGUAGES


def explained(which: tuple[str, str, str] = STIFLED, language: str = "en") -> Explanation:
    return explain(trace(*which), PLACE, language)


def test_the_part_that_failed_is_told_with_the_card_it_is_about() -> None:
    found = explained()
    assert found.about == ["Fiery Temper"]
    assert found.part is not None
    assert found.part.code == ["will_leave_exile(position, c)"]
    text = Path(madness.__file__).read_text("utf-8").splitlines()
    assert found.part.file == "madness.py"
    assert text[found.part.line - 1].strip() == "return False"
    assert found.part.code[0] in text[found.part.line - 2]
    assert found.part.values == {"c": "Fiery Temper"}
    assert found.part.given == ["Fiery Temper is in exile by madness"]
    (failed,) = found.part.failed
    assert failed == (
        "this must be so and is not: something is still to happen to Fiery Temper: its ability, "
        "or its window"
    )


PARTS = {
    "madness-casts-from-hand":
        "the zone of Obsessive Search is exile; it would have to be hand",
    "ripple-caster-gets-priority-always":
        "who is about to receive priority is nobody; it would have to be Anna",
    "ripple-casts-all-or-none":
        "what is done is says no (may cast a revealed card), which it must not be",
    "ripple-casts-at-most-one":
        "the number of cards cast in this resolution is 1; it would have to be 0",
    "ripple-works-only-with-spell":
        "the zone of Ornithopter 1 is graveyard; it would have to be stack",
    "ripple-casts-cost-no-mana": "the number is 1; it would have to be 0 at most",
}  # fmt: skip


@pytest.mark.parametrize("which", EACH_LAW, ids=[law for _, law, _ in EACH_LAW])
def test_each_law_is_explained_in_each_language_within_a_second(
    which: tuple[str, str, str],
) -> None:
    told = [explained(which, language) for language in LANGUAGES]
    if which[1] in PARTS:
        assert told[0].part is not None
        assert told[0].part.failed == [PARTS[which[1]]]
    for language in LANGUAGES:
        begun = time.process_time()
        found = explained(which, language)
        text = "\n".join(lines(found))
        assert time.process_time() - begun < 1
        assert "{" not in text
        assert found.unavoidable.known
        assert found.rules
        assert all(rule.says for rule in found.rules)
    assert len({one.unavoidable.step for one in told}) == 1
    assert len({one.says for one in told}) == 3


def hopeless(found: TraceFile) -> list[bool]:
    """Of each position of a play whether every play from there breaks the law: worked out the slow
    way, on the whole graph, by taking away what must lead to a violation until nothing changes.
    """
    table = table_of(found, PLACE)
    law = table.law
    assert isinstance(law, Law)
    reading = checking.native(table.scenario)
    stepper = Stepper(reading, table.game.setup)
    mask = sum(1 << bit for bit in reading.system.bits(law))
    start = stepper.padded(table.game.initial)
    graph: dict[bytes, list[bytes] | None] = {}
    waiting = [start]
    while waiting:
        row = waiting.pop()
        if row in graph:
            continue
        arrows = stepper.successors(row)
        good = []
        for _, _, after, _, violated in arrows:
            assert after is not None
            waiting.append(after)
            bits = stepper.inspect(after)[1] if law.kind == INVARIANT else violated
            if not bits & mask:
                good.append(after)
        graph[row] = good if arrows else None
    kept = set(graph)
    while True:
        lost = {
            row
            for row in kept
            if (ways := graph[row]) is not None and not any(after in kept for after in ways)
        }
        if not lost:
            break
        kept -= lost
    play, _ = follow(table, found.steps)
    return [stepper.padded(t.before.pack()) not in kept for t in play]


@pytest.mark.parametrize("which", EACH_LAW, ids=[law for _, law, _ in EACH_LAW])
def test_since_when_it_is_unavoidable_is_what_the_whole_graph_says(
    which: tuple[str, str, str],
) -> None:
    lost = hopeless(trace(*which))
    since = explained(which).unavoidable.step
    assert since is not None
    assert not any(lost[:since])
    assert all(lost[since:])


def test_what_could_have_been_done_instead_is_told() -> None:
    found = explained()
    assert found.unavoidable.step == 5
    assert found.unavoidable.instead == ["targets the activated ability of Wild Mongrel"]
    assert found.unavoidable.then[-1].text == "Ben receives priority"


def test_beyond_the_limit_it_is_not_known() -> None:
    table = table_of(trace(*STIFLED), PLACE)
    reading = checking.native(table.scenario)
    avoiding = Avoiding(reading, table.game.setup, 0, invariant=False, most=1)
    with pytest.raises(TooMany):
        avoiding.can(table.game.initial)


def test_other_editions_are_told_with_what_becomes_of_the_play() -> None:
    told = explained(("ripple-countered", "ripple-always-resolves", "2026-01")).editions
    assert [one.verdict for one in told] == ["absent", "violated"]
    assert told[0].editions[-1] == "2006-02"
    assert (told[1].play, told[1].editions[0]) == ("same", "2006-07")
    old = explained().editions[0]
    assert (old.verdict, old.play, old.step) == ("violated", "diverges", 2)


GERMAN = [
    "Es scheitert hier an: Fiery Temper",
    "Unvermeidlich ab Schritt 5: Ben wählt als Ziel die Wahnsinnsfähigkeit von Fiery Temper. "
    "Danach bricht jede Fortsetzung das Gesetz.",
    "    wählt als Ziel die aktivierte Fähigkeit von Wild Mongrel",
    "    Ben erhält Vorrang  (117.5)",
    "        die Wahnsinnsfähigkeit von Fiery Temper wird neutralisiert  (701.6a)",
]
FRENCH = [
    "Elle échoue ici pour : Fiery Temper",
    "    cible la capacité activée de Wild Mongrel",
    "    Ben reçoit la priorité  (117.5)",
    "        la capacité de folie de Fiery Temper va sur la pile  (603.3)",
    "        un effet contrecarre la capacité de folie de Fiery Temper  (701.6a)",
]


@pytest.mark.parametrize("language, expected", [("de", GERMAN), ("fr", FRENCH)])
def test_the_command_explains_in_other_languages(
    language: str, expected: list[str], tmp_path: Path
) -> None:
    done = run("explain", write(data(), tmp_path), "--lang", language)
    assert done.code == 0, done.err
    rest = iter(done.out.splitlines())
    for line in expected:
        assert line in rest, f"not printed, or not in this order: {line}"


def test_json_has_everything(tmp_path: Path) -> None:
    done = run("explain", write(data(), tmp_path), "--lang", "fr", "--format", "json")
    document = json.loads(done.out)
    assert document["schema"] == 1
    found = document["explanation"]
    assert found["language"] == "fr"
    assert found["unavoidable"]["step"] == 5
    assert found["rules"][0]["number"] == "702.35a"
    assert len(found["steps"]) == 7


def test_a_play_that_breaks_no_law_is_not_explained(tmp_path: Path) -> None:
    document = data()
    document["steps"].pop()
    document["law"]["step"] = 6
    with pytest.raises(NotBroken):
        explain(read(document), PLACE)
    assert run("explain", write(document, tmp_path)).code == 1
    assert run("explain", str(tmp_path / "absent.json")).code == 2


OWN = """\"\"\"Laws that hardly any game keeps.\"\"\"

from stackproof.game.domains import CARDS, SEATS, Card, TurnStep, Zone
from stackproof.game.position import Position
from stackproof.laws.declare import always_possible, law


def is_used_up(position: Position, card: Card) -> bool:
    \"\"\"Whether a card has been used up.\"\"\"
    return position.zone[card] == Zone.GRAVEYARD


@law("invariant", "nothing-used-up", "Nothing is used up.", "counter")
def nothing_used_up(position: Position) -> bool:
    for c in range(CARDS):
        if is_used_up(position, c):
            return False
    return True


@law("invariant", "main-for-ever", "It is always the main phase.")
def main_for_ever(position: Position) -> bool:
    return position.step == TurnStep.MAIN


@law("invariant", "somebody-is-poor", "Somebody has one life left.")
def somebody_is_poor(position: Position) -> bool:
    for s in range(SEATS):
        if position.life[s] == 1:
            return True
    return False


@always_possible("fair-fight", "Whatever happens, Ben can come to have more life than two.")
def fair_fight(position: Position) -> bool:
    return position.life[1] > 2
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with laws of its own, checked, with the traces."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "stackproof.toml").write_text('laws = ["mine.py"]\n')
    (folder / "mine.py").write_text(OWN)
    (folder / "mine.toml").write_text(
        'title = "Used"\nuntil = { step = "end" }\n[[player]]\nname = "Anna"\nhand = ["Shock"]\n'
        'mana = 1\n[[player]]\nname = "Ben"\n'
    )
    laws = ["--law", "nothing-used-up", "--law", "main-for-ever", "--law", "somebody-is-poor"]
    last = (folder / "mine.toml").read_text() + "life = 2\n"
    (folder / "last.toml").write_text(last)
    rest = ["--edition", "2026-01", "--traces", "plays"]
    run("check", "mine.toml", *laws, *rest, cwd=folder)
    run("check", "last.toml", "--law", "fair-fight", *rest, cwd=folder)
    return folder


def test_a_law_of_ones_own_is_explained_by_what_its_rules_say_of_themselves(own: Path) -> None:
    file = "plays/mine--nothing-used-up.json"
    done = run("explain", file, cwd=own)
    assert done.code == 0, done.err
    assert "What fails: this is so and must not be: a card has been used up" in done.out
    assert "It fails here for: Shock" in done.out
    german = run("explain", file, "--lang", "de", cwd=own)
    assert "so ist es und darf es nicht sein: a card has been used up" in german.out


def test_a_law_that_fails_before_the_first_step_is_explained_and_shrunk(own: Path) -> None:
    file = "plays/mine--somebody-is-poor.json"
    assert run("replay", file, cwd=own).code == 0
    done = run("explain", file, cwd=own)
    assert done.code == 0, done.err
    assert "What would make it hold is not there" in done.out
    assert "It fails in the position in which the play begins" in done.out
    small = run("shrink", file, cwd=own)
    assert small.code == 0, small.err
    assert "cards:    1 -> 1" in small.out


def test_what_can_no_longer_be_reached_is_told_with_the_step_since_when(own: Path) -> None:
    """Ben may gain life after the play is cut off, until Shock is aimed at him."""
    done = run("explain", "plays/last--fair-fight.json", cwd=own)
    assert done.code == 0, done.err
    told = "Avoidable to the last: only step 2 breaks the law, Anna targets Ben."
    assert told in done.out
    assert "    targets Anna\n" in done.out


def test_a_law_that_no_play_keeps_is_unavoidable_from_the_start(own: Path) -> None:
    done = run("explain", "plays/mine--main-for-ever.json", "--lang", "fr", cwd=own)
    assert done.code == 0, done.err
    assert "Inévitable dès le début" in done.out
    assert "à la place" not in done.out.lower()


@pytest.mark.deep
def test_every_shipped_counterexample_is_played_again_and_explained(tmp_path: Path) -> None:
    folder = tmp_path / "plays"
    done = run("check", "--traces", str(folder), "-o", str(tmp_path / "report"), timeout=600)
    assert done.code == 0, done.err
    files = sorted(folder.iterdir())
    assert len(files) > 300
    for number, file in enumerate(files):
        found, place = load(file)
        assert replay(found, place).same, file
        begun = time.process_time()
        told = explain(found, place, LANGUAGES[number % len(LANGUAGES)])
        assert list(lines(told))
        assert time.process_time() - begun < 1, file
        assert told.unavoidable.known, file
        assert told.about, file
