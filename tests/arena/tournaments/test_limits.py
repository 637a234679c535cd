"""Limits on what tournaments can ask of the machine."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arena.tournaments import arbiter, preview, scheduling, stages, sweeping
from arena.tournaments.models import Tournament
from tests.arena.tournaments.played_tournaments import open_tournament

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
