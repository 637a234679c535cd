"""Alice, Bob and their bots: the people of every test of the arena."""

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from typing import Any

import pytest

PASSWORD = "correct horse battery"

# The smallest bot that plays every game: it takes the first legal move.
FIRST_MOVE = """\
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
"""


@pytest.fixture(autouse=True, scope="session")
def quick_emptying() -> None:
    from django.test import TransactionTestCase

    from tests.arena.emptying import empty_databases

    TransactionTestCase._fixture_teardown = empty_databases  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def alice(db: None, quick_passwords: None) -> Any:
    from arena.accounts.models import User

    return User.objects.create_user("alice", password=PASSWORD)


@pytest.fixture
def bob(db: None, quick_passwords: None) -> Any:
    from arena.accounts.models import User

    return User.objects.create_user("bob", password=PASSWORD)


@pytest.fixture
def make_bot(db: None) -> Callable[..., Any]:
    """make_bot(owner, ruleset="kozel", name=None, **fields) -> Bot, without any version."""
    from arena.bots.models import Bot

    numbers = count(1)

    def make(owner: Any, ruleset: str = "kozel", name: str | None = None, **fields: Any) -> Any:
        name = name or f"bot{next(numbers)}"
        return Bot.objects.create(owner=owner, ruleset=ruleset, name=name, **fields)

    return make


@pytest.fixture
def make_version(make_bot: Callable[..., Any]) -> Callable[..., Any]:
    """make_version(bot, source=FIRST_MOVE, state="qualified", active=True) -> Version.

    It plays nothing, is qualified at once and becomes the bot's active version. Instead of a bot
    it takes a user, for whom it makes a new bot: make_version(alice, ruleset="ecarte").
    """
    from arena.accounts.models import User
    from arena.bots.models import Version

    numbers = count(1)

    def make(
        bot: Any,
        source: str | bytes = FIRST_MOVE,
        state: str = "qualified",
        active: bool = True,
        ruleset: str = "kozel",
        name: str | None = None,
        **fields: Any,
    ) -> Any:
        if isinstance(bot, User):
            bot = make_bot(bot, ruleset, name)
        content = source if isinstance(source, bytes) else source.encode()
        if source == FIRST_MOVE:
            # No two versions of a bot are the same.
            content += f"# {next(numbers)}\n".encode()
        last = bot.versions.order_by("-number").values_list("number", flat=True).first()
        version = Version.objects.create(
            bot=bot,
            number=(last or 0) + 1,
            sha256=sha256(content).hexdigest(),
            content=content,
            is_zip=content.startswith(b"PK"),
            size=len(content),
            state=state,
            **fields,
        )
        if active and state == "qualified":
            bot.active = version
            bot.save(update_fields=["active"])
        return version

    return make


@pytest.fixture
def make_rivals(make_version: Callable[..., Any]) -> Callable[..., list[Any]]:
    """make_rivals(count, **fields) -> active versions of new bots, each with an owner of its own.

    Only bots of different owners play rated matches.
    """
    from arena.accounts.models import User

    numbers = count(1)

    def make(how_many: int, **fields: Any) -> list[Any]:
        owners = [User.objects.create(username=f"owner{next(numbers)}") for _ in range(how_many)]
        return [make_version(owner, **fields) for owner in owners]

    return make


@pytest.fixture
def versions(make_version: Callable[..., Any], alice: Any, bob: Any) -> tuple[Any, Any]:
    """The active versions of alice/bold and bob/shy, two bots that play Écarté."""
    return (
        make_version(alice, ruleset="ecarte", name="bold"),
        make_version(bob, ruleset="ecarte", name="shy"),
    )
