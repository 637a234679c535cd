"""The rulings of Kozel (KR1 to KR20), played from positions."""

from typing import Any

import pytest

from engine.errors import MoveError
from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from tests.engine.games import play_out, played, start, states

FOURS = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH"  # seat 2 holds a molodka


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


def play(state: KozelState, *texts: str) -> KozelState:
    for text in texts:
        state.play(state.parse(text))
    return state


def legal(state: KozelState) -> list[str]:
    return [state.text(move) for move in state.legal()]


# The deal


@pytest.mark.parametrize("number", range(8))
def test_the_deal_goes_round_and_the_taker_of_the_last_trick_leads_the_next(number: int) -> None:
    """KR2, KR3."""
    state = start(Kozel(), number)
    first = state.view(None)
    assert first["leader"] == (first["dealer"] + 1) % 4
    deal, taker = 0, None
    for _, move in played(state, number):
        view = state.view(None)
        if view["deal"] > deal:
            deal = view["deal"]
            assert view["dealer"] == (first["dealer"] + deal) % 4
            assert view["leader"] == taker
        if len(view["table"]) == 3:
            taker = state.seat if state.text(move).startswith("beat") else view["best"]["seat"]


def test_the_exposed_card_is_named_and_its_place_is_not() -> None:
    """KR4: it is one of the stock, at any place."""
    places = set()
    for number in range(200):
        view = start(Kozel(), 2 * number).view(None)
        places.add(view["stock"].index(view["exposed"]))
        assert view["trump"] == view["exposed"][1]
    assert places == set(range(20))


def test_with_trump_card_bottom_the_exposed_card_is_drawn_last_and_everybody_sees_by_whom() -> None:
    """KR4, option."""
    rules = Kozel(trump_card="bottom")
    drawn = 0
    for number in range(10):
        for state in states(rules, number):
            view = state.view(None)
            exposed = view["exposed"]
            if view["stock"]:
                assert view["stock"][-1] == exposed
            elif view["returned"]:
                drawn += 1
                (seat,) = (s for s, cards in view["returned"].items() if exposed in cards)
                kept = view["hands"][int(seat)] + view["dropped"][int(seat)]
                assert exposed in kept
    assert drawn


def test_the_option_trump_card_changes_neither_hands_nor_stock() -> None:
    random, bottom = (start(Kozel(trump_card=way), 4).view(None) for way in ("random", "bottom"))
    assert random["hands"] == bottom["hands"]
    assert random["stock"] == bottom["stock"]


# The trick


def test_a_set_that_could_beat_may_be_discarded_and_partners_may_be_beaten() -> None:
    """KR7, KR8."""
    state = play(at("hands=7S/9S/6H/8D exposed=JH leader=0"), "lead 7S", "beat 9S")
    assert legal(state) == ["beat 6H", "drop 6H"]
    assert legal(play(at("hands=7S/9C/8S/8D exposed=JH leader=0"), "lead 7S", "drop 9C")) == [
        "beat 8S",
        "drop 8S",
    ]


def test_a_beating_set_may_mix_suits_and_replaces_the_set_to_beat() -> None:
    """KR6."""
    state = at("hands=7S9S/6HTS/7HAS/7CAC exposed=JH leader=0")
    play(state, "lead 7S 9S", "beat TS 6H")
    assert state.view(None)["best"] == {"seat": 1, "cards": ["6H", "TS"]}
    assert legal(state) == ["beat 7H AS", "drop 7H AS"]
    play(state, "beat 7H AS")
    assert legal(state) == ["drop 7C AC"]


def test_discards_count_for_the_taker_and_stay_face_down() -> None:
    """KR9, KR10."""
    state = at("hands=7S6C/9SAC/TH8C/TDAD exposed=JH leader=0")
    play(state, "lead 7S", "drop AC", "drop TH", "drop TD")
    assert state.view(None)["points"] == [31, 0]
    for seat, own in enumerate([[], ["AC"], ["TH"], ["TD"]]):
        view = state.view(seat)
        assert view["seen"] == ["7S"]
        assert view["dropped"] == own
        assert view["tricks"] == [1, 0]
        assert "points" not in view


@pytest.mark.parametrize("number", range(12))
def test_every_trick_begins_with_equal_hands_and_whole_rounds_to_draw(number: int) -> None:
    """KR15."""
    for state in states(Kozel(), number):
        view = state.view(None)
        if view["phase"] == "lead":
            assert len({len(hand) for hand in view["hands"]}) == 1
            assert len(view["stock"]) % 4 == 0
            assert not view["stock"] or len(view["hands"][0]) == 4


