"""What the API says about bots and versions, and what it takes for one."""

from typing import Any

from django.core.files.base import File
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from arena.bots.models import Bot, Version, slug_validator, validate_name
from arena.qualification import faults, qualification
from engine.rulesets import RULESETS
from referee.play.clock import Clock

GAMES = list(RULESETS)


class BotSerializer(serializers.Serializer[Bot]):
    owner = serializers.CharField(source="owner.username")
    name = serializers.CharField()
    ruleset = serializers.CharField()
    description = serializers.CharField()
    active = serializers.IntegerField(
        source="active.number",
        default=None,
        allow_null=True,
        help_text="The number of the version that plays.",
    )
    gate = serializers.ChoiceField(
        choices=Bot.Gate.choices, help_text="When a new version that has qualified plays."
    )
    rating = serializers.SerializerMethodField(help_text="Null before the first rated match.")
    error = serializers.SerializerMethodField(help_text="Half of the rating's 95 % interval.")
    elo = serializers.SerializerMethodField(help_text="Null before the first rated match.")
    matches = serializers.SerializerMethodField(help_text="Rated matches played.")
    created = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="Its page.")

    def get_elo(self, bot: Bot) -> float | None:
        return bot.standing.elo / 100 if self.get_matches(bot) else None

    def get_rating(self, bot: Bot) -> float | None:
        return bot.standing.rating if self.get_matches(bot) else None

    def get_error(self, bot: Bot) -> float | None:
        return bot.standing.error if self.get_matches(bot) else None

    def get_matches(self, bot: Bot) -> int:
        return bot.standing.matches if hasattr(bot, "standing") else 0

    @extend_schema_field(serializers.URLField())
    def get_url(self, bot: Bot) -> str:
        return str(self.context["request"].build_absolute_uri(bot.get_absolute_url()))


@extend_schema_serializer(component_name="BotVersion")
class VersionSerializer(serializers.Serializer[Version]):
    """What everyone may know of a version; its bot must be there with its owner."""

    bot = serializers.CharField(help_text="`owner/name`.")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Version.State.choices)
    active = serializers.SerializerMethodField(help_text="Whether it is the one that plays.")
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    is_zip = serializers.BooleanField()
    created = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    api_url = serializers.SerializerMethodField(help_text="Where to look for its state.")

    def get_active(self, version: Version) -> bool:
        return version.bot.active_id == version.pk

    @extend_schema_field(serializers.URLField())
    def get_url(self, version: Version) -> str:
        return str(self.context["request"].build_absolute_uri(version.get_absolute_url()))

    @extend_schema_field(serializers.URLField())
    def get_api_url(self, version: Version) -> str:
        bot = version.bot
        address = reverse("api:version", args=[bot.owner.username, bot.name, version.number])
        return str(self.context["request"].build_absolute_uri(address))


class CheckSerializer(serializers.Serializer[qualification.Check]):
    """Where a qualification stands."""

    match = serializers.IntegerField(source="match.pk")
    state = serializers.CharField(source="match.state")
    position = serializers.IntegerField(
        allow_null=True, help_text="Place in the queue, from 1, while it is queued."
    )


class FaultSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(help_text="From 1.")
    move = serializers.IntegerField(help_text="How many moves had been made.")
    seat = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    detail = serializers.CharField()
    meaning = serializers.CharField()
    request = serializers.DictField(
        allow_null=True, help_text="The view and the legal moves that the bot was asked about."
    )


@extend_schema_serializer(component_name="OwnBotVersion")
class OwnVersionSerializer(VersionSerializer):
    """A version with what its qualification found, which is null for all but its owner."""

    check = serializers.SerializerMethodField()
    faults = serializers.SerializerMethodField()
    log = serializers.SerializerMethodField(help_text="Standard error during the qualification.")

    def owned(self, version: Version) -> bool:
        return bool(self.context["request"].user == version.bot.owner)

    @extend_schema_field(CheckSerializer(allow_null=True))
    def get_check(self, version: Version) -> Any:
        check = qualification.check_of(version) if self.owned(version) else None
        return CheckSerializer(check).data if check else None

    @extend_schema_field(FaultSerializer(many=True, allow_null=True))
    def get_faults(self, version: Version) -> Any:
        if not self.owned(version):
            return None
        check = qualification.check_of(version)
        clock = Clock(**check.match.clock) if check else qualification.CLOCK
        return [
            {
                "game": fault.game,
                "move": fault.move,
                "seat": fault.seat,
                "reason": fault.reason,
                "detail": fault.detail,
                "meaning": meaning,
                "request": fault.request,
            }
            for fault, meaning in faults.explained(version, clock)
        ]

    def get_log(self, version: Version) -> str | None:
        return version.log if self.owned(version) else None


class ProgramSerializer(serializers.Serializer[Any]):
    """A program: a file (multipart) or its source (JSON), one of the two."""

    file = serializers.FileField(
        required=False, allow_empty_file=True, help_text="A .py file, or a .zip with main.py."
    )
    # Not the attribute of this name, which is the parent's and means something else.
    source = serializers.CharField(  # type: ignore[assignment]
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Instead of a file: one Python program.",
    )
    activates = serializers.BooleanField(
        default=True, help_text="Whether it plays as soon as it has qualified."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("file" in data) == ("source" in data):
            raise serializers.ValidationError(gettext("Send either a file or a source."))
        return data

    @property
    def program_field(self) -> str:
        return "file" if "file" in self.validated_data else "source"

    def file_name(self) -> str:
        file: File[bytes] | None = self.validated_data.get("file")
        return str(file.name) if file is not None else ""

    def content(self) -> bytes:
        file: File[bytes] | None = self.validated_data.get("file")
        if file is not None:
            return bytes(file.read())
        source: str = self.validated_data["source"]
        return source.encode()


class NewBotSerializer(ProgramSerializer):
    ruleset = serializers.ChoiceField(choices=GAMES)
    name = serializers.CharField(max_length=40, validators=[slug_validator, validate_name])
    description = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=2000
    )


class BotSettingsSerializer(serializers.Serializer[Any]):
    """What is left out stays as it is."""

    description = serializers.CharField(required=False, allow_blank=True, max_length=2000)
    gate = serializers.ChoiceField(required=False, choices=Bot.Gate.choices)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data:
            raise serializers.ValidationError(gettext("Send a description, a gate, or both."))
        return data


class BotFilterSerializer(serializers.Serializer[Any]):
    """What a list of bots can be narrowed to."""

    ruleset = serializers.ChoiceField(choices=GAMES, required=False)
    owner = serializers.CharField(required=False, max_length=30, help_text="A user name.")
    search = serializers.CharField(
        required=False, max_length=80, help_text="Words of the bot's or its owner's name."
    )
