"""Lists of matches: what a page may show, filtered, and cut into pages."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import VERSION_NAME, Bot, Version
from arena.games import labels
from arena.matches.models import Match, MatchQuerySet
from arena.tournaments.models import Tournament
from engine.rulesets import RULESETS, VARIANTS

PAGES_AHEAD = 200


class Filter(forms.Form):
    """The filter of the list of matches, read from the address of the page."""

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
    tournament = forms.SlugField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found_tournament: Tournament | None = None
        names = [(name, labels.name(name)) for name in (*RULESETS, *VARIANTS)]
        self.fields["game"].choices = [("", _("any")), *names]  # type: ignore[attr-defined]

    def clean_bot(self) -> list[int] | None:
        """The versions of the bots that are meant."""
        return _named(self.cleaned_data["bot"])

    def clean_against(self) -> list[int] | None:
        return _named(self.cleaned_data["against"])

    def clean_tournament(self) -> str:
        slug: str = self.cleaned_data["tournament"]
        if slug:
            begun = Tournament.objects.exclude(state=Tournament.State.DRAFT)
            self.found_tournament = begun.filter(slug=slug).first()
            if self.found_tournament is None:
                raise forms.ValidationError(gettext("There is no tournament “%s”.") % slug)
        return slug

    def apply(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Those of the matches that are meant; none when the filter has an error."""
        if not self.is_valid():
            return matches.none()
        chosen = self.cleaned_data
        if chosen["game"]:
            matches = matches.filter(ruleset=chosen["game"])
        if chosen["state"]:
            matches = matches.filter(state=chosen["state"])
        if chosen["bot"] is not None:
            matches = matches.filter(_of_versions(chosen["bot"]))
        if chosen["against"] is not None:
            matches = matches.filter(_of_versions(chosen["against"]))
        if self.found_tournament is not None:
            matches = matches.filter(pairing__tournament=self.found_tournament)
        return matches


class LongPaginator(Paginator):  # type: ignore[type-arg]
    """Pages of a list that may hold millions: it never counts far beyond the page it shows."""

    def __init__(self, matches: QuerySet[Match], number: int) -> None:
        super().__init__(matches, settings.PAGE_ROWS)
        self._matches = matches
        self._number = number

    @cached_property
    def count(self) -> int:
        return self._matches.order_by()[: (self._number + PAGES_AHEAD) * self.per_page].count()


def page(matches: QuerySet[Match], number: str | None) -> Page[Match]:
    """Page `number` as an address gives it, of matches newest first."""
    wanted = int(number) if number and number.isdecimal() and len(number) < 8 else 1
    return LongPaginator(matches.order_by("-pk"), wanted).get_page(wanted)


@dataclass(frozen=True)
class Counts:
    """A bot's matches against others, in numbers."""

    finished: int
    won: int
    drawn: int
    lost: int
    waiting: int


def recent_of(bot: Bot, limit: int = 10) -> list[Match]:
    """The bot's last matches against others, newest first, ready to be shown."""
    return list(_public_of(bot).named().order_by("-pk")[:limit])


def counts_of(bot: Bot) -> Counts:
    ids = _versions_of(bot)
    finished = Q(state=Match.State.FINISHED)
    ahead0 = Q(score0__gt=F("score1"))
    ahead1 = Q(score1__gt=F("score0"))
    mine0, mine1 = Q(version0__in=ids), Q(version1__in=ids)
    numbers = _public_of(bot).aggregate(
        finished=Count("pk", filter=finished),
        won=Count("pk", filter=finished & (mine0 & ahead0 | mine1 & ahead1)),
        drawn=Count("pk", filter=finished & Q(score0=F("score1"))),
        waiting=Count("pk", filter=Q(state__in=(Match.State.QUEUED, Match.State.RUNNING))),
    )
    lost = numbers["finished"] - numbers["won"] - numbers["drawn"]
    return Counts(lost=lost, **numbers)


def _public_of(bot: Bot) -> MatchQuerySet:
    return Match.objects.exclude(queue=Match.Queue.CHECK).filter(_of_versions(_versions_of(bot)))


def _named(words: str) -> list[int] | None:
    """The versions meant by ``owner/name``, ``name`` or ``owner/name/v3``; None for no words.

    Raises ValidationError when there is none.
    """
    words = words.strip()
    if not words:
        return None
    named, _slash, last = words.rpartition("/")
    number = last[1:] if VERSION_NAME.fullmatch(last) and len(last) < 10 else ""
    owner, slash, name = (named if number else words).rpartition("/")
    versions = Version.objects.filter(bot__name=name)
    if number:
        versions = versions.filter(number=int(number))
    if slash:
        versions = versions.filter(bot__owner__username=owner)
    found = list(versions.values_list("pk", flat=True))
    if not found:
        raise forms.ValidationError(
            gettext("There is no bot “%s”. Write owner/name, as the lists do.") % words
        )
    return found


def _versions_of(bot: Bot) -> list[int]:
    return list(bot.versions.values_list("pk", flat=True))


def _of_versions(ids: list[int]) -> Q:
    # Numbers and no subqueries, so that the database can use both indexes.
    return Q(version0__in=ids) | Q(version1__in=ids)
