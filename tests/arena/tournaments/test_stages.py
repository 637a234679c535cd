"""The stages of a tournament: created, edited, started, finished, cancelled."""

from collections import Counter
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from arena.bots import activation
from arena.matches.models import Match
from arena.tournaments import entering, stages, sweeping
from arena.tournaments.models import Pairing, Tournament
from arena.tournaments.results import match_counts
from engine.randomness import SETUP, Stream
from referee.play.clock import Clock
from referee.tournaments.systems.round_robin import rounds
from tests.arena.ending import end_without_result, settle
from tests.arena.tournaments.played_tournaments import (
    matches_of,
    open_tournament,
    play_all,
    refused,
    waiting,
)

pytestmark = pytest.mark.django_db


def test_a_new_tournament_is_a_draft_with_its_options_checked(alice: Any) -> None:
    tournament = stages.create(
        alice, " Autumn cup ", "ecarte/classic", {"target": "7"}, clock=Clock(move_ms=100)
    )
    assert (tournament.name, tournament.slug) == ("Autumn cup", "autumn-cup")
    assert (tournament.state, tournament.ruleset) == ("draft", "ecarte")
    assert tournament.options == {"must_trump": True, "vulnerability": "classic", "target": 7}
    assert tournament.time_control == Clock(move_ms=100)


def test_names_can_repeat_and_addresses_cannot(alice: Any, settings: Any) -> None:
    names = ["Autumn cup", "Autumn cup", "autumn cup!", "new", "Козёл", "Козёл"]
    settings.TOURNAMENTS_AT_ONCE = len(names)
    slugs = [stages.create(alice, name, "kozel", {}).slug for name in names]
    assert slugs == ["autumn-cup", "autumn-cup-2", "autumn-cup-3", "new-2", "kozel", "kozel-2"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ruleset": "whist"}, "there is no ruleset 'whist'"),
        ({"options": {"colour": 1}}, "has no option 'colour'"),
        ({"options": {"target": 99}}, "a whole number from 2 to 21, not 99"),
        ({"pairs": 0}, "at least 1"),
        ({"pairs": 101}, "at most 100"),
        ({"cycles": 5}, "at most 4"),
        ({"name": "  "}, "cannot be blank"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"description": "x" * 2001}, "at most 2000 characters"),
        ({"rated": True}, "Only the staff’s tournaments can be rated"),
    ],
)
def test_invalid_details_are_refused(alice: Any, changes: Any, message: str) -> None:
    given = {"name": "Cup", "ruleset": "ecarte", "options": {}} | changes
    name, ruleset, options = (given.pop(key) for key in ("name", "ruleset", "options"))
    with pytest.raises(ValidationError, match=message):
        stages.create(alice, name, ruleset, options, **given)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("privilege", ["is_staff", "is_house"])
def test_the_staff_and_the_house_can_create_rated_tournaments(alice: Any, privilege: str) -> None:
    setattr(alice, privilege, True)
    assert stages.create(alice, "Cup", "ecarte", {}, rated=True).rated


def test_one_entry_is_too_few(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:1])
    assert "at least 2 entries; this one has 1" in refused(stages.start, tournament)
    assert tournament.state == "open"


