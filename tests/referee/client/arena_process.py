"""An arena for the tests of `goat` as its client: the embedded one, with a data folder of its own.

Run it as a program with GOAT_DATA set. It prints a line of JSON with its address and the tokens of
its people, runs the commands that it reads from standard input, each on a line, and ends when
standard input closes.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
PASSWORD = "correct horse battery"


def main() -> None:
    from arena import settings

    # Hashing on purpose takes long, and nobody guesses here.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django.setup()
    from django.core.management import call_command

    from arena.embedded import server
    from arena.embedded.data_lock import lock_data_folder
    from arena.settings import DATA_DIR

    with lock_data_folder(DATA_DIR):
        call_command("migrate", verbosity=0)
        listener = server.listen("127.0.0.1", 0)
        arena = server.EmbeddedArena(listener, slots=1)
        arena.start()
        try:
            facts = {"address": f"http://127.0.0.1:{listener.getsockname()[1]}"} | people()
            print(json.dumps(facts), flush=True)
            for line in sys.stdin:
                print(json.dumps(COMMANDS[line.strip()]()), flush=True)
        finally:
            arena.stop()


def people() -> dict[str, Any]:
    """Alice has nothing yet; Bob has an active bot, which takes the last legal move."""
    from arena.accounts.models import ApiToken, User
    from arena.bots.models import Bot, Version
    from referee.programs.program import read_program

    tokens = {}
    for name in ("alice", "bob"):
        user = User.objects.create_user(name, password=PASSWORD)
        tokens[name] = ApiToken.make(user, "test")[1]
    program = read_program(LAST_MOVE.encode())
    bot = Bot.objects.create(owner=user, ruleset="ecarte", name="last")
    bot.active = Version.objects.create(
        bot=bot,
        number=1,
        sha256=program.sha256,
        content=program.content,
        is_zip=False,
        size=len(program.content),
        state=Version.State.QUALIFIED,
    )
    bot.save()
    return {"password": PASSWORD, "tokens": tokens}


def expired_token() -> dict[str, str]:
    from datetime import timedelta

    from django.utils import timezone

    from arena.accounts.models import ApiToken, User

    alice = User.objects.get(username="alice")
    ago = timezone.now() - timedelta(days=1)
    return {"token": ApiToken.make(alice, "old", expires=ago)[1]}


def another_token() -> dict[str, str]:
    """One of Alice's that a test may delete."""
    from arena.accounts.models import ApiToken, User

    return {"token": ApiToken.make(User.objects.get(username="alice"), "another")[1]}


LAST_MOVE = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": message["legal"][-1]}), flush=True)
"""

COMMANDS: dict[str, Callable[[], dict[str, Any]]] = {
    "expired token": expired_token,
    "another token": another_token,
}

if __name__ == "__main__":
    main()
