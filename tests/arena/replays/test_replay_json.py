"""The JSON of a finished match that the replay viewer loads."""

import gzip
import json
import re
from typing import Any

import pytest
from django.urls import reverse

from arena.matches import lifecycle, records
from arena.matches.models import Match
from arena.replays.replay_json import game_json, legal_moves
from engine.record import replay
from engine.rulesets import RULESETS
from tests.arena.playing import finish, make_match, played

pytestmark = pytest.mark.django_db

CARD = re.compile("[6-9TJQKA][CDHS]")


@pytest.fixture
def queued(make_version: Any, alice: Any, bob: Any) -> Any:
    """queued(ruleset, **changes) -> Match between Alice's bot and Bob's."""

    def make(ruleset: str, **changes: Any) -> Match:
        first = make_version(alice, ruleset=ruleset)
        return make_match(first, make_version(bob, ruleset=ruleset), **changes)

    return make


def views(game: dict[str, Any]) -> list[dict[str, Any]]:
    """The complete views, built as the viewer does."""
    view: dict[str, Any] = {}
    result = []
    for changes in game["frames"]:
        view = view | changes
        result.append(view)
    return result


def present(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if value is not None}


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def cards(value: Any) -> set[str]:
    return set(CARD.findall(json.dumps(value)))


def address(match: Match, game: int, **query: Any) -> tuple[str, dict[str, Any]]:
    return reverse("matches:frames", args=[match.pk, game]), query


@pytest.mark.parametrize("ruleset", RULESETS)
def test_with_all_cards_open_every_frame_is_the_state_after_its_move(
    queued: Any, ruleset: str
) -> None:
    record = played(queued(ruleset)).record
    for index, moves in enumerate(game["moves"] for game in record["games"]):
        game = game_json(record, index)
        states = [present(plain(state.view(None))) for _, state in replay(record, index)]
        assert [present(view) for view in views(game)] == states
        assert [move["text"] for move in game["moves"]] == moves
        assert [move["n"] for move in game["moves"]] == list(range(1, len(moves) + 1))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_seat_sees_what_its_bot_saw(queued: Any, ruleset: str) -> None:
    record = played(queued(ruleset)).record
    states = [state.copy() for _, state in replay(record, 1)]
    for seat in range(RULESETS[ruleset]().seats):
        game = game_json(record, 1, seat)
        numbers = [0, *(move["n"] for move in game["moves"])]
        seen = [present(plain(states[n].view(seat))) for n in numbers]
        assert [present(view) for view in views(game)] == seen


@pytest.mark.parametrize("ruleset", ["kozel", "ecarte"])
def test_the_frames_of_a_seat_hold_no_hidden_card(queued: Any, ruleset: str) -> None:
    record = played(queued(ruleset)).record
    everything = views(game_json(record, 0))
    for seat in range(RULESETS[ruleset]().seats):
        game = game_json(record, 0, seat)
        for n, view in zip([0, *(m["n"] for m in game["moves"])], views(game), strict=True):
            full = everything[n]
            thrown = full.get("dropped") or full.get("discarded")
            others = [other for other in range(len(full["hands"])) if other != seat]
            hidden = cards([full["stock"], *([full["hands"][o], thrown[o]] for o in others)])
            # Everybody saw these before they were hidden again.
            known = cards([view.get("returned"), view.get("exposed")])
            assert not cards(view) & (hidden - known)


def test_a_seat_gets_the_number_of_the_cards_that_others_lay_face_down(queued: Any) -> None:
    record = played(queued("kozel")).record
    game = game_json(record, 0, 2)
    drops = [move for move in game["moves"] if "drop" in move]
    assert drops
    for move in drops:
        assert move["seat"] != 2
        assert move["drop"] in (1, 2, 3, 4)
        assert "text" not in move
    own = [move["text"] for move in game["moves"] if move["seat"] == 2]
    assert any(text.startswith("drop ") for text in own)


def test_a_secret_question_is_left_out_and_the_other_moves_keep_their_numbers(queued: Any) -> None:
    match = queued("kozel")
    # One of these games has a molodka that is passed.
    for choice in range(20):
        record = played(match, choice).record
        for index, played_game in enumerate(record["games"]):
            if "pass" not in played_game["moves"]:
                continue
            n = played_game["moves"].index("pass") + 1
            asked = game_json(record, index)["moves"][n - 1]["seat"]
            for seat in range(4):
                game = game_json(record, index, seat)
                assert (n in [move["n"] for move in game["moves"]]) == (seat == asked)
                assert game["moves"][-1]["n"] == len(played_game["moves"])
            return
    pytest.fail("no molodka was passed in 40 games")