@pytest.mark.parametrize("number", range(12))
def test_a_deal_has_three_to_nine_tricks_and_a_game_two_to_eleven_deals(number: int) -> None:
    last: dict[int, dict[str, Any]] = {}  # the view before the last play of each deal
    state = start(Kozel(), number)
    for _ in played(state, number):
        last[state.deal] = state.view(None)
    assert all(3 <= sum(view["tricks"]) + 1 <= 9 for view in last.values())
    end = state.view(None)
    assert sum(end["points"]) == 120
    assert 2 <= len(last) - end["eggs"] <= 11


# Molodka


def test_windows_open_before_the_lead_and_after_each_play() -> None:
    """KR12."""
    state = at(FOURS)
    asked = []
    for text in ("pass", "lead 6S", "pass", "drop JC", "pass"):
        asked.append((state.seat, state.view(None)["phase"]))
        play(state, text)
    assert asked == [(2, "window"), (0, "lead"), (2, "window"), (1, "reply"), (2, "window")]
    assert (state.seat, state.view(None)["phase"]) == (2, "reply")


def test_whoever_has_played_is_not_asked_again() -> None:
    """KR11."""
    state = play(at(FOURS), "pass", "lead 6S", "pass", "drop JC", "pass", "drop 6C")
    assert state.view(None)["phase"] == "reply"
    assert state.seat == 3


def test_holders_are_asked_clockwise_from_the_leader_himself_first() -> None:
    """K28, KR12."""
    state = at("hands=6S7S8S9S/6D7D8D9D/QHKHTDAD/6C7C8C9C exposed=JH leader=3")
    order = []
    while state.view(None)["phase"] == "window":
        order.append(state.seat)
        play(state, "pass")
    assert order == [3, 0, 1]
    assert (state.seat, state.view(None)["phase"]) == (3, "lead")


def test_three_cards_of_a_suit_are_no_molodka() -> None:
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


def test_after_a_claim_nobody_is_asked_any_more() -> None:
    """KR13: an earlier claim wins, and a second holder can only beat or discard."""
    state = at("hands=6S7S8S9S/6H7H8H9H/QCKCTDAS/6C7C8C9C exposed=JH leader=0")
    play(state, "molodka")
    assert legal(state) == ["beat 6H 7H 8H 9H", "drop 6H 7H 8H 9H"]
    assert legal(play(state, "beat 6H 7H 8H 9H")) == ["drop QC KC TD AS"]


def test_a_four_led_in_turn_closes_the_windows() -> None:
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


def test_with_own_turn_a_molodka_is_a_move_in_ones_own_reply() -> None:
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


# The series


def last_trick(points: str, tricks: str = "1/1", **options: Any) -> KozelState:
    """Before a last trick without points, which side 0 takes."""
    state = at(f"hands=7S/6S/6D/6C exposed=6H leader=0 points={points} tricks={tricks}", **options)
    return play(state, "lead 7S", "drop 6S", "drop 6D", "drop 6C")


@pytest.mark.parametrize(
    ("points", "tricks", "penalties"),
    [
        ("61/59", "1/1", [0, 2]),
        ("59/61", "1/1", [2, 0]),
        ("90/30", "3/4", [0, 4]),
        ("120/0", "6/1", [0, 4]),
        ("120/0", "6/0", [0, 6]),
        ("60/60", "1/1", [0, 0]),
    ],
)
def test_the_side_with_fewer_points_is_penalised(
    points: str, tricks: str, penalties: list[int]
) -> None:
    """K38 to K44, KR17."""
    view = last_trick(points, tricks).view(None)
    assert view["penalties"] == penalties
    assert view["eggs"] == (penalties == [0, 0])
    assert view["deal"] == 1


def test_eggs_are_counted_and_the_last_taker_leads_on() -> None:
    """KR18."""
    view = last_trick("60/60").view(None)
    assert (view["eggs"], view["leader"], view["penalties"]) == (1, 0, [0, 0])


def test_the_series_ends_at_the_limit() -> None:
    """KR19."""
    state = last_trick("59/61", limit=2)
    assert state.seat is None
    assert state.scores() == (0.0, 1.0)
    assert last_trick("61/59", limit=2).scores() == (1.0, 0.0)
    assert last_trick("61/59", limit=3).seat is not None


def test_the_series_is_drawn_at_the_cap_unless_the_last_deal_decides_it() -> None:
    """KR20."""
    assert last_trick("59/61", max_deals=1).scores() == (0.5, 0.5)
    assert last_trick("59/61", max_deals=1, limit=2).scores() == (0.0, 1.0)
    assert last_trick("59/61", max_deals=2).seat is not None


