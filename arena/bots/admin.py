"""The admin of bots. That of versions is in arena/qualification/admin.py, which adds an action."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from arena.bots.models import Bot, PackageSet
from arena.web.read_only_admin import ReadOnlyAdmin


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The staff can edit a description. Bots are never deleted: others played their matches too."""

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


@admin.register(PackageSet)
class PackageSetAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Which builds the arena plays with. `goat server package_sets` changes them."""

    list_display = ("name", "python", "requirements", "digest", "changed")
