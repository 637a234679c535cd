"""The Elo ledger in the admin: read-only, with an action that recomputes it from the matches.

Only results of matches write to the ledger, and only a recomputation repairs it.
"""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.ratings.models import EloChange, Standing
from arena.ratings.recompute import recompute
from arena.web.read_only_admin import ReadOnlyAdmin

MAX_SHOWN = 20


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("bot", "ruleset", "points", "matches", "wins", "draws", "losses", "last_played")
    list_filter = ("ruleset",)
    list_select_related = ("bot__owner",)
    search_fields = ("bot__name", "bot__owner__username")
    actions = ("recompute",)

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("ratings.change_standing")

    @admin.display(description="Elo", ordering="elo")
    def points(self, standing: Standing) -> str:
        return f"{standing.elo / 100:.2f}"

    @admin.action(
        description=_("Recompute the ledger of all bots, and repair it"),
        permissions=["run"],
    )
    def recompute(self, request: HttpRequest, selected: QuerySet[Standing]) -> None:
        report = recompute(fix=True)
        for difference in report.differences[:MAX_SHOWN]:
            messages.warning(request, difference)
        if report.differences:
            text = ngettext(
                "%(count)d difference repaired.",
                "%(count)d differences repaired.",
                len(report.differences),
            ) % {"count": len(report.differences)}
        else:
            text = gettext("%(count)d matches recomputed: no differences.") % {
                "count": report.matches
            }
        messages.success(request, text)


@admin.register(EloChange)
class EloChangeAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id", "match_id", "bot", "before", "after", "expected", "scored", "games")
    list_select_related = ("bot__owner",)
    search_fields = ("=match__id", "bot__name", "bot__owner__username")
    show_full_result_count = False
    fields = ("match_id", "bot", *EloChange.FIGURES, "created")
