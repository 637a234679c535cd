"""What nobody may ask of the machine with tournaments, and what may not stop those of others."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arena.bots import activation
from arena.bots.models import Bot
from arena.tournaments import arbiter, entering, preview, scheduling, stages, sweeping
from arena.tournaments.models import Tournament
from tests.arena.tournaments.played_tournaments import open_tournament

pytestmark = pytest.mark.django_db


BOTS = 3


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("entries", ["501", "9999999999", "999999999999999999"])
def test_a_preview_makes_nothing_of_a_number_that_no_field_has(
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


def test_an_organiser_has_only_so_many_tournaments_at_once(
    alice: Any, versions: Any, settings: Any
) -> None:
    settings.TOURNAMENTS_AT_ONCE = 2
    first = open_tournament(alice, versions)
    open_tournament(alice, versions)
    with pytest.raises(ValidationError, match="2 of your tournaments have not ended"):
        stages.create(alice, "One more", "ecarte", {})
    stages.cancel(first)
    assert stages.create(alice, "One more", "ecarte", {}).pk


def test_the_staff_organises_as_many_as_it_wants(alice: Any, versions: Any, settings: Any) -> None:
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


def test_a_series_that_nobody_enters_ends(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, [], starts=timezone.now(), repeat=Tournament.Repeat.DAILY)
    sweeping.sweep()
    assert again(tournament).state == "cancelled"
    assert not Tournament.objects.filter(previous=tournament).exists()


def test_a_start_in_another_age_is_refused(alice: Any) -> None:
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


def test_a_tournament_that_cannot_go_on_keeps_no_other_waiting(
    alice: Any, versions: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = open_tournament(alice, versions, starts=timezone.now())
    sound = open_tournament(alice, versions, starts=timezone.now())
    start = stages.start

    def start_but_one(tournament: Tournament, by: Any = None) -> None:
        if tournament.pk == broken.pk:
            raise RuntimeError("a row that nobody thought of")
        start(tournament, by)

    monkeypatch.setattr(stages, "start", start_but_one)
    sweeping.sweep()
    assert again(broken).state == "open"
    assert again(sound).state == "running"


def test_a_bot_whose_version_was_retired_meanwhile_does_not_join_late(
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
