"""What a viewer gets to know of a table."""

import random
from typing import Any

import pytest

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import TableError
from arena.tables.game import ending, moves, turns
from arena.tables.game.game_state import Move
from arena.tables.models import Entry, Seat, Table
from arena.tables.watching import history
from arena.tables.watching.updates import update_for
from engine.rulesets import RULESETS, ruleset
from tests.arena.tables.making import answer_first, game_of, guest, make_table, reload

pytestmark = pytest.mark.django_db


def player_of(table: Table, seat: int) -> Player:
    player = Seat.objects.get(table=table, number=seat).player
    assert player is not None
    return player


def play_out(table: Table, number: int) -> None:
    """The rest of the game at random, at once and without windows."""
    choose = random.Random(number).choice
    with log.locked(table.code) as row:
        game = game_of(table)
        while game.seat is not None:
            moves.play(row, game, Move(game.seat, choose(game.legal()), 1.0))
        turns.go_on(row, game)


@pytest.mark.parametrize("name", RULESETS)
def test_the_entries_after_any_number_continue_those_before(name: str) -> None:
    table = make_table(name, [None] * ruleset(name).seats)
    player = player_of(table, 0)
    for _ in range(3):
        if reload(table).window is None:
            answer_first(table)
    whole = update_for(table.code, player)
    assert whole["n"] == len(whole["entries"])
    assert [entry["n"] for entry in whole["entries"]] == list(range(1, whole["n"] + 1))
    for after in range(1, whole["n"] + 1):
        rest = update_for(table.code, player, after)
        assert rest["entries"] == whole["entries"][after:]
        assert "game" not in rest


@pytest.mark.parametrize("name", RULESETS)
def test_what_a_process_has_kept_is_what_a_new_process_makes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table(name, [None] * ruleset(name).seats)
    players = [player_of(table, seat) for seat in range(ruleset(name).seats)]
    play_out(table, 1)
    for player in [*players, None]:
        kept = update_for(table.code, player)
        monkeypatch.setattr(history, "_histories", type(history._histories)())
        new = update_for(table.code, player)
        assert kept | {"now": {**kept["now"], "at": 0}} == new | {"now": {**new["now"], "at": 0}}


@pytest.mark.usefixtures("within_a_minute")
def test_an_update_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = make_table("ecarte", [None, None])
    player = player_of(table, 0)
    update_for(table.code, player)
    answer_first(table)
    with django_assert_max_num_queries(6):
        update_for(table.code, player, 1)


def test_the_cards_are_seen_when_the_game_starts_and_not_earlier() -> None:
    table = Table.objects.create(ruleset="ecarte", seed=bytes(32), commitment="")
    player = guest()
    for number in range(2):
        Seat.objects.create(table=table, number=number, player=player if number == 0 else None)
    update = update_for(table.code, player)
    assert update["game"]["start"] is None
    assert update["entries"] == []


def test_an_after_that_is_not_reached_yet_begins_anew() -> None:
    table = make_table("ecarte", [None, None])
    assert update_for(table.code, player_of(table, 0), 99)["after"] == 0


def test_a_table_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(TableError) as refused:
        update_for("nothing", None)
    assert refused.value.status == 404


def test_a_private_table_is_seen_by_those_who_sit_there_alone() -> None:
    table = make_table("ecarte", [None, None], watchable=False)
    update_for(table.code, player_of(table, 1))
    for stranger in (None, guest()):
        with pytest.raises(TableError) as refused:
            update_for(table.code, stranger)
        assert (refused.value.code, refused.value.status) == ("private", 403)


def test_an_invitation_to_a_private_table_can_be_read() -> None:
    table = Table.objects.create(ruleset="ecarte", seed=bytes(32), commitment="", watchable=False)
    for number in range(2):
        Seat.objects.create(table=table, number=number, player=guest() if number else None)
    update = update_for(table.code, None)
    assert [seat["kind"] for seat in update["now"]["seats"]] == ["open", "person"]
    assert "sit" in update["now"]["choices"]


def test_only_the_asked_seat_has_the_question() -> None:
    table = make_table("ecarte", [None, None])
    game = game_of(table)
    asked = update_for(table.code, player_of(table, game.seat or 0))["now"]
    assert asked["question"] == {"n": 0, "legal": game.legal(), "secret": False}
    for other in (None, player_of(table, 1 - (game.seat or 0))):
        now = update_for(table.code, other)["now"]
        assert now["question"] is None
        assert now["turn"] == asked["turn"] == game.seat


def test_the_notes_of_bots_are_shown_to_nobody() -> None:
    table = make_table("ecarte", [None, None])
    game = game_of(table)
    with log.locked(table.code) as row:
        log.append(
            row, Entry.Kind.MOVE, game.seat, text=game.legal()[0], ms=1.0, note="I hold an ace"
        )
    for viewer in (player_of(table, 0), player_of(table, 1), None):
        assert "I hold" not in str(update_for(table.code, viewer))


def test_the_end_opens_all_cards_and_says_who_won() -> None:
    table = make_table("ecarte", [None, None])
    play_out(table, 3)
    update = update_for(table.code, None)
    last = update["entries"][-1]
    assert last["kind"] == "over"
    assert len(last["open"]["hands"]) == 2
    assert len(last["open"]["discarded"]) == 2
    result = update["now"]["result"]
    scores = result["scores"]
    winner = update["game"]["names"][scores.index(1.0)]
    assert result["text"].startswith(f"{winner} won. The score is 5 to ")
    assert update["now"]["question"] is None


def test_who_resigned_is_named() -> None:
    table = make_table("kozel", [None] * 4)
    with log.locked(table.code) as row:
        ending.lose(row, 1, ending.RESIGN)
    names = [str(player_of(table, seat)) for seat in range(4)]
    text = update_for(table.code, None)["now"]["result"]["text"]
    assert text == f"{names[1]} resigned. {names[0]} and {names[2]} won."


def test_a_transaction_that_was_undone_leaves_nothing() -> None:
    table = make_table("ecarte", [None, None])
    player = player_of(table, 0)
    with pytest.raises(KeyError), log.locked(table.code) as row:
        log.append(row, Entry.Kind.SAID, 0, phrase="oops")
        row.save()
        assert update_for(table.code, player)["n"] == 2
        raise KeyError
    with log.locked(table.code) as row:
        log.append(row, Entry.Kind.SAID, 0, phrase="hello")
    assert [entry.get("phrase") for entry in update_for(table.code, player)["entries"]] == [
        None,
        "hello",
    ]
