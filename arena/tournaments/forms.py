"""The forms of tournaments."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.tournaments.entering import candidates
from arena.tournaments.labels import tie_break_choices
from arena.tournaments.models import MAX_PAIRS, Tournament
from engine import rulesets
from engine.errors import BadOption
from engine.options import Option
from referee.play.clock import Clock
from referee.tournaments.format import LIMITS
from referee.tournaments.systems import SYSTEMS

# What an organiser can choose; the referee itself allows more.
CLOCKS = {
    "start_ms": (1_000, 60_000, _("Start (ms)"), _("From launch to ready.")),
    "move_ms": (10, 10_000, _("Move (ms)"), _("Free in each turn.")),
    "bank_ms": (0, 600_000, _("Bank (ms)"), _("For slower turns, in each game.")),
}
OPTION = "option_"

# The settings of systems; each is shown while a system that uses it is chosen.
SYSTEM_FIELDS = (
    *("cycles", "rounds", "groups", "qualifiers"),
    *("third_place", "reset", "tiebreak_pairs"),
)
TIE_BREAK_FIELDS = 6


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """Creates or edits a tournament of `ruleset`; the options of the game are fields too."""

    class Meta:
        model = Tournament
        fields = [
            *("name", "description", "pairs", "rated", "allow_remote", "system", "seeding"),
            *(*SYSTEM_FIELDS, "starts", "repeat"),
        ]
        widgets = {
            "description": forms.Textarea(attrs={"rows": 3}),
            "starts": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
        }

    def __init__(self, *args: Any, ruleset: str, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.fields["pairs"].widget.attrs |= {"min": 1, "max": MAX_PAIRS}
        for name in ("system", "seeding", "repeat", *SYSTEM_FIELDS):
            self.fields[name].required = False  # a missing field has its default
        if rulesets.ruleset(ruleset).seats > 2:
            del self.fields["allow_remote"]
        if not (user.is_staff or user.is_house):
            del self.fields["rated"]
        elif not self.instance.pk:
            self.initial["rated"] = True
        self._add_system_fields()
        self._add_clock_fields()
        self._add_option_fields()

    def _add_system_fields(self) -> None:
        for name in SYSTEM_FIELDS:
            users = [system.name for system in SYSTEMS.values() if name in system.settings]
            attributes = self.fields[name].widget.attrs
            attributes["data-systems"] = " ".join(users)  # read by form.js
            if name in LIMITS:
                attributes |= {"min": LIMITS[name][0], "max": LIMITS[name][-1]}
        for place in range(TIE_BREAK_FIELDS):
            usual = gettext("none") if place else gettext("the default ones")
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=gettext("Tie-break %d") % (place + 1),
                choices=[("", usual), *tie_break_choices()],
                required=False,
            )
        for place, rule in enumerate(self.instance.tie_breaks[:TIE_BREAK_FIELDS]):
            self.initial[f"tie_break_{place + 1}"] = rule

    def _add_clock_fields(self) -> None:
        clock: Mapping[str, object] = self.instance.clock or Clock().as_dict()
        for name, (least, most, label, help_text) in CLOCKS.items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=least, max_value=most, help_text=help_text
            )
            self.initial[name] = clock[name]

    def _add_option_fields(self) -> None:
        for name, option in rulesets.RULESETS[self.ruleset].OPTIONS.items():
            self.fields[OPTION + name] = _option_field(name, option)
            self.initial[OPTION + name] = self.instance.options.get(name, option.default)

    @property
    def system_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SYSTEM_FIELDS]

    @property
    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place + 1}"] for place in range(TIE_BREAK_FIELDS)]

    @property
    def clock_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in CLOCKS]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(OPTION): value
            for name, value in data.items()
            if name.startswith(OPTION)
        }
        try:
            data["options"] = rulesets.ruleset(self.ruleset, given).options
        except BadOption as error:
            raise ValidationError(str(error)) from None
        return data

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments for stages.create and stages.edit, once the form is valid."""
        data = self.cleaned_data
        default = Tournament()
        chosen = {
            # An unticked box means no; an empty field means the default.
            name: getattr(default, name) if data[name] in (None, "") else data[name]
            for name in ("system", "seeding", *SYSTEM_FIELDS, "repeat")
        }
        tie_breaks = [data[f"tie_break_{place + 1}"] for place in range(TIE_BREAK_FIELDS)]
        return {
            **{name: data[name] for name in ("name", "description", "pairs", "options", "starts")},
            **chosen,
            "tie_breaks": [rule for rule in tie_breaks if rule],
            "clock": Clock(**{name: data[name] for name in CLOCKS}),
            # Without the field, the tournament stays as it is.
            "rated": data.get("rated", self.instance.rated),
            "allow_remote": data.get("allow_remote", self.instance.allow_remote),
        }


def _option_field(name: str, option: Option) -> forms.Field:
    label = capfirst(name.replace("_", " "))
    help_text = capfirst(gettext(option.help)) if option.help else ""
    if isinstance(option.values, range):
        return forms.IntegerField(
            label=label,
            min_value=option.values[0],
            max_value=option.values[-1],
            help_text=help_text,
        )
    if isinstance(option.default, bool):
        return forms.BooleanField(label=label, required=False, help_text=help_text)
    choices = [(str(value), str(value).replace("_", " ")) for value in option.values]
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text)


class EntryForm(forms.Form):
    """Which of the user's bots to enter."""

    bot: "forms.ModelChoiceField[Bot]" = forms.ModelChoiceField(
        Bot.objects.none(), label=_("Bot"), empty_label=None
    )

    def __init__(self, *args: Any, tournament: Tournament, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bot"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = candidates(tournament, user)
