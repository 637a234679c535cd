"""Reports of moves: from a person at the table to the author of the bot."""

from typing import Any

import pytest

from arena.bots import notifications
from arena.bots.models import Notification
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, Invalid, NotNow, TableError
from arena.tables.game import ending
from arena.tables.game.game_state import Move
from arena.tables.game.moves import play
from arena.tables.models import MoveReport, Table
from arena.tables.seats import limits, reporting
from arena.tables.worker import steps
from arena.tables.worker.warm_bots import WarmBots
from engine.rulesets import ruleset
from tests.arena.tables.fake_bots import fake_bots  # noqa: F401
from tests.arena.tables.making import answer_first, game_of, guest, make_table, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fake_bots")]


@pytest.fixture
def version(make_version: Any, alice: Any) -> Any:
    return make_version(alice, ruleset="svoi-kozyri", name="bold")


@pytest.fixture
def table(version: Any) -> Table:
    """A person plays first, and a bot has answered."""
    table = make_table("svoi-kozyri", [None, version])
    answer_first(table)
    steps.run(table.code, WarmBots())
    assert len(game_of(table).moves) == 2
    return reload(table)


def report(table: Table, move: int, text: str = "", player: Player | None = None) -> None:
    with log.locked(table.code) as row:
        reporting.report_move(row, player or table.seats.get(number=0).player, move, text)


def end(table: Table) -> None:
    with log.locked(table.code) as row:
        ending.close(row, ending.ABORTED)
    ending.settle(table.pk)


def test_a_report_keeps_the_move_its_bot_and_the_position_before_it(
    table: Table, version: Any
) -> None:
    report(table, 2, " why not take? ")
    kept = MoveReport.objects.get()
    assert (kept.version, kept.seat, kept.move) == (version, 1, 2)
    assert kept.text == "why not take?"
    game = game_of(table)
    assert kept.played == game.moves[1].text
    state = ruleset("svoi-kozyri").position(kept.position)
    state.play(state.parse(kept.played))
    assert state == game.state


def test_the_author_gets_it_when_the_game_has_ended(table: Table, version: Any, alice: Any) -> None:
    report(table, 2)
    assert not reporting.of_bot(version.bot).exists()
    assert not notifications.of(alice).exists()
    end(table)
    ending.table_ended.send(sender=Table, table=reload(table))
    assert [kept.move for kept in reporting.of_bot(version.bot)] == [2]
    (told,) = notifications.of(alice)
    assert told.kind == Notification.Kind.MOVE_REPORT
    assert told.text.startswith("v1 made a move")


def test_after_the_game_it_arrives_at_once_and_is_announced_once(
    table: Table, version: Any, alice: Any
) -> None:
    end(table)
    report(table, 2)
    assert notifications.of(alice).count() == 1
    other = make_table("svoi-kozyri", [None, version])
    answer_first(other)
    steps.run(other.code, WarmBots())
    end(other)
    report(other, 2)
    assert notifications.of(alice).count() == 1, "one until it is dismissed"
    assert reporting.of_bot(version.bot).count() == 2


def test_only_moves_of_bots_can_be_reported_and_each_once(table: Table) -> None:
    with pytest.raises(Invalid, match="person"):
        report(table, 1)
    for number in (0, 3, 10**9):
        with pytest.raises(Invalid):
            report(table, number)
    report(table, 2)
    with pytest.raises(TableError) as refused:
        report(table, 2)
    assert refused.value.code == "reported"


def test_only_people_at_the_table_report_and_not_too_often(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Forbidden):
        report(table, 2, player=guest())
    with pytest.raises(Invalid):
        report(table, 2, "x" * 301)
    monkeypatch.setattr(limits, "REPORTS", limits.Limit("reports of this test", 0, 60))
    with pytest.raises(TableError) as refused:
        report(table, 2)
    assert refused.value.status == 429


def test_before_the_first_move_there_is_nothing_to_report(version: Any) -> None:
    table = make_table("svoi-kozyri", [None, version])
    with pytest.raises(NotNow):
        report(table, 1)


def test_moves_are_counted_as_the_player_noticed_them(make_version: Any, alice: Any) -> None:
    """The secret passes of others have no number."""
    version = make_version(alice, ruleset="kozel", name="bold-kozel")
    for seed in range(1, 200):
        table = make_table("kozel", [version, None, version, version], seed=seed)
        game = game_of(table)
        if game.asked_in_secret() and 1 not in (*game.asked_in_secret(), game.turn):
            break
    else:
        pytest.fail("no molodka was dealt")
    with log.locked(table.code) as row:
        while game.asks_in_secret:
            play(row, game, Move(game.seat, game.decline, 0.0))
        play(row, game, Move(game.seat, game.legal()[0], 0.0))
    assert len(game.moves) > game.noticed[1] == 1
    report(table, 1, player=table.seats.get(number=1).player)
    assert MoveReport.objects.get().move == len(game.moves)
