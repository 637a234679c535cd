"""The shapes of the API of tables: what requests have, and what lists show."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.people.levels import LEVELS
from arena.tables.models import Table
from arena.tables.seats.reporting import MAX_TEXT
from arena.tables.watching.lists import waits_for
from arena.tables.watching.now import is_remote, kind_of, name_of
from arena.web.fields import TextField
from engine.record import MAX_MOVE
from engine.rulesets import RULESETS, VARIANTS

GAMES = [*RULESETS, *VARIANTS]
MOST_ENTRIES = 10**9
TAKERS = ["me", "open", "bot"]
SITTERS = ["person", "bot", "open"]


class AfterSerializer(serializers.Serializer[Any]):
    """What every action takes besides its own fields."""

    after = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MOST_ENTRIES,
        help_text="How many entries you know; the Update in the answer begins after them.",
    )


class SitSerializer(AfterSerializer):
    seat = serializers.IntegerField(
        default=None, allow_null=True, min_value=0, help_text="Null for the first open one."
    )


class MoveSerializer(AfterSerializer):
    question = serializers.IntegerField(
        min_value=0, max_value=MOST_ENTRIES, help_text="`n` of the question that this answers."
    )
    move = TextField(max_length=MAX_MOVE, help_text="One of the question's legal moves.")


class SaySerializer(AfterSerializer):
    phrase = TextField(max_length=40, help_text="One of the preset phrases.")


class ResignSerializer(AfterSerializer):
    confirm = serializers.BooleanField(default=False, help_text="True, because it ends the game.")


class FillSerializer(AfterSerializer):
    seat = serializers.IntegerField(
        default=None, allow_null=True, min_value=0, help_text="Null for every open seat."
    )
    bot = TextField(default=None, allow_null=True, max_length=80, help_text="`owner/name`.")
    level = serializers.ChoiceField(
        choices=list(LEVELS), default="medium", help_text="Of a house bot, if no `bot` is named."
    )


class HintSerializer(AfterSerializer):
    question = serializers.IntegerField(min_value=0, max_value=MOST_ENTRIES)


class ReportSerializer(AfterSerializer):
    move = serializers.IntegerField(
        min_value=1, max_value=MOST_ENTRIES, help_text="`n` of the move that a bot made."
    )
    text = TextField(default="", allow_blank=True, max_length=MAX_TEXT, help_text="What is wrong.")


class SeatChoiceSerializer(serializers.Serializer[Any]):
    """Who takes a seat of a new table."""

    kind = serializers.ChoiceField(choices=TAKERS)
    bot = TextField(required=False, max_length=80, help_text="`owner/name`.")
    level = serializers.ChoiceField(
        choices=list(LEVELS), required=False, help_text="Of a house bot, if no `bot` is named."
    )


class TableClockSerializer(serializers.Serializer[Any]):
    """A person's clock: time for each move, and a bank for what a move takes beyond that."""

    move_s = serializers.IntegerField(min_value=5, max_value=600)
    bank_s = serializers.IntegerField(min_value=0, max_value=3600)


class NewTableSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES)
    options = serializers.DictField(default=dict, help_text="Options of the game by name.")
    seats = serializers.ListField(
        child=SeatChoiceSerializer(), max_length=8, help_text="In order; one of them is yours."
    )
    rated = serializers.BooleanField(default=False)
    hints = serializers.BooleanField(default=False, help_text="Only if it is not rated.")
    clock = TableClockSerializer(
        default=None, allow_null=True, help_text="Null: people take as long as they like."
    )
    in_lobby = serializers.BooleanField(
        default=False, help_text="Anyone may find it in the list of open tables."
    )
    watchable = serializers.BooleanField(default=True, help_text="Anyone with the link may watch.")
    draw_seats = serializers.BooleanField(
        default=False,
        help_text="Chance turns the seats around the table; always in rated games.",
    )


class CreatedSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    url = serializers.URLField(help_text="Its page, which is also the invitation.")


class SeekSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES)
    rated = serializers.BooleanField(default=False)
    clock = TableClockSerializer(default=None, allow_null=True)


class LobbySeatSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=SITTERS)
    name = serializers.CharField(help_text="Empty for an open seat.")
    remote = serializers.BooleanField(
        help_text="Whether it is a bot that runs on its author's machine."
    )


class LobbyTableSerializer(serializers.Serializer[Table]):
    """An unfinished table in a list."""

    code = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    ruleset = serializers.CharField()
    options = serializers.DictField()
    state = serializers.ChoiceField(choices=Table.State.choices)
    seats = serializers.SerializerMethodField()
    rated = serializers.BooleanField()
    hints = serializers.BooleanField()
    clock = TableClockSerializer(allow_null=True)
    created = serializers.DateTimeField()

    @extend_schema_field(serializers.URLField())
    def get_url(self, table: Table) -> str:
        return str(self.context["request"].build_absolute_uri(f"/tables/{table.code}/"))

    @extend_schema_field(LobbySeatSerializer(many=True))
    def get_seats(self, table: Table) -> Any:
        return [
            {
                "seat": seat.number,
                "kind": kind_of(seat),
                "name": name_of(seat),
                "remote": is_remote(seat),
            }
            for seat in table.seats.all()
        ]


class OwnTableSerializer(LobbyTableSerializer):
    """An unfinished table of a player, who is in the context."""

    seat = serializers.SerializerMethodField(help_text="Yours.")
    your_turn = serializers.SerializerMethodField(help_text="Whether everybody waits for you.")

    def get_seat(self, table: Table) -> int | None:
        player = self.context["player"]
        return next((s.number for s in table.seats.all() if s.player_id == player.pk), None)

    def get_your_turn(self, table: Table) -> bool:
        return waits_for(table, self.context["player"])


class LobbyFilterSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES, required=False)


class WhyFilterSerializer(serializers.Serializer[Any]):
    move = TextField(max_length=MAX_MOVE, help_text="A move, such as `drop 6S`.")


class WhySerializer(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Why you may not play this move now.")
    rule = serializers.CharField(allow_null=True, help_text="The label of the rule.")
    url = serializers.CharField(allow_null=True, help_text="Where the rule stands.")
    legal = serializers.BooleanField(help_text="Whether nothing forbids the move.")


class AfterFilterSerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="How many entries you know. 0, and any number that is too high: none.",
    )
