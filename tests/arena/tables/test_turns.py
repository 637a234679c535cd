"""A person's answers: the right seat, the right question, once; and what they cost on the clock."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from arena.tables.errors import NotNow, Stale, TableError
from arena.tables.models import Entry, Seat, Table
from tests.arena.tables.making import answer, answer_first, game_of, make_table, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Svoi Kozyri between two guests."""
    return make_table("svoi-kozyri", [None, None])


def moves(table: Table) -> list[str]:
    entries = Entry.objects.filter(table=table, kind=Entry.Kind.MOVE)
    return [entry.data["text"] for entry in entries]


def asked_since(table: Table, seconds: float) -> None:
    """The person to move has been asked for so long."""
    Table.objects.filter(pk=table.pk).update(asked=F("asked") - timedelta(seconds=seconds))


def test_the_log_begins_with_the_start_of_the_game(table: Table) -> None:
    assert table.state == Table.State.PLAYING
    assert [entry.kind for entry in table.log.all()] == [Entry.Kind.START]
    assert table.entries == 1
    assert table.asked is not None and table.due is None


def test_a_move_is_stored_and_the_next_person_is_asked(table: Table) -> None:
    first = game_of(table).seat
    text = answer_first(table)
    assert moves(table) == [text]
    assert game_of(table).seat != first
    assert reload(table).asked is not None


def test_the_same_answer_again_counts_once(table: Table) -> None:
    seat = game_of(table).seat
    assert seat is not None
    text = answer_first(table)
    answer(table, seat, text, question=0)
    assert moves(table) == [text]


def test_an_answer_that_was_sent_again_after_the_last_move_is_acknowledged() -> None:
    table = make_table("svoi-kozyri", [None, None], options={"max_plies": 6})
    while (game := game_of(table)).seat is not None:
        seat, number = game.seat, game.noticed[game.seat]
        text = answer_first(table)
    table = reload(table)
    assert table.state == Table.State.OVER and table.reason == "normal"
    assert (table.score0, table.score1) == game.state.scores()
    answer(table, seat, text, question=number)
    with pytest.raises(NotNow):
        answer(table, seat, text, question=number + 1)


def test_an_answer_to_an_earlier_question_never_answers_the_next(table: Table) -> None:
    answer_first(table)
    game = game_of(table)
    assert game.seat is not None
    before = moves(table)
    for number in (0, game.noticed[game.seat] - 1, game.noticed[game.seat] + 1):
        with pytest.raises(Stale):
            answer(table, game.seat, game.legal()[0], question=number)
    assert moves(table) == before


def test_another_answer_to_an_answered_question_is_stale(table: Table) -> None:
    game = game_of(table)
    assert game.seat is not None
    answer_first(table)
    with pytest.raises(Stale):
        answer(table, game.seat, game.legal()[1], question=0)


def test_only_the_seat_to_move_may_answer(table: Table) -> None:
    game = game_of(table)
    assert game.seat is not None
    with pytest.raises(NotNow, match="not your turn"):
        answer(table, 1 - game.seat, game.legal()[0])
    assert not moves(table)


def test_an_illegal_move_is_refused_with_the_reason_of_the_engine(table: Table) -> None:
    game = game_of(table)
    assert game.seat is not None
    with pytest.raises(TableError, match="dance") as refused:
        answer(table, game.seat, "dance 6S")
    assert (refused.value.code, refused.value.status) == ("illegal", 400)
    assert not moves(table)


def test_a_turn_uses_its_free_time_first_and_then_the_bank() -> None:
    table = make_table("svoi-kozyri", [None, None], clock={"move_s": 10, "bank_s": 60})
    seat = game_of(table).seat
    assert seat is not None
    row = Seat.objects.get(table=table, number=seat)
    assert row.bank_ms == 60_000
    assert table.asked is not None
    assert table.deadline == table.asked + timedelta(seconds=70)
    asked_since(table, 9)
    answer_first(table)
    row.refresh_from_db()
    assert row.bank_ms == 60_000
    asked_since(table, 25)
    answer_first(table)
    row = Seat.objects.get(table=table, number=1 - seat)
    assert 44_000 < (row.bank_ms or 0) <= 45_000
    assert Entry.objects.get(table=table, number=3).data["ms"] >= 25_000


def test_an_answer_after_the_clock_has_run_out_does_not_count() -> None:
    table = make_table("svoi-kozyri", [None, None], clock={"move_s": 10, "bank_s": 0})
    asked_since(table, 11)
    with pytest.raises(TableError, match="Your time has run out"):
        answer_first(table)
    assert not moves(table)


def test_a_seat_with_a_stand_in_is_played_by_that_bot(make_version: Any, alice: Any) -> None:
    table = make_table("svoi-kozyri", [None, None])
    game = game_of(table)
    assert game.seat is not None
    version = make_version(alice, ruleset="svoi-kozyri")
    Seat.objects.filter(table=table, number=game.seat).update(stand_in=version)
    with pytest.raises(NotNow, match="A bot plays for you"):
        answer_first(table)


def test_a_bot_to_move_is_due_and_stops_the_clocks(make_version: Any, alice: Any) -> None:
    version = make_version(alice, ruleset="svoi-kozyri")
    table = make_table("svoi-kozyri", [version, version], clock={"move_s": 10, "bank_s": 60})
    assert table.due is not None
    assert table.asked is None and table.deadline is None
