"""The folder of a local tournament: which records count, and who may use it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from referee.play.json_files import read_json, write_json
from referee.play.local_tournament import ScheduledMatch, TournamentSettings, so_far
from referee.play.match import Entrant
from referee.play.tournament_folder import (
    BadFolder,
    locked,
    store,
    stored_records,
    stored_seed,
)
from referee.tournaments.format import Format
from referee.tournaments.systems import SYSTEMS
from tests.referee.play.small_bots import GOOD, QUICK, SEED, played, program

SANDBOXES = ("off",)
SETTINGS = TournamentSettings(
    Ecarte(),
    tuple(Entrant(name, 1, GOOD) for name in ("a", "b", "c")),
    1,
    QUICK,
    SEED,
    Format(system=SYSTEMS["round-robin"]),
)


@pytest.fixture(scope="module")
def stored(sandbox: Any) -> list[tuple[ScheduledMatch, dict[str, Any]]]:
    """All matches of the tournament with their records."""
    return [(each, played(each.match, sandbox).record) for each in so_far(SETTINGS, {})[1]]


@pytest.fixture
def folder(tmp_path: Path, stored: Any) -> Path:
    with locked(tmp_path / "out", SETTINGS):
        for scheduled, record in stored:
            store(tmp_path / "out", scheduled, record)
    return tmp_path / "out"


def test_every_match_has_a_number_a_file_and_a_seed_of_its_own() -> None:
    matches = so_far(SETTINGS, {})[1]
    assert [each.number for each in matches] == [1, 2, 3]
    assert len({each.file for each in matches}) == 3
    assert len({each.match.seed for each in matches}) == 3


def test_records_are_found_again_by_the_number_of_their_match(folder: Path, stored: Any) -> None:
    found = stored_records(folder, SETTINGS)
    assert found == {scheduled.number: record for scheduled, record in stored}
    assert so_far(SETTINGS, found)[1] == []


def test_the_seed_is_found_again(folder: Path, tmp_path: Path) -> None:
    assert stored_seed(folder) == SEED
    assert stored_seed(tmp_path) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"clock": replace(QUICK, move_ms=301)},
        {"seed": bytes(32)},
        {"pairs": 2},
        {"ruleset": Ecarte(target=3)},
        {"entrants": tuple(Entrant(name, 1, GOOD) for name in ("a", "b", "d"))},
        {"entrants": tuple(Entrant(name, 1, program("1")) for name in ("a", "b", "c"))},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_records_of_other_settings_do_not_count(changes: Any, folder: Path, stored: Any) -> None:
    other = replace(SETTINGS, **changes)
    # Even under the file names of the other tournament.
    for (_, record), scheduled in zip(stored, so_far(other, {})[1], strict=True):
        write_json(folder / scheduled.file, record)
    found = stored_records(folder, other)
    if "entrants" in changes and changes["entrants"][0].program == GOOD:
        assert len(found) == 1  # that of a and b is the same match
    else:
        assert found == {}


def test_a_record_that_does_not_verify_does_not_count(folder: Path, stored: Any) -> None:
    scheduled, record = stored[1]
    store(folder, scheduled, record | {"scores": [2.0, 0.0]})
    assert sorted(stored_records(folder, SETTINGS)) == [1, 3]


def test_a_folder_with_other_settings_is_refused_and_left_as_it_is(folder: Path) -> None:
    before = read_json(folder / "tournament.json")
    with (
        pytest.raises(BadFolder, match=r"other settings \(pairs differ\)"),
        locked(folder, replace(SETTINGS, pairs=2)),
    ):
        pass
    assert read_json(folder / "tournament.json") == before
    with locked(folder, SETTINGS):
        pass


def test_a_folder_in_use_is_refused_until_it_is_released(tmp_path: Path) -> None:
    with (
        locked(tmp_path / "out", SETTINGS),
        pytest.raises(BadFolder, match="another goat"),
        locked(tmp_path / "out", SETTINGS),
    ):
        pass
    with locked(tmp_path / "out", SETTINGS):
        pass


@pytest.mark.parametrize("settings", [{}, {"seed": 7}, {"seed": "xyz"}])
def test_a_settings_file_without_a_seed_is_refused(settings: Any, tmp_path: Path) -> None:
    write_json(tmp_path / "tournament.json", settings)
    with pytest.raises(BadFolder, match="has no seed"):
        stored_seed(tmp_path)
