"""Matches and their attempts for the staff: read-only, with two actions."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arena.matches import lifecycle
from arena.matches.models import Attempt, Match
from arena.web.read_only_admin import ReadOnlyAdmin


class AttemptInline(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]
    model = Attempt
    fields = ("number", "worker", "started", "lease_until", "ended", "outcome", "error")
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("__str__", "ruleset", "queue", "state", "score", "settled", "created")
    list_filter = ("state", "queue", "rated", "settled", "ruleset")
    search_fields = ("=id", "version0__bot__name", "version1__bot__name", "reason")
    show_full_result_count = False
    fields = (*(field.name for field in Match._meta.fields), "public_seed")
    inlines = (AttemptInline,)
    actions = ("requeue", "cancel")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return Match.objects.named()

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("matches.change_match")

    @admin.display(description=_("score"))
    def score(self, match: Match) -> str:
        return f"{match.score0:g} – {match.score1:g}" if match.score0 is not None else "–"

    @admin.display(description=_("seed"))
    def public_seed(self, match: Match) -> str:
        return match.public_seed or gettext("secret until the match has ended")

    @admin.action(description=_("Queue void matches again"), permissions=["run"])
    def requeue(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        done = sum(lifecycle.requeue(pk) for pk in matches.values_list("pk", flat=True))
        text = ngettext(
            "%d match is in the queue again.", "%d matches are in the queue again.", done
        )
        self._tell(request, text % done, done)

    @admin.action(description=_("Cancel matches that have not ended"), permissions=["run"])
    def cancel(self, request: HttpRequest, matches: QuerySet[Match]) -> None:
        reason = gettext("by %s") % request.user.get_username()
        done = sum(lifecycle.cancel(pk, reason) for pk in matches.values_list("pk", flat=True))
        text = ngettext("%d match is cancelled.", "%d matches are cancelled.", done)
        self._tell(request, text % done, done)

    def _tell(self, request: HttpRequest, text: str, done: int) -> None:
        self.message_user(request, text, messages.SUCCESS if done else messages.WARNING)
