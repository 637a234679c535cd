"""The first steps of each game: what they claim holds in the engine."""

from typing import Any

import pytest

from arena.games.lessons import Exercise, lesson_of
from engine.errors import IllegalMove
from engine.ruleset import State
from engine.rulesets import RULESETS, ruleset

CASES = [
    pytest.param(name, exercise, id=f"{name}-{exercise.title}")
    for name in RULESETS
    if (lesson := lesson_of(name))
    for exercise in lesson.exercises
]
every_exercise = pytest.mark.parametrize(("name", "exercise"), CASES)


def state_of(name: str, exercise: Exercise) -> State[Any]:
    lesson = lesson_of(name)
    assert lesson
    return ruleset(name, dict(lesson.options)).position(exercise.position)


@pytest.mark.parametrize("name", [name for name in RULESETS if lesson_of(name)])
def test_a_lesson_has_five_to_eight_exercises_with_different_titles(name: str) -> None:
    lesson = lesson_of(name)
    assert lesson
    titles = {str(exercise.title) for exercise in lesson.exercises}
    assert 5 <= len(titles) == len(lesson.exercises) <= 8


@pytest.mark.parametrize("name", ["kozel", "svoi-kozyri", "ecarte"])
def test_each_game_of_the_arena_has_a_lesson(name: str) -> None:
    assert lesson_of(name)


@every_exercise
def test_the_right_answers_are_legal_and_lead_to_what_the_text_says(
    name: str, exercise: Exercise
) -> None:
    state = state_of(name, exercise)
    assert state.seat == 0
    for answer in exercise.right:
        after = state.copy()
        for text in (answer.move, *answer.then):
            after.play(after.parse(text))
        view = after.view(None)
        if view["phase"] == "over":
            view["scores"] = list(after.scores())
        assert {key: view[key] for key in answer.shows} == dict(answer.shows)


@every_exercise
def test_wrong_answers_are_legal_and_every_legal_move_has_an_answer(
    name: str, exercise: Exercise
) -> None:
    state = state_of(name, exercise)
    legal = set(state.texts(state.legal()))
    right = {answer.move for answer in exercise.right}
    assert right <= legal, "write moves as the engine does"
    assert set(exercise.wrong) <= legal - right
    others = legal - right - set(exercise.wrong)
    assert bool(others) == bool(exercise.otherwise), others


@every_exercise
def test_a_person_can_go_wrong(name: str, exercise: Exercise) -> None:
    """Otherwise there is nothing to learn: a wrong legal move, or an illegal one to be tried."""
    state = state_of(name, exercise)
    if exercise.wrong or exercise.otherwise:
        return
    verbs = {text.split(" ")[0] for text in state.texts(state.legal())} | set(exercise.also)
    hand = state.view(0)["hand"]
    refused = 0
    for text in [*verbs, *(f"{verb} {card}" for verb in verbs for card in hand)]:
        try:
            state.parse(text)
        except IllegalMove:
            refused += 1
        except ValueError:
            pass
    assert refused


@pytest.mark.parametrize("number", [0, 6])
def test_in_kozel_nobody_can_beat_where_the_text_says_so(number: int) -> None:
    lesson = lesson_of("kozel")
    assert lesson
    exercise = lesson.exercises[number]
    state = state_of("kozel", exercise)
    for text in (exercise.right[0].move, *exercise.right[0].then):
        if text.startswith("drop"):
            assert not any(legal.startswith("beat") for legal in state.texts(state.legal()))
        state.play(state.parse(text))
