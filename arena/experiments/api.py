"""Challenges over the API."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.generics import ListAPIView, get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.api import user_of
from arena.bots.models import HEAVY, Bot, Version
from arena.experiments import creation, quotas
from arena.experiments.forms import MAX_CHALLENGE_PAIRS, own_versions
from arena.experiments.models import Challenge
from arena.replays.api import MatchSerializer
from arena.web.cursors import CursorPagination
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.fields import TextField
from arena.web.idempotency import idempotent
from engine import rulesets
from engine.errors import BadOption, BadSeed
from engine.randomness import parse_seed


class ChallengeSerializer(serializers.Serializer[Challenge]):
    """A challenge. Its match has an address of its own, `/api/v1/matches/ID/`."""

    id = serializers.IntegerField(source="match_id", help_text="The number of its match.")
    user = serializers.CharField(source="user.username")
    chosen_seed = serializers.BooleanField(help_text="The seed was chosen, so it was never secret.")
    created = serializers.DateTimeField()
    match = serializers.SerializerMethodField()

    @extend_schema_field(MatchSerializer)
    def get_match(self, challenge: Challenge) -> Any:
        return MatchSerializer(challenge.match, context=self.context).data


class NewChallengeSerializer(serializers.Serializer[Any]):
    bot = TextField(max_length=80, help_text="One of your bots, `name` or `owner/name`.")
    version = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="Its version; by default the active one, or else the newest that can play.",
    )
    opponent = TextField(max_length=80, help_text="Any bot that is active, `owner/name`.")
    pairs = serializers.IntegerField(default=5, min_value=1, max_value=MAX_CHALLENGE_PAIRS)
    seed = TextField(
        required=False, max_length=64, help_text="64 hexadecimal digits, to play known deals."
    )
    options = serializers.DictField(
        child=serializers.JSONField(), default=dict, help_text="Options of the game."
    )

    def validate_seed(self, text: str) -> bytes:
        try:
            return parse_seed(text)
        except BadSeed as error:
            raise serializers.ValidationError(str(error)) from None


class ChallengeFilterSerializer(serializers.Serializer[Any]):
    """Filters of the list of challenges."""

    user = TextField(required=False, max_length=30, help_text="Who challenged.")


class Challenges(ListAPIView[Challenge]):
    serializer_class = ChallengeSerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="challenges_list", parameters=[ChallengeFilterSerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists challenges, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Challenge]:
        wanted = ChallengeFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        challenges = named()
        if user := wanted.validated_data.get("user"):
            challenges = challenges.filter(user__username=user)
        return challenges

    @extend_schema(
        operation_id="challenges_create",
        request=NewChallengeSerializer,
        responses={
            201: ChallengeSerializer,
            409: OpenApiResponse(ErrorSerializer, "One of the bots cannot play now."),
            429: OpenApiResponse(ErrorSerializer, "Too many challenges; see Retry-After."),
        },
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Challenges a bot: an unrated match of one of yours against it."""
        asked = NewChallengeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        opponent = _opponent(data["opponent"])
        version = _own_version(request, data["bot"], data.get("version"), opponent)
        try:
            options = dict(rulesets.ruleset(opponent.bot.ruleset, data["options"]).options)
        except BadOption as error:
            raise exceptions.ValidationError({"options": [str(error)]}) from None
        try:
            match = creation.create_challenge(
                user_of(request),
                version,
                opponent,
                pairs=data["pairs"],
                seed=data.get("seed"),
                options=options,
            )
        except ValidationError as error:
            raise _refused(error) from error
        challenge = named().get(match=match)
        data = ChallengeSerializer(challenge, context={"request": request}).data
        return Response(data, status=201)


class OneChallenge(APIView):
    @extend_schema(operation_id="challenges_retrieve", responses=ChallengeSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Returns the challenge that is played in the match of this number."""
        challenge = get_object_or_404(named(), match=pk)
        return Response(ChallengeSerializer(challenge, context={"request": request}).data)


def named() -> QuerySet[Challenge]:
    """Challenges with what a list shows of each, in one query and without programs."""
    versions = ("match__version0", "match__version1")
    owners = (f"{version}__bot__owner" for version in versions)
    heavy = (f"{version}__{field}" for version in versions for field in HEAVY)
    return Challenge.objects.select_related("user", *owners).defer("match__seed", *heavy)


def _opponent(full_name: str) -> Version:
    """The active version of a bot. Raises ValidationError and Conflict."""
    owner, _slash, name = full_name.partition("/")
    bots = Bot.objects.filter(owner__username=owner, name=name)
    if (bot := bots.first()) is None:
        message = gettext("There is no bot “%s”. Write owner/name, as the lists do.") % full_name
        raise exceptions.ValidationError({"opponent": [message]}, code="not_found")
    active = bot.versions.light().select_related("bot__owner").filter(pk=bot.active_id or 0)
    if (version := active.first()) is None:
        raise Conflict(gettext("%s has no active version.") % bot, code="inactive")
    return version


def _own_version(
    request: Request, full_name: str, number: int | None, opponent: Version
) -> Version:
    """The version of the user that plays. Raises ValidationError and Conflict."""
    user = user_of(request)
    owner, slash, name = full_name.rpartition("/")
    bot = user.bots.filter(name=name).first()
    if bot is None or (slash and owner != user.username):
        message = gettext("You have no bot of this name.")
        raise exceptions.ValidationError({"bot": [message]}, code="not_found")
    if bot.ruleset != opponent.bot.ruleset:
        message = gettext("%(bot)s does not play the game of %(opponent)s.")
        raise exceptions.ValidationError(
            {"bot": [message % {"bot": bot, "opponent": opponent.bot}]}, code="other_ruleset"
        )
    able = own_versions(user, bot.ruleset, remote=bot.remote).filter(bot=bot)
    if number is not None:
        version = able.filter(number=number).first()
    else:
        version = able.filter(pk=bot.active_id or 0).first() or able.first()
    if version is None:
        raise Conflict(gettext("%s has no such version that can play.") % bot, code="not_qualified")
    return version


def _refused(error: ValidationError) -> exceptions.APIException:
    """A quota, or a match that could last too long."""
    message = " ".join(error.messages)
    if error.code == "offline":
        return Conflict(message, code=error.code)
    if wait := quotas.retry_seconds(error):
        return exceptions.Throttled(wait, message, error.code)
    return exceptions.ValidationError({"pairs": [message]}, code=error.code)


urlpatterns = [
    path("challenges/", Challenges.as_view(), name="challenges"),
    path("challenges/<int:pk>/", OneChallenge.as_view(), name="challenge"),
]
