"""The arena over the API: what it plays, accepts and allows. It needs no token."""

import json
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from arena.pages.arena_description import description
from arena.web.conditional import public


class ArenaRulesetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField(help_text="What people call it.")
    seats = serializers.IntegerField()
    options = serializers.DictField(
        help_text="Each option with its default: a text, a number, or true or false."
    )
    variants = serializers.ListField(
        child=serializers.CharField(), help_text="Named sets of options, such as `ecarte/classic`."
    )


class ArenaClockSerializer(serializers.Serializer[Any]):
    start_ms = serializers.IntegerField(help_text="From launch to `ready`.")
    move_ms = serializers.IntegerField(help_text="Free in every turn.")
    bank_ms = serializers.IntegerField(help_text="For a whole game, beyond `move_ms`.")


class PackageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField()


class ArenaLanguageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    main = serializers.CharField(help_text="The file at the top level of a zip that is run.")
    version = serializers.CharField(allow_null=True, help_text="Null if it is not known.")
    packages = PackageSerializer(many=True)
    max_bytes = serializers.IntegerField(help_text="Of a program, as submitted.")
    max_unpacked_bytes = serializers.IntegerField()
    memory_bytes = serializers.IntegerField(help_text="Of one process.")


class ArenaLimitsSerializer(serializers.Serializer[Any]):
    max_bytes = serializers.IntegerField()
    max_unpacked_bytes = serializers.IntegerField()
    max_files = serializers.IntegerField()
    submissions_per_hour = serializers.IntegerField()


class ArenaSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField(help_text="Of the program that runs this arena.")
    api = serializers.CharField(help_text="The version of the API: `1`.")
    rulesets = ArenaRulesetSerializer(many=True)
    clock = ArenaClockSerializer(help_text="The default time control.")
    languages = ArenaLanguageSerializer(many=True)
    limits = ArenaLimitsSerializer()
    sign_up = serializers.BooleanField(help_text="Whether people can make accounts themselves.")
    tools = serializers.DictField(
        child=serializers.CharField(), help_text="Addresses of what authors can download."
    )


class Arena(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="arena_retrieve", responses=ArenaSerializer, tags=["arena"])
    def get(self, request: Request) -> HttpResponseBase:
        """Describes this arena: its games, languages and limits. The same for everyone."""
        data = ArenaSerializer(description(request._request)).data
        return public(request, json.dumps(data, ensure_ascii=False).encode(), max_age=60)


urlpatterns = [path("arena/", Arena.as_view(), name="arena")]
