"""Pages of bots: lists, one bot, one version, and what the owner can do with them."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.accounts.requests import UserRequest
from arena.bots import activation, notifications, submission
from arena.bots.forms import NewBotForm, NewVersionForm, ProgramForm, SettingsForm
from arena.bots.languages import general_limits, largest_bytes, title, to_choose_from
from arena.bots.lookup import find_bot, find_own_bot, find_own_version, find_version
from arena.bots.models import Bot, Version
from arena.games import labels
from engine.rulesets import RULESETS
from referee.programs.archive import BadProgram


def bot_list(request: HttpRequest) -> HttpResponse:
    ruleset = request.GET.get("game", "")
    words = request.GET.get("q", "").replace("\0", "")[:80].strip()
    bots = Bot.objects.listed().order_by("owner__username", "name")
    if ruleset in RULESETS:
        bots = bots.filter(ruleset=ruleset)
    if words:
        bots = bots.search(words)
    context = {
        "page": Paginator(bots, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "games": [(name, labels.name(name)) for name in RULESETS],
        "game": ruleset,
        "words": words,
    }
    return render(request, "bots/list.html", context)


@login_required
def mine(request: UserRequest) -> HttpResponse:
    bots = request.user.bots.listed().with_latest().order_by("ruleset", "name")
    page = Paginator(bots, settings.PAGE_ROWS).get_page(request.GET.get("page"))
    context = {"page": page, "notifications": notifications.of(request.user)}
    return render(request, "bots/mine.html", context)


@login_required
@require_POST
def dismiss(request: UserRequest, pk: int) -> HttpResponse:
    notifications.dismiss(request.user, pk)
    return redirect("bots:mine")


def bot(request: HttpRequest, username: str, name: str) -> HttpResponse:
    bot = find_bot(username, name)
    versions = bot.versions.light().order_by("-number")
    context: dict[str, Any] = {
        "bot": bot,
        "page": Paginator(versions, settings.PAGE_ROWS).get_page(request.GET.get("page")),
        "owned": request.user == bot.owner,
    }
    if request.user == bot.owner:
        context["previous"] = activation.previous(bot, bot.active) if bot.active else None
        context["notifications"] = notifications.of(request.user).filter(bot=bot)
    return render(request, "bots/bot.html", context)


@login_required
def new(request: UserRequest) -> HttpResponse:
    form = NewBotForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        version = _submit(
            request, form, data["ruleset"], data["name"], data["description"], first=True
        )
        if version is not None:
            return redirect(version)
    return render(request, "bots/new.html", {"form": form, **_limits(request)})


@login_required
def new_version(request: UserRequest, username: str, name: str) -> HttpResponse:
    bot = find_own_bot(request, username, name)
    latest = bot.versions.order_by("-number").values_list("language", flat=True).first()
    form = NewVersionForm(
        request.POST or None, request.FILES or None, initial={"language": latest or ""}
    )
    if request.method == "POST" and form.is_valid():
        activates = form.cleaned_data["activates"]
        version = _submit(request, form, bot.ruleset, bot.name, activates=activates)
        if version is not None:
            return redirect(version)
    return render(request, "bots/new_version.html", {"bot": bot, "form": form, **_limits(request)})


@login_required
def edit(request: UserRequest, username: str, name: str) -> HttpResponse:
    bot = find_own_bot(request, username, name)
    form = SettingsForm(request.POST or None, instance=bot)
    if request.method == "POST" and form.is_valid():
        Bot.objects.filter(pk=bot.pk).update(**form.cleaned_data)
        return redirect(bot)
    return render(request, "bots/edit.html", {"bot": bot, "form": form})


@never_cache
def version(request: HttpRequest, username: str, name: str, number: int) -> HttpResponse:
    """A version. Template tags of the apps above add its qualification and its promotion gate."""
    bot = find_bot(username, name)
    shown = find_version(bot, number)
    context = {
        "bot": bot,
        "version": shown,
        "language_title": title(shown.language),
        "owned": request.user == bot.owner,
    }
    return render(request, "bots/version.html", context)


@login_required
def source(request: UserRequest, username: str, name: str, number: int) -> HttpResponse:
    return download(find_own_version(request, username, name, number))


@login_required
@require_POST
def activate(request: UserRequest, username: str, name: str, number: int) -> HttpResponse:
    version = find_own_version(request, username, name, number)
    try:
        activation.activate(version)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, gettext("Version %s is active: it plays from now on.") % number)
    return redirect(version.bot)


@login_required
@require_POST
def retire(request: UserRequest, username: str, name: str, number: int) -> HttpResponse:
    version = find_own_version(request, username, name, number)
    try:
        activation.retire(version)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, gettext("Version %s is retired: it no longer plays.") % number)
    return redirect(version.bot)


def download(version: Version) -> HttpResponse:
    """The program as it was submitted, with headers that keep a browser from rendering it."""
    return HttpResponse(
        bytes(version.content),
        content_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="{version.file_name}"',
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cache-Control": "private, no-store",
        },
    )


def _submit(
    request: UserRequest,
    form: ProgramForm,
    ruleset: str,
    name: str,
    description: str = "",
    activates: bool = True,
    first: bool = False,
) -> Version | None:
    """The new version, or None with the errors in the form."""
    try:
        return submission.submit(
            request.user,
            ruleset,
            name,
            form.content(),
            description,
            activates,
            form.file_name(),
            first,
            form.cleaned_data["language"],
        )
    except BadProgram as error:
        form.add_error(form.program_field, str(error))
    except submission.SameVersion as error:
        form.add_error(form.program_field, error)
    except ValidationError as error:
        form.add_error(None, error)
    return None


def _limits(request: UserRequest) -> dict[str, object]:
    return {
        "accepted": submission.accepted(),
        "limits": general_limits(),
        "largest": largest_bytes(),
        "languages": to_choose_from(),
        "allowance": submission.allowance(request.user),
        "per_hour": settings.SUBMISSIONS_PER_HOUR,
        "most_active": settings.LADDER_BOTS_PER_OWNER if settings.LADDER else None,
    }
