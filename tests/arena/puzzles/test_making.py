"""Which positions become puzzles, and which is the puzzle of the day."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.analysis.models import Analysis
from arena.puzzles import daily_puzzles, making
from arena.puzzles.models import DailyPuzzle, Puzzle

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 4)


def test_a_position_with_one_clearly_best_move_becomes_a_puzzle_once(analysed: Any) -> None:
    analysis = analysed()
    making.sweep()
    making.sweep()
    (puzzle,) = Puzzle.objects.all()
    decision = analysis.content["decisions"][0]
    assert (puzzle.match_id, puzzle.game) == (analysis.match_id, 1)
    assert (puzzle.move, puzzle.seat) == (decision["move"], decision["seat"])
    assert puzzle.right == [max(decision["scores"], key=decision["scores"].get)]
    assert puzzle.gap == pytest.approx(0.2)


def test_a_small_difference_makes_no_puzzle(analysed: Any) -> None:
    analysed(gap=making.GAP / 2)
    making.sweep()
    assert not Puzzle.objects.exists()


def test_a_difference_that_may_be_chance_makes_no_puzzle(analysed: Any) -> None:
    decision = analysed().content["decisions"][0] | {"marked": False}
    assert making._clear(decision) is None or decision["played"] in making._clear(decision)[0]


def test_three_moves_to_choose_from_make_no_puzzle(analysed: Any) -> None:
    decision = analysed().content["decisions"][0]
    assert making._clear(decision | {"legal": 4})
    assert making._clear(decision | {"legal": 3}) is None


def test_a_lost_position_makes_no_puzzle(analysed: Any) -> None:
    decision = analysed().content["decisions"][0] | {"marked": True}
    scores = {"a": 0.19, "b": 0.05, "c": 0.0, "d": 0.0}
    assert making._clear(decision | {"scores": scores}) is None
    assert making._clear(decision | {"scores": scores | {"a": 0.21}})


def test_a_move_as_good_as_the_best_is_right_too_but_many_are_no_puzzle(analysed: Any) -> None:
    decision = analysed().content["decisions"][0] | {"marked": True, "legal": 5}
    scores = {"a": 0.6, "b": 0.595, "c": 0.3, "d": 0.2}
    assert making._clear(decision | {"scores": scores}) == (["a", "b"], 0.3)
    assert making._clear(decision | {"scores": scores | {"c": 0.598}}) is None


def test_qualifications_and_unfinished_analyses_make_no_puzzles(analysed: Any) -> None:
    analysed(queue="check", rated=False)
    waiting = analysed()
    Analysis.objects.filter(pk=waiting.pk).update(state=Analysis.State.QUEUED, result=None)
    making.sweep()
    assert not Puzzle.objects.exists()


def test_each_day_has_the_clearest_puzzle_that_was_not_one_before(analysed: Any) -> None:
    for gap in (0.1, 0.3, 0.2):
        making.search(analysed(gap=gap))
    Puzzle.objects.update(played="what it missed")
    for days in range(4):
        making.choose_daily("ecarte", TODAY + timedelta(days=days))
        making.choose_daily("ecarte", TODAY + timedelta(days=days))
    chosen = DailyPuzzle.objects.order_by("day")
    assert [one.puzzle.gap for one in chosen] == pytest.approx([0.3, 0.2, 0.1])


def test_a_move_that_the_bot_overlooked_is_chosen_before_a_clearer_one(analysed: Any) -> None:
    for gap in (0.3, 0.1, 0.2):
        making.search(analysed(gap=gap))
    Puzzle.objects.update(played="what it missed")
    found = Puzzle.objects.get(gap__gt=0.25)
    Puzzle.objects.filter(pk=found.pk).update(played=found.right[0])
    for days in range(3):
        making.choose_daily("ecarte", TODAY + timedelta(days=days))
    chosen = DailyPuzzle.objects.order_by("day")
    assert [one.puzzle.gap for one in chosen] == pytest.approx([0.2, 0.1, 0.3])


def test_old_puzzles_of_the_day_are_not_shown(analysed: Any) -> None:
    making.search(analysed())
    making.choose_daily("ecarte", timezone.now().date())
    assert [one.ruleset for one in daily_puzzles.latest()] == ["ecarte"]
    DailyPuzzle.objects.update(day=TODAY)
    assert daily_puzzles.latest() == []
