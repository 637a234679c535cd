"""Webhooks over the API."""

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.generics import ListAPIView, get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots.api import user_of
from arena.web.cursors import CursorPagination
from arena.web.errors import ErrorSerializer
from arena.web.fields import TextField
from arena.web.idempotency import idempotent
from arena.web.rate_limit import LimitReached
from arena.web.scopes import ORGANISE
from arena.webhooks import limits, views
from arena.webhooks.models import Delivery, Event, Webhook


class NewWebhookSerializer(serializers.Serializer[Any]):
    url = TextField(max_length=500, help_text="Where messages are sent by POST.")
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=Event.choices), min_length=1, max_length=10
    )


class WebhookSerializer(serializers.Serializer[Webhook]):
    id = serializers.IntegerField()
    url = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(choices=Event.choices))
    active = serializers.BooleanField()
    failing_since = serializers.DateTimeField(allow_null=True)
    created = serializers.DateTimeField()


class CreatedWebhookSerializer(WebhookSerializer):
    """A new webhook, with the secret that signs its messages. The API does not show it again."""

    secret = serializers.CharField()


class WebhookSettingsSerializer(serializers.Serializer[Any]):
    active = serializers.BooleanField()


class DeliverySerializer(serializers.Serializer[Delivery]):
    id = serializers.UUIDField()
    event = serializers.CharField()
    state = serializers.ChoiceField(choices=Delivery.State.choices)
    created = serializers.DateTimeField()
    due = serializers.DateTimeField(help_text="While it waits: when it is sent, or sent again.")
    attempts = serializers.IntegerField()
    answer = serializers.CharField(help_text="To the latest attempt.")


class Webhooks(APIView):
    permission_classes = (IsAuthenticated,)
    write_scope = ORGANISE

    @extend_schema(
        operation_id="webhooks_list",
        responses=WebhookSerializer(many=True),
        tags=["webhooks"],
    )
    def get(self, request: Request) -> Response:
        """Lists your webhooks: all, for nobody has many."""
        webhooks: Any = user_of(request).webhooks.all()
        return Response(WebhookSerializer(webhooks, many=True).data)

    @extend_schema(
        operation_id="webhooks_create",
        request=NewWebhookSerializer,
        responses={201: CreatedWebhookSerializer},
        tags=["webhooks"],
    )
    @idempotent()
    def post(self, request: Request) -> Response:
        """Creates a webhook. The response has the secret that signs its messages."""
        asked = NewWebhookSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        site = request.build_absolute_uri("/")
        webhook = limits.create(user_of(request), data["url"], data["events"], site)
        return Response(CreatedWebhookSerializer(webhook).data, status=201)


class OneWebhook(APIView):
    permission_classes = (IsAuthenticated,)
    write_scope = ORGANISE

    @extend_schema(operation_id="webhooks_retrieve", responses=WebhookSerializer, tags=["webhooks"])
    def get(self, request: Request, pk: int) -> Response:
        """Returns one of your webhooks."""
        return Response(WebhookSerializer(own(request, pk)).data)

    @extend_schema(
        operation_id="webhooks_update",
        request=WebhookSettingsSerializer,
        responses=WebhookSerializer,
        tags=["webhooks"],
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Switches a webhook on or off."""
        webhook = own(request, pk)
        asked = WebhookSettingsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        if asked.validated_data["active"]:
            limits.switch_on(webhook)
        else:
            webhook.active = False
            webhook.save(update_fields=["active"])
        return Response(WebhookSerializer(webhook).data)

    @extend_schema(operation_id="webhooks_delete", responses={204: None}, tags=["webhooks"])
    def delete(self, request: Request, pk: int) -> Response:
        """Deletes a webhook; messages that wait are not sent."""
        own(request, pk).delete()
        return Response(status=204)


class Test(APIView):
    permission_classes = (IsAuthenticated,)
    write_scope = ORGANISE

    @extend_schema(
        operation_id="webhooks_test",
        request=None,
        responses={
            201: DeliverySerializer,
            429: OpenApiResponse(ErrorSerializer, "Too many tests; see Retry-After."),
        },
        tags=["webhooks"],
    )
    @idempotent()
    def post(self, request: Request, pk: int) -> Response:
        """Sends a test message."""
        try:
            delivery = views.send_test(own(request, pk))
        except LimitReached as reached:
            raise exceptions.Throttled(reached.wait) from None
        return Response(DeliverySerializer(delivery).data, status=201)


class Deliveries(ListAPIView[Delivery]):
    permission_classes = (IsAuthenticated,)
    serializer_class = DeliverySerializer
    pagination_class = CursorPagination

    @extend_schema(operation_id="webhooks_deliveries_list", tags=["webhooks"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the messages of a webhook in the last two weeks, newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Delivery]:
        if getattr(self, "swagger_fake_view", False):
            return Delivery.objects.none()
        return own(self.request, self.kwargs["pk"]).deliveries.defer("body")


def own(request: Request, pk: int) -> Webhook:
    """Raises Http404 for that of another user."""
    return get_object_or_404(user_of(request).webhooks, pk=pk)


urlpatterns = [
    path("webhooks/", Webhooks.as_view(), name="webhooks"),
    path("webhooks/<int:pk>/", OneWebhook.as_view(), name="webhook"),
    path("webhooks/<int:pk>/test/", Test.as_view(), name="webhook-test"),
    path("webhooks/<int:pk>/deliveries/", Deliveries.as_view(), name="deliveries"),
]
