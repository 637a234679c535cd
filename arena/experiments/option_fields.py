"""The options of a game as form fields."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext

from engine import rulesets
from engine.errors import BadOption
from engine.options import Option

PREFIX = "option_"


def fields(ruleset: str) -> dict[str, forms.Field]:
    """A field for each option of the game, with the default as initial value."""
    options: Mapping[str, Option] = rulesets.RULESETS[ruleset].OPTIONS
    return {PREFIX + name: _field(name, option) for name, option in options.items()}


def cleaned(ruleset: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The options in cleaned form data that differ from the defaults. Raises ValidationError."""
    given = {
        name.removeprefix(PREFIX): value for name, value in data.items() if name.startswith(PREFIX)
    }
    try:
        return dict(rulesets.ruleset(ruleset, given).options)
    except BadOption as error:
        raise ValidationError(str(error)) from None


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