def test_bots_that_can_no_longer_play_are_refused_by_name(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    activation.retire(versions[1])
    activation.retire(versions[2])
    message = refused(stages.start, tournament)
    assert str(versions[1].bot) in message
    assert str(versions[2].bot) in message
    assert str(versions[0].bot) not in message
    assert not Match.objects.exists()


def test_the_rounds_are_made_one_by_one_in_berger_order(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions, cycles=2)
    stages.start(tournament)
    assert tournament.pairings.count() == 2
    play_all(tournament)
    found = [
        (pairing.round, pairing.board, pairing.first.number, pairing.second.number)
        for pairing in tournament.pairings.select_related("first", "second")
    ]
    assert found == [
        (number, board, first + 1, second + 1)
        for number, games in enumerate(rounds(4, 2), 1)
        for board, (first, second) in enumerate(games, 1)
        if second is not None
    ]


def test_the_matches_have_the_settings_of_the_tournament(alice: Any, make_rivals: Any) -> None:
    alice.is_staff = True
    versions = make_rivals(2, ruleset="ecarte")
    tournament = open_tournament(
        alice, versions, pairs=3, rated=True, options={"target": 3}, clock=Clock(move_ms=70)
    )
    stages.start(tournament)
    (match,) = matches_of(tournament)
    assert (match.ruleset, match.options, match.pairs, match.rated) == (
        "ecarte",
        {"target": 3},
        3,
        True,
    )
    assert (match.queue, match.clock["move_ms"]) == ("tournament", 70)
    assert {match.version0, match.version1} == set(versions)


def test_a_rated_tournament_does_not_rate_bots_of_one_owner_against_each_other(
    alice: Any, versions: Any, make_rivals: Any, client: Any
) -> None:
    alice.is_staff = True
    (other,) = make_rivals(1, ruleset="ecarte")
    tournament = open_tournament(alice, [*versions[:2], other], rated=True)
    stages.start(tournament)
    play_all(tournament)
    matches = Match.objects.filter(pairing__tournament=tournament)
    rated = {match.pk: other in (match.version0, match.version1) for match in matches}
    assert rated == dict(matches.values_list("pk", "rated"))
    assert sorted(rated.values()) == [False, True, True]
    assert (
        "except matches between bots of one owner" in client.get(tournament.get_absolute_url()).text
    )
    pairings = client.get(f"/api/v1/tournaments/{tournament.slug}/pairings/").json()["results"]
    assert {one["match"]: one["rated"] for one in pairings if one["match"]} == rated


def test_the_draw_can_be_repeated_from_its_published_seed(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    stream = Stream(bytes.fromhex(tournament.draw_seed), SETUP)
    drawn = stream.shuffle([version.bot for version in versions])
    assert [entry.bot for entry in tournament.entries.all()] == drawn


def test_the_start_pins_the_active_versions(alice: Any, versions: Any, make_version: Any) -> None:
    tournament = open_tournament(alice, versions)
    newer = make_version(versions[0].bot)
    stages.start(tournament)
    make_version(versions[0].bot)
    pinned = {entry.version for entry in tournament.entries.all()}
    assert pinned == {newer, *versions[1:]}


def test_an_odd_field_has_a_bye_in_each_round(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:3])
    stages.start(tournament)
    play_all(tournament)
    byes = tournament.pairings.filter(second=None)
    assert Counter(byes.values_list("round", flat=True)) == {1: 1, 2: 1, 3: 1}
    assert all(pairing.outcome == "bye" and pairing.match is None for pairing in byes)
    assert tournament.state == "finished"


def test_a_second_start_is_refused(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    assert "has started" in refused(stages.start, tournament)
    assert Match.objects.count() == 2


def test_nothing_is_changed_after_the_start(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    with pytest.raises(ValidationError, match="has started"):
        stages.edit(tournament, "Other", {}, pairs=1, cycles=1, clock=Clock(), rated=False)
    assert "has started" in refused(entering.enter, tournament, versions[0].bot)
    tournament.refresh_from_db()
    assert tournament.name == "Autumn cup"


def test_before_the_start_everything_except_the_game_can_be_changed(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions)
    stages.edit(tournament, "Other", {"target": 3}, pairs=1, cycles=2, clock=Clock(), rated=False)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.options, tournament.cycles) == ("Other", {"target": 3}, 2)
    assert tournament.slug == "autumn-cup"


def test_an_edit_that_leaves_too_little_room_for_the_entries_is_refused(
    alice: Any, versions: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("arena.tournaments.forecast.MAX_MATCHES", 6)
    tournament = open_tournament(alice, versions)
    with pytest.raises(ValidationError, match="takes at most 3 entries"):
        stages.edit(tournament, "Cup", {}, pairs=1, cycles=2, clock=Clock(), rated=False)


def test_it_finishes_with_its_last_match(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    play_all(tournament, but=1)
    assert (tournament.state, tournament.finished) == ("running", None)
    assert match_counts(tournament) == (5, 6)
    play_all(tournament)
    assert tournament.state == "finished"
    assert tournament.finished is not None
    assert match_counts(tournament) == (6, 6)


def test_a_void_match_does_not_keep_it_from_finishing(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    play_all(tournament, but=1)
    settle(end_without_result(waiting(tournament)[0], "void"))
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_cancelling_cancels_the_matches_that_have_not_been_played(
    alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    play_all(tournament, but=2)
    stages.cancel(tournament)
    sweeping.cancel_matches()
    tournament.refresh_from_db()
    assert tournament.state == "cancelled"
    states = Counter(match.state for match in matches_of(tournament))
    assert states == {"finished": 4, "cancelled": 2}
    assert "was cancelled" in refused(stages.cancel, tournament)


def test_a_tournament_can_be_cancelled_before_it_starts(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions)
    stages.cancel(tournament)
    assert "was cancelled" in refused(stages.start, tournament)
    assert not Pairing.objects.exists()
