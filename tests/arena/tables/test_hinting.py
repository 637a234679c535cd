"""Hints: what a strong house bot would do, for the person who asked and nobody else."""

from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from arena.bots.reference import house
from arena.people.models import Player
from arena.tables import hints, log
from arena.tables.errors import Forbidden, NotNow, Stale, TableError
from arena.tables.game import ending
from arena.tables.models import Entry, HintRequest, Table
from arena.tables.seats import limits
from arena.tables.watching.updates import update_for
from arena.tables.worker import hinting
from tests.arena.tables.fake_bots import FakeBots, fake_bots, fault  # noqa: F401
from tests.arena.tables.making import answer_first, game_of, make_table, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fake_bots", "strong_bot")]


@pytest.fixture
def strong_bot(make_version: Any) -> Any:
    return {
        name: make_version(house(), ruleset=name, name=f"greedy-{name}")
        for name in ("svoi-kozyri", "kozel")
    }


@pytest.fixture
def table() -> Table:
    return make_table("svoi-kozyri", [None, None], hints=True)


def player_of(table: Table, seat: int) -> Player:
    player = table.seats.get(number=seat).player
    assert player
    return player


def ask(table: Table, seat: int, question: int | None = None, network: str = "") -> None:
    if question is None:
        question = game_of(table).noticed[seat]
    with log.locked(table.code) as row:
        hinting.ask(row, player_of(table, seat), question, network)


def given(table: Table) -> list[tuple[int | None, dict[str, Any]]]:
    entries = Entry.objects.filter(table=table, kind=Entry.Kind.HINT)
    return [(entry.seat, entry.data) for entry in entries]


def test_the_strongest_house_bot_answers_for_this_seat_alone(table: Table) -> None:
    ask(table, 0)
    hinting.answer_requests(table.code)
    text = game_of(table).legal()[0]
    assert given(table) == [(0, {"move": text, "by": "house/greedy-svoi-kozyri", "n": 0})]
    (bots,) = FakeBots.made
    assert bots.asked == [0] and list(bots.programs) == [0] and bots.closed
    assert not HintRequest.objects.exists()


def test_a_hint_is_not_a_move(table: Table) -> None:
    before = game_of(table)
    ask(table, 0)
    hinting.answer_requests(table.code)
    after = game_of(table)
    assert (after.state, after.noticed) == (before.state, before.noticed)


def test_the_same_question_is_answered_once(table: Table) -> None:
    ask(table, 0)
    ask(table, 0)
    hinting.answer_requests(table.code)
    ask(table, 0)
    hinting.answer_requests(table.code)
    assert len(given(table)) == len(FakeBots.made) == 1


def test_two_workers_do_not_answer_the_same_request(table: Table) -> None:
    ask(table, 0)
    HintRequest.objects.update(taken=Now())
    hinting.answer_requests(table.code)
    assert not FakeBots.made


def test_a_lost_request_can_be_made_again(table: Table) -> None:
    ask(table, 0)
    HintRequest.objects.update(taken=Now(), made=F("made") - hinting.PATIENCE)
    ask(table, 0)
    hinting.answer_requests(table.code)
    assert len(given(table)) == 1


def test_an_answer_to_a_question_that_is_answered_meanwhile_is_dropped(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def choose(game: Any, seat: int) -> str:
        answer_first(table)
        return str(game.legal()[0])

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    ask(table, 0)
    hinting.answer_requests(table.code)
    assert FakeBots.made and not given(table)


def test_a_bot_that_fails_gives_no_hint_and_harms_nobody(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda game, seat: fault(seat)))
    ask(table, 0)
    hinting.answer_requests(table.code)
    assert not given(table) and not HintRequest.objects.exists()
    assert reload(table).state == Table.State.PLAYING


def test_hints_are_refused_where_they_are_off_and_in_rated_games(table: Table) -> None:
    Table.objects.update(hints=False)
    with pytest.raises(Forbidden):
        ask(table, 0)
    Table.objects.update(hints=True, rated=True)
    with pytest.raises(Forbidden):
        ask(table, 0)


def test_a_hint_is_for_the_question_that_is_asked_now(table: Table) -> None:
    with pytest.raises(NotNow):
        ask(table, 1)
    with pytest.raises(Stale):
        ask(table, 0, question=3)
    Table.objects.update(state=Table.State.CLOSED)
    with pytest.raises(NotNow):
        ask(table, 0)


def test_hints_are_limited(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HINTS", limits.Limit("hints of this test", 1, 60))
    ask(table, 0)
    answer_first(table)
    seat = game_of(table).seat
    assert seat == 1
    ask(table, 1)  # another person has a limit of his own
    answer_first(table)
    with pytest.raises(TableError) as refused:
        ask(table, 0)
    assert refused.value.status == 429


def test_new_guests_of_one_address_get_few_hints(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HINTS_OF_ADDRESS", limits.Limit("hints of this test", 1, 60))
    ask(table, 0, network="192.0.2.1")
    answer_first(table)
    with pytest.raises(TableError) as refused:
        ask(table, 1, network="192.0.2.1")
    assert refused.value.status == 429
    ask(table, 1, network="192.0.2.2")


def test_a_request_wakes_a_worker(
    table: Table, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(hints, "hint", woken.append)
    with django_capture_on_commit_callbacks(execute=True):
        ask(table, 0)
    assert woken == [table.code]


def test_in_a_window_nobody_gets_a_hint_whoever_is_asked() -> None:
    """All seats are refused in the same words."""
    refusals = set()
    for seed in range(1, 8):
        table = make_table("kozel", [None] * 4, seed=seed, hints=True)
        assert table.window is not None
        for seat in range(4):
            with pytest.raises(NotNow) as refused:
                ask(table, seat)
            refusals.add(refused.value.message)
    assert len(refusals) == 1


def test_lost_requests_go_with_the_game(table: Table) -> None:
    ask(table, 0)
    HintRequest.objects.update(taken=Now())
    with log.locked(table.code) as row:
        ending.close(row, ending.ABORTED)
    ending.settle(table.pk)
    assert not HintRequest.objects.exists()


def test_nobody_else_notices_a_hint(table: Table) -> None:
    def seen(player: Player | None) -> dict[str, Any]:
        update = update_for(table.code, player)
        return update | {"now": {**update["now"], "at": None}}

    others = [player_of(table, 1), None]
    before = [seen(player) for player in others]
    ask(table, 0)
    asked = [seen(player) for player in others]
    hinting.answer_requests(table.code)
    assert [seen(player) for player in others] == asked == before
    own = seen(player_of(table, 0))["entries"][-1]
    assert (own["kind"], own["n"], own["by"]) == ("hint", 2, "house/greedy-svoi-kozyri")
