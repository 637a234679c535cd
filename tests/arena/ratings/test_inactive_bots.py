"""An inactive bot keeps the rating that it had, with its date."""

from typing import Any

import pytest
from django.utils.formats import date_format

from arena.bots import activation
from arena.bots.models import Bot
from arena.ratings import consistency, rating_refresh
from arena.ratings.models import Snapshot, Standing
from arena.ratings.rating_history import rating_history
from tests.arena.ending import end, play, settle
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def rested(versions: Any) -> Any:
    """A version that was retired after a few games."""
    for _ in range(5):
        play(*versions, 1.5, 0.5)
    rating_refresh.sweep()
    activation.retire(versions[0])
    rating_refresh.sweep()
    return versions[0]


def standing(version: Any) -> Standing:
    return Standing.objects.get(bot=version.bot)


def shown(version: Any) -> tuple[Any, ...]:
    found = standing(version)
    return found.rating, found.error, found.rated_id, found.group, found.as_of


def opponents_move(versions: Any, make_rivals: Any) -> None:
    """The opponent of the inactive bot turns out to be strong."""
    (third,) = make_rivals(1, ruleset="ecarte")
    for _ in range(5):
        play(versions[1], third, 2, 0)
    rating_refresh.sweep()


def test_its_rating_does_not_move_with_the_others(
    rested: Any, versions: Any, make_rivals: Any
) -> None:
    before = shown(rested)
    assert before[-1] is not None
    opponents_move(versions, make_rivals)
    assert shown(rested) == before
    assert not rating_refresh.is_stale("ecarte")
    assert list(consistency.check_ratings()) == []


def test_its_pages_and_the_api_give_the_date(
    rested: Any, versions: Any, make_rivals: Any, client: Any
) -> None:
    opponents_move(versions, make_rivals)
    found = standing(rested)
    assert found.as_of is not None
    date = date_format(found.as_of)
    for address in (rested.bot.get_absolute_url(), "/rankings/ecarte/?show=all"):
        assert f"of {date}" in client.get(address).text
    answers = client.get("/api/v1/rankings/ecarte/").json()["results"]
    dates = {answer["bot"]: answer["as_of"] for answer in answers}
    assert dates[str(rested.bot)] is not None
    assert dates[str(versions[1].bot)] is None
    bot = client.get(f"/api/v1/bots/{rested.bot}/").json()
    assert bot["as_of"] == dates[str(rested.bot)]
    assert bot["rating"] == found.rating


def test_its_chart_ends_with_the_rating_that_it_keeps(
    rested: Any, versions: Any, make_rivals: Any
) -> None:
    before = rating_history(rested.bot)
    opponents_move(versions, make_rivals)
    assert rating_history(rested.bot) == before
    assert before[-1].rating == standing(rested).rating


def test_a_match_that_was_waiting_still_counts(versions: Any) -> None:
    waiting = make_match(*versions)
    play(*versions, 1, 1)
    activation.retire(versions[0])
    rating_refresh.sweep()
    before = standing(versions[0])
    settle(end(waiting, 2, 0))
    rating_refresh.sweep()
    after = standing(versions[0])
    assert after.rating > before.rating
    assert after.as_of is not None and before.as_of is not None
    assert after.as_of > before.as_of


def test_it_is_rated_again_when_it_is_active_again(
    rested: Any, versions: Any, make_rivals: Any
) -> None:
    before = standing(rested).rating
    opponents_move(versions, make_rivals)
    activation.activate(rested)
    assert rating_refresh.is_stale("ecarte")
    rating_refresh.sweep()
    after = standing(rested)
    assert after.as_of is None
    assert after.place is not None
    assert after.rating > before + 1


def test_coming_and_going_leaves_one_point_on_the_chart(rested: Any) -> None:
    count = Snapshot.objects.filter(bot=rested.bot).count()
    for _ in range(3):
        Bot.objects.filter(pk=rested.bot_id).update(active=rested)
        rating_refresh.sweep()
        Bot.objects.filter(pk=rested.bot_id).update(active=None)
        rating_refresh.sweep()
    assert Snapshot.objects.filter(bot=rested.bot).count() == count


def test_a_damaged_rating_is_restored(rested: Any) -> None:
    before = shown(rested)
    Standing.objects.filter(bot=rested.bot).update(rating=1999)
    (difference,) = consistency.check_ratings()
    assert "rating 1999.00 instead of" in difference
    rating_refresh.refresh("ecarte")
    assert shown(rested) == before
