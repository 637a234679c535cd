"""The addresses of the API. Each app lists its own in its api.py."""

from django.urls import include, path, re_path

from arena.web.errors import not_found
from arena.web.schema import schema_view

app_name = "api"
urlpatterns = [
    path("", include("arena.accounts.api")),
    path("", include("arena.bots.api")),
    path("", include("arena.remote.api")),
    path("", include("arena.bots.notification_api")),
    path("", include("arena.qualification.api")),
    path("", include("arena.replays.api")),
    path("", include("arena.ratings.api")),
    path("", include("arena.dumps.api")),
    path("", include("arena.webhooks.api")),
    path("", include("arena.experiments.api")),
    path("", include("arena.experiments.experiment_api")),
    path("", include("arena.tournaments.api")),
    path("", include("arena.people.api")),
    path("", include("arena.analysis.api")),
    path("", include("arena.tables.api")),
    path("", include("arena.insights.api")),
    path("", include("arena.puzzles.api")),
    path("", include("arena.pages.api")),
    path("schema/", schema_view, name="schema"),
    re_path("^(?P<rest>.*)$", not_found),
]
