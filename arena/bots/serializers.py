"""What the API returns about bots and versions, and what it accepts to create them."""

from datetime import datetime
from typing import Any

from django.core.files.base import File
from django.urls import reverse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from arena.accounts.models import User
from arena.bots.models import Bot, Version, slug_validator, validate_name
from arena.bots.submission import allowance
from arena.web.fields import TextField
from engine.rulesets import RULESETS

GAMES = list(RULESETS)


class MeSerializer(serializers.Serializer[User]):
    username = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="Your public page.")
    submissions_left = serializers.SerializerMethodField(help_text="In this hour.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, user: User) -> str:
        return str(self.context["request"].build_absolute_uri(user.get_absolute_url()))

    def get_submissions_left(self, user: User) -> int:
        return allowance(user).left


class LatestSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Version.State.choices)


class BotSerializer(serializers.Serializer[Bot]):
    owner = serializers.CharField(source="owner.username")
    name = serializers.CharField()
    ruleset = serializers.CharField()
    description = serializers.CharField()
    active = serializers.IntegerField(
        source="active.number",
        default=None,
        allow_null=True,
        help_text="The number of the active version, the one that plays.",
    )
    latest = serializers.SerializerMethodField(
        help_text="The newest version; null if there is none."
    )
    gate = serializers.ChoiceField(
        source="promotion",
        choices=Bot.Promotion.choices,
        help_text="When a qualified version becomes the active one.",
    )
    remote = serializers.BooleanField(
        help_text="Whether it runs on its author's machine, and is never rated."
    )
    rating = serializers.SerializerMethodField(help_text="Null before the first rated match.")
    error = serializers.SerializerMethodField(help_text="Half of the rating's 95 % interval.")
    as_of = serializers.SerializerMethodField(
        help_text="Of an inactive bot: the time of its rating, which no longer changes."
    )
    elo = serializers.SerializerMethodField(help_text="Null before the first rated match.")
    matches = serializers.SerializerMethodField(help_text="Rated matches played.")
    created = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="Its page.")

    @extend_schema_field(LatestSerializer(allow_null=True))
    def get_latest(self, bot: Bot) -> dict[str, Any] | None:
        if not hasattr(bot, "latest_number"):
            bot = Bot.objects.with_latest().only("pk").get(pk=bot.pk)
        if bot.latest_number is None:
            return None
        return {"number": bot.latest_number, "state": bot.latest_state}

    def get_elo(self, bot: Bot) -> float | None:
        return bot.standing.elo / 100 if self.get_matches(bot) else None

    def get_rating(self, bot: Bot) -> float | None:
        return bot.standing.rating if self.get_matches(bot) else None

    def get_error(self, bot: Bot) -> float | None:
        return bot.standing.error if self.get_matches(bot) else None

    def get_as_of(self, bot: Bot) -> datetime | None:
        return bot.standing.as_of if self.get_matches(bot) else None

    def get_matches(self, bot: Bot) -> int:
        return bot.standing.matches if hasattr(bot, "standing") else 0

    @extend_schema_field(serializers.URLField())
    def get_url(self, bot: Bot) -> str:
        return str(self.context["request"].build_absolute_uri(bot.get_absolute_url()))


@extend_schema_serializer(component_name="BotVersion")
class VersionSerializer(serializers.Serializer[Version]):
    """What everyone may see of a version."""

    # Load the version's bot and the bot's owner first: a list would query them for each version.

    bot = serializers.CharField(help_text="`owner/name`.")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Version.State.choices)
    active = serializers.SerializerMethodField(help_text="Whether it is the version that plays.")
    language = serializers.CharField(help_text="Such as `python`, or `python-numpy`.")
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    is_zip = serializers.BooleanField()
    created = serializers.DateTimeField()
    url = serializers.SerializerMethodField(help_text="Its page.")
    api_url = serializers.SerializerMethodField(help_text="Poll this address for its state.")

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


class ProgramSerializer(serializers.Serializer[Any]):
    """A program: either a file (multipart) or its source (JSON)."""

    file = serializers.FileField(
        required=False, allow_empty_file=True, help_text="A .py file, or a .zip with main.py."
    )
    # Overrides an attribute of serializers.Field that means something else.
    source = TextField(  # type: ignore[assignment]
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="Instead of a file: one Python program.",
    )
    language = TextField(
        required=False,
        default="",
        allow_blank=True,
        max_length=20,
        help_text="The language, as `GET /api/v1/arena/` lists them. Without it, the first there "
        "whose `main` is in the program.",
    )
    activates = serializers.BooleanField(
        default=True, help_text="Whether it may become the active version when it qualifies."
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
    name = TextField(max_length=40, validators=[slug_validator, validate_name])
    description = TextField(required=False, default="", allow_blank=True, max_length=2000)


class BotSettingsSerializer(serializers.Serializer[Any]):
    """Fields that are left out stay unchanged."""

    description = TextField(required=False, allow_blank=True, max_length=2000)
    gate = serializers.ChoiceField(
        source="promotion",
        required=False,
        choices=Bot.Promotion.choices,
        help_text="When a qualified version becomes the active one.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data:
            raise serializers.ValidationError(gettext("Send a description, a gate, or both."))
        return data


class BotFilterSerializer(serializers.Serializer[Any]):
    """Filters of the list of bots. Pass the query as a plain dictionary: of a QueryDict, as of a
    form, an empty value would count as missing."""

    ruleset = serializers.ChoiceField(choices=GAMES, required=False)
    owner = TextField(required=False, max_length=30, help_text="A user name.")
    search = TextField(
        required=False,
        allow_blank=True,
        max_length=80,
        help_text="Words in the name of the bot or its owner.",
    )
