"""The worked cases of Kozel and of the shuffles (tests/data/vectors.json)."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from engine.cards import DECK36, NAMES, SUITS, parse_cards
from engine.kozel.ruleset import Kozel
from engine.kozel.scoring import penalty
from engine.kozel.state import KozelState
from engine.randomness import SETUP, Stream
from tests.engine.kozel.test_moves import beats

VECTORS = json.loads(Path(__file__).parents[1].joinpath("data/vectors.json").read_text())


def vectors(prefix: str, kind: str) -> pytest.MarkDecorator:
    """Runs a test with the `state` and `expect` of each case."""
    cases = [case for case in VECTORS if case["id"][0] == prefix and case["kind"] == kind]
    assert cases
    return pytest.mark.parametrize(
        ("given", "expect"),
        [(case["state"], case["expect"]) for case in cases],
        ids=[case["id"] for case in cases],
    )


def set_up(given: str, rules: Kozel = Kozel()) -> KozelState:  # noqa: B008
    """``hands 7S AS / …; trump H; leader 0; stock top-first [AH]`` as a state."""
    hands = re.search(r"hands (?:0\.\.3 = )?([^;]*);", given)[1]
    trump = re.search(r"trump (\w)", given)[1]
    leader = re.search(r"leader (\d)", given)[1]
    stock = re.search(r"stock top-first \[([^\]]*)\]", given)
    return rules.position(
        f"hands={hands.replace(' ', '')} exposed=6{trump} leader={leader} "
        f"stock={stock[1].replace(' ', '') if stock and stock[1] else '-'}"
    )


def play(state: KozelState, given: str) -> None:
    """Plays the moves of the last list in the text, passing where the list does not say so."""
    for text in ast.literal_eval(re.search(r"\['.*'\]|\[\]$", given)[0]):
        state.play(state.parse(text))


def dictionary(expect: str) -> dict[str, Any]:
    return json.loads(expect[: expect.rindex("}") + 1])


@vectors("K", "beats1")
def test_a_card_beats_a_card(given: str, expect: str) -> None:
    new, best, trump = re.fullmatch(r"(\w+) on (\w+), trump (\w)", given).groups()
    result = beats(parse_cards([new]), parse_cards([best]), SUITS.index(trump))
    assert result == expect.startswith("yes")


@vectors("K", "beatsN")
def test_a_set_beats_a_set(given: str, expect: str) -> None:
    new, best, trump = re.fullmatch(r"\{(.*)\} on \{(.*)\}, trump (\w)", given).groups()
    result = beats(parse_cards(new.split()), parse_cards(best.split()), SUITS.index(trump))
    assert result == expect.startswith("yes")


@vectors("K", "penalty")
def test_the_penalty_of_a_deal(given: str, expect: str) -> None:
    points, tricks = map(int, re.findall(r"\d+", given))
    assert expect == f"{penalty(points, tricks)} penalty points"


@vectors("K", "legal")
def test_the_legal_moves(given: str, expect: str) -> None:
    state = set_up(given)
    play(state, given)
    seat, moves = re.match(r"seat (\d): (.*?) \(", expect).groups()
    assert state.seat == int(seat)
    listed = {state.text(state.parse(text)) for text in moves.split(", ")}
    assert {state.text(move) for move in state.legal()} == listed


@vectors("K", "trick")
def test_a_trick_is_taken(given: str, expect: str) -> None:
    state = set_up(given, Kozel(limit=1, max_deals=1))
    play(state, given)
    view, expected = state.view(None), dictionary(expect)
    assert view["leader"] == expected["winner"]
    assert (state.seat is None) == expected.get("over", False)
    if "pts" in expected:
        assert view["points"] == expected["pts"]
        assert view["tricks"] == expected["tricks"]
    if "next" in expected:
        assert state.seat == expected["next"]
    if "hands" in expected:
        assert [set(hand) for hand in view["hands"]] == [
            set(hand.split()) for hand in expected["hands"]
        ]


@vectors("K", "molodka")
def test_a_molodka_is_asked_for(given: str, expect: str) -> None:
    state = set_up(given)
    play(state, given)
    view, expected = state.view(None), dictionary(expect)
    if "act" in expected:
        assert state.seat == expected["act"]
        assert (view["phase"] == "window") == expected["win"]
    if "lead" in expected:
        assert view["leader"] == expected["lead"]
    if "nplays" in expected:
        assert len(view["table"]) == expected["nplays"]
    for seat, hand in expected.get("hand", {}).items():
        assert view["hands"][int(seat)] == hand.split()
    if "w" in expected:
        # All cards are played: the taker's side has the deal's one trick, and leads the next deal.
        assert view["deal"] == 1
        assert view["leader"] == expected["w"]
        assert view["penalties"] == [6, 0]


# The last trick of a deal after which side 0 gets the key's penalty; points and tricks before it.
LAST_TRICK = {
    0: "points=60/60 tricks=1/1",
    2: "points=59/61 tricks=1/1",
    4: "points=30/90 tricks=1/1",
    6: "points=0/120 tricks=0/1",
}


def deal_that_costs(penalties: tuple[int, int], before: list[int], deal: int) -> KozelState:
    """The state before the last card of a deal with the given penalties."""
    side = 0 if penalties[0] else 1
    points, tricks = LAST_TRICK[max(penalties)].split()
    if side:
        points, tricks = (
            f"{name}={'/'.join(reversed(values.split('/')))}"
            for name, values in (text.split("=") for text in (points, tricks))
        )
    hands = "7S/8S/6D/6C" if side == 0 else "8S/7S/6D/6C"
    return Kozel().position(
        f"hands={hands} exposed=6H {points} {tricks} leader=0 deal={deal} "
        f"penalties={before[0]}/{before[1]}"
    )


@vectors("K", "series")
def test_a_series_ends(given: str, expect: str) -> None:
    last, first, second, winner = map(int, re.findall(r"\d+", expect)[:4])
    penalties = [0, 0]
    deals = ast.literal_eval(given[given.index("[") :])
    for number, costs in enumerate(deals, 1):
        state = deal_that_costs(costs, penalties, number - 1)
        lead, second_move = (
            ("lead 7S", "beat 8S")
            if state.view(0)["hand"] == ["7S"]
            else (
                "lead 8S",
                "drop 7S",
            )
        )
        for text in (lead, second_move, "drop 6D", "drop 6C"):
            state.play(state.parse(text))
        penalties = state.view(None)["penalties"]
        assert (state.seat is None) == (number == last)
    assert penalties == [first, second]
    assert state.scores() == ((1.0, 0.0) if winner == 0 else (0.0, 1.0))


def deals_of(name: str) -> pytest.MarkDecorator:
    cases = [c for c in VECTORS if c["kind"] == "deal" and c["state"].startswith(name)]
    assert cases
    return pytest.mark.parametrize(
        ("given", "expect"),
        [(case["state"], case["expect"]) for case in cases],
        ids=[case["id"] for case in cases],
    )


@deals_of("kozel")
def test_a_deal_of_kozel(given: str, expect: dict[str, Any]) -> None:
    seed = re.search(r"seed (\w{64})", given)[1]
    view = Kozel().start(bytes.fromhex(seed)).view(None)
    assert [sorted(hand) for hand in view["hands"]] == [
        sorted(hand.split()) for hand in expect["hands"]
    ]
    assert view["stock"] == expect["stock"].split()
    for key in ("dealer", "leader", "exposed", "trump"):
        assert view[key] == expect[key]


STREAMS = {case["id"]: case["expect"] for case in VECTORS if case["kind"] == "stream"}


def test_the_words_of_a_stream() -> None:
    stream = Stream(bytes(32), 0)
    assert " ".join(f"{stream.word():08x}" for _ in range(4)) == STREAMS["D90"]


def test_the_shuffle_of_the_canonical_deck() -> None:
    shuffled = Stream(bytes(32), 0).shuffle(DECK36)
    assert " ".join(NAMES[card] for card in shuffled) == STREAMS["D91"]


def test_the_draws_of_the_setup_stream() -> None:
    stream = Stream(bytes(32), SETUP)
    assert (stream.below(4), stream.below(3)) == ast.literal_eval(STREAMS["D92"])
