"""What each seat is shown of Kozel: views and events."""

from collections import Counter
from typing import Any

import pytest

from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from engine.ruleset import SPECTATOR
from tests.engine.games import played, start
from tests.engine.playing import play


def at(text: str, **options: Any) -> KozelState:
    return Kozel(**options).position(text)


MIDDLE = (
    "hands=8S8D/JDQDKDAS/8C9C/6CTC exposed=9H stock=9HJHQHKH7C6D7D9S dealer=1 leader=2 "
    "table=lead:6S7S/beat:6HTS/drop:JCQC tricks=2/1 points=30/12 taken=KSAH/AC dropped=KC/-/-/9D "
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
    "taken": [["KS", "AH"], ["AC"]],
    "drops": [1, 0, 0, 1],
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


TWO_TRICKS = "hands=7S6C/9SAC/TH8C/TDAD exposed=JH leader=0"


def test_taken_lists_the_open_cards_of_each_side_in_the_order_of_play() -> None:
    state = play(at(TWO_TRICKS), "lead 7S", "beat 9S", "drop TH", "drop TD")
    assert state.view(2)["taken"] == [[], ["7S", "9S"]]
    play(state, "lead AC", "drop 8C")
    assert state.view(2)["taken"] == [[], ["7S", "9S"]], "the trick is not finished"
    state = at("hands=9S6C/7S8S/TH8C/TDAD exposed=JH leader=0 taken=KC9C/AS")
    play(state, "lead 6C", "drop 7S", "beat TH", "drop AD")
    assert state.view(None)["taken"] == [["KC", "9C", "6C", "TH"], ["AS"]]


def test_drops_counts_the_face_down_cards_of_finished_tricks_by_seat() -> None:
    state = at(TWO_TRICKS)
    play(state, "lead 7S", "beat 9S", "drop TH", "drop TD", "lead AC", "drop 8C")
    for seat in (None, SPECTATOR, 0, 1, 2, 3):
        assert state.view(seat)["drops"] == [0, 0, 1, 1]


@pytest.mark.parametrize("number", range(6))
def test_taken_and_drops_are_what_anyone_at_the_table_could_note_down(number: int) -> None:
    """Noted down here from the events that all seats get."""
    state = start(Kozel(), number)
    deal, best = 0, 0
    table: list[str] = []
    laid, drops, taken = Counter[int](), [0, 0, 0, 0], list[list[str]]([[], []])
    for _, move in played(state, number):
        event = state.event(move, SPECTATOR)
        if state.deal > deal:
            deal, drops, taken = state.deal, [0, 0, 0, 0], [[], []]
        view = state.view(state.seat)
        assert (view["taken"], view["drops"]) == (taken, drops)
        if event is None:
            continue
        seat, last = event["seat"], len(view["table"]) == 3
        if "drop" in event:
            laid[seat] += event["drop"]
        else:
            best = seat
            verb, *cards = event["move"].split()
            if verb == "molodka":
                table, laid, last = event["cards"], Counter(), False
            else:
                table = table + cards
        if last:
            taken[best % 2] = taken[best % 2] + table
            drops = [drops[seat] + laid[seat] for seat in range(4)]
            table, laid = [], Counter()


def test_before_the_lead_there_is_nothing_to_beat() -> None:
    view = start(Kozel(molodka="off"), 2).view(0)
    assert (view["count"], view["best"], view["table"]) == (0, None, [])


def test_an_event_shows_a_discard_as_a_count_and_a_beat_as_its_cards() -> None:
    state = at(MIDDLE)
    drop, beat = state.parse("drop JD AS"), state.parse("drop KD QD")
    assert state.event(drop, 0) == {"seat": 1, "drop": 2}
    assert state.event(beat, 1) == {"seat": 1, "move": "drop QD KD"}
    state = play(at("hands=7S/9S/6H/8D exposed=JH leader=0"), "lead 7S")
    assert state.event(state.parse("beat 9S"), 3) == {"seat": 1, "move": "beat 9S"}
