"""Lists of matches: filtered, and cut into pages."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Version
from arena.games import labels
from arena.matches.models import Match
from arena.replays.bot_matches import with_versions
from engine.rulesets import RULESETS, VARIANTS
from referee.programs.bot_name import VERSION_NAME

PAGES_AHEAD = 200


@dataclass(frozen=True)
class RelatedFilter:
    """A filter by a row of another app. `field` makes the form field whose value is that row;
    `lookup` leads from a match to the row."""

    field: "Callable[[], forms.ModelChoiceField[Any]]"
    lookup: str


# By the parameter's name. Apps above this one add theirs in AppConfig.ready().
RELATED_FILTERS: dict[str, RelatedFilter] = {}


class Filter(forms.Form):
    """The filter of a list of matches, read from the page's address."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    state = forms.ChoiceField(
        label=_("State"), required=False, choices=[("", _("any")), *Match.State.choices]
    )
    bot = forms.CharField(
        label=_("Bot"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": _("owner/name"), "size": 18}),
    )
    against = forms.CharField(
        label=_("Against"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"placeholder": _("owner/name"), "size": 18}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(name, labels.name(name)) for name in (*RULESETS, *VARIANTS)]
        self.fields["game"].choices = [("", _("any")), *names]  # type: ignore[attr-defined]
        for name, related in RELATED_FILTERS.items():
            self.fields[name] = related.field()

    def clean_bot(self) -> list[int] | None:
        """The ids of the matching versions."""
        return _versions_named(self.cleaned_data["bot"])

    def clean_against(self) -> list[int] | None:
        return _versions_named(self.cleaned_data["against"])

    def apply(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """The matches that pass the filter; none when the filter has an error."""
        if not self.is_valid():
            return matches.none()
        chosen = self.cleaned_data
        if chosen["game"]:
            matches = matches.filter(ruleset=chosen["game"])
        if chosen["state"]:
            matches = matches.filter(state=chosen["state"])
        if chosen["bot"] is not None:
            matches = matches.filter(with_versions(chosen["bot"]))
        if chosen["against"] is not None:
            matches = matches.filter(with_versions(chosen["against"]))
        for name, related in RELATED_FILTERS.items():
            if chosen[name] is not None:
                matches = matches.filter(**{related.lookup: chosen[name]})
        return matches


class LongPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of a list that may hold millions of rows: it counts only a little beyond the page
    that it shows."""

    def __init__(self, matches: QuerySet[Match], number: int) -> None:
        super().__init__(matches, settings.PAGE_ROWS)
        self._matches = matches
        self._number = number

    @cached_property
    def count(self) -> int:
        return self._matches.order_by()[: (self._number + PAGES_AHEAD) * self.per_page].count()


def page(matches: QuerySet[Match], number: str | None) -> Page[Match]:
    """Page `number`, as an address gives it, of the matches, newest first."""
    wanted = int(number) if number and number.isdecimal() and len(number) < 8 else 1
    return LongPaginator(matches.order_by("-pk"), wanted).get_page(wanted)


def _versions_named(text: str) -> list[int] | None:
    """The ids of the versions named ``owner/name``, ``name`` or ``owner/name/v3``.

    None for an empty text. Raises ValidationError when no version has this name.
    """
    text = text.strip()
    if not text:
        return None
    before, _slash, last = text.rpartition("/")
    number = last[1:] if VERSION_NAME.fullmatch(last) and len(last) < 10 else ""
    owner, slash, name = (before if number else text).rpartition("/")
    versions = Version.objects.filter(bot__name=name)
    if number:
        versions = versions.filter(number=int(number))
    if slash:
        versions = versions.filter(bot__owner__username=owner)
    found = list(versions.values_list("pk", flat=True))
    if not found:
        raise forms.ValidationError(
            gettext("There is no bot “%s”. Write owner/name, as the lists do.") % text
        )
    return found
