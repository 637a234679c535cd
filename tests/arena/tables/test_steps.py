"""A step: bots play until a person is to move; twice delivered or believed dead, nothing twice."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models.functions import Now

from arena.bots.models import Version
from arena.matches import reconnect, worker_process
from arena.tables import log
from arena.tables.game import ending
from arena.tables.game.game_state import GameState
from arena.tables.models import BotFault, Entry, Seat, Table
from arena.tables.worker import step_sweep, steps
from arena.tables.worker.warm_bots import WarmBots
from arena.web import news
from referee.sandbox import SandboxFailed
from tests.arena.tables.fake_bots import FakeBots, fault, first_legal
from tests.arena.tables.making import answer_first, game_of, make_table, reload

pytestmark = pytest.mark.django_db

# Of a step in which a bot makes one move: it takes the row, and stores the move.
MOST_QUERIES = 19
TOKEN = "7e9cb8a4-54f3-4a52-8f39-3a1d35e0d8cd"  # of a step elsewhere


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, fake_bots: Any) -> None:
    monkeypatch.setattr(reconnect, "TRY_EVERY_SECONDS", 0.0)
    monkeypatch.setattr(steps, "_machine_errors", 0)
    monkeypatch.setattr(steps, "CHECK_SECONDS", 0.0)


@pytest.fixture
def warm() -> WarmBots:
    return WarmBots()


@pytest.fixture
def version(make_version: Any, alice: Any) -> Version:
    return make_version(alice, ruleset="svoi-kozyri", name="sure")


@pytest.fixture
def table(version: Version) -> Table:
    """Svoi Kozyri between a bot, which is to move, and a guest."""
    return bot_to_move([version, None])


def bot_to_move(seats: list[Version | None], **fields: Any) -> Table:
    for seed in range(20):
        table = make_table("svoi-kozyri", seats, seed=seed, **fields)
        if table.due is not None:
            return table
    raise AssertionError("the bot is never first")


def moves(table: Table) -> list[str]:
    return [move.text for move in game_of(table).moves]


def is_free(table: Table) -> bool:
    table = reload(table)
    return table.step_token is None and table.step_until is None


def expire_lease(table: Table) -> None:
    rows = Table.objects.filter(pk=table.pk)
    assert rows.exclude(step_token=None).update(step_until=Now() - timedelta(seconds=1))


def test_the_bot_moves_and_then_the_person_is_asked(table: Table, warm: WarmBots) -> None:
    assert steps.run(table.code, warm) is None
    table, game = reload(table), game_of(table)
    assert len(game.moves) == 1 and game.moves[0].seat == 0 and game.moves[0].ms == 1.5
    assert table.due is None and table.asked is not None and table.asked_seat == 1
    assert is_free(table)


def test_bots_play_on_until_a_person_is_to_move(version: Version, warm: WarmBots) -> None:
    table = bot_to_move([version, version], options={"max_plies": 8})
    steps.run(table.code, warm)
    table = reload(table)
    assert table.state == Table.State.OVER and table.reason == "normal"
    assert len(moves(table)) == 8
    (bots,) = FakeBots.made
    assert bots.finished == ((table.score0, table.score1), "normal")
    assert len(warm) == 0


def test_a_step_that_is_delivered_again_plays_nothing_twice(table: Table, warm: WarmBots) -> None:
    steps.run(table.code, warm)
    before = moves(table)
    steps.run(table.code, warm)
    assert moves(table) == before
    steps.run("nowhere", warm)


def test_a_second_step_at_the_same_time_does_nothing(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(game: GameState, seat: int) -> str:
        assert steps.run(table.code, WarmBots()) is None
        return first_legal(game, seat)

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    steps.run(table.code, warm)
    assert len(moves(table)) == 1
    assert len(FakeBots.made) == 1
    assert reload(table).step_failures == 0


def test_a_step_whose_lease_has_expired_loses_the_table_to_another(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def choose(game: GameState, seat: int) -> str:
        calls.append(seat)
        if len(calls) == 1:
            expire_lease(table)
            steps.run(table.code, WarmBots())
            assert len(moves(table)) == 1
            return game.legal()[-1]
        return first_legal(game, seat)

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    steps.run(table.code, warm)
    assert len(calls) == 2
    assert moves(table) == [GameState(table, []).legal()[0]]
    late, _second = FakeBots.made
    assert late.closed
    assert is_free(table)


def test_the_step_of_a_dead_worker_is_played_by_another_when_its_lease_ends(
    table: Table, warm: WarmBots
) -> None:
    Table.objects.update(step_token=TOKEN, step_until=Now() + timedelta(seconds=15))
    steps.run(table.code, warm)
    assert not moves(table)
    expire_lease(table)
    steps.run(table.code, warm)
    assert len(moves(table)) == 1
    assert reload(table).step_failures == 0


def test_the_lease_is_extended_while_a_bot_thinks(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[float] = []

    def choose(game: GameState, seat: int) -> str:
        until = reload(table).step_until
        assert until is not None
        left.append(until.timestamp() - time.time())
        return first_legal(game, seat)

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    monkeypatch.setattr(steps.Step, "_hold", short_lease(steps.Step._hold))
    steps.run(table.code, warm)
    assert left[0] > 10


def short_lease(hold: Any) -> Any:
    def held(self: Any, table: Table) -> None:
        hold(self, table)
        table.step_until = table.step_until - timedelta(seconds=14)

    return held


def test_a_step_ends_when_the_person_has_resigned_meanwhile(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(game: GameState, seat: int) -> str:
        with log.locked(table.code) as row:
            ending.lose(row, 1, ending.RESIGN)
        return first_legal(game, seat)

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    steps.run(table.code, warm)
    assert reload(table).reason == ending.RESIGN
    assert not moves(table)
    assert FakeBots.made[0].closed


def test_a_bot_that_faults_loses_and_its_author_gets_the_report(
    table: Table, warm: WarmBots, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda game, seat: fault(seat)))
    steps.run(table.code, warm)
    table = reload(table)
    assert (table.state, table.reason) == (Table.State.OVER, "crash")
    assert (table.score0, table.score1) == (0.0, 1.0)
    assert table.fault == {"side": 0, "seat": 0, "move": 0, "detail": "exit code 1"}
    report = BotFault.objects.shown().get()
    assert (report.table, report.version, report.seat) == (table, version, 0)
    assert report.cause == "main.py line 3" and report.stderr == "Traceback …\n"
    over = Entry.objects.get(table=table, kind=Entry.Kind.OVER)
    assert "Traceback" not in str(over.data)


def test_the_machines_failure_is_no_fault_of_the_bot_and_the_step_is_tried_again(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    broken = SandboxFailed("no memory")
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda *_: broken))
    wait = steps.run(table.code, warm)
    assert wait is not None and 0 < wait <= 1
    assert is_free(table) and FakeBots.made[0].closed
    assert reload(table).step_failures == 1
    Table.objects.update(due=Now())
    monkeypatch.setattr(FakeBots, "choose", staticmethod(first_legal))
    steps.run(table.code, warm)
    assert len(moves(table)) == 1
    assert reload(table).step_failures == 0


def test_after_five_failures_the_table_is_closed_without_a_result(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda *_: ValueError("a bug")))
    for _ in range(steps.MOST_FAILURES):
        assert reload(table).state == Table.State.PLAYING
        Table.objects.update(due=Now())
        steps.run(table.code, warm)
    table = reload(table)
    assert (table.state, table.reason) == (Table.State.CLOSED, ending.FAILED)
    assert table.score0 is None
    assert not BotFault.objects.exists()


def test_the_steps_of_workers_that_die_are_failures_too(table: Table, warm: WarmBots) -> None:
    Table.objects.update(step_token=TOKEN, step_failures=steps.MOST_FAILURES - 1)
    expire_lease(table)
    steps.run(table.code, warm)
    assert reload(table).reason == ending.FAILED


def test_a_worker_whose_sandbox_fails_again_and_again_ends(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    ended: list[Exception] = []
    monkeypatch.setattr(steps, "end_worker", ended.append)
    broken = SandboxFailed("no memory")
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda *_: broken))
    for _ in range(3):
        assert not ended
        Table.objects.update(due=Now())
        steps.run(table.code, warm)
    assert ended == [broken]


@pytest.mark.django_db(transaction=True)
def test_watchers_are_told_of_the_move_and_not_of_the_step_that_begins(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(news, "publish", lambda code: told.append(len(moves(table))))
    changes = reload(table).changes
    steps.run(table.code, warm)
    assert told == [1]
    assert reload(table).changes == changes + 1


@pytest.mark.usefixtures("within_a_minute")
def test_a_step_costs_few_queries(
    table: Table, warm: WarmBots, django_assert_max_num_queries: Any
) -> None:
    steps.run(table.code, warm)
    answer_first(table)
    with django_assert_max_num_queries(MOST_QUERIES):
        steps.run(table.code, warm)


def test_an_answer_is_kept_while_the_database_is_away(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, calls = log.locked, []

    def away_twice(code: str, **options: Any) -> Any:
        calls.append(code)
        if len(calls) in (2, 3):
            raise OperationalError("the server closed the connection")
        return locked(code, **options)

    monkeypatch.setattr(log, "locked", away_twice)
    steps.run(table.code, warm)
    assert len(moves(table)) == 1
    assert FakeBots.made[0].asked == [0]
    assert len(calls) == 4


def test_an_answer_whose_storing_succeeded_unnoticed_is_not_stored_twice(
    version: Version, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = bot_to_move([version, version], options={"max_plies": 3})
    store, calls = steps.Step._store, []

    def forget_answer(self: Any, replies: Any) -> Any:
        result = store(self, replies)
        calls.append(replies)
        if len(calls) == 2:
            raise OperationalError("the server closed the connection")
        return result

    monkeypatch.setattr(steps.Step, "_store", forget_answer)
    steps.run(table.code, warm)
    assert len(moves(table)) == 3
    assert reload(table).state == Table.State.OVER


def test_a_worker_that_ends_gives_its_table_back_at_once(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(game: GameState, seat: int) -> Exception:
        worker_process.stop()
        return worker_process.Stopping()

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    try:
        steps.run(table.code, warm)
    finally:
        worker_process.stopping.clear()
    assert is_free(table)
    assert reload(table).step_failures == 0 and reload(table).due is not None


def test_a_stand_in_plays_the_persons_seat_from_then_on(
    version: Version, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table("svoi-kozyri", [None, None])
    answer_first(table)
    number = game_of(table).seat
    assert number is not None
    with log.locked(table.code) as row:
        Seat.objects.filter(table=row, number=number).update(stand_in=version)
        log.append(row, Entry.Kind.SEAT, number, what="stand_in", name=str(version.bot))
        row.asked = row.asked_seat = None
        row.due = Now()
    asked: list[int] = []
    ask = FakeBots.ask

    def note(self: Any, *arguments: Any, since: int, **rest: Any) -> Any:
        asked.append(since)
        return ask(self, *arguments, since=since, **rest)

    monkeypatch.setattr(FakeBots, "ask", note)
    steps.run(table.code, warm)
    assert asked == [1]
    assert game_of(table).moves[1].seat == number


def test_housekeeping_hints_at_tables_that_are_due_and_that_nobody_plays(
    table: Table, warm: WarmBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    hinted: list[str] = []
    monkeypatch.setattr("arena.tables.hints._here", hinted.append)
    step_sweep.sweep()
    assert not hinted, "its hint may still come"
    Table.objects.update(due=Now() - timedelta(seconds=1))
    step_sweep.sweep()
    assert hinted == [table.code]
    Table.objects.update(step_token=TOKEN, step_until=Now() + timedelta(seconds=9))
    step_sweep.sweep()
    assert hinted == [table.code]
    expire_lease(table)
    step_sweep.sweep()
    assert hinted == [table.code] * 2
    steps.run(table.code, warm)
    step_sweep.sweep()
    assert len(hinted) == 2
