"""Which matches the statistics count, and that each is counted once."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from arena.games.questions import questions_of
from arena.insights import counting
from arena.insights.models import Progress, Tally
from arena.matches.models import Match
from tests.arena.at_once import at_once
from tests.arena.playing import finish, make_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pair(alice: Any, bob: Any, make_version: Any) -> Any:
    return make_version(alice, ruleset="ecarte"), make_version(bob, ruleset="ecarte")


def over(*matches: Match) -> None:
    """They ended a while ago."""
    for number, match in enumerate(matches):
        ended = timezone.now() - timedelta(minutes=9, seconds=-number)
        Match.objects.filter(pk=match.pk).update(finished=ended)


def matches(game: str = "ecarte", **of: Any) -> int:
    tally = Tally.objects.filter(game=game, **(of or {"bot": None})).first()
    return tally.matches if tally else 0


def test_a_match_counts_once_for_everybody_and_for_each_bot(pair: Any) -> None:
    over(*(finish(make_match(*pair), choice) for choice in range(3)))
    for _ in range(3):
        counting.sweep()
    assert matches() == 3
    assert [matches(bot=version.bot) for version in pair] == [3, 3]
    everybody = Tally.objects.get(bot=None).cells["propose"]
    both = [Tally.objects.get(bot=version.bot).cells["propose"] for version in pair]
    for hand, choices in everybody.items():
        for choice, sums in choices.items():
            parts = [one.get(hand, {}).get(choice, [0, 0, 0]) for one in both]
            assert sums[1] == sum(part[1] for part in parts)


def test_matches_with_many_games_are_counted_one_by_one(
    pair: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run may then end between them."""
    monkeypatch.setattr(counting, "GAMES", 6)
    over(*(finish(make_match(*pair, pairs=pairs)) for pairs in (4, 1, 2, 1)))
    questions = questions_of("ecarte")
    assert questions is not None
    assert [counting.count("ecarte", questions) for _ in range(4)] == [1, 2, 1, 0]
    assert matches() == 4


def test_a_match_that_has_just_ended_waits(pair: Any) -> None:
    match = finish(make_match(*pair))
    counting.sweep()
    assert matches() == 0
    over(match)
    counting.sweep()
    assert matches() == 1


def test_qualifications_and_void_matches_do_not_count(pair: Any) -> None:
    check = finish(make_match(*pair, queue="check", rated=False))
    void = make_match(*pair)
    Match.objects.filter(pk=void.pk).update(state=Match.State.VOID)
    over(check)
    counting.sweep()
    assert matches() == 0


def test_variants_count_apart_and_other_options_not_at_all(pair: Any) -> None:
    classic = {"must_trump": True, "vulnerability": "classic"}
    over(
        finish(make_match(*pair, options=classic, rated=False)),
        finish(make_match(*pair, options={"target": 3}, rated=False)),
    )
    counting.sweep()
    assert (matches(), matches("ecarte/classic")) == (0, 1)
    assert Progress.objects.get(ruleset="ecarte").match  # it has gone on beyond both


def test_a_count_that_fails_is_not_half_saved(pair: Any, monkeypatch: Any) -> None:
    over(finish(make_match(*pair)))
    monkeypatch.setattr(Progress, "save", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        counting.sweep()
    assert matches() == 0
    monkeypatch.undo()
    counting.sweep()
    assert matches() == 1


def test_two_processes_at_once_count_each_match_once(pair: Any) -> None:
    over(*(finish(make_match(*pair), choice) for choice in range(4)))
    at_once([counting.sweep] * 4)
    counting.sweep()
    assert matches() == 4


def test_while_one_process_counts_another_does_not_wait(pair: Any) -> None:
    over(finish(make_match(*pair)))
    questions = questions_of("ecarte")
    assert questions
    Progress.objects.create(ruleset="ecarte")
    looked: list[int] = []
    with transaction.atomic():
        Progress.objects.select_for_update().get(ruleset="ecarte")
        at_once([lambda: looked.append(counting.count("ecarte", questions))])
        assert looked == [0]
    assert counting.count("ecarte", questions) == 1
