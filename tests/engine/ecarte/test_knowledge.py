"""What a seat of Écarté knows of the other hand, and how often each deal of it occurs."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.cards import NAMES, Cards, names, parse_cards, to_list, to_mask
from engine.ecarte.knowledge import EcarteKnowledge
from engine.ecarte.ruleset import Ecarte
from engine.ecarte.state import EcarteState
from engine.notation import cards_by_seat_text, cards_text
from tests.engine.ecarte.tables import table
from tests.engine.hearing import chi_square, observed, rng_of
from tests.engine.playing import play

Outcome = tuple[tuple[int, ...], int, tuple[int, ...]]  # other hand, its discards, stock


NUMBERS = (12, 20, 87, 128, 183, 300)  # small games that show much


def cards(text: str) -> Cards:
    return parse_cards(text.split())


def heard(state: EcarteState, seat: int, *moves: str, deck: Cards | None = None) -> EcarteKnowledge:
    """What a seat knows that saw the state, and then these moves. They are played."""
    knowledge = state.options.knowledge(seat, deck)
    knowledge.hear([], state.view(seat))
    for text in moves:
        knowledge.hear(observed(state, state.parse(text), 2)[seat], state.view(seat))
    return knowledge


# The cards that the opponent lacks


def after_answer(answer: str, led: str = "card JH", **options: Any) -> list[str]:
    """What the leader knows the dealer to lack, once this card answered the one that was led."""
    hands = {"hand0": "JH8S9S7C8C", "hand1": answer.split()[1] + "7DJDQDKD"}
    state = table(**hands, turned="9C", stock="", **options)
    knowledge = heard(state, 0, "stand", led, answer)
    return names(knowledge.lacks)


def test_who_follows_without_winning_holds_nothing_that_wins() -> None:
    assert after_answer("card 8H") == ["QH", "KH"]


def test_who_wins_tells_nothing() -> None:
    assert after_answer("card QH") == []


def test_who_does_not_follow_has_nothing_of_the_suit() -> None:
    assert after_answer("card 8D") == ["7H", "8H", "9H", "TH", "QH", "KH", "AH"]


def test_who_must_trump_and_does_not_has_no_trump_either() -> None:
    lacks = after_answer("card 8D", must_trump=True)
    assert lacks == ["TC", "JC", "QC", "KC", "AC", "7H", "8H", "9H", "TH", "QH", "KH", "AH"]


def test_who_trumps_because_he_must_has_nothing_of_the_suit_led() -> None:
    lacks = after_answer("card TC", must_trump=True)
    assert lacks == ["7H", "8H", "9H", "TH", "QH", "KH", "AH"]


def test_a_new_deal_ends_what_was_known() -> None:
    state = Ecarte().start(bytes(32))
    knowledge = [Ecarte().knowledge(seat) for seat in (0, 1)]
    for known in knowledge:
        known.hear([], state.view(known.seat))
    choose, lacked = Random(2).choice, False
    while state.deal == 0:
        seen = observed(state, choose(state.legal()), 2)
        for known, events in zip(knowledge, seen, strict=True):
            known.hear(events, state.view(known.seat))
        lacked |= any(known.lacks for known in knowledge)
    assert lacked
    assert [(known.lacks, known.discards, known.stock) for known in knowledge] == [(0, 0, 21)] * 2


def test_the_discards_of_all_exchanges_are_hidden() -> None:
    state = table(stock="7S8S9STSJSKS")
    exchange = ("propose", "accept", "discard TH", "discard 7D 8D")
    known = heard(state, 0, *exchange, "propose", "accept", "discard JH", "discard 9D")
    fresh = heard(state, 0)
    for each in (known, fresh):
        assert (each.discards, each.stock) == (3, 1)
        assert each.sample(rng_of(1)).discarded[1].bit_count() == 3


# The king of trumps


KING = {"hand0": "7C8C9C7D8D", "hand1": "KHQH9DTDJD", "turned": "7H", "stock": "7S8S9S"}


def test_an_announced_king_is_held_until_it_is_played() -> None:
    state = table(**KING)
    knowledge = heard(state, 0, "stand", "card 7D", "card JD king")
    rng = rng_of(1)
    assert names(knowledge.held[1]) == ["KH"]
    assert not knowledge.unseen & cards("KH")
    assert {"KH" in knowledge.sample(rng).view(None)["hands"][1] for _ in range(20)} == {True}
    knowledge.hear(observed(state, state.parse("card KH"), 2)[0], state.view(0))
    assert (knowledge.held[1], names(knowledge.out & cards("KH"))) == (0, ["KH"])


def test_a_king_that_is_played_as_it_is_announced_is_out() -> None:
    state = table(**{**KING, "hand1": "KHQH9HTDJD", "hand0": "7C8C9C7D8H"})
    knowledge = heard(state, 0, "stand", "card 8H", "card KH king")
    assert (knowledge.held[1], knowledge.out & cards("KH")) == (0, cards("KH"))


def test_a_king_that_is_not_announced_may_be_held_all_the_same() -> None:
    """ER8: to announce is optional."""
    state = table(**KING)
    knowledge = heard(state, 0, "stand", "card 7D", "card JD", deck=cards_of(state))
    rng = rng_of(2)
    hands = [knowledge.sample(rng).view(None)["hands"][1] for _ in range(200)]
    assert {"KH" in hand for hand in hands} == {True, False}


def test_a_sample_in_which_the_king_is_held_lets_it_be_announced() -> None:
    state = table(**KING)
    knowledge = heard(state, 0, "stand", deck=cards_of(state))
    rng, offered = rng_of(3), set()
    for _ in range(200):
        sample = knowledge.sample(rng)
        play(sample, "card 7C")
        holds = "KH" in sample.view(1)["hand"]
        offers = any(text.endswith("king") for text in sample.texts(sample.legal()))
        assert holds == offers
        offered.add(offers)
    assert offered == {True, False}


# All deals that agree with what was heard


def cards_of(state: EcarteState) -> Cards:
    """The deck of a state."""
    first, second = map(to_mask, state.hands)
    gone = to_mask(state.played) | state.discarded[0] | state.discarded[1] | 1 << state.turned
    return first | second | gone | to_mask(state.stock)


def small_game(number: int, **options: Any) -> tuple[EcarteState, list[tuple[EcarteState, Any]]]:
    """A random deal of 15 cards after a few tricks, the dealer's answers with the states before.

    The king of trumps is among the cards, and there may have been exchanges.
    """
    rng = Random(number)
    deck = rng.sample(to_list(cards("7C 8C 9C JC QC KC 7D 8D 9D KD 7H 8H 9H TH JH KH QS")), 15)
    first, second, rest = deck[:5], deck[5:10], deck[10:]
    hands = cards_by_seat_text((to_mask(first), to_mask(second)))
    state = Ecarte(**options).position(
        f"hands={hands} turned={NAMES[rest[0]]} stock={cards_text(rest[1:4])} dealer=1"
    )
    answers = []
    while min(map(len, state.hands)) > 2 or state.led is not None:
        move = rng.choice(state.legal())
        if state.seat == 1 and state.led is not None:
            answers.append((state.copy(), state.text(move)))
        state.play(move)
    return state, answers


def agreeing(state: EcarteState, answers: list[tuple[EcarteState, Any]]) -> Iterator[Outcome]:
    """Every way in which the cards that seat 0 has not seen may lie, by trying all of them.

    The engine says whether the dealer might have answered like this.
    """
    remaining = len(state.hands[1])
    discards = state.discarded[1].bit_count()
    hidden = state.hands[1] + to_list(state.discarded[1]) + state.stock
    for order in {
        (
            frozenset(order[:remaining]),
            to_mask(order[remaining : remaining + discards]),
            order[remaining + discards :],
        )
        for order in permutations(hidden)
    }:
        hand, discarded, stock = order
        king = state.king == 1 and 9 * state.trump + 7 not in state.played
        if king and 9 * state.trump + 7 not in hand:
            continue
        may = True
        for before, text in answers:
            later = set(before.hands[1]) - set(state.hands[1])
            before = before.copy()
            before.hands[1] = sorted(later | hand)
            may = may and text.removesuffix(" king") in {
                legal.removesuffix(" king") for legal in before.texts(before.legal())
            }
        if may:
            yield tuple(sorted(hand)), discarded, tuple(stock)


def outcome(sample: EcarteState) -> Outcome:
    return tuple(sample.hands[1]), sample.discarded[1], tuple(sample.stock)


@pytest.mark.parametrize("must_trump", [False, True])
@pytest.mark.parametrize("number", NUMBERS)
def test_every_deal_that_agrees_is_equally_likely(number: int, must_trump: bool) -> None:
    state, answers = small_game(number, must_trump=must_trump)
    knowledge = heard(state, 0, deck=cards_of(state))
    expected = set(agreeing(state, answers))
    assert outcome(state) in expected
    rng = rng_of(number)
    counts = Counter(outcome(knowledge.sample(rng)) for _ in range(20 * len(expected)))
    assert set(counts) == expected
    assert chi_square(counts, dict.fromkeys(expected, 1 / len(expected))) < 4


def test_the_small_games_cover_what_can_be_inferred() -> None:
    """Otherwise the test above would prove little."""
    games = [small_game(number, must_trump=True)[0] for number in NUMBERS]
    known = [heard(state, 0, deck=cards_of(state)) for state in games]
    assert any(each.lacks for each in known)
    assert any(each.held[1] for each in known)
    assert any(each.discards for each in known)
    assert any(each.stock for each in known)
