"""The pages of tournaments."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from arena.accounts.models import User
from arena.accounts.requests import UserRequest
from arena.bots.models import HEAVY
from arena.games import labels as game_labels
from arena.tournaments import export, labels, stages
from arena.tournaments.forecast import forecast, most_entries
from arena.tournaments.forms import EntryForm, TournamentForm
from arena.tournaments.locking import WHY_NOT
from arena.tournaments.models import Tournament
from arena.tournaments.preview import preview
from arena.tournaments.queries import find, find_own, number
from arena.tournaments.results import results
from arena.tournaments.simulated_runs import RUNS
from arena.web.addresses import client_network
from engine.rulesets import RULESETS
from referee.tournaments.systems import SYSTEMS

MOST_CROSSED = 100  # entries of a crosstable on a page; the exports show any number


def tournament_list(request: HttpRequest) -> HttpResponse:
    ruleset = request.GET.get("game", "")
    tournaments = Tournament.objects.visible_to(request.user).listed()
    if ruleset in RULESETS:
        tournaments = tournaments.filter(ruleset=ruleset)
    context = {
        "page": Paginator(tournaments, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "games": [(name, game_labels.name(name)) for name in RULESETS],
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
            tournament = stages.create(request.user, ruleset=ruleset, **form.settings)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("The draft was created. Open it when it is ready."))
            return redirect(tournament)
    context = {
        "form": form,
        "game": ruleset,
        "games": [(name, game_labels.name(name)) for name in RULESETS],
        "forecasts": [
            (
                gettext(system.label),
                gettext(system.meaning),
                [forecast(Tournament(system=system.name), entries) for entries in (8, 16, 32)],
            )
            for system in SYSTEMS.values()
        ],
    }
    return render(request, "tournaments/new.html", context)


@login_required
def edit(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    if not tournament.before_start:
        messages.error(request, WHY_NOT[Tournament.State(tournament.state)])
        return redirect(tournament)
    form = TournamentForm(
        request.POST or None, instance=tournament, ruleset=tournament.ruleset, user=request.user
    )
    if request.method == "POST" and form.is_valid():
        try:
            stages.edit(tournament, by=request.user, **form.settings)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect(tournament)
    return render(request, "tournaments/edit.html", {"form": form, "tournament": tournament})


@never_cache
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    context: dict[str, Any] = _context(request, tournament)
    running = tournament.state == Tournament.State.RUNNING
    late = running and tournament.format.system.late_rounds is not None
    if tournament.state == Tournament.State.OPEN or late:
        if isinstance(request.user, User):
            context["entry_form"] = EntryForm(tournament=tournament, user=request.user)
        context["late"] = late
    if tournament.before_start:
        entered = tournament.entries.count()
        context["entered"] = entered
        context["forecast"] = forecast(tournament, entered)
        context["most"] = most_entries(tournament)
    else:
        shown = results(tournament, number(request.GET.get("round")) or None)
        context["results"] = shown
        context["crosses"] = len(shown.rows) <= MOST_CROSSED
        if not (shown.bracket or shown.groups or tournament.format.system.crosstable):
            context["round_numbers"] = range(1, shown.rounds + 1)
    return render(request, "tournaments/tournament.html", context)


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "runs": tournament.may_run(request.user),
        "format": tournament.format,
        "system": labels.system(tournament.format),
        "rules": labels.rules(tournament.format),
    }


def preview_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The preview with a simulated run; `entries` and `run` are query parameters."""
    tournament = find(request, slug)
    if not tournament.before_start:
        return redirect(tournament)
    asked = number(request.GET.get("entries"))
    entered = tournament.entries.count()
    if not asked and forecast(tournament, entered) is None:
        asked = max(8, 2 * tournament.groups * tournament.qualifiers)
    run = ((number(request.GET.get("run")) or 1) - 1) % RUNS + 1
    context = _context(request, tournament) | {
        "preview": preview(tournament, asked or None, run, client_network(request)),
        "entered": entered,
        "entries": asked or entered,
        "asked": asked,
        "next_run": run % RUNS + 1,
    }
    return render(request, "tournaments/preview.html", context)


def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The audit trail."""
    tournament = find(request, slug)
    trail = tournament.audit_entries.select_related("by")
    context = {
        "tournament": tournament,
        "page": Paginator(trail, settings.PAGE_ROWS).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/history.html", context)


def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    pairings = tournament.pairings.listed()
    page = Paginator(pairings, settings.PAGE_ROWS).get_page(request.GET.get("page"))
    context = {
        "tournament": tournament,
        "page": page,
        "runs": tournament.may_run(request.user),
    }
    return render(request, "tournaments/rounds.html", context)


def entries(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    entered = (
        tournament.entries.select_related("bot__owner", "version")
        .defer("bot__description", *(f"version__{field}" for field in HEAVY))
        .order_by("number", "id")
    )
    context = {
        "tournament": tournament,
        "page": Paginator(entered, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "runs": tournament.may_run(request.user),
        "open": tournament.before_start or tournament.state == Tournament.State.RUNNING,
    }
    return render(request, "tournaments/entries.html", context)


@require_GET
def crosstable_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    return HttpResponse(
        export.as_csv(results(tournament)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{tournament.slug}.csv"'},
    )


@require_GET
def crosstable_json(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    return JsonResponse(export.as_dict(tournament, results(tournament)))
