"""The hidden cards that the search for Kozel deals: possible ones, and likely ones more often."""

from random import Random

import pytest

from engine.kozel.ruleset import Kozel
from strategy.kozel.cards import BY_NAME, DECK, points_of, read
from strategy.kozel.memory import Memory
from strategy.kozel.sampling import Sampler
from tests.strategy.kozel.games import decisions

SPADES = 3


@pytest.mark.parametrize("rules", [Kozel(), Kozel(trump_card="bottom")])
@pytest.mark.parametrize("likely", [False, True])
def test_every_sample_agrees_with_what_the_seat_sees(rules, likely):
    memories = [Memory() for _ in range(4)]
    for turn, (state, seat, events) in enumerate(decisions(rules, 3)):
        view = state.view(seat)
        memories[seat].hear(events, view)
        sample = Sampler(view, seat, memories[seat], rules, likely, Random(turn)).sample()
        trump = state.trump
        assert sample.hands[seat] == read(view["hand"], trump)
        assert [hand.bit_count() for hand in sample.hands] == view["hands"]
        assert len(sample.stock) == view["stock"]
        placed = sample.hands + sample.stock + sample.table
        together = sum(placed)
        assert together.bit_count() == sum(cards.bit_count() for cards in placed)
        for side in (0, 1):
            together |= read(view["taken"][side], trump)
        assert not together & read(view["dropped"], trump)
        assert sum(sample.points) + points_of(sum(placed)) == 120
        if rules.trump_card == "bottom" and sample.stock:
            assert sample.stock[-1] == 1 << BY_NAME[trump][view["exposed"]]
        if turn > 150:
            break


def test_the_exposed_card_is_in_no_hand_before_anybody_draws():
    state = Kozel().start(bytes(32))
    seat = state.seat
    assert seat is not None
    view = state.view(seat)
    exposed = 1 << BY_NAME[state.trump][view["exposed"]]
    sampler = Sampler(view, seat, Memory(), Kozel(), True, Random(1))
    for _ in range(200):
        assert exposed in sampler.sample().stock


def test_aces_are_dropped_rarely_against_the_others_trick():
    view = {
        **Kozel().start(bytes(32)).view(0),
        **{"trump": "S", "exposed": "6S", "hand": ["6C", "7C", "8C"], "hands": [3, 3, 3, 3]},
        **{"stock": 0, "table": [], "best": None, "count": 0, "drops": [0, 4, 4, 4]},
        **{"taken": [[], []], "dropped": [], "returned": {}},
    }
    memory = Memory()
    memory.hear([], view)
    ace, nine = (1 << BY_NAME[SPADES][name] for name in ("AD", "9D"))
    held = {ace: 0, nine: 0}
    for likely in (False, True):
        sampler = Sampler(view, 0, memory, Kozel(), likely, Random(2))
        held = dict.fromkeys(held, 0)
        for _ in range(400):
            sample = sampler.sample()
            for card in held:
                held[card] += bool(sum(sample.hands) & card)
        if not likely:
            assert abs(held[ace] - held[nine]) < 80
    assert held[ace] > 1.3 * held[nine]


def test_the_ranks_of_a_suit_lie_below_its_trumps():
    assert read(["6C", "AS"], SPADES) == 1 | (1 << 35)
    assert read(list(BY_NAME[0]), 0) == DECK
