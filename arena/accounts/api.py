"""Logging programs in over the API, and giving a token back."""

from typing import Any

from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts import device_login
from arena.accounts.models import ApiToken
from arena.web.addresses import client_network
from arena.web.errors import Conflict, ErrorSerializer
from arena.web.fields import TextField
from arena.web.rate_limit import LimitReached
from arena.web.scopes import READ, SCOPES, SUBMIT, valid_scopes

WHY = {
    "authorization_pending": _("Nobody has decided yet. Ask again."),
    "slow_down": _("You ask too often. Wait longer between two questions."),
    "access_denied": _("The log-in was refused on the page."),
    "expired_token": _("This log-in does not exist any more. Begin again."),
}


def printable(text: str) -> None:
    """Nothing in a name may make the page show something else than it says."""
    if not text.isprintable():
        raise serializers.ValidationError(gettext("Use printable characters only."))


class DeviceRequestSerializer(serializers.Serializer[Any]):
    name = TextField(
        default="goat",
        max_length=60,
        validators=[printable],
        help_text="What the program calls itself; the token gets this name.",
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(SCOPES)),
        default=[READ, SUBMIT],
        allow_empty=False,
        max_length=len(SCOPES),
        help_text="What the token may do.",
    )


class DeviceCodesSerializer(serializers.Serializer[Any]):
    device_code = serializers.CharField(help_text="Secret: with it the program gets its token.")
    user_code = serializers.CharField(help_text="Show it to the person.")
    verification_url = serializers.URLField(help_text="The page that the person opens.")
    verification_url_complete = serializers.URLField(help_text="The same page with the code.")
    interval = serializers.IntegerField(help_text="Seconds to wait between two questions.")
    expires_in = serializers.IntegerField(help_text="Seconds for which the codes are good.")


class DeviceCodeSerializer(serializers.Serializer[Any]):
    device_code = TextField(max_length=200)


class DeviceTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="The key. It is returned once.")
    user = serializers.CharField(help_text="Whose token it is.")


class Device(APIView):
    # Nobody is logged in, so no session may count either.
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="device_create",
        request=DeviceRequestSerializer,
        responses={
            201: DeviceCodesSerializer,
            429: OpenApiResponse(ErrorSerializer, "Too many log-ins; see Retry-After."),
        },
    )
    def post(self, request: Request) -> Response:
        """Begins to log a program in: a person decides on a page of the site."""
        asked = DeviceRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        name, scopes = asked.validated_data["name"], valid_scopes(asked.validated_data["scopes"])
        try:
            login, device_code = device_login.ask(name, scopes, client_network(request))
        except LimitReached as reached:
            message = gettext("Too many log-ins from your address. Try again later.")
            raise exceptions.Throttled(reached.wait, message) from None
        page = request.build_absolute_uri(reverse("accounts:device"))
        data = {
            "device_code": device_code,
            "user_code": login.shown_code,
            "verification_url": page,
            "verification_url_complete": f"{page}?code={login.shown_code}",
            "interval": device_login.interval(),
            "expires_in": round(device_login.VALID.total_seconds()),
        }
        return Response(data, status=201, headers={"Cache-Control": "no-store"})


class DeviceToken(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="device_token",
        request=DeviceCodeSerializer,
        responses={
            200: DeviceTokenSerializer,
            400: OpenApiResponse(
                ErrorSerializer,
                "`authorization_pending`, `slow_down`, `access_denied` or `expired_token`.",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Returns the token, once, when the person has granted it. Until then ask again."""
        asked = DeviceCodeSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            key, user = device_login.collect(asked.validated_data["device_code"])
        except device_login.Undecided as why:
            raise exceptions.ValidationError(str(WHY[why.code]), code=why.code) from None
        data = {"token": key, "user": user.username}
        return Response(data, headers={"Cache-Control": "no-store"})


class OwnToken(APIView):
    write_scope = READ  # every token may be given back
    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="token_destroy",
        responses={
            204: None,
            409: OpenApiResponse(ErrorSerializer, "The request has no token."),
        },
    )
    def delete(self, request: Request) -> Response:
        """Deletes the token of this request: it stops working immediately."""
        if not isinstance(request.auth, ApiToken):
            raise Conflict(gettext("This request has no token."), code="no_token")
        request.auth.delete()
        return Response(status=204)


urlpatterns = [
    path("device/", Device.as_view(), name="device"),
    path("device/token/", DeviceToken.as_view(), name="device_token"),
    path("token/", OwnToken.as_view(), name="own_token"),
]
