"""Every main page works on a phone, with a screen reader, in dark mode and without JavaScript."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SCREENSHOTS, Site, log_in

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# Rows like those before them, which would take axe a long time.
REPEATED = [
    [".moves li:nth-child(n + 9)"],
    ["tbody tr:nth-child(n + 5)"],
    [".playing:nth-child(n + 4)"],
    [".conversation > div:nth-child(n + 3)"],
    [".conversation ~ .conversation ~ .conversation"],
    ["pre.code ~ pre.code ~ pre.code"],
]
SERIOUS = ("serious", "critical")
# The public pages, by the name of their screenshots; {…} is filled from the site's content.
PAGES = {
    "home": "/",
    "rankings": "/rankings/",
    "ranking": "/rankings/kozel/",
    "tournaments": "/tournaments/",
    "tournament": "{finished}",
    "rounds": "{finished}rounds/",
    "entries": "{finished}entries/",
    "tournament-open": "{open}",
    "matches": "/matches/",
    "replay-kozel": "/matches/{kozel}/#g1m6",
    "replay-svoi-kozyri": "/matches/{svoi-kozyri}/#g1m9",
    "moves": "/matches/{kozel}/games/1/",
    "embedded": "/matches/{kozel}/embed",
    "bots": "/bots/",
    "bot": "/bots/house/low-kozel/",
    "version": "{version}",
    "user": "/accounts/users/olga/",
    "rules": "/rules/",
    "rules-kozel": "/rules/kozel/",
    "rules-svoi-kozyri": "/rules/svoi-kozyri/",
    "rules-ecarte": "/rules/ecarte/",
    "write-a-bot": "/write-a-bot/",
    "tools": "/tools/",
    "first-bot": "/docs/first-bot/",
    "data": "/data/",
    "statistics": "/statistics/kozel/",
    "statistics-bot": "/statistics/of/house/low-kozel/",
    "puzzles": "/puzzles/",
    "docs": "/docs/",
    "docs-protocol": "/docs/protocol/#move",
    "docs-transcripts": "/docs/transcripts/#svoi-kozyri",
    "docs-faults": "/docs/faults/",
    "docs-search": "/docs/search/?q=flush",
    "api-reference": "/docs/api/reference/",
    "api-reference-bots": "/docs/api/reference/bots/",
    "fair-shuffles": "/fair-shuffles/",
    "play": "/play/?game=ecarte",
    "lobby": "/tables/",
    "new-table": "/tables/new/?game=kozel",
    "my-games": "/tables/mine/",
    "return-link": "/tables/return/",
    "experiments": "/experiments/",
    "login": "/accounts/login/",
    "signup": "/accounts/signup/",
    "not-found": "/nothing/",
    "offline": "/offline/",
}
OWN_PAGES = {
    "my-bots": "/bots/mine/",
    "new-bot": "/bots/new/",
    "tokens": "/accounts/tokens/",
    "device": "/accounts/device/",
    "webhooks": "/accounts/webhooks/",
    "new-remote-bot": "/remote/new/",
    "new-tournament": "/tournaments/new/",
    "password": "/accounts/password/",
}


WHOLE = ("home", "ranking", "tournament", "replay-kozel", "rules-kozel")


def address(site: Site, path: str) -> str:
    return path.format(**site.facts, **site.facts["played"])


def wait_until_shown(page: Page) -> None:
    page.wait_for_load_state()
    if page.locator("#replay").count():
        expect(page.locator("#replay.ready .felt")).to_be_visible()


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """The serious violations that axe-core finds, of all its rules or of these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    run = "([exclude, options]) => axe.run({ exclude }, options)"
    found = page.evaluate(run, [REPEATED, options])["violations"]
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def widths(page: Page) -> tuple[int, int]:
    box = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return box[0], box[1]


def check(page: Page, name: str) -> None:
    """Checks the page in light and dark mode, on a desktop and on a phone."""
    wait_until_shown(page)
    assert page.title().strip() and page.locator("main").count() == 1
    found = violations(page)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=name in WHOLE)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {one}" for one in violations(page, ["color-contrast"])]
    page.screenshot(path=SCREENSHOTS / f"{name}-dark.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    content, window = widths(page)
    page.screenshot(path=SCREENSHOTS / f"{name}-phone.png")
    page.set_viewport_size(DESKTOP)
    assert content <= window, f"{name} is {content} px wide on a phone"
    assert found == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible(visit: Callable[..., Page], site: Site, name: str) -> None:
    check(visit(address(site, PAGES[name])), name)


def test_an_author_s_own_pages_are_accessible(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/")
    log_in(page, "olga", site.facts["password"])
    for name, path in OWN_PAGES.items():
        page.goto(path)
        check(page, name)


@pytest.mark.parametrize("name", ["home", "ranking", "tournament", "matches", "rules-kozel"])
def test_a_page_works_without_javascript(visit: Callable[..., Page], site: Site, name: str) -> None:
    page = visit(address(site, PAGES[name]), java_script_enabled=False, viewport=PHONE)
    expect(page.locator("h1")).to_be_visible()
    assert page.locator("main").inner_text().strip()


def test_times_are_in_the_reader_s_time_zone(visit: Callable[..., Page], site: Site) -> None:
    shown = {}
    for zone in ("UTC", "Asia/Tokyo"):
        page = visit(address(site, PAGES["replay-kozel"]), timezone_id=zone)
        wait_until_shown(page)
        time = page.locator("[data-refresh=attempts] time").first
        shown[zone] = (time.inner_text(), time.get_attribute("datetime"))
    assert shown["UTC"][1] == shown["Asia/Tokyo"][1]
    assert shown["UTC"][0] != shown["Asia/Tokyo"][0]


def test_a_table_sorts_by_its_headings(visit: Callable[..., Page], site: Site) -> None:
    page = visit(address(site, PAGES["moves"]))
    heading = page.get_by_role("button", name="Seat", exact=True)
    for order in ("descending", "ascending"):
        heading.click()
        expect(page.locator("th[aria-sort]")).to_have_attribute("aria-sort", order)
        seats = page.locator("tbody tr > :nth-child(2)").all_inner_texts()
        assert seats == sorted(seats, reverse=order == "descending")


def test_a_link_to_a_rule_leads_to_it(visit: Callable[..., Page]) -> None:
    page = visit("/rules/ecarte/#er9")
    wait_until_shown(page)
    expect(page.locator("#er9")).to_be_in_viewport()
    page.goto("/rules/ecarte/#er8")
    expect(page.locator("#er8")).to_be_in_viewport()


def test_without_a_connection_a_page_says_so(visit: Callable[..., Page], site: Site) -> None:
    page = visit("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.locator("h1")).to_have_text("The arena cannot be reached")
    page.context.set_offline(False)  # then the page reloads by itself
    expect(page.locator("h1")).to_have_text("The games", timeout=20_000)
