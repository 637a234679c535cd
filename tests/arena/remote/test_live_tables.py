"""A remote bot at a table, with a live arena and goat connect."""

from pathlib import Path
from typing import Any

import httpx

from engine.verify import verify
from tests.arena.remote.live import Arena, Connected, until


def test_a_person_plays_against_a_remote_bot(arena: Arena, bot: Path) -> None:
    mine = Connected(arena, "gpu", bot)
    try:
        mine.await_event("online")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "alice/gpu"}]
        wanted = {"ruleset": "ecarte", "options": {"target": 2}, "seats": seats}
        assert arena.post("tables/", wanted | {"rated": True, "clock": CLOCK}, "bob").json()[
            "code"
        ] == ("unrated")
        path = f"tables/{arena.post('tables/', wanted, 'bob').json()['code']}/"
        token = {"Authorization": f"Bearer {arena.tokens['bob']}"}

        def now() -> Any:
            update = httpx.get(f"{arena.address}/api/v1/{path}", headers=token, timeout=20)
            return update.json()["now"]

        def answered() -> bool:
            """Answers what bob is asked; whether the game is over."""
            seen = now()
            if question := seen["question"]:
                answer = {"question": question["n"], "move": question["legal"][-1]}
                assert arena.post(f"{path}move/", answer, "bob").status_code == 200
            return bool(seen["state"] == "over")

        until(answered)
        record = arena.get(f"{path}record/")
        verify(record)
        assert record["games"][0]["reason"] == "normal"
        assert record["seats"][1] == {"seat": 1, "name": "alice/gpu", "version": 1, "remote": True}
        mine.await_event("over")
        mine.await_event("end")
    finally:
        mine.kill()


CLOCK = {"move_s": 30, "bank_s": 60}
