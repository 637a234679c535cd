"""A rated match changes the Elo of both bots once, and never the sum of all."""

import itertools
from typing import Any

import pytest
from django.db.models import Sum

from arena.matches import settling
from arena.ratings import elo_ledger
from arena.ratings.elo_ledger import changes_of
from arena.ratings.models import INITIAL_ELO, EloChange, Standing
from tests.arena.ending import end, end_without_result, play, settle
from tests.arena.playing import make_match

pytestmark = pytest.mark.django_db


def figures(version: Any) -> tuple[int, int, int, float, int, int, int]:
    standing = Standing.objects.get(bot=version.bot)
    return tuple(getattr(standing, name) for name in Standing.SUMS[:-1])  # type: ignore[return-value]


def test_a_clean_win_of_equals_moves_half_of_k(versions: Any) -> None:
    play(*versions, 2, 0)
    assert figures(versions[0]) == (INITIAL_ELO + 1200, 1, 2, 2.0, 1, 0, 0)
    assert figures(versions[1]) == (INITIAL_ELO - 1200, 1, 2, 0.0, 0, 0, 1)


def test_a_standing_has_the_time_of_its_last_match(versions: Any) -> None:
    match = play(*versions, 2, 0)
    assert Standing.objects.get(bot=versions[1].bot).last_played == match.finished


def test_a_line_has_the_elo_before_and_after_and_the_points(versions: Any) -> None:
    play(*versions, 2, 0)
    first, second = changes_of(play(*versions, 1, 1))
    assert (first.bot, second.bot) == (versions[0].bot, versions[1].bot)
    assert first.before == INITIAL_ELO + 1200
    assert first.gain == -second.gain < 0
    assert first.expected + second.expected == pytest.approx(2)
    assert (first.scored, first.conceded, first.games) == (1, 1, 2)


def test_settling_a_match_twice_changes_elo_once(versions: Any) -> None:
    match = play(*versions, 2, 0)
    before = figures(versions[0])
    elo_ledger.apply(match)
    settling.settle(match.pk)
    assert figures(versions[0]) == before
    assert EloChange.objects.count() == 2


def test_an_unrated_match_changes_nothing(versions: Any) -> None:
    match = play(*versions, 2, 0, rated=False)
    assert changes_of(match) == []
    assert not Standing.objects.exists()


@pytest.mark.parametrize("state", ["void", "cancelled"])
def test_a_match_without_a_result_changes_nothing(versions: Any, state: str) -> None:
    match = settle(end_without_result(make_match(*versions), state))
    assert changes_of(match) == []


def test_a_void_match_that_is_played_later_counts(versions: Any) -> None:
    match = settle(end_without_result(make_match(*versions), "void"))
    match.settled = False
    match.save()
    settle(end(match, 2, 0))
    assert len(changes_of(match)) == 2


def test_a_match_that_has_not_ended_changes_nothing(versions: Any) -> None:
    elo_ledger.apply(make_match(*versions))
    assert not EloChange.objects.exists()


def test_a_match_between_versions_of_one_bot_changes_nothing(
    versions: Any, make_version: Any
) -> None:
    play(versions[0], make_version(versions[0].bot), 2, 0)
    assert not EloChange.objects.exists()


def test_a_match_that_both_lost_is_a_draw_for_elo_and_a_loss_for_both(versions: Any) -> None:
    match = play(*versions, 0, 0)
    assert [change.gain for change in changes_of(match)] == [0, 0]
    assert figures(versions[0])[-3:] == figures(versions[1])[-3:] == (0, 0, 1)


def test_all_versions_of_a_bot_share_its_standing(versions: Any, make_version: Any) -> None:
    play(*versions, 2, 0)
    play(make_version(versions[0].bot), versions[1], 2, 0)
    assert Standing.objects.get(bot=versions[0].bot).matches == 2


def test_the_sum_of_all_elo_never_changes(make_rivals: Any) -> None:
    versions = make_rivals(5)
    for turn, (first, second) in enumerate(itertools.permutations(versions, 2)):
        play(first, second, turn % 3, 2 - turn % 3)
    assert Standing.objects.aggregate(sum=Sum("elo"))["sum"] == 5 * INITIAL_ELO
    for standing in Standing.objects.all():
        gained = sum(change.gain for change in standing.bot.elo_changes.all())
        assert standing.elo == INITIAL_ELO + gained


def test_a_standing_is_found_by_the_bot(versions: Any) -> None:
    assert Standing.objects.of_bot(versions[0].bot) is None
    play(*versions, 0, 2)
    standing = Standing.objects.of_bot(versions[1].bot)
    assert standing is not None
    assert standing.wins == 1
