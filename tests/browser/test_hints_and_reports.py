"""At a table: what a strong bot would do, and telling an author about an odd move."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_playing import asked, begin  # noqa: F401

READY = "#play.asked:has(.acts:not(.new))"


def test_a_hint_is_shown_to_the_person_who_asked_and_a_bot_s_move_is_reported(
    begin: Callable[..., Page],  # noqa: F811
) -> None:
    page = begin("svoi-kozyri", "me", "bot", hints=True)
    page.wait_for_selector(READY)
    page.get_by_role("button", name="What would a strong bot do?").click()
    expect(page.locator(".prompt")).to_contain_text("would play:")
    expect(page.locator(".hand-card .badge-mark", has_text="★")).to_have_count(1)
    # The suggested move is a legal one.
    page.locator(".hand-card.strong").click(position={"x": 8, "y": 30})  # others may lie on it
    page.get_by_role("button", name="Lead").click()
    page.wait_for_selector(READY)
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("button", name="Report a bot’s move").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("The bot’s move").locator("option")).to_have_count(1)
    dialog.get_by_label("What is wrong with it?").fill("Why not take?")
    dialog.get_by_role("button", name="Send").click()
    expect(page.locator(".prompt")).to_contain_text("Sent to the author.")
