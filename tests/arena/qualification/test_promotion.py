"""When a qualified version plays: the rule of its bot, and the request for a promotion gate."""

from collections.abc import Iterator
from typing import Any

import pytest

from arena.bots.models import Bot
from arena.matches import settling
from arena.matches.models import Match
from arena.qualification import qualification
from arena.qualification.signals import promotion_requested

FAULT = {"reason": "start", "fault": {"move": 0, "seat": None, "detail": "no answer"}}

Requests = list[tuple[Any, Any]]


@pytest.fixture
def receive(db: None) -> Iterator[Any]:
    """receive(receiver): the only receiver of `promotion_requested`, so that no gate starts."""
    receivers, promotion_requested.receivers = promotion_requested.receivers, []

    def connect(receiver: Any) -> None:
        promotion_requested.connect(receiver, weak=False)

    yield connect
    promotion_requested.receivers = receivers
    promotion_requested.sender_receivers_cache.clear()


@pytest.fixture
def requests(receive: Any) -> Requests:
    """The bots and versions for which a promotion was requested."""
    calls: Requests = []
    receive(lambda bot, version, **_signal: calls.append((bot, version)))
    return calls


@pytest.fixture
def conclude(monkeypatch: pytest.MonkeyPatch) -> Any:
    """conclude(version, games): ends its qualification; whether all receivers returned."""

    def end(version: Any, games: list[dict[str, Any]]) -> bool:
        monkeypatch.setattr(qualification.records, "load", lambda match: {"games": games})
        match = qualification.start(version)
        Match.objects.filter(pk=match.pk).update(state="finished", score0=2, score1=2)
        settled = settling.settle(match.pk)
        version.refresh_from_db()
        return settled

    return end


@pytest.mark.parametrize(
    ("rule", "plays", "requested"),
    [("always", True, False), ("not_worse", False, True), ("by_hand", False, False)],
)
def test_the_rule_decides_what_a_qualified_version_does(
    make_version: Any,
    alice: Any,
    requests: Requests,
    conclude: Any,
    rule: str,
    plays: bool,
    requested: bool,
) -> None:
    old = make_version(alice)
    Bot.objects.update(promotion=rule)
    new = make_version(old.bot, state="checking")
    assert conclude(new, [])
    assert new.state == "qualified"
    assert Bot.objects.get().active == (new if plays else old)
    assert requests == ([(old.bot, new)] if requested else [])


@pytest.mark.parametrize("rule", ["always", "not_worse", "by_hand"])
def test_the_first_qualified_version_plays_whatever_the_rule(
    make_version: Any, alice: Any, requests: Requests, conclude: Any, rule: str
) -> None:
    new = make_version(alice, state="checking")
    Bot.objects.update(promotion=rule)
    assert conclude(new, [])
    assert Bot.objects.get().active == new
    assert not requests


def test_a_rejected_version_asks_for_no_promotion(
    make_version: Any, alice: Any, requests: Requests, conclude: Any
) -> None:
    old = make_version(alice)
    Bot.objects.update(promotion="not_worse")
    new = make_version(old.bot, state="checking")
    assert conclude(new, [FAULT])
    assert new.state == "rejected"
    assert Bot.objects.get().active == old
    assert not requests


def test_a_gate_that_cannot_start_undoes_the_qualification(
    make_version: Any, alice: Any, receive: Any, conclude: Any
) -> None:
    old = make_version(alice)
    Bot.objects.update(promotion="not_worse")
    new = make_version(old.bot, state="checking")

    def fail(**_signal: Any) -> None:
        raise RuntimeError

    receive(fail)
    assert not conclude(new, [])
    assert new.state == "checking"


def test_a_fourth_bot_qualifies_but_does_not_play_and_its_author_is_told(
    make_version: Any, conclude: Any, alice: Any, client: Any
) -> None:
    for _ in range(3):
        make_version(alice)
    version = make_version(alice, state="checking", name="fourth")
    assert conclude(version, [])
    assert version.state == "qualified"
    version.bot.refresh_from_db()
    assert version.bot.active is None
    client.force_login(alice)
    assert "v1 has qualified, but does not play: you may have 3" in client.get("/bots/mine/").text
