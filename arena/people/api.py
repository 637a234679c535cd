"""The API of people's ratings."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import exceptions, serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.models import User
from arena.people.models import PlayerRating
from arena.people.pools import POOLS


class PlayerRatingSerializer(serializers.Serializer[PlayerRating]):
    ruleset = serializers.CharField(source="pool", help_text="A game or a named variant.")
    player = serializers.CharField(source="player.name", help_text="The user name.")
    rating = serializers.FloatField(help_text="Among people, on the scale of the bots' ratings.")
    error = serializers.FloatField(help_text="Half of the 95 % interval.")
    provisional = serializers.BooleanField(
        help_text="The interval is too wide for a place in the ranking."
    )
    games = serializers.IntegerField(
        help_text="The rated games that count: the latest ones between the same players."
    )
    played = serializers.IntegerField(help_text="All rated games.")
    url = serializers.SerializerMethodField(help_text="The address of the player's page.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, rating: PlayerRating) -> str:
        user = rating.player.user
        assert user is not None  # guests have no rating
        return str(self.context["request"].build_absolute_uri(user.get_absolute_url()))


class PeopleList(ListAPIView[PlayerRating]):
    serializer_class = PlayerRatingSerializer

    @extend_schema(operation_id="people_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists the people who have played rated games at tables, best first, provisional ratings
        last. `ruleset` may be a named variant, such as `ecarte/classic`."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[PlayerRating]:
        ruleset = self.kwargs.get("ruleset", "")
        if ruleset not in POOLS and not getattr(self, "swagger_fake_view", False):
            raise exceptions.NotFound
        return PlayerRating.objects.ranking(ruleset).select_related("player__user")


class RatingsOfUser(ListAPIView[PlayerRating]):
    serializer_class = PlayerRatingSerializer

    @extend_schema(operation_id="user_ratings_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Lists a user's ratings among people, by game."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[PlayerRating]:
        if getattr(self, "swagger_fake_view", False):
            return PlayerRating.objects.none()
        user = get_object_or_404(User, username=self.kwargs["username"], is_active=True)
        ratings = PlayerRating.objects.filter(player__user=user)
        return ratings.select_related("player__user").order_by("pool")


urlpatterns = [
    path("people/<path:ruleset>/", PeopleList.as_view(), name="people"),
    path("users/<slug:username>/ratings/", RatingsOfUser.as_view(), name="user_ratings"),
]
