"""What is wrong with a value, in our words: those of Django and REST framework are for programmers.

Forms and the API take them from the libraries' classes, so they are replaced there, once.
"""

from django.core import validators
from django.utils.translation import gettext_lazy as _
from rest_framework import fields

AT_MOST = _("Write a number of at most %(limit_value)s.")
AT_LEAST = _("Write a number of at least %(limit_value)s.")


def use_own_words() -> None:
    """Call it before the first field is made."""
    validators.MaxValueValidator.message = AT_MOST
    validators.MinValueValidator.message = AT_LEAST
    numbers = {
        "max_value": _("Write a number of at most {max_value}."),
        "min_value": _("Write a number of at least {min_value}."),
    }
    fields.IntegerField.default_error_messages |= numbers | {"invalid": _("Write a whole number.")}
    fields.FloatField.default_error_messages |= numbers | {"invalid": _("Write a number.")}
    fields.CharField.default_error_messages |= {
        "invalid": _("Write a text."),
        "blank": _("Write something here."),
        "max_length": _("Write at most {max_length} characters."),
        "min_length": _("Write at least {min_length} characters."),
    }
    fields.BooleanField.default_error_messages |= {"invalid": _("Write true or false.")}
    fields.ChoiceField.default_error_messages |= {
        "invalid_choice": _("“{input}” is not one of the choices, which /api/v1/schema/ lists.")
    }
