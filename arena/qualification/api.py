"""Submitting over the API and following the qualification.

Everything else about bots and versions is in arena/bots/api.py.
"""

from typing import Any

from django.urls import path
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots import submission
from arena.bots.api import BOT, VERSION, BotList, VersionList, own_bot, user_of
from arena.bots.lookup import find_bot, find_version
from arena.bots.serializers import NewBotSerializer, ProgramSerializer
from arena.qualification import qualification
from arena.qualification.serializers import OwnVersionSerializer
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.idempotency import idempotent
from arena.web.json_parser import JSONParser
from referee.programs.archive import BadProgram
from referee.programs.program import UnknownLanguage

SUBMITTED: dict[int | str, Any] = {
    201: OwnVersionSerializer,
    409: OpenApiResponse(ErrorSerializer, "The same program was submitted before."),
    429: OpenApiResponse(ErrorSerializer, "Too many submissions; see Retry-After."),
}


class Bots(BotList):
    parser_classes = (JSONParser, MultiPartParser)

    @extend_schema(operation_id="bots_create", request=NewBotSerializer, responses=SUBMITTED)
    # Its program is checked outside of any transaction; the same program is refused twice anyway.
    @idempotent(in_one_transaction=False)
    def post(self, request: Request) -> Response:
        """Submits a bot: its first version, whose qualification starts immediately."""
        asked = NewBotSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        return submit(
            request, asked, data["ruleset"], data["name"], data["description"], first=True
        )


class Versions(VersionList):
    parser_classes = (JSONParser, MultiPartParser)

    @extend_schema(operation_id="versions_create", request=ProgramSerializer, responses=SUBMITTED)
    @idempotent(in_one_transaction=False)
    def post(self, request: Request, owner: str, name: str) -> Response:
        """Submits a new version of your bot. Poll its `api_url` for its state."""
        bot = own_bot(request, owner, name)
        asked = ProgramSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        return submit(request, asked, bot.ruleset, bot.name)


class OneVersion(APIView):
    @extend_schema(operation_id="versions_retrieve", responses=OwnVersionSerializer)
    def get(self, request: Request, owner: str, name: str, number: int) -> Response:
        """Returns a version. Its owner also sees its place in the queue, its faults and its log."""
        version = find_version(find_bot(owner, name), number)
        return Response(OwnVersionSerializer(version, context={"request": request}).data)


class Check(APIView):
    @extend_schema(
        operation_id="versions_check",
        request=None,
        responses={
            200: OwnVersionSerializer,
            409: OpenApiResponse(ErrorSerializer, "Its qualification has not stalled."),
        },
    )
    def post(self, request: Request, owner: str, name: str, number: int) -> Response:
        """Queues the qualification of your version again, after the arena failed to play it."""
        version = find_version(own_bot(request, owner, name), number)
        if not qualification.restart(version):
            raise Conflict(gettext("The qualification of this version has not stalled."))
        return Response(OwnVersionSerializer(version, context={"request": request}).data)


def submit(
    request: Request,
    asked: ProgramSerializer,
    ruleset: str,
    name: str,
    description: str = "",
    first: bool = False,
) -> Response:
    """`submission.submit` with its errors as those of the API."""
    try:
        version = submission.submit(
            user_of(request),
            ruleset,
            name,
            asked.content(),
            description,
            asked.validated_data["activates"],
            asked.file_name(),
            first,
            asked.validated_data["language"],
        )
    except UnknownLanguage as error:
        raise exceptions.ValidationError({"language": [str(error)]}, code="bad_program") from error
    except BadProgram as error:
        raise exceptions.ValidationError(
            {asked.program_field: [str(error)]}, code="bad_program"
        ) from error
    except submission.SameVersion as error:
        raise Conflict(error.messages[0], code="identical") from error
    except submission.IsRemote as error:
        raise Conflict(error.messages[0], code="remote") from error
    except submission.NameTaken as error:
        raise exceptions.ValidationError(error.message_dict, code="taken") from error
    except submission.Throttled as error:
        raise exceptions.Throttled(error.wait, error.messages[0], error.code) from error
    submission.allowance(user_of(request))  # tells the client what is left now
    data = OwnVersionSerializer(version, context={"request": request}).data
    return Response(data, status=201, headers={"Location": data["api_url"]})


urlpatterns = [
    path("bots/", Bots.as_view(), name="bots"),
    path(f"{BOT}versions/", Versions.as_view(), name="versions"),
    path(VERSION, OneVersion.as_view(), name="version"),
    path(f"{VERSION}check/", Check.as_view(), name="check"),
]
