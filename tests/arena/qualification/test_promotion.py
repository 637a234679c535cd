"""When a qualified version plays: the rule of its bot, and the request for a promotion gate."""

from typing import Any

import pytest

from arena.bots.models import Bot
from arena.matches import settling
from arena.matches.models import Match
from arena.qualification import qualification
from arena.qualification.signals import promotion_requested

RECORD: dict[str, Any] = {"games": []}


@pytest.fixture
def requests(db: None) -> Any:
    """The promotions that were requested; no gate starts."""
    receivers, promotion_requested.receivers = promotion_requested.receivers, []
    promotion_requested.sender_receivers_cache.clear()
    calls: list[tuple[Any, Any]] = []

    def receive(bot: Any, version: Any, **_signal: Any) -> None:
        calls.append((bot, version))

    promotion_requested.connect(receive)
    yield calls
    promotion_requested.receivers = receivers
    promotion_requested.sender_receivers_cache.clear()


def qualify(version: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = qualification.start(version)
    Match.objects.filter(pk=match.pk).update(state="finished", score0=2, score1=2)
    monkeypatch.setattr(qualification.records, "load", lambda match: RECORD)
    assert settling.settle(match.pk)
    version.refresh_from_db()
    assert version.state == "qualified"


@pytest.mark.parametrize(
    ("rule", "plays", "requested"),
    [("always", True, False), ("not_worse", False, True), ("by_hand", False, False)],
)
def test_the_rule_decides_what_a_qualified_version_does(
    make_version: Any,
    alice: Any,
    requests: list[tuple[Any, Any]],
    monkeypatch: pytest.MonkeyPatch,
    rule: str,
    plays: bool,
    requested: bool,
) -> None:
    old = make_version(alice)
    Bot.objects.update(promotion=rule)
    new = make_version(old.bot, state="checking")
    qualify(new, monkeypatch)
    assert Bot.objects.get().active == (new if plays else old)
    assert requests == ([(old.bot, new)] if requested else [])


@pytest.mark.parametrize("rule", ["always", "not_worse", "by_hand"])
def test_the_first_qualified_version_plays_whatever_the_rule(
    make_version: Any,
    alice: Any,
    requests: list[tuple[Any, Any]],
    monkeypatch: pytest.MonkeyPatch,
    rule: str,
) -> None:
    new = make_version(alice, state="checking")
    Bot.objects.update(promotion=rule)
    qualify(new, monkeypatch)
    assert Bot.objects.get().active == new
    assert not requests


def test_a_rejected_version_asks_for_no_promotion(
    make_version: Any,
    alice: Any,
    requests: list[tuple[Any, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = make_version(alice)
    Bot.objects.update(promotion="not_worse")
    new = make_version(old.bot, state="checking")
    fault = {"move": 0, "seat": None, "detail": "no answer"}
    games = [{"reason": "start", "fault": fault}]
    monkeypatch.setitem(RECORD, "games", games)
    match = qualification.start(new)
    Match.objects.filter(pk=match.pk).update(state="finished", score0=0, score1=0)
    monkeypatch.setattr(qualification.records, "load", lambda match: RECORD)
    assert settling.settle(match.pk)
    new.refresh_from_db()
    assert new.state == "rejected"
    assert Bot.objects.get().active == old
    assert not requests
