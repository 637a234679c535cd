"""What the organiser and the staff do with a tournament over the API."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.models import User
from arena.bots.api import user_of
from arena.matches.models import Match
from arena.tournaments import arbiter, seeding, stages
from arena.tournaments.api_access import answer, find, with_conflicts
from arena.tournaments.models import Tournament
from arena.tournaments.serializers import (
    NewTournamentSerializer,
    ReasonSerializer,
    SeedsSerializer,
    TournamentSerializer,
)
from arena.web.errors import ErrorSerializer
from arena.web.scopes import ORGANISE
from referee.play.clock import Clock

REFUSED: dict[int | str, Any] = {
    409: OpenApiResponse(ErrorSerializer, "Not possible in the current state of the tournament."),
}


class OrganiserAction(APIView):
    """An action of the organiser or the staff on a tournament."""

    write_scope = ORGANISE

    def perform(
        self, request: Request, slug: str, action: Callable[[Tournament, User], None]
    ) -> Response:
        tournament = find(request, slug)
        if not tournament.may_run(request.user):
            raise exceptions.PermissionDenied(
                gettext("Only the organiser and the staff can do this.")
            )
        with_conflicts(lambda: action(tournament, user_of(request)))
        return answer(request, tournament)


class OneTournament(OrganiserAction):
    @extend_schema(operation_id="tournaments_retrieve", responses=TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Returns a tournament."""
        return answer(request, find(request, slug))

    @extend_schema(
        operation_id="tournaments_update",
        request=NewTournamentSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def put(self, request: Request, slug: str) -> Response:
        """Replaces all settings of a tournament that has not started, except its game."""
        asked = NewTournamentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = dict(asked.validated_data)
        clock, ruleset = Clock(**data.pop("clock")), data.pop("ruleset")

        def edit(tournament: Tournament, by: User) -> None:
            if ruleset != tournament.ruleset:
                message = gettext("The game of a tournament cannot change.")
                raise exceptions.ValidationError({"ruleset": [message]})
            try:
                stages.edit(tournament, clock=clock, by=by, **data)
            except ValidationError as error:
                if not hasattr(error, "error_dict"):
                    raise  # the state forbids it
                raise exceptions.ValidationError(error.message_dict) from error

        return self.perform(request, slug, edit)


class Seeds(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_seed",
        request=SeedsSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seeds the entries by hand, before the start."""
        asked = SeedsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data["seeds"]

        def seed(tournament: Tournament, by: User) -> None:
            entries = tournament.entries.select_related("bot__owner")
            keys = {str(entry.bot): entry.pk for entry in entries}
            if unknown := sorted(wanted.keys() - keys.keys()):
                message = gettext("%s is not entered.") % unknown[0][:80]
                raise exceptions.ValidationError({"seeds": [message]})
            seeds = {key: wanted.get(name) for name, key in keys.items()}
            seeding.seed_by_hand(tournament, seeds, by)

        return self.perform(request, slug, seed)


class Open(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_open",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Opens a draft for entries."""
        return self.perform(request, slug, stages.open_)


class Start(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_start",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Seeds the entries, pins their versions and starts the first round."""
        return self.perform(request, slug, stages.start)


class Cancel(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_cancel",
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Cancels it permanently; matches that have ended keep their results."""
        reason = _reason(request)
        return self.perform(
            request, slug, lambda tournament, by: stages.cancel(tournament, by, reason)
        )


class Pause(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_pause",
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Starts no new matches; current ones are played to the end."""
        reason = _reason(request)
        return self.perform(
            request, slug, lambda tournament, by: stages.pause(tournament, by, reason)
        )


class Resume(OrganiserAction):
    @extend_schema(
        operation_id="tournaments_resume",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Ends a pause."""
        return self.perform(request, slug, stages.resume)


class Disqualify(OrganiserAction):
    @extend_schema(
        operation_id="entries_disqualify",
        request=ReasonSerializer,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, owner: str, name: str) -> Response:
        """Disqualifies a bot: it forfeits its current match and all later ones."""
        entries = find(request, slug).entries.select_related("bot__owner")
        entry = get_object_or_404(entries, bot__owner__username=owner, bot__name=name)
        reason = _reason(request)
        return self.perform(
            request,
            slug,
            lambda tournament, by: arbiter.disqualify(tournament, entry.bot, by, reason),
        )


class ReplayMatch(OrganiserAction):
    @extend_schema(
        operation_id="pairings_replay",
        request=None,
        responses={200: TournamentSerializer, **REFUSED},
    )
    def post(self, request: Request, slug: str, match: int) -> Response:
        """Puts a void match of the tournament back in the queue."""
        found = get_object_or_404(Match, pairing__tournament=find(request, slug), pk=match)
        return self.perform(
            request, slug, lambda tournament, by: arbiter.replay(tournament, found, by)
        )


def _reason(request: Request) -> str:
    """What the history of the tournament says about an action. An empty body gives none."""
    asked = ReasonSerializer(data=request.data)
    asked.is_valid(raise_exception=True)
    reason: str = asked.validated_data["reason"]
    return reason
