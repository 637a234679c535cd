"""What the API returns and accepts for tournaments."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena.games import labels
from arena.matches.models import Match
from arena.tournaments.forms import CLOCKS
from arena.tournaments.models import (
    MAX_PAIRS,
    AuditEntry,
    Entry,
    Pairing,
    Tournament,
    system_choices,
)
from arena.web.fields import TextField
from engine.rulesets import RULESETS
from referee.play.clock import Clock
from referee.tournaments.format import LIMITS
from referee.tournaments.tiebreaks import TIE_BREAKS

GAMES = [(name, labels.name(name)) for name in RULESETS]
RATED = "Matches change Elo and ratings, except those between two bots of one owner."


def _within(setting: str, **options: Any) -> serializers.IntegerField:
    """A field with the limits that a format sets."""
    allowed = LIMITS[setting]
    return serializers.IntegerField(min_value=allowed[0], max_value=allowed[-1], **options)


class SystemField(serializers.ChoiceField):
    """A tournament system by name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=system_choices(), **options)


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
    options = serializers.DictField(help_text="The options that differ from the default.")
    pairs = serializers.IntegerField(help_text="Mirrored pairs a match.")
    system = SystemField()
    cycles = serializers.IntegerField(help_text="How often each two entries meet.")
    rounds = serializers.IntegerField(allow_null=True, help_text="Of a Swiss tournament.")
    groups = serializers.IntegerField()
    qualifiers = serializers.IntegerField(help_text="How many of each group advance.")
    third_place = serializers.BooleanField()
    reset = serializers.BooleanField(help_text="Whether a second grand final is played if needed.")
    further = serializers.IntegerField(
        source="tiebreak_pairs", help_text="Tiebreak pairs after a drawn match of a bracket."
    )
    tie_breaks = serializers.ListField(
        source="format.chain", child=serializers.CharField(), help_text="The match points first."
    )
    seeding = serializers.ChoiceField(choices=Tournament.Seeding.choices)
    starts = serializers.DateTimeField(allow_null=True, help_text="When it starts automatically.")
    repeat = serializers.IntegerField(help_text="Seconds between two of a series; 0 for none.")
    edition = serializers.IntegerField()
    clock = ClockSerializer()
    rated = serializers.BooleanField(help_text=RATED)
    allow_remote = serializers.BooleanField(help_text="Whether remote bots may enter.")
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    paused = serializers.BooleanField()
    created = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    draw_seed = serializers.CharField(
        source="public_draw_seed", help_text="Empty before the start."
    )
    draw_commitment = serializers.CharField(help_text="SHA-256 of draw_seed; empty in a draft.")
    url = serializers.SerializerMethodField(help_text="Its page.")

    @extend_schema_field(serializers.URLField())
    def get_url(self, tournament: Tournament) -> str:
        return str(self.context["request"].build_absolute_uri(tournament.get_absolute_url()))


class NewTournamentSerializer(serializers.Serializer[Any]):
    name = TextField(max_length=80)
    ruleset = serializers.ChoiceField(choices=GAMES)
    options = serializers.DictField(default=dict, help_text="Options of the game by name.")
    pairs = serializers.IntegerField(default=5, min_value=1, max_value=MAX_PAIRS)
    system = SystemField(default="round-robin")
    cycles = _within("cycles", default=1)
    rounds = _within("rounds", default=None, allow_null=True)
    groups = _within("groups", default=2)
    qualifiers = _within("qualifiers", default=2)
    third_place = serializers.BooleanField(default=False)
    reset = serializers.BooleanField(default=True)
    further = _within("tiebreak_pairs", source="tiebreak_pairs", default=5)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=TIE_BREAKS),
        default=list,
        help_text="In this order; empty for the default ones.",
    )
    seeding = serializers.ChoiceField(
        choices=Tournament.Seeding.choices, default=Tournament.Seeding.LOT
    )
    starts = serializers.DateTimeField(default=None, allow_null=True)
    repeat = serializers.ChoiceField(
        choices=Tournament.Repeat.choices, default=Tournament.Repeat.NEVER
    )
    clock = ClockSerializer(default=lambda: Clock().as_dict())
    rated = serializers.BooleanField(default=False, help_text=f"Only for the staff. {RATED}")
    allow_remote = serializers.BooleanField(
        default=False, help_text="Whether remote bots may enter; only if nothing is rated."
    )
    description = TextField(default="", allow_blank=True, max_length=2000)


class TournamentFilterSerializer(serializers.Serializer[Any]):
    ruleset = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Tournament.State.choices, required=False)


class SeedsSerializer(serializers.Serializer[Any]):
    seeds = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=10_000),
        help_text="Seeds by bot, `owner/name`; entries that are not named follow by lot.",
    )


class ForecastSerializer(serializers.Serializer[Any]):
    """What is played if no entry leaves."""

    entries = serializers.IntegerField()
    possible = serializers.BooleanField(help_text="Whether the tournament takes so many.")
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="How many matches each round has."
    )
    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    byes = serializers.IntegerField()
    at_most = serializers.IntegerField(
        help_text="Matches if every one of a bracket is drawn to the end."
    )


class EntrySerializer(serializers.Serializer[Entry]):
    bot = serializers.CharField(help_text="`owner/name`.")
    remote = serializers.BooleanField(
        source="bot.remote", help_text="Whether it runs on its author's machine."
    )
    version = serializers.IntegerField(
        source="version.number", default=None, allow_null=True, help_text="Null before the start."
    )
    number = serializers.IntegerField(
        allow_null=True, help_text="Place in the draw, from 1; null before the start."
    )
    status = serializers.ChoiceField(choices=Entry.Status.choices)
    joined = serializers.IntegerField(help_text="The first round that it can play in.")
    entered = serializers.DateTimeField()


