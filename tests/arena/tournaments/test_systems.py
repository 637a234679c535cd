"""Tournaments of every system are played to their end, and survive a crash at any point."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from arena.matches import settling, sweep
from arena.tournaments import seeding, stages, sweeping
from arena.tournaments.models import Pairing, Tournament
from arena.tournaments.results import results
from referee.tournaments.systems import SYSTEMS
from tests.arena.ending import end, end_without_result, settle
from tests.arena.tournaments.played_tournaments import open_tournament, play, play_all, waiting

pytestmark = pytest.mark.django_db


BOTS = 6


def in_play(tournament: Tournament) -> list[int]:
    """The entries of the matches that have not ended, one for each match and side."""
    going = tournament.pairings.filter(match__state__in=["queued", "running"])
    return [entry for pair in going.values_list("first", "second") for entry in pair]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("n", [4, 5])
def test_it_is_played_round_by_round_to_its_end(
    alice: Any, versions: Any, system: str, n: int
) -> None:
    tournament = open_tournament(alice, versions[:n], system=system, third_place=True)
    stages.start(tournament)
    while found := waiting(tournament):
        busy = in_play(tournament)
        assert len(busy) == len(set(busy)), "a bot plays two matches at once"
        assert len({match.pairing.round for match in found}) == 1
        play(found[0])
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    table = results(tournament)
    assert [row.place for row in table.rows] == list(range(1, n + 1))
    best = next(row for row in table.rows if row.entry.name == str(versions[0].bot))
    # In a Swiss tournament another entry can win all its matches too, with a bye.
    assert best.place == 1 or (system == "swiss" and best.line.losses == 0)
    assert tournament.pairings.exclude(match=None).count() == tournament.planned
    kinds = list(tournament.audit_entries.values_list("kind", flat=True))
    assert kinds[0] == "finished"
    assert kinds.count("round") == table.rounds


def test_a_drawn_match_of_a_bracket_is_followed_by_tiebreak_pairs(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:2], system="single-elimination", tiebreak_pairs=2)
    stages.start(tournament)
    for pairs in (2, 1, 1):
        (match,) = waiting(tournament)
        assert match.pairs == pairs
        play(match, pairs)
    assert [pairing.tiebreak for pairing in tournament.pairings.all()] == [0, 1, 2]
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    table = results(tournament)
    assert table.rows[0].entry.number == 1
    assert table.bracket[0].levels[0].boxes[0].note == "drawn to the end: the better seed advances"


def test_a_tiebreak_pair_does_not_wait_for_the_rest_of_the_round(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:4], system="single-elimination")
    stages.start(tournament)
    first, second = waiting(tournament)
    play(first, 2)
    assert {match.pairs for match in waiting(tournament)} == {1, 2}
    assert second in waiting(tournament)


def test_neither_advances_from_a_match_that_both_lost(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:4], system="single-elimination")
    stages.start(tournament)
    first, second = waiting(tournament)
    settle(end(first, 0, 0))
    play(second)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    (bye,) = tournament.pairings.filter(round=2)
    assert bye.outcome == "bye"


def test_page_and_api_say_by_which_rule_a_final_that_both_lost_was_decided(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:2], system="single-elimination")
    stages.start(tournament)
    address = f"/api/v1/tournaments/{tournament.slug}/crosstable/"
    assert (client.get(address).json()["champion"], client.get(address).json()["decided_by"]) == (
        None,
        "",
    )
    (match,) = waiting(tournament)
    settle(end(match, 0, 0))
    best = str(tournament.entries.get(number=1).bot)
    data = client.get(address).json()
    assert (data["champion"], data["decided_by"]) == (
        best,
        "both lost the final: the better seed",
    )
    assert data["standings"][1]["separated_by"] == "entry"
    page = client.get(tournament.get_absolute_url()).content.decode()
    assert f"<strong>{best}</strong>" in page
    assert "(both lost the final: the better seed)" in page
    assert "both lost: the better seed is champion" in page


def test_both_losers_of_a_winners_match_play_on_in_a_double_elimination(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:4], system="double-elimination")
    stages.start(tournament)
    first, second = waiting(tournament)
    settle(end(first, 0, 0))
    play(second)
    losers = set(tournament.pairings.filter(match=first).values_list("first", "second")[0])
    play_all(tournament)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    later = tournament.pairings.filter(round__gt=1).exclude(match=None)
    assert losers <= {entry for pair in later.values_list("first", "second") for entry in pair}


def test_the_best_of_groups_are_drawn_into_a_bracket(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions, system="groups", qualifiers=1)
    stages.start(tournament)
    play_all(tournament)
    drawn = tournament.entries.exclude(knockout=None).order_by("knockout")
    assert [entry.knockout for entry in drawn] == [0, 1]
    assert tournament.audit_entries.filter(kind="drawn").count() == 1
    assert [len(group) for group in results(tournament).groups] == [3, 3]


def dies_at(statement: int) -> Callable[..., Any]:
    """A database wrapper that interrupts at the statement with this number."""
    left = statement

    def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return run(sql, params, many, context)

    return execute


def what_was_played(tournament: Tournament) -> list[tuple[Any, ...]]:
    """All pairings with their outcomes, and the state of the tournament."""
    columns = ("round", "board", "tiebreak", "first__bot", "second__bot", "outcome", "match__state")
    state = Tournament.objects.values_list("state").get(pk=tournament.pk)
    return [*tournament.pairings.values_list(*columns), state]


@pytest.mark.parametrize(
    ("system", "scores"),
    [
        # One semi-final is drawn and followed by a tiebreak pair, the other one is void.
        ("single-elimination", [None, 2]),
        ("swiss", [None]),
        ("groups", []),
    ],
)
def test_a_crash_between_any_two_statements_loses_and_repeats_nothing(
    alice: Any, versions: Any, system: str, scores: list[float | None]
) -> None:
    tournament = open_tournament(alice, versions[:4], system=system, qualifiers=1)
    stages.start(tournament)
    *others, last = waiting(tournament)
    for match, score in zip(others, scores, strict=False):
        if score is None:
            settle(end_without_result(match, "void"))
        else:
            play(match, score)
    for match in others[len(scores) :]:
        play(match)
    # The last match of the round has ended, but its end was not processed.
    half = last.pairs if system == "single-elimination" else 3
    end(last, half, 2 * last.pairs - half)
    before = transaction.savepoint()
    settling.settle(last.pk)
    usual = what_was_played(tournament)
    transaction.savepoint_rollback(before)
    died = 0
    while True:
        before = transaction.savepoint()
        try:
            with connection.execute_wrapper(dies_at(died + 1)):
                settling.settle(last.pk)
        except KeyboardInterrupt:
            died += 1
            sweep.sweep()
            sweeping.sweep()
        else:
            break
        assert what_was_played(tournament) == usual, died
        transaction.savepoint_rollback(before)
    assert what_was_played(tournament) == usual
    assert died > 10


def test_the_database_refuses_a_second_pairing_on_a_board(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:2])
    stages.start(tournament)
    pairing = tournament.pairings.get()
    twin = Pairing(tournament=tournament, round=1, board=1, first=pairing.first)
    with pytest.raises(ValidationError, match="already exists"):
        twin.validate_constraints()


def test_seeds_follow_the_ratings(alice: Any, make_version: Any, versions: Any) -> None:
    from arena.ratings.models import Standing

    for version, rating in zip(versions[:3], (1400, 1700, 1600), strict=True):
        Standing.objects.create(bot=version.bot, ruleset="ecarte", rating=rating, matches=1)
    tournament = open_tournament(alice, versions[:4], system="single-elimination", seeding="rating")
    stages.start(tournament)
    order = [entry.bot for entry in tournament.entries.order_by("number")]
    # A bot without a rating counts as 1500.
    assert order == [versions[index].bot for index in (1, 2, 3, 0)]


def test_the_organiser_seeds_by_hand_and_the_lot_follows(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:4], system="single-elimination")
    by_bot = {entry.bot_id: entry.pk for entry in tournament.entries.all()}
    seeds = {by_bot[versions[3].bot_id]: 1, by_bot[versions[0].bot_id]: 2}
    seeding.seed_by_hand(tournament, seeds, alice)
    stages.start(tournament)
    order = [entry.bot for entry in tournament.entries.order_by("number")]
    assert order[:2] == [versions[3].bot, versions[0].bot]
    assert set(order[2:]) == {versions[1].bot, versions[2].bot}


def test_a_seed_given_twice_is_refused(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:2])
    seeds = dict.fromkeys(tournament.entries.values_list("pk", flat=True), 1)
    with pytest.raises(ValidationError, match="the same seed"):
        seeding.seed_by_hand(tournament, seeds)


def test_the_seed_of_the_draw_is_fixed_when_it_opens_and_shown_when_it_starts(
    alice: Any, versions: Any
) -> None:
    from hashlib import sha256

    tournament = open_tournament(alice, versions[:2])
    committed = tournament.draw_commitment
    assert tournament.public_draw_seed == ""
    stages.start(tournament)
    assert sha256(bytes.fromhex(tournament.public_draw_seed)).hexdigest() == committed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"system": "ladder"}, "not a valid choice"),
        ({"rounds": 31}, "at most 30"),
        ({"groups": 1}, "at least 2"),
        ({"tiebreak_pairs": 21}, "at most 20"),
        ({"tie_breaks": ["luck"]}, "Tie-breaks must be among game_points"),
        ({"tie_breaks": ["wins", "wins"]}, "named once"),
        ({"repeat": 86_400}, "needs the time of its first start"),
        ({"repeat": 7}, "not a valid choice"),
    ],
)
def test_an_invalid_setting_is_refused(alice: Any, changes: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        stages.create(alice, "Cup", "ecarte", {}, **changes)
    assert not Tournament.objects.exists()


def test_too_few_for_the_groups_are_refused_at_the_start(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:3], system="groups")
    with pytest.raises(ValidationError, match="need at least 4 entries, not 3"):
        stages.start(tournament)
