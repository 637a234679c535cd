"""Tables over the API: who may do what, and what is answered."""

from typing import Any

import pytest
from django.test import Client

from arena.people.models import Player
from arena.people.players import COOKIE
from arena.tables import log
from arena.tables.game import ending
from arena.tables.models import Entry, Seat, Table
from engine.verify import verify
from tests.arena.api_client import Api
from tests.arena.tables.making import answer_first, game_of, make_table, reload

pytestmark = pytest.mark.django_db

MOST_QUERIES = 23  # of a move, with its Update
TWO_OPEN = {"ruleset": "ecarte", "seats": [{"kind": "me"}, {"kind": "open"}]}


class Browser:
    """A browser, which sends its cookies and, like the site's scripts, the CSRF token."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.token = "a" * 32
        self.client.cookies["csrftoken"] = self.token

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/tables/{path}", query)

    def post(self, path: str, data: Any = None, csrf: bool = True) -> Any:
        headers = {"X-CSRFToken": self.token} if csrf else {}
        return self.client.post(
            f"/api/v1/tables/{path}", data or {}, content_type="application/json", headers=headers
        )


@pytest.fixture
def table(alice: Any, bob: Any) -> Table:
    """A game of Écarté of Alice, in seat 0, and Bob."""
    players = [Player.objects.create(user=user) for user in (alice, bob)]
    return make_table("ecarte", players)


@pytest.fixture
def apis(client: Client, alice: Any, bob: Any) -> list[Api]:
    """Those of the seats."""
    return [Api(client, alice), Api(client, bob)]


def moves(table: Table) -> int:
    return Entry.objects.filter(table=table, kind="move").count()


def asked(table: Table, apis: list[Api]) -> tuple[int, Any, Any]:
    """The seat that is to move, and its update."""
    seat = game_of(table).seat
    assert seat is not None
    return seat, apis[seat], apis[seat].get(f"tables/{table.code}/").json()["now"]["question"]


def test_a_move_is_answered_with_the_update_after_it(table: Table, apis: list[Api]) -> None:
    seat, api, question = asked(table, apis)
    move = {"question": question["n"], "move": question["legal"][0], "after": 1}
    response = api.post(f"tables/{table.code}/move/", move)
    assert response.status_code == 200
    (entry,) = response.json()["entries"]
    assert entry["move"] == {"n": 1, "seat": seat, "text": move["move"], "ms": entry["move"]["ms"]}
    assert response.json()["now"]["turn"] == 1 - seat


@pytest.mark.usefixtures("within_a_minute")
def test_a_move_costs_few_queries(
    table: Table, apis: list[Api], django_assert_max_num_queries: Any
) -> None:
    _seat, api, question = asked(table, apis)
    move = {"question": question["n"], "move": question["legal"][0], "after": 1}
    with django_assert_max_num_queries(MOST_QUERIES):
        api.post(f"tables/{table.code}/move/", move)


def test_a_move_that_is_sent_twice_is_acknowledged_and_counts_once(
    table: Table, apis: list[Api]
) -> None:
    _seat, api, question = asked(table, apis)
    move = {"question": question["n"], "move": question["legal"][0]}
    answers = [api.post(f"tables/{table.code}/move/", move) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert moves(table) == 1


def test_a_late_move_changes_nothing_and_brings_the_update(table: Table, apis: list[Api]) -> None:
    _seat, api, question = asked(table, apis)
    answer_first(table)
    other = next(move for move in question["legal"] if move != question["legal"][0])
    response = api.post(f"tables/{table.code}/move/", {"question": question["n"], "move": other})
    assert (response.status_code, response.json()["code"]) == (409, "stale")
    assert response.json()["update"]["n"] == 2
    assert moves(table) == 1


def test_of_two_tabs_that_answer_differently_the_first_counts(
    table: Table, apis: list[Api]
) -> None:
    _seat, api, question = asked(table, apis)
    tabs = [
        api.post(f"tables/{table.code}/move/", {"question": question["n"], "move": move})
        for move in question["legal"][:2]
    ]
    assert [tab.status_code for tab in tabs] == [200, 409]
    assert tabs[1].json()["code"] == "stale"
    assert [move.text for move in game_of(table).moves] == [question["legal"][0]]


def test_a_move_out_of_turn_changes_nothing(table: Table, apis: list[Api]) -> None:
    seat, _api, question = asked(table, apis)
    move = {"question": question["n"], "move": question["legal"][0]}
    response = apis[1 - seat].post(f"tables/{table.code}/move/", move)
    assert response.status_code == 409
    assert response.json()["detail"] == "It is not your turn."
    assert moves(table) == 0


def test_a_move_with_the_token_of_somebody_who_does_not_sit_there_changes_nothing(
    table: Table, client: Client, django_user_model: Any
) -> None:
    stranger = Api(client, django_user_model.objects.create_user("eve"))
    game = game_of(table)
    move = {"question": 0, "move": game.legal()[0]}
    response = stranger.post(f"tables/{table.code}/move/", move)
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert moves(table) == 0


def test_a_move_without_any_token_or_cookie_changes_nothing(table: Table) -> None:
    move = {"question": 0, "move": game_of(table).legal()[0]}
    response = Browser().post(f"{table.code}/move/", move)
    assert response.status_code == 403
    assert moves(table) == 0
    assert Player.objects.count() == 2


def test_a_move_with_an_unknown_token_is_refused(table: Table, client: Client) -> None:
    response = client.post(
        f"/api/v1/tables/{table.code}/move/",
        {"question": 0, "move": "propose"},
        content_type="application/json",
        headers={"Authorization": "Bearer goat_nothing"},
    )
    assert response.status_code == 401
    assert moves(table) == 0


def test_an_illegal_move_is_refused_with_the_reason(table: Table, apis: list[Api]) -> None:
    _seat, api, question = asked(table, apis)
    response = api.post(
        f"tables/{table.code}/move/", {"question": question["n"], "move": "exchange 5"}
    )
    assert (response.status_code, response.json()["code"]) == (400, "illegal")
    assert moves(table) == 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"move": "stand"}, "question"),
        ({"question": "x", "move": "stand"}, "question"),
        ({"question": -1, "move": "stand"}, "question"),
        ({"question": 0}, "move"),
        ({"question": 0, "move": 5}, "move"),
        ({"question": 0, "move": "x" * 5000}, "move"),
        ({"question": 0, "move": "stand", "after": "all"}, "after"),
    ],
)
def test_a_request_that_is_no_move_is_refused(
    table: Table, apis: list[Api], wrong: Any, field: str
) -> None:
    response = apis[0].post(f"tables/{table.code}/move/", wrong)
    assert response.status_code == 400
    assert list(response.json()["fields"]) == [field]


def test_a_guest_plays_with_a_cookie() -> None:
    host, guest = Browser(), Browser()
    made = host.post("", TWO_OPEN)
    assert made.status_code == 201, made.content
    code = made.json()["code"]
    assert guest.get(f"{code}/").json()["now"]["choices"] == ["sit"]
    sat = guest.post(f"{code}/sit/", {"seat": 1})
    assert sat.status_code == 200, sat.content
    assert sat.cookies[COOKIE]["httponly"]
    assert sat.json()["now"]["state"] == "playing"
    assert sat.json()["now"]["you"]["seat"] == 1
    assert Player.objects.count() == 2


@pytest.mark.parametrize("code", ["%00", "%ED%A0%80", "..%2f", "x" * 3000])
def test_there_is_no_table_with_a_code_that_is_none(db: None, code: str) -> None:
    for path in ("", "record/", "why/?move=stand"):
        assert Browser().client.get(f"/api/v1/tables/{code}/{path}").status_code == 404
    assert Browser().client.get(f"/tables/{code}/").status_code == 404
    assert Browser().post(f"{code}/sit/").status_code == 404


def test_a_get_changes_nothing_and_sets_no_cookie(table: Table) -> None:
    before = reload(table).changes
    browser = Browser()
    for path in ("", "mine/", f"{table.code}/", f"{table.code}/why/?move=stand"):
        assert COOKIE not in browser.get(path).cookies
    assert Player.objects.count() == 2
    assert reload(table).changes == before


def test_a_request_of_another_site_does_nothing() -> None:
    host, victim = Browser(), Browser()
    code = host.post("", TWO_OPEN).json()["code"]
    assert victim.post("", TWO_OPEN, csrf=False).status_code == 403
    assert victim.post(f"{code}/sit/", {}, csrf=False).status_code == 403
    assert host.post(f"{code}/leave/", {}, csrf=False).status_code == 403
    assert Seat.objects.filter(table__code=code).exclude(player=None).count() == 1


def test_no_guest_is_made_by_an_action_that_fails() -> None:
    host, late = Browser(), Browser()
    code = host.post("", TWO_OPEN).json()["code"]
    for _ in range(2):
        response = late.post(f"{code}/sit/", {"seat": 0})
        assert response.status_code == 409
        assert COOKIE not in response.cookies
    assert late.post("nothing/sit/", {}).status_code == 404
    assert Player.objects.count() == 1


def test_the_lobby_lists_open_tables_of_a_game() -> None:
    host = Browser()
    listed = host.post("", TWO_OPEN | {"in_lobby": True}).json()
    host.post("", TWO_OPEN)
    (found,) = Browser().get("").json()["results"]
    assert found["code"] == listed["code"]
    assert [seat["kind"] for seat in found["seats"]] == ["person", "open"]
    assert Browser().get("", ruleset="kozel").json()["results"] == []


def test_my_unfinished_tables_say_where_it_is_my_turn(table: Table, apis: list[Api]) -> None:
    seat = game_of(table).seat
    for number, api in enumerate(apis):
        (mine,) = api.get("tables/mine/").json()["results"]
        assert (mine["seat"], mine["your_turn"]) == (number, number == seat)
    with log.locked(table.code) as row:
        row.state = Table.State.OVER
    assert apis[0].get("tables/mine/").json()["results"] == []


def test_why_says_which_rule_forbids_a_move(table: Table, apis: list[Api]) -> None:
    seat, api, _question = asked(table, apis)
    why = api.get(f"tables/{table.code}/why/", move="play 7S").json()
    assert why["text"]
    assert not why["legal"]
    other = apis[1 - seat].get(f"tables/{table.code}/why/", move="play 7S").json()
    assert other["text"] == "It is not your turn."
    stranger = Browser().get(f"{table.code}/why/", move="stand").json()
    assert stranger["text"] == "You do not sit at this table."


def test_the_record_of_a_game_that_is_over_can_be_verified(table: Table, apis: list[Api]) -> None:
    answer_first(table)
    assert apis[0].get(f"tables/{table.code}/record/").status_code == 409
    with log.locked(table.code) as row:
        ending.lose(row, 1, ending.RESIGN)
    address = apis[0].get(f"tables/{table.code}/").json()["now"]["record"]
    verify(apis[0].client.get(address).json())
    Table.objects.update(watchable=False)
    assert Browser().get(f"{table.code}/record/").status_code == 403


def test_looking_for_an_opponent_finds_who_waits() -> None:
    first, second = Browser(), Browser()
    wanted = {"ruleset": "svoi-kozyri"}
    codes = [each.post("seek/", wanted).json()["code"] for each in (first, second)]
    assert codes[0] == codes[1]
    assert Table.objects.get(code=codes[0]).state == "playing"
