"""What an author does: sign up, submit a bot, watch its qualification, enter a round robin."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Site, log_in


def test_an_author_submits_a_bot_that_plays_a_round_robin(
    visit: Callable[..., Page], site: Site
) -> None:
    page = visit("/accounts/signup/")
    page.get_by_label("User name").fill("nora")
    for field in page.locator("input[type=password]").all():
        field.fill(site.facts["password"])
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()

    page.goto("/bots/new/")
    page.locator("select[name=ruleset]").select_option("ecarte")
    page.locator("input[name=name]").fill("first-try")
    page.locator("input[type=file]").set_input_files(ROOT / "bots" / "random_bot.py")
    page.locator("main form button").last.click()
    # The page shows the end of the qualification without a reload.
    expect(page.locator("main .badge.qualified").first).to_be_visible(timeout=40_000)

    page.goto(site.facts["open"])
    page.get_by_role("button", name="Enter the bot").click()
    expect(page.locator("main")).to_contain_text("With the 3 entries so far")

    organiser = visit("/")
    log_in(organiser, "olga", site.facts["password"])
    organiser.goto(site.facts["open"])
    organiser.get_by_role("button", name=re.compile("^Start: play 3 matches")).click()

    page.goto(site.facts["open"])
    row = page.locator("table.cross tbody tr", has_text="first-try")
    expect(row).to_be_visible()
    # The page shows the results without a reload.
    expect(page.locator("main .badge.finished").first).to_be_visible(timeout=40_000)
    expect(row.locator("td a")).to_have_count(2)
    row.locator("td a").first.click()
    expect(page.locator("#replay.ready .felt")).to_be_visible()
