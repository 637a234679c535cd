"""The worked cases of both duels, as tables: each is set up and asked of the engine."""

import ast
import json
import re
from pathlib import Path

import pytest

from engine.cards import NAMES, SUITS, names, parse_card, parse_cards, to_mask
from engine.ecarte.ruleset import Ecarte
from engine.ecarte.scoring import deal_points
from engine.svoi_kozyri.deal import mirror_deal
from engine.svoi_kozyri.ruleset import SvoiKozyri

DATA = Path(__file__).parent.parent / "data" / "vectors.json"
VECTORS = {vector["id"]: vector for vector in json.loads(DATA.read_text(encoding="utf-8"))}


def cases(letter, kind):
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(vector, id=name)
            for name, vector in VECTORS.items()
            if name[0] == letter and vector["kind"] == kind
        ],
    )


def deals(ruleset):
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(vector, id=name)
            for name, vector in VECTORS.items()
            if vector["kind"] == "deal" and vector["state"].startswith(ruleset)
        ],
    )


def moves_of(state):
    return [state.text(move) for move in state.legal()]


def play(state, moves):
    for move in moves:
        state.play(state.parse(move))


def other_cards(count, *taken):
    """So many cards, none of them six or a king, that are not among those taken."""
    used = " ".join(taken)
    return [n for n in NAMES if n not in used and n[0] not in "6K"][:count]


def join(cards):
    return "".join(cards.split()) or "-"


def answer(text):
    """An expectation without the remark in brackets behind it."""
    return re.sub(r" \([^()]*(\([^()]*\)[^()]*)?\)$", "", text)


@cases("S", "beats")
def test_a_card_of_svoi_kozyri_beats_what_it_should(case):
    card, top, trump = re.fullmatch(r"(..) on (..), mover trump (.)", case["state"]).groups()
    other = next(suit for suit in SUITS if suit != trump)
    (spare,) = other_cards(1, card, top)
    state = SvoiKozyri().position(f"hands={card}/{spare} trumps={trump}/{other} pile={top} seat=0")
    expected = f"beat {card}" if case["expect"].startswith("yes") else "take"
    assert moves_of(state) == [expected]


SVOI = (
    r"seat 0 \((?:trump )?(.)\): ([^|]*) \| seat 1 \((?:trump )?(.)\): ([^|]*) \| "
    r"pile (?:bottom→top )?\[([^]]*)\] \| to move (.)(.*)"
)


def svoi_state(text):
    t0, hand0, t1, hand1, pile, turn, rest = re.fullmatch(SVOI, text).groups()
    state = SvoiKozyri(voluntary_take="voluntary_take" in rest).position(
        f"hands={join(hand0)}/{join(hand1)} trumps={t0}/{t1} pile={join(pile)} seat={turn}"
    )
    return state, rest.removeprefix(" | ")


@cases("S", "legal")
def test_the_legal_moves_of_svoi_kozyri_are_those_of_the_case(case):
    state, _ = svoi_state(case["state"])
    assert sorted(moves_of(state)) == sorted(answer(case["expect"]).split(", "))


@cases("S", "take")
def test_a_pick_up_takes_what_the_case_says(case):
    pile, mover = re.match(r"pile bottom→top \[(.*)\], mover (.)", case["state"]).groups()
    taken, left = re.match(r"takes (\d+), pile left \[(.*?)\]", case["expect"]).groups()
    mine, other = other_cards(2, pile)
    hands = f"{mine}/{other}" if mover == "0" else f"{other}/{mine}"
    state = SvoiKozyri(voluntary_take=True).position(
        f"hands={hands} trumps=S/H pile={join(pile)} seat={mover}"
    )
    assert state.view(int(mover))["take"] == int(taken)
    play(state, ["take"])
    assert state.view(None)["pile"] == left.split()
    assert len(state.view(int(mover))["hand"]) == 1 + int(taken)


@cases("S", "step")
def test_a_move_of_svoi_kozyri_leads_to_the_state_of_the_case(case):
    state, moves = svoi_state(case["state"])
    play(state, ast.literal_eval(moves))
    expected = json.loads(answer(case["expect"]))
    view = state.view(None)
    found = {
        "h0": " ".join(view["hands"][0]),
        "h1": " ".join(view["hands"][1]),
        "pile": " ".join(view["pile"]),
        "turn": state.seat,
        "over": state.seat is None,
    }
    if state.seat is None:
        found["res"] = [int(2 * score - 1) for score in state.scores()]
    assert {key: found[key] for key in expected} == expected


@cases("S", "cap")
def test_the_last_ply_without_a_winner_is_a_draw(case):
    assert case["state"].startswith("ply 300 completed")
    state = SvoiKozyri().position("hands=7C8C/9C9D trumps=S/H pile=- seat=0 ply=299")
    play(state, ["lead 7C"])
    assert (state.seat, state.scores()) == (None, (0.5, 0.5))


@cases("S", "mirror")
def test_a_mirror_deal_gives_the_hands_of_the_case(case):
    half = re.search(r"first half (.*) \(", case["state"])[1]
    deck = to_mask(parse_card(rank + suit) for suit in SUITS for rank in "9TJQKA")
    hands = mirror_deal(parse_cards(half.split()), (SUITS.index("S"), SUITS.index("D")), deck)
    expected = re.fullmatch(r"seat 0: (.*); seat 1: (.*)", case["expect"]).groups()
    assert hands == tuple(parse_cards(hand.split()) for hand in expected)


