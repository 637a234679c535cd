"""The dumps over the API."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from arena.dumps.models import Dump
from engine.rulesets import RULESETS


class DumpFilterSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=list(RULESETS), required=False)


class DumpSerializer(serializers.Serializer[Dump]):
    ruleset = serializers.CharField()
    month = serializers.SerializerMethodField(help_text="As `2026-11`.")
    complete = serializers.BooleanField(
        help_text="Whether the month is over. Otherwise the file is replaced once a day."
    )
    matches = serializers.IntegerField()
    file = serializers.CharField(source="file_name")
    size = serializers.IntegerField(help_text="In bytes.")
    sha256 = serializers.CharField()
    made = serializers.DateTimeField()
    licence = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()

    def get_month(self, dump: Dump) -> str:
        return f"{dump.month:%Y-%m}"

    def get_licence(self, dump: Dump) -> str:
        return str(settings.DATA_LICENCE)

    @extend_schema_field(serializers.URLField())
    def get_url(self, dump: Dump) -> str:
        return str(self.context["request"].build_absolute_uri(dump.get_absolute_url()))


class DumpList(ListAPIView[Dump]):
    serializer_class = DumpSerializer

    @extend_schema(operation_id="dumps_list", parameters=[DumpFilterSerializer], tags=["dumps"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the files with all public records of a game in a month, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Dump]:
        wanted = DumpFilterSerializer(data=self.request.query_params.dict())
        wanted.is_valid(raise_exception=True)
        dumps = Dump.objects.filter(matches__gt=0)
        if ruleset := wanted.validated_data.get("ruleset"):
            dumps = dumps.filter(ruleset=ruleset)
        return dumps


urlpatterns = [path("dumps/", DumpList.as_view(), name="dumps")]
