"""Looks up the tournament of a page, for users who may see or run it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from arena.accounts.requests import UserRequest
from arena.tournaments.models import Tournament


def find(request: HttpRequest, slug: str) -> Tournament:
    """The tournament with this slug. Drafts are found by their organiser and the staff only."""
    return get_object_or_404(
        Tournament.objects.visible_to(request.user).select_related("organiser", "previous", "next"),
        slug=slug,
    )


def find_own(request: UserRequest, slug: str) -> Tournament:
    """The same, for users who may run it."""
    tournament = find(request, slug)
    if not tournament.may_run(request.user):
        raise PermissionDenied(gettext("Only the organiser and the staff can do this."))
    return tournament


def number(text: str | None) -> int:
    """The number in a form field; 0, which is never a key, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else 0
