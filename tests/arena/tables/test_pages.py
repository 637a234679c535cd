"""The pages around tables: what they show, and that looking changes nothing."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.people.models import Player
from arena.tables.models import Entry, Seat, Table
from engine.verify import verify

GUEST = "goat_guest"


@pytest.fixture
def house(db: None, make_version: Any) -> Any:
    """A house bot for each game."""
    from arena.accounts.models import User

    owner = User.objects.create(username="house", is_house=True)
    for ruleset in ("ecarte", "svoi-kozyri", "kozel"):
        make_version(owner, ruleset=ruleset, name=f"greedy-{ruleset}")
    return owner


def play_now(client: Client, **given: Any) -> Table:
    game = given.pop("game", "ecarte")
    response = client.post(f"/play/?game={game}", {"level": "medium", "seat": "0", **given})
    assert response.status_code == 303, response.content.decode()
    return Table.objects.get(code=response["Location"].split("/")[-2])


def invite(client: Client, **given: Any) -> Table:
    response = client.post(
        "/tables/new/?game=ecarte",
        {"seat0": "me", "seat1": "open", "listed": "link", "watchable": "on", **given},
    )
    assert response.status_code == 303, response.content.decode()
    return Table.objects.get(code=response["Location"].split("/")[-2])


def test_play_now_seats_a_guest_opposite_a_house_bot(client: Client, house: Any) -> None:
    assert client.get("/play/?game=ecarte").status_code == 200
    assert not Player.objects.exists()
    table = play_now(client)
    assert table.state == Table.State.PLAYING
    assert client.cookies[GUEST]["httponly"]
    person, bot = table.seats.order_by("number")
    assert person.player and person.player.is_guest
    assert bot.version and bot.version.bot.owner == house
    page = client.get(table.get_absolute_url())
    assert page.status_code == 200
    assert "table-setup" in page.content.decode()


def test_a_variant_can_be_chosen(client: Client, house: Any) -> None:
    table = play_now(client, variant="ecarte/classic")
    assert table.ruleset == "ecarte/classic"


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant": "chess"},
        {"level": "divine"},
        {"seat": "7"},
        {"seat": "٣"},
        {"clock": "1+1"},
        {"bot": "nobody/none"},
        {"bot": "\x00/\x00"},
    ],
)
def test_a_form_with_wrong_values_says_so_and_creates_nothing(
    client: Client, house: Any, wrong: dict[str, str]
) -> None:
    response = client.post("/play/?game=ecarte", {"level": "easy", "seat": "0", **wrong})
    assert response.status_code == 400
    assert "errors" in response.content.decode()
    assert not Table.objects.exists()


def test_an_unknown_game_is_not_found(client: Client, db: None) -> None:
    for page in ("/play/?game=chess", "/tables/new/?game=chess", "/play/?bot=nobody/none"):
        assert client.get(page).status_code == 404


def test_whoever_has_too_many_tables_sees_them_listed(
    client: Client, house: Any, settings: Any
) -> None:
    settings.TABLES_PER_PLAYER = 1
    first = play_now(client)
    response = client.post("/play/?game=ecarte", {"level": "easy"})
    assert response.status_code == 429
    assert first.get_absolute_url() in response.content.decode()
    assert Table.objects.count() == 1


def test_a_visitor_who_is_refused_leaves_no_guest(
    client: Client, house: Any, settings: Any
) -> None:
    settings.TABLES_PER_ADDRESS = 0
    table = {"game": "ecarte", "variant": "ecarte", "seat0": "me", "seat1": "open"}
    made = client.post("/tables/new/", table | {"listed": "link"})
    assert made.status_code == 429
    assert client.post("/tables/seek/", {"ruleset": "ecarte", "clock": ""}).status_code in (
        302,
        303,
    )
    assert GUEST not in client.cookies
    assert not Player.objects.exists()


def test_looking_at_an_invitation_changes_nothing(client: Client, house: Any) -> None:
    table = invite(client)
    before = list(Table.objects.values()), list(Seat.objects.values()), Entry.objects.count()
    visitor = Client()
    page = visitor.get(table.get_absolute_url())
    text = page.content.decode()
    assert page.status_code == 200
    assert "Sit down" in text and "invites you to" in text
    assert GUEST not in visitor.cookies
    assert before == (
        list(Table.objects.values()),
        list(Seat.objects.values()),
        Entry.objects.count(),
    )
    assert Player.objects.count() == 1
    # What other sites show of the link names the host and the game alone.
    assert 'property="og:title" content="Guest ' in text
    assert "to play Écarté." in text


def test_an_invitation_has_a_qr_code_of_its_own_address(client: Client, house: Any) -> None:
    table = invite(client)
    picture = Client().get(f"{table.get_absolute_url()}invitation.svg")
    assert picture.status_code == 200
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.startswith(b"<svg")


def test_a_visitor_sits_down_and_the_game_begins(client: Client, house: Any) -> None:
    table = invite(client)
    address = table.get_absolute_url()
    visitor = Client()
    assert visitor.post(f"{address}sit/", {"seat": open_seat(table)}).status_code == 302
    assert visitor.cookies[GUEST]["httponly"]
    table.refresh_from_db()
    assert table.state == Table.State.PLAYING
    for person in (client, visitor):
        assert 'id="play"' in person.get(address).content.decode()


def test_the_host_is_not_seated_against_himself(client: Client, house: Any) -> None:
    table = invite(client)
    address = table.get_absolute_url()
    page = client.post(f"{address}sit/", {"seat": open_seat(table)}, follow=True)
    assert "You sit at this table already" in page.content.decode()
    table.refresh_from_db()
    assert table.state == Table.State.OPEN


def test_the_host_gives_open_seats_to_bots_without_javascript(client: Client, house: Any) -> None:
    table = invite(client)
    client.post(f"{table.get_absolute_url()}start/")
    table.refresh_from_db()
    assert table.state == Table.State.PLAYING


def test_a_game_is_played_with_forms_alone(client: Client, house: Any) -> None:
    table = invite(client)
    address = table.get_absolute_url()
    other = Client()
    other.post(f"{address}sit/", {"seat": open_seat(table)})
    for _turn in range(4):
        for person in (client, other):
            text = person.get(address).content.decode()
            if 'name="question"' in text:
                asked = re.search(
                    'name="question" value="(.*?)".*?(?:name="move"|<option) value="(.*?)"',
                    text,
                    re.DOTALL,
                )
                assert asked
                question, move = asked.groups()
                response = person.post(f"{address}move/", {"question": question, "move": move})
                assert response.status_code == 302
                # Sent again, it counts once.
                person.post(f"{address}move/", {"question": question, "move": move})
                break
    assert Entry.objects.filter(table=table, kind=Entry.Kind.MOVE).count() == 4


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": "x", "move": "stand"},
        {"question": "0"},
        {"question": "0", "move": "drop 6S\x00"},
        {"question": "9" * 40, "move": "stand"},
    ],
)
def test_a_form_at_the_table_with_wrong_values_changes_nothing(
    client: Client, house: Any, body: dict[str, str]
) -> None:
    table = invite(client)
    address = table.get_absolute_url()
    Client().post(f"{address}sit/", {"seat": open_seat(table)})
    page = client.post(f"{address}move/", body, follow=True)
    assert page.status_code == 200
    assert 'class="error"' in page.content.decode()
    assert not Entry.objects.filter(table=table, kind=Entry.Kind.MOVE).exists()


def test_there_is_no_other_action(client: Client, house: Any) -> None:
    table = play_now(client)
    assert client.post(f"{table.get_absolute_url()}cheat/").status_code == 404
    assert client.get(f"{table.get_absolute_url()}resign/").status_code == 405


def test_a_table_that_does_not_exist_says_what_to_do(client: Client, db: None) -> None:
    for response in (
        client.get("/tables/nothinghere/"),
        client.post("/tables/nothinghere/sit/", {"seat": "0"}),
    ):
        assert response.status_code == 404
        assert "Play now" in response.content.decode()
    assert not Player.objects.exists()


def test_a_private_table_is_not_shown_to_others(client: Client, house: Any) -> None:
    table = invite(client, watchable="")
    address = table.get_absolute_url()
    Client().post(f"{address}sit/", {"seat": open_seat(table)})
    response = Client().get(address)
    assert response.status_code == 403
    assert "private" in response.content.decode()


def test_the_lobby_lists_open_tables_only_if_they_are_to_be_listed(
    client: Client, house: Any
) -> None:
    hidden = invite(client)
    listed = invite(client, listed="lobby")
    text = Client().get("/tables/").content.decode()
    assert listed.code in text
    assert hidden.code not in text
    # The player's own tables are all there.
    assert hidden.code in client.get("/tables/").content.decode()


def test_two_who_look_for_the_same_are_seated_together(client: Client, house: Any) -> None:
    wanted = {"ruleset": "ecarte", "clock": ""}
    first = client.post("/tables/seek/", wanted)
    assert "Écarté (1)" in Client().get("/tables/").content.decode()
    second = Client().post("/tables/seek/", wanted)
    assert first["Location"] == second["Location"]
    assert Table.objects.get().state == Table.State.PLAYING


def test_a_finished_game_is_in_the_history_with_replay_and_record(
    client: Client, house: Any
) -> None:
    table = resigned(client)
    page = client.get("/tables/mine/").content.decode()
    assert f"{table.get_absolute_url()}replay/" in page
    assert "lost" in page
    assert table.code not in Client().get("/tables/mine/").content.decode()
    assert client.get(f"{table.get_absolute_url()}replay/").status_code == 200
    frames = client.get(f"{table.get_absolute_url()}games/1/frames.json").json()
    assert frames["scores"] == [0.0, 1.0]
    made = client.get(f"{table.get_absolute_url()}record/").json()
    verify(made)
    lines = b"".join(client.get("/tables/mine/records.jsonl").streaming_content)  # type: ignore[attr-defined]
    assert [json.loads(line) for line in lines.splitlines()] == [made]


def test_a_game_that_goes_on_has_no_replay_and_no_record(client: Client, house: Any) -> None:
    table = play_now(client)
    for page in ("replay/", "record/", "games/1/frames.json", "games/1/choices.json"):
        assert client.get(f"{table.get_absolute_url()}{page}").status_code == 404


def test_the_mark_says_at_how_many_tables_it_is_the_player_s_turn(
    client: Client, house: Any
) -> None:
    assert client.get("/tables/turns.json").json() == {"turns": 0}
    table = invite(client)
    other = Client()
    other.post(f"{table.get_absolute_url()}sit/", {"seat": open_seat(table)})
    turns = [person.get("/tables/turns.json").json()["turns"] for person in (client, other)]
    assert sorted(turns) == [0, 1]


@pytest.mark.parametrize("page", ["/tables/", "/tables/mine/"])
def test_more_tables_need_no_more_queries(
    client: Client, house: Any, page: str, django_assert_max_num_queries: Any
) -> None:
    resigned(client)
    invite(client, listed="lobby")
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
        few = len(queries)
    for _more in range(3):
        resigned(client)
        invite(client, listed="lobby")
    with django_assert_max_num_queries(few):
        client.get(page)


def open_seat(table: Table) -> int:
    return table.seats.get(player=None, version=None).number


def resigned(client: Client) -> Table:
    table = play_now(client)
    client.post(f"{table.get_absolute_url()}resign/", {"confirm": "true"})
    table.refresh_from_db()
    assert table.state == Table.State.OVER
    return table


def test_whoever_waits_for_a_place_sees_the_position(
    client: Client, house: Any, settings: Any
) -> None:
    settings.TABLES_AT_ONCE = 0
    table = play_now(client)
    assert table.state == Table.State.WAITING
    assert "number 1 in the queue" in client.get(table.get_absolute_url()).content.decode()


def test_an_account_plays_rated_with_a_clock_and_without_hints(
    client: Client, house: Any, alice: Any
) -> None:
    client.force_login(alice)
    table = play_now(client, rated="on", hints="on")
    assert table.rated and table.clock and not table.hints


def test_a_guest_is_not_offered_a_rated_game(client: Client, house: Any) -> None:
    assert not play_now(client, rated="on").rated
    assert 'name="rated"' not in client.get("/play/?game=ecarte").content.decode()


def test_a_private_table_s_replay_is_for_those_who_sat_there(client: Client, house: Any) -> None:
    table = resigned(client)
    replay = f"{table.get_absolute_url()}replay/"
    assert Client().get(replay).status_code == 200
    Table.objects.update(watchable=False)
    assert Client().get(replay).status_code == 404
    assert client.get(replay).status_code == 200


def test_a_game_that_was_aborted_has_a_replay_but_no_record(client: Client, house: Any) -> None:
    table = play_now(client)
    address = table.get_absolute_url()
    client.post(f"{address}abort/")
    assert client.get(f"{address}games/1/frames.json").json()["scores"] is None
    assert client.get(f"{address}replay/").status_code == 200
    assert client.get(f"{address}record/").status_code == 404


def test_a_table_that_was_closed_before_its_game_says_so(client: Client, house: Any) -> None:
    table = invite(client)
    address = table.get_absolute_url()
    assert client.post(f"{address}leave/")["Location"] == "/tables/"
    response = client.get(address)
    assert response.status_code == 410
    assert "This table is closed" in response.content.decode()


def test_a_return_link_brings_the_seat_to_another_browser_once(client: Client, house: Any) -> None:
    table = play_now(client)
    page = client.post("/tables/return/link/").content.decode()
    token = re.search('value="[^"]*#([^"]+)"', page)
    assert token
    other = Client()
    assert other.get("/tables/return/").status_code == 200
    assert other.post("/tables/return/redeem/", {"token": token[1]})["Location"] == "/tables/mine/"
    assert table.code in other.get("/tables/mine/").content.decode()
    again = Client().post("/tables/return/redeem/", {"token": token[1]}, follow=True)
    assert "has been used" in again.content.decode()


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "\x00", "é" * 9000])
def test_a_wrong_return_link_says_so(client: Client, db: None, token: str) -> None:
    page = client.post("/tables/return/redeem/", {"token": token}, follow=True)
    assert "has been used" in page.content.decode()
    assert not Player.objects.exists()


def test_nobody_waits_as_a_spectator_where_none_are_allowed(client: Client, house: Any) -> None:
    table = invite(client, watchable="")
    text = Client().get(f"{table.get_absolute_url()}?watch=1").content.decode()
    assert "invites you to" in text and "You watch." not in text
    Table.objects.update(watchable=True)
    assert "You watch." in Client().get(f"{table.get_absolute_url()}?watch=1").content.decode()
