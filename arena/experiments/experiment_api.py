"""Experiments over the API: is one version stronger than another?"""

from collections.abc import Callable
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

from arena.accounts.models import User
from arena.bots.api import user_of
from arena.bots.models import Bot, Version
from arena.experiments import creation, quotas, sequential_test
from arena.experiments.forms import MAX_PAIRS, comparable, own_versions
from arena.experiments.models import Experiment
from arena.web.cursors import CursorPagination
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.fields import TextField
from arena.web.idempotency import idempotent
from engine import rulesets
from engine.errors import BadOption
from referee.statistics.sprt import MAX_ELO, BadTest, Test


def _number(help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text=help_text
    )


class EstimateSerializer(serializers.Serializer[Any]):
    """How much stronger A is, with 95 % intervals."""

    score = serializers.FloatField(help_text="A's share of the points, 0 to 1.")
    low = serializers.FloatField()
    high = serializers.FloatField()
    elo = serializers.FloatField()
    elo_low = serializers.FloatField()
    elo_high = serializers.FloatField()
    superiority = serializers.FloatField(help_text="The likelihood that A is stronger, 0 to 1.")


class ExperimentSerializer(serializers.Serializer[Experiment]):
    id = serializers.IntegerField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    user = serializers.CharField(source="user.username")
    ruleset = serializers.CharField()
    options = serializers.DictField(help_text="The options that differ from the default.")
    version_a = serializers.CharField(help_text="`owner/name vN`.")
    version_b = serializers.CharField()
    elo0 = serializers.FloatField(help_text="H0: A is stronger by this much.")
    elo1 = serializers.FloatField(help_text="H1.")
    alpha = serializers.FloatField(help_text="The risk of wrongly accepting H1.")
    beta = serializers.FloatField(help_text="The risk of wrongly accepting H0.")
    max_pairs = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Experiment.State.choices)
    pairs = serializers.IntegerField(help_text="Played and counted so far.")
    counts = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="How many pairs gave A 0, ½, 1, 1½ and 2 points.",
    )
    ratio = serializers.FloatField(help_text="The log-likelihood ratio.")
    lower = serializers.FloatField(source="test.lower", help_text="Below it, H0 is accepted.")
    upper = serializers.FloatField(source="test.upper", help_text="Above it, H1 is accepted.")
    estimate = serializers.SerializerMethodField(help_text="Null without pairs.")
    created = serializers.DateTimeField()
    ended = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.URLField())
    def get_url(self, experiment: Experiment) -> str:
        return str(self.context["request"].build_absolute_uri(experiment.get_absolute_url()))

    @extend_schema_field(EstimateSerializer(allow_null=True))
    def get_estimate(self, experiment: Experiment) -> Any:
        estimate = experiment.estimate
        return None if estimate is None else EstimateSerializer(estimate).data


class NewExperimentSerializer(serializers.Serializer[Any]):
    a = TextField(max_length=80, help_text="One of your bots, `owner/name`.")
    version_a = _number(help_text="By default the active version of A, or else its newest.")
    b = TextField(max_length=80, help_text="Another bot or version, `owner/name`.")
    version_b = _number(help_text="Of another person's bot only the active one.")
    elo0 = serializers.FloatField(
        default=0, min_value=-MAX_ELO, max_value=MAX_ELO, help_text="H0: A is stronger by this."
    )
    elo1 = serializers.FloatField(
        default=50, min_value=-MAX_ELO, max_value=MAX_ELO, help_text="H1; more than `elo0`."
    )
    alpha = serializers.FloatField(default=0.05, min_value=0.001, max_value=0.4)
    beta = serializers.FloatField(default=0.05, min_value=0.001, max_value=0.4)
    max_pairs = serializers.IntegerField(default=300, min_value=10, max_value=MAX_PAIRS)
    options = serializers.DictField(
        child=serializers.JSONField(), default=dict, help_text="Options of the game."
    )


