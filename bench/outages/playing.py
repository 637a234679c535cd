"""Play goes on: after outages of the database and the broker, after lost workers, and for whoever
waits while every slot plays a long match.
"""

import time
from collections.abc import Iterator

import psycopg

from bench.measure import Row
from bench.outages.deployment import ROLE, Deployment, wait_until

DATABASE_AWAY_SECONDS = 45.0
BROKER_AWAY_SECONDS = 30.0
GOAL_SECONDS = 5.0
WAITING = 3000
KILLS, KILLED_MATCHES = 5, 200
QUEUED, ACCOUNTS, CLAIMS = 10_000, 200, 50

SETUP = """
from pathlib import Path
from hashlib import sha256
from arena.accounts.models import User
from arena.bots.models import Bot, Version
from arena.matches import queue
from arena.matches.models import Match
from referee.play.clock import Clock

def version(owner, name, source):
    content = f"{source}# {owner} {name}".encode()
    bot, _ = Bot.objects.get_or_create(owner=owner, ruleset="ecarte", name=name)
    made, _ = Version.objects.get_or_create(
        bot=bot, number=1, defaults=dict(sha256=sha256(content).hexdigest(), content=content,
        is_zip=False, size=len(content), state="qualified"))
    return made

def users(*names):
    return [User.objects.get_or_create(username=name)[0] for name in names]

BOTS = Path("tests/arena/sample_bots")

def matches(count, bot, pairs=1, kind="tournament", owner="olga"):
    owner, = users(owner)
    pair = [version(user, bot, (BOTS / f"{bot}.py").read_text()) for user in users("alice", "bob")]
    return [queue.create("ecarte", {}, *pair, pairs=pairs, clock=Clock(), queue=kind, rated=False,
            account=owner).pk for _ in range(count)]
"""
SUBMIT = """
from arena.bots import submission
author, = users("newcomer{number}")
source = (BOTS / "random_bot.py").read_text() + "# new {number}"
submitted = submission.submit(author, "ecarte", "newcomer", source.encode())
print(Match.objects.get(version0=submitted).pk)
"""
CLAIMS_CODE = """
import time
from arena.matches.claiming import claim_next
from arena.matches.fair_order import Slot, position
accounts = users(*(f"account{{n}}" for n in range({accounts})))
pair = [version(user, "random_bot", "") for user in users("alice", "bob")]
Match.objects.bulk_create(Match(ruleset="ecarte", version0=pair[0], version1=pair[1], pairs=1,
    clock={{}}, queue="tournament", account=accounts[n % len(accounts)], seed=bytes(32))
    for n in range({queued}))
took = []
for n in range({claims}):
    began = time.perf_counter()
    attempt = claim_next(f"bench:{{n}}:main", Slot())
    took.append(time.perf_counter() - began)
began = time.perf_counter()
position(Match.objects.filter(state="queued").last())
print(1000 * min(took), 1000 * (time.perf_counter() - began))
"""


def rows() -> Iterator[Row]:
    yield from claims()
    with Deployment(GOAT_LADDER="off") as arena:
        arena.housekeeping.start()
        worker = arena.add_worker(2)
        worker.start()
        yield from database_away(arena)
        yield from broker_away(arena)
        yield from connections_run_out(arena)
        yield from all_slots_busy(arena)
        yield from workers_killed(arena)
        yield Row("tracebacks of all programs", tracebacks(arena), "", at_most=0)
        yield Row("end of a worker that plays", worker.stop(), "s", at_most=GOAL_SECONDS)
        yield from disk_gone(arena)
        yield Row("end of housekeeping", arena.housekeeping.stop(), "s", at_most=GOAL_SECONDS)


def claims() -> Iterator[Row]:
    with Deployment() as arena:
        code = CLAIMS_CODE.format(accounts=ACCOUNTS, queued=QUEUED, claims=CLAIMS)
        claim, place = map(float, arena.python(SETUP + code).split()[-2:])
        note = f"{QUEUED} queued matches of {ACCOUNTS} accounts"
        yield Row("a claim, the fastest of 50", claim, "ms", note, at_most=15)
        yield Row("the position of a match", place, "ms", note, at_most=100)


def database_away(arena: Deployment) -> Iterator[Row]:
    """With idle slots, and matches that are queued."""
    make(arena, "matches(1, 'random_bot')")
    wait_until(lambda: queued(arena) == 0 and running(arena) == 0, 60)
    arena.workers[0].pause()  # so that none of these is played before the outage
    make(arena, "matches(40, 'random_bot')")
    arena.postgres.stop()
    arena.workers[0].resume()
    time.sleep(DATABASE_AWAY_SECONDS)
    arena.postgres.start()
    yield Row(
        f"database away {DATABASE_AWAY_SECONDS:g} s: until play goes on",
        wait_until(lambda: started_recently(arena), 120),
        "s",
        "40 matches were queued, all slots idle",
        at_most=GOAL_SECONDS,
    )
    yield Row("until all are played", wait_until(lambda: unended(arena) == 0, 120), "s")
    for name in ("worker1", "housekeeping"):
        lines = arena.log(name).count("the database is away")
        yield Row(f"lines of {name} about it", lines, "", at_most=1)


