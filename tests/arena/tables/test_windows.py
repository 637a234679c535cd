"""Windows for secret questions: what others can see and when says nothing about who was asked."""

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from arena.bots.models import Version
from arena.tables import log
from arena.tables.errors import NotNow, Stale, TableError
from arena.tables.game import turns, windows
from arena.tables.game.game_state import GameState, Move
from arena.tables.models import Table
from arena.tables.worker import bot_questions, step_sweep, steps
from arena.tables.worker.warm_bots import WarmBots
from tests.arena.tables.fake_bots import FakeBots, fault, first_legal
from tests.arena.tables.making import answer, game_of, guest, make_table, reload

pytestmark = pytest.mark.django_db

MOVES = 5  # of each game here that everybody sees
PERSON_MS, BOT_MS = 900, 50  # how long people and bots think about an ordinary move
# All ways to mix people and bots, apart from where the first of them sits.
ASSIGNMENTS = [
    *(("person",) * 4, ("bot",) * 4),
    *(("bot", "person", "bot", "bot"), ("person", "person", "bot", "person")),
    *(("bot", "bot", "person", "person"), ("person", "bot", "person", "bot")),
]


class FakeClock:
    """The database's clock."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    @property
    def ms(self) -> int:
        return round(self.now.timestamp() * 1000)

    def pass_by(self, ms: float) -> None:
        self.now += timedelta(milliseconds=ms)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, fake_bots: Any) -> FakeClock:
    clock = FakeClock()
    for module in (turns, windows, steps, bot_questions, log):
        monkeypatch.setattr(module, "database_now", clock)
    return clock


@pytest.fixture
def version(make_version: Any, alice: Any) -> Version:
    return make_version(alice, ruleset="kozel", name="sure")


def seeds(asked_at: Callable[[int], bool], count: int) -> list[int]:
    """Seeds of making.make_table with which seats are asked in secret, if all play first_legal.

    `asked_at` says of a number of moves that everybody saw whether a question there is wanted.
    """
    found = []
    for seed in itertools.count():
        dealt = random.Random(seed).randbytes(32)
        game = GameState(Table(ruleset="kozel", seed=dealt), [])
        while game.public < MOVES and game.seat is not None:
            if game.asks_in_secret and asked_at(game.public):
                found.append(seed)
                break
            text = "pass" if game.asks_in_secret else game.legal()[0]
            game.play(Move(game.seat, text, 0.0))
        if len(found) == count:
            return found
    raise AssertionError


FIRST = seeds(lambda public: public == 0, 2)  # asked before the first lead
ANY = [*seeds(lambda public: public > 0, 3), 1]  # asked later, or perhaps never


def public(table: Table) -> tuple[object, ...]:
    """What everybody may see of the row and the log."""
    game = game_of(table)
    window = table.window and (table.window["until"], table.window["length"])
    return table.state, game.public, game.turn, window, table.asked_seat, table.asked


class Recorder:
    """Notes the times at which something public changes, and to what."""

    def __init__(self, clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[tuple[int, object]] = []
        self._clock = clock
        self._locked = log.locked
        monkeypatch.setattr(log, "locked", self.locked)

    @contextmanager
    def locked(self, code: str, **options: Any) -> Iterator[Table]:
        with self._locked(code, **options) as table:
            yield table
        now = public(reload(table))
        if not self.seen or self.seen[-1][1] != now:
            self.seen.append((self._clock.ms, now))


def play_first_moves(table: Table, clock: FakeClock, chosen: random.Random) -> None:
    warm = WarmBots()
    while (game := game_of(table)).public < MOVES:
        table = reload(table)
        if table.due is not None and table.due <= clock.now:
            steps.run(table.code, warm)
        elif table.window is not None:
            assert table.due is not None
            people = {seat.number for seat in table.seats.all() if seat.playing_bot is None}
            for seat in people.intersection(table.window["asked"]):
                if windows.awaits(table, seat) and chosen.random() < 0.7:
                    answer(table, seat, "pass")
            clock.now += (table.due - clock.now) * chosen.choice([0.3, 1.0])
        else:
            assert game.seat is not None
            clock.pass_by(PERSON_MS)
            answer(table, game.seat, game.legal()[0])


def expected(table: Table, start: int, settings: Any) -> list[int]:
    """The times at which something public changes, from what everybody knows alone."""
    people = {seat.number for seat in table.seats.all() if seat.playing_bot is None}
    game = GameState(table, [])
    times, now = [start], start
    while game.public < MOVES:
        may_be_asked = game.may_be_asked
        while game.asks_in_secret:
            assert game.seat is not None
            game.play(Move(game.seat, "pass", 0.0))
        if may_be_asked:
            to_people = bool(may_be_asked & people)
            now += settings.TABLE_WINDOW_MS if to_people else settings.TABLE_BOTS_WINDOW_MS
            times.append(now)
        assert game.seat is not None
        now += PERSON_MS if game.seat in people else BOT_MS
        times.append(now)
        game.play(Move(game.seat, game.legal()[0], 0.0))
    return times


@pytest.mark.parametrize("who", ASSIGNMENTS, ids="-".join)
def test_what_everybody_sees_and_when_follows_from_what_everybody_knows(
    who: tuple[str, ...], version: Version, clock: FakeClock, settings: Any, monkeypatch: Any
) -> None:
    """The timeline is computed again without the hidden cards: so it cannot depend on them."""
    chosen = random.Random("".join(who))
    recorder = Recorder(clock, monkeypatch)

    def choose(game: GameState, seat: int) -> str:
        if not game.asks_in_secret:
            clock.pass_by(BOT_MS)
            return game.legal()[0]
        clock.pass_by(chosen.uniform(0, 90))
        return "pass"

    monkeypatch.setattr(FakeBots, "choose", staticmethod(choose))
    start = clock.ms
    seats = [version if one == "bot" else None for one in who]
    table = make_table("kozel", seats, chosen.choice([*FIRST, *ANY]))
    play_first_moves(table, clock, chosen)
    times = [time for time, _ in recorder.seen]
    right = expected(table, start, settings)
    assert times[: len(right)] == right


def open_window(seats: list[Any], seed: int | None = None) -> tuple[Table, int]:
    """A table whose window is open in which a seat is asked; and that seat."""
    table = make_table("kozel", seats, FIRST[0] if seed is None else seed)
    assert table.window is not None and table.window["asked"]
    return table, table.window["asked"][0]


def close(table: Table, clock: FakeClock, warm: WarmBots | None = None) -> Table:
    table = reload(table)
    assert table.window is not None
    clock.now = windows.end(table)
    steps.run(table.code, warm or WarmBots())
    return reload(table)


PEOPLE = [None] * 4


def test_an_answer_is_secret_until_the_window_ends_and_then_counts(clock: FakeClock) -> None:
    table, seat = open_window(PEOPLE)
    before = public(table)
    answer(table, seat, "molodka")
    assert public(reload(table)) == before
    assert not game_of(table).moves
    table = close(table, clock)
    assert [(move.seat, move.text) for move in game_of(table).moves] == [(seat, "molodka")]
    assert table.window is None and table.asked_seat == (seat + 1) % 4


def test_a_person_who_does_not_answer_passes(clock: FakeClock) -> None:
    table, seat = open_window(PEOPLE)
    table = close(table, clock)
    assert [(move.seat, move.text) for move in game_of(table).moves] == [(seat, "pass")]
    with pytest.raises(Stale):
        answer(table, seat, "molodka", question=0)
    answer(table, seat, "pass", question=0)


def test_the_same_answer_again_is_acknowledged_and_another_is_refused(clock: FakeClock) -> None:
    table, seat = open_window(PEOPLE)
    answer(table, seat, "pass")
    answer(table, seat, "pass")
    with pytest.raises(TableError, match="have answered"):
        answer(table, seat, "molodka")
    with pytest.raises(TableError) as refused:
        answer(table, seat, "lead 6S")
    assert refused.value.code == "illegal"


def test_nobody_else_can_answer_or_move_while_a_window_is_open(clock: FakeClock) -> None:
    table, seat = open_window(PEOPLE)
    for other in {0, 1, 2, 3} - {seat}:
        with pytest.raises(NotNow, match="not your turn"):
            answer(table, other, "pass")
    assert reload(table).asked is None and reload(table).deadline is None


def test_a_late_answer_is_stale_although_no_worker_has_closed_the_window(clock: FakeClock) -> None:
    table, seat = open_window(PEOPLE)
    clock.pass_by(5000)
    with pytest.raises(Stale):
        answer(table, seat, "molodka")


def test_people_play_on_without_a_worker(clock: FakeClock) -> None:
    table, _seat = open_window(PEOPLE)
    clock.pass_by(5000)
    turn = game_of(table).turn
    assert turn is not None
    with log.locked(table.code) as row:
        game = GameState(row, [])
        turns.close_window(row, game)
    game = game_of(table)
    assert game.seat == turn and reload(table).window is None


def test_housekeeping_ends_a_window_that_no_worker_has_ended(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tables.hints._here", lambda code: None)
    table, _seat = open_window(PEOPLE)  # long ago by the database's own clock
    clock.pass_by(5000)
    step_sweep.sweep()
    assert reload(table).window is None


def test_a_bot_is_asked_at_once_and_its_claim_counts_at_the_end(
    version: Version, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(first_legal))  # molodka
    table, seat = open_window([version] * 4)
    warm = WarmBots()
    assert steps.run(table.code, warm) is not None
    (bots,) = FakeBots.made
    assert bots.asked == [seat] and bots.started == sorted({0, 1, 2, 3} - {seat})
    within = bots.within[0]
    assert within is not None and 300 < within <= 400
    assert not game_of(table).moves
    steps.run(table.code, warm)
    assert bots.asked == [seat]
    clock.pass_by(400)
    steps.run(table.code, warm)
    assert game_of(table).moves[0].text == "molodka"


def test_a_bot_that_does_not_answer_in_the_window_passes(
    version: Version, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda game, seat: None))
    table, seat = open_window([version, guest(), version, guest()], _asked(0))
    assert seat % 2 == 0
    steps.run(table.code, WarmBots())
    monkeypatch.setattr(FakeBots, "choose", staticmethod(first_legal))
    table = close(table, clock)
    assert game_of(table).moves[0].text == "pass"


def test_the_fault_of_a_bot_shows_only_when_the_window_ends(
    version: Version, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeBots, "choose", staticmethod(lambda game, seat: fault(seat)))
    table, seat = open_window([version] * 4)
    before = public(table)
    steps.run(table.code, WarmBots())
    assert public(reload(table)) == before
    table = close(table, clock)
    assert (table.state, table.reason) == (Table.State.OVER, "crash")
    assert table.fault is not None and table.fault["seat"] == seat


def test_a_bot_that_takes_the_seat_of_an_asked_person_is_asked_in_the_window(
    version: Version, clock: FakeClock
) -> None:
    table, seat = open_window(PEOPLE)
    with log.locked(table.code) as row:
        row.seats.filter(number=seat).update(stand_in=version)
        turns.go_on(row, game_of(row))
    steps.run(table.code, WarmBots())
    assert FakeBots.made[0].asked == [seat]


def test_the_next_clock_starts_at_the_end_of_the_window_and_not_when_answers_were_played(
    clock: FakeClock,
) -> None:
    for late, starts in ((7, 0), (3000, 3000)):
        table, _seat = open_window(PEOPLE)
        end = windows.end(table)
        clock.now = end + timedelta(milliseconds=late)
        steps.run(table.code, WarmBots())
        assert reload(table).asked == end + timedelta(milliseconds=starts)


def test_each_public_position_has_one_window(clock: FakeClock) -> None:
    table, _seat = open_window(PEOPLE)
    table = close(table, clock)
    with log.locked(table.code) as row:
        turns.go_on(row, game_of(row))
    assert reload(table).window is None


def test_there_is_no_window_where_no_molodka_is_possible(clock: FakeClock) -> None:
    for options in ({"molodka": "off"}, {"molodka": "own_turn"}):
        table = make_table("kozel", PEOPLE, options=options)
        assert table.window is None and table.asked is not None


def _asked(side: int) -> int:
    """A seed with which a seat of this side is asked first."""

    def right(seed: int) -> bool:
        dealt = random.Random(seed).randbytes(32)
        game = GameState(Table(ruleset="kozel", seed=dealt), [])
        return game.asks_in_secret and game.seat is not None and game.seat % 2 == side

    return next(seed for seed in itertools.count() if right(seed))
