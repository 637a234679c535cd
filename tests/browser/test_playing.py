"""Playing at a table: by mouse, keyboard and touch, alone and with others."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RANKS = "6789TJQKA"
# Kozel without waiting for the windows of secret questions.
NO_WINDOWS = {"molodka": "off"}
SIZES = [(1366, 768), (1280, 900), (390, 844), (844, 390), (360, 740)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Moves of others are shown at once.
AT_ONCE = "localStorage.setItem('goat-table', '{\"speed\": \"instant\"}')"
CREATE = """async (body) => {
    const { request } = await import("/static/tables/requests.js");
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value
        ?? document.cookie.split("csrftoken=")[1];
    return request("/api/v1/tables/", {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": token },
        body: JSON.stringify(body),
    });
}"""
LEGAL = """async (code) => {
    const answer = await fetch(`/api/v1/tables/${code}/`);
    return (await answer.json()).now.question?.legal ?? null;
}"""


@pytest.fixture
def begin(visit: Callable[..., Page], site: Site) -> Callable[..., Page]:
    """begin(ruleset, *seats, seed=…, context={…}, **table) -> the page of a new table."""

    def begin(
        ruleset: str,
        *seats: str,
        seed: int | None = None,
        context: dict[str, Any] | None = None,
        **table: Any,
    ) -> Page:
        page = visit("/tables/new/", **(context or {}))
        page.evaluate(AT_ONCE)
        if seed is not None:
            site.do(f"next seed: {seed}")
        bot = {"kind": "bot", "bot": f"house/low-{ruleset}"}
        taken = [bot if seat == "bot" else {"kind": seat} for seat in seats]
        made = page.evaluate(CREATE, {"ruleset": ruleset, "seats": taken, **table})
        page.goto(made["url"])
        return page

    return begin


def code_of(page: Page) -> str:
    return page.url.rstrip("/").split("/")[-1]


def asked(page: Page) -> list[str] | None:
    """The legal moves, once the page asks for one and its buttons work; None when the game is
    over."""
    page.wait_for_selector("#play.asked:has(.acts:not(.new)), #play.ended")
    if page.locator("#play.ended").count():
        return None
    legal: list[str] | None = page.evaluate(LEGAL, code_of(page))
    return legal


def cards_of(move: str) -> list[str]:
    return [word for word in move.split() if len(word) == 2 and word[0] in RANKS]


def high(move: str) -> tuple[int, str]:
    """As the reference bot of this name weighs a move, so that the seeds below give short games."""
    if move.startswith(("drop", "discard")):
        return 0, move
    return sum(RANKS.index(card[0]) + 1 for card in cards_of(move)), move


def many(move: str) -> tuple[int, tuple[int, str]]:
    return len(cards_of(move)), high(move)


def card(page: Page, name: str) -> Locator:
    return page.locator(f".hand-card[data-card='{name}']")


def button(page: Page, key: str) -> Locator:
    return page.locator(f".act[data-key='{key}']")


def key_of(move: str) -> str:
    return " ".join(word for word in move.split() if word not in cards_of(move))


def by_mouse(page: Page, move: str) -> None:
    for name in cards_of(move):
        card(page, name).click(position={"x": 8, "y": 16})
    button(page, key_of(move)).click()


def by_keyboard(page: Page, move: str) -> None:
    for rank, suit in cards_of(move):
        page.keyboard.press("0" if rank == "T" else rank.lower())
        page.keyboard.press(suit.lower())
    page.keyboard.press("Enter")


def by_touch(page: Page, move: str) -> None:
    for name in cards_of(move):
        card(page, name).tap(position={"x": 8, "y": 16})
    button(page, key_of(move)).tap()


def answer(page: Page, move: str, make: Callable[[Page, str], None]) -> None:
    """Makes the move that is asked for, and waits until the question is another one."""
    question = page.locator("#play").get_attribute("data-question")
    make(page, move)
    page.wait_for_selector(f"#play:not([data-question='{question}'])")


def play_on(page: Page, weigh: Callable[[str], Any], make: Callable[[Page, str], None]) -> int:
    """Plays until the game is over; how many moves that were."""
    made = 0
    while (legal := asked(page)) is not None:
        answer(page, max(legal, key=weigh), make)
        made += 1
    return made


def test_a_game_of_ecarte_by_mouse(begin: Callable[..., Page]) -> None:
    page = begin("ecarte", "me", "bot", seed=20)
    assert play_on(page, high, by_mouse) == 12
    ending = page.locator(".ending")
    expect(ending.get_by_role("heading")).to_have_text("You won!")
    expect(page.locator(".felt .trick .playing").first).to_be_visible()  # the final position stays
    expect(ending.get_by_role("link", name="Replay")).to_be_visible()
    again = ending.get_by_role("button", name="Play again")
    expect(again).to_be_enabled()
    before = page.url
    again.click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("#play.ready .felt")).to_be_visible()


def test_a_game_of_svoi_kozyri_by_keyboard(begin: Callable[..., Page]) -> None:
    page = begin("svoi-kozyri", "me", "bot", seed=19)
    assert play_on(page, high, by_keyboard) == 9
    expect(page.locator(".ending h2")).to_have_text("You lost.")


def test_a_deal_of_kozel_with_two_people_two_bots_and_a_molodka(
    begin: Callable[..., Page], visit: Callable[..., Page]
) -> None:
    host = begin("kozel", "me", "open", "bot", "bot", seed=4375, options={"max_deals": 1})
    guest = visit(host.url)
    guest.evaluate(AT_ONCE)
    guest.get_by_role("button", name="Sit down").click()
    # Everybody sees the same bar; only the holder is asked.
    expect(host.locator(".window")).to_be_visible()
    expect(button(guest, "molodka")).to_be_enabled()
    expect(guest.locator(".prompt")).to_contain_text("four of a suit")
    assert host.locator("#play.asked").count() == 0
    button(guest, "molodka").click()
    expect(host.locator("[data-part=story]")).to_contain_text("molodka!")
    pages = [host, guest]
    while not all(page.locator("#play.ended").count() for page in pages):
        for page in pages:
            if page.locator("#play.asked").count() and (legal := asked(page)):
                answer(page, max(legal, key=many), by_mouse)
        host.wait_for_timeout(30)
    for page in pages:
        expect(page.locator(".ending h2")).to_have_text("A draw.")
        expect(page.locator(".hidden-cards")).to_contain_text("had dropped")


def test_a_phone_by_touch(begin: Callable[..., Page]) -> None:
    page = begin("ecarte", "me", "bot", seed=20, context=PHONE, options={"target": 2})
    assert play_on(page, high, by_touch)
    expect(page.locator(".ending h2")).to_be_visible()
    assert page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]


def test_a_card_is_dragged_to_the_table(begin: Callable[..., Page]) -> None:
    page = begin("svoi-kozyri", "me", "bot", seed=19, context=PHONE)
    asked(page)
    touch = page.context.new_cdp_session(page)
    first = page.locator(".hand-card").first
    name = first.get_attribute("data-card")
    box = first.bounding_box()
    assert name and box

    def drag(x: float, y: float) -> None:
        start = {"x": box["x"] + 10, "y": box["y"] + 20}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
        for part in (0.3, 0.7, 1):
            point = {
                "x": start["x"] + (x - start["x"]) * part,
                "y": start["y"] + (y - start["y"]) * part,
            }
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    drag(box["x"] + 60, box["y"] + 30)  # a miss: the card returns
    expect(first).not_to_have_class("dragged")
    assert first.bounding_box() == box
    assert page.evaluate("[scrollX, scrollY, document.scrollingElement.scrollTop]") == [0, 0, 0]
    assert page.locator(".story li").count() == 0
    drag(200, 300)
    expect(page.locator(f".hand-card[data-card='{name}']")).to_have_count(0)
    expect(page.locator("[data-part=story] li").first).to_contain_text("leads")


@pytest.mark.parametrize("ruleset", ["kozel", "svoi-kozyri", "ecarte"])
def test_everything_is_on_one_screen(begin: Callable[..., Page], ruleset: str) -> None:
    bots = ["bot"] * (3 if ruleset == "kozel" else 1)
    options = NO_WINDOWS if ruleset == "kozel" else {}
    page = begin(ruleset, "me", *bots, seed=19, options=options)
    asked(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert page.evaluate(
            "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
        ) == [height, width]
        for shown in (".felt", ".hand-box", ".act:not(.empty)", ".bar-top", ".prompt", ".clear"):
            for box in [each.bounding_box() for each in page.locator(shown).all()]:
                assert box, shown
                assert box["x"] >= 0 and box["y"] >= 0, (shown, width, box)
                assert box["x"] + box["width"] <= width + 0.5, (shown, width, box)
                assert box["y"] + box["height"] <= height + 0.5, (shown, width, box)
        # Every card can be hit, and every seat and card of the table is seen.
        assert page.evaluate("""() => [...document.querySelectorAll(".hand-card")].every((card) => {
            const { left, top, height } = card.getBoundingClientRect();
            return [[6, 14], [20, 30]].every(([x, y]) =>
                card.contains(document.elementFromPoint(left + x, top + y)));
        })"""), (width, height)
        assert page.evaluate("""() => {
            const felt = document.querySelector(".felt").getBoundingClientRect();
            return [...document.querySelectorAll(".felt .playing, .felt .label")].every((node) => {
                const box = node.getBoundingClientRect();
                return box.top >= felt.top - 1 && box.bottom <= felt.bottom + 1
                    && box.left >= felt.left - 1 && box.right <= felt.right + 1;
            });
        }"""), (width, height)


def test_why_a_card_cannot_be_played(begin: Callable[..., Page]) -> None:
    page = begin("ecarte", "me", "bot", seed=20)
    while True:
        legal = asked(page)
        assert legal is not None
        held = page.locator(".hand-card").count()
        if legal[0].startswith("card") and len(legal) < held:
            break
        answer(page, max(legal, key=high), by_mouse)
    wrong = page.locator(".hand-card.off").first
    expect(wrong).to_have_attribute("aria-disabled", "true")
    places = [each.bounding_box() for each in page.locator(".hand-card, .act, .felt").all()]
    wrong.click(force=True)
    prompt = page.locator(".prompt.wrong")
    expect(prompt).to_contain_text("suit")
    expect(prompt.get_by_role("link")).to_have_text("ER9")
    expect(wrong).to_have_attribute("aria-pressed", "false")
    after = [each.bounding_box() for each in page.locator(".hand-card, .act, .felt").all()]
    assert after == places


def test_what_others_do_disturbs_no_selection(
    begin: Callable[..., Page], visit: Callable[..., Page]
) -> None:
    one = begin("svoi-kozyri", "me", "open", seed=19)
    two = visit(one.url)
    two.get_by_role("button", name="Sit down").click()
    expect(two.locator("#play.ready")).to_be_visible()
    asked(one)
    one.keyboard.press("Home")
    one.keyboard.press("Space")
    first = one.locator(".hand-card").first
    expect(first).to_have_attribute("aria-pressed", "true")
    first.evaluate("node => { node.mine = true }")
    # The other thinks ahead, and says something.
    chosen = two.locator(".hand-card").nth(3)
    chosen.click(position={"x": 8, "y": 16})
    chosen.evaluate("node => { node.mine = true }")
    name = chosen.get_attribute("data-card")
    two.locator("[data-part=talk] summary").click()
    two.get_by_role("button", name="Good luck!").click()
    expect(one.locator(".felt .speech")).to_have_text("Good luck!")
    expect(first).to_have_attribute("aria-pressed", "true")
    assert first.evaluate("node => node.mine === true && node === document.activeElement")
    one.keyboard.press("Enter")
    expect(one.locator("[data-part=story] li:not(.said)")).to_have_count(1)
    expect(two.locator("[data-part=story] li:not(.said)")).to_have_count(1)
    assert card(two, name or "").evaluate("node => node.mine === true")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_has_no_violations_of_accessibility(
    begin: Callable[..., Page], scheme: str
) -> None:
    context = {"color_scheme": scheme}
    page = begin("kozel", "me", "bot", "bot", "bot", context=context, options=NO_WINDOWS)
    asked(page)
    page.locator(".hand-card").first.click(position={"x": 8, "y": 16})
    page.evaluate(AXE)
    found = page.evaluate("axe.run()")
    problems = [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]
    assert not problems, json.dumps(problems)


def test_a_resignation_is_confirmed(begin: Callable[..., Page]) -> None:
    page = begin("ecarte", "me", "bot", seed=20)
    asked(page)
    page.locator(".tools summary").last.click()
    page.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Go on playing").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#play.asked")).to_be_visible()
    page.locator(".tools summary").last.click()
    page.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".ending h2")).to_have_text("You lost.")


def test_enter_takes_no_cards_where_one_can_be_played(begin: Callable[..., Page]) -> None:
    page = begin("svoi-kozyri", "bot", "me", seed=19, options={"voluntary_take": True})
    legal = asked(page)
    assert legal is not None and "take" in legal and len(legal) > 1
    assert button(page, "take").get_attribute("class") == "act act1"  # it does not stand out
    beating = card(page, cards_of(next(move for move in legal if move != "take"))[0])
    beating.focus()
    page.keyboard.press("Enter")
    expect(beating).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt")).to_have_text("Select cards, or choose a button.")
    # The focus of a button that was pressed goes to the hand.
    answer(page, "take", lambda page, _move: button(page, "take").press("Enter"))
    asked(page)
    expect(page.locator(".hand-card:focus")).to_have_count(1)


def test_a_selection_can_be_cancelled_and_a_second_tap_plays_it(begin: Callable[..., Page]) -> None:
    page = begin("svoi-kozyri", "me", "bot", seed=19)
    asked(page)
    chosen = page.locator(".hand-card").nth(2)
    name = chosen.get_attribute("data-card")
    for cancel in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Clear the selection").click(),
    ):
        chosen.click(position={"x": 8, "y": 16})
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(button(page, "lead")).to_be_enabled()
        # The next card does not cover the mark.
        assert chosen.evaluate("""(node) => {
            const { x, y, width } = node.querySelector(".badge-mark").getBoundingClientRect();
            return node.contains(document.elementFromPoint(x + width / 2, y + width / 2));
        }""")
        cancel()
        expect(chosen).to_have_attribute("aria-pressed", "false")
        expect(button(page, "lead")).to_be_disabled()
    assert page.locator("[data-part=story] li").count() == 0
    chosen.click(position={"x": 8, "y": 16})
    chosen.click(position={"x": 8, "y": 16})
    expect(card(page, name or "")).to_have_count(0)
    expect(page.locator("[data-part=story] li").first).to_contain_text("leads")


# A tab that can be hidden by a test, and what it tells the person.
HIDEABLE = """() => {
    window.told = [];
    window.Notification = class {
        static permission = "granted";
        constructor(title) { window.told.push(title); }
        close() {}
    };
    window.tones = 0;
    window.AudioContext = class extends AudioContext {
        createOscillator() { window.tones += 1; return super.createOscillator(); }
    };
    window.away = false;
    Object.defineProperty(document, "hidden", { get: () => window.away });
}"""
HIDE = "away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"


def test_a_hidden_tab_calls_the_person(
    begin: Callable[..., Page], visit: Callable[..., Page]
) -> None:
    other = begin("svoi-kozyri", "me", "open", seed=19)
    page = visit(other.url)
    page.add_init_script(f"({HIDEABLE})()")
    page.evaluate(AT_ONCE.replace("instant", 'instant", "notify": true, "sound": "on'))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#play.ready")).to_be_visible()
    page.locator(".hand-card").first.click(position={"x": 8, "y": 16})  # sound needs a gesture
    title = page.title()
    page.evaluate(HIDE, True)
    legal = asked(other)
    assert legal is not None
    answer(other, legal[0], by_mouse)
    page.wait_for_function("told.length === 1 && tones > 0")
    assert page.title() == f"● Your turn – {title}"
    page.evaluate(HIDE, False)
    assert page.title() == title
