"""The moves of Kozel that the search compares: alike ones count as one."""

from strategy.kozel.candidates import candidates, classes
from strategy.kozel.cards import DECK, read

SPADES = 3


def texts(legal: list[str], hand: list[str], hidden: list[str]) -> list[str]:
    own = read(hand, SPADES)
    alike = classes(own, read(hidden, SPADES))
    return [text for _, text in candidates(legal, own, alike, SPADES).values()]


def test_worthless_neighbours_of_a_suit_are_alike():
    legal = ["drop 6C", "drop 7C", "drop 9C"]
    assert texts(legal, ["6C", "7C", "9C"], ["AH"]) == ["drop 6C"]


def test_a_hidden_card_between_two_cards_makes_them_differ():
    legal = ["drop 6C", "drop 7C", "drop 9C"]
    assert texts(legal, ["6C", "7C", "9C"], ["8C"]) == ["drop 6C", "drop 9C"]


def test_points_make_neighbours_differ_and_so_do_suits_and_verbs():
    legal = ["beat 9C", "beat JC", "drop 9C", "drop JC", "drop 9D"]
    assert texts(legal, ["9C", "JC", "9D"], []) == legal


def test_sets_are_alike_card_by_card():
    legal = ["lead 6C", "lead 7C", "lead AC", "lead 6C 7C", "lead 6C AC", "lead 7C AC"]
    assert texts(legal, ["6C", "7C", "AC"], ["8H"]) == [
        "lead 6C",
        "lead AC",
        "lead 6C 7C",
        "lead 6C AC",
    ]


def test_a_claim_plays_the_whole_hand_and_a_pass_nothing():
    hand = read(["6C", "7C", "AC", "TC"], SPADES)
    moves = candidates(["molodka", "pass"], hand, classes(hand, DECK & ~hand), SPADES)
    assert [move.cards for move, _ in moves.values()] == [hand, 0]
