"""Tie-breaks against worked examples in public regulations, and what each counts."""

from pathlib import Path

import pytest

from referee.tournaments.crosstable import Unplayed, league_table, tabulate
from referee.tournaments.event import Event, EventEntry, EventPairing, Outcome
from referee.tournaments.scoring import PairingResult
from referee.tournaments.standings import standings
from referee.tournaments.systems import swiss as swiss_system
from referee.tournaments.tiebreaks import POINTS, RULES, direct_encounter


@pytest.mark.parametrize(
    ("points", "before", "left", "virtual"),
    [
        # Minutes of the FIDE's Swiss Pairings Programs Committee, Kallithea 2009, item 7: in a
        # nine-round Swiss, a win by default in round 3 after 2 points contributes 5 …
        (1, 2, 6, 5),
        # … and an absence in round 7 after 4 points contributes 6.
        (0, 4, 2, 6),
        # FIDE Handbook C.02 (2019), 13.15.3: round 3, 1½ points before, not shown up; after
        # round 3 the virtual opponent has 2½, at the end of nine rounds 5½ …
        (0, 1.5, 0, 2.5),
        (0, 1.5, 6, 5.5),
        # … and round 6, 3½ points before, the opponent does not show up: 3½, at the end 5.
        (1, 3.5, 0, 3.5),
        (1, 3.5, 3, 5),
    ],
)
def test_an_unplayed_round_counts_as_the_published_examples_say(points, before, left, virtual):
    assert Unplayed(0, points, 0, before, left).virtual_opponent == virtual


def swiss(n, *rounds, joined=()):
    """A Swiss event of four games a match from rounds of `(first, second, scores or outcome)`."""
    entries = [EventEntry(joined=dict(joined).get(entry, 1)) for entry in range(n)]
    pairings = []
    for number, round_ in enumerate(rounds, 1):
        for board, (first, second, what) in enumerate(round_, 1):
            scored = isinstance(what, tuple)
            outcome = Outcome.MATCH if scored else what
            scores = what if scored else None
            pairings.append(EventPairing(number, board, first, second, outcome, scores))
    return Event(tuple(entries), tuple(pairings), 4)


def test_a_forfeit_win_is_worth_half_a_point_to_the_buchholz_of_the_opponents():
    # The Kallithea examples' other half: A has 6 of 9 with a win by default, and is worth 5½.
    event = swiss(
        4,
        [(0, 1, (3, 1)), (2, 3, (3, 1))],
        [(0, 2, Outcome.SECOND_FORFEITS), (1, 3, (3, 1))],
    )
    lines = swiss_system.table(event).lines
    assert lines[0].points == 2
    # Entry 1 met 0 (1 + ½ for the forfeit) and 3 (0).
    assert lines[1].buchholz == 1.5
    # Entry 0 met 1 (1 point), and a virtual opponent that had 1 and lost.
    assert lines[0].buchholz == 1 + 1


def test_buchholz_is_the_sum_over_the_opponents_and_cut_1_leaves_out_the_lowest():
    event = swiss(
        4,
        [(0, 1, (4, 0)), (2, 3, (4, 0))],
        [(0, 2, (4, 0)), (1, 3, (4, 0))],
        [(0, 3, (2, 2)), (1, 2, (2, 2))],
    )
    lines = swiss_system.table(event).lines
    assert [line.points for line in lines] == [2.5, 1.5, 1.5, 0.5]
    assert [line.buchholz for line in lines] == [3.5, 4.5, 4.5, 5.5]
    assert [line.buchholz_cut_1 for line in lines] == [3, 4, 4, 4]


def test_a_bye_is_a_point_and_a_meeting_with_a_virtual_opponent():
    event = swiss(3, [(0, 1, (3, 1)), (2, None, Outcome.BYE)], [(0, 2, (3, 1)), (1, None, "bye")])
    line = swiss_system.table(event).lines[2]
    assert (line.points, line.game_points, line.wins, line.unplayed) == (1, 2 + 1, 0, 1)
    # It met 0, who has 2, and in round 1 a virtual one with 0 + 0 + ½.
    assert line.buchholz == 2 + 0.5


def test_rounds_before_joining_bring_nothing():
    event = swiss(3, [(0, 1, (3, 1))], [(0, 2, (3, 1)), (1, None, Outcome.BYE)], joined=[(2, 2)])
    line = swiss_system.table(event).lines[2]
    assert (line.points, line.unplayed) == (0, 1)
    assert line.buchholz == 2 + (0 + 1 + 0.5)


