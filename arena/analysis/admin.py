"""Analyses and games of the day for the staff: read-only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from arena.analysis.models import Analysis, GameOfTheDay
from arena.web.read_only_admin import ReadOnlyAdmin


@admin.register(Analysis)
class AnalysisAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "version", "state", "priority", "attempts", "created", "error")
    list_filter = ("state", "priority")
    exclude = ("result", "token")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Analysis]:
        return Analysis.objects.light()


@admin.register(GameOfTheDay)
class GameOfTheDayAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("ruleset", "day", "place", "match", "game", "swing", "chosen")
    list_filter = ("ruleset", "chosen")
