"""The staff's report of pairings that look as if games were thrown."""

from typing import Any

import pytest

from arena.ratings.models import HeadToHead
from arena.ratings.suspicion import report
from tests.referee.tournaments.leagues import league

pytestmark = pytest.mark.django_db

ADDRESS = "/rankings/ecarte/suspicious/"


@pytest.fixture
def bots(make_rivals: Any) -> list[Any]:
    """Twenty bots of as many owners that have played each other honestly, about 60 pairs each."""
    versions: list[Any] = make_rivals(20, ruleset="ecarte")
    fill(versions, seed=7)
    return versions


def fill(versions: list[Any], seed: int) -> None:
    print("seed", seed)
    results = league(seed, len(versions), 30 * len(versions) ** 2, mirror=0.7).results
    HeadToHead.objects.bulk_create(
        HeadToHead(
            ruleset="ecarte",
            version0=versions[first],
            version1=versions[second],
            matches=sum(tally) // 5 + 1,
            **dict(zip(HeadToHead.COUNTS, tally, strict=True)),
        )
        for first, second, tally in zip(
            results.first.tolist(),
            results.second.tolist(),
            results.tallies.tolist(),
            strict=True,
        )
    )


def throw(loser: Any, winner: Any, **changes: int) -> None:
    """The loser has lost all its games to the winner."""
    row = HeadToHead.objects.get(version0__in=(loser, winner), version1__in=(loser, winner))
    tally = [0, 0, 0, 0, 0]
    tally[4 if row.version0 == winner else 0] = sum(row.tally)
    fields = dict(zip(HeadToHead.COUNTS, tally, strict=True)) | changes
    HeadToHead.objects.filter(pk=row.pk).update(**fields)


def test_honest_games_are_not_suspicious(bots: Any) -> None:
    found = report("ecarte")
    assert (found.bots, found.owners, found.uneven, found.by_faults) == ([], [], [], [])
    assert found.bot_pairings == found.owner_pairings == 190


def test_thrown_games_are_listed_for_the_bots_and_for_their_owners(bots: Any) -> None:
    throw(bots[12], winner=bots[3])
    found = report("ecarte")
    (pairing,) = found.bots
    assert (pairing.first, pairing.second) == (bots[3].bot, bots[12].bot)
    assert pairing.scored == pairing.games > pairing.expected + 20
    (owners,) = found.owners
    assert owners.first.owner == bots[3].bot.owner


def test_a_ring_that_lets_one_bot_win_is_found(bots: Any) -> None:
    """Also if each of its bots loses too little for one pairing to stand out."""
    for loser in bots[9:]:
        row = HeadToHead.objects.get(version0=bots[0], version1=loser)
        pairs = sum(row.tally)
        won = dict(zip(HeadToHead.COUNTS, (0, 0, 0, pairs // 2, pairs - pairs // 2), strict=True))
        HeadToHead.objects.filter(pk=row.pk).update(**won)
    found = report("ecarte")
    assert [uneven.bot for uneven in found.uneven] == [bots[0].bot]
    assert {bot.pk for bot in found.uneven[0].most} <= {loser.bot_id for loser in bots[9:]}
    assert found.uneven[0].opponents == 19


def test_the_houses_bots_are_never_listed(bots: Any) -> None:
    throw(bots[12], winner=bots[3])
    bots[12].bot.owner.is_house = True
    bots[12].bot.owner.save()
    found = report("ecarte")
    assert (found.bots, found.owners) == ([], [])
    assert found.bot_pairings == 171


def test_games_lost_by_faults_to_one_opponent_only_are_listed(bots: Any) -> None:
    for other in bots[1:]:
        HeadToHead.objects.filter(version0=bots[0], version1=other).update(faults0=1)
    assert report("ecarte").by_faults == []
    HeadToHead.objects.filter(version0=bots[0], version1=bots[5]).update(faults0=60)
    (pairing,) = report("ecarte").by_faults
    assert (pairing.bot, pairing.opponent) == (bots[0].bot, bots[5].bot)
    assert pairing.faults == 60
    assert 0 < pairing.elsewhere < 0.02


def test_a_bot_that_fails_against_everyone_is_not_suspicious(bots: Any) -> None:
    HeadToHead.objects.filter(version0=bots[0]).update(faults0=60)
    assert report("ecarte").by_faults == []


def test_the_page_is_for_the_staff_only(bots: Any, client: Any, alice: Any) -> None:
    throw(bots[12], winner=bots[3], faults0=50)
    assert client.get(ADDRESS).status_code == 302
    assert "suspicious" not in client.get("/rankings/ecarte/").text
    client.force_login(alice)
    assert client.get(ADDRESS).status_code == 302
    alice.is_staff = True
    alice.save()
    page = client.get(ADDRESS).text
    for version in (bots[3], bots[12]):
        assert version.bot.get_absolute_url() in page
    assert "&lt; 0.001" in page
    assert "190 pairings tested" in page
    assert ADDRESS in client.get("/rankings/ecarte/").text
    assert client.get("/rankings/bridge/suspicious/").status_code == 404


def test_the_queries_do_not_grow_with_the_bots(
    make_rivals: Any, django_assert_max_num_queries: Any
) -> None:
    fill(make_rivals(24, ruleset="ecarte"), seed=8)
    with django_assert_max_num_queries(8):
        assert report("ecarte").bot_pairings == 276


def test_too_many_versions_are_said_to_be_too_many(
    bots: Any, client: Any, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.statistics.lopsided.EXACT", 10)
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    assert "too many versions" in client.get(ADDRESS).text
