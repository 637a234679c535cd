"""Standings and crosstable of a stored tournament."""

import csv
import re
from typing import Any

import pytest

from arena.tournaments import export, stages, sweeping
from arena.tournaments.models import Tournament
from arena.tournaments.results import results
from tests.arena.ending import end, end_without_result, settle
from tests.arena.tournaments.played_tournaments import (
    matches_of,
    open_tournament,
    play_all,
    waiting,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_version: Any, alice: Any) -> Tournament:
    """Four bots, started."""
    versions = [make_version(alice, ruleset="ecarte", name=name) for name in "abcd"]
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    return tournament


def test_before_the_start_there_is_an_empty_table(alice: Any) -> None:
    table = results(open_tournament(alice))
    assert (table.rows, table.done, table.total) == ([], 0, 0)


def test_the_table_fills_while_it_is_played(tournament: Tournament) -> None:
    play_all(tournament, but=4)
    table = results(tournament)
    assert (table.done, table.total) == (2, 6)
    assert sum(row.line.points for row in table.rows) == 2
    cells = [cell for row in table.rows for column in row.cells for cell in column or []]
    assert sorted(cell.outcome for cell in cells) == ["loss"] * 2 + ["queued"] * 4 + ["win"] * 2


def test_the_rows_are_in_the_order_of_the_standings(tournament: Tournament) -> None:
    play_all(tournament)
    rows = results(tournament).rows
    assert [row.entry.name for row in rows] == [f"alice/{name}" for name in "abcd"]
    assert [row.line.points for row in rows] == [3, 2, 1, 0]
    assert [row.rule_name for row in rows] == [None, "points", "points", "points"]


def test_a_cell_is_what_the_row_scored_against_the_column(tournament: Tournament) -> None:
    play_all(tournament)
    rows = results(tournament).rows
    assert [row.cells[index] for index, row in enumerate(rows)] == [None] * 4
    (first,), (mirrored,) = rows[0].cells[1] or (), rows[1].cells[0] or ()
    assert (first.scored, first.conceded, first.outcome) == (3, 1, "win")
    assert (mirrored.scored, mirrored.conceded, mirrored.outcome) == (1, 3, "loss")
    assert first.match == mirrored.match


def test_a_void_match_counts_as_a_draw_without_games(tournament: Tournament) -> None:
    play_all(tournament, but=1)
    settle(end_without_result(waiting(tournament)[0], "void"))
    table = results(tournament)
    assert (table.done, table.void) == (6, 1)
    assert sum(row.line.matches for row in table.rows) == 10
    assert sum(row.line.points for row in table.rows) == 6
    assert sum(row.line.game_points for row in table.rows) == 6 * 4


def test_what_was_not_played_before_it_was_cancelled_counts_for_nothing(
    tournament: Tournament,
) -> None:
    play_all(tournament, but=5)
    stages.cancel(tournament)
    sweeping.sweep()
    table = results(Tournament.objects.get())
    assert (table.done, table.total, table.void) == (1, 1, 0)
    assert sum(row.line.points for row in table.rows) == 1


def test_a_match_that_both_lost_gives_no_points(tournament: Tournament) -> None:
    settle(end(matches_of(tournament)[0], 0, 0))
    table = results(tournament)
    assert sum(row.line.points for row in table.rows) == 0
    assert sum(row.line.losses for row in table.rows) == 2


def test_several_cycles_share_a_cell(make_version: Any, alice: Any) -> None:
    versions = [make_version(alice, ruleset="ecarte") for _ in range(2)]
    tournament = open_tournament(alice, versions, cycles=3)
    stages.start(tournament)
    play_all(tournament, but=1)
    cells = results(tournament).rows[0].cells[1]
    assert cells is not None
    assert [cell.outcome for cell in cells] == ["win", "win", "queued"]


def test_the_csv_has_a_line_for_each_entry_and_a_column_for_each_opponent(
    tournament: Tournament,
) -> None:
    play_all(tournament)
    header, *lines = csv.reader(export.as_csv(results(tournament)).splitlines())
    assert header[:4] == ["Place", "Bot", "Version", "Remote"]
    assert header[-4:] == ["1", "2", "3", "4"]
    assert lines[0][:2] == ["1", "alice/a"]
    assert lines[0][-4:] == ["x", "3", "3", "3"]
    assert lines[3][-4:] == ["1", "1", "1", "x"]


def test_the_csv_has_the_words_of_the_page(client: Any, tournament: Tournament) -> None:
    play_all(tournament)
    page = client.get(tournament.get_absolute_url()).content.decode()
    table = results(tournament)
    heads = next(csv.reader(export.as_csv(table).splitlines()))
    for word in ("Place", "Bot", "Points", "Game points", "Separated by"):
        assert re.search(rf"<th[^>]*>(<abbr[^>]*>)?{word}<", page)
        assert word in heads
    assert {column.full for column in table.columns} <= set(heads)


def test_the_json_has_everything_that_the_page_shows(tournament: Tournament) -> None:
    play_all(tournament, but=1)
    data = export.as_dict(tournament, results(tournament))
    assert data["matches"] == {"done": 5, "total": 6, "void": 0}
    assert data["draw_seed"] == tournament.draw_seed
    first = data["standings"][0]
    assert (first["place"], first["separated_by"]) == (1, None)
    assert [against["place"] for against in first["against"]] == [2, 3, 4]


def test_queries_do_not_grow_with_the_entries(
    make_version: Any, alice: Any, django_assert_num_queries: Any
) -> None:
    for count in (2, 8):
        versions = [make_version(alice, ruleset="ecarte") for _ in range(count)]
        tournament = open_tournament(alice, versions)
        stages.start(tournament)
        with django_assert_num_queries(3):
            table = results(tournament)
            assert [row.entry.name for row in table.rows]
