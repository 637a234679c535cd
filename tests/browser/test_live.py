"""A live match, until the page becomes its replay."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site


def test_a_match_is_followed_and_turns_into_its_replay(
    visit: Callable[..., Page], site: Site
) -> None:
    match = site.slow_match(new=True)
    page = visit("/")
    playing = page.locator("[data-live=playing]")
    expect(playing).to_contain_text("tortoise")
    playing.get_by_role("link", name="tortoise").first.click()
    page.evaluate("window.notReloaded = true")
    expect(page.locator("#replay.live .felt")).to_be_visible()
    expect(page.locator(".moves li").nth(3)).to_be_visible()
    # The page does not show what a hand holds: both hands are face down.
    for place in ("top", "bottom"):
        card = page.locator(f".seat.{place} .playing svg").first
        expect(card).to_have_attribute("aria-label", "a card face down")
    page.screenshot(path="screenshots/live.png")

    # A reader who steps back stays there, and returns with the button.
    page.keyboard.press("Home")
    page.get_by_role("button", name="Back to the latest move").click()
    expect(page.locator("[data-part=count]")).not_to_have_text(re.compile("^0 /"))

    status = page.locator("[data-part=live-status]")
    expect(status).to_contain_text("mirrored game of pair 1", timeout=40_000)
    expect(page.locator("main .badge.finished").first).to_be_visible(timeout=40_000)
    expect(page.locator("#replay.replay .felt")).to_be_visible()
    assert page.evaluate("window.notReloaded")
    assert f"/matches/{match}/" in page.url
    expect(page.locator("[data-part=game] option")).to_have_count(2)
    page.keyboard.press("Home")
    expect(page.locator(".seat.bottom .playing svg").first).not_to_have_attribute(
        "aria-label", "a card face down"
    )
