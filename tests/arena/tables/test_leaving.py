"""Leaving for good, aborting and resigning."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from arena.accounts.models import User
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, Invalid, NotNow, TableError, TooMany
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import absence, choices, leaving, limits, seating
from arena.tables.watching import now
from tests.arena.at_once import at_once
from tests.arena.tables.making import answer_first, game_of, guest, make_table, reload

CLOCK = {"move_s": 30, "bank_s": 60}


def do(action: Callable[..., Any], table: Table, seat: int, **more: Any) -> Table:
    """The person in the seat does it; the table afterwards."""
    player = table.seats.get(number=seat).player
    with log.locked(table.code) as row:
        action(row, player, **more)
    return reload(table)


def offered(table: Table, seat: int) -> list[str]:
    return choices.choices(reload(table), seat, table.seats.get(number=seat).player)


def ended(table: Table) -> tuple[str, str, tuple[float | None, float | None]]:
    return table.state, table.reason, (table.score0, table.score1)


def play_until_second_moves(table: Table) -> None:
    """Both people have made two moves at least."""
    while any(leaving.moves_made(table, seat) < leaving.SECOND_MOVE for seat in (0, 1)):
        answer_first(table)


@pytest.fixture
def table(db: None) -> Table:
    """Two guests play Écarté, without a clock."""
    return make_table("ecarte", [None, None])


@pytest.fixture
def rated(alice: Any, bob: Any) -> Table:
    players = [Player.objects.create(user=user) for user in (alice, bob)]
    return make_table("ecarte", players, rated=True, clock=CLOCK)


@pytest.fixture
def four(db: None) -> Table:
    """Four guests play Kozel."""
    return make_table("kozel", [None] * 4)


def test_a_game_can_be_aborted_before_ones_own_second_move(table: Table) -> None:
    seat = game_of(table).seat
    assert seat is not None
    answer_first(table)
    assert "abort" in offered(table, seat)
    table = do(leaving.abort, table, seat)
    assert ended(table) == (Table.State.CLOSED, "aborted", (None, None))
    assert table.fault == {"seat": seat}
    assert table.log.last().data == {  # type: ignore[union-attr]
        "reason": "aborted",
        "scores": None,
        "fault": {"seat": seat},
    }


def test_it_cannot_be_aborted_after_ones_second_move(table: Table) -> None:
    play_until_second_moves(table)
    assert "abort" not in offered(table, 0)
    with pytest.raises(NotNow):
        do(leaving.abort, table, 0)
    assert reload(table).state == Table.State.PLAYING


def test_a_secret_question_that_was_declined_is_no_move(four: Table) -> None:
    with log.locked(four.code) as row:
        for text in ("pass", "pass", "lead 6S"):
            log.append(row, Entry.Kind.MOVE, 0, text=text, ms=0.0)
    assert leaving.moves_made(four, 0) == 1
    game = GameState(four, [])
    game.moves = moves_of(four)
    assert now._made(game, 0) == 1
    assert leaving.moves_made(make_table("ecarte/classic", [None, None]), 0) == 0


def test_nobody_else_can_abort_or_resign(table: Table) -> None:
    with log.locked(table.code) as row:
        for action in (leaving.abort, leaving.leave):
            with pytest.raises(Forbidden):
                action(row, guest())
        with pytest.raises(Forbidden):
            leaving.resign(row, guest(), confirm=True)


def test_whoever_aborts_again_and_again_has_to_play(db: None) -> None:
    player = guest()
    for _ in range(limits.ABORTS.most):
        do(leaving.abort, make_table("ecarte", [player, None]), 0)
    table = make_table("ecarte", [player, None])
    assert "abort" not in offered(table, 0)
    assert "abort" in offered(table, 1)
    with pytest.raises(TooMany, match="Play this one, or resign"):
        do(leaving.abort, table, 0)
    assert reload(table).state == Table.State.PLAYING


def test_leaving_before_the_second_move_counts_as_an_abort(db: None, make_rivals: Any) -> None:
    (bot,) = make_rivals(1, ruleset="ecarte")
    player = guest()
    for _ in range(limits.ABORTS.most):
        table = do(leaving.leave, make_table("ecarte", [player, bot]), 0)
        assert ended(table) == (Table.State.CLOSED, "left", (None, None))
    assert not limits.may_abort(player)
    # Nobody can be kept from leaving, but then it has a result.
    table = do(leaving.leave, make_table("ecarte", [player, bot]), 0)
    assert ended(table) == (Table.State.OVER, "left", (0.0, 1.0))


def test_new_guests_of_one_address_do_not_get_around_the_limit(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ABORTS_OF_ADDRESS", limits.Limit("few", 2, 60))
    for _ in range(2):
        do(leaving.abort, make_table("ecarte", [None, None]), 0, network="192.0.2.1")
    table = make_table("ecarte", [None, None])
    with pytest.raises(TooMany):
        do(leaving.abort, table, 0, network="192.0.2.1")
    do(leaving.abort, table, 0, network="192.0.2.2")


@pytest.mark.django_db(transaction=True)
def test_two_who_abort_at_the_same_moment_end_one_game() -> None:
    table = make_table("ecarte", [None, None])
    refused: list[TableError] = []

    def abort(seat: int) -> None:
        try:
            do(leaving.abort, table, seat)
        except TableError as error:
            refused.append(error)

    at_once([lambda: abort(0), lambda: abort(1)])
    assert len(refused) == 1
    assert table.log.filter(kind=Entry.Kind.OVER).count() == 1


def test_resigning_has_to_be_confirmed(table: Table) -> None:
    with pytest.raises(Invalid) as refused:
        do(leaving.resign, table, 0)
    assert refused.value.field == "confirm"
    for unclear in ("true", 1):
        with pytest.raises(Invalid):
            do(leaving.resign, table, 0, confirm=unclear)
    table = do(leaving.resign, table, 0, confirm=True)
    assert ended(table) == (Table.State.OVER, "resigned", (0.0, 1.0))
    assert table.fault is not None and table.fault["seat"] == 0


def test_partners_resign_together(four: Table) -> None:
    four = do(leaving.resign, four, 1, confirm=True)
    assert four.state == Table.State.PLAYING
    four = do(leaving.resign, four, 1, confirm=True)
    assert four.log.filter(kind="seat").count() == 1, "asking twice is asking once"
    four = do(leaving.resign, four, 2, confirm=True)
    assert four.state == Table.State.PLAYING, "an opponent does not agree for a partner"
    four = do(leaving.resign, four, 3, confirm=True)
    assert ended(four) == (Table.State.OVER, "resigned", (1.0, 0.0))


def test_a_proposal_to_resign_lapses(four: Table) -> None:
    do(leaving.resign, four, 1, confirm=True)
    Seat.objects.filter(table=four, number=1).update(
        resigned=F("resigned") - leaving.PROPOSAL - timedelta(seconds=1)
    )
    four = do(leaving.resign, four, 3, confirm=True)
    assert four.state == Table.State.PLAYING
    four = do(leaving.resign, four, 1, confirm=True)
    assert four.state == Table.State.OVER


@pytest.mark.parametrize("partner", ["bot", "away", "left"])
def test_without_a_partner_who_is_there_one_resigns_alone(
    four: Table, partner: str, make_rivals: Any
) -> None:
    seat = four.seats.get(number=2)
    if partner == "bot":
        (seat.stand_in,) = make_rivals(1)
    else:
        setattr(seat, partner, four.started)
    seat.save()
    assert do(leaving.resign, four, 0, confirm=True).state == Table.State.OVER


def test_a_person_who_leaves_two_others_is_told_of_and_may_come_back(table: Table) -> None:
    seat = game_of(table).seat
    assert seat is not None
    table = do(leaving.leave, table, seat)
    assert table.state == Table.State.PLAYING
    assert offered(table, seat) == ["reclaim"]
    assert table.deadline == table.seats.get(number=seat).left + timedelta(seconds=60)
    with pytest.raises(NotNow, match="Take your seat back"):
        answer_first(table)
    table = do(absence.reclaim, table, seat)
    assert table.seats.get(number=seat).left is None
    assert [entry.data["what"] for entry in table.log.filter(kind="seat")][-1] == "back"
    answer_first(table)


def test_the_table_passes_to_the_next_person_who_stays(four: Table) -> None:
    hosts = [four.seats.get(number=seat).player for seat in (0, 1, 2)]
    Table.objects.update(host=hosts[0])
    four = do(leaving.leave, reload(four), 0)
    assert four.host == hosts[1]
    assert do(leaving.leave, four, 1).host == hosts[2]


def test_when_the_last_person_leaves_the_first_has_lost(table: Table) -> None:
    play_until_second_moves(table)
    do(leaving.leave, table, 0)
    table = do(leaving.leave, table, 1)
    assert ended(table) == (Table.State.OVER, "left", (0.0, 1.0))


def test_a_person_whom_a_bot_replaced_does_not_lose_for_the_last_one(
    table: Table, make_rivals: Any
) -> None:
    play_until_second_moves(table)
    (bot,) = make_rivals(1, ruleset="ecarte")
    do(leaving.leave, table, 0)
    table.seats.filter(number=0).update(stand_in=bot)
    table = do(leaving.leave, table, 1)
    assert ended(table) == (Table.State.OVER, "left", (1.0, 0.0))


def test_leaving_a_rated_game_loses_it_from_the_first_move_on(rated: Table) -> None:
    do(leaving.leave, rated, 1)
    rated = do(leaving.leave, rated, 0)
    assert ended(rated) == (Table.State.OVER, "left", (1.0, 0.0))


def test_nothing_can_be_done_at_a_table_that_is_over(table: Table) -> None:
    do(leaving.abort, table, 0)
    for action, more in ((leaving.abort, {}), (leaving.resign, {"confirm": True})):
        with pytest.raises(NotNow):
            do(action, table, 1, **more)
    with pytest.raises(NotNow):
        do(absence.reclaim, table, 1)
    do(leaving.leave, table, 1)
    assert table.log.filter(kind=Entry.Kind.OVER).count() == 1


def test_leaving_with_a_stand_in_keeps_the_bot_and_loses_the_right_to_play(
    four: Table, make_rivals: Any
) -> None:
    (bot,) = make_rivals(1)
    four.seats.filter(number=0).update(stand_in=bot)
    four = do(leaving.leave, four, 0)
    assert four.state == Table.State.PLAYING
    assert offered(four, 0) == ["reclaim"]
    assert seating.seats_of(four)[0].stand_in == bot


def test_accounts_that_have_no_partner_lose_alone(alice: Any, make_rivals: Any) -> None:
    bots = make_rivals(3)
    player = Player.objects.create(user=User.objects.get(pk=alice.pk))
    table = make_table("kozel", [player, *bots], rated=True, clock=CLOCK)
    assert ended(do(leaving.leave, table, 0)) == (Table.State.OVER, "left", (0.0, 1.0))
