"""Limits on what tournaments can ask of the machine."""

import math
from collections import OrderedDict
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arena.tournaments import (
    arbiter,
    entering,
    preview,
    scheduling,
    simulated_runs,
    stages,
    sweeping,
)
from arena.tournaments.models import Tournament
from arena.web.rate_limit import Limit
from arena.web.turns import Turns
from engine import rulesets
from referee.play.clock import Clock, longest_seconds
from tests.arena.tournaments.played_tournaments import open_tournament, play_all

pytestmark = pytest.mark.django_db


BOTS = 3


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("entries", ["501", "9999999999", "999999999999999999"])
def test_a_preview_refuses_a_field_of_impossible_size_at_once(
    client: Any, alice: Any, versions: Any, entries: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(entries: int) -> None:
        raise AssertionError(f"{entries} players were made up")

    monkeypatch.setattr(preview, "_made_up", refuse)
    tournament = open_tournament(alice, versions)
    answer = client.get(f"/tournaments/{tournament.slug}/preview/", {"entries": entries})
    assert answer.status_code == 200


def test_a_large_event_is_previewed_without_a_simulated_run(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions, cycles=4)
    small, large = preview.preview(tournament, 12, 1), preview.preview(tournament, 64, 1)
    assert small is not None and small.simulated is not None
    assert large is not None and large.simulated is None
    assert large.forecast.matches == 4 * 64 * 63 // 2


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the fields whose run was really computed."""
    sizes: list[int] = []
    simulate = simulated_runs.simulate

    def counted(format: Any, entries: int, *others: Any) -> Any:
        sizes.append(entries)
        return simulate(format, entries, *others)

    monkeypatch.setattr(simulated_runs, "simulate", counted)
    monkeypatch.setattr(simulated_runs, "_known", OrderedDict())
    return sizes


def look(client: Any, tournament: Tournament, address: str = "192.0.2.1", **query: Any) -> str:
    page = f"/tournaments/{tournament.slug}/preview/"
    response = client.get(page, query, REMOTE_ADDR=address)
    assert response.status_code == 200
    return response.content.decode()


def test_a_simulated_run_is_computed_once(
    client: Any, alice: Any, versions: Any, simulated: list[int]
) -> None:
    tournament = open_tournament(alice, versions, system="swiss")
    pages = [look(client, tournament, entries=12) for _ in range(3)]
    assert "A simulated run" in pages[0]
    assert pages[1:] == pages[:1] * 2
    assert simulated == [12]
    look(client, tournament, entries=12, run=2)
    assert simulated == [12, 12]
    for run in range(1, 4 * simulated_runs.RUNS):
        look(client, tournament, entries=4, run=run)
    assert simulated.count(4) == simulated_runs.RUNS


def test_one_address_has_a_limit_of_new_simulated_runs(
    client: Any,
    alice: Any,
    versions: Any,
    simulated: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulated_runs, "NEW_RUNS", Limit("test", most=2, seconds=600))
    tournament = open_tournament(alice, versions, system="swiss")
    for run in (1, 2):
        assert "A simulated run" in look(client, tournament, run=run)
    assert "Too many simulated runs" in look(client, tournament, run=3)
    assert "A simulated run" in look(client, tournament, run=2)
    assert "A simulated run" in look(client, tournament, "198.51.100.7", run=3)
    assert len(simulated) == 3


def test_while_too_many_runs_are_computed_the_preview_is_shown_without_one(
    client: Any,
    alice: Any,
    versions: Any,
    simulated: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = Turns(1, 0, 0, 5)
    monkeypatch.setattr(simulated_runs, "COMPUTING", turns)
    tournament = open_tournament(alice, versions, system="swiss")
    with turns.turn("somebody"):
        text = look(client, tournament)
    assert "Too many simulated runs" in text
    assert "<dt>Matches</dt>" in text
    assert simulated == []


def test_the_number_of_tournaments_of_an_organiser_is_limited(
    alice: Any, versions: Any, settings: Any
) -> None:
    settings.TOURNAMENTS_AT_ONCE = 2
    first = open_tournament(alice, versions)
    open_tournament(alice, versions)
    with pytest.raises(ValidationError, match="2 of your tournaments have not ended"):
        stages.create(alice, "One more", "ecarte", {})
    stages.cancel(first)
    assert stages.create(alice, "One more", "ecarte", {}).pk


def test_the_limits_do_not_apply_to_the_staff(alice: Any, versions: Any, settings: Any) -> None:
    settings.TOURNAMENTS_AT_ONCE = settings.TOURNAMENT_GAMES = 1
    alice.is_staff = True
    alice.save()
    open_tournament(alice, versions)
    stages.start(open_tournament(alice, versions))


def test_a_tournament_of_too_many_games_does_not_start(
    alice: Any, versions: Any, settings: Any
) -> None:
    settings.TOURNAMENT_GAMES = 11
    tournament = open_tournament(alice, versions, pairs=2)
    with pytest.raises(ValidationError, match="That would be 12 games"):
        stages.start(tournament)
    assert again(tournament).state == "open"
    assert not tournament.pairings.exists()


SLOW = Clock(move_ms=10_000)


def hours(matches: int, pairs: int, clock: Clock) -> int:
    """How long matches of Écarté last if every bot uses up its clocks."""
    return math.ceil(matches * longest_seconds(rulesets.ruleset("ecarte"), clock, pairs) / 3600)


def test_a_tournament_that_could_take_too_long_does_not_start(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:2], pairs=100, cycles=4, clock=SLOW)
    total = hours(4, 100, SLOW)
    assert total > 1800
    with pytest.raises(ValidationError, match=f"could take {total} hours of play .* limit is 500"):
        stages.start(tournament)
    assert again(tournament).state == "open"
    assert not tournament.pairings.exists()
    stages.start(open_tournament(alice, versions, pairs=100))


def test_the_time_of_an_organisers_running_tournaments_counts_together(
    alice: Any, bob: Any, versions: Any, settings: Any
) -> None:
    each = hours(1, 100, Clock())
    settings.TOURNAMENT_HOURS = 2 * each - 3
    settings.TOURNAMENTS_AT_ONCE = 9
    first = open_tournament(alice, versions[:2], pairs=100)
    stages.start(first)
    second = open_tournament(alice, versions[:2], pairs=100)
    with pytest.raises(ValidationError, match=rf"{each} hours .* after {each} of your running"):
        stages.start(second)
    stages.start(open_tournament(bob, versions[:2], pairs=100))
    play_all(first)
    stages.start(second)


def test_a_late_entry_cannot_make_a_tournament_too_long(
    alice: Any, versions: Any, settings: Any, make_version: Any
) -> None:
    tournament = open_tournament(alice, versions[:2], system="swiss", rounds=3, pairs=20)
    stages.start(tournament)
    settings.TOURNAMENT_HOURS = 20
    entering.enter(tournament, versions[2].bot)
    another = make_version(alice, ruleset="ecarte").bot
    with pytest.raises(ValidationError, match="hours of play"):
        entering.enter(tournament, another)
    assert tournament.entries.count() == 3


def test_the_preview_shows_how_long_a_tournament_could_take(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions, pairs=100, clock=SLOW)
    text = client.get(f"/tournaments/{tournament.slug}/preview/").content.decode()
    assert f"{hours(3, 100, SLOW)} hours of play, if every bot uses up its clocks" in text
    assert "more than the 500 hours that you may use" in text
    tournament = open_tournament(alice, versions)
    text = client.get(f"/tournaments/{tournament.slug}/preview/").content.decode()
    assert f"{hours(3, 2, Clock())} hours of play" in text
    assert "that you may use" not in text


def test_a_series_does_not_escape_the_number_of_tournaments(
    alice: Any, versions: Any, settings: Any
) -> None:
    settings.TOURNAMENTS_AT_ONCE = 2
    tournament = open_tournament(
        alice, versions, starts=timezone.now(), repeat=Tournament.Repeat.HOURLY
    )
    sweeping.sweep()  # starts it; its next is open
    following = again(tournament).next
    Tournament.objects.filter(pk=following.pk).update(starts=timezone.now())
    for _ in range(3):
        sweeping.sweep()  # starts the second; there is no room for a third
    assert again(following).state == "running"
    assert Tournament.objects.count() == 2
    play_all(tournament)
    sweeping.sweep()
    assert again(following).next.state == "open"
    assert again(following).next.entries.count() == len(versions)
    assert Tournament.objects.count() == 3
    sweeping.sweep()
    assert Tournament.objects.count() == 3


def test_a_series_without_entries_ends(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, [], starts=timezone.now(), repeat=Tournament.Repeat.DAILY)
    sweeping.sweep()
    assert again(tournament).state == "cancelled"
    assert not Tournament.objects.filter(previous=tournament).exists()


def test_a_start_far_in_the_future_is_refused(alice: Any) -> None:
    with pytest.raises(ValidationError, match="less than ten years ahead"):
        stages.create(
            alice,
            "Far",
            "ecarte",
            {},
            starts=timezone.now() + timedelta(days=4000),
            repeat=Tournament.Repeat.DAILY,
        )


def test_the_next_of_a_series_is_rated_only_while_its_organiser_is_staff(
    alice: Any, versions: Any
) -> None:
    alice.is_staff = True
    alice.save()
    tournament = open_tournament(
        alice, versions, starts=timezone.now(), repeat=Tournament.Repeat.DAILY, rated=True
    )
    alice.is_staff = False
    alice.save()
    following = scheduling.make_next(again(tournament))
    assert following is not None and not following.rated


def test_a_reason_with_a_null_byte_is_stored_without_it(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    client.force_login(alice)
    answer = client.post(f"/tournaments/{tournament.slug}/pause/", {"reason": "a\0b"})
    assert answer.status_code == 302
    assert tournament.audit_entries.get(kind="paused").reason == "ab"
    arbiter.disqualify(tournament, versions[0].bot, alice, "c\0d")
    assert tournament.audit_entries.get(kind="disqualified").reason == "cd"
