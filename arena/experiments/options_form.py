"""A form for one game, with a field for each option of the game."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext

from arena.accounts.models import User
from engine import rulesets
from engine.errors import BadOption
from engine.options import Option

_PREFIX = "option_"


class OptionsForm(forms.Form):
    """A form of `user` for one game, with the game's options as its last fields.

    After validation `cleaned_data["options"]` holds the options that differ from the defaults.
    """

    def __init__(self, *args: Any, ruleset: str, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.user = user
        options: Mapping[str, Option] = rulesets.RULESETS[ruleset].OPTIONS
        self.fields.update({_PREFIX + name: _field(name, options[name]) for name in options})

    @property
    def main_fields(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith(_PREFIX)]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith(_PREFIX)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(_PREFIX): value
            for name, value in data.items()
            if name.startswith(_PREFIX)
        }
        try:
            data["options"] = dict(rulesets.ruleset(self.ruleset, given).options)
        except BadOption as error:
            raise ValidationError(str(error)) from None
        return data


def _field(name: str, option: Option) -> forms.Field:
    common: dict[str, Any] = {
        "label": capfirst(name.replace("_", " ")),
        "help_text": capfirst(gettext(option.help)) if option.help else "",
        "initial": option.default,
    }
    if isinstance(option.values, range):
        return forms.IntegerField(min_value=option.values[0], max_value=option.values[-1], **common)
    if isinstance(option.default, bool):
        return forms.BooleanField(required=False, **common)
    choices = [(str(value), str(value).replace("_", " ")) for value in option.values]
    return forms.ChoiceField(choices=choices, **common)
