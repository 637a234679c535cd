"""What the API says about tournaments, and what it takes for one."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.matches.models import Match
from arena.pages import games
from arena.tournaments.forms import CLOCKS
from arena.tournaments.models import MAX_CYCLES, MAX_PAIRS, Entry, Pairing, Tournament
from engine.rulesets import RULESETS
from referee.clock import Clock

GAMES = [(name, games.name(name)) for name in RULESETS]


class ClockSerializer(serializers.Serializer[Any]):
    """A time control in milliseconds."""

    start_ms = serializers.IntegerField(
        default=Clock.start_ms, min_value=CLOCKS["start_ms"][0], max_value=CLOCKS["start_ms"][1]
    )
    move_ms = serializers.IntegerField(
        default=Clock.move_ms, min_value=CLOCKS["move_ms"][0], max_value=CLOCKS["move_ms"][1]
    )
    bank_ms = serializers.IntegerField(
        default=Clock.bank_ms, min_value=CLOCKS["bank_ms"][0], max_value=CLOCKS["bank_ms"][1]
    )


class TournamentSerializer(serializers.Serializer[Tournament]):
    slug = serializers.CharField(help_text="Its name in addresses.")
    name = serializers.CharField()
    description = serializers.CharField()
    organiser = serializers.CharField(source="organiser.username")
    ruleset = serializers.CharField()
    options = serializers.DictField(help_text="Those that differ from the default.")
    pairs = serializers.IntegerField(help_text="Mirrored pairs a match.")
    cycles = serializers.IntegerField(help_text="How often each two meet.")
    clock = ClockSerializer()
    rated = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    created = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    draw_seed = serializers.CharField(help_text="Empty before the start.")
    url = serializers.SerializerMethodField(help_text="Its page.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, tournament: Tournament) -> str:
        return str(self.context["request"].build_absolute_uri(tournament.get_absolute_url()))


class NewTournamentSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    ruleset = serializers.ChoiceField(choices=GAMES)
    options = serializers.DictField(default=dict, help_text="Options of the game by name.")
    pairs = serializers.IntegerField(default=5, min_value=1, max_value=MAX_PAIRS)
    cycles = serializers.IntegerField(default=1, min_value=1, max_value=MAX_CYCLES)
    clock = ClockSerializer(default=lambda: Clock().as_dict())
    rated = serializers.BooleanField(default=False, help_text="For the staff alone.")
    description = serializers.CharField(default="", allow_blank=True, max_length=2000)


class TournamentFilterSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Tournament.State.choices, required=False)


class EntrySerializer(serializers.Serializer[Entry]):
    bot = serializers.CharField(help_text="`owner/name`.")
    version = serializers.IntegerField(
        source="version.number", default=None, allow_null=True, help_text="Null before the start."
    )
    number = serializers.IntegerField(
        allow_null=True, help_text="Place in the draw, from 1; null before the start."
    )
    entered = serializers.DateTimeField()


class NewEntrySerializer(serializers.Serializer[Any]):
    bot = serializers.CharField(help_text="One of your own, `owner/name`.", max_length=80)


class PairingSerializer(serializers.Serializer[Pairing]):
    round = serializers.IntegerField(help_text="From 1.")
    board = serializers.IntegerField(help_text="From 1.")
    first = serializers.CharField(source="first.bot")
    second = serializers.CharField(
        source="second.bot", default=None, allow_null=True, help_text="Null for a bye."
    )
    match = serializers.IntegerField(source="match_id", allow_null=True)
    state = serializers.ChoiceField(
        source="match.state", choices=Match.State.choices, default=None, allow_null=True
    )
    scores = serializers.SerializerMethodField(help_text="Null until the match has finished.")

    @extend_schema_field(serializers.ListField(child=serializers.FloatField(), allow_null=True))
    def get_scores(self, pairing: Pairing) -> list[float] | None:
        match = pairing.match
        if match is None or match.score0 is None or match.score1 is None:
            return None
        return [match.score0, match.score1]


class CellSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    outcome = serializers.CharField(help_text="win, draw or loss; until then the match's state.")
    scored = serializers.FloatField(allow_null=True)
    conceded = serializers.FloatField(allow_null=True)


class AgainstSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    matches = CellSerializer(many=True)


class RowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="From 1.")
    bot = serializers.CharField(help_text="`owner/name`.")
    version = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(help_text="Place in the draw.")
    points = serializers.FloatField(help_text="Match points.")
    game_points = serializers.FloatField()
    sonneborn_berger = serializers.FloatField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    separated_by = serializers.CharField(
        allow_null=True, help_text="The rule that puts it below the place above."
    )
    against = AgainstSerializer(many=True)


class CountsSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    void = serializers.IntegerField(help_text="Void or cancelled: they count as not played.")


class CrosstableSerializer(serializers.Serializer[Any]):
    """Everything that the tournament's page shows."""

    name = serializers.CharField()
    slug = serializers.CharField()
    ruleset = serializers.CharField()
    options = serializers.DictField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    pairs = serializers.IntegerField()
    cycles = serializers.IntegerField()
    clock = ClockSerializer()
    rated = serializers.BooleanField()
    draw_seed = serializers.CharField(allow_null=True)
    matches = CountsSerializer()
    standings = RowSerializer(many=True)
