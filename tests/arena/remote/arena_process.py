"""An embedded arena in a process of its own: alice has remote bots, and bob hosted ones.

Run as a program, with GOAT_DATA naming an empty folder and the port as its word: prints what a test
needs as one JSON line, and serves until standard input closes.
"""

import json
import os
import sys
from hashlib import sha256
from pathlib import Path


def main(port: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from arena.embedded.server import EmbeddedArena, listen

    call_command("migrate", verbosity=0)
    listener = listen("127.0.0.1", port)
    arena = EmbeddedArena(listener, slots=1)
    arena.start()
    try:
        told = people() | {"address": f"http://127.0.0.1:{listener.getsockname()[1]}"}
        print(json.dumps(told), flush=True)
        sys.stdin.read()
    finally:
        arena.stop()


def people() -> dict[str, object]:
    from arena.accounts.models import ApiToken, User
    from arena.bots.models import Bot, Version
    from arena.remote import creation

    alice, _ = User.objects.get_or_create(username="alice")
    bob, _ = User.objects.get_or_create(username="bob")
    for owner, ruleset, name in ((bob, "ecarte", "shy"), (bob, "kozel", "ram")):
        bot, created = Bot.objects.get_or_create(owner=owner, ruleset=ruleset, name=name)
        if created:
            content = Path(os.environ["HOSTED_BOT"]).read_bytes()
            bot.active = Version.objects.create(
                bot=bot,
                number=1,
                sha256=sha256(content).hexdigest(),
                content=content,
                size=len(content),
                state=Version.State.QUALIFIED,
            )
            bot.save()
    for ruleset, name in (("ecarte", "gpu"), ("kozel", "goat")):
        if not Bot.objects.filter(owner=alice, name=name).exists():
            creation.create(alice, ruleset, name)
    tokens = {user.username: ApiToken.make(user, "laptop")[1] for user in (alice, bob)}
    return {"tokens": tokens}


if __name__ == "__main__":
    main(int(sys.argv[1]))
