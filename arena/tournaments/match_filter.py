"""The filter by tournament in the lists of matches."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.replays.match_lists import RelatedFilter
from arena.tournaments.models import Tournament


def _field() -> "forms.ModelChoiceField[Tournament]":
    return forms.ModelChoiceField(
        Tournament.objects.exclude(state=Tournament.State.DRAFT),
        to_field_name="slug",
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid_choice": _("There is no tournament “%(value)s”.")},
    )


BY_TOURNAMENT = RelatedFilter(_field, "pairing__tournament")
