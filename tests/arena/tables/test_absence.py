"""Somebody has left or is away, and the others choose."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from arena.bots.reference import house
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, NotNow
from arena.tables.game import ending
from arena.tables.models import Seat, Table
from arena.tables.seats import absence, choices, leaving
from tests.arena.at_once import at_once
from tests.arena.tables.making import answer_first, game_of, guest, make_table, reload

CHOICES = {"wait", "stand_in", "end"}


def do(action: Callable[..., Any], table: Table, seat: int) -> Table:
    player = table.seats.get(number=seat).player
    with log.locked(table.code) as row:
        action(row, player)
    return reload(table)


def go_away(table: Table, seat: int, seconds: float = 60) -> None:
    """The others have been told for so long that the person is away."""
    since = timezone.now() - timedelta(seconds=seconds)
    with log.locked(table.code) as row:
        Seat.objects.filter(table=row, number=seat).update(away=since)


def may_choose(table: Table, seat: int) -> bool:
    offered = choices.choices(reload(table), seat, table.seats.get(number=seat).player)
    assert CHOICES.isdisjoint(offered) or set(offered) >= CHOICES
    return set(offered) >= CHOICES


def to_move(table: Table) -> int:
    seat = game_of(table).seat
    assert seat is not None
    return seat


@pytest.fixture
def four(make_version: Any) -> Table:
    """Four guests play Kozel without windows; the house has a bot."""
    make_version(house(), name="greedy-kozel")
    return make_table("kozel", [None] * 4, options={"molodka": "own_turn"})


def test_the_others_may_choose_when_a_person_stays_away(four: Table) -> None:
    assert not may_choose(four, 1)
    go_away(four, 0, seconds=29)
    assert not may_choose(four, 1)
    go_away(four, 0, seconds=31)
    assert [may_choose(four, seat) for seat in range(4)] == [False, True, True, True]


def test_they_may_choose_at_once_when_a_person_has_left(four: Table) -> None:
    do(leaving.leave, four, 0)
    assert [may_choose(four, seat) for seat in range(4)] == [False, True, True, True]


def test_nobody_chooses_without_a_reason_or_from_outside(four: Table) -> None:
    for action in (absence.wait, absence.stand_in, absence.end):
        with pytest.raises(NotNow):
            do(action, four, 1)
    go_away(four, 0)
    for action in (absence.wait, absence.stand_in, absence.end):
        with log.locked(four.code) as row, pytest.raises(Forbidden):
            action(row, guest())
        with pytest.raises(NotNow):
            do(action, four, 0)
    assert reload(four).state == Table.State.PLAYING


def test_they_wait_another_minute_and_are_asked_again(four: Table) -> None:
    go_away(four, 0)
    do(absence.wait, four, 1)
    assert not may_choose(four, 2)
    Seat.objects.filter(table=four, number=0).update(
        wait_since=F("wait_since") - absence.WAIT_AGAIN
    )
    assert may_choose(four, 2)
    entry = four.log.filter(kind="seat").last()
    assert entry is not None
    assert (entry.seat, entry.data["what"], entry.data["by"]) == (0, "wait", 1)


def test_a_bot_takes_the_seat_and_moves_for_it(four: Table) -> None:
    seat = to_move(four)
    go_away(four, seat)
    four = do(absence.stand_in, four, (seat + 1) % 4)
    taken = four.seats.get(number=seat)
    assert taken.player is not None and str(taken.stand_in) == "house/greedy-kozel v1"
    assert four.asked is None and four.due is not None, "the bot is to move"
    with pytest.raises(NotNow, match="A bot plays for you"):
        answer_first(four)


def test_the_seat_is_taken_back_from_the_bot_whose_step_is_void(four: Table) -> None:
    seat = to_move(four)
    go_away(four, seat)
    do(absence.stand_in, four, (seat + 1) % 4)
    # A step has begun to ask the bot.
    token = "00000000-0000-0000-0000-000000000001"
    Table.objects.filter(pk=four.pk).update(step_token=token, due=None)
    four = do(absence.reclaim, four, seat)
    assert four.step_token is None
    assert four.asked_seat == seat and four.asked is not None and four.due is None
    assert four.seats.get(number=seat).gone is None
    answer_first(four)
    # Again it does nothing.
    n = reload(four).entries
    assert do(absence.reclaim, four, seat).entries == n


def test_a_window_ends_although_its_step_became_void(four: Table) -> None:
    go_away(four, 0)
    do(absence.stand_in, four, 1)
    window = {"until": 0, "length": 2000, "asked": [], "answers": {}}
    Table.objects.filter(pk=four.pk).update(window=window, due=None, asked=None, asked_seat=None)
    assert do(absence.reclaim, four, 0).due is not None


def test_an_unrated_game_is_called_off_when_a_person_is_only_away(four: Table) -> None:
    go_away(four, 0)
    four = do(absence.end, four, 1)
    assert (four.state, four.reason) == (Table.State.CLOSED, ending.CALLED_OFF)


def test_whoever_left_after_the_second_move_has_lost_when_the_others_end_it(
    four: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "moves_made", lambda table, seat: 2)
    do(leaving.leave, four, 0)
    four = do(absence.end, four, 1)
    assert (four.state, four.reason, four.score0) == (Table.State.OVER, ending.LEFT, 0.0)


@pytest.mark.django_db(transaction=True)
def test_the_first_choice_counts(make_version: Any) -> None:
    make_version(house(), name="greedy-kozel")
    four = make_table("kozel", [None] * 4)
    go_away(four, 0)
    refused: list[Exception] = []

    def choose(action: Callable[..., Any], seat: int) -> None:
        try:
            do(action, four, seat)
        except NotNow as error:
            refused.append(error)

    at_once([lambda: choose(absence.wait, 1), lambda: choose(absence.stand_in, 2)])
    assert len(refused) == 1
    assert four.log.filter(kind="seat").count() == 1


def test_in_a_rated_game_of_two_the_rules_decide_alone(alice: Any, bob: Any) -> None:
    players = [Player.objects.create(user=user) for user in (alice, bob)]
    clock = {"move_s": 600, "bank_s": 0}
    table = make_table("ecarte", players, rated=True, clock=clock)
    seat = to_move(table)
    go_away(table, seat)
    assert not may_choose(table, 1 - seat)
    assert reload(table).deadline == reload(table).asked + timedelta(seconds=60)


def test_a_person_alone_against_somebody_who_is_away_may_play_on_with_a_bot(
    make_version: Any,
) -> None:
    make_version(house(), ruleset="ecarte", name="random-ecarte")
    table = make_table("ecarte", [None, None])
    go_away(table, 1)
    assert may_choose(table, 0)
    table = do(absence.stand_in, table, 0)
    assert table.seats.get(number=1).playing_bot is not None
    assert table.state == Table.State.PLAYING


def test_the_host_who_comes_back_to_an_orphaned_table_is_host_again(four: Table) -> None:
    player = four.seats.get(number=0).player
    Table.objects.filter(pk=four.pk).update(host=None)
    go_away(four, 0)
    assert do(absence.reclaim, four, 0).host == player


def test_choices_of_a_spectator_are_none(four: Table) -> None:
    assert choices.choices(four, None, guest()) == []
    assert choices.choices(four, None) == []
