"""An arena for the browser tests: the embedded one, with a data folder of its own.

Run it as a program with GOAT_DATA set. It prints a line of JSON with the address and the content of
the site, runs the commands that it reads from standard input, each on a line ("name", or
"name: argument"), and ends when standard input closes.
"""

import json
import os
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
PASSWORD = "correct horse battery"

# The house's bots for every game: enough to play with, and quickly qualified.
HOUSE = ("low_bot.py", "high_bot.py")

SLOW = """\
import json, sys, time
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        asked += 1
        time.sleep(0.15 if asked < 25 else 0)
        move = message["legal"][len(message["legal"]) // 2]
        print("asked", asked, "of", len(message["legal"]), file=sys.stderr, flush=True)
        print(json.dumps({"move": move, "note": f"my {asked}th move"}), flush=True)
"""


CRASHING = """\
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "move":
        raise RuntimeError("this bot always crashes")
    if json.loads(line)["type"] == "hello":
        print('{"type":"ready"}', flush=True)
"""


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from arena.embedded import server
    from arena.embedded.data_lock import lock_data_folder
    from arena.settings import DATA_DIR

    with lock_data_folder(DATA_DIR):
        call_command("migrate", verbosity=0)
        listener = server.listen("127.0.0.1", 0)
        arena = server.EmbeddedArena(listener, slots=2)
        arena.start()
        try:
            facts = {"address": f"http://127.0.0.1:{listener.getsockname()[1]}"} | fill()
            print(json.dumps(facts), flush=True)
            for line in sys.stdin:
                name, _colon, argument = line.strip().partition(": ")
                given = [argument] if argument else []
                print(json.dumps(COMMANDS[name](*given)), flush=True)
        finally:
            arena.stop()


def fill() -> dict[str, Any]:
    """People, bots, tournaments that are played at once, and one that is open for entries."""
    from arena.accounts.models import User
    from arena.bots import reference
    from arena.bots.models import Bot, Version
    from arena.embedded import demo
    from arena.insights import counting
    from arena.tournaments import entering, stages
    from referee.play.clock import Clock

    owner = User.objects.create_user("olga", password=PASSWORD)
    slow = [qualified(owner, name, SLOW + f"# {name}\n") for name in ("tortoise", "snail")]
    with tempfile.TemporaryDirectory() as folder:
        for name in HOUSE:
            shutil.copy(reference.FOLDER / name, folder)
        versions = reference.submit_reference_bots(Path(folder))
    wait_for(lambda: not demo.checking(versions))
    tournaments = {}
    for ruleset, state in (("kozel", "played"), ("svoi-kozyri", "played"), ("ecarte", "open")):
        rated = state == "played"
        organiser = reference.house() if rated else owner
        title = f"The {state} {ruleset}"
        tournament = stages.create(
            organiser, title, ruleset, {}, pairs=1, clock=Clock(), rated=rated
        )
        stages.open_(tournament)
        for bot in Bot.objects.filter(owner__is_house=True, ruleset=ruleset):
            entering.enter(tournament, bot)
        if state == "played":
            stages.start(tournament)
        tournaments[ruleset] = tournament
    for ruleset in ("kozel", "svoi-kozyri"):
        wait_for(lambda ruleset=ruleset: ended(tournaments[ruleset]))
    played = {
        ruleset: tournaments[ruleset].pairings.first().match_id
        for ruleset in ("kozel", "svoi-kozyri")
    }
    counting.SETTLED_AFTER = timedelta()
    counting.sweep()
    return {
        "password": PASSWORD,
        "played": played,
        "open": tournaments["ecarte"].get_absolute_url(),
        "finished": tournaments["kozel"].get_absolute_url(),
        "version": Version.objects.get(pk=slow[0].pk).get_absolute_url(),
    }


def qualified(owner: Any, name: str, source: str) -> Any:
    """A qualified version of a bot that is too slow to play its qualification here."""
    from arena.bots.models import Bot, Version

    content = source.encode()
    bot = Bot.objects.create(owner=owner, ruleset="ecarte", name=name)
    bot.active = Version.objects.create(
        bot=bot,
        number=1,
        sha256=sha256(content).hexdigest(),
        content=content,
        is_zip=False,
        size=len(content),
        state=Version.State.QUALIFIED,
    )
    bot.save()
    return bot.active


def crashing_bot() -> dict[str, str]:
    """A bot that crashes. It is made when it is needed, because the ladder deactivates it soon."""
    from arena.accounts.models import User

    return {"bot": str(qualified(User.objects.get(username="olga"), "crasher", CRASHING).bot)}


def slow_match() -> dict[str, int]:
    """Queues a match that takes a while."""
    from arena.bots.models import Bot
    from arena.matches import queue
    from referee.play.clock import Clock

    first, second = (Bot.objects.get(name=name).active for name in ("tortoise", "snail"))
    match = queue.create(
        "ecarte", {}, first, second, pairs=1, clock=Clock(), queue="table", rated=False
    )
    return {"match": match.pk}


def next_seed(number: str) -> dict[str, int]:
    """Gives the next table the seed `number`, as 32 bytes, so that its cards are known."""
    from arena.tables.seats import creating
    from engine.randomness import SEED_BYTES

    def seed(_length: int) -> bytes:
        creating.secrets = secrets
        return int(number).to_bytes(SEED_BYTES, "big")

    creating.secrets = SimpleNamespace(token_bytes=seed, randbelow=secrets.randbelow)
    return {"seed": int(number)}


def puzzle() -> dict[str, Any]:
    """A puzzle from a played match: the last legal move of its first choice is the best."""
    from arena.matches import records
    from arena.matches.models import Match
    from arena.puzzles.models import Puzzle
    from engine.record import replay

    match = Match.objects.filter(ruleset="kozel", state=Match.State.FINISHED).earliest("pk")
    played = replay(records.load(match), 0)
    number, (_, state) = 1, next(played)
    while len(state.legal()) < 3:
        number, _ = number + 1, next(played)
    *others, best = state.texts(state.legal())
    made, _ = Puzzle.objects.update_or_create(
        match=match,
        game=1,
        move=number,
        defaults={
            "ruleset": "kozel",
            "seat": state.seat,
            "right": [best],
            "scores": {best: 0.6, others[0]: 0.4},
            "gap": 0.2,
            "why": "It wins the trick.",
            "played": others[0],
        },
    )
    return {"address": made.get_absolute_url(), "best": best, "wrong": others[0]}


def token() -> dict[str, str]:
    """A token of olga's."""
    from arena.accounts.models import ApiToken, User

    return {"token": ApiToken.make(User.objects.get(username="olga"), "laptop")[1]}


def ended(tournament: Any) -> bool:
    tournament.refresh_from_db()
    return bool(tournament.state == tournament.State.FINISHED)


def wait_for(ready: Any) -> None:
    deadline = time.monotonic() + 60
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError("the arena plays no matches")
        time.sleep(0.1)


COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    "crashing bot": crashing_bot,
    "slow match": slow_match,
    "next seed": next_seed,
    "token": token,
    "puzzle": puzzle,
}

if __name__ == "__main__":
    main()
