"""The pages of the statistics."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arena.bots.lookup import find_bot
from arena.insights import report
from arena.insights.models import Tally


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Redirects to the first game; tabs lead to the others."""
    return redirect(address(report.games()[0]))


@require_safe
def of_game(request: HttpRequest, ruleset: str, variant: str = "") -> HttpResponse:
    """What all bots decide in a game, and what it pays."""
    game = f"{ruleset}/{variant}" if variant else ruleset
    if game not in report.games():
        raise Http404(gettext("This game does not exist."))
    context = {
        "report": report.report(game),
        "game": game,
        "games": [(name, address(name)) for name in report.games()],
    }
    return render(request, "insights/game.html", context)


@require_safe
def of_bot(request: HttpRequest, username: str, name: str) -> HttpResponse:
    """How a bot's decisions differ from everybody else's, in one of the games that it plays."""
    bot = find_bot(username, name)
    played = list(Tally.objects.filter(bot=bot).order_by("game").values_list("game", flat=True))
    game = request.GET.get("game") or (played[0] if played else bot.ruleset)
    if game not in report.games():
        raise Http404(gettext("This game does not exist."))
    context = {
        "bot": bot,
        "report": (found := report.report(game, bot)),
        "differences": found.differences(),
        "game": game,
        "games": [(name, f"?game={name}") for name in played if len(played) > 1],
    }
    return render(request, "insights/bot.html", context)


def address(game: str) -> str:
    """The address of the statistics of a ruleset or named variant."""
    base, _, variant = game.partition("/")
    if variant:
        return reverse("insights:of_variant", args=[base, variant])
    return reverse("insights:of_game", args=[base])
