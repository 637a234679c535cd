"""The admin of experiments, read-only. An experiment is cancelled on its own page."""

from django.contrib import admin

from arena.experiments.models import Experiment
from arena.web.read_only_admin import ReadOnlyAdmin


@admin.register(Experiment)
class ExperimentAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "kind", "version_a", "version_b", "user", "state", "ratio", "created")
    list_filter = ("kind", "state", "ruleset")
    list_select_related = ("user", "version_a__bot__owner", "version_b__bot__owner")
