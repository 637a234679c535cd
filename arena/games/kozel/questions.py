"""The decisions of Kozel that the statistics count. All pay the points of the trick's cards: to the
player's side if it takes the trick, otherwise less than nothing."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from arena.games.questions import Decision, Question, Questions, Turn
from engine.kozel.moves import BEAT, INDICES, LEAD, LEADING, MOLODKA, REPLYING, WINDOW

_TRUMPS = {
    "0": _("no trump"),
    "1": _("1 trump"),
    "2": _("2 trumps"),
    "3": _("3 trumps"),
    "4": _("4 trumps"),
}
_POINTS = _("points of the trick, less than 0 if the other side takes it")
ALL_POINTS = 120  # of a deal
_MOST = 60  # more points than nearly all tricks have


def _decisions(turns: Iterator[Turn]) -> Iterator[Decision]:
    waiting: list[tuple[str, str, str, int]] = []  # the decisions of the trick
    trick, points = (0, 0), [0, 0]  # its deal and number, and the sides' points before it
    for state, move in turns:
        if move is None or (state.deal, sum(state.tricks)) != trick:
            gained = _gained(state, trick[0], points)
            for question, hand, choice, seat in waiting:
                payoff = float(gained[seat % 2] - gained[1 - seat % 2])
                yield Decision(question, hand, choice, seat, payoff)
            if move is None:
                return
            waiting, trick, points = [], (state.deal, sum(state.tricks)), state.points[:]
        if move == MOLODKA:  # what lay there went back: those plays paid nothing
            waiting = [each for each in waiting if each[0] == "molodka"]
        if (asked := _asked(state, move)) is not None:
            waiting.append((*asked, state.seat))


def _gained(state: Any, deal: int, points: list[int]) -> list[int]:
    """By side: the points of the trick that has ended, from the points before it."""
    if state.deal == deal:
        return [now - before for now, before in zip(state.points, points, strict=True)]
    # The next deal begins with no points, and who took the last trick leads to it (KR18).
    gained = [0, 0]
    gained[state.leader % 2] = ALL_POINTS - sum(points)
    return gained


def _asked(state: Any, move: int) -> tuple[str, str, str] | None:
    """The question that the move answers, the kind of hand, and the answer."""
    hand = state.hands[state.seat]
    if state.phase == WINDOW or move == MOLODKA:
        kind = "trumps" if hand[0] // 9 == state.trump else "plain"
        return "molodka", kind, "claim" if move == MOLODKA else "wait"
    trumps = str(sum(card // 9 == state.trump for card in hand))
    if state.phase == LEADING and move >= LEAD:
        count = (move & INDICES).bit_count()
        led = hand[(move & INDICES).bit_length() - 1]
        return "lead", trumps, f"{count} {'trump' if led // 9 == state.trump else 'plain'}"
    if state.phase == REPLYING and any(BEAT <= other < LEAD for other in state.legal()):
        theirs = "partner" if (state.best_seat - state.seat) % 2 == 0 else "opponent"
        return "reply", theirs, "beat" if move >= BEAT else "drop"
    return None


QUESTIONS = Questions(
    (
        Question(
            "lead",
            _("What to lead?"),
            _("Hand"),
            _TRUMPS,
            {
                "1 plain": _("1 card"),
                "2 plain": _("2 cards"),
                "3 plain": _("3 cards"),
                "4 plain": _("4 cards"),
                "1 trump": _("1 trump"),
                "2 trump": _("2 trumps"),
                "3 trump": _("3 trumps"),
                "4 trump": _("4 trumps"),
            },
            _POINTS,
            low=-_MOST,
            high=_MOST,
        ),
        Question(
            "reply",
            _("Beat, or drop although one could beat?"),
            _("The trick belongs to"),
            {"opponent": _("an opponent"), "partner": _("the partner")},
            {"beat": _("beat"), "drop": _("drop")},
            _POINTS,
            low=-_MOST,
            high=_MOST,
        ),
        Question(
            "molodka",
            _("Claim a molodka, or wait?"),
            _("The four cards are"),
            {"trumps": _("trumps"), "plain": _("of another suit")},
            {"claim": _("claim"), "wait": _("wait")},
            _POINTS,
            low=-_MOST,
            high=_MOST,
        ),
    ),
    _decisions,
)
