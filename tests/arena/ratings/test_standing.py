"""A standing adds up the lines of the ledger, and orders the ranking."""

from datetime import UTC, datetime
from typing import Any

import pytest

from arena.ratings.models import EloChange, Standing

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER = datetime(2026, 5, 1, 13, tzinfo=UTC)


def line(scored: float, conceded: float) -> EloChange:
    return EloChange(before=150_000, after=151_000, scored=scored, conceded=conceded, games=4)


@pytest.mark.parametrize(
    ("scored", "conceded", "result"),
    [
        (3, 1, (1, 0, 0)),
        (2, 2, (0, 1, 0)),
        (1, 3, (0, 0, 1)),
        (0.5, 0.5, (0, 1, 0)),
        (0, 0, (0, 0, 1)),  # both failed: a loss for both
    ],
)
def test_a_match_is_won_drawn_or_lost(
    scored: float, conceded: float, result: tuple[int, int, int]
) -> None:
    standing = Standing()
    standing.add(line(scored, conceded), NOON)
    assert (standing.wins, standing.draws, standing.losses) == result
    assert (standing.elo, standing.matches, standing.games) == (151_000, 1, 4)
    assert (standing.score, standing.last_played) == (scored, NOON)


def test_the_time_of_the_last_match_never_goes_back() -> None:
    standing = Standing()
    standing.add(line(2, 2), LATER)
    standing.add(line(2, 2), NOON)
    assert standing.last_played == LATER


def test_the_percentage_is_that_of_the_games() -> None:
    assert Standing(score=3, games=4).percentage == 75
    assert Standing().percentage == 0


@pytest.mark.parametrize(
    ("best", "worst", "tied"), [(1, 1, False), (1, 2, True), (None, None, False)]
)
def test_a_place_is_tied_if_the_true_place_may_be_another(
    best: int | None, worst: int | None, tied: bool
) -> None:
    assert Standing(place=best, place_best=best, place_worst=worst).tied is tied


@pytest.mark.django_db
def test_the_ranking_is_by_group_then_by_rating_then_by_bot(make_version: Any, alice: Any) -> None:
    bots = [make_version(alice, ruleset="ecarte").bot for _ in range(5)]
    for bot, (group, rating, matches) in zip(
        bots, [(1, 1900, 3), (0, 1500, 3), (0, 1600, 3), (0, 1500, 3), (0, 1700, 0)], strict=True
    ):
        Standing.objects.create(
            bot=bot, ruleset="ecarte", group=group, rating=rating, matches=matches
        )
    order = [standing.bot for standing in Standing.objects.ranking("ecarte")]
    assert order == [bots[2], bots[1], bots[3], bots[0]]


@pytest.mark.django_db
def test_bots_without_rated_matches_have_no_rating(versions: Any) -> None:
    played, unplayed = (version.bot for version in versions)
    Standing.objects.create(bot=played, ruleset="ecarte", rating=1600, matches=1)
    Standing.objects.create(bot=unplayed, ruleset="ecarte", rating=1700)
    assert Standing.objects.ratings_of([played.pk, unplayed.pk]) == {played.pk: 1600}
    assert Standing.objects.ratings_of([unplayed.pk]) == {}
    assert Standing.objects.of_bot(unplayed) is None