class Experiments(ListAPIView[Experiment]):
    serializer_class = ExperimentSerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="experiments_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the experiments that people asked for, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Experiment]:
        return Experiment.objects.named().filter(kind=Experiment.Kind.REQUESTED)

    @extend_schema(
        operation_id="experiments_create",
        request=NewExperimentSerializer,
        responses={
            201: ExperimentSerializer,
            429: OpenApiResponse(ErrorSerializer, "Too many experiments; see Retry-After."),
        },
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Starts an experiment: mirrored pairs are played until a sequential test decides."""
        asked = NewExperimentSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        user = user_of(request)
        first = _version(own_versions, user, "a", data)
        second = _version(comparable, user, "b", data, first.bot.ruleset)
        if first == second:
            raise exceptions.ValidationError({"b": [gettext("A and B are the same version.")]})
        try:
            options = dict(rulesets.ruleset(first.bot.ruleset, data["options"]).options)
        except BadOption as error:
            raise exceptions.ValidationError({"options": [str(error)]}) from None
        try:
            test = Test(*(data[name] for name in ("elo0", "elo1", "alpha", "beta")))
        except BadTest as error:
            raise exceptions.ValidationError({"elo1": [str(error)]}) from None
        try:
            experiment = creation.create_experiment(
                user, first, second, test, max_pairs=data["max_pairs"], options=options
            )
        except ValidationError as error:
            raise _refused(error) from error
        return _answer(request, experiment.pk, status=201)


class OneExperiment(APIView):
    @extend_schema(operation_id="experiments_retrieve", responses=ExperimentSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Returns an experiment with its verdict or its state so far."""
        return _answer(request, pk)


class CancelExperiment(APIView):
    @extend_schema(
        operation_id="experiments_cancel",
        request=None,
        responses={
            200: ExperimentSerializer,
            409: OpenApiResponse(ErrorSerializer, "It has ended already."),
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        """Ends one of your experiments without a verdict."""
        experiment = get_object_or_404(Experiment, pk=pk)
        if request.user != experiment.user and not user_of(request).is_staff:
            raise exceptions.PermissionDenied
        if not sequential_test.cancel(experiment.pk):
            raise Conflict
        return _answer(request, pk)


Versions = Callable[[User, str], QuerySet[Version]]


def _version(
    able: Versions, user: User, field: str, data: dict[str, Any], ruleset: str | None = None
) -> Version:
    """The asked version among those that may be compared. Raises ValidationError and Conflict."""
    owner, _slash, name = data[field].partition("/")
    bot = Bot.objects.filter(owner__username=owner, name=name).first()
    if bot is None:
        message = gettext("There is no bot “%s”. Write owner/name, as the lists do.")
        raise exceptions.ValidationError({field: [message % data[field]]}, code="not_found")
    if ruleset not in (None, bot.ruleset):
        message = gettext("%(bot)s plays another game than A.") % {"bot": bot}
        raise exceptions.ValidationError({field: [message]}, code="other_ruleset")
    found = able(user, bot.ruleset).filter(bot=bot)
    number = data.get(f"version_{field}")
    if number is not None:
        version = found.filter(number=number).first()
    else:
        version = found.filter(pk=bot.active_id or 0).first() or found.first()
    if version is None:
        message = gettext("%s has no such version that you can compare.") % bot
        raise Conflict(message, code="not_qualified")
    return version


def _refused(error: ValidationError) -> exceptions.APIException:
    """A quota, or an experiment that could last too long."""
    message = " ".join(error.messages)
    if wait := quotas.retry_seconds(error):
        return exceptions.Throttled(wait, message, error.code)
    return exceptions.ValidationError({"max_pairs": [message]}, code=error.code)


def _answer(request: Request, pk: int, status: int = 200) -> Response:
    experiment = get_object_or_404(Experiment.objects.named(), pk=pk)
    data = ExperimentSerializer(experiment, context={"request": request}).data
    return Response(data, status=status)


urlpatterns = [
    path("experiments/", Experiments.as_view(), name="experiments"),
    path("experiments/<int:pk>/", OneExperiment.as_view(), name="experiment"),
    path("experiments/<int:pk>/cancel/", CancelExperiment.as_view(), name="experiment-cancel"),
]
