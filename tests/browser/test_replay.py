"""A replay in the browser: by keyboard, link and touch, and from the viewpoint of a seat."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, log_in

SWIPE = """([from, to]) => {
    const target = document.querySelector("[data-part=table]");
    const at = (clientX) => [new Touch({ identifier: 1, target, clientX, clientY: 300 })];
    const tell = (kind, touches, changedTouches) =>
        target.dispatchEvent(new TouchEvent(kind, { touches, changedTouches }));
    tell("touchstart", at(from), at(from));
    tell("touchend", [], at(to));
}"""


def opened(page: Page) -> Page:
    expect(page.locator("#replay.ready .felt")).to_be_visible()
    return page


@pytest.fixture
def replay(visit: Callable[..., Page], site: Site) -> Callable[..., Page]:
    def open_replay(hash: str = "", ruleset: str = "kozel", **context: object) -> Page:
        return opened(visit(f"/matches/{site.facts['played'][ruleset]}/{hash}", **context))

    return open_replay


def count(page: Page) -> int:
    """The number of moves made at the current step."""
    return int(page.locator("[data-part=count]").inner_text().split("/")[0])


def test_the_keyboard_moves_through_the_game(replay: Callable[..., Page]) -> None:
    page = replay()
    assert count(page) == 0
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert count(page) == 3
    page.keyboard.press("ArrowLeft")
    assert count(page) == 2
    page.keyboard.press("t")
    assert count(page) > 3  # a molodka may precede the first trick
    expect(page.locator(".trick.done .tag")).to_have_text("takes it")
    page.keyboard.press("End")
    expect(page.locator("[data-part=caption]")).to_contain_text("wins")
    page.keyboard.press("Home")
    assert count(page) == 0
    page.keyboard.press("d")
    expect(page.locator("[data-part=caption]")).to_contain_text("Deal 2 is dealt")
    page.keyboard.press("g")
    expect(page.locator("[data-part=game]")).to_have_value("2")
    expect(page.locator("[data-part=game] optgroup")).to_have_count(2)
    mirrored = page.locator("[data-part=mirrored]")
    expect(mirrored).to_have_text("First game of the pair")
    page.keyboard.press("m")
    expect(page.locator("[data-part=game]")).to_have_value("1")
    expect(mirrored).to_have_text("Mirrored game")
    page.keyboard.press("m")
    expect(page.locator("[data-part=game]")).to_have_value("2")
    page.keyboard.press(" ")
    expect(page.locator("[data-part=count]")).not_to_have_text(re.compile(r"^[01] /"))


def test_the_address_bar_follows_and_a_link_leads_to_its_move(replay: Callable[..., Page]) -> None:
    page = replay("#g2m7")
    assert count(page) == 7
    expect(page.locator(".moves [aria-current] .n")).to_have_text("7")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#g2m8")
    page.get_by_text("Share").click()
    link = page.locator("[data-part=link]").input_value()
    assert link == page.url
    again = page.context.new_page()
    again.goto(link)
    assert count(opened(again)) == 8
    again.close()


def test_a_seat_sees_the_backs_of_hidden_cards(replay: Callable[..., Page]) -> None:
    page = replay("#g1m2s1")
    shown = page.locator(".seat.bottom .playing svg")
    expect(page.locator(".seat.bottom .label")).to_contain_text("seat 1")
    assert "face down" not in (shown.first.get_attribute("aria-label") or "")
    for place in ("left", "top", "right"):
        card = page.locator(f".seat.{place} .playing svg").first
        expect(card).to_have_attribute("aria-label", "a card face down")
    page.locator("[data-part=viewpoint]").select_option("")
    card = page.locator(".seat.top .playing svg").first
    expect(card).not_to_have_attribute("aria-label", "a card face down")
    assert count(page) == 2
    page.get_by_role("button", name="Turn the table").click()
    expect(page.locator(".seat.bottom .label")).to_contain_text("seat 1")


@pytest.mark.parametrize("ruleset", ["kozel", "svoi-kozyri"])
def test_the_browser_checks_a_deal(replay: Callable[..., Page], ruleset: str) -> None:
    page = replay("#g1m0", ruleset)
    page.get_by_text("Check this deal").click()
    expect(page.locator("[data-part=deal-check] li.ok")).to_have_count(3)
    expect(page.locator("[data-part=deal-check]")).to_contain_text("Verified")


def test_the_legal_moves_are_listed(replay: Callable[..., Page]) -> None:
    page = replay("#g1m2")
    page.get_by_text("Legal moves here").click()
    expect(page.locator(".legal-moves [aria-current]")).to_have_count(1)
    assert page.locator(".legal-moves li").count() > 1


def test_a_swipe_moves_by_one_step(replay: Callable[..., Page]) -> None:
    page = replay("#g1m3", viewport=PHONE, has_touch=True)
    page.evaluate(SWIPE, [300, 100])
    assert count(page) == 4
    page.evaluate(SWIPE, [100, 300])
    assert count(page) == 3


def test_a_replay_can_be_embedded_in_another_page(visit: Callable[..., Page], site: Site) -> None:
    match = site.facts["played"]["svoi-kozyri"]
    page = visit("/offline/")
    page.set_content(
        f'<iframe src="/matches/{match}/embed#g1m5" width="800" height="720"></iframe>'
    )
    frame = page.frame_locator("iframe")
    expect(frame.locator("[data-part=count]")).to_have_text(re.compile("^5 /"))
    expect(frame.get_by_role("link", name="The whole match")).to_be_visible()


def test_without_javascript_there_is_a_list_of_moves(
    visit: Callable[..., Page], site: Site
) -> None:
    page = visit(f"/matches/{site.facts['played']['kozel']}/", java_script_enabled=False)
    page.get_by_role("link", name="The moves as a list").first.click()
    expect(page.locator("tbody tr").first).to_contain_text("lead")
    assert page.locator("tbody tr").count() > 20


def test_the_owner_finds_what_the_bot_wrote_for_a_move(
    visit: Callable[..., Page], site: Site
) -> None:
    page = visit("/")
    log_in(page, "olga", site.facts["password"])
    match = site.slow_match()
    page.goto(f"/matches/{match}/")
    expect(page.locator("main .badge.finished").first).to_be_visible(timeout=40_000)
    opened(page)
    page.goto(f"/matches/{match}/#g2m9")
    page.get_by_text("Standard error of my bot").click()
    entry = page.locator(".log-entries li").first
    expect(entry).to_contain_text("asked")
    page.get_by_label("Search").fill("asked 1 of")
    expect(page.locator(".log-entries li")).to_have_count(2)  # the process of each leg
    page.locator(".log-entries a").first.click()
    assert re.search(r"#g1m\d+$", page.url)
    expect(page.locator("[data-part=move-times] .muted")).to_contain_text("processor")
