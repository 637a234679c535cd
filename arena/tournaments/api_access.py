"""How the API finds a tournament, answers with it, and says what its state forbids."""

from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from arena.tournaments.models import Tournament
from arena.tournaments.serializers import TournamentSerializer
from arena.web.errors import Conflict

Answer = TypeVar("Answer")


def find(request: Request, slug: str) -> Tournament:
    """The tournament with this slug. Drafts are found by their organiser and the staff only."""
    visible = Tournament.objects.visible_to(request.user).select_related("organiser")
    return get_object_or_404(visible, slug=slug)


def answer(request: Request, tournament: Tournament, status: int = 200) -> Response:
    data = TournamentSerializer(tournament, context={"request": request}).data
    return Response(data, status=status)


def with_conflicts(action: Callable[[], Answer]) -> Answer:
    """Performs an action. One that the state forbids is a conflict, not a bad request."""
    try:
        return action()
    except ValidationError as error:
        raise Conflict(" ".join(error.messages), code=error.code) from error
