"""The ladder entries in the admin, read-only."""

from django.contrib import admin
from django.http import HttpRequest

from arena.ladder.models import LadderEntry


@admin.register(LadderEntry)
class LadderEntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("bot", "games", "active")
    list_filter = ("bot__ruleset", "active")
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "bot__owner__username")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
