"""Four cards of one suit, which may be led out of turn: KR11 to KR14."""

from typing import Any

from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from tests.engine.playing import legal, play

FOURS = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH"  # seat 2 holds a molodka


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


def test_windows_open_before_the_lead_and_after_each_play() -> None:
    """KR12."""
    state = at(FOURS)
    asked = []
    for text in ("pass", "lead 6S", "pass", "drop JC", "pass"):
        asked.append((state.seat, state.view(None)["phase"]))
        play(state, text)
    assert asked == [(2, "window"), (0, "lead"), (2, "window"), (1, "reply"), (2, "window")]
    assert (state.seat, state.view(None)["phase"]) == (2, "reply")


def test_a_seat_that_has_played_is_not_asked_again() -> None:
    """KR11."""
    state = play(at(FOURS), "pass", "lead 6S", "pass", "drop JC", "pass", "drop 6C")
    assert state.view(None)["phase"] == "reply"
    assert state.seat == 3


def test_holders_are_asked_clockwise_and_the_leader_first() -> None:
    """K28, KR12."""
    state = at("hands=6S7S8S9S/6D7D8D9D/QHKHTDAD/6C7C8C9C exposed=JH leader=3")
    order = []
    while state.view(None)["phase"] == "window":
        order.append(state.seat)
        play(state, "pass")
    assert order == [3, 0, 1]
    assert (state.seat, state.view(None)["phase"]) == (3, "lead")


def test_three_cards_of_a_suit_are_not_a_molodka() -> None:
    """KR11: exactly four cards."""
    state = at("hands=6S7S8S/6D7D8D/6C7C8C/QHKHAH exposed=JH leader=0")
    assert state.view(None)["phase"] == "lead"


def test_a_claim_gives_the_laid_cards_back_and_leads_all_four() -> None:
    """KR13."""
    state = play(at(FOURS), "pass", "lead 6S", "pass", "drop JC")
    assert state.event(state.parse("molodka"), 0) == {
        "seat": 2,
        "move": "molodka",
        "cards": ["6C", "7C", "8C", "9C"],
    }
    play(state, "molodka")
    view = state.view(None)
    assert view["leader"] == 2
    assert view["table"] == [{"seat": 2, "lead": ["6C", "7C", "8C", "9C"]}]
    assert view["best"] == {"seat": 2, "cards": ["6C", "7C", "8C", "9C"]}
    assert [len(hand) for hand in view["hands"]] == [4, 4, 0, 4]
    assert view["returned"] == {"0": ["6S"]}, "seat 1's discard stays unseen"
    assert view["dropped"] == [[], [], [], []]
    assert state.seat == 3


def test_after_a_claim_nobody_is_asked_again() -> None:
    """KR13: an earlier claim wins, and a second holder can only beat or discard."""
    state = at("hands=6S7S8S9S/6H7H8H9H/QCKCTDAS/6C7C8C9C exposed=JH leader=0")
    play(state, "molodka")
    assert legal(state) == ["beat 6H 7H 8H 9H", "drop 6H 7H 8H 9H"]
    assert legal(play(state, "beat 6H 7H 8H 9H")) == ["drop QC KC TD AS"]


def test_four_cards_led_in_turn_close_the_windows() -> None:
    """KR14."""
    state = at("hands=6S7S8S9S/6H7H8H9H/QCKCTDAS/6C7C8C9C exposed=JH leader=0")
    play(state, "pass", "pass", "pass", "lead 6S 7S 8S 9S")
    assert (state.seat, state.view(None)["phase"]) == (1, "reply")


def test_cards_taken_back_are_remembered_until_they_are_seen_again() -> None:
    hands = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD stock=9S9DTCAS exposed=JH"
    state = play(at(hands), "pass", "lead 6S 7S", "molodka")
    assert state.view(1)["returned"] == {"0": ["6S", "7S"]}
    state = at("hands=6S7S8S9H/6D7D8DJC/6C7C8CJS/QHKHTDAD exposed=JH leader=0 returned=6S7S/-/-/-")
    assert play(state, "lead 6S").view(1)["returned"] == {"0": ["7S"]}
    state = at("hands=6S7S8S9H/6D7D8DJC/6C7C8CJS/QHKHTDAD exposed=JH leader=3 returned=6S/-/-/-")
    play(state, "lead QH", "drop 6S")
    assert state.view(1)["returned"] == {"0": ["6S"]}, "nobody saw what was dropped"


def test_a_secret_question_shows_in_nobody_elses_view() -> None:
    """KR12."""
    before, after = at(FOURS), play(at(FOURS), "pass")
    for seat in (0, 1, 3):
        assert before.view(seat) == after.view(seat)
        assert before.event(before.parse("pass"), seat) is None
    assert before.view(2)["phase"] == "window"
    assert before.event(before.parse("pass"), 2) == {"seat": 2, "move": "pass"}


def test_with_own_turn_a_molodka_is_claimed_in_a_reply() -> None:
    """KR12, option."""
    state = at(FOURS, molodka="own_turn")
    assert (state.seat, state.view(None)["phase"]) == (0, "lead")
    play(state, "lead 6S")
    assert "molodka" not in legal(state), "seat 1 has none"
    play(state, "drop JC")
    assert state.seat == 2
    assert legal(state) == ["molodka", *(f"drop {card}C" for card in "6789")]
    play(state, "molodka")
    assert state.view(None)["leader"] == 2
    assert state.view(None)["returned"] == {"0": ["6S"]}
    assert "molodka" not in legal(state)


def test_with_own_turn_the_leader_leads_his_four_and_none_is_claimed_over_them() -> None:
    """KR14, option."""
    hands = "hands=6S7S8S9S/6H7H8H9H/QCKCTDAS/6C7C8C9C exposed=JH leader=0"
    state = at(hands, molodka="own_turn")
    assert "molodka" not in legal(state)
    assert "molodka" not in legal(play(state, "lead 6S 7S 8S 9S"))
    assert "molodka" in legal(play(at(hands, molodka="own_turn"), "lead 6S"))


def test_with_molodka_off_nobody_is_asked() -> None:
    state = play(at(FOURS, molodka="off"), "lead 6S", "drop JC")
    assert legal(state) == [f"drop {card}C" for card in "6789"]
