"""Remote bots in challenges, with a live arena, goat connect and the bot's own processes."""

import signal
from pathlib import Path

from engine.verify import verify
from tests.arena.remote.live import Arena, Connected


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
