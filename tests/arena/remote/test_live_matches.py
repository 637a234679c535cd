"""Remote bots in challenges, with a live arena, goat connect and the bot's own processes."""

import signal
from pathlib import Path

import pytest

from engine.verify import verify
from tests.arena.remote.live import Arena, Connected, until
from tests.browser.proxy import Proxy

pytestmark = pytest.mark.live


def test_a_remote_bot_plays_a_challenge_on_its_authors_machine(arena: Arena, bot: Path) -> None:
    mine = Connected(arena, "gpu", bot)
    try:
        mine.await_event("online", bot="alice/gpu")
        match = arena.challenge("shy", "alice/gpu", user="bob", target=2)
        record = arena.finished(match)
        verify(record)
        assert record["fresh_deals"] is True
        assert record["bots"][1] == {"name": "alice/gpu", "version": 1, "remote": True}
        assert [game["reason"] for game in record["games"]] == ["normal", "normal"]
        # Other deals: with the same cards, these bots would begin with the same moves.
        assert record["games"][0]["moves"] != record["games"][1]["moves"]
        mine.await_event("over", count=2)
        mine.await_event("end", count=2, match=match, opponent="bob/shy")
        assert mine.interrupt() == 128 + signal.SIGINT
        assert not arena.online("gpu")
    finally:
        mine.kill()


def test_a_game_goes_on_after_the_network_was_away(arena: Arena, bot: Path) -> None:
    proxy = Proxy(arena.port)
    mine = Connected(arena, "gpu", bot, address=proxy.address)
    try:
        mine.await_event("online")
        match = arena.challenge("gpu", "bob/shy", target=2)
        mine.await_event("begin", match=match)
        proxy.lose()
        mine.await_event("offline")
        proxy.restore()
        record = arena.finished(match)
        verify(record)
        assert [game["reason"] for game in record["games"]] == ["normal", "normal"]
        # The time in which the network was away was not charged.
        assert max(record["games"][0]["ms"]) < 10_500
    finally:
        mine.kill()
        proxy.close()


def test_a_client_that_is_killed_loses_the_game_in_hand_alone(arena: Arena, bot: Path) -> None:
    mine = Connected(arena, "gpu", bot)
    mine.await_event("online")
    match = arena.challenge("gpu", "bob/shy", target=2)
    mine.await_event("begin", match=match)
    mine.kill()
    mine = Connected(arena, "gpu", bot)
    try:
        mine.await_event("online")
        assert [one["match"] for one in mine.events[0]["lost"]] == [match]
        first, second = arena.finished(match)["games"]
        # Before or after it was ready.
        assert first["reason"] in ("start", "crash")
        assert first["fault"]["side"] == 0
        assert "started again" in first["fault"]["detail"]
        assert second["reason"] == "normal"
    finally:
        mine.kill()


def test_a_tournament_that_allows_remote_bots_is_played_and_not_rated(
    arena: Arena, bot: Path
) -> None:
    options = {"options": {"target": 2}, "pairs": 1, "allow_remote": True}
    wanted = {"name": "Open to all", "ruleset": "ecarte", **options}
    path = f"tournaments/{arena.post('tournaments/', wanted, 'bob').json()['slug']}/"
    arena.post(f"{path}open/", {}, "bob")
    for name in ("alice/gpu", "bob/shy"):
        entered = arena.post(f"{path}entries/", {"bot": name}, name.partition("/")[0])
        assert entered.status_code == 201, entered.text
    mine = Connected(arena, "gpu", bot)
    try:
        mine.await_event("online")
        assert arena.post(f"{path}start/", {}, "bob").status_code == 200
        until(lambda: arena.get(path)["state"] == "finished")
    finally:
        mine.kill()
    (played,) = arena.get(f"{path}pairings/")["results"]
    assert played["rated"] is False
    record = arena.get(f"matches/{played['match']}/record/")
    verify(record)
    assert [game["reason"] for game in record["games"]] == ["normal", "normal"]
    assert {each["name"]: "remote" in each for each in record["bots"]} == {
        "alice/gpu": True,
        "bob/shy": False,
    }
