"""Which moves a selection of cards can be, and where the cards of a hand lie."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

MODULE = """async ([module, name, given]) =>
    (await import(`/static/tables/${module}.js`))[name](...given)"""
PARSED = """async ([name, texts, ...given]) => {
    const { parsed, ...module } = await import("/static/tables/selection.js");
    return module[name](texts.map(parsed), ...given);
}"""

# The room for a hand of Svoi Kozyri on the screens of test_playing.py: width, height.
BOXES = [(1066, 207), (992, 240), (374, 228), (828, 113), (344, 200)]


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    return visit("/offline/")


def test_selected_cards_narrow_the_legal_moves(page: Page) -> None:
    def ask(name: str, *given: Any) -> Any:
        return page.evaluate(
            PARSED, [name, ["lead 6S", "lead 7S", "lead 6S 7S", "lead 8H"], *given]
        )

    assert ask("withCard", ["6S"], "7S") == ["6S", "7S"]
    # A whole move: another card takes the place of the last one.
    assert ask("withCard", ["6S"], "8H") == ["8H"]
    assert ask("withCard", ["6S", "7S"], "8H") is None
    # What can be added is shown as fitting, what would be exchanged only when nothing can.
    assert ask("fits", ["6S"], "7S")
    assert not ask("fits", ["6S"], "8H")
    assert ask("fits", ["8H"], "6S")
    assert {key: move["text"] for key, move in ask("complete", ["7S", "6S"]).items()} == {
        "lead": "lead 6S 7S"
    }
    assert ask("complete", ["6S", "8H"]) == {}
    assert ask("surviving", ["9C", "6S", "8H"], ["6S", "7S", "8H"]) == ["6S"]


def test_an_incomplete_selection_exchanges_no_card(page: Page) -> None:
    texts = ["beat 9S KS", "beat 9S KH"]
    assert page.evaluate(PARSED, ["withCard", texts, ["9S"], "6D"]) is None
    assert page.evaluate(PARSED, ["withCard", texts, ["KS"], "KH"]) is None
    assert page.evaluate(PARSED, ["withCard", texts, ["9S", "KS"], "KH"]) == ["9S", "KH"]


def test_the_order_of_the_taps_is_the_order_of_the_cards_where_both_are_legal(page: Page) -> None:
    both = ["beat 9D 7H", "beat 7H 9D", "beat 9D 6C"]

    def beat(*selection: str) -> str:
        moves = page.evaluate(PARSED, ["complete", both, selection])
        return str(moves["beat"]["text"])

    assert beat("9D", "7H") == "beat 9D 7H"
    assert beat("7H", "9D") == "beat 7H 9D"
    assert beat("6C", "9D") == "beat 9D 6C"
    assert page.evaluate(PARSED, ["firstOf", both, ["6C", "9D"]]) == "9D"
    assert page.evaluate(PARSED, ["firstOf", both, ["6C"]]) is None


def test_kinds_of_moves_have_buttons_of_their_own(page: Page) -> None:
    moves = page.evaluate(PARSED, ["complete", ["card KH", "card KH king", "card 8H"], ["KH"]])
    assert {key: move["text"] for key, move in moves.items()} == {
        "card": "card KH",
        "card king": "card KH king",
    }
    assert page.evaluate(PARSED, ["complete", ["propose", "stand"], []]).keys() == {
        "propose",
        "stand",
    }


@pytest.mark.parametrize(("width", "height"), BOXES)
def test_every_card_of_a_hand_can_be_hit(page: Page, width: int, height: int) -> None:
    for count in range(1, 37):
        groups = [count // 4 + (suit < count % 4) for suit in range(4)]
        laid = page.evaluate(MODULE, ["fan", "fan", [[n for n in groups if n], width, height, {}]])
        w, places = laid["w"], laid["places"]
        assert len(places) == count
        rows = sorted({place["y"] for place in places})
        for row in rows:
            xs = [place["x"] for place in places if place["y"] == row]
            assert xs[0] >= -0.5
            assert xs[-1] + w <= width + 0.5, (count, row)
            assert all(b - a >= 24 for a, b in pairwise(xs)), (count, row)
        assert all(b - a >= 36 for a, b in pairwise(rows)), count
        assert rows[-1] + w * 1.4 <= height + 0.5, count
