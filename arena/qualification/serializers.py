"""What the API returns about a version in qualification."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from arena.bots.models import Version
from arena.bots.serializers import VersionSerializer
from arena.matches import live_updates
from arena.qualification import faults, qualification
from arena.qualification.qualification import Qualification


class QualificationSerializer(serializers.Serializer[Qualification]):
    """Where a qualification stands."""

    match = serializers.IntegerField(source="match.pk")
    state = serializers.CharField(source="match.state")
    games = serializers.IntegerField(source="match.games", help_text="How many it plays.")
    games_over = serializers.SerializerMethodField(
        help_text="How many have been played, as far as is known."
    )
    position = serializers.IntegerField(
        allow_null=True, help_text="Place in the queue, from 1, while it is queued."
    )

    def get_games_over(self, qualification: Qualification) -> int | None:
        return live_updates.games_over(qualification.match)


class FaultSerializer(serializers.Serializer[Any]):
    """A fault. The same fault in several games is listed once."""

    game = serializers.IntegerField(help_text="From 1; the first game with this fault.")
    games = serializers.ListField(
        child=serializers.IntegerField(), help_text="All games with this fault."
    )
    move = serializers.IntegerField(help_text="How many moves had been made.")
    seat = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    cause = serializers.CharField(
        help_text="A line with the cause, the place and what to do; then lines of trace, if any."
    )
    detail = serializers.CharField(help_text="What the match record says, which is public.")
    meaning = serializers.CharField(help_text="What the reason means, and what to do.")
    request = serializers.DictField(
        allow_null=True, help_text="The view and the legal moves that the bot was asked about."
    )


@extend_schema_serializer(component_name="OwnBotVersion")
class OwnVersionSerializer(VersionSerializer):
    """A version with the result of its qualification, which is null for all but its owner."""

    check = serializers.SerializerMethodField()
    faults = serializers.SerializerMethodField()
    log = serializers.SerializerMethodField(help_text="Standard error during the qualification.")

    def owned(self, version: Version) -> bool:
        return bool(self.context["request"].user == version.bot.owner)

    @extend_schema_field(QualificationSerializer(allow_null=True))
    def get_check(self, version: Version) -> Any:
        latest = qualification.latest(version) if self.owned(version) else None
        return QualificationSerializer(latest).data if latest else None

    @extend_schema_field(FaultSerializer(many=True, allow_null=True))
    def get_faults(self, version: Version) -> Any:
        if not self.owned(version):
            return None
        clock = qualification.clock_of(qualification.latest(version))
        return [
            vars(shown.fault) | {"games": shown.games, "meaning": shown.meaning}
            for shown in faults.explained(version, clock)
        ]

    def get_log(self, version: Version) -> str | None:
        return version.log if self.owned(version) else None
