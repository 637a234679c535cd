"""The database is away, and Redis is dead or hangs: what the site answers, and how soon."""

import json
from collections import Counter
from collections.abc import Iterator

from bench.measure import Row
from bench.outages.deployment import ROOT, Answer, Deployment

PATHS = ("/", "/matches/", "/rankings/ecarte/", "/api/v1/matches/", "/api/v1/bots/")
ASKED = 100

AUTHOR = """
from arena.accounts.models import ApiToken, User

print(ApiToken.make(User.objects.create_user("author", password="sesame opens"), "bench")[1])
"""


def rows() -> Iterator[Row]:
    with Deployment() as arena:
        token = arena.python(AUTHOR).split()[-1]
        arena.web.start()
        yield from without_database(arena)
        for how in ("pause", "stop"):
            getattr(arena.redis, how)()
            yield from without_redis(arena, token, f"Redis {how}ped".replace("pauseped", "hangs"))
            if how == "pause":
                arena.redis.resume()
        yield Row("tracebacks of the web process", arena.log("web").count("Traceback"), "")


def without_database(arena: Deployment) -> Iterator[Row]:
    arena.get("/")
    before = len(problems(arena))
    arena.postgres.stop()
    answers = [arena.get(PATHS[number % len(PATHS)]) for number in range(ASKED)]
    statuses = Counter(answer.status for answer in answers)
    described = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
    yield Row(
        "without the database: answers that are not 503",
        ASKED - statuses[503],
        "",
        described,
        at_most=0,
    )
    slowest = max(answer.seconds for answer in answers)
    yield Row("without the database: slowest answer", slowest, "s", at_most=1)
    lines = len(problems(arena)) - before
    yield Row("without the database: lines of the log", lines, "", at_most=1)
    arena.postgres.start()
    yield Row("with it again: answers of 200", arena.get("/").status == 200, "", at_least=1)


def without_redis(arena: Deployment, token: str, how: str) -> Iterator[Row]:
    yield Row(f"{how}: a page", arena.get("/").seconds, "s", at_most=1)
    for number in (1, 2):
        answer = submit(arena, token, f"{how} {number}".lower().replace(" ", "-"))
        yield Row(
            f"{how}: submission {number}", answer.seconds, "s", f"status {answer.status}", at_most=5
        )
    yield Row(f"{how}: log-in", log_in(arena).seconds, "s", at_most=2)


def problems(arena: Deployment) -> list[str]:
    """The lines of the web process's log that are not the access log's."""
    return [line for line in arena.log("web").splitlines() if not line.startswith("INFO:")]


def submit(arena: Deployment, token: str, name: str) -> Answer:
    program = (ROOT / "bots/random_bot.py").read_text() + f"# {name}\n"
    content = json.dumps({"ruleset": "ecarte", "name": name, "source": program}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return arena.get("/api/v1/bots/", data=content, headers=headers)


def log_in(arena: Deployment) -> Answer:
    """A log-in with a wrong password, which must be checked and counted."""
    page = arena.get("/accounts/login/")
    key = page.headers["Set-Cookie"].partition(";")[0]
    form = f"username=author&password=wrong&csrfmiddlewaretoken={key.partition('=')[2]}"
    return arena.get("/accounts/login/", data=form.encode(), headers={"Cookie": key})
