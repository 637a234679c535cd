"""Lines to a remote bot and its answers, as rows: what is delivered, what counts, and for whom."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arena.accounts.models import ApiToken
from arena.matches import queue, remote_bots
from arena.matches.claiming import claim_next
from arena.matches.fair_order import Slot
from arena.matches.models import Match
from arena.remote import creation, presence, sessions
from arena.remote.models import Connection, Session
from arena.tables.errors import TableError
from arena.tables.seats.invited_bots import find_bot
from arena.tournaments import entering, stages
from arena.tournaments.details import check_remote
from referee.play.clock import Clock

pytestmark = pytest.mark.django_db

PROGRAM = uuid4()


@pytest.fixture
def bot(alice: Any) -> Any:
    return creation.create(alice, "ecarte", "gpu")


@pytest.fixture
def connection(bot: Any) -> Connection:
    return presence.connect(bot, PROGRAM, games=1)


@pytest.fixture
def session(bot: Any, connection: Connection) -> Session:
    return sessions.begin(bot.pk, "match 1", {"match": 1})


def headers(user: Any, *scopes: str) -> dict[str, str]:
    key = ApiToken.make(user, "t", scopes or ("read", "submit"))[1]
    return {"Authorization": f"Bearer {key}"}


def send(client: Any, user: Any, body: Any, *scopes: str, name: str = "alice/gpu") -> Any:
    return client.post(
        f"/api/v1/remote/bots/{name}/",
        {"program": str(PROGRAM), **body},
        content_type="application/json",
        headers=headers(user, *scopes),
    )


def taken(bot: Any, connection: Connection, again: bool = False) -> list[int]:
    return [line.number for line in sessions.take(bot.pk, connection.key, again).lines]


def test_a_line_is_delivered_once(bot: Any, connection: Connection, session: Session) -> None:
    sessions.put(session, 1, "hello", asks=True)
    sessions.put(session, 1, "hello", asks=True)
    assert taken(bot, connection) == [1]
    assert taken(bot, connection) == []


def test_after_a_break_it_is_sent_what_it_may_not_have(
    bot: Any, connection: Connection, session: Session
) -> None:
    for number, asks in ((1, True), (2, False), (3, True)):
        sessions.put(session, number, f"line {number}", asks=asks)
    assert taken(bot, connection) == [1, 2, 3]
    assert sessions.answer(bot, PROGRAM, [(session.pk, 1, "ready")])
    connection = presence.connect(bot, PROGRAM, games=1)
    assert taken(bot, connection, again=True) == [2, 3]


def test_an_answer_that_comes_twice_counts_once(
    client: Any, alice: Any, bot: Any, connection: Connection, session: Session
) -> None:
    sessions.put(session, 1, "hello", asks=True)
    body = {"answers": [{"session": str(session.pk), "number": 1, "line": "ready"}]}
    assert send(client, alice, body).json() == {"counted": 0}  # it was not asked yet
    sessions.take(bot.pk, connection.key)
    assert send(client, alice, body).json() == {"counted": 1}
    body["answers"][0]["line"] = "something else"
    assert send(client, alice, body).json() == {"counted": 0}
    assert sessions.look(session, 1, 20_000, 250).answer == "ready"


def test_answers_that_nobody_waits_for_cost_the_arena_nothing(
    client: Any,
    alice: Any,
    bot: Any,
    connection: Connection,
    session: Session,
    django_assert_max_num_queries: Any,
) -> None:
    sessions.put(session, 1, "hello", asks=True)
    sessions.take(bot.pk, connection.key)
    here, nowhere = str(session.pk), str(uuid4())
    answers = [{"session": here, "number": 1, "line": f"answer {i}"} for i in range(32)]
    answers += [{"session": nowhere, "number": i + 1, "line": ""} for i in range(32)]
    faults = [{"session": here, "reason": "crash", "detail": f"crash {i}"} for i in range(64)]
    with django_assert_max_num_queries(30):
        sent = send(client, alice, {"answers": answers, "faults": faults})
    assert sent.json() == {"counted": 2}
    assert sessions.look(session, 1, 20_000, 250).answer == "answer 0"
    session.refresh_from_db()
    assert session.fault == {"reason": "crash", "detail": "crash 0"}


def test_nobody_answers_for_another_persons_bot(
    client: Any, alice: Any, bob: Any, bot: Any, connection: Connection, session: Session
) -> None:
    theirs = creation.create(bob, "ecarte", "other")
    presence.connect(theirs, PROGRAM, games=1)
    sessions.put(session, 1, "hello", asks=True)
    sessions.take(bot.pk, connection.key)
    body = {"answers": [{"session": str(session.pk), "number": 1, "line": "ready"}]}
    assert send(client, bob, body).status_code == 403
    assert send(client, bob, body, name="bob/other").json() == {"counted": 0}
    assert send(client, alice, body, "read").json()["code"] == "scope"
    assert sessions.look(session, 1, 20_000, 250).answer is None


@pytest.mark.parametrize(
    "body",
    [
        {"program": "no uuid"},
        {"pong": 0},
        {"pong": 2**40},
        {"answers": [{"session": "x", "number": 1, "line": ""}]},
        {"answers": [{"session": str(PROGRAM), "number": 0, "line": ""}]},
        {"answers": [{"session": str(PROGRAM), "number": 1, "line": "x" * (64 * 1024 + 1)}]},
        {"answers": [{"session": str(PROGRAM), "number": 1, "line": 7}]},
        {"answers": [{"session": str(PROGRAM), "number": 1, "line": "\0"}]},
        {"answers": [{"session": str(PROGRAM), "number": 1, "line": ""}] * 65},
        {"faults": [{"session": str(PROGRAM), "reason": "timeout", "detail": "it was the arena"}]},
    ],
)
def test_what_no_client_of_ours_sends_is_refused(
    client: Any, alice: Any, connection: Connection, body: Any
) -> None:
    assert send(client, alice, body).status_code == 400


def test_the_newer_connection_takes_over(
    client: Any, alice: Any, bot: Any, connection: Connection, session: Session
) -> None:
    sessions.put(session, 1, "hello", asks=True)
    presence.connect(bot, uuid4(), games=1)
    with pytest.raises(presence.Replaced):
        sessions.take(bot.pk, connection.key)
    answer = send(client, alice, {"pong": 1})
    assert (answer.status_code, answer.json()["code"]) == (409, "replaced")
    # The processes of the older one are gone, and with them its games.
    assert sessions.look(session, 1, 20_000, 250).fault == {
        "reason": "crash",
        "detail": presence.STARTED_AGAIN,
    }


def test_the_same_program_goes_on_after_a_break(
    bot: Any, connection: Connection, session: Session
) -> None:
    presence.disconnect(bot.pk, connection.key)
    assert not presence.is_online(bot)
    presence.connect(bot, PROGRAM, games=1)
    assert presence.is_online(bot)
    session.refresh_from_db()
    assert session.fault is None


def test_an_older_stream_that_ends_late_does_not_take_the_bot_offline(
    bot: Any, connection: Connection
) -> None:
    presence.connect(bot, PROGRAM, games=1)
    presence.disconnect(bot.pk, connection.key)
    assert presence.is_online(bot)


def test_a_goodbye_ends_its_games(
    client: Any, alice: Any, bot: Any, connection: Connection, session: Session
) -> None:
    assert send(client, alice, {"bye": True}).status_code == 200
    assert not presence.is_online(bot)
    session.refresh_from_db()
    assert session.fault == {"reason": "crash", "detail": presence.STOPPED}


def test_the_round_trip_is_that_of_the_last_ping(
    client: Any, alice: Any, bot: Any, connection: Connection
) -> None:
    number = presence.next_ping(bot.pk, connection.key)
    send(client, alice, {"pong": number + 1})
    send(client, alice, {"pong": number})
    send(client, alice, {"pong": number})
    connection.refresh_from_db()
    assert len(connection.round_trips) == 1


def test_only_the_owner_opens_the_stream(client: Any, alice: Any, bob: Any, bot: Any) -> None:
    address = "/api/v1/remote/bots/alice/gpu/stream/"
    program = f"{address}?program={PROGRAM}"
    assert client.get(address).json()["code"] == "invalid"
    assert client.get(program).status_code == 401
    assert client.get(program, headers=headers(bob)).status_code == 404
    assert client.get(program, headers=headers(alice, "read")).json()["code"] == "scope"
    client.force_login(alice)
    assert client.get(program).status_code == 401  # a link must not take over a bot
    assert not Connection.objects.exists()


def test_a_bot_that_connects_again_and_again_is_told_to_wait(
    client: Any, alice: Any, bot: Any
) -> None:
    address = f"/api/v1/remote/bots/alice/gpu/stream/?program={PROGRAM}"
    token = headers(alice)
    for _ in range(30):
        assert client.get(address, headers=token).status_code == 200
    refused = client.get(address, headers=token)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60


def test_a_person_has_a_few_remote_bots(settings: Any, alice: Any, bot: Any) -> None:
    settings.REMOTE_BOTS_PER_OWNER = 2
    creation.create(alice, "kozel", "two")
    with pytest.raises(creation.TooManyRemoteBots):
        creation.create(alice, "kozel", "three")
    with pytest.raises(ValidationError):
        creation.create(alice, "kozel", "gpu")


def test_nothing_with_a_remote_bot_is_rated(bot: Any, make_version: Any, bob: Any) -> None:
    match = a_match(bot, make_version(bob, ruleset="ecarte"), rated=True)
    assert match.remote and not match.rated


def a_match(bot: Any, opponent: Any, **fields: Any) -> Match:
    wanted = {"pairs": 1, "clock": Clock(), "queue": "table", "rated": False, "account": bot.owner}
    return queue.create("ecarte", {}, bot.active, opponent, **{**wanted, **fields})


def test_a_match_waits_for_its_bot_without_a_slot(
    bot: Any, connection: Connection, make_version: Any, bob: Any
) -> None:
    presence.disconnect(bot.pk, connection.key)
    other = make_version(bob, ruleset="ecarte")
    waiting = a_match(bot, other)
    next_one = queue.create(
        "ecarte", {}, other, other, pairs=1, clock=Clock(), queue="table", rated=False
    )
    attempt = claim_next("worker", Slot())
    assert attempt is not None and attempt.match_id == next_one.pk
    assert claim_next("worker", Slot()) is None
    waiting.refresh_from_db()
    assert waiting.state == "queued" and waiting.awaited is not None
    presence.connect(bot, PROGRAM, games=1)
    remote_bots.bot_online(bot)
    attempt = claim_next("worker", Slot())
    assert attempt is not None and attempt.match_id == waiting.pk


def test_a_bot_plays_no_more_games_at_once_than_it_can(
    bot: Any, connection: Connection, make_version: Any, bob: Any
) -> None:
    other = make_version(bob, ruleset="ecarte")
    a_match(bot, other)
    a_match(bot, other, account=bob)
    assert claim_next("worker", Slot()) is not None
    assert claim_next("worker", Slot()) is None


def test_a_challenge_does_not_wait_for_ever(bot: Any, make_version: Any, bob: Any) -> None:
    match = a_match(bot, make_version(bob, ruleset="ecarte"))
    assert claim_next("worker", Slot()) is None
    assert remote_bots.give_up() == 0
    Match.objects.filter(pk=match.pk).update(awaited=timezone.now() - timedelta(minutes=11))
    assert remote_bots.give_up() == 1
    match.refresh_from_db()
    assert match.state == "cancelled"


def test_a_remote_bot_sits_at_tables_of_two_while_it_is_connected(
    alice: Any, bot: Any, connection: Connection
) -> None:
    assert find_bot("ecarte", "alice/gpu").bot == bot
    presence.disconnect(bot.pk, connection.key)
    with pytest.raises(TableError, match="not connected"):
        find_bot("ecarte", "alice/gpu")
    goat = creation.create(alice, "kozel", "goat")
    presence.connect(goat, PROGRAM, games=1)
    with pytest.raises(TableError, match="tables of two only"):
        find_bot("kozel", "alice/goat")


def test_a_tournament_takes_remote_bots_if_it_says_so(alice: Any, bot: Any) -> None:
    def tournament(name: str, ruleset: str = "ecarte", **settings: Any) -> Any:
        made = stages.create(alice, name, ruleset, options={}, clock=Clock(), **settings)
        stages.open_(made)
        return made

    with pytest.raises(ValidationError, match="does not allow"):
        entering.enter(tournament("Usual"), bot)
    with pytest.raises(ValidationError, match="partners"):
        tournament("Goats", "kozel", allow_remote=True)
    open_to_all = tournament("Open", allow_remote=True)
    assert list(entering.candidates(open_to_all, alice)) == [bot]
    entering.enter(open_to_all, bot)
    open_to_all.allow_remote = False
    with pytest.raises(ValidationError, match="withdraw"):
        check_remote(open_to_all)
    alice.is_staff = True
    with pytest.raises(ValidationError, match="rated"):
        tournament("Rated", allow_remote=True, rated=True)


def test_in_a_tournament_a_bot_that_does_not_come_is_waited_for_no_longer(
    bot: Any, make_version: Any, bob: Any
) -> None:
    match = a_match(bot, make_version(bob, ruleset="ecarte"), queue="tournament")
    assert claim_next("worker", Slot()) is None
    Match.objects.filter(pk=match.pk).update(
        due=None, awaited=timezone.now() - timedelta(minutes=11)
    )
    assert remote_bots.give_up() == 0
    attempt = claim_next("worker", Slot())
    assert attempt is not None and attempt.match_id == match.pk


def test_a_bot_that_never_comes_holds_up_one_round_alone(
    bot: Any, make_version: Any, bob: Any
) -> None:
    other = make_version(bob, ruleset="ecarte")
    missed = a_match(bot, other, queue="tournament")
    Match.objects.filter(pk=missed.pk).update(
        state="finished", awaited=timezone.now(), finished=timezone.now(), score0=0, score1=2
    )
    following = a_match(bot, other, queue="tournament")
    assert not remote_bots.postpone(following.pk)
    # As soon as it has been there, it is waited for again.
    presence.disconnect(bot.pk, presence.connect(bot, PROGRAM, games=1).key)
    assert remote_bots.postpone(following.pk)
