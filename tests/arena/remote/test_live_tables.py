"""A remote bot at a table, with a live arena and goat connect."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.verify import verify
from tests.arena.remote.live import Arena, Connected, until

pytestmark = pytest.mark.live

HANGS_ONCE = """
import json, pathlib, sys, time
once = pathlib.Path(sys.argv[0] + ".asked")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        if not once.exists():
            once.touch()
            time.sleep(3600)
        print(json.dumps({"move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
"""


def test_a_person_plays_against_a_remote_bot(arena: Arena, bot: Path) -> None:
    mine = Connected(arena, "gpu", bot)
    try:
        mine.await_event("online")
        wanted = TABLE
        assert arena.post("tables/", wanted | {"rated": True, "clock": CLOCK}, "bob").json()[
            "code"
        ] == ("unrated")
        path = f"tables/{arena.post('tables/', wanted, 'bob').json()['code']}/"
        until(lambda: played_to_its_end(arena, path))
        record = arena.get(f"{path}record/")
        verify(record)
        assert record["games"][0]["reason"] == "normal"
        assert record["seats"][1] == {"seat": 1, "name": "alice/gpu", "version": 1, "remote": True}
        mine.await_event("over")
        mine.await_event("end")
    finally:
        mine.kill()


CLOCK = {"move_s": 30, "bank_s": 60}
TABLE = {
    "ruleset": "ecarte",
    "options": {"target": 2},
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "alice/gpu"}],
}


def played_to_its_end(arena: Arena, path: str) -> bool:
    """Answers what bob is asked; whether the game is over."""
    token = {"Authorization": f"Bearer {arena.tokens['bob']}"}
    seen: Any = httpx.get(f"{arena.address}/api/v1/{path}", headers=token, timeout=20).json()["now"]
    if question := seen["question"]:
        answer = {"question": question["n"], "move": question["legal"][-1]}
        assert arena.post(f"{path}move/", answer, "bob").status_code == 200
    return bool(seen["state"] == "over")


def test_a_game_at_a_table_goes_on_with_a_new_goat_connect(arena: Arena, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(HANGS_ONCE)
    mine = Connected(arena, "gpu", bot)
    mine.await_event("online")
    path = f"tables/{arena.post('tables/', TABLE, 'bob').json()['code']}/"
    until(lambda: played_to_its_end(arena, path) or Path(f"{bot}.asked").exists())
    mine.kill()
    mine = Connected(arena, "gpu", bot)
    try:
        until(lambda: played_to_its_end(arena, path))
        record = arena.get(f"{path}record/")
        verify(record)
        assert record["games"][0]["reason"] == "normal"
    finally:
        mine.kill()
