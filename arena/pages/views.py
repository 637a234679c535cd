"""The home page, the rules, and the guides for authors."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from arena.bots import submission
from arena.bots.languages import general_limits, to_choose_from
from arena.games import cards, sample_game, sample_request
from arena.games.labels import GAMES
from arena.games.lessons import lesson_of
from arena.matches.models import Match
from arena.pages import first_steps as lesson_page
from arena.ratings.models import Standing
from arena.replays import viewer
from arena.tournaments.models import Tournament
from engine.rulesets import RULESETS, VARIANTS
from referee.play.clock import Clock
from referee.programs.policy import Policy

RUNNING = (Tournament.State.OPEN, Tournament.State.RUNNING)
LEADERS = 5
TOURNAMENTS = 6
RECENT_MATCHES = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    tournaments = Tournament.objects.listed().order_by("-id")
    matches = Match.objects.named().visible_to(AnonymousUser()).order_by("-id")
    playing = matches.filter(state=Match.State.RUNNING)
    played = matches.filter(state=Match.State.FINISHED)
    context = {
        "games": [(game, _leaders(game.ruleset)) for game in GAMES.values()],
        "running": tournaments.filter(state__in=RUNNING)[:TOURNAMENTS],
        "past": tournaments.filter(state=Tournament.State.FINISHED)[:TOURNAMENTS],
        "playing": playing[:RECENT_MATCHES],
        "matches": played[:RECENT_MATCHES],
    }
    return render(request, "pages/home.html", context)


def _leaders(ruleset: str) -> QuerySet[Standing]:
    # Bots of other groups are not weaker or stronger than these: nobody knows.
    standings = Standing.objects.ranking(ruleset).filter(group=0).exclude(bot__active=None)
    standings = standings.select_related("bot__owner")
    return standings.defer("bot__description")[:LEADERS]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html", {"games": GAMES.values()})


@require_safe
def rules_of(request: HttpRequest, ruleset: str) -> HttpResponse:
    game = GAMES.get(ruleset)
    if game is None:
        raise Http404
    variants = [
        (name, ", ".join(f"{key}={str(value).lower()}" for key, value in preset.items()))
        for name, (base, preset) in VARIANTS.items()
        if base == ruleset
    ]
    context = {
        "game": game,
        "games": GAMES.values(),
        "example": sample_request.request(ruleset),
        "options": sample_request.options(ruleset),
        "variants": variants,
        "lesson": lesson_of(ruleset),
        "excerpt": sample_game.frames(ruleset)["excerpt"],
        "setup": viewer.for_example(ruleset, reverse("pages:example", args=[ruleset])),
    }
    return render(request, f"games/{game.package}/rules.html", context)


@require_safe
def first_steps(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The lesson of a game: positions to be solved by playing."""
    lesson = lesson_of(ruleset) if ruleset in GAMES else None
    if lesson is None:
        raise Http404
    setup = lesson_page.setup(ruleset, lesson)
    context = {"game": GAMES[ruleset], "lesson": lesson, "setup": setup}
    return render(request, "pages/first_steps.html", context)


@require_safe
def fair(request: HttpRequest) -> HttpResponse:
    """How to verify commitment and seed, with the latest public match as the example."""
    played = Match.objects.visible_to(AnonymousUser()).filter(state=Match.State.FINISHED)
    return render(request, "pages/fair.html", {"match": played.order_by("-id").first()})


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def rules_example(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The sample game of a rules page as JSON, with ``?seat=`` as that seat sees it."""
    if ruleset not in GAMES:
        raise Http404
    seat = request.GET.get("seat", "")
    if seat and seat not in map(str, range(RULESETS[ruleset].seats)):
        raise Http404
    return JsonResponse(sample_game.frames(ruleset, int(seat) if seat else None))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker caches and shows when the arena cannot be reached."""
    return render(request, "pages/offline.html")


@require_safe
def offline_script(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/offline.js", content_type="text/javascript")


@require_safe
def write_a_bot(request: HttpRequest) -> HttpResponse:
    context = {
        "games": GAMES.values(),
        "clock": Clock(),
        "accepted": submission.accepted(),
        "limits": general_limits(),
        "languages": to_choose_from(),
        "policy": Policy(),
    }
    return render(request, "pages/write_a_bot.html", context)


@gzip_page
@cache_control(public=True, max_age=31536000, immutable=True)
@require_safe
def card_sprite(request: HttpRequest) -> HttpResponse:
    """The sprite of all cards; pages show one with ``<use href="…#QH">``."""
    return HttpResponse(cards.sprite(), content_type="image/svg+xml")
