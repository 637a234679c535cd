"""The actions on tournaments' pages. Each redirects with a message that says what happened."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arena.accounts.requests import UserRequest
from arena.matches.models import Match
from arena.tournaments import arbiter, entering, seeding, stages
from arena.tournaments.entering import bots_of
from arena.tournaments.models import Tournament
from arena.tournaments.queries import find, find_own, number


@login_required
@require_POST
def enter(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    bot = get_object_or_404(bots_of(request.user), pk=number(request.POST.get("bot")))
    done = gettext("%(bot)s was entered.") % {"bot": bot}
    return _perform(
        request, tournament, lambda: entering.enter(tournament, bot, request.user), done
    )


@login_required
@require_POST
def withdraw(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find(request, slug)
    entry = get_object_or_404(
        tournament.entries.select_related("bot__owner"), bot=number(request.POST.get("bot"))
    )
    if entry.bot.owner != request.user and not tournament.may_run(request.user):
        raise PermissionDenied(gettext("Only its owner or the organiser can withdraw a bot."))
    done = gettext("%(bot)s was withdrawn.") % {"bot": entry.bot}
    return _perform(
        request, tournament, lambda: arbiter.withdraw(tournament, entry.bot, request.user), done
    )


@login_required
@require_POST
def open_(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    done = gettext("The tournament is open: bots can be entered.")
    return _perform(request, tournament, lambda: stages.open_(tournament, request.user), done)


@login_required
@require_POST
def start(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    done = gettext("The tournament has started; its matches are in the queue.")
    return _perform(request, tournament, lambda: stages.start(tournament, request.user), done)


@login_required
@require_POST
def cancel(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    done, reason = gettext("The tournament was cancelled."), request.POST.get("reason", "")
    return _perform(
        request, tournament, lambda: stages.cancel(tournament, request.user, reason), done
    )


@login_required
@require_POST
def pause(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    done = gettext("The tournament is paused: current matches are played, no new ones start.")
    reason = request.POST.get("reason", "")
    return _perform(
        request, tournament, lambda: stages.pause(tournament, request.user, reason), done
    )


@login_required
@require_POST
def resume(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    done = gettext("The tournament was resumed.")
    return _perform(request, tournament, lambda: stages.resume(tournament, request.user), done)


@login_required
@require_POST
def disqualify(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    entries = tournament.entries.select_related("bot__owner")
    entry = get_object_or_404(entries, bot=number(request.POST.get("bot")))
    done = gettext("%(bot)s was disqualified.") % {"bot": entry.bot}
    reason = request.POST.get("reason", "")
    return _perform(
        request,
        tournament,
        lambda: arbiter.disqualify(tournament, entry.bot, request.user, reason),
        done,
    )


@login_required
@require_POST
def replay(request: UserRequest, slug: str) -> HttpResponse:
    tournament = find_own(request, slug)
    match = get_object_or_404(
        Match, pairing__tournament=tournament, pk=number(request.POST.get("match"))
    )
    done = gettext("Match %(number)d is in the queue again.") % {"number": match.pk}
    return _perform(
        request, tournament, lambda: arbiter.replay(tournament, match, request.user), done
    )


@login_required
@require_POST
def seed(request: UserRequest, slug: str) -> HttpResponse:
    """Seeds by hand: a field `seed_KEY` for each entry, empty for those that follow by lot."""
    tournament = find_own(request, slug)
    seeds = {
        number(name.removeprefix("seed_")): number(value) or None
        for name, value in request.POST.items()
        if name.startswith("seed_") and isinstance(value, str)
    }
    done = gettext("The seeds were saved.")
    return _perform(
        request, tournament, lambda: seeding.seed_by_hand(tournament, seeds, request.user), done
    )


def _perform(
    request: UserRequest, tournament: Tournament, action: Callable[[], object], done: str
) -> HttpResponse:
    """Performs an action and redirects to the tournament's page with a message."""
    try:
        action()
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, message)
    else:
        messages.success(request, done)
    return redirect(tournament)
