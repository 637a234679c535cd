"""The shares of the ladder for the staff, to look at."""

from django.contrib import admin
from django.http import HttpRequest

from arena.ladder.models import Seat


@admin.register(Seat)
class Seats(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("bot", "games", "here")
    list_filter = ("bot__ruleset", "here")
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "bot__owner__username")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
