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
from arena.tournaments.models import MAX_CYCLES, MAX_PAIRS, Tournament
from engine import rulesets
from engine.options import Option
from engine.ruleset import BadOption
from referee.clock import Clock

# What an organiser may ask for; the referee itself would take more.
CLOCKS = {
    "start_ms": (1_000, 60_000, _("Start (ms)"), _("From launch to ready.")),
    "move_ms": (10, 10_000, _("Move (ms)"), _("Free in each turn.")),
    "bank_ms": (0, 600_000, _("Bank (ms)"), _("For slower turns, in each game anew.")),
}
OPTION = "option_"


class TournamentForm(forms.ModelForm):  # type: ignore[type-arg]
    """Creates or changes a tournament of `ruleset`; `settings` is what running.create takes."""

    class Meta:
        model = Tournament
        fields = ["name", "description", "pairs", "cycles", "rated"]
        widgets = {"description": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, ruleset: str, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        for name, most in (("pairs", MAX_PAIRS), ("cycles", MAX_CYCLES)):
            self.fields[name].widget.attrs |= {"min": 1, "max": most}
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
        return {
            **{name: data[name] for name in ("name", "description", "pairs", "cycles", "options")},
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
