"""The pages of the puzzles."""

import random

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.games.labels import GAMES
from arena.pages import first_steps
from arena.puzzles import daily_puzzles, position
from arena.puzzles.models import DailyPuzzle, Puzzle
from engine.rulesets import RULESETS

RECENT = 500  # the puzzles from which one is drawn
DRAWN = 30  # from which the page takes one that its reader has not solved


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    counted = [(GAMES[name], Puzzle.objects.filter(ruleset=name).count()) for name in RULESETS]
    context = {
        "games": [(game, count) for game, count in counted if count],
        "daily": daily_puzzles.latest(),
    }
    return render(request, "puzzles/index.html", context)


@require_safe
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """A puzzle at an address that stays."""
    found = get_object_or_404(Puzzle.objects.select_related("match"), pk=puzzle_id)
    return _page(request, found)


@require_safe
def daily(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The latest puzzle of the day."""
    _check(ruleset)
    latest = DailyPuzzle.objects.select_related("puzzle__match").filter(ruleset=ruleset).first()
    if latest is None:
        raise Http404(_("There is no puzzle of this game yet."))
    return _page(request, latest.puzzle, latest)


@require_safe
@never_cache
def any_of(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Redirects to a random puzzle of a game."""
    _check(ruleset)
    numbers = _numbers(ruleset)
    if not numbers:
        raise Http404(_("There is no puzzle of this game yet."))
    return redirect("puzzles:puzzle", random.choice(numbers))


def _page(request: HttpRequest, puzzle: Puzzle, day: DailyPuzzle | None = None) -> HttpResponse:
    game = GAMES.get(puzzle.ruleset)
    if game is None:
        raise Http404
    numbers = [number for number in _numbers(puzzle.ruleset) if number != puzzle.pk]
    drawn = random.sample(numbers, min(len(numbers), DRAWN))
    given = first_steps.exercises(
        puzzle.ruleset, puzzle.match.options, puzzle.seat, [position.step(puzzle)], ""
    )
    given["texts"] |= {"skip": _("Skip"), "next": _("Next puzzle")}
    given["puzzle"] = {
        "id": puzzle.pk,
        "day": day.day.isoformat() if day else "",
        "others": [[number, reverse("puzzles:puzzle", args=[number])] for number in drawn],
        "row": _("{n} in a row"),
        "days": _("{n} days in a row"),
    }
    given["next"] = reverse("puzzles:any", args=[puzzle.ruleset])
    context = {"puzzle": puzzle, "day": day, "game": game, "setup": given}
    return render(request, "puzzles/puzzle.html", context)


def _numbers(ruleset: str) -> list[int]:
    recent = Puzzle.objects.filter(ruleset=ruleset).order_by("-pk")
    return list(recent.values_list("pk", flat=True)[:RECENT])


def _check(ruleset: str) -> None:
    if ruleset not in RULESETS:
        raise Http404(_("This game does not exist."))
