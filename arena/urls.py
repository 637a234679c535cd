"""Every address of the site; each app lists its own pages."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("arena.pages.urls")),
    path("accounts/", include("arena.accounts.urls")),
    path("bots/", include("arena.bots.urls")),
    path("bots/", include("arena.qualification.urls")),
    path("matches/", include("arena.replays.urls")),
    path("tournaments/", include("arena.tournaments.urls")),
    path("experiments/", include("arena.experiments.urls")),
    path("rankings/", include("arena.ratings.urls")),
    path("api/", include("arena.api.urls")),
    path("admin/", admin.site.urls),
]
