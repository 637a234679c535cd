"""Pages of challenges and experiments."""

from itertools import accumulate

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.accounts.requests import UserRequest
from arena.bots.lookup import find_bot
from arena.bots.models import Bot, Version
from arena.experiments import creation, quotas, sequential_test
from arena.experiments.forms import ChallengeForm, ExperimentForm, challengers, own_versions
from arena.experiments.models import Experiment
from arena.experiments.ratio_chart import chart
from arena.games import labels
from arena.matches.models import Match
from engine.rulesets import RULESETS

RECENT_MATCHES = 20


@require_safe
def experiment_list(request: HttpRequest) -> HttpResponse:
    experiments = Experiment.objects.named().filter(kind=Experiment.Kind.REQUESTED)
    page = Paginator(experiments, settings.PAGE_ROWS).get_page(request.GET.get("page"))
    return render(request, "experiments/list.html", {"page": page, "games": _games()})


@require_safe
@never_cache
def experiment(request: HttpRequest, pk: int) -> HttpResponse:
    experiment = get_object_or_404(Experiment.objects.named(), pk=pk)
    rows = list(experiment.matches.filter(ratio__isnull=False).select_related("match"))
    pairs = accumulate(row.match.pairs for row in rows)
    ratios = [row.ratio for row in rows if row.ratio is not None]
    test = experiment.test
    context = {
        "experiment": experiment,
        "test": test,
        "estimate": experiment.estimate,
        "chart": chart(list(zip(pairs, ratios, strict=True)), test.lower, test.upper),
        "matches": Match.objects.named()
        .filter(experiment_match__experiment=experiment)
        .order_by("-pk")[:RECENT_MATCHES],
        "running": experiment.state == Experiment.State.RUNNING,
        "owned": request.user == experiment.user or request.user.is_staff,
    }
    return render(request, "experiments/experiment.html", context)


@login_required
def new(request: UserRequest, ruleset: str) -> HttpResponse:
    if ruleset not in RULESETS:
        raise Http404
    initial = {name: request.GET.get(name) for name in ("version_a", "version_b")}
    form = ExperimentForm(request.POST or None, ruleset=ruleset, user=request.user, initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            experiment = creation.create_experiment(
                request.user,
                data["version_a"],
                data["version_b"],
                data["test"],
                max_pairs=data["max_pairs"],
                options=data["options"],
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect(experiment)
    context = {
        "form": form,
        "ruleset": ruleset,
        "games": _games(),
        "able": own_versions(request.user, ruleset).exists(),
    }
    return render(request, "experiments/new.html", context)


@login_required
@require_POST
def cancel(request: UserRequest, pk: int) -> HttpResponse:
    experiment = get_object_or_404(Experiment, pk=pk)
    if request.user != experiment.user and not request.user.is_staff:
        raise Http404
    if sequential_test.cancel(experiment.pk):
        messages.success(request, gettext("The experiment has been cancelled."))
    return redirect(experiment)


@login_required
def challenge(request: UserRequest, username: str, name: str) -> HttpResponse:
    bot = find_bot(username, name)
    form = ChallengeForm(request.POST or None, ruleset=bot.ruleset, user=request.user)
    opponent = _active(bot)
    if request.method == "POST" and opponent is not None and form.is_valid():
        data = form.cleaned_data
        try:
            match = creation.create_challenge(
                request.user,
                data["version"],
                opponent,
                pairs=data["pairs"],
                seed=data["seed"],
                options=data["options"],
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect(match)
    context = {
        "bot": bot,
        "opponent": opponent,
        "form": form,
        "left": quotas.challenges_left(request.user),
        "per_hour": settings.CHALLENGES_PER_HOUR,
        "able": challengers(request.user, bot.ruleset).exists(),
    }
    return render(request, "experiments/challenge.html", context)


def _active(bot: Bot) -> Version | None:
    return bot.versions.light().select_related("bot").filter(pk=bot.active_id or 0).first()


def _games() -> list[tuple[str, str]]:
    return [(name, str(labels.name(name))) for name in RULESETS]
