"""The filter of a ranking page."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Version
from arena.ratings.models import Standing


class RankingFilter(forms.Form):
    """Read from the query string; invalid fields are ignored."""

    q = forms.CharField(
        label=_("Bot"), required=False, max_length=80, widget=forms.TextInput(attrs={"size": 12})
    )
    owner = forms.CharField(
        label=_("Owner"), required=False, max_length=30, widget=forms.TextInput(attrs={"size": 10})
    )
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("any")), *Version.Language.choices]
    )
    show = forms.ChoiceField(
        label=_("Show"),
        required=False,
        choices=[("", _("active bots")), ("all", _("all bots")), ("rest", _("inactive bots"))],
    )

    def apply(self, standings: QuerySet[Standing]) -> QuerySet[Standing]:
        self.is_valid()
        chosen: dict[str, Any] = self.cleaned_data
        for word in chosen.get("q", "").replace("/", " ").split():
            standings = standings.filter(
                Q(bot__name__icontains=word) | Q(bot__owner__username__icontains=word)
            )
        if owner := chosen.get("owner", "").strip():
            standings = standings.filter(bot__owner__username__iexact=owner)
        if language := chosen.get("language"):
            standings = standings.filter(rated__language=language)
        if chosen.get("show") == "rest":
            return standings.filter(bot__active=None)
        return standings if chosen.get("show") else standings.exclude(bot__active=None)