def test_a_game_in_progress_has_no_scores() -> None:
    with pytest.raises(ValueError, match="not over"):
        start(Kozel(), 1).scores()


def test_the_last_trick_stays_counted_when_the_series_is_over() -> None:
    state = last_trick("59/61", limit=2)
    view = state.view(None)
    assert view["points"] == [59, 61]
    assert view["tricks"] == [2, 1]
    assert view["phase"] == "over"
    assert view["table"] == []
    assert view["seat"] is None


# What a seat is shown


MIDDLE = (
    "hands=8S8D/JDQDKDAS/8C9C/6CTC exposed=9H stock=9HJHQHKH7C6D7D9S dealer=1 leader=2 "
    "table=lead:6S7S/beat:6HTS/drop:JCQC tricks=2/1 points=30/12 seen=ACKS dropped=KC/-/-/9D "
    "returned=-/-/8C/- penalties=4/6 eggs=1 deal=3"
)
SEEN_BY_ALL = {
    "phase": "reply",
    "trump": "H",
    "exposed": "9H",
    "dealer": 1,
    "leader": 2,
    "count": 2,
    "best": {"seat": 3, "cards": ["6H", "TS"]},
    "tricks": [2, 1],
    "seen": ["AC", "KS"],
    "returned": {"2": ["8C"]},
    "penalties": [4, 6],
    "eggs": 1,
    "deal": 3,
}
FACE_UP = [{"seat": 2, "lead": ["6S", "7S"]}, {"seat": 3, "beat": ["6H", "TS"]}]


def test_a_view_holds_what_its_seat_may_know() -> None:
    assert at(MIDDLE).view(0) == SEEN_BY_ALL | {
        "hand": ["8D", "8S"],
        "hands": [2, 4, 2, 2],
        "stock": 8,
        "table": [*FACE_UP, {"seat": 0, "drop": 2}],
        "dropped": ["JC", "QC", "KC"],
    }


def test_the_open_view_holds_everything() -> None:
    assert at(MIDDLE).view(None) == SEEN_BY_ALL | {
        "hand": None,
        "hands": [["8D", "8S"], ["JD", "QD", "KD", "AS"], ["8C", "9C"], ["6C", "TC"]],
        "stock": ["9H", "JH", "QH", "KH", "7C", "6D", "7D", "9S"],
        "table": [*FACE_UP, {"seat": 0, "drop": ["JC", "QC"]}],
        "dropped": [["JC", "QC", "KC"], [], [], ["9D"]],
        "points": [30, 12],
        "seat": 1,
    }


def test_before_the_lead_there_is_nothing_to_beat() -> None:
    view = start(Kozel(molodka="off"), 2).view(0)
    assert (view["count"], view["best"], view["table"]) == (0, None, [])


def test_a_discard_is_told_as_a_count_and_a_beat_as_its_cards() -> None:
    state = at(MIDDLE)
    drop, beat = state.parse("drop JD AS"), state.parse("drop KD QD")
    assert state.event(drop, 0) == {"seat": 1, "drop": 2}
    assert state.event(beat, 1) == {"seat": 1, "move": "drop QD KD"}
    state = play(at("hands=7S/9S/6H/8D exposed=JH leader=0"), "lead 7S")
    assert state.event(state.parse("beat 9S"), 3) == {"seat": 1, "move": "beat 9S"}


# Errors


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play 7S", "not a move: 'play 7S'"),
        ("drop 7X", "not a card: '7X'"),
        ("drop 7S 7S", "7S is named twice"),
        ("lead 7S", "write drop or beat"),
        ("beat AS", "AS is not in the hand"),
        ("drop 9S 8D", "a reply has 1 cards here"),
        ("beat 8D", "it does not beat 7S"),
    ],
)
def test_an_illegal_move_is_told_why(text: str, why: str) -> None:
    state = play(at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0"), "lead 7S")
    with pytest.raises(MoveError, match=why):
        state.parse(text)


def test_an_illegal_lead_or_claim_is_told_why() -> None:
    with pytest.raises(MoveError, match="a lead is one or more cards of one suit"):
        at("hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0").parse("lead 7S KC")
    with pytest.raises(MoveError, match="write molodka or pass"):
        at(FOURS).parse("lead 6C")
    with pytest.raises(MoveError, match="molodka takes no cards"):
        at(FOURS).parse("molodka 6C 7C 8C 9C")
    with pytest.raises(MoveError, match="the game is over"):
        play_out(start(Kozel(), 1), 1).parse("lead 6C")
