"""Every address of the site; each app lists its own pages."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from arena.accounts.views import admin_log_in
from arena.api import reference
from arena.web.errors import not_found

urlpatterns = [
    path("", include("arena.pages.urls")),
    # Before those of tables, whose last address takes any word.
    path("", include("arena.analysis.urls")),
    path("", include("arena.tables.urls")),
    path("docs/api/reference/", reference.index, name="reference"),
    path("docs/api/reference/<slug:tag>/", reference.group, name="reference_group"),
    path("docs/", include("arena.manual.urls")),
    path("tools/", include("arena.tools.urls")),
    path("accounts/", include("arena.accounts.urls")),
    path("accounts/webhooks/", include("arena.webhooks.urls")),
    path("bots/", include("arena.bots.urls")),
    path("bots/", include("arena.qualification.urls")),
    path("remote/", include("arena.remote.urls")),
    path("matches/", include("arena.replays.urls")),
    path("tournaments/", include("arena.tournaments.urls")),
    path("experiments/", include("arena.experiments.urls")),
    path("rankings/", include("arena.ratings.urls")),
    path("people/", include("arena.people.urls")),
    path("puzzles/", include("arena.puzzles.urls")),
    path("statistics/", include("arena.insights.urls")),
    path("data/", include("arena.dumps.urls")),
    path("api/v1/", include("arena.api.urls")),
    re_path("^api/", not_found),
    # The admin's log-in has the brake of arena/accounts/passwords.py, as every log-in does.
    path("admin/login/", admin_log_in),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password_change")),
    path("admin/", admin.site.urls),
]

handler400 = "arena.web.error_views.bad_request"
handler403 = "arena.web.error_views.permission_denied"
handler404 = "arena.web.error_views.page_not_found"
handler500 = "arena.web.unavailable.server_error"
