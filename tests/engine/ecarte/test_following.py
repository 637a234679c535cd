"""The second player must follow suit, and win with it if he can: E24 and E25, ER9 and ER10.

Checked for every card led, every trump and every small hand, against the sentences card by card.
"""

import random
from itertools import combinations

import pytest

from engine.cards import DECK32, NAMES, to_mask
from engine.ecarte.notation import Position
from engine.ecarte.ruleset import Ecarte
from engine.ecarte.state import EcarteState

ORDER = "789TAJQK"


def may_play(hand, led, trump, must_trump):
    suit = [card for card in hand if card[1] == led[1]]
    winning = [card for card in suit if ORDER.index(card[0]) > ORDER.index(led[0])]
    trumps = [card for card in hand if card[1] == trump]
    return winning or suit or (must_trump and trumps) or hand


def check_hands(size, leads, trump, must_trump, hands_of=combinations):
    """Hands of `size` cards, the dealer's and the non-dealer's in turn; all, or those that
    `hands_of` takes from the rest of the deck."""
    rules = Ecarte(must_trump=must_trump)
    tricks = (5 - size, 0)
    second = 0
    for led in leads:
        deck = [card for card in DECK32 if card != led]
        for hand in hands_of(deck, size):
            spare = [card for card in deck if card not in hand]
            turned = next(card for card in spare if card // 9 == trump)
            leader = to_mask([card for card in spare if card != turned][: size - 1])
            second = 1 - second
            hands = (to_mask(hand), leader) if second == 0 else (leader, to_mask(hand))
            state = EcarteState(rules, bytes(32))
            state.set_up(
                Position(hands, turned, dealer=1, seat=second, phase="card", led=led, tricks=tricks)
            )
            texts = map(state.text, state.legal())
            found = [text for text in texts if not text.endswith(" king")]
            names = [NAMES[card] for card in hand]
            due = may_play(names, NAMES[led], "CDHS"[trump], must_trump)
            assert found == [f"card {card}" for card in due], state.position()


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize("trump", range(4))
def test_every_two_cards_answer_every_lead_as_the_rules_say(trump, must_trump):
    check_hands(2, DECK32, trump, must_trump)


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize("trump", [2, 3], ids=["led trumps", "led another suit"])
def test_every_three_cards_answer_a_heart_as_the_rules_say(trump, must_trump):
    check_hands(3, [card for card in DECK32 if card // 9 == 2][::3], trump, must_trump)


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize("trump", range(4))
@pytest.mark.parametrize("size", [4, 5])
def test_many_longer_hands_answer_as_the_rules_say(size, trump, must_trump):
    rng = random.Random(size)

    def some_hands(deck, size):
        # Without one suit half of the time, so that a hand may be void of the suit led.
        missing = rng.randrange(8)
        deck = [card for card in deck if card // 9 != missing]
        return [sorted(rng.sample(deck, size)) for _ in range(8)]

    check_hands(size, DECK32, trump, must_trump, some_hands)


@pytest.mark.parametrize("leader", [0, 1])
def test_dealer_and_non_dealer_follow_alike_in_every_trick(leader):
    hands = ["QH7C", "9HKH7S"] if leader == 0 else ["9HKH7S", "QH7C"]
    state = Ecarte().position(
        f"hands={'/'.join(hands)} turned=8S dealer=1 phase=card tricks=1/1 led=JH seat={1 - leader}"
    )
    assert [state.text(move) for move in state.legal()] == ["card KH"]


def test_the_leader_of_a_trick_may_play_any_card():
    state = Ecarte().position("hands=QH7C8S/9HKH7S turned=9S dealer=1 phase=card tricks=1/1 seat=1")
    assert [state.text(move) for move in state.legal()] == ["card 9H", "card KH", "card 7S"]


@pytest.mark.parametrize(
    ("led", "answer", "taker"),
    [
        ("JH", "AH", 0),  # the ace ranks below the jack
        ("AH", "JH", 1),
        ("TH", "AH", 1),
        ("KH", "7S", 1),  # a trump wins over any other suit
        ("7S", "KH", 0),
        ("7H", "KD", 0),  # another suit never wins
    ],
)
def test_the_highest_trump_takes_the_trick_or_the_highest_card_of_the_suit_led(led, answer, taker):
    state = Ecarte().position(
        f"hands=7C8C/{answer}9C7D turned=9S dealer=1 phase=card tricks=1/1 led={led} seat=1"
    )
    state.play(state.parse(f"card {answer}"))
    assert state.seat == taker
    assert state.view(0)["tricks"] == ([2, 1] if taker == 0 else [1, 2])
