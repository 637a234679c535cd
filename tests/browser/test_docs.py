"""A reader finds a chapter, searches, and copies an example; on a phone, and without JavaScript."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE


def test_a_reader_searches_and_lands_on_the_section(visit: Callable[..., Page]) -> None:
    page = visit("/write-a-bot/", java_script_enabled=False)
    page.locator("footer").get_by_role("link", name="Docs").click()
    expect(page.locator("h1")).to_have_text("Documentation")
    box = page.locator("nav.contents").get_by_role("searchbox")
    box.fill("molodka claims")
    box.press("Enter")
    expect(page.locator("mark").first).to_be_visible()
    page.locator("ol.found").get_by_role("link", name="The molodka", exact=True).click()
    expect(page.get_by_role("heading", name="The molodka")).to_be_in_viewport()


def test_the_contents_follow_the_reader(visit: Callable[..., Page]) -> None:
    page = visit("/docs/protocol/")
    contents = page.locator("nav.contents")
    contents.get_by_role("link", name="Matches and seeds").click()
    current = contents.locator(".sections a[aria-current]")
    expect(current).to_have_text("Matches and seeds")
    expect(contents).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(current).to_have_text("The record")


def test_on_a_phone_the_contents_are_folded(visit: Callable[..., Page]) -> None:
    page = visit("/docs/protocol/", viewport=PHONE, java_script_enabled=False)
    expect(page.locator("nav.contents")).to_be_hidden()
    link = page.locator("details.contents").get_by_role("link", name="Clocks")
    expect(link).to_be_hidden()
    page.locator("details.contents > summary").click()
    link.click()
    expect(page.locator("#clocks")).to_be_in_viewport()


def test_an_example_is_copied_and_long_lists_unfold(visit: Callable[..., Page]) -> None:
    page = visit("/docs/transcripts/", permissions=["clipboard-read", "clipboard-write"])
    fold = page.locator(".conversation details").first
    expect(fold.locator("code")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("code")).to_be_visible()
    page.goto("/docs/protocol/")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("import json, random, sys")


def test_on_a_phone_no_button_covers_an_example(visit: Callable[..., Page]) -> None:
    page = visit("/docs/first-bot/", viewport=PHONE)
    expect(page.get_by_role("button", name="Copy").first).to_be_visible()
    covered = page.locator(".copyable").evaluate_all("""(frames) => frames.filter((frame) => {
        const code = frame.querySelector("code").getBoundingClientRect();
        return code.top < frame.querySelector("button").getBoundingClientRect().bottom;
    }).map((frame) => frame.innerText)""")
    assert covered == []
