"""What the API takes from remote bots, and what it says of them."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from arena.bots.models import Bot, slug_validator, validate_name
from arena.bots.serializers import GAMES
from arena.remote.clock import network_share
from arena.remote.models import Connection
from arena.web.fields import TextField
from engine.faults import Reason
from referee.play.protocol import MAX_DETAIL, MAX_OUTPUT

MOST_AT_ONCE = 64  # answers or faults in one request


class RemoteBotSerializer(serializers.Serializer[Bot]):
    """A remote bot, and whether it can play now."""

    owner = serializers.CharField(source="owner.username")
    name = serializers.CharField()
    ruleset = serializers.CharField()
    online = serializers.SerializerMethodField(help_text="Whether it is connected.")
    since = serializers.SerializerMethodField(help_text="Since when; null: it never was.")
    games = serializers.SerializerMethodField(help_text="How many it plays at once.")
    network_ms = serializers.SerializerMethodField(
        help_text="The share of the network that its clock is not charged with, each turn."
    )
    url = serializers.SerializerMethodField(help_text="Its page.")

    def get_online(self, bot: Bot) -> bool:
        return Connection.objects.online().filter(bot=bot).exists()

    def get_since(self, bot: Bot) -> Any:
        connection = getattr(bot, "connection", None)
        return (
            serializers.DateTimeField().to_representation(connection.since) if connection else None
        )

    def get_games(self, bot: Bot) -> int:
        return bot.connection.games if hasattr(bot, "connection") else 0

    def get_network_ms(self, bot: Bot) -> float:
        trips = bot.connection.round_trips if hasattr(bot, "connection") else []
        return network_share(trips, settings.REMOTE_NETWORK_MS)

    def get_url(self, bot: Bot) -> str:
        return str(self.context["request"].build_absolute_uri(bot.get_absolute_url()))


class NewRemoteBotSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES)
    name = TextField(max_length=40, validators=[slug_validator, validate_name])
    description = TextField(required=False, default="", allow_blank=True, max_length=2000)


class AnswerSerializer(serializers.Serializer[Any]):
    session = serializers.UUIDField()
    number = serializers.IntegerField(min_value=1, max_value=10**6, help_text="Of the line.")
    line = TextField(
        allow_blank=True,
        trim_whitespace=False,
        max_length=MAX_OUTPUT,
        help_text="What the bot wrote, without its line break.",
    )


class ReportedFaultSerializer(serializers.Serializer[Any]):
    session = serializers.UUIDField()
    reason = serializers.ChoiceField(choices=[Reason.CRASH, Reason.FLOOD, Reason.MALFORMED])
    detail = TextField(max_length=MAX_DETAIL)


class SentSerializer(serializers.Serializer[Any]):
    """What a remote bot's machine sends. Each request is a sign of life."""

    program = serializers.UUIDField(help_text="As in the address of the stream.")
    pong = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="The number of a ping."
    )
    answers = serializers.ListField(
        child=AnswerSerializer(), required=False, default=list, max_length=MOST_AT_ONCE
    )
    faults = serializers.ListField(
        child=ReportedFaultSerializer(), required=False, default=list, max_length=MOST_AT_ONCE
    )
    bye = serializers.BooleanField(default=False, help_text="goat connect ends.")


class CountedSerializer(serializers.Serializer[Any]):
    counted = serializers.IntegerField(
        help_text="How many answers and faults were new. One that came twice counts once."
    )
