"""Sitting down at an open table, and filling it with bots."""

from contextlib import suppress
from typing import Any

import pytest
from django.test import Client

from arena.bots.reference import house
from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Forbidden, Invalid, NotNow, TableError, TooMany
from arena.tables.models import Seat, Table
from arena.tables.seats import leaving, limits, seating
from arena.tables.seats.creating import create_table
from tests.arena.at_once import at_once
from tests.arena.tables.making import guest, make_table, reload

OPEN = {"kind": "open"}
CLOCK = {"move_s": 30, "bank_s": 60}


def open_table(host: Player, ruleset: str = "ecarte", **changes: Any) -> Table:
    seats = [{"kind": "me"}, *[OPEN] * (3 if ruleset == "kozel" else 1)]
    return create_table(host, ruleset=ruleset, options={}, seats=seats, **changes)


def sit(table: Table, player: Player, seat: int | None = None) -> None:
    with log.locked(table.code) as row:
        seating.sit(row, player, seat)


def fill(table: Table, player: Player, seat: int | None, version: Any) -> None:
    with log.locked(table.code) as row:
        seating.fill(row, player, seat, version)


def story(table: Table) -> list[tuple[int | None, str]]:
    """What happened to the seats: the seat and what."""
    return [(entry.seat, entry.data["what"]) for entry in table.log.filter(kind="seat")]


@pytest.fixture
def host(db: None) -> Player:
    return guest()


def test_the_game_begins_when_the_last_seat_is_taken(host: Player) -> None:
    table = open_table(host, "kozel")
    for seat in (2, None):
        sit(table, guest(), seat)
        assert reload(table).state == Table.State.OPEN
    sit(table, guest())
    assert reload(table).state == Table.State.PLAYING
    assert story(table) == [(2, "sat"), (1, "sat"), (3, "sat")]


def test_nobody_sits_in_two_seats(host: Player) -> None:
    table = open_table(host, "kozel")
    with pytest.raises(TableError) as refused:
        sit(table, host)
    assert refused.value.code == "seated"
    assert table.seats.filter(player=host).count() == 1


def test_a_taken_seat_is_refused_and_an_unknown_one(host: Player) -> None:
    table = open_table(host, "kozel")
    with pytest.raises(TableError) as refused:
        sit(table, guest(), 0)
    assert refused.value.code == "taken"
    with pytest.raises(Invalid):
        sit(table, guest(), 4)
    with pytest.raises(Invalid):
        sit(table, guest(), -1)


def test_nobody_sits_down_at_a_game_that_has_begun(host: Player) -> None:
    table = make_table("ecarte", [host, None])
    with pytest.raises(NotNow):
        sit(table, guest())


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_the_same_moment_one_gets_the_seat() -> None:
    table = open_table(guest())
    refused: list[str] = []

    def try_to_sit(player: Player) -> None:
        try:
            sit(table, player, 1)
        except TableError as error:
            refused.append(error.code)

    first, second = guest(), guest()
    at_once([lambda: try_to_sit(first), lambda: try_to_sit(second)])
    assert len(refused) == 1
    assert table.seats.exclude(player=None).count() == 2
    assert reload(table).state == Table.State.PLAYING


@pytest.mark.django_db(transaction=True)
def test_a_player_who_sits_down_in_many_tabs_at_once_keeps_to_the_limit(settings: Any) -> None:
    settings.TABLES_PER_PLAYER = 1
    tables = [open_table(guest()) for _ in range(3)]
    player = guest()

    def try_to_sit(table: Table) -> None:
        with suppress(TooMany):
            sit(table, player)

    at_once([lambda table=table: try_to_sit(table) for table in tables])  # type: ignore[misc]
    assert Seat.objects.filter(player=player).count() == 1


def test_only_the_host_fills_a_seat_with_a_bot(host: Player, make_rivals: Any) -> None:
    (version,) = make_rivals(1)
    table = open_table(host, "kozel")
    other = guest()
    sit(table, other)
    with pytest.raises(Forbidden):
        fill(table, other, 2, version)
    fill(table, host, 2, version)
    assert table.seats.get(number=2).version == version
    assert story(table)[-1] == (2, "bot")


def test_a_bot_of_another_game_is_refused(host: Player, make_rivals: Any) -> None:
    (version,) = make_rivals(1, ruleset="kozel")
    with pytest.raises(Invalid):
        fill(open_table(host), host, 1, version)


def test_start_gives_all_open_seats_to_house_bots(host: Player, make_version: Any) -> None:
    version = make_version(house(), name="greedy-kozel")
    table = open_table(host, "kozel")
    with log.locked(table.code) as row:
        seating.start(row, host)
    assert reload(table).state == Table.State.PLAYING
    assert [seat.version for seat in table.seats.all()] == [None, version, version, version]


def test_a_rated_table_stays_rated_whoever_sits_down(
    alice: Any, bob: Any, make_version: Any
) -> None:
    host, owner = (Player.objects.create(user=user) for user in (alice, bob))
    table = open_table(host, "kozel", rated=True, clock=CLOCK)
    free = table.seats.filter(player=None).first()
    assert free is not None
    with pytest.raises(TableError) as refused:
        sit(table, guest())
    assert refused.value.code == "unrated"
    fill(table, host, free.number, make_version(bob))
    with pytest.raises(TableError, match="owns"):
        sit(table, owner)
    with pytest.raises(TableError, match="owns"):
        fill(table, host, None, make_version(alice))
    assert reload(table).rated


def test_whoever_gets_up_frees_the_seat_and_passes_the_table_on(host: Player) -> None:
    table = open_table(host, "kozel")
    other = guest()
    sit(table, other, 2)
    with log.locked(table.code) as row:
        leaving.leave(row, host)
    table = reload(table)
    assert table.host == other
    assert table.seats.get(number=0).is_open
    assert story(table) == [(2, "sat"), (0, "stood"), (2, "host")]
    with log.locked(table.code) as row:
        leaving.leave(row, other)
    table = reload(table)
    assert (table.state, table.reason) == (Table.State.CLOSED, "left")
    assert table.deadline is None


def test_a_full_player_cannot_sit_down(host: Player, settings: Any) -> None:
    settings.TABLES_PER_PLAYER = 1
    player = guest()
    sit(open_table(host), player)
    with pytest.raises(TooMany):
        sit(open_table(guest()), player)


def test_a_guest_who_has_become_an_account_meanwhile_is_told(host: Player) -> None:
    player = guest()
    Player.objects.filter(pk=player.pk).update(key=None)
    with pytest.raises(Forbidden, match="Load the page again"):
        sit(open_table(host), player)
    with pytest.raises(Forbidden):
        limits.lock_player(player)


def test_new_guests_of_one_address_take_few_seats(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SITS_OF_ADDRESS", limits.Limit("seats of this test", 2, 60))
    for number in range(3):
        code = open_table(guest()).code
        answer = Client().post(f"/tables/{code}/sit/", {"seat": "1"})
        assert answer.status_code == 302
        state = Table.State.PLAYING if number < 2 else Table.State.OPEN
        assert Table.objects.get(code=code).state == state
