"""The decisions of Svoi Kozyri that the statistics count. All pay the score of the game."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from arena.games.questions import Decision, Question, Questions, Turn
from engine.svoi_kozyri.moves import BEAT, TAKE, TRUMP

_SIZES = {
    "1": _("1 to 4 cards"),
    "5": _("5 to 9 cards"),
    "10": _("10 to 14 cards"),
    "15": _("15 cards or more"),
}
_SCORE = _("score of the game: 1 for a win, ½ for a draw, 0 for a loss")
_HIGH = 6  # the rank of the queen: from it on, a card is high


def _decisions(turns: Iterator[Turn]) -> Iterator[Decision]:
    asked: list[tuple[str, str, str, int]] = []
    for state, move in turns:
        if move is None:
            scores = state.scores()
            for question, hand, choice, seat in asked:
                yield Decision(question, hand, choice, seat, scores[seat])
        elif move < TRUMP:
            held = len(state.hands[state.seat])
            size = next(key for key in reversed(_SIZES) if held >= int(key))
            question, choice = _answer(state, move)
            asked.append((question, size, choice, state.seat))


def _answer(state: Any, move: int) -> tuple[str, str]:
    """The question that the move answers, and the answer."""
    seat = state.seat
    trump = state.trumps[seat]
    if move < BEAT:
        if move // 9 == trump:
            return "lead", "trump"
        if move // 9 == state.trumps[1 - seat]:
            return "lead", "theirs"
        return "lead", "high" if move % 9 >= _HIGH else "low"
    if move == TAKE:
        pile = len(state.pile) - 1  # without the mark for an empty pile
        taken = min(pile, state.take_size[seat][state.pile[-1]])
        return "pick_up", str(taken) if taken <= 5 else "6"
    first = (move - BEAT) // 36
    if first // 9 != trump:
        return "beat", "follow"
    return "beat", "trump on trump" if state.pile[-1] // 9 == trump else "trump"


QUESTIONS = Questions(
    (
        Question(
            "lead",
            _("What to lead to an empty pile?"),
            _("Hand"),
            _SIZES,
            {
                "low": _("low card"),
                "high": _("queen, king or ace"),
                "theirs": _("the opponent’s trump"),
                "trump": _("own trump"),
            },
            _SCORE,
            low=0,
            high=1,
            even=0.5,
        ),
        Question(
            "beat",
            _("Beat with the same suit, or with a trump?"),
            _("Hand"),
            _SIZES,
            {
                "follow": _("same suit"),
                "trump": _("a trump on another suit"),
                "trump on trump": _("a higher trump"),
            },
            _SCORE,
            low=0,
            high=1,
            even=0.5,
        ),
        Question(
            "pick_up",
            _("What do pick-ups cost?"),
            _("Hand"),
            _SIZES,
            {
                **{str(count): str(count) for count in range(1, 6)},
                "6": _("6 or more"),
            },
            _SCORE,
            low=0,
            high=1,
            even=0.5,
        ),
    ),
    _decisions,
)
