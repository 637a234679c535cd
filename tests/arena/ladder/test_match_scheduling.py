"""The ladder schedules rated matches, a few at a time, equally often for all bots."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.bots.models import Bot, Version
from arena.ladder import match_scheduling
from arena.ladder.models import LadderEntry
from arena.matches.models import Match
from arena.ratings import rating_refresh
from arena.ratings.models import Standing
from tests.arena.at_once import at_once
from tests.arena.ending import end, play, settle
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ladder(settings: Any) -> None:
    settings.LADDER = True
    settings.LADDER_PAIRS = 2
    settings.LADDER_WAITING = 3
    settings.LADDER_PER_MINUTE = 0


@pytest.fixture
def versions(make_rivals: Any, bob: Any) -> list[Any]:
    return make_rivals(6, ruleset="ecarte")


def play_all(result: tuple[float, float] = (2, 2)) -> None:
    for match in match_scheduling.waiting_matches("ecarte"):
        settle(end(match, *result))


def test_rated_matches_between_active_bots_are_scheduled(versions: Any) -> None:
    matches = match_scheduling.schedule_matches("ecarte")
    assert len(matches) == 3
    for match in matches:
        assert (match.queue, match.rated, match.pairs) == ("ladder", True, 2)
    assert len({pk for match in matches for pk in (match.version0_id, match.version1_id)}) == 6


def test_no_more_matches_wait_than_the_setting_allows(versions: Any) -> None:
    match_scheduling.schedule_matches("ecarte")
    assert match_scheduling.schedule_matches("ecarte") == []
    settle(end(match_scheduling.waiting_matches("ecarte")[0], 2, 2))
    assert len(match_scheduling.schedule_matches("ecarte")) == 1


def test_the_ladder_goes_on_beside_a_long_tournament(versions: Any, alice: Any) -> None:
    for _ in range(5):
        make_match(versions[0], versions[1], queue="tournament", account=alice)
    assert len(match_scheduling.schedule_matches("ecarte")) == 3


def test_the_ladder_can_be_switched_off(versions: Any, settings: Any, client: Any) -> None:
    settings.LADDER = False
    match_scheduling.sweep()
    assert not Match.objects.exists()
    assert "switched off" in client.get("/rankings/ecarte/").content.decode()


def test_the_rate_can_be_limited(versions: Any, settings: Any) -> None:
    settings.LADDER_PER_MINUTE = 2
    now = timezone.now()
    assert len(match_scheduling.schedule_matches("ecarte", now)) == 1
    play_all()
    assert match_scheduling.schedule_matches("ecarte", now + timedelta(seconds=20)) == []
    assert len(match_scheduling.schedule_matches("ecarte", now + timedelta(seconds=31))) == 1
    play_all()
    made = 0
    for second in range(60, 300, 10):
        made += len(match_scheduling.schedule_matches("ecarte", now + timedelta(seconds=second)))
        play_all()
    assert 7 <= made <= 9


def test_a_limited_rate_does_not_catch_up_on_a_pause(versions: Any, settings: Any) -> None:
    settings.LADDER_PER_MINUTE = 1
    now = timezone.now()
    assert len(match_scheduling.schedule_matches("ecarte", now)) == 1
    play_all()
    later = now + timedelta(hours=1)
    assert len(match_scheduling.schedule_matches("ecarte", later)) == 2
    play_all()
    assert match_scheduling.schedule_matches("ecarte", later + timedelta(seconds=1)) == []
    assert len(match_scheduling.schedule_matches("ecarte", later + timedelta(seconds=61))) == 1


def test_with_too_few_bots_nothing_is_scheduled_and_the_page_says_so(
    make_version: Any, alice: Any, client: Any
) -> None:
    assert match_scheduling.schedule_matches("ecarte") == []
    make_version(alice, ruleset="ecarte")
    assert match_scheduling.schedule_matches("ecarte") == []
    page = client.get("/rankings/ecarte/").content.decode()
    assert "needs at least two active bots; there is 1" in page


def test_inactive_and_rejected_bots_and_those_of_other_games_take_no_part(
    versions: Any, make_version: Any, alice: Any
) -> None:
    Bot.objects.filter(pk__in=[version.bot_id for version in versions[:4]]).update(active=None)
    make_version(alice, ruleset="ecarte", state="rejected")
    make_version(alice, ruleset="kozel")
    (match,) = match_scheduling.schedule_matches("ecarte")
    assert {match.version0, match.version1} == set(versions[4:])


def test_a_bot_with_a_retired_version_takes_no_part(versions: Any) -> None:
    Version.objects.filter(pk__in=[version.pk for version in versions[2:]]).update(state="retired")
    (match,) = match_scheduling.schedule_matches("ecarte")
    assert {match.version0, match.version1} == set(versions[:2])


def test_unrated_matches_in_the_same_queue_do_not_count_as_waiting(versions: Any) -> None:
    for _ in range(3):
        make_match(versions[0], versions[1], queue="ladder", rated=False)
    assert len(match_scheduling.schedule_matches("ecarte")) == 3


def test_a_bot_does_not_lose_its_lead_by_being_inactive(versions: Any) -> None:
    match_scheduling.schedule_matches("ecarte")
    play_all()
    leader = versions[0].bot
    LadderEntry.objects.filter(bot=leader).update(games=100)
    for active in (None, versions[0]):
        Bot.objects.filter(pk=leader.pk).update(active=active)
        match_scheduling.schedule_matches("ecarte")
        play_all()
    assert LadderEntry.objects.get(bot=leader).games == 100


def test_pairs_are_chosen_by_rating_error_and_games(
    versions: Any, make_version: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen_from: list[Any] = []

    def spy(players: Any, games_played: Any, *limits: int) -> list[Any]:
        chosen_from.extend([{player.id: player for player in players}, games_played, limits])
        return []

    first, second, third = (version.bot for version in versions[:3])
    for _ in range(3):
        play(versions[0], versions[1], 2, 0)
        play(versions[2], versions[0], 1, 1)
    rating_refresh.refresh("ecarte")
    make_version(second)
    monkeypatch.setattr(match_scheduling, "choose", spy)
    match_scheduling.schedule_matches("ecarte")
    players, games_played, limits = chosen_from
    assert limits == (3, 4)
    assert set(players) == {version.bot_id for version in versions}
    standings = {standing.bot_id: standing for standing in Standing.objects.all()}
    for bot, error in (
        (first, standings[first.pk].error),
        (second, match_scheduling.UNRATED_ERROR),  # its new version is not rated yet
        (third, standings[third.pk].error),
    ):
        player = players[bot.pk]
        assert (player.rating, player.error) == (standings[bot.pk].rating, error)
    unrated = players[versions[5].bot_id]
    assert (unrated.rating, unrated.error) == (1500, match_scheduling.UNRATED_ERROR)
    # Games of versions that are no longer active do not count.
    assert games_played == {(first.pk, third.pk): 6}


@pytest.mark.live
def test_all_bots_play_equally_often_while_others_come_and_go(
    versions: Any, make_version: Any, alice: Any
) -> None:
    def shares() -> Counter[int]:
        games: Counter[int] = Counter()
        for match in Match.objects.filter(pk__gt=since).select_related("version0", "version1"):
            games[match.version0.bot_id] += match.games
            games[match.version1.bot_id] += match.games
        return games

    since = 0
    leaving = versions[0].bot
    for turn in range(24):
        if turn == 4:
            Bot.objects.filter(pk=leaving.pk).update(active=None)
        if turn == 12:
            Bot.objects.filter(pk=leaving.pk).update(active=versions[0])
            newcomer = make_version(alice, ruleset="ecarte")
            since = Match.objects.latest("pk").pk
        match_scheduling.schedule_matches("ecarte")
        play_all()
        rating_refresh.sweep()
    games = shares()
    assert set(games) == {version.bot_id for version in (*versions, newcomer)}
    mean = sum(games.values()) / len(games)
    # No bot catches up on games it missed; one with a new rating may be 3 matches ahead.
    assert max(games.values()) <= mean + 3 * 4
    assert min(games.values()) >= mean - 2 * 4


def test_schedulers_at_once_create_no_match_too_many(
    transactional_db: None, make_rivals: Any
) -> None:
    make_rivals(8, ruleset="ecarte")
    at_once([lambda: match_scheduling.schedule_matches("ecarte")] * 4)
    assert Match.objects.count() == 3
    assert sum(LadderEntry.objects.values_list("games", flat=True)) == 3 * 2 * 4


def test_the_queries_do_not_grow_with_the_bots(
    make_rivals: Any, django_assert_max_num_queries: Any
) -> None:
    make_rivals(20, ruleset="ecarte")
    match_scheduling.schedule_matches("ecarte")
    play_all()
    with django_assert_max_num_queries(30):
        assert len(match_scheduling.schedule_matches("ecarte")) == 3


def test_bots_of_one_owner_do_not_meet(make_version: Any, alice: Any, bob: Any) -> None:
    own = [make_version(alice, ruleset="ecarte") for _ in range(2)]
    assert match_scheduling.schedule_matches("ecarte") == []
    other = make_version(bob, ruleset="ecarte")
    for _ in range(4):
        for match in match_scheduling.schedule_matches("ecarte"):
            assert match.rated
            assert other.pk in (match.version0_id, match.version1_id)
        play_all()
    assert all(LadderEntry.objects.get(bot=version.bot).games for version in own)


def test_a_newcomer_meets_the_house_first_and_has_a_place_at_once(
    make_version: Any, make_rivals: Any, alice: Any, settings: Any
) -> None:
    settings.LADDER_WAITING = 2
    alice.is_house = True
    alice.save()
    house = [make_version(alice, ruleset="ecarte") for _ in range(2)]
    play(*house, 2, 2, pairs=2)
    rating_refresh.sweep()
    newcomers = make_rivals(6, ruleset="ecarte")
    opponents: dict[int, int] = {}
    for _ in range(12):
        for match in match_scheduling.schedule_matches("ecarte"):
            first, second = match.version0_id, match.version1_id
            opponents.setdefault(first, second)
            opponents.setdefault(second, first)
        play_all()
        rating_refresh.sweep()
        assert not Standing.objects.filter(matches__gt=0).exclude(group=0).exists()
    assert {opponents[version.pk] for version in newcomers} <= {one.pk for one in house}


def test_when_the_limit_of_active_bots_is_lowered_the_oldest_stay_on_the_ladder(
    versions: Any, make_version: Any, settings: Any, client: Any
) -> None:
    owner = versions[0].bot.owner
    newer = make_version(owner, ruleset="ecarte")
    assert match_scheduling.active_bots("ecarte").count() == 7
    settings.LADDER_BOTS_PER_OWNER = 1
    on_ladder = match_scheduling.active_bots("ecarte")
    assert {bot.pk for bot in on_ladder} == {version.bot_id for version in versions}
    match_scheduling.schedule_matches("ecarte")
    play_all()
    assert not LadderEntry.objects.filter(bot=newer.bot).exists()
    assert "active, but not on the ladder" in client.get(newer.bot.get_absolute_url()).text
    assert "not on the ladder" not in client.get(versions[0].bot.get_absolute_url()).text
    owner.is_house = True
    owner.save()
    assert match_scheduling.active_bots("ecarte").count() == 7
