"""Replays that explain themselves: asking, the curve, mistakes, and the scores of moves."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SCREENSHOTS, Site
from tests.browser.test_pages import violations

SIZES = {
    "phone": {"width": 390, "height": 844},
    "phone-wide": {"width": 844, "height": 390},
    "laptop": {"width": 1366, "height": 768},
}
# ms; analyses have the lowest priority, so on a busy machine they take a while.
ANALYSED_WITHIN = 280_000
pytestmark = pytest.mark.timeout(400)


@pytest.fixture
def analysed(visit: Callable[..., Page], site: Site) -> Callable[..., Page]:
    """analysed(**context): the replay of a game that has been analysed by now."""

    def open_replay(hash: str = "", **context: object) -> Page:
        page = visit(f"/matches/{site.facts['played']['kozel']}/{hash}", **context)
        expect(page.locator("#replay.ready .felt")).to_be_visible()
        ask = page.get_by_role("button", name="Analyse this game")
        curve = page.get_by_role("slider", name=re.compile("Expected score"))
        waiting = page.get_by_text(re.compile("Waiting in the queue of analyses|being analysed"))
        expect(ask.or_(curve).or_(waiting).first).to_be_visible()
        if ask.is_visible():
            ask.click()
            expect(waiting.or_(curve).first).to_be_visible()
            expect(ask).to_be_hidden()
        expect(curve).to_be_visible(timeout=ANALYSED_WITHIN)
        return page

    return open_replay


def count(page: Page) -> int:
    """The number of moves made at the current step."""
    return int(page.locator("[data-part=count]").inner_text().split("/")[0])


def test_a_visitor_asks_and_the_curve_leads_through_the_game(analysed: Callable[..., Page]) -> None:
    page = analysed()
    curve = page.get_by_role("slider", name=re.compile("Expected score"))
    box = curve.bounding_box()
    assert box
    curve.click(position={"x": box["width"] / 2, "y": 20})
    middle = count(page)
    assert middle > 10
    curve.focus()
    page.keyboard.press("ArrowRight")
    assert count(page) in (middle, middle + 1)  # the start of a deal is a step without a move
    expect(curve).to_have_attribute(
        "aria-valuetext", re.compile(r"move \d+ of \d+: [01]\.\d\d for")
    )
    page.keyboard.press("Home")
    assert count(page) == 0
    accuracy = page.locator(".accuracy li")
    expect(accuracy).to_have_count(2)
    expect(accuracy.first).to_contain_text(re.compile(r"mean loss -?\d\.\d{3} ± \d\.\d{3} in \d+"))


def test_the_key_n_leads_to_each_mistake_and_back_to_the_first(
    analysed: Callable[..., Page],
) -> None:
    page = analysed()
    marked = page.locator(".moves li:has(.mistake-mark)")
    numbers = [int(one.get_attribute("data-n") or 0) for one in marked.all()]
    assert numbers, "the weakest bots of the house make no mistake in a whole game of Kozel"
    found = []
    for _ in range(len(numbers) + 1):
        page.keyboard.press("n")
        found.append(count(page))
    assert found == [*numbers, numbers[0]]
    scores = page.locator("[data-part=evaluation]")
    expect(scores.get_by_text("A mistake: it loses")).to_be_visible()
    expect(scores.locator("li[aria-current]")).to_contain_text("played")
    expect(scores.locator("li").first).to_contain_text("best")
    page.get_by_role("button", name="Mistake").click()
    assert count(page) == numbers[1 % len(numbers)]


def test_a_seat_does_not_see_the_choices_of_others(analysed: Callable[..., Page]) -> None:
    page = analysed()
    page.keyboard.press("n")
    seat = int(page.locator(".moves li[aria-current] .seat-number").inner_text())
    page.locator("[data-part=viewpoint]").select_option(str((seat + 1) % 4))
    expect(page.get_by_text("The choice of another seat is hidden from this one.")).to_be_visible()
    expect(page.locator(".scores-of-moves")).to_have_count(0)
    page.locator("[data-part=viewpoint]").select_option(str(seat))
    expect(page.locator(".scores-of-moves")).to_be_visible()


def test_without_javascript_the_mistakes_are_a_list_with_links(
    analysed: Callable[..., Page], visit: Callable[..., Page], site: Site
) -> None:
    analysed()
    match = site.facts["played"]["kozel"]
    page = visit(f"/matches/{match}/games/1/analysis/", java_script_enabled=False)
    link = page.locator("tbody th a").first
    expect(link).to_have_attribute("href", re.compile(rf"/matches/{match}/#g1m\d+"))
    expect(page.get_by_role("heading", name="Accuracy")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "scheme"), [*((size, "light") for size in SIZES), ("laptop", "dark")]
)
def test_it_fits_every_screen_and_is_accessible(
    analysed: Callable[..., Page], size: str, scheme: str
) -> None:
    page = analysed(viewport=SIZES[size], color_scheme=scheme)
    page.keyboard.press("n")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel = page.locator("[data-part=analysis]")
    panel.scroll_into_view_if_needed()
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"analysis-{size}-{scheme}.png")
    assert violations(page) == []


def test_a_position_of_svoi_kozyri_is_solved_or_not_within_seconds(
    visit: Callable[..., Page], site: Site
) -> None:
    page = visit(f"/matches/{site.facts['played']['svoi-kozyri']}/")
    expect(page.locator("#replay.ready .felt")).to_be_visible()
    solution = page.locator("[data-part=solution]")
    page.keyboard.press("End")
    page.get_by_role("button", name="Solve this position").click()
    expect(solution).to_have_text("The game is over here.")
    page.keyboard.press("ArrowLeft")
    expect(solution).to_be_hidden()
    page.get_by_role("button", name="Solve this position").click()
    expect(solution).to_contain_text(re.compile("Proved: seat [01] (wins|loses)|Proved: a draw"))
    page.keyboard.press("Home")
    page.get_by_role("button", name="Solve this position").click()
    expect(solution).to_contain_text(re.compile("Proved|Not solved"))
