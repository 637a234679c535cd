"""Makes puzzles from analyses, and chooses one a day. Housekeeping calls `sweep`."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.analysis.models import Analysis
from arena.matches.models import Match
from arena.puzzles.models import DailyPuzzle, Puzzle, SearchedAnalysis
from engine.rulesets import RULESETS

Json = Mapping[str, Any]

BATCH = 20  # analyses in a run
CANDIDATES = 500  # for the puzzle of a day, the clearest ones
A_GAME = 2  # puzzles from one game, at most
EQUAL = 0.01  # a move that is worse than the best by less solves the puzzle too
GAP = 0.06  # how much worse every other move is at least
FEWEST_WRONG = 3  # moves: with fewer it would be a guess
MOST_RIGHT = 2
LEAST = 0.2  # expected score of the best move: where all is lost, nobody cares which move is right


def sweep() -> None:
    """Searches new analyses of public matches for puzzles, and chooses those of the day."""
    wanted = Analysis.objects.filter(
        state=Analysis.State.DONE, match__isnull=False, searched__isnull=True
    ).exclude(match__queue=Match.Queue.CHECK)
    for analysis in wanted.select_related("match").defer("match__seed").order_by("pk")[:BATCH]:
        search(analysis)
    today = timezone.now().date()
    for ruleset in RULESETS:
        choose_daily(ruleset, today)


@transaction.atomic
def search(analysis: Analysis) -> None:
    """Makes the puzzles of an analysis, once."""
    _, new = SearchedAnalysis.objects.get_or_create(analysis=analysis)
    if new:
        puzzles = puzzles_of(analysis)
        Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True)


def puzzles_of(analysis: Analysis) -> list[Puzzle]:
    """The clearest positions of a game, not saved. Empty if no move stands out."""
    match = analysis.match
    assert match is not None, "tables of people make no puzzles"
    found = []
    for decision in analysis.content.get("decisions", ()):
        clear = _clear(decision)
        if clear is None:
            continue
        right, gap = clear
        found.append(
            Puzzle(
                ruleset=match.ruleset,
                match=match,
                game=analysis.game,
                move=decision["move"],
                seat=decision["seat"],
                right=right,
                scores=decision["scores"],
                gap=gap,
                why=decision["why"][:300] if decision["better"] in right else "",
                played=decision["played"],
            )
        )
    found.sort(key=_best_first)
    return found[:A_GAME]


def _best_first(puzzle: Puzzle) -> tuple[bool, float]:
    """For sorting: what a bot overlooked is less obvious than what it found."""
    return puzzle.played in puzzle.right, -puzzle.gap


def _clear(decision: Json) -> tuple[list[str], float] | None:
    """The moves that are clearly better than all others, and by how much; None if none are."""
    scores: dict[str, float] = decision["scores"]
    best = max(scores.values())
    right = sorted(
        (move for move, score in scores.items() if best - score <= EQUAL),
        key=lambda move: -scores[move],
    )
    others = [score for move, score in scores.items() if move not in right]
    if not others or len(right) > MOST_RIGHT or best < LEAST:
        return None
    if decision["legal"] - len(right) < FEWEST_WRONG:
        return None
    gap = best - max(others)
    if gap < GAP or (decision["played"] not in right and not decision["marked"]):
        return None
    return right, round(gap, 4)


def choose_daily(ruleset: str, day: date) -> None:
    """Chooses the puzzle of a game and a day: one that a bot did not solve, if there is any, and of
    these the clearest. None comes twice."""
    daily = DailyPuzzle.objects.filter(ruleset=ruleset)
    if daily.filter(day=day).exists():
        return
    fresh = Puzzle.objects.filter(ruleset=ruleset, days__isnull=True)
    puzzle = min(fresh.order_by("-gap", "pk")[:CANDIDATES], key=_best_first, default=None)
    if puzzle is not None:
        DailyPuzzle.objects.bulk_create(
            [DailyPuzzle(ruleset=ruleset, day=day, puzzle=puzzle)], ignore_conflicts=True
        )
