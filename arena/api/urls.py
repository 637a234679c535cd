"""The addresses of the API. Each app lists its own in its api.py."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from arena.web.errors import not_found

app_name = "api"
urlpatterns = [
    path("", include("arena.bots.api")),
    path("", include("arena.qualification.api")),
    path("", include("arena.replays.api")),
    path("", include("arena.ratings.api")),
    path("", include("arena.tournaments.api")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    re_path("^(?P<rest>.*)$", not_found),
]