def broker_away(arena: Deployment) -> Iterator[Row]:
    """Redis comes back empty, and the slots were idle when the matches were created."""
    arena.redis.stop()
    make(arena, "matches(10, 'random_bot')")
    time.sleep(BROKER_AWAY_SECONDS)
    arena.redis.start()
    yield Row(
        f"Redis away {BROKER_AWAY_SECONDS:g} s and back empty: until play goes on",
        wait_until(lambda: started_recently(arena), 120),
        "s",
        "10 matches were created meanwhile",
        at_most=GOAL_SECONDS,
    )
    wait_until(lambda: unended(arena) == 0, 120)
    for name in ("worker1", "housekeeping"):
        lines = arena.log(name).count("the broker is away")
        yield Row(f"lines of {name} about it", lines, "", at_most=1)


def connections_run_out(arena: Deployment) -> Iterator[Row]:
    names = ("worker1", "housekeeping")
    before = {name: arena.log(name).count("the database is away") for name in names}
    arena.workers[0].pause()
    make(arena, "matches(10, 'random_bot')")
    held = []
    arena.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{ROLE}'")
    try:
        while True:
            held.append(psycopg.connect(arena.environment["DATABASE_URL"]))
    except psycopg.OperationalError:
        pass
    arena.workers[0].resume()
    time.sleep(10)
    for connection in held:
        connection.close()
    yield Row(
        "connections ran out for 10 s: until play goes on",
        wait_until(lambda: started_recently(arena), 120),
        "s",
        f"{len(held)} connections held",
        at_most=GOAL_SECONDS,
    )
    for name in names:
        lines = arena.log(name).count("the database is away") - before[name]
        yield Row(f"lines of {name} about it", lines, "", at_most=1)
    wait_until(lambda: unended(arena) == 0, 120)


def all_slots_busy(arena: Deployment) -> Iterator[Row]:
    """Thousands wait, and both slots of the lone worker play a long match."""
    make(arena, f"matches({WAITING}, 'slow_bot', pairs=500)")
    wait_until(lambda: running(arena) == 2, 60)
    number = make(arena, SUBMIT.format(number=1))
    yield Row(
        "a qualification starts",
        waited(arena, number),
        "s",
        f"{WAITING} matches wait, both slots play long ones",
        at_most=GOAL_SECONDS,
    )
    number = make(arena, "print(matches(1, 'random_bot', kind='table', owner='zoe')[0])")
    yield Row("a challenge starts", waited(arena, number), "s", at_most=GOAL_SECONDS)
    long = make(arena, "print(matches(1, 'slow_bot', pairs=500, kind='table', owner='zoe')[0])")
    waited(arena, long)
    arena.sql(
        "UPDATE matches_attempt SET started = started - interval '2 minutes'"
        f" WHERE match_id = {long}"
    )
    number = make(arena, SUBMIT.format(number=2))
    yield Row(
        "a qualification starts",
        waited(arena, number),
        "s",
        "a challenge has had the slot of urgent matches for 2 minutes",
        at_most=10,
    )
    make(arena, f"from arena.matches import lifecycle; lifecycle.cancel({long})")
    hints = arena.client().llen("matches")
    yield Row("messages in the broker's queue", hints, "", at_most=8)

    match = one(arena, "SELECT min(match_id) FROM matches_attempt WHERE outcome = 'running'")
    make(arena, f"from arena.matches import lifecycle; lifecycle.cancel({match})")
    cancelled = one(arena, f"SELECT finished FROM matches_match WHERE id = {match}")
    freed = f"SELECT 1 FROM matches_attempt WHERE outcome = 'running' AND started > '{cancelled}'"
    wait_until(lambda: arena.sql(freed), 60)
    after = f"SELECT extract(epoch FROM max(started) - '{cancelled}') FROM matches_attempt"
    yield Row(
        "a cancelled match leaves its worker",
        float(one(arena, after)),
        "s",
        "until its slot plays another",
        at_most=GOAL_SECONDS,
    )
    match = one(arena, "SELECT min(match_id) FROM matches_attempt WHERE outcome = 'running'")
    arena.sql(
        "INSERT INTO matches_attempt (match_id, number, worker, token, started, lease_until,"
        " outcome, error) SELECT max(id), 1, 'gone:1:main', gen_random_uuid(), now(), now(),"
        " 'running', '' FROM matches_match WHERE state = 'queued'"
    )
    arena.sql(
        "UPDATE matches_match SET state = 'running' WHERE id = (SELECT max(match_id)"
        " FROM matches_attempt WHERE worker = 'gone:1:main')"
    )
    lost = "SELECT 1 FROM matches_attempt WHERE worker = 'gone:1:main' AND outcome = 'lost'"
    yield Row(
        "an expired lease is seen",
        wait_until(lambda: arena.sql(lost), 60),
        "s",
        "while every slot plays",
        at_most=GOAL_SECONDS,
    )
    number = make(arena, "print(matches(2, 'slow_bot', pairs=500, owner='ben')[0])")
    yield Row(
        "an account has half of the slots",
        waited(arena, number),
        "s",
        "all had long matches of another account",
        at_most=75,
    )


