"""Remote bots in challenges, with a live arena, goat connect and the bot's own processes."""

import signal
from pathlib import Path

from engine.verify import verify
from tests.arena.remote.live import Arena, Connected
from tests.browser.proxy import Proxy


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
        first, second = arena.finished(match)["games"]
        # Before or after it was ready.
        assert first["reason"] in ("start", "crash")
        assert first["fault"]["side"] == 0
        assert "started anew" in first["fault"]["detail"]
        assert second["reason"] == "normal"
    finally:
        mine.kill()
