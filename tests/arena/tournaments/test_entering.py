"""Entering bots: which can be entered, until when, and how many."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.bots import activation
from arena.bots.models import Bot
from arena.tournaments import arbiter, entering, stages
from tests.arena.tournaments.played_tournaments import (
    line_of,
    open_tournament,
    play,
    refused,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db


BOTS = 5


def test_bots_can_be_entered_once_it_is_open(alice: Any, versions: Any) -> None:
    draft = stages.create(alice, "Cup", "ecarte", {})
    assert "Open it for entries first" in refused(entering.enter, draft, versions[0].bot)
    stages.open_(draft)
    entry = entering.enter(draft, versions[0].bot)
    assert (entry.number, entry.version) == (None, None)
    assert "already open" in refused(stages.open_, draft)


def test_a_bot_can_be_entered_once(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:1])
    assert "is already entered" in refused(entering.enter, tournament, versions[0].bot)


def test_a_bot_of_another_game_is_refused(alice: Any, make_version: Any) -> None:
    stranger = make_version(alice, ruleset="kozel")
    message = refused(entering.enter, open_tournament(alice), stranger.bot)
    assert message == f"{stranger.bot} plays another game than this tournament."


@pytest.mark.parametrize("state", ["checking", "rejected"])
def test_a_bot_without_a_qualified_version_is_refused(
    alice: Any, make_version: Any, state: str
) -> None:
    bot = make_version(alice, ruleset="ecarte", state=state).bot
    message = refused(entering.enter, open_tournament(alice), bot)
    assert message == f"{bot} has no active version that has qualified."


def test_a_full_tournament_takes_no_more_entries(
    alice: Any, versions: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("arena.tournaments.forecast.MAX_MATCHES", 3)
    tournament = open_tournament(alice, versions[:3])
    assert "at most 3 entries" in refused(entering.enter, tournament, versions[3].bot)


def test_the_entry_of_a_bot_withdrawn_before_the_start_is_deleted(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:4])
    arbiter.withdraw(tournament, versions[0].bot)
    assert tournament.entries.count() == 3
    assert "is not entered" in refused(arbiter.withdraw, tournament, versions[0].bot)


def test_bots_can_join_a_swiss_tournament_late(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4], system="swiss")
    entry = entering.enter(tournament, versions[4].bot)
    assert (entry.number, entry.joined) == (5, 2)
    assert entry.version_id == versions[4].pk
    for match in waiting(tournament):
        play(match)
    second_round = tournament.pairings.filter(round=2)
    assert second_round.count() == 3
    assert line_of(tournament, versions[4].bot).line.unplayed >= 1


def test_bots_cannot_join_when_the_last_round_has_started(
    alice: Any, versions: Any, make_version: Any
) -> None:
    tournament = started(alice, versions[:4], system="swiss", rounds=1)
    assert "The last round has started" in refused(entering.enter, tournament, versions[4].bot)


def test_late_entries_do_not_add_rounds_to_join(
    alice: Any, versions: Any, make_version: Any
) -> None:
    tournament = started(alice, versions[:4], system="swiss")
    entering.enter(tournament, versions[4].bot)
    for match in waiting(tournament):
        play(match)
    latest = make_version(alice, ruleset="ecarte").bot
    assert "The last round has started" in refused(entering.enter, tournament, latest)


def test_bots_cannot_join_other_systems_late(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    assert "has started" in refused(entering.enter, tournament, versions[4].bot)


def test_a_bot_whose_version_is_retired_at_the_same_moment_does_not_join_late(
    alice: Any, make_version: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = [make_version(alice, ruleset="ecarte") for _ in range(5)]
    tournament = open_tournament(alice, versions[:4], system="swiss")
    stages.start(tournament)
    late = versions[4]
    qualified = entering.qualified

    def retired_just_after(bots: list[int]) -> set[int]:
        found = qualified(bots)
        if Bot.objects.get(pk=late.bot_id).active_id:
            activation.retire(late)
        return found

    monkeypatch.setattr(entering, "qualified", retired_just_after)
    with pytest.raises(ValidationError, match="no active version that has qualified"):
        entering.enter(tournament, late.bot)
    assert tournament.entries.count() == 4
