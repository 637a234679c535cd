"""The ladder entries in the admin, read-only."""

from django.contrib import admin

from arena.ladder.models import LadderEntry
from arena.web.read_only_admin import ReadOnlyAdmin


@admin.register(LadderEntry)
class LadderEntryAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("bot", "games", "active")
    list_filter = ("bot__ruleset", "active")
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "bot__owner__username")
