"""Tables for the staff: read-only, and without anything that a player may not know."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from arena.tables.models import Seat, Table
from arena.web.read_only_admin import ReadOnlyAdmin

# The staff play too. A window says who is asked in secret, and the numbers and times of what
# happens tell when somebody answers.
SECRET = frozenset(
    {"window", "window_at", "entries", "changes", "due", "step_token", "step_until", "log"}
)


class SeatInline(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "player", "version", "stand_in", "bank_ms", "seen", "away", "left")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return Seat.objects.named()


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "ruleset", "state", "reason", "rated", "step_failures", "created")
    list_filter = ("state", "rated", "ruleset", "settled")
    search_fields = ("=code", "=seats__player__user__username", "=seats__version__bot__name")
    show_full_result_count = False
    fields = (
        *(field.name for field in Table._meta.fields if field.name not in SECRET),
        "public_seed",
    )
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return Table.objects.select_related("host__user", "rematch_of")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return SECRET.isdisjoint(lookup.split("__")) and super().lookup_allowed(
            lookup, value, request
        )

    @admin.display(description=_("seed"))
    def public_seed(self, table: Table) -> str:
        return table.public_seed or "–"
