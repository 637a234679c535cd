"""Which hands of the other seat are sampled: those that its play allows, weighted by its bids."""

import random

from engine.rulesets import ruleset
from strategy.ecarte.beliefs import sample_hands
from strategy.ecarte.cards import KING, SAME_SUIT, TRUMPS
from strategy.ecarte.situation import situation

HANDS = "hands=7CKHQH9D7S/8C9C8STSJS turned=8H dealer=1 score=0/0"


def samples(position, seat, options=None):
    rules = ruleset("ecarte", options or {})
    state = rules.position(position)
    now = situation(rules, state.view(seat), seat)
    return now, sample_hands(now, 200, 1000, random.Random(1))


def trumps(found) -> float:
    return sum(n * (hand & TRUMPS).bit_count() for hand, n in found) / sum(n for _, n in found)


def test_samples_hold_no_card_that_the_play_excludes():
    # The other seat threw a diamond on a club, and later an eight on the ten of spades.
    position = (
        "phase=card hands=KHQH9D/9CTDJD turned=8H dealer=1 score=0/0 proposals=0 "
        "played=7C8DTS8S seat=0 tricks=2/0"
    )
    now, found = samples(position, 0)
    assert len(found) > 200
    bits = now.deck.bits
    for hand, _ in found:
        assert hand.bit_count() == 3
        assert not hand & (now.hand | now.mine | now.played | now.turned)
        assert not hand & SAME_SUIT[bits["7C"]]
        assert not hand & now.deck.mask(["JS", "QS", "KS", "AS"])


def test_a_seat_that_must_trump_and_did_not_has_no_trump():
    position = (
        "phase=card hands=KHQH9DTS/9CTDJDJC turned=8H dealer=1 score=0/0 proposals=0 "
        "played=7S8D seat=0 tricks=1/0"
    )
    _, found = samples(position, 0, {"must_trump": True})
    assert not any(hand & TRUMPS for hand, _ in found)
    _, found = samples(position, 0)
    assert any(hand & TRUMPS for hand, _ in found)


def test_an_announced_king_is_in_every_sample():
    position = (
        "phase=card hands=7CQH9DTS/9CTDJDKH turned=8H dealer=1 score=0/1 proposals=0 king=1 "
        "played=7S8S seat=1 tricks=0/1"
    )
    _, found = samples(position, 0)
    assert all(hand & KING for hand, _ in found)


def test_who_stands_is_thought_to_hold_more_trumps_than_who_proposes():
    stood = "hands=8C9C8STSJS/7CKHQH9D7S turned=8H dealer=1 score=0/0"
    led = f"phase=card {stood.replace('8C9C', '9C')} proposals=0 led=8C seat=1"
    _, after_standing = samples(led, 1)
    _, after_proposing = samples(f"phase=respond {stood} stock=TD proposals=1", 1)
    assert trumps(after_standing) > trumps(after_proposing) + 0.08


def test_who_exchanges_one_card_is_thought_to_hold_more_trumps_than_who_exchanges_five():
    position = f"phase=propose {HANDS} proposals=1 stock=9S9H exchanges=1-"
    _, one = samples(position + "1", 0)
    _, five = samples(position + "5", 0)
    assert trumps(one) > trumps(five) + 0.2
