"""What a seat of Kozel knows of the hidden cards, and how often each deal of them occurs."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from engine.cards import Card, Cards, names, parse_cards, to_list, to_mask
from engine.kozel.knowledge import KozelKnowledge
from engine.kozel.moves import DROP
from engine.kozel.ruleset import Kozel
from engine.kozel.scoring import POINTS
from engine.kozel.state import KozelState
from tests.engine.hearing import chi_square, observed, rng_of

FOURS = (
    "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH stock=9D9STSJS"  # seat 2 holds a molodka
)
LATE = "hands=6S7S/6DAD/6CJC/KHTD exposed=9D"  # and no stock


Outcome = tuple[object, ...]  # what is hidden of a state: hands, face-down cards, points


def cards(text: str) -> Cards:
    return parse_cards(text.split())


def cards_of(state: KozelState) -> Cards:
    """The cards in the hands and in the stock of a state."""
    return sum(map(to_mask, state.hands)) | to_mask(state.stock[state.drawn :])


def told(state: KozelState, seat: int, *moves: str, deck: Cards | None = None) -> KozelKnowledge:
    """What a seat knows that saw the state, and then these moves. They are played."""
    knowledge = state.options.knowledge(seat, cards_of(state) if deck is None else deck)
    knowledge.hear([], state.view(seat))
    for text in moves:
        events = observed(state, state.parse(text), 4)[seat]
        knowledge.hear(events, state.view(seat))
    return knowledge


# What is known for sure


def test_face_up_cards_are_out_and_face_down_ones_are_not_known() -> None:
    known = told(Kozel().position(LATE), 0, "lead 6S", "drop 6D", "drop 6C", "drop TD")
    assert names(known.out) == ["6S"]
    assert known.unseen == cards("6C JC 6D AD KH TD")
    assert known.drops == [(seat, 1, 0, 0, 0, 1.0) for seat in (1, 2, 3)]
    assert (known.sizes, known.stock, known.points) == ([1, 1, 1, 1], 0, [0, 0])


def test_points_are_those_of_the_cards_that_the_seat_has_seen() -> None:
    known = told(Kozel().position(LATE), 3, "lead 6S", "beat AD", "drop 6C", "drop KH")
    assert (known.points, known.out) == ([0, 11 + 4], cards("6S AD KH"))


def test_ones_own_face_down_cards_are_out() -> None:
    known = told(Kozel().position(LATE), 1, "lead 6S", "drop AD")
    assert names(known.out) == ["AD", "6S"]
    assert known.drops == []


def test_a_claimed_molodka_shows_four_cards_and_the_others_are_taken_back() -> None:
    state = Kozel().position(FOURS)
    moves = ("pass", "lead 6S 7S", "pass", "drop 6D JC", "molodka")
    own, other = told(state.copy(), 1, *moves), told(state, 3, *moves)
    assert names(own.held[1]) == ["JC", "6D", "7D", "8D"]
    assert (own.out, other.out) == (cards("6C 7C 8C 9C"),) * 2
    assert [names(held) for held in other.held[:3]] == [["6S", "7S"], [], []]
    assert other.unseen == cards("8S 9H 6D 7D 8D JC 9D 9S TS JS")
    assert (other.sizes, other.drops) == ([4, 4, 0, 4], [])


def test_cards_taken_back_are_known_even_when_they_are_laid_face_down() -> None:
    """Everybody lays all four cards then, so nothing else is possible."""
    state = Kozel().position(FOURS)
    moves = ("pass", "lead 6S 7S", "pass", "drop 6D JC", "molodka", "drop QH KH TD AD")
    known = told(state, 1, *moves, "drop 6S 7S 8S 9H")
    assert names(known.held[0]) == []
    assert names(known.out) == ["6C", "7C", "8C", "9C", "6S", "7S"]
    known.hear(observed(state, state.parse("drop 6D 7D 8D JC"), 4)[1], state.view(1))
    assert [(drop.seat, drop.hidden, names(drop.known)) for drop in known.drops] == [
        (3, 4, []),
        (0, 2, ["6S", "7S"]),
    ]


BOTTOM = "hands=6C7S8HQH/7D8DTDKD/6SJCKCAC/9HJHTHKH exposed=AS stock=8C9CQCAS dealer=3"


def last_draw(*moves: str) -> tuple[KozelState, KozelKnowledge]:
    """Seat 2 takes the first trick, so seat 1 draws the exposed ace; then these moves. Seat 0's
    knowledge."""
    state = Kozel(trump_card="bottom", molodka="off").position(BOTTOM)
    return state, told(state, 0, "lead 6C", "drop 7D", "beat JC", "drop 9H", *moves)


def test_an_exposed_card_at_the_bottom_is_held_by_the_seat_that_draws_it() -> None:
    _, known = last_draw()
    assert [names(held) for held in known.held[1:]] == [["AS"], [], []]


def test_once_its_holder_has_dropped_a_card_it_may_lie_face_down() -> None:
    state, known = last_draw("lead KC", "drop KH", "drop QH", "drop 8D")
    assert known.held[1] == 0
    assert known.returned == {35: (1, 1)}
    rng = rng_of(1)
    samples = [known.sample(rng) for _ in range(2000)]
    assert all(35 in sample.hands[1] or sample.dropped[1] >> 35 & 1 for sample in samples)
    places = Counter("hand" if 35 in sample.hands[1] else "face down" for sample in samples)
    assert chi_square(places, {"hand": 3 / 4, "face down": 1 / 4}) < 4
    for text in ("lead AC", "drop JH", "drop 8H", "beat AS"):
        known.hear(observed(state, state.parse(text), 4)[0], state.view(0))
    assert (known.returned, known.out & cards("AS")) == ({}, cards("AS"))


# All deals that agree with what was heard


def deals(state: KozelState, seat: int, deck: Cards) -> dict[Outcome, float]:
    """How likely each deal is of which the seat could think: all permutations of the cards that it
    has not seen. Face-down cards go to the side that took them."""
    view = state.view(seat)
    seen = [*view["hand"], *view["dropped"], *view["taken"][0], *view["taken"][1]]
    for laid in view["table"]:
        seen += laid.get("lead", []) + laid.get("beat", [])
    hidden = to_list(deck & ~parse_cards(seen))
    counts = Counter(outcome(dealt(state, seat, list(order))) for order in permutations(hidden))
    total = sum(counts.values())
    return {found: count / total for found, count in counts.items()}


def outcome(state: KozelState) -> Outcome:
    return (
        tuple(map(tuple, state.hands)),
        tuple(state.dropped),
        tuple(state.table),
        tuple(state.points),
        state.trick_points,
    )


def dealt(state: KozelState, seat: int, order: list[Card]) -> KozelState:
    """The state with its hidden cards in this order; only its last trick had face-down cards."""
    other = state.copy()
    for owner in range(4):
        if owner == seat:
            continue
        other.hands[owner] = sorted(order.pop() for _ in state.hands[owner])
        laid = to_mask(order.pop() for _ in range(state.dropped[owner].bit_count()))
        change = sum(POINTS[c] for c in to_list(laid)) - sum(
            POINTS[c] for c in to_list(state.dropped[owner])
        )
        other.dropped[owner] = laid
        turn = (owner - state.leader) & 3
        if turn < len(state.table) and state.table[turn][0] == DROP:
            other.table[turn] = (DROP, laid)
            other.trick_points += change
        elif laid:
            points = [*other.points]
            points[state.best_seat & 1] += change
            other.points = (points[0], points[1])
    return other


@pytest.mark.parametrize(
    ("hands", "moves"),
    [
        ("6S7S/6DAD/6CJC/KHTD", ("lead 6S", "drop 6D", "drop 6C")),
        ("6S7S/6DAD/6CJC/KHTD", ("lead 6S", "drop 6D", "drop 6C", "drop TD")),
        ("6S7S/6DAD/6CJC/KHTD", ("lead 6S", "beat AD", "drop JC", "drop KH")),
        ("6S7SJC/8S9S6C/6DTDAH/KH7CAS", ("lead 6S 7S", "beat 8S 9S", "drop 6D AH")),
        ("6S7SJC/8S9S6C/6DTDAH/KH7CTH", ("lead 6S 7S", "beat 8S 9S", "beat 6D TD", "drop KH TH")),
    ],
)
@pytest.mark.parametrize("seat", [0, 3])
def test_every_deal_that_agrees_is_equally_likely(
    hands: str, moves: tuple[str, ...], seat: int
) -> None:
    """The outcomes have the points too: face-down cards count for the side that took the trick."""
    state = Kozel().position(f"hands={hands} exposed=9D")
    deck = cards_of(state)
    known = told(state, seat, *moves)
    expected = deals(state, seat, deck)
    rng = rng_of(2)
    counts = Counter(outcome(known.sample(rng)) for _ in range(10 * len(expected)))
    assert set(counts) == set(expected)
    assert chi_square(counts, expected) < 4


def test_a_view_alone_does_not_say_which_face_down_cards_a_side_took() -> None:
    """Then all that is possible occurs: side 0 has three of the five, side 1 the two others."""
    state = Kozel().position("hands=6S7S9C/ADQDKD/6CJC7C/KHTD7H exposed=9D")
    deck = cards_of(state)
    moves = ("lead 6S", "drop QD", "drop 6C", "drop KH", "lead 7S", "beat AD", "drop JC", "drop 7H")
    known, fresh = told(state, 0, *moves), Kozel().knowledge(0, deck)
    fresh.hear([], state.view(0))
    rng = rng_of(3)
    by_events = [known.sample(rng) for _ in range(800)]
    by_view = [fresh.sample(rng) for _ in range(800)]
    for sample in by_events + by_view:
        held = sum(POINTS[card] for hand in sample.hands for card in hand)
        assert sum(sample.points) + held == sum(POINTS[card] for card in to_list(deck))
    # The most that either side can have: 10 + 4 + 4 in three cards, the ace and 10 + 4 in two.
    for samples in (by_events, by_view):
        assert [max(sample.points[side] for sample in samples) for side in (0, 1)] == [18, 25]


# The exposed card, which lay in the stock


def where_exposed(
    tricks: list[tuple[int, int, list[int]]], stock: int
) -> dict[tuple[str, int], Fraction]:
    """How likely the exposed card lies in each hand, among its seat's face-down cards, or in the
    stock, as seat 0 may think that does not have it.

    It was in each of the twenty places of the stock with the same chance. `tricks`: the taker, the
    cards that each played, and the seats that laid theirs face down. Each card of a hand is played
    with the same chance; the others were shown, and are not the exposed one.
    """
    odds = dict.fromkeys([("stock", place) for place in range(20)], Fraction(1))
    drawn, size = 0, 4
    for taker, count, droppers in tricks:
        for seat in range(4):
            held = odds.get(("hand", seat), Fraction(0))
            odds["hand", seat] = held * (size - count) / size
            if seat in droppers:
                laid = odds.get(("down", seat), Fraction(0))
                odds["down", seat] = laid + held * count / size
        size -= count
        while size < 4 and drawn < 20:
            for later in range(4):
                seat = (taker + later) % 4
                odds["hand", seat] += odds.pop(("stock", drawn))
                drawn += 1
            size += 1
    assert drawn == 20 - stock
    mine = {("hand", 0), ("down", 0)}
    left = {place: chance for place, chance in odds.items() if place not in mine and chance}
    total = sum(left.values())
    stock_share = sum(chance for place, chance in left.items() if place[0] == "stock")
    shares = {place: chance / total for place, chance in left.items() if place[0] != "stock"}
    return {**shares, ("stock", 0): stock_share / total} if stock_share else shares


def place_of(sample: KozelState) -> tuple[str, int]:
    card = sample.exposed
    for seat in range(4):
        if card in sample.hands[seat]:
            return "hand", seat
        if (sample.dropped[seat] >> card) & 1:
            return "down", seat
    assert card in sample.stock
    return "stock", 0


@pytest.mark.parametrize("number", [7, 14, 101])
def test_the_exposed_card_is_where_it_may_have_been_drawn(number: int) -> None:
    """No hand has it at first, and a hand that has drawn little hardly ever does."""
    rng, choose = rng_of(100 + number), Random(number).choice
    state = Kozel(molodka="off").start(bytes([number] * 32))
    known = state.options.knowledge(0)
    known.hear([], state.view(0))
    tricks: list[tuple[int, int, list[int]]] = []
    while state.deal == 0 and (known.unseen >> state.exposed) & 1:
        plays = []
        for _ in range(4):
            move = choose(state.legal())
            plays.append((state.seat, state.text(move).split()))
            known.hear(observed(state, move, 4)[0], state.view(0))
        droppers = [seat for seat, (verb, *_) in plays if verb == "drop"]
        tricks.append((state.leader, len(plays[0][1]) - 1, droppers))
        if state.deal == 0 and (known.unseen >> state.exposed) & 1:
            expected = where_exposed(tricks, known.stock)
            counts = Counter(place_of(known.sample(rng)) for _ in range(800))
            assert chi_square(counts, expected) < 4.5
    assert len(tricks) > 5
