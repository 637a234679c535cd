"""Analyses over the API, solved positions, and the games of the day."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.authentication import TokenAuthentication
from arena.accounts.models import User
from arena.analysis import featured, shown, solver
from arena.analysis.errors import AnalysisError
from arena.analysis.lookup import game_of_match, game_of_table
from arena.analysis.models import Analysis, GameOfTheDay
from arena.analysis.requesting import request_analysis
from arena.analysis.serializers import (
    AnalysisSerializer,
    DayFilterSerializer,
    GameOfTheDaySerializer,
    SolutionSerializer,
    SolveSerializer,
)
from arena.analysis.subjects import Subject
from arena.tables.authentication import CookieAuthentication
from arena.web.addresses import client_network
from arena.web.conditional import conditional, etag
from arena.web.errors import ErrorSerializer

REFUSED = {
    409: OpenApiResponse(ErrorSerializer, "The game is not over, or nobody analyses this ruleset."),
}
LIMITED = {429: OpenApiResponse(ErrorSerializer, "A limit is reached; see Retry-After.")}


class AnalysisView(APIView):
    """For visitors too; an AnalysisError is an error of the API."""

    authentication_classes = (TokenAuthentication, CookieAuthentication)
    permission_classes = (AllowAny,)

    def handle_exception(self, exc: Exception) -> Response:
        return super().handle_exception(api_error(exc) if isinstance(exc, AnalysisError) else exc)

    def show(self, request: Request, subject: Subject) -> HttpResponseBase:
        """What there is, with an ETag; a done analysis never changes."""
        version, analysis = shown.analysis_of(subject)
        content = _content(request, subject, analysis, version)
        parts = (content["state"], content["position"], content["percent"], content["version"])
        tag = etag("analysis", subject.page(), *parts, content["reason"])
        body = JSONRenderer().render(content)
        return conditional(
            request, tag, lambda: HttpResponse(body, content_type="application/json")
        )

    def ask(self, request: Request, subject: Subject) -> Response:
        user = request.user if isinstance(request.user, User) else None
        analysis = request_analysis(subject, user, client_network(request))
        content = _content(request, subject, analysis, analysis.version)
        return Response(content, status=200 if analysis.state == Analysis.State.DONE else 202)


class MatchAnalysis(AnalysisView):
    @extend_schema(
        operation_id="matches_analysis_retrieve",
        responses={200: AnalysisSerializer, **REFUSED},
        tags=["analysis"],
    )
    def get(self, request: Request, pk: int, game: int) -> HttpResponseBase:
        """Returns the analysis of a game of a finished match, or how far it is."""
        return self.show(request, game_of_match(request.user, pk, game))

    @extend_schema(
        operation_id="matches_analysis_create",
        request=None,
        responses={200: AnalysisSerializer, 202: AnalysisSerializer, **REFUSED, **LIMITED},
        tags=["analysis"],
    )
    def post(self, request: Request, pk: int, game: int) -> Response:
        """Asks for the analysis of a game. A second request gets the same one: 202 while it is
        queued or running, 200 when it is done."""
        return self.ask(request, game_of_match(request.user, pk, game))


class TableAnalysis(AnalysisView):
    @extend_schema(
        operation_id="tables_analysis_retrieve",
        responses={200: AnalysisSerializer, **REFUSED},
        tags=["analysis"],
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Returns the analysis of a game with people that is over, or how far it is."""
        return self.show(request, game_of_table(request, code))

    @extend_schema(
        operation_id="tables_analysis_create",
        request=None,
        responses={200: AnalysisSerializer, 202: AnalysisSerializer, **REFUSED, **LIMITED},
        tags=["analysis"],
    )
    def post(self, request: Request, code: str) -> Response:
        """Asks for the analysis of a game with people. A second request gets the same one."""
        return self.ask(request, game_of_table(request, code))


class Solve(AnalysisView):
    @extend_schema(
        operation_id="solve_create",
        request=SolveSerializer,
        responses={200: SolutionSerializer, **REFUSED, **LIMITED},
        tags=["analysis"],
    )
    def post(self, request: Request) -> Response:
        """Solves a position of Svoi Kozyri, if a proof is found within a second."""
        asked = SolveSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        try:
            found = solver.solve(
                data["ruleset"],
                data.get("options", {}),
                data["position"],
                client_network(request),
            )
        except solver.BadQuestion as error:
            raise exceptions.ValidationError({error.field: [str(error)]}) from None
        return Response(found)


class GamesOfTheDay(ListAPIView[GameOfTheDay]):
    serializer_class = GameOfTheDaySerializer
    queryset = GameOfTheDay.objects.none()

    @extend_schema(
        operation_id="games_of_the_day_list", parameters=[DayFilterSerializer], tags=["analysis"]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the games of the day, newest first."""
        return self.list(request)

    def get_queryset(self) -> Any:
        wanted = DayFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        return featured.chosen(wanted.validated_data.get("ruleset"))


def api_error(error: AnalysisError) -> exceptions.APIException:
    """The error as REST framework and arena.web.errors know it."""
    refused = exceptions.APIException(error.message, error.code)
    refused.status_code = error.status
    if error.wait is not None:
        refused.wait = error.wait  # type: ignore[attr-defined]
    return refused


def _content(
    request: Request, subject: Subject, analysis: Analysis | None, version: str
) -> dict[str, Any]:
    address = request.build_absolute_uri(subject.page())
    return shown.as_json(analysis, version, address)


urlpatterns = [
    path(
        "matches/<int:pk>/games/<int:game>/analysis/",
        MatchAnalysis.as_view(),
        name="match-analysis",
    ),
    path("tables/<slug:code>/analysis/", TableAnalysis.as_view(), name="table-analysis"),
    path("solve/", Solve.as_view(), name="solve"),
    path("games-of-the-day/", GamesOfTheDay.as_view(), name="games-of-the-day"),
]
