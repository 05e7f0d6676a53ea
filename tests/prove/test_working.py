"""A process that dies takes nothing else along, and what it was at is tried once more."""

from __future__ import annotations

import os
from pathlib import Path

from stackproof.working import Workers, done

NUMBERS = range(6)


def halved(number: int, marks: str) -> int:
    """Half of a number. Odd ones are the death of the process the first time; 5 is every time, and
    3 takes more memory than there is.
    """
    mark = Path(marks) / str(number)
    if number == 5 or (number % 2 and not mark.exists()):
        mark.touch()
        if number == 3:
            raise MemoryError
        os._exit(1)
    return number // 2


def test_what_a_process_died_of_is_tried_by_itself(tmp_path: Path) -> None:
    work = {number: (number, str(tmp_path)) for number in NUMBERS}
    with Workers(2) as workers:
        assert dict(workers.done(work, halved)) == {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: None}
        assert dict(workers.done({8: (8, str(tmp_path))}, halved)) == {8: 4}


def test_a_single_process_is_this_one() -> None:
    assert dict(done({"here": ()}, os.getpid, 1)) == {"here": os.getpid()}
    assert dict(done({"there": ()}, os.getpid, 2)) != {"there": os.getpid()}
