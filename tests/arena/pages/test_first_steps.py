"""The page of the first steps of a game."""

import json
import re

import pytest
from django.test import Client

from arena.games.lessons import lesson_of
from arena.pages import first_steps
from engine.rulesets import RULESETS, ruleset

TAUGHT = [name for name in RULESETS if lesson_of(name)]
every_lesson = pytest.mark.parametrize("name", TAUGHT)


def steps_of(name: str) -> list:
    lesson = lesson_of(name)
    assert lesson
    return first_steps.steps(name, lesson)


@pytest.mark.django_db
@every_lesson
def test_the_page_has_the_positions_for_scripts_and_in_words(name: str, client: Client) -> None:
    page = client.get(f"/rules/{name}/first-steps/").content.decode()
    setup = re.search(r'<script id="lesson-setup" type="application/json">(.*?)</script>', page)
    assert setup
    steps = json.loads(setup[1])["steps"]
    assert [step["task"] for step in steps] == [step["task"] for step in steps_of(name)]
    words = page[page.rindex("<noscript>") : page.rindex("</noscript>")]
    assert words.count("<details>") == len(steps)
    assert f"/rules/{name}/first-steps/" in client.get(f"/rules/{name}/").content.decode()


@pytest.mark.django_db
def test_a_game_without_a_lesson_has_no_such_page(client: Client) -> None:
    assert client.get("/rules/whist/first-steps/").status_code == 404


@every_lesson
def test_every_legal_move_has_an_answer_and_illegal_ones_have_the_engine_s(name: str) -> None:
    lesson = lesson_of(name)
    assert lesson
    for exercise, step in zip(lesson.exercises, steps_of(name), strict=True):
        state = ruleset(name).position(exercise.position)
        legal = set(state.texts(state.legal()))
        kinds = {text: answer["kind"] for text, answer in step["moves"].items()}
        assert {text for text, kind in kinds.items() if kind != "illegal"} == legal
        assert {"right"} <= set(kinds.values())
        assert len(kinds) > 1
        for answer in step["moves"].values():
            assert answer["text"]
            assert answer["kind"] != "illegal" or (answer["rule"] is None) == (
                answer["url"] is None
            )


@every_lesson
def test_a_position_shows_nothing_that_seat_0_could_not_see(name: str) -> None:
    """So a person learns to look at what is open."""
    lesson = lesson_of(name)
    assert lesson
    for exercise, step in zip(lesson.exercises, steps_of(name), strict=True):
        assert step["view"] == ruleset(name).position(exercise.position).view(0)
