from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.models import HEAVY, Bot, Version
from arena.qualification import qualification


@admin.register(Bot)
class Bots(admin.ModelAdmin):  # type: ignore[type-arg]
    """Bots can be described and taken out of play, not deleted: their matches are others' too."""

    list_display = ("__str__", "ruleset", "active_number", "created")
    list_filter = ("ruleset",)
    search_fields = ("name", "owner__username")
    fields = ("owner", "ruleset", "name", "description", "active_number", "created")
    readonly_fields = ("owner", "ruleset", "name", "active_number", "created")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bot]:
        return Bot.objects.listed().order_by("owner__username", "name")

    @admin.display(description=_("active version"))
    def active_number(self, bot: Bot) -> str:
        return f"v{bot.active.number}" if bot.active else "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Bot | None = None) -> bool:
        return False


@admin.register(Version)
class Versions(admin.ModelAdmin):  # type: ignore[type-arg]
    """Versions never change; the staff may have a check that stalled played again."""

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
    actions = ("check_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        # Only the page of one version shows its log; none shows the program.
        return Version.objects.select_related("bot__owner").defer(*HEAVY).order_by("-pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        return False

    @admin.action(description=_("Check again where the check has stalled"))
    def check_again(self, request: HttpRequest, versions: QuerySet[Version]) -> None:
        begun = sum(qualification.ask_again(version) for version in versions)
        messages.info(request, gettext("%s checks have begun.") % begun)
