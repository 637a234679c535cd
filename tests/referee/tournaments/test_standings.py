"""Standings: points, the chain of tie-breaks, and the total order that they always yield."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournaments.crosstable import tabulate
from referee.tournaments.scoring import PairingResult, match_points
from referee.tournaments.standings import ENTRY, standings


def ranking(n, *results):
    """`(entry, rule)` of each row, from results written (first, second, score, score)."""
    table = tabulate(n, [PairingResult(*result, games=4) for result in results])
    return [(row.line.entry, row.rule) for row in standings(table)]


def lines(n, *results):
    return tabulate(n, [PairingResult(*result, games=4) for result in results]).lines


@pytest.mark.parametrize(
    ("scored", "conceded", "points"),
    [(3, 1, 1.0), (2.5, 1.5, 1.0), (2, 2, 0.5), (1, 3, 0.0), (0, 0, 0.0), (0.5, 0, 1.0)],
)
def test_the_higher_score_wins_and_both_lose_without_any_score(scored, conceded, points):
    assert match_points(scored, conceded) == points


def test_a_line_adds_up_what_an_entry_did():
    winner, _, both_failed, _ = lines(4, (0, 1, 3.5, 0.5), (2, 0, 2, 2), (3, 2, 0, 0))
    assert (winner.points, winner.game_points) == (1.5, 5.5)
    assert (winner.wins, winner.draws, winner.losses) == (1, 1, 0)
    assert (winner.matches, winner.games) == (2, 8)
    assert (both_failed.points, both_failed.losses, both_failed.matches) == (0.5, 1, 2)


def test_match_points_come_before_game_points():
    # 1 wins twice by a little; 0 wins once with all points.
    assert ranking(3, (0, 2, 4, 0), (1, 0, 2.5, 1.5), (1, 2, 2.5, 1.5)) == [
        (1, None),
        (0, "points"),
        (2, "points"),
    ]


def test_game_points_separate_equal_match_points():
    assert ranking(4, (0, 2, 2.5, 1.5), (1, 3, 3.5, 0.5)) == [
        (1, None),
        (0, "game_points"),
        (2, "points"),
        (3, "game_points"),
    ]


def test_the_direct_encounter_separates_equal_game_points():
    # 0 and 1: one match point and 4 game points each; 1 has beaten 0.
    order = ranking(4, (1, 0, 3, 1), (1, 2, 1, 3), (0, 3, 3, 1), (2, 3, 3, 1))
    assert order == [(2, None), (1, "points"), (0, "direct_encounter"), (3, "points")]


def test_the_direct_encounter_needs_that_all_the_tied_have_met():
    # 0 has beaten 1 and both are tied with 2, which neither has met.
    order = ranking(6, (0, 1, 3, 1), (3, 0, 3, 1), (1, 4, 3, 1), (2, 5, 3, 1), (3, 2, 3, 1))
    tied = [(entry, rule) for entry, rule in order if entry in (0, 1, 2)]
    assert [rule for _, rule in tied][1:].count("direct_encounter") == 0


def test_the_direct_encounter_is_applied_again_to_those_still_tied():
    # 0 to 3 have 2 match points and 8 game points each: 0 and 1 two wins among the four and a
    # defeat by 4, 2 and 3 one win among the four and one against 5.
    among = [(0, 1, 3, 1), (1, 2, 3, 1), (1, 3, 3, 1), (0, 2, 3, 1), (3, 0, 3, 1), (2, 3, 3, 1)]
    others = [(4, 0, 3, 1), (4, 1, 3, 1), (2, 5, 3, 1), (3, 5, 3, 1)]
    assert ranking(6, *among, *others) == [
        (0, None),
        (1, "direct_encounter"),
        (2, "direct_encounter"),
        (3, "direct_encounter"),
        (4, "game_points"),
        (5, "points"),
    ]


def test_sonneborn_berger_counts_beaten_opponents_in_full_and_drawn_ones_by_half():
    # 0 beats 1 (who ends with 1 point) and draws with 2 (who ends with 1.5 points).
    first, *_ = lines(4, (0, 1, 3, 1), (0, 2, 2, 2), (1, 3, 3, 1), (2, 3, 3, 1))
    assert first.sonneborn_berger == 1 * 1.0 + 0.5 * 1.5


def test_sonneborn_berger_separates_entries_that_the_direct_encounter_cannot():
    # 0 beat the stronger 2, 1 beat the weaker 3; 0 and 1 have not met.
    order = ranking(5, (0, 2, 3, 1), (1, 3, 3, 1), (2, 4, 3, 1), (2, 4, 3, 1))
    assert order[1:3] == [(0, "points"), (1, "sonneborn_berger")]


def test_entries_equal_in_everything_are_in_the_order_of_their_seeds():
    assert ranking(3) == [(0, None), (1, ENTRY), (2, ENTRY)]


def test_the_chain_is_the_callers_choice():
    table = tabulate(3, [PairingResult(0, 2, 4, 0, 4), PairingResult(1, 0, 2.5, 1.5, 4)])
    assert [row.line.entry for row in standings(table, ["game_points"])] == [0, 1, 2]
    assert [row.line.entry for row in standings(table, [])] == [0, 1, 2]


def test_the_row_of_a_crosstable_holds_every_meeting():
    table = tabulate(2, [PairingResult(0, 1, 3, 1, 4), PairingResult(1, 0, 2, 2, 4)])
    (meetings,) = table.row(1).values()
    assert [(meeting.scored, meeting.points) for meeting in meetings] == [(1, 0.0), (2, 0.5)]


@pytest.mark.parametrize("pair", [(0, 0), (0, 3), (-1, 1)])
def test_a_result_between_others_is_refused(pair):
    with pytest.raises(ValueError, match="not a match between two of 3 entries"):
        tabulate(3, [PairingResult(*pair, 1, 1, 2)])


scores = st.integers(0, 8).map(lambda halves: halves / 2)


@given(st.data(), st.integers(1, 12))
def test_the_order_is_total_and_follows_the_chain(data, n):
    pairs = list(itertools.combinations(range(n), 2))
    results = [
        PairingResult(first, second, data.draw(scores), data.draw(scores), 8)
        for first, second in (data.draw(st.lists(st.sampled_from(pairs))) if pairs else [])
    ]
    rows = standings(tabulate(n, results))
    assert sorted(row.line.entry for row in rows) == list(range(n))
    assert [row.place for row in rows] == list(range(1, n + 1))
    for above, row in itertools.pairwise(rows):
        assert above.line.points >= row.line.points
        if row.rule == "points":
            assert above.line.points > row.line.points
        else:
            assert above.line.points == row.line.points
        if row.rule == "game_points":
            assert above.line.game_points > row.line.game_points
        if row.rule == ENTRY:
            assert above.line.entry < row.line.entry
            assert above.line.sonneborn_berger == row.line.sonneborn_berger


@given(st.data(), st.integers(2, 8))
def test_the_order_of_the_results_does_not_matter(data, n):
    results = [
        PairingResult(first, second, data.draw(scores), data.draw(scores), 8)
        for first, second in itertools.combinations(range(n), 2)
    ]
    shuffled = data.draw(st.permutations(results))
    assert standings(tabulate(n, results)) == standings(tabulate(n, shuffled))
