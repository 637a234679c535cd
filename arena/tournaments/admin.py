"""Tournaments for the staff, read-only: they are run on their own pages, under lock."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import HEAVY
from arena.tournaments.models import Entry, Tournament
from arena.web.read_only_admin import ReadOnlyAdmin


class EntryInline(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]
    model = Entry
    fields = ("number", "bot", "version", "entered")
    readonly_fields = ("entered",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries = Entry.objects.select_related("bot__owner", "version__bot__owner", "tournament")
        return entries.defer(*(f"version__{field}" for field in HEAVY))


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "ruleset", "state", "organiser", "rated", "created", "started")
    list_filter = ("state", "ruleset", "rated")
    list_select_related = ("organiser",)
    search_fields = ("name", "slug", "organiser__username")
    readonly_fields = ("public_draw_seed", "draw_commitment")
    inlines = (EntryInline,)

    @admin.display(description=_("draw seed"))
    def public_draw_seed(self, tournament: Tournament) -> str:
        return tournament.public_draw_seed or gettext("secret until the start")

    @admin.display(description=_("SHA-256 of the draw seed"))
    def draw_commitment(self, tournament: Tournament) -> str:
        return tournament.draw_commitment or "–"