class NewEntrySerializer(serializers.Serializer[Any]):
    bot = TextField(help_text="One of your bots, `owner/name`.", max_length=80)


class PairingSerializer(serializers.Serializer[Pairing]):
    round = serializers.IntegerField(help_text="From 1.")
    board = serializers.IntegerField(help_text="From 1.")
    tiebreak = serializers.IntegerField(
        help_text="0 for a match; tiebreak pairs of a bracket are numbered from 1."
    )
    first = serializers.CharField(source="first.bot")
    second = serializers.CharField(
        source="second.bot", default=None, allow_null=True, help_text="Null for a bye."
    )
    outcome = serializers.ChoiceField(
        choices=Pairing.Outcome.choices,
        help_text="What decides it; `match`: its scores.",
    )
    match = serializers.IntegerField(source="match_id", allow_null=True)
    state = serializers.ChoiceField(
        source="match.state", choices=Match.State.choices, default=None, allow_null=True
    )
    rated = serializers.BooleanField(
        source="match.rated",
        default=False,
        help_text="Whether the match changes Elo and ratings.",
    )
    scores = serializers.SerializerMethodField(help_text="Null until the match has finished.")

    @extend_schema_field(serializers.ListField(child=serializers.FloatField(), allow_null=True))
    def get_scores(self, pairing: Pairing) -> list[float] | None:
        match = pairing.match
        if match is None or match.score0 is None or match.score1 is None:
            return None
        return [match.score0, match.score1]


class ReasonSerializer(serializers.Serializer[Any]):
    reason = TextField(default="", allow_blank=True, max_length=200)


class AuditEntrySerializer(serializers.Serializer[AuditEntry]):
    at = serializers.DateTimeField()
    by = serializers.CharField(
        source="by.username", default=None, allow_null=True, help_text="Null for automatic steps."
    )
    kind = serializers.ChoiceField(choices=AuditEntry.Kind.choices)
    entry = serializers.CharField(help_text="The bot that it concerns, or empty.")
    round = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True)
    reason = serializers.CharField()


class CellSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(allow_null=True)
    outcome = serializers.CharField(
        help_text="win, draw or loss; forfeit_win, forfeit_loss, bye or void of what was not"
        " played; otherwise the state of the match."
    )
    scored = serializers.FloatField(allow_null=True)
    conceded = serializers.FloatField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True, help_text="The number of the entry.")


class AgainstSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    matches = CellSerializer(many=True)


class RowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="From 1.")
    bot = serializers.CharField(help_text="`owner/name`.")
    remote = serializers.BooleanField(help_text="Whether it runs on its author's machine.")
    version = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(help_text="Place in the draw.")
    status = serializers.ChoiceField(choices=Entry.Status.choices)
    points = serializers.FloatField(help_text="Match points.")
    game_points = serializers.FloatField()
    buchholz_cut_1 = serializers.FloatField()
    buchholz = serializers.FloatField()
    sonneborn_berger = serializers.FloatField()
    koya = serializers.FloatField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    matches = serializers.IntegerField()
    games = serializers.IntegerField()
    unplayed = serializers.IntegerField(help_text="Byes, forfeits and void matches.")
    separated_by = serializers.CharField(
        allow_null=True, help_text="The rule that separates it from the place above."
    )
    against = AgainstSerializer(many=True, help_text="For systems with a crosstable.")
    course = serializers.ListField(
        child=CellSerializer(many=True), help_text="Round by round, for the other systems."
    )


class CountsSerializer(serializers.Serializer[Any]):
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    void = serializers.IntegerField(help_text="How many could not be played.")


class SideSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField(allow_null=True)
    bot = serializers.CharField(allow_null=True)
    remote = serializers.BooleanField(help_text="Whether it runs on its author's machine.")
    scores = serializers.ListField(
        child=serializers.FloatField(), help_text="Of the match, then of each tiebreak pair."
    )
    won = serializers.BooleanField()


class BoxSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    sides = SideSerializer(many=True)
    matches = serializers.ListField(child=serializers.IntegerField())
    note = serializers.CharField(help_text="How it was decided, unless by its score.")


class LevelSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    matches = BoxSerializer(many=True)


class BranchSerializer(serializers.Serializer[Any]):
    part = serializers.CharField()
    levels = LevelSerializer(many=True)


class CrosstableSerializer(serializers.Serializer[Any]):
    """Everything that the tournament's page shows."""

    name = serializers.CharField()
    slug = serializers.CharField()
    ruleset = serializers.CharField()
    options = serializers.DictField()
    system = SystemField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    paused = serializers.BooleanField()
    pairs = serializers.IntegerField()
    cycles = serializers.IntegerField()
    clock = ClockSerializer()
    rated = serializers.BooleanField(help_text=RATED)
    seeding = serializers.ChoiceField(choices=Tournament.Seeding.choices)
    draw_seed = serializers.CharField(allow_null=True)
    matches = CountsSerializer()
    rounds = serializers.IntegerField(help_text="How many have started.")
    champion = serializers.CharField(allow_null=True, help_text="Null until it has finished.")
    decided_by = serializers.CharField(
        help_text="By which rule the champion is the champion; empty until it has finished."
    )
    standings = RowSerializer(many=True)
    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    bracket = BranchSerializer(many=True)
