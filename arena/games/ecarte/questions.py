"""The decisions of Écarté that the statistics count. All pay the points of the deal: the player's
less the opponent's."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from arena.games.questions import Decision, Question, Questions, Turn
from engine.cards import NAMES
from engine.ecarte.moves import (
    ACCEPT,
    DISCARDING,
    HAND,
    KING,
    KINGS,
    PLAYING,
    PROPOSE,
    PROPOSING,
    RANKING,
    RESPONDING,
)
from engine.ecarte.scoring import KING_POINTS

_TRUMPS = {
    "0": _("no trump"),
    "1": _("1 trump"),
    "2": _("2 trumps"),
    "3": _("3 trumps"),
    "4": _("4 or 5 trumps"),
}
_MOST_TRUMPS = 4  # a group with all larger numbers
MOST = KING_POINTS + 2  # points of a deal: the king, and all tricks
_HONOURS = RANKING[-3:]  # jack, queen, king
_POINTS = _("points of the deal, one’s own less the opponent’s")
_WITH = _("Hand")


def _question(key: str, title: Any, choices: dict[str, Any]) -> Question:
    return Question(key, title, _WITH, _TRUMPS, choices, _POINTS, low=-MOST, high=MOST)


def _decisions(turns: Iterator[Turn]) -> Iterator[Decision]:
    waiting: list[tuple[str, str, str, int]] = []  # the decisions of the deal
    deal, points = 0, [0, 0]  # its number, and the points after the turned card was scored
    for state, move in turns:
        if move is None or state.deal != deal:
            gained = _gained(state, deal, points)
            for question, hand, choice, seat in waiting:
                payoff = float(gained[seat] - gained[1 - seat])
                yield Decision(question, hand, choice, seat, payoff)
            if move is None:
                return
            waiting, deal = [], state.deal
        if not waiting:
            points = state.points[:]
        if (asked := _asked(state, move)) is not None:
            seat = state.seat
            trumps = sum(card // 9 == state.trump for card in state.hands[seat])
            waiting.append((asked[0], str(min(trumps, _MOST_TRUMPS)), asked[1], seat))


def _gained(state: Any, deal: int, points: list[int]) -> list[int]:
    """By seat: the points that the deal gave, from those at its beginning."""
    gained = [now - before for now, before in zip(state.points, points, strict=True)]
    if state.deal != deal and state.turned == KINGS[state.trump]:
        gained[state.dealer] -= KING_POINTS  # which belongs to the next deal
    return gained


def _asked(state: Any, move: int) -> tuple[str, str] | None:
    """The question that the move answers, and the answer."""
    if state.phase == PROPOSING and state.stock:
        return "propose", "propose" if move == PROPOSE else "stand"
    if state.phase == RESPONDING:
        return "respond", "accept" if move == ACCEPT else "refuse"
    if state.phase == DISCARDING:
        return "exchange", str((~move).bit_count())
    if state.phase == PLAYING and not state.played:
        hand = state.hands[state.seat]
        card = hand[move - KING if move >= KING else move]
        if card // 9 == state.trump:
            return "lead", "trump"
        alone = sum(other // 9 == card // 9 for other in hand) == 1
        if NAMES[card][0] in _HONOURS:
            return "lead", "single honour" if alone else "honour"
        return "lead", "single low" if alone else "low"
    return None


QUESTIONS = Questions(
    (
        _question(
            "propose",
            _("Propose an exchange, or stand?"),
            {"propose": _("propose"), "stand": _("stand")},
        ),
        _question(
            "respond",
            _("Accept the proposal, or refuse?"),
            {"accept": _("accept"), "refuse": _("refuse")},
        ),
        _question(
            "exchange",
            _("How many cards to exchange?"),
            {str(count): _("none") if not count else str(count) for count in range(HAND + 1)},
        ),
        _question(
            "lead",
            _("What to lead first?"),
            {
                "trump": _("trump"),
                "honour": _("king, queen or jack of a longer suit"),
                "single honour": _("single king, queen or jack"),
                "low": _("low card of a longer suit"),
                "single low": _("single low card"),
            },
        ),
    ),
    _decisions,
)
