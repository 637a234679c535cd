"""Joining a table and staying connected: links, several tabs, a lost network, no JavaScript."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.proxy import Proxy

STREAM = "/api/v1/tables/stream/"
# The buttons of moves; for a moment after they appear they take no clicks.
MOVES = "#play .acts:not(.new) .act:not(.empty)"


def begin(page: Page, game: str = "Écarté") -> None:
    """Begins a game from the home page, with two clicks."""
    page.get_by_role("link", name=f"Play {game}").click()
    page.get_by_role("button", name="Start", exact=True).click()


def table_of(page: Page) -> str:
    """The path of the table that the page shows."""
    return urlsplit(page.url).path


def invite(page: Page) -> str:
    """Creates an Écarté table with an open seat; its path."""
    page.goto("/tables/new/?game=ecarte")
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    return table_of(page)


def my_turn(page: Page) -> Any:
    """The buttons of moves, which are there while the person is asked."""
    return page.locator(MOVES)


def at_table(page: Page) -> None:
    """Waits until the page shows the game and is connected."""
    expect(page.locator("#play.ready[data-connection=live] .felt")).to_be_visible()


def wait_for_turn(*pages: Page) -> Page:
    """The page whose person is asked."""
    for _attempt in range(300):
        for page in pages:
            if my_turn(page).count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def play(page: Page, key: str) -> None:
    page.locator(f"#play .acts [data-key={key}]").click()


def make_a_move(page: Page) -> None:
    """The first button that is ready; if none is, with the first card that can be selected."""
    ready = page.locator(f"{MOVES}:not([disabled])")
    expect(my_turn(page).first).to_be_visible()
    if not ready.count():
        page.locator("[data-part=hand] button:not([aria-disabled=true])").first.click()
    ready.first.click()


def story(page: Page) -> Any:
    return page.locator("[data-part=story] li")


def test_play_now_leads_from_home_to_the_first_card_with_two_clicks(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    begin(page)
    at_table(page)
    expect(page.locator("[data-part=hand] button").first).to_be_visible()
    assert re.fullmatch(r"/tables/[a-z0-9]{10}/", table_of(page))


def test_somebody_joins_by_an_invitation_and_both_see_each_other_s_moves(
    visit: Callable[..., Page],
) -> None:
    host = visit("/")
    path = invite(host)
    expect(host.locator("img.qr")).to_be_visible()
    assert host.locator("[data-part=link]").input_value().endswith(path)

    guest = visit(path)
    expect(guest.get_by_role("heading", name="invites you to Écarté")).to_be_visible()
    cookies = {cookie["name"] for cookie in guest.context.cookies()}
    assert "goat_guest" not in cookies
    guest.reload()
    expect(host.get_by_role("heading", name="Waiting for players")).to_be_visible()
    guest.get_by_role("button", name="Sit down").click()
    for page in (guest, host):
        at_table(page)

    first = wait_for_turn(host, guest)
    second = guest if first is host else host
    before = story(second).count()
    play(first, "propose")
    expect(my_turn(second).first).to_be_visible()
    assert story(second).count() > before
    # In the middle of the game a reload shows the same table and the same question.
    second.reload()
    at_table(second)
    play(second, "accept")
    expect(my_turn(first).first).to_be_visible()


def test_two_tabs_share_one_stream_and_a_move_shows_in_both(visit: Callable[..., Page]) -> None:
    page = visit("/")
    streams: list[str] = []
    page.context.on(
        "request", lambda request: streams.append(request.url) if STREAM in request.url else None
    )
    path = invite(page)
    other_person = visit(path)
    other_person.get_by_role("button", name="Sit down").click()
    at_table(page)
    opened = len(streams)
    second = page.context.new_page()
    second.goto(path)
    at_table(second)
    asked = wait_for_turn(page, other_person)
    if asked is other_person:
        play(other_person, "propose")
        wait_for_turn(page)
    for tab in (page, second):
        expect(my_turn(tab).first).to_be_visible()
    key = my_turn(second).first.get_attribute("data-key")
    assert key
    # Both tabs answer the same question at once: it counts once.
    click = f"document.querySelector('#play .acts [data-key={key}]').click()"
    second.evaluate(click)
    page.evaluate(click)
    for tab in (page, second):
        expect(my_turn(tab)).to_have_count(0)
    assert story(page).count() == story(second).count()
    assert len(streams) == opened
    # The tab with the stream closes: the other one takes over.
    page.close()
    seen = story(second).count()
    wait_for_turn(other_person)
    make_a_move(other_person)
    expect(story(second).nth(seen)).to_be_visible()
    assert len(streams) == opened + 1


@pytest.fixture
def proxy(site: Site) -> Iterator[Proxy]:
    proxy = Proxy(urlsplit(site.address).port or 0)
    yield proxy
    proxy.close()


def test_a_lost_network_is_noticed_and_made_up_for(
    visit: Callable[..., Page], proxy: Proxy
) -> None:
    host = visit("/")
    path = invite(host)
    guest = visit("/", base_url=proxy.address)
    guest.clock.install()
    guest.goto(path)
    guest.get_by_role("button", name="Sit down").click()
    at_table(guest)
    if wait_for_turn(host, guest) is guest:
        play(guest, "propose")
        wait_for_turn(host)
    seen = story(guest).count()
    proxy.lose()
    make_a_move(host)
    # Nothing says that the network is gone, but the heartbeats stay away.
    guest.clock.fast_forward(26_000)
    expect(guest.locator("#play[data-connection=reconnecting]")).to_be_visible()
    expect(guest.locator("[data-part=connection]")).to_be_visible()
    assert story(guest).count() == seen
    proxy.restore()
    expect(guest.locator("#play[data-connection=live]")).to_be_visible(timeout=2_000)
    expect(my_turn(guest).first).to_be_visible(timeout=2_000)
    assert story(guest).count() > seen


def test_a_guest_who_signs_up_in_the_middle_keeps_the_game(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin(page)
    expect(my_turn(page).first).to_be_visible()
    path = table_of(page)
    tab = page.context.new_page()
    tab.goto(f"/accounts/signup/?next={path}")
    tab.get_by_label("User name").fill("newcomer")
    for field in tab.locator("input[type=password]").all():
        field.fill("a long enough phrase")
    tab.locator("main").get_by_role("button", name="Sign up").click()
    expect(tab).to_have_url(re.compile(path))
    expect(my_turn(tab).first).to_be_visible()
    # The tab that was open all the time plays on as well.
    make_a_move(page)
    expect(story(page).first).to_be_visible()
    page.goto("/tables/")
    expect(page.locator("ul.tables")).to_contain_text("newcomer")


def test_a_bot_that_crashes_loses_to_the_person(visit: Callable[..., Page], site: Site) -> None:
    bot = site.do("crashing bot")["bot"]
    page = visit(f"/bots/{bot}/")
    page.get_by_role("link", name="Play against it").click()
    page.get_by_role("button", name="Start", exact=True).click()
    at_table(page)
    ending = page.locator("[data-part=ending]")
    for _move in range(6):
        if ending.is_visible():
            break
        if my_turn(page).count():
            make_a_move(page)
        page.wait_for_timeout(200)
    expect(ending).to_contain_text("You won")
    expect(ending).to_contain_text("crasher")


def test_a_deal_is_played_without_javascript(visit: Callable[..., Page]) -> None:
    page = visit("/", java_script_enabled=False)
    begin(page)
    points = page.locator(".position div", has_text="Points").locator("dd")
    for _look in range(150):
        if points.count() and points.inner_text() != "0 : 0":
            break
        buttons = page.locator("form.plain-moves").get_by_role("button")
        short = buttons.filter(has_text=re.compile("Stand|Refuse"))  # no exchange
        if buttons.count():
            (short if short.count() else buttons).first.click()
        else:
            page.wait_for_timeout(100)  # the page would load itself again after some seconds
            page.reload()
    assert re.fullmatch("[0-3] : [0-3]", points.inner_text())
    assert points.inner_text() != "0 : 0"


def test_two_people_find_each_other_in_the_lobby(visit: Callable[..., Page]) -> None:
    first, second = visit("/tables/"), visit("/tables/")
    for page in (first, second):
        page.get_by_label("Game").select_option("svoi-kozyri")
    first.get_by_role("button", name="Find an opponent").click()
    expect(first.get_by_role("heading", name="Waiting for players")).to_be_visible()
    # Whoever looks at the lobby sees who waits.
    expect(second.locator("[data-live=lobby]")).to_contain_text("Svoi Kozyri (1)")
    second.get_by_label("Game").select_option("svoi-kozyri")
    second.get_by_role("button", name="Find an opponent").click()
    for page in (first, second):
        at_table(page)
    assert table_of(first) == table_of(second)
