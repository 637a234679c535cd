"""How a match enters the queue."""

from hashlib import sha256
from typing import Any

import pytest
from kombu.exceptions import OperationalError

from arena.matches import lifecycle, queue
from arena.matches.models import Match
from engine.errors import BadOption
from tests.arena.playing import claim, make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """The messages to the broker: the match and its queue."""
    messages: list[tuple[int, str]] = []
    monkeypatch.setattr(
        queue.app, "send_task", lambda name, args, queue, **rest: messages.append((args[0], queue))
    )
    return messages


def test_a_new_match_has_a_secret_seed_and_its_commitment(versions: Any) -> None:
    one, two = make_match(*versions), make_match(*versions)
    assert len(bytes(one.seed)) == 32
    assert bytes(one.seed) != bytes(two.seed)
    assert one.commitment == sha256(bytes(one.seed)).hexdigest()
    assert one.state == Match.State.QUEUED


def test_the_message_is_sent_when_the_transaction_commits(
    versions: Any, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        match = make_match(*versions, queue="tournament")
        assert not sent
    assert sent == [(match.pk, "tournament")]


def test_without_a_broker_the_match_stays_queued(
    versions: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(queue.app, "send_task", away)
    with django_capture_on_commit_callbacks(execute=True):
        match = make_match(*versions)
    assert Match.objects.get(pk=match.pk).state == Match.State.QUEUED


def test_without_a_broker_only_the_first_message_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def away(name: str, args: list[int], **kwargs: Any) -> None:
        tried.append(args[0])
        raise OperationalError("connection refused")

    monkeypatch.setattr(queue.app, "send_task", away)
    queue.send([(1, "ladder"), (2, "ladder")])
    assert tried == [1]


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


def test_the_position_counts_the_matches_of_the_same_queue(versions: Any) -> None:
    first, second, check = (
        make_match(*versions),
        make_match(*versions),
        make_match(*versions, queue="check"),
    )
    assert [queue.position(match) for match in (first, second, check)] == [1, 2, 1]
    claim(first)
    assert queue.position(second) == 1
    first.refresh_from_db()
    assert queue.position(first) is None


def test_after_its_first_failure_a_match_is_sent_at_once_and_after_the_next_by_the_sweep(
    versions: Any, sent: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    """A machine that fails at everything must not void a whole queue within a second."""
    match = make_match(*versions)
    for expected in (1, 0):
        attempt = claim(match)
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            lifecycle.fail(attempt.token, "no memory")
        assert len(sent) == expected
