"""Several matches at once, each in a process of the pool."""

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.verify import verify
from referee.play.match_pool import TRIES, MatchPoolFailed, play_all
from tests.referee.play.cpu_holders import held_elsewhere, on_one_processor
from tests.referee.play.small_bots import match

# The processes of the pool import this module and inherit the environment.
STARTS = "GOAT_TEST_STARTS"


class Failing(Ecarte):
    """A game that fails as often as the environment says, in all processes together."""

    def start(self, seed: bytes) -> Any:
        starts = Path(os.environ[STARTS])
        left = int(starts.read_text())
        if left > 0:
            starts.write_text(str(left - 1))
            raise ZeroDivisionError("a bug")
        return super().start(seed)


@pytest.fixture
def failures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the number of failures that are left."""
    file = tmp_path / "starts"
    monkeypatch.setenv(STARTS, str(file))
    return file


def test_every_match_is_played_and_its_record_comes_with_its_index() -> None:
    matches = [replace(match(), seed=bytes([number]) * 32) for number in range(3)]
    found = dict(play_all(matches, processes=2, sandbox="off"))
    assert sorted(found) == [0, 1, 2]
    for number, record in found.items():
        verify(record)
        assert record["match_seed"] == matches[number].seed.hex()


@pytest.mark.usefixtures("cpu_slots")
def test_a_pool_says_once_for_whom_it_waits() -> None:
    matches = [replace(match(), seed=bytes([number]) * 32) for number in range(2)]
    said = []
    with on_one_processor(), held_elsewhere() as holder:

        def on_wait(line: str) -> None:
            said.append(line)
            holder.kill()

        played = list(play_all(matches, processes=1, sandbox="off", on_wait=on_wait))
    assert len(played) == 2
    [line] = said
    assert line.startswith("waiting for the processor: other matches use all of them")


@pytest.mark.usefixtures("cpu_slots")
def test_the_matches_of_one_pool_are_named_as_such() -> None:
    said: list[str] = []
    with on_one_processor():
        list(play_all([match()] * 2, processes=2, sandbox="off", on_wait=said.append))
    assert all("(this command)" in line for line in said)
    assert len(said) <= 1


def test_a_void_match_is_played_again(failures: Path) -> None:
    failures.write_text(str(TRIES - 1))
    [(index, record)] = play_all([match(ruleset=Failing())], processes=1, sandbox="off")
    assert index == 0
    verify(record)


def test_a_match_that_stays_void_ends_the_pool_and_says_why(failures: Path) -> None:
    failures.write_text(str(TRIES))
    with pytest.raises(MatchPoolFailed, match=f"played {TRIES} times, void each time: .*a bug"):
        list(play_all([match(ruleset=Failing())], processes=1, sandbox="off"))
    assert failures.read_text() == "0"


def test_no_more_matches_are_started_when_the_iterator_is_closed() -> None:
    asked = []

    def matches() -> Any:
        for number in range(100):
            asked.append(number)
            yield match()

    with closing(play_all(matches(), processes=1, sandbox="off")) as played:
        next(played)
    assert asked == [0]
