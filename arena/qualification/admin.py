"""The admin of versions."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import HEAVY, Version
from arena.qualification import qualification


@admin.register(Version)
class VersionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Versions never change. The staff can restart a qualification that has stalled."""

    list_display = ("__str__", "state", "size", "created")
    list_filter = ("state", "bot__ruleset")
    search_fields = ("bot__name", "bot__owner__username", "sha256")
    fields = readonly_fields = (
        "bot",
        "number",
        "state",
        "activates",
        "sha256",
        "size",
        "is_zip",
        "faults",
        "log",
        "created",
    )
    actions = ("restart_qualification",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        # Only the page of one version shows its log. No page shows the program.
        return Version.objects.select_related("bot__owner").defer(*HEAVY).order_by("-pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    @admin.action(description=_("Restart the qualification where it has stalled"))
    def restart_qualification(self, request: HttpRequest, versions: QuerySet[Version]) -> None:
        restarted = sum(qualification.restart(version) for version in versions)
        messages.info(request, gettext("Qualifications restarted: %s.") % restarted)
