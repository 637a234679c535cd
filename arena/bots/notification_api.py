"""An author's notifications over the API."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.bots import notifications
from arena.bots.api import user_of
from arena.bots.models import Notification

MOST = 200


class NotificationSerializer(serializers.Serializer[Notification]):
    """What happened to one of your bots while you were away."""

    id = serializers.IntegerField()
    bot = serializers.CharField(help_text="`owner/name`.")
    kind = serializers.ChoiceField(choices=Notification.Kind.choices)
    text = serializers.CharField()
    created = serializers.DateTimeField()


class Notifications(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="notifications_list", responses=NotificationSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Lists the newest notifications that you have not dismissed: at most 200."""
        newest: Any = notifications.of(user_of(request))[:MOST]
        return Response(NotificationSerializer(newest, many=True).data)


class OneNotification(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="notifications_dismiss", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Dismisses a notification."""
        if not notifications.dismiss(user_of(request), pk):
            raise exceptions.NotFound
        return Response(status=204)


urlpatterns = [
    path("me/notifications/", Notifications.as_view(), name="notifications"),
    path("me/notifications/<int:pk>/", OneNotification.as_view(), name="notification"),
]