@deals("svoi-kozyri")
def test_a_seed_deals_svoi_kozyri_as_the_case_says(case):
    seed = bytes.fromhex(re.search(r"[0-9a-f]{64}", case["state"])[0])
    view = SvoiKozyri().start(seed).view(None)
    assert view["trumps"] == case["expect"]["trumps"]
    assert view["hands"] == [names(parse_cards(h.split())) for h in case["expect"]["hands"]]


def ecarte_trick(leader, follower, led, trump, rules=None):
    """A state in which the dealer, seat 1, has to play to the card led."""
    used = (*leader, *follower, led)
    turned = next(n for n in NAMES if n[1] == trump and n[0] not in "6K" and n not in used)
    gone = 5 - len(follower)
    return (rules or Ecarte()).position(
        f"hands={''.join(leader) or '-'}/{''.join(follower)} turned={turned} dealer=1 phase=card "
        f"led={led} tricks={gone // 2}/{gone - gone // 2} seat=1"
    )


@cases("E", "beats")
def test_a_card_of_ecarte_wins_the_trick_that_it_should(case):
    card, led, trump = re.fullmatch(r"(..) on (..), trump (.)", case["state"]).groups()
    others = [n for n in other_cards(36, card, led) if n[1] not in led + trump]
    state = ecarte_trick(others[:2], [card, *others[2:4]], led, trump)
    play(state, [f"card {card}"])
    assert state.seat == (1 if case["expect"].startswith("yes") else 0)


@cases("E", "follow")
def test_a_player_may_follow_with_the_cards_of_the_case(case):
    hand, led, trump, option = re.fullmatch(
        r"hand ([^;]*); led (..); trump (.)(; must_trump)?", case["state"]
    ).groups()
    hand = hand.split()
    leader = other_cards(len(hand) - 1, led, *hand)
    state = ecarte_trick(leader, hand, led, trump, Ecarte(must_trump=bool(option)))
    expected = answer(case["expect"]).split()
    assert sorted(moves_of(state)) == sorted(f"card {card}" for card in expected)


@cases("E", "score")
def test_a_deal_of_ecarte_scores_as_the_case_says(case):
    rule, won, proposed, refused, first = re.fullmatch(
        r"vulnerability=(\w+); non-dealer took (\d)/5; proposed=(\w+); refused=(\w+); "
        r"first refused=(\w+)",
        case["state"],
    ).groups()
    exchanges = int(proposed == "True" and first == "False")
    points = deal_points(rule, int(won), exchanges + (refused == "True"), exchanges)
    expected = re.match(r"non-dealer \+(\d), dealer \+(\d)", case["expect"]).groups()
    assert points == tuple(map(int, expected))


@cases("E", "play")
def test_a_deal_of_ecarte_goes_as_the_case_says(case):
    hand0, hand1, turned, stock, dealer, score, moves = re.fullmatch(
        r"hand0 (.*); hand1 (.*); turned (..); stock \[(.*)\]; dealer (.); score (\[.*\]); "
        r"(\[.*\])",
        case["state"],
    ).groups()
    score = "/".join(map(str, json.loads(score)))
    state = Ecarte().position(
        f"hands={join(hand0)}/{join(hand1)} turned={turned} stock={join(stock)} dealer={dealer} "
        f"score={score} phase=deal"
    )
    before = state
    for move in ast.literal_eval(moves):
        before = state.copy()
        play(state, [move])
    view = state.view(None)
    expected = json.loads(answer(case["expect"]))
    found = {
        "score": view["score"],
        "over": state.seat is None,
        "act": state.seat,
        "phase": view["phase"],
        "legal": moves_of(state),
        "nlegal": len(state.legal()),
        "stock": len(view["stock"]),
        "h1": view["hands"][1],
        "done": state.deal == 1,
    }
    for key in ("legal", "h1"):  # in these the order is free
        found[key] = sorted(found[key])
        if key in expected:
            listed = expected[key]
            expected[key] = sorted(listed.split() if isinstance(listed, str) else listed)
    if "tricks" in expected:  # of the deal that has just ended
        taken = expected.pop("tricks")
        last = [n - m for n, m in zip(taken, before.view(None)["tricks"], strict=True)]
        assert sorted(last) == [0, 1]
    assert {key: found[key] for key in expected} == expected


@deals("ecarte")
def test_a_seed_deals_ecarte_as_the_case_says(case):
    seed = bytes.fromhex(re.search(r"[0-9a-f]{64}", case["state"])[0])
    view = Ecarte().start(seed).view(None)
    expected = case["expect"]
    assert view["stock"] == expected["stock"].split()
    assert view["hands"] == [names(parse_cards(hand.split())) for hand in expected["hands"]]
    for key in ("dealer", "turned", "score"):
        assert view[key] == expected[key]


def test_every_kind_of_case_of_the_duels_is_tested():
    asked = {"beats", "legal", "take", "step", "cap", "mirror", "follow", "score", "play"}
    solved = {"solve"}  # test_svoi_kozyri_solved.py
    kinds = {vector["kind"] for name, vector in VECTORS.items() if name[0] in "SE"}
    assert kinds == asked | solved
