"""Who am I, over the API."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.models import User


class MeSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="Your public page.")
    submissions_left = serializers.SerializerMethodField(help_text="In this hour.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, user: User) -> str:
        return str(self.context["request"].build_absolute_uri(user.get_absolute_url()))

    def get_submissions_left(self, user: User) -> int:
        # Here, since the models of the bots need those of the accounts.
        from arena.bots.submission import allowance

        return allowance(user).left


class Me(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """The user whose token this is, and what is left of the hour's submissions."""
        return Response(MeSerializer(request.user, context={"request": request}).data)


urlpatterns = [path("me/", Me.as_view(), name="me")]