def test_sonneborn_berger_as_in_a_published_example():
    # Hull and District Chess Congress, tie-break rules, example 1: A wins against opponents who
    # end with 1, 3 and 2 points and loses to two with 2: 6. B wins against 1, 2 and 2: 5.
    ends = {"A": (1, 3, 2, 2, 2), "B": (1, 2, 2, 2, 2)}
    for player, sonneborn_berger in (("A", 6), ("B", 5)):
        results, n = [], 6
        for opponent, points in enumerate(ends[player], 1):
            won = opponent <= 3
            results.append(PairingResult(0, opponent, 3 if won else 1, 1 if won else 3, 4))
            for _ in range(points - (not won)):
                results.append(PairingResult(opponent, n, 3, 1, 4))
                n += 1
        assert tabulate(n, results).lines[0].sonneborn_berger == sonneborn_berger


def test_koya_counts_what_was_taken_from_those_with_half_of_the_points():
    # C.07, 9.2: of four entries with 3 rounds those with 1½ points or more count.
    results = [
        PairingResult(0, 1, 3, 1, 4),
        PairingResult(0, 2, 2, 2, 4),
        PairingResult(0, 3, 1, 3, 4),
        PairingResult(1, 2, 3, 1, 4),
        PairingResult(1, 3, 3, 1, 4),
        PairingResult(2, 3, 3, 1, 4),
    ]
    lines = tabulate(4, results).lines
    assert [line.points for line in lines] == [1.5, 2, 1.5, 1]
    assert [line.koya for line in lines] == [1.5, 1, 0.5, 1]
    rows = standings(tabulate(4, results), ("points", "koya"))
    assert [(row.line.entry, row.rule) for row in rows] == [
        (1, None),
        (0, "points"),
        (2, "koya"),
        (3, "points"),
    ]


def tied(*results):
    """The table of three entries that met like this: (first, second, score, score)."""
    return tabulate(3, [PairingResult(*result, games=4) for result in results])


def test_direct_encounter_counts_the_points_among_the_tied():
    table = tied((0, 1, 3, 1), (1, 2, 3, 1), (0, 2, 2, 2))
    assert direct_encounter(table, [0, 1, 2]) == [1.5, 1, 0.5]
    assert direct_encounter(table, [0, 1]) == [1, 0]


def test_direct_encounter_needs_that_all_have_met_equally_often():
    once = [(0, 1, 3, 1), (1, 2, 3, 1), (0, 2, 3, 1)]
    assert direct_encounter(tied(*once), [0, 1, 2]) == [2, 1, 0]
    assert direct_encounter(tied(*once, *once), [0, 1, 2]) == [4, 2, 0]
    assert direct_encounter(tied(*once, once[0]), [0, 1, 2]) is None
    assert direct_encounter(tied(*once[:2]), [0, 1, 2]) is None
    assert direct_encounter(tied(), [0, 1]) is None


@pytest.mark.parametrize(
    ("outcome", "first", "second"),
    [
        (Outcome.FIRST_FORFEITS, (0, 0), (1, 2)),
        (Outcome.SECOND_FORFEITS, (1, 2), (0, 0)),
        (Outcome.BOTH_FORFEIT, (0, 0), (0, 0)),
        (Outcome.VOID, (0.5, 2), (0.5, 2)),
    ],
)
def test_what_was_not_played_counts_as_points_and_not_as_a_match(outcome, first, second):
    event = swiss(2, [(0, 1, outcome)])
    one, other = league_table(event).lines
    assert (one.points, one.game_points) == first
    assert (other.points, other.game_points) == second
    for line in (one, other):
        assert (line.wins, line.draws, line.losses) == (0, 0, 0)
        assert (line.matches, line.games, line.unplayed) == (0, 0, 1)


def test_a_bye_counts_for_nothing_in_a_round_robin():
    (line,) = league_table(swiss(1, [(0, None, Outcome.BYE)])).lines
    assert (line.points, line.game_points, line.unplayed) == (0, 0, 0)


def test_tiebreak_games_count_as_one_pair():
    pairing = EventPairing(1, 1, 0, 1, scores=(2.0, 0.0), tiebreak=1)
    forfeit = EventPairing(1, 1, 0, 1, Outcome.SECOND_FORFEITS, tiebreak=1)
    line, _ = league_table(Event.of(2, 10).followed_by([pairing, forfeit])).lines
    assert (line.games, line.game_points) == (2, 2 + 1)


def test_the_documentation_has_the_texts_of_the_code():
    chapter = (Path(__file__).parents[3] / "docs" / "5-tournaments.md").read_text()
    for rule in RULES.values():
        if rule.name != POINTS:
            assert f"| {rule.label} | {rule.meaning} | {rule.article} |" in chapter
