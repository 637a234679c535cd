"""Pages of the tournaments: list, one tournament, and what its organiser and entrants do."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from arena.accounts.models import User
from arena.accounts.requests import UserRequest
from arena.bots.models import HEAVY
from arena.pages import games
from arena.tournaments import export, running
from arena.tournaments.entrants import bots_of
from arena.tournaments.forms import EntryForm, TournamentForm
from arena.tournaments.models import Tournament
from arena.tournaments.plan import most_entries, plan
from arena.tournaments.results import results
from engine.rulesets import RULESETS


def tournament_list(request: HttpRequest) -> HttpResponse:
    ruleset = request.GET.get("game", "")
    tournaments = Tournament.objects.visible_to(request.user).listed()
    if ruleset in RULESETS:
        tournaments = tournaments.filter(ruleset=ruleset)
    context = {
        "page": Paginator(tournaments, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "games": [(name, games.name(name)) for name in RULESETS],
        "game": ruleset,
    }
    return render(request, "tournaments/list.html", context)


@login_required
def new(request: UserRequest) -> HttpResponse:
    ruleset = request.GET.get("game", "")
    if ruleset not in RULESETS:
        ruleset = next(iter(RULESETS))
    form = TournamentForm(request.POST or None, ruleset=ruleset, user=request.user)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = running.create(request.user, ruleset=ruleset, **form.settings)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("The draft is made. Open it when it is ready."))
            return redirect(tournament)
    context = {
        "form": form,
        "game": ruleset,
        "games": [(name, games.name(name)) for name in RULESETS],
        "plans": [plan(entries, 1, Tournament().pairs) for entries in (4, 8, 16)],
    }
    return render(request, "tournaments/new.html", context)


@login_required
def edit(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _own_tournament(request, slug)
    if not tournament.before_start:
        messages.error(request, running.WHY_NOT[Tournament.State(tournament.state)])
        return redirect(tournament)
    form = TournamentForm(
        request.POST or None, instance=tournament, ruleset=tournament.ruleset, user=request.user
    )
    if request.method == "POST" and form.is_valid():
        try:
            running.edit(tournament, **form.settings)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect(tournament)
    return render(request, "tournaments/edit.html", {"form": form, "tournament": tournament})


@never_cache
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    context = {"tournament": tournament, "runs": tournament.may_run(request.user)}
    if tournament.before_start:
        entered = tournament.entries.count()
        context["entered"] = entered
        context["plan"] = plan(entered, tournament.cycles, tournament.pairs)
        context["most"] = most_entries(tournament.cycles)
        if tournament.state == Tournament.State.OPEN and isinstance(request.user, User):
            context["entry_form"] = EntryForm(tournament=tournament, user=request.user)
    else:
        context["results"] = results(tournament)
    return render(request, "tournaments/tournament.html", context)


def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    pairings = tournament.pairings.listed()
    page = Paginator(pairings, settings.PAGE_ROWS).get_page(request.GET.get("page"))
    return render(request, "tournaments/rounds.html", {"tournament": tournament, "page": page})


def entries(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    entered = (
        tournament.entries.select_related("bot__owner", "version")
        .defer("bot__description", *(f"version__{field}" for field in HEAVY))
        .order_by("number", "id")
    )
    context = {
        "tournament": tournament,
        "page": Paginator(entered, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "runs": tournament.may_run(request.user),
    }
    return render(request, "tournaments/entries.html", context)


@login_required
@require_POST
def enter(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    bot = get_object_or_404(bots_of(request.user), pk=_number(request.POST.get("bot")))
    done = gettext("%(bot)s is entered.") % {"bot": bot}
    return _step(request, tournament, lambda: running.enter(tournament, bot), done)


@login_required
@require_POST
def withdraw(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    entry = get_object_or_404(
        tournament.entries.select_related("bot__owner"), bot=_number(request.POST.get("bot"))
    )
    if entry.bot.owner != request.user and not tournament.may_run(request.user):
        raise PermissionDenied(gettext("Only its owner or the organiser can withdraw a bot."))
    done = gettext("%(bot)s is withdrawn.") % {"bot": entry.bot}
    return _step(request, tournament, lambda: running.withdraw(tournament, entry.bot), done)


@login_required
@require_POST
def open_(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _own_tournament(request, slug)
    done = gettext("Bots may be entered from now on.")
    return _step(request, tournament, lambda: running.open_(tournament), done)


@login_required
@require_POST
def start(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _own_tournament(request, slug)
    done = gettext("The tournament has started; its matches are in the queue.")
    return _step(request, tournament, lambda: running.start(tournament), done)


@login_required
@require_POST
def cancel(request: UserRequest, slug: str) -> HttpResponse:
    tournament = _own_tournament(request, slug)
    done = gettext("The tournament is cancelled.")
    return _step(request, tournament, lambda: running.cancel(tournament), done)


@require_GET
def crosstable_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    return HttpResponse(
        export.as_csv(results(tournament)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}.csv"'},
    )


@require_GET
def crosstable_json(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = _tournament(request, slug)
    return JsonResponse(export.as_dict(tournament, results(tournament)))


def _tournament(request: HttpRequest, slug: str) -> Tournament:
    """A draft does not exist for others than its organiser and the staff."""
    return get_object_or_404(
        Tournament.objects.visible_to(request.user).select_related("organiser"), slug=slug
    )


def _own_tournament(request: UserRequest, slug: str) -> Tournament:
    tournament = _tournament(request, slug)
    if not tournament.may_run(request.user):
        raise PermissionDenied(gettext("Only the organiser and the staff can do this."))
    return tournament


def _number(text: str | None) -> int:
    """The key in a form field; 0, which no row has, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else 0


def _step(
    request: UserRequest, tournament: Tournament, step: Callable[[], object], done: str
) -> HttpResponse:
    """Takes a step and says how it went, on the tournament's page."""
    try:
        step()
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, message)
    else:
        messages.success(request, done)
    return redirect(tournament)
