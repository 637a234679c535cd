"""The forms with which people begin a game."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Bot, Version
from arena.people.levels import LABELS, LEVELS
from arena.tables.errors import TableError
from arena.tables.pages.offers import Offer, all_offers, offers_of, title
from arena.tables.seats.seating import DEFAULT_LEVEL
from engine.rulesets import RULESETS

# What a clock is called in a form: seconds for each move, and of the bank.
CLOCKS: dict[str, tuple[int, int] | None] = {
    "": None,
    "15+60": (15, 60),
    "30+180": (30, 180),
    "60+600": (60, 600),
}
CLOCK_LABELS = {
    "": _("No clock"),
    "15+60": _("Fast: 15 s a move, and a minute more in all"),
    "30+180": _("Medium: 30 s a move, and three minutes more in all"),
    "60+600": _("Slow: a minute a move, and ten minutes more in all"),
}
DEFAULT_CLOCK = "30+180"
ANY = "any"  # the seats are drawn

Json = dict[str, Any]


def clock(name: str) -> Json | None:
    """The clock that CLOCKS has under this name, as a table stores it."""
    times = CLOCKS[name]
    return None if times is None else {"move_s": times[0], "bank_s": times[1]}


class GameForm(forms.Form):
    """A form for one game. `variant` is one of its offers."""

    variant = forms.ChoiceField(label=_("Variant"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refusal: TableError | None = None  # why the table was not created
        self.game = game
        self.offers: list[Offer] = offers_of(game)
        self.seats = RULESETS[game].seats
        variant = self.fields["variant"]
        assert isinstance(variant, forms.ChoiceField)
        variant.choices = [(offer.ruleset, offer.label) for offer in self.offers]
        variant.initial = game
        if len(self.offers) == 1:
            variant.widget = forms.HiddenInput()

    def clean_variant(self) -> str:
        return self.cleaned_data["variant"] or self.game


class PlayNowForm(GameForm):
    """A game against bots that begins at once.

    The opponents, and in a game of partners the partner, are house bots of a level, or one given
    `bot`.
    """

    level = forms.ChoiceField(
        label=_("Opponent"),
        choices=list(LABELS.items()),
        initial=DEFAULT_LEVEL,
        widget=forms.RadioSelect,
        required=False,
    )
    bot = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    seat = forms.ChoiceField(label=_("Your seat"), required=False)
    clock = forms.ChoiceField(
        label=_("Time"), choices=list(CLOCK_LABELS.items()), required=False, initial=""
    )
    hints = forms.BooleanField(label=_("Hints can be asked for"), required=False, initial=True)
    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("With a clock, without hints, and with seats drawn by lot."),
    )

    def __init__(self, *args: Any, game: str, is_guest: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        if is_guest:
            del self.fields["rated"]
        if self.seats > 2:
            self.fields["level"].label = _("Opponents and partner")
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        seat.choices = [(ANY, _("Drawn by lot")), *seat_choices(self.seats)]
        seat.initial = ANY

    def clean_level(self) -> str:
        return self.cleaned_data["level"] or DEFAULT_LEVEL

    def wanted(self) -> Json:
        """What create_table takes, after validation."""
        data = self.cleaned_data
        bot = {"kind": "bot"} | ({"bot": data["bot"]} if data["bot"] else {"level": data["level"]})
        drawn = data["seat"] in ("", ANY)
        mine = 0 if drawn else int(data["seat"])
        rated = bool(data.get("rated"))
        return {
            "ruleset": data["variant"],
            "options": {},
            "seats": [{"kind": "me"} if seat == mine else bot for seat in range(self.seats)],
            "draw_seats": drawn,
            "rated": rated,
            "hints": data["hints"] and not rated,
            "clock": clock(data["clock"] or (DEFAULT_CLOCK if rated else "")),
        }


class TableForm(GameForm):
    """A table with other people: who takes each seat, and how it is played."""

    LISTED, LINK = "lobby", "link"

    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_("For accounts. A rated game has a clock and no hints."),
    )
    clock = forms.ChoiceField(
        label=_("Time"),
        choices=list(CLOCK_LABELS.items()),
        required=False,
        initial=DEFAULT_CLOCK,
        help_text=_("Without a clock a game that nobody touches for a while ends unrecorded."),
    )
    hints = forms.BooleanField(
        label=_("Hints can be asked for"), required=False, help_text=_("In unrated games.")
    )
    listed = forms.ChoiceField(
        label=_("Who can sit down"),
        choices=[
            (LINK, _("Whoever has the link")),
            (LISTED, _("Anyone: the table is listed in the lobby")),
        ],
        initial=LINK,
        widget=forms.RadioSelect,
        required=False,
    )
    watchable = forms.BooleanField(
        label=_("Others may watch"),
        required=False,
        initial=True,
        help_text=_("Spectators see no hands."),
    )
    draw_seats = forms.BooleanField(
        label=_("Draw the seats by lot"),
        required=False,
        initial=True,
        help_text=_("Partners stay partners. Always in rated games."),
    )

    def __init__(self, *args: Any, game: str, is_guest: bool, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        if is_guest:
            del self.fields["rated"]
        takers = [
            ("me", _("me")),
            ("open", _("open, for whoever comes")),
            *((level, _("bot, %(level)s") % {"level": LABELS[level]}) for level in LEVELS),
        ]
        for seat, label in seat_choices(self.seats):
            self.fields[f"seat{seat}"] = forms.ChoiceField(
                label=label, choices=takers, initial="open" if int(seat) else "me", required=False
            )

    @property
    def seat_fields(self) -> Iterator[forms.BoundField]:
        return (self[f"seat{seat}"] for seat in range(self.seats))

    @property
    def other_fields(self) -> Iterator[forms.BoundField]:
        names = ("rated", "clock", "hints", "listed", "watchable", "draw_seats")
        return (self[name] for name in names if name in self.fields)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        takers = self._takers(data)
        if not self.errors and takers.count("me") != 1:
            raise ValidationError(gettext("Take one seat yourself: one, and not more."))
        if not self.errors and "open" not in takers:
            raise ValidationError(
                gettext("Leave a seat open for somebody, or choose “Play now” against bots.")
            )
        return data

    def wanted(self) -> Json:
        """What create_table takes, after validation."""
        data = self.cleaned_data
        rated = bool(data.get("rated"))
        return {
            "ruleset": data["variant"],
            "options": {},
            "seats": [_seat(taker) for taker in self._takers(data)],
            "rated": rated,
            "hints": data["hints"],
            "clock": clock(data["clock"]),
            "in_lobby": data["listed"] == self.LISTED,
            "watchable": data["watchable"],
            "draw_seats": data["draw_seats"],
        }

    def _takers(self, data: Mapping[str, Any]) -> list[str]:
        return [data.get(f"seat{seat}") or ("me", "open")[bool(seat)] for seat in range(self.seats)]


class SeekForm(forms.Form):
    """What somebody who looks for an opponent wants to play."""

    ruleset = forms.ChoiceField(label=_("Game"))
    clock = forms.ChoiceField(
        label=_("Time"),
        choices=list(CLOCK_LABELS.items()),
        required=False,
        initial=DEFAULT_CLOCK,
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, is_guest: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ruleset = self.fields["ruleset"]
        assert isinstance(ruleset, forms.ChoiceField)
        ruleset.choices = [(offer.ruleset, title(offer.ruleset)) for offer in all_offers()]
        if is_guest:
            del self.fields["rated"]


def seat_choices(seats: int) -> list[tuple[str, str]]:
    """The seats by number. In a game of four, seats 0 and 2 are partners, and 1 and 3."""
    if seats == 2:
        return [(str(seat), gettext("Seat %d") % seat) for seat in range(seats)]
    label = gettext("Seat %(seat)d, partner of seat %(partner)d")
    return [
        (str(seat), label % {"seat": seat, "partner": (seat + 2) % seats}) for seat in range(seats)
    ]


def find_playable(name: str) -> Bot | None:
    """The bot ``owner/name`` if it can play now."""
    owner, _slash, short = name.partition("/")
    if "\0" in name:
        return None
    return (
        Bot.objects.listed()
        .filter(owner__username=owner, name=short, active__state=Version.State.QUALIFIED)
        .first()
    )


def _seat(taker: str) -> Json:
    return {"kind": taker} if taker in ("me", "open") else {"kind": "bot", "level": taker}