def test_a_seat_gets_only_its_own_notes(queued: Any) -> None:
    record = played(queued("ecarte")).record
    seat = game_json(record, 0)["moves"][0]["seat"]
    record["games"][0]["notes"] = {"0": "I hold KS"}
    assert game_json(record, 0)["moves"][0]["note"] == "I hold KS"
    assert game_json(record, 0, seat)["moves"][0]["note"] == "I hold KS"
    assert game_json(record, 0, 1 - seat)["moves"][0]["note"] is None


def test_a_seat_gets_the_detail_of_its_own_fault_only(queued: Any) -> None:
    record = played(queued("ecarte")).record
    fault = {"side": 0, "seat": 0, "move": 0, "detail": "'card KS' is not legal"}
    record["games"][0] |= {"moves": [], "ms": [], "reason": "illegal", "fault": fault}
    assert game_json(record, 0)["fault"] == game_json(record, 0, 0)["fault"] == fault
    assert game_json(record, 0, 1)["fault"] == fault | {"detail": ""}


def test_a_game_names_the_bot_of_each_side(queued: Any) -> None:
    record = played(queued("ecarte", pairs=2)).record
    first, second = (bot["name"] for bot in record["bots"])
    game = game_json(record, 3)
    assert (game["game"], game["leg"], game["pair"], game["seats"]) == (4, 1, 1, 2)
    assert game["mirrored"] == 2
    assert game["sides"] == [second, first]
    assert game["bots"] == [1, 0]


def test_the_results_of_all_games_are_listed(client: Any, queued: Any) -> None:
    match = finish(queued("ecarte", pairs=2))
    record = records.load(match)
    listed = client.get(reverse("matches:results", args=[match.pk])).json()
    assert [game["sides"] for game in listed] == [[0, 1], [0, 1], [1, 0], [1, 0]]
    assert [game["pair"] for game in listed] == [0, 1, 0, 1]
    assert [game["leg"] for game in listed] == [0, 0, 1, 1]
    assert [game["scores"] for game in listed] == [game["scores"] for game in record["games"]]
    assert [game["moves"] for game in listed] == [len(game["moves"]) for game in record["games"]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_seat_gets_only_its_own_legal_moves(queued: Any, ruleset: str) -> None:
    record = played(queued(ruleset)).record
    everything = legal_moves(record, 0)
    texts = record["games"][0]["moves"]
    assert all(text in offered for text, offered in zip(texts, everything, strict=True))
    movers = [move["seat"] for move in game_json(record, 0)["moves"]]
    for seat in (0, 1):
        own = legal_moves(record, 0, seat)
        shown = [
            offered if mover == seat else []
            for mover, offered in zip(movers, everything, strict=True)
        ]
        assert own == shown


def test_a_frame_holds_only_what_changed(queued: Any) -> None:
    record = played(queued("kozel")).record
    whole = sum(len(json.dumps(state.view(None))) for _, state in replay(record, 0))
    assert len(json.dumps(game_json(record, 0)["frames"])) < 0.6 * whole


def test_a_finished_match_is_compressed_and_cached(client: Any, queued: Any) -> None:
    match = finish(queued("kozel"))
    response = client.get(*address(match, 2), headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert json.loads(gzip.decompress(response.content))["game"] == 2
    assert "immutable" in response["Cache-Control"]
    assert "public" in response["Cache-Control"]
    assert client.get(*address(match, 1, seat=3)).json()["seat"] == 3


def test_a_match_that_is_not_finished_has_no_replay(client: Any, alice: Any, queued: Any) -> None:
    match = queued("ecarte")
    client.force_login(alice)
    assert client.get(*address(match, 1)).status_code == 404
    lifecycle.claim(match.pk, "host:1:main")
    assert client.get(*address(match, 1)).status_code == 404


@pytest.mark.parametrize(
    ("game", "query"), [(0, {}), (3, {}), (1, {"seat": 2}), (1, {"seat": -1}), (1, {"seat": "x"})]
)
def test_an_unknown_game_or_seat_is_not_found(
    client: Any, queued: Any, game: int, query: dict[str, Any]
) -> None:
    assert client.get(*address(finish(queued("ecarte")), game, **query)).status_code == 404


def test_only_the_owner_may_replay_a_qualification(
    client: Any, alice: Any, bob: Any, make_version: Any
) -> None:
    version = make_version(alice, ruleset="ecarte")
    match = finish(make_match(version, version, queue="check", rated=False))
    assert client.get(*address(match, 1)).status_code == 404
    client.force_login(bob)
    assert client.get(*address(match, 1)).status_code == 404
    client.force_login(alice)
    response = client.get(*address(match, 1))
    assert response.status_code == 200
    assert "private" in response["Cache-Control"]
    assert "public" not in response["Cache-Control"]
