"""The admin of experiments, read-only. An experiment is cancelled on its own page."""

from django.contrib import admin
from django.http import HttpRequest

from arena.experiments.models import Experiment


@admin.register(Experiment)
class Experiments(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "kind", "version_a", "version_b", "user", "state", "ratio", "created")
    list_filter = ("kind", "state", "ruleset")
    list_select_related = ("user", "version_a__bot__owner", "version_b__bot__owner")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
