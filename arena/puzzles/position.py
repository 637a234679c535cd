"""A puzzle as its page and the API show it: what the seat saw, and an answer to every move."""

from typing import Any

from django.utils.translation import gettext as _

from arena.games import labels
from arena.games.replay_frames import Replay
from arena.matches import records
from arena.puzzles.models import Puzzle
from arena.web.rounding import rounded
from engine.record import replay

Json = dict[str, Any]


def step(puzzle: Puzzle) -> Json:
    """The puzzle in the form of an exercise of the first steps (arena/pages/first_steps.py).

    It holds what the seat could see, and nothing else of the hidden cards.
    """
    record = records.load(puzzle.match)
    played = replay(record, puzzle.game - 1)
    for _number in range(puzzle.move):
        _text, state = next(played)
    legal = state.texts(state.legal())
    answers: Json = {}
    for move in legal:
        if move in puzzle.right:
            shown = Replay(state.copy(), puzzle.seat)
            shown.play(move, 0.0)
            answers[move] = {
                "kind": "right",
                "text": _right(puzzle, move),
                "moves": shown.moves,
                "frames": shown.frames[1:],
            }
        else:
            answers[move] = {"kind": "wrong", "text": _wrong(puzzle, move)}
    return {
        "title": _("Find the move"),
        "task": task(puzzle, state.view(puzzle.seat)),
        "view": state.view(puzzle.seat),
        "moves": answers,
        "best": puzzle.right[0],
    }


def task(puzzle: Puzzle, view: Json) -> str:
    """What is asked, with the score so far."""
    game = labels.name(puzzle.ruleset)
    side = puzzle.seat % 2
    for key in ("score", "penalties"):
        if (points := view.get(key)) is not None:
            said = (
                _("Points: you %(mine)d, your opponent %(theirs)d.")
                if key == "score"
                else _("Penalty points: your team %(mine)d, the opponents %(theirs)d.")
            )
            score = said % {"mine": points[side], "theirs": points[1 - side]}
            return f"{game}. {score} " + _("One move is clearly the best. Which?")
    return f"{game}. " + _("One move is clearly the best. Which?")


def _right(puzzle: Puzzle, move: str) -> str:
    others = [score for text, score in puzzle.scores.items() if text not in puzzle.right]
    said = _("It scores %(score)s on average; the next best move %(next)s.") % {
        "score": _percent(puzzle.scores[move]),
        "next": _percent(max(others)),
    }
    return f"{puzzle.why} {said}".strip()


def _wrong(puzzle: Puzzle, move: str) -> str:
    best = _percent(puzzle.scores[puzzle.right[0]])
    if move in puzzle.scores:
        return _("It scores %(score)s on average; the best move %(best)s.") % {
            "score": _percent(puzzle.scores[move]),
            "best": best,
        }
    return _("There are better moves: the best scores %(best)s on average.") % {"best": best}


def _percent(score: float) -> str:
    return f"{rounded(100 * score)}\N{NO-BREAK SPACE}%"
