"""Creating a table: what a request may ask for, and what is refused before anything is stored."""

from typing import Any

import pytest

from arena.people.models import Player
from arena.tables import log
from arena.tables.errors import Invalid, TableError, TooMany
from arena.tables.game import ending
from arena.tables.models import Entry, Seat, Table
from arena.tables.seats import creating
from tests.arena.tables.making import guest

ME = {"kind": "me"}
OPEN = {"kind": "open"}
CLOCK = {"move_s": 30, "bank_s": 60}


def create(player: Player, *seats: Any, ruleset: str = "ecarte", **changes: Any) -> Table:
    given: dict[str, Any] = {"ruleset": ruleset, "options": {}, "seats": seats or (ME, OPEN)}
    return creating.create_table(player, **given | changes)


@pytest.fixture
def player(db: None) -> Player:
    return guest()


def test_a_table_with_a_bot_begins_at_once(player: Player, make_version: Any, bob: Any) -> None:
    version = make_version(bob, ruleset="ecarte", name="shy")
    table = create(player, {"kind": "bot", "bot": "bob/shy"}, ME)
    assert table.state == Table.State.PLAYING
    assert table.host == player
    assert [seat.player or seat.version for seat in table.seats.all()] == [version, player]
    assert table.log.get(number=1).kind == Entry.Kind.START


def test_a_table_with_an_open_seat_waits_for_somebody(player: Player) -> None:
    table = create(player)
    assert table.state == Table.State.OPEN
    assert table.deadline is not None, "an open table ends by itself"


def test_a_bot_of_a_level_is_one_of_the_house(player: Player, make_version: Any) -> None:
    from arena.bots.reference import house

    version = make_version(house(), ruleset="ecarte", name="random-ecarte")
    table = create(player, ME, {"kind": "bot", "level": "easy"})
    assert table.seats.get(number=1).version == version


def test_a_variant_is_played_by_the_bots_of_its_game(
    player: Player, make_version: Any, bob: Any
) -> None:
    make_version(bob, ruleset="ecarte", name="shy")
    table = create(player, ME, {"kind": "bot", "bot": "bob/shy"}, ruleset="ecarte/classic")
    assert table.ruleset == "ecarte/classic"


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("options", {"ruleset": "bridge"}),
        ("options", {"options": {"colour": "red"}}),
        ("seats", {"seats": [ME]}),
        ("seats", {"seats": [OPEN, OPEN]}),
        ("seats", {"seats": [ME, ME]}),
        ("seats", {"seats": [ME, {"kind": "cat"}]}),
        ("seats", {"seats": [ME, {"kind": "bot", "bot": "bob/absent"}]}),
        ("seats", {"seats": [ME, {"kind": "bot", "bot": "bob/other-game"}]}),
        ("seats", {"seats": [ME, {"kind": "bot", "bot": "bob/retired"}]}),
        ("seats", {"seats": [ME, {"kind": "bot", "level": "divine"}]}),
        ("clock", {"clock": {"move_s": 4, "bank_s": 60}}),
        ("clock", {"clock": {"move_s": 601, "bank_s": 60}}),
        ("clock", {"clock": {"move_s": True, "bank_s": 60}}),
        ("clock", {"clock": {"move_s": 30, "bank_s": 3601}}),
        ("clock", {"clock": {"move_s": 30}}),
        ("clock", {"clock": {"move_s": 30, "bank_s": 60, "more": 1}}),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_stored(
    player: Player, make_version: Any, bob: Any, field: str, changes: dict[str, Any]
) -> None:
    make_version(bob, ruleset="kozel", name="other-game")
    make_version(bob, ruleset="ecarte", name="retired", state="retired", active=False)
    with pytest.raises(Invalid) as refused:
        create(player, **changes)
    assert refused.value.field == field
    assert refused.value.status == 400
    assert not Table.objects.exists()


def test_a_rated_game_needs_accounts_a_clock_and_no_hints(player: Player, alice: Any) -> None:
    account = Player.objects.create(user=alice)
    for who, changes in (
        (player, {"clock": CLOCK}),
        (account, {}),
        (account, {"clock": CLOCK, "hints": True}),
    ):
        with pytest.raises(TableError) as refused:
            create(who, rated=True, **changes)
        assert refused.value.code == "unrated"
    assert create(account, rated=True, clock=CLOCK).rated


def test_a_game_with_ones_own_bot_is_unrated(make_version: Any, alice: Any) -> None:
    make_version(alice, ruleset="ecarte", name="mine")
    account = Player.objects.create(user=alice)
    seats = (ME, {"kind": "bot", "bot": "alice/mine"})
    with pytest.raises(TableError, match="owns alice/mine"):
        create(account, *seats, rated=True, clock=CLOCK)
    assert create(account, *seats, clock=CLOCK).state == Table.State.PLAYING


def test_seats_are_drawn_around_the_table_so_partners_stay_partners(
    player: Player, make_rivals: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    partner, left, right = make_rivals(3)
    bots = [{"kind": "bot", "bot": str(version.bot)} for version in (left, partner, right)]
    monkeypatch.setattr(creating.secrets, "randbelow", lambda below: 3)
    table = create(player, ME, *bots, ruleset="kozel", draw_seats=True)
    taken = [seat.player or seat.version for seat in table.seats.all()]
    assert taken == [right, player, left, partner]


def test_a_rated_game_always_draws_the_seats(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creating.secrets, "randbelow", lambda below: 1)
    table = create(Player.objects.create(user=alice), rated=True, clock=CLOCK)
    assert table.seats.get(number=1).player is not None


def test_a_player_has_only_so_many_unfinished_tables(player: Player, settings: Any) -> None:
    settings.TABLES_PER_PLAYER = 2
    first = create(player)
    create(player)
    with pytest.raises(TooMany, match="2 unfinished games"):
        create(player)
    with log.locked(first.code) as table:
        ending.close(table, ending.ABORTED)
    create(player)


def test_an_address_has_only_so_many_unfinished_tables(db: None, settings: Any) -> None:
    settings.TABLES_PER_ADDRESS = 2
    create(guest(), network="192.0.2.1")
    create(guest(), network="192.0.2.1")
    with pytest.raises(TooMany, match="From your address"):
        create(guest(), network="192.0.2.1")
    create(guest(), network="192.0.2.2")


def test_tables_are_created_only_so_fast(player: Player, settings: Any) -> None:
    settings.TABLES_PER_PLAYER = 100
    for _ in range(10):
        create(player)
    with pytest.raises(TooMany) as refused:
        create(player)
    assert refused.value.wait is not None
    assert Seat.objects.filter(player=player).count() == 10
