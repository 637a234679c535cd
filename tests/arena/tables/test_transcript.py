"""The script of docs/7-api.md plays a whole game over HTTP, and prints what the docs say."""

import re
import secrets
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.accounts.models import ApiToken
from arena.tables.seats import creating

pytestmark = pytest.mark.django_db(transaction=True)

CHAPTER = (Path(__file__).parents[3] / "docs/7-api.md").read_text()
GAME = CHAPTER.partition("### A whole game")[2]
CODE = re.compile(r"(?<=/api/v1/tables/)[a-z0-9]{10}(?=/)")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", GAME, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_script_prints_the_transcript(
    live_server: Any,
    alice: Any,
    bob: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fixed = SimpleNamespace(**vars(secrets) | {"token_bytes": lambda size: bytes(range(size))})
    monkeypatch.setattr(creating, "secrets", fixed)
    tokens = {user.username: ApiToken.make(user, "test")[1] for user in (alice, bob)}
    script = block("python").replace("http://127.0.0.1:8000", live_server.url)
    script = re.sub("TOKENS = .*", f"TOKENS = {tokens!r}", script)
    exec(compile(script, "docs/7-api.md", "exec"), {})
    printed = capsys.readouterr().out
    lines = [line.rstrip() for line in CODE.sub("k3x9u7m2pa", printed).splitlines()]
    assert lines == block("text").splitlines()