def workers_killed(arena: Deployment) -> Iterator[Row]:
    """Again and again, with all their processes, in the middle of matches."""
    arena.sql("UPDATE matches_match SET state = 'cancelled', settled = true WHERE state = 'queued'")
    make(
        arena,
        "from arena.matches import lifecycle\n"
        "for match in Match.objects.filter(state='running'): lifecycle.cancel(match.pk)",
    )
    wait_until(lambda: unended(arena) == 0, 60)
    first = one(arena, "SELECT coalesce(max(id), 0) + 1 FROM matches_match")
    for _ in range(KILLS):
        make(arena, f"matches({KILLED_MATCHES // KILLS}, 'random_bot')")
        wait_until(lambda: running(arena) > 0, 60)
        time.sleep(0.5)
        arena.workers[0].kill()
        arena.workers[0].start(60)
    wait_until(lambda: unended(arena) == 0, 180)
    lost = one(
        arena,
        f"SELECT count(*) FROM matches_attempt WHERE outcome = 'lost' AND match_id >= {first}",
    )
    once = one(
        arena,
        "SELECT count(*) FROM (SELECT match_id FROM matches_attempt"
        f" WHERE outcome = 'finished' AND match_id >= {first}"
        " GROUP BY match_id HAVING count(*) = 1) AS once",
    )
    yield Row(
        f"a worker killed {KILLS} times: matches with one result",
        float(str(once)),
        f"of {KILLED_MATCHES}",
        f"{lost} attempts were lost",
        at_least=KILLED_MATCHES,
    )


def disk_gone(arena: Deployment) -> Iterator[Row]:
    """No bot can start: the folder for temporary files is gone."""
    worker = arena.add_worker(1)
    worker.start(60)
    (arena.folder / "tmp").rename(arena.folder / "gone")
    make(arena, "matches(20, 'random_bot')")
    assert worker.process is not None
    seconds = wait_until(lambda: not worker.running, 60)
    (arena.folder / "gone").rename(arena.folder / "tmp")
    said = [line for line in arena.log("worker2").splitlines() if "this worker ends" in line]
    yield Row("a worker without a temporary folder ends", seconds, "s", "".join(said)[-100:])
    yield Row("its exit status", worker.process.returncode, "", at_least=1, at_most=1)
    yield Row("matches that it has left in the queue", queued(arena), "of 20", at_least=20)


def make(arena: Deployment, code: str) -> str:
    """Runs code that creates matches; the last word that it prints."""
    return (arena.python(SETUP + code).split() or [""])[-1]


def one(arena: Deployment, query: str) -> object:
    return arena.sql(query)[0][0]


def queued(arena: Deployment) -> int:
    return int(str(one(arena, "SELECT count(*) FROM matches_match WHERE state = 'queued'")))


def running(arena: Deployment) -> int:
    return int(str(one(arena, "SELECT count(*) FROM matches_match WHERE state = 'running'")))


def unended(arena: Deployment) -> int:
    return queued(arena) + running(arena)


def started_recently(arena: Deployment) -> bool:
    recent = "SELECT 1 FROM matches_attempt WHERE started > now() - interval '3 seconds' LIMIT 1"
    return bool(arena.sql(recent))


def waited(arena: Deployment, match: str) -> float:
    """The seconds from a match's creation to its first attempt."""
    query = (
        "SELECT extract(epoch FROM min(a.started) - min(m.created)) FROM matches_match m"
        f" JOIN matches_attempt a ON a.match_id = m.id WHERE m.id = {match}"
    )
    wait_until(lambda: one(arena, query) is not None, 120)
    return float(str(one(arena, query)))


def tracebacks(arena: Deployment) -> int:
    names = ("worker1", "housekeeping")
    return sum(arena.log(name).count("Traceback (most recent call last)") for name in names)
