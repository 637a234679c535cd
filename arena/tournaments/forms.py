"""The form of a tournament, with the options of its game as fields."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.tournaments.entrants import entrants
from arena.tournaments.labels import RULE_NAMES
from arena.tournaments.models import MAX_CYCLES, MAX_PAIRS, Tournament
from engine import rulesets
from engine.errors import BadOption
from engine.options import Option
from referee.play.clock import Clock
from referee.tournaments.format import System
from referee.tournaments.standings import POINTS, RULES

# What an organiser may ask for; the referee itself would take more.
CLOCKS = {
    "start_ms": (1_000, 60_000, _("Start (ms)"), _("From launch to ready.")),
    "move_ms": (10, 10_000, _("Move (ms)"), _("Free in each turn.")),
    "bank_ms": (0, 600_000, _("Bank (ms)"), _("For slower turns, in each game anew.")),
}
OPTION = "option_"

BRACKETS = (System.SINGLE, System.DOUBLE, System.GROUPS)
# The fields of the system, each with the systems that it means something to.
SYSTEM_FIELDS: dict[str, tuple[System, ...]] = {
    "system": tuple(System),
    "seeding": tuple(System),
    "cycles": (System.ROUND_ROBIN, System.GROUPS),
    "rounds": (System.SWISS,),
    "groups": (System.GROUPS,),
    "qualifiers": (System.GROUPS,),
    "third_place": (System.SINGLE, System.GROUPS),
    "reset": (System.DOUBLE,),
    "further": BRACKETS,
}
TIE_BREAKS = 6
RULE_CHOICES = [(name, RULE_NAMES[name]) for name in RULES if name != POINTS]


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """Creates or changes a tournament of `ruleset`; `settings` is what running.create takes."""

    class Meta:
        model = Tournament
        fields = ["name", "description", "pairs", "rated", *SYSTEM_FIELDS, "starts", "repeat"]
        widgets = {
            "description": forms.Textarea(attrs={"rows": 3}),
            "starts": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            ),
        }

    def __init__(self, *args: Any, ruleset: str, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        for name, most in (("pairs", MAX_PAIRS), ("cycles", MAX_CYCLES)):
            self.fields[name].widget.attrs |= {"min": 1, "max": most}
        for name, systems in SYSTEM_FIELDS.items():
            # tournaments.js shows a field while its system is chosen.
            self.fields[name].widget.attrs["data-systems"] = " ".join(systems)
            if name not in ("system", "seeding"):
                # Who leaves it out takes the usual value.
                self.fields[name].required = False
        self.fields["seeding"].required = self.fields["system"].required = False
        self.fields["repeat"].required = False
        for place in range(TIE_BREAKS):
            self.fields[f"tie_break_{place + 1}"] = forms.ChoiceField(
                label=gettext("Tie-break %d") % (place + 1),
                choices=[("", gettext("none" if place else "the usual ones")), *RULE_CHOICES],
                required=False,
            )
        for place, rule in enumerate(self.instance.tie_breaks[:TIE_BREAKS]):
            self.initial[f"tie_break_{place + 1}"] = rule
        if not (user.is_staff or user.is_house):
            del self.fields["rated"]
        elif not self.instance.pk:
            self.initial["rated"] = True
        clock = self.instance.clock or Clock().as_dict()
        for name, (least, most, label, help_text) in CLOCKS.items():
            self.fields[name] = forms.IntegerField(
                label=label, min_value=least, max_value=most, help_text=help_text
            )
            self.initial[name] = clock[name]
        for name, option in rulesets.RULESETS[ruleset].OPTIONS.items():
            self.fields[OPTION + name] = _option_field(name, option)
            self.initial[OPTION + name] = self.instance.options.get(name, option.default)

    @property
    def system_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SYSTEM_FIELDS if name not in ("system", "seeding")]

    @property
    def tie_break_fields(self) -> list[forms.BoundField]:
        return [self[f"tie_break_{place + 1}"] for place in range(TIE_BREAKS)]

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
        """What running.create and running.edit take, once the form is valid."""
        data = self.cleaned_data
        usual = Tournament()
        chosen = {
            # A box that is not ticked says no, an empty field nothing.
            name: getattr(usual, name) if data[name] in (None, "") else data[name]
            for name in (*SYSTEM_FIELDS, "repeat")
        }
        tie_breaks = [data[f"tie_break_{place + 1}"] for place in range(TIE_BREAKS)]
        return {
            **{name: data[name] for name in ("name", "description", "pairs", "options", "starts")},
            **chosen,
            "tie_breaks": [rule for rule in tie_breaks if rule],
            "clock": Clock(**{name: data[name] for name in CLOCKS}),
            # Who may not see the field leaves the tournament as it is.
            "rated": data.get("rated", self.instance.rated),
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
    """Which of the user's bots to enter: those of the game that are qualified and not entered."""

    bot: "forms.ModelChoiceField[Bot]" = forms.ModelChoiceField(
        Bot.objects.none(), label=_("Bot"), empty_label=None
    )

    def __init__(self, *args: Any, tournament: Tournament, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bot"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = entrants(tournament, user)
