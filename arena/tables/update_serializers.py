"""The shape of an Update, for the schema of the API. updates.py makes them."""

from typing import Any

from rest_framework import serializers

from arena.tables.models import Entry, Table
from arena.tables.serializers import LobbySeatSerializer, TableClockSerializer


class GameSerializer(serializers.Serializer[Any]):
    """The game of a table; the same keys as a game of a match."""

    ruleset = serializers.CharField()
    options = serializers.DictField()
    clock = TableClockSerializer(allow_null=True)
    seats = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.CharField())
    bots = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField(), help_text="By seat.")
    game = serializers.IntegerField()
    pair = serializers.IntegerField()
    leg = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True, help_text="Yours.")
    start = serializers.DictField(
        allow_null=True, help_text="Your view before the first move; null before the start."
    )


class LogEntrySerializer(serializers.Serializer[Any]):
    """Something that happened. Which keys it has besides `n` and `kind` depends on `kind`."""

    n = serializers.IntegerField(help_text="From 1, counting what you noticed.")
    kind = serializers.ChoiceField(choices=Entry.Kind.choices)
    seat = serializers.IntegerField(required=False)
    move = serializers.JSONField(
        required=False, help_text="`move`: `n`, `seat`, `text` or a number of cards, and `ms`."
    )
    frame = serializers.DictField(
        required=False, help_text="`start`: your view; `move`: what it changed in your view."
    )
    phrase = serializers.CharField(required=False)
    what = serializers.CharField(
        required=False, help_text="`seat`: what the person did, such as `sat` or `left`."
    )
    name = serializers.CharField(required=False)
    by = serializers.JSONField(
        required=False, help_text="`seat`: the seat that chose it; `hint`: the bot's name."
    )
    question = serializers.IntegerField(required=False, help_text="`hint`: what it is about.")
    reason = serializers.CharField(required=False)
    scores = serializers.ListField(
        child=serializers.FloatField(), required=False, allow_null=True, help_text="By side."
    )
    open = serializers.DictField(
        required=False, allow_null=True, help_text="`over`: the last view with all cards open."
    )


class YouSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_null=True, help_text="Null without a seat.")
    guest = serializers.BooleanField()
    host = serializers.BooleanField()


class SeatRatingSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    error = serializers.FloatField(allow_null=True, help_text="Half of the 95 % interval.")


class SeatSerializer(LobbySeatSerializer):
    guest = serializers.BooleanField()
    url = serializers.CharField(allow_null=True, help_text="The page of the person or bot.")
    level = serializers.CharField(allow_null=True, help_text="Of a house bot.")
    rating = SeatRatingSerializer(allow_null=True)
    away = serializers.BooleanField(
        help_text="Whether the person is away, or the remote bot not connected."
    )
    left = serializers.BooleanField()
    stand_in = serializers.CharField(
        allow_null=True, help_text="The bot that plays for a person who is away."
    )


class QuestionSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="Send it with your move.")
    legal = serializers.ListField(child=serializers.CharField())
    secret = serializers.BooleanField(help_text="Whether nobody else may notice the question.")


class WindowSerializer(serializers.Serializer[Any]):
    until = serializers.IntegerField(help_text="Milliseconds since 1970.")
    length = serializers.IntegerField(help_text="In milliseconds.")


class SeatClockSerializer(serializers.Serializer[Any]):
    bank_ms = serializers.IntegerField(allow_null=True)
    move_ms = serializers.IntegerField()
    until = serializers.IntegerField(
        allow_null=True, help_text="When the time runs out, in milliseconds since 1970."
    )


class WaitingSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    since = serializers.IntegerField(help_text="Milliseconds since 1970.")


class ResultSerializer(serializers.Serializer[Any]):
    scores = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text="By side; null without a result."
    )
    reason = serializers.CharField()
    text = serializers.CharField(help_text="Who won and why.")
    seat = serializers.IntegerField(allow_null=True, help_text="Whose fault it was.")


class RematchSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(allow_null=True, help_text="Of the new table.")
    seats = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who wants another game."
    )


class NowSerializer(serializers.Serializer[Any]):
    """The present state of a table."""

    at = serializers.IntegerField(
        help_text="The arena's time, in milliseconds since 1970. Of two, the later one holds."
    )
    state = serializers.ChoiceField(choices=Table.State.choices)
    place = serializers.IntegerField(allow_null=True, help_text="In the queue for a place.")
    you = YouSerializer()
    host = serializers.IntegerField(allow_null=True, help_text="The host's seat.")
    seats = SeatSerializer(many=True)
    turn = serializers.IntegerField(allow_null=True, help_text="The seat that is to move.")
    question = QuestionSerializer(allow_null=True, help_text="What you are asked.")
    window = WindowSerializer(
        allow_null=True, help_text="While somebody may be asked in secret: the same for everyone."
    )
    clocks = SeatClockSerializer(many=True, allow_null=True, help_text="By seat.")
    closes = serializers.IntegerField(
        allow_null=True, help_text="When the table ends by itself, in milliseconds since 1970."
    )
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="Which actions are possible for you now."
    )
    waiting_for = WaitingSerializer(allow_null=True)
    result = ResultSerializer(allow_null=True)
    rematch = RematchSerializer(allow_null=True)
    hints = serializers.BooleanField()
    rated = serializers.BooleanField()
    replay = serializers.CharField(allow_null=True, help_text="The address of the replay.")
    record = serializers.CharField(allow_null=True, help_text="The address of the record.")


class UpdateSerializer(serializers.Serializer[Any]):
    """What you may know of a table: the entries after those that you know, and its state."""

    code = serializers.CharField()
    after = serializers.IntegerField(help_text="How many entries come before these.")
    n = serializers.IntegerField(help_text="How many entries there are.")
    game = GameSerializer(required=False, help_text="If `after` is 0.")
    entries = LogEntrySerializer(many=True)
    now = NowSerializer()
