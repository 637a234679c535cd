"""How a match enters the queue."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from arena.matches import lifecycle, queue
from arena.matches.models import Match
from engine.errors import BadOption
from tests.arena.playing import claim, finish, make_match, state

pytestmark = pytest.mark.django_db


class Broker:
    """A broker's queue with hints. `error`: what it answers with."""

    def __init__(self) -> None:
        self.hints = 0
        self.tries = 0
        self.error: Exception | None = None

    def send(self, count: int) -> int:
        self.tries += 1
        if self.error:
            raise self.error
        self.hints += count
        return count


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    broker = Broker()
    monkeypatch.setattr(queue, "_send", broker.send)
    monkeypatch.setattr("arena.matches.broker._away_until", 0.0)
    return broker


def test_a_new_match_has_a_secret_seed_and_its_commitment(versions: Any) -> None:
    one, two = make_match(*versions), make_match(*versions)
    assert len(bytes(one.seed)) == 32
    assert bytes(one.seed) != bytes(two.seed)
    assert one.commitment == sha256(bytes(one.seed)).hexdigest()
    assert one.state == Match.State.QUEUED


def test_workers_are_told_when_the_transaction_commits(
    versions: Any, broker: Broker, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        make_match(*versions, queue="tournament")
        assert not broker.hints
    assert broker.hints == 1


@pytest.mark.parametrize("error", [OperationalError("refused"), ConnectionError("reset")])
def test_without_a_broker_matches_stay_queued_and_only_the_first_waits_for_it(
    versions: Any, broker: Broker, error: Exception, django_capture_on_commit_callbacks: Any
) -> None:
    broker.error = error
    with django_capture_on_commit_callbacks(execute=True):
        matches = [make_match(*versions) for _ in range(3)]
    assert [state(match) for match in matches] == ["queued"] * 3
    assert broker.tries == 1


def test_housekeeping_tells_workers_of_what_may_be_played_now(
    versions: Any, broker: Broker
) -> None:
    queue.top_up_hints()
    assert broker.hints == 0
    match, later = make_match(*versions), make_match(*versions)
    Match.objects.filter(pk=later.pk).update(due=Now() + timedelta(minutes=1))
    queue.top_up_hints()
    assert broker.hints == 1
    claim(match)
    queue.top_up_hints()
    assert broker.hints == 1


def test_a_match_keeps_its_variant_and_options(versions: Any) -> None:
    match = make_match(*versions, ruleset="ecarte/classic", options={"target": "7"})
    assert (match.ruleset, match.options) == ("ecarte/classic", {"target": 7})


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"ruleset": "bridge"}, BadOption, "bridge"),
        ({"options": {"colour": "blue"}}, BadOption, "colour"),
        ({"ruleset": "kozel"}, ValueError, "plays ecarte, not kozel"),
        ({"pairs": 0}, ValueError, "at least 1 pair"),
        ({"queue": "nowhere"}, ValueError, "nowhere"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    versions: Any, changes: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make_match(*versions, **changes)
    assert not Match.objects.exists()


def test_after_its_first_failure_a_match_may_be_played_at_once_and_then_after_growing_pauses(
    versions: Any,
) -> None:
    """A machine that fails at everything must not void a whole queue within a second."""
    match = make_match(*versions)
    pauses = []
    for _ in range(4):
        attempt = claim(match)
        lifecycle.fail(attempt.token, "no memory")
        match.refresh_from_db()
        ended = match.attempts.order_by("number").last().ended
        pauses.append(match.due and round((match.due - ended).total_seconds()))
    assert pauses == [None, 30, 60, 120]


def test_a_match_between_bots_of_one_owner_is_never_rated_and_its_page_says_so(
    versions: Any, make_version: Any, alice: Any, client: Any
) -> None:
    another = make_version(alice, ruleset="ecarte")
    for queue_name in Match.Queue.values:
        assert not make_match(versions[0], another, queue=queue_name, rated=True).rated
        assert make_match(*versions, queue=queue_name, rated=True).rated
    match = finish(make_match(versions[0], another))
    page = client.get(match.get_absolute_url()).text
    assert "This match is unrated, because both bots are alice’s" in page


def test_the_bots_of_the_house_are_rated_against_each_other(
    versions: Any, make_version: Any, alice: Any
) -> None:
    another = make_version(alice, ruleset="ecarte")
    alice.is_house = True
    alice.save()
    versions[0].bot.owner.refresh_from_db()
    assert make_match(versions[0], another).rated
    # A bot is never rated against itself.
    assert not make_match(versions[0], make_version(versions[0].bot)).rated
