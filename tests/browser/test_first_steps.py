"""The first steps of each game: solved by mouse, by keyboard, and by touch."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import violations

# A button that has just appeared does nothing for a moment (tables/actions.js).
READY = "#play.asked:has(.acts:not(.new))"
SIZES = [(1366, 768), (390, 844), (844, 390)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


READ = """() => JSON.parse(document.getElementById("lesson-setup").textContent)
    .steps.map(({ best, moves }) => [best, moves[best].text])"""
# Whether the page and the task need no scrolling, and all that solves the task is in sight.
FITS = """() => {
    const inside = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    };
    const task = document.querySelector(".task");
    const needed = ".hand-card, .act:not(.empty), .steps > :not([hidden])";
    return [
        document.documentElement.scrollHeight <= innerHeight,
        task.scrollHeight <= task.clientHeight + 1,
        [...document.querySelectorAll(needed)].every(inside),
    ];
}"""


def solutions(page: Page) -> list[tuple[str, str]]:
    """The best move of each exercise, and what the page says to it."""
    return [(move, text) for move, text in page.evaluate(READ)]


def opened(visit: Callable[..., Page], ruleset: str, **context: Any) -> Page:
    page = visit(f"/rules/{ruleset}/first-steps/", **context)
    expect(page.locator("#play.ready .felt")).to_be_visible()
    return page


def card(page: Page, name: str) -> Any:
    return page.locator(f'.hand-card[data-card="{name}"]')


def button(page: Page, move: str) -> Any:
    """The button that plays a move."""
    words = [word for word in move.split(" ") if not is_card(word)]
    return page.locator(f'.act[data-key="{" ".join(words)}"]')


def is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in "6789TJQKA" and word[1] in "CDHS"


def cards_of(move: str) -> list[str]:
    return [word for word in move.split(" ") if is_card(word)]


def select(page: Page, move: str, tap: bool = False) -> None:
    for name in cards_of(move):
        chosen = card(page, name)
        if chosen.get_attribute("aria-pressed") == "false":
            chosen.tap() if tap else chosen.click()


def play(page: Page, move: str, tap: bool = False) -> None:
    """Selects the cards of a move and presses its button."""
    select(page, move, tap)
    page.wait_for_selector(READY)
    button(page, move).tap() if tap else button(page, move).click()


def test_kozel_by_mouse_with_mistakes_on_the_way(visit: Callable[..., Page]) -> None:
    page = opened(visit, "kozel")
    told = page.locator(".told")
    # Illegal: the engine's reason with its rule.
    play(page, "lead 7S QH")
    expect(told).to_contain_text("Lead cards of one suit: these are hearts and spades.")
    expect(told.get_by_role("link")).to_have_attribute("href", "/rules/kozel/#kr5")
    # Legal, but not the task.
    page.get_by_role("button", name="Clear the selection").click()
    play(page, "lead 9S")
    expect(told).to_contain_text("only one of your spades")
    # The selection stays, so the other card is added.
    play(page, "lead 7S 9S")
    expect(told).to_contain_text("Right.")
    expect(page.locator(".felt .tag")).to_have_text("takes it")
    for number, (move, text) in enumerate(solutions(page)[1:], start=2):
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".progress")).to_contain_text(f"{number} of 7")
        play(page, move)
        expect(told).to_contain_text(text)
    page.get_by_role("button", name="Next").click()
    link = page.get_by_role("link", name="Play a game now")
    expect(link).to_have_attribute("href", "/play/?game=kozel&level=easy")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_role("heading", name="Molodka")).to_be_visible()


def test_svoi_kozyri_by_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = opened(visit, "svoi-kozyri")
    for number, (move, _) in enumerate(solutions(page), start=1):
        expect(page.locator(".progress")).to_contain_text(f"{number} of 6")
        page.locator("#task-title").focus()
        for name in cards_of(move):
            page.keyboard.press(name[0])
            page.keyboard.press(name[1].lower())
        expect(page.locator(".hand-card.selected")).to_have_count(len(cards_of(move)))
        expect(button(page, move)).to_be_enabled()
        # Several buttons may fit the selection, so each has its number.
        keys = page.locator(".act:not(.empty)").evaluate_all("all => all.map((b) => b.dataset.key)")
        page.wait_for_selector(READY)
        page.keyboard.press(str(keys.index(move.split(" ")[0]) + 1))
        expect(page.locator(".told.right")).to_be_visible()
        expect(page.get_by_role("button", name="Next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Play a game now")).to_be_visible()


def test_ecarte_by_touch_and_back_at_the_same_step_after_a_reload(
    visit: Callable[..., Page],
) -> None:
    page = opened(visit, "ecarte", **PHONE)
    for move, _ in solutions(page)[:3]:
        play(page, move, tap=True)
        expect(page.locator(".told.right")).to_be_visible()
        page.get_by_role("button", name="Next").tap()
    page.reload()
    expect(page.locator(".progress")).to_contain_text("4 of 7")
    # "Show me" selects the cards; the person plays them.
    page.get_by_role("button", name="Show me").tap()
    expect(card(page, "7H")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("ruleset", ["kozel", "svoi-kozyri", "ecarte"])
def test_everything_fits_on_one_screen_also_after_an_answer(
    visit: Callable[..., Page], ruleset: str, size: tuple[int, int]
) -> None:
    page = opened(visit, ruleset, viewport={"width": size[0], "height": size[1]})
    assert page.evaluate(FITS) == [True, True, True]
    move, _ = solutions(page)[0]
    play(page, move)
    expect(page.locator(".told.right")).to_be_visible()
    assert page.evaluate(FITS) == [True, True, True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Callable[..., Page], scheme: str) -> None:
    page = opened(visit, "kozel", color_scheme=scheme)
    assert violations(page) == []
    play(page, "lead 7S QH")
    expect(page.locator(".told.illegal")).to_be_visible()
    assert violations(page) == []


def test_without_javascript_the_positions_are_there_in_words(visit: Callable[..., Page]) -> None:
    page = visit("/rules/ecarte/first-steps/", java_script_enabled=False)
    answers = page.locator("noscript details")  # Playwright finds no text in noscript
    expect(answers).to_have_count(7)
    expect(answers.first).to_contain_text("The dealer accepted.")
    expect(page.locator("#play")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
