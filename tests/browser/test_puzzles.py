"""A puzzle: wrong and right moves, what is remembered, on all screens and without JavaScript."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SCREENSHOTS, Site
from tests.browser.test_first_steps import FITS, SIZES, play
from tests.browser.test_pages import violations

REMEMBERED = "() => JSON.parse(localStorage.getItem('goat-arena puzzles'))"


@pytest.fixture
def opened(visit: Callable[..., Page], site: Site) -> Callable[..., tuple[Page, dict[str, Any]]]:
    """opened(**context): the page of a puzzle, and the puzzle's best and worst move."""

    def open_puzzle(**context: Any) -> tuple[Page, dict[str, Any]]:
        puzzle = site.do("puzzle")
        page = visit(puzzle["address"], **context)
        return page, puzzle

    return open_puzzle


def test_the_answers_say_what_a_move_is_worth_and_the_browser_remembers(opened: Any) -> None:
    page, puzzle = opened()
    expect(page.locator("#play.ready .felt")).to_be_visible()
    told = page.locator(".told")
    play(page, puzzle["wrong"])
    expect(told).to_contain_text("Not this move. It scores 40")
    assert page.evaluate(REMEMBERED)["row"] == 0
    play(page, puzzle["best"])
    expect(told).to_contain_text("Right. It wins the trick.")
    expect(page.get_by_role("link", name="The game with its analysis")).to_be_visible()
    number = int(puzzle["address"].strip("/").rpartition("/")[2])
    assert page.evaluate(REMEMBERED)["solved"] == [number]
    assert violations(page) == []


def test_puzzles_that_are_solved_at_once_count_in_a_row(opened: Any) -> None:
    page, puzzle = opened()
    page.evaluate(
        """() => localStorage.setItem("goat-arena puzzles",
           JSON.stringify({ solved: [0], row: 2, days: 0, day: "" }))"""
    )
    page.reload()
    expect(page.get_by_text("2 in a row")).to_be_visible()
    play(page, puzzle["best"])
    expect(page.get_by_text("3 in a row")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_that_solves_it_is_in_sight(opened: Any, width: int, height: int) -> None:
    page, puzzle = opened(viewport={"width": width, "height": height})
    expect(page.locator("#play.ready .felt")).to_be_visible()
    assert page.evaluate(FITS) == [True, True, True]
    play(page, puzzle["best"])
    expect(page.locator(".told")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / f"puzzle-{width}.png")
    assert page.evaluate(FITS)[0]


def test_without_javascript_the_answer_is_below_the_position(opened: Any) -> None:
    page, puzzle = opened(java_script_enabled=False)
    page.locator("details summary").click()
    expect(page.locator("details code")).to_have_text(puzzle["best"])
