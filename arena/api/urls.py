"""The addresses of the API. Each app lists its own in its api.py."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from arena.web.errors import not_found
from arena.web.schema import VERSION, OnceGenerator

app_name = "api"
# With a version of its own it does not take one from the address.
schema = SpectacularAPIView.as_view(generator_class=OnceGenerator, api_version=VERSION)
urlpatterns = [
    path("", include("arena.bots.api")),
    path("", include("arena.qualification.api")),
    path("", include("arena.replays.api")),
    path("", include("arena.ratings.api")),
    path("", include("arena.tournaments.api")),
    path("", include("arena.people.api")),
    path("", include("arena.tables.api")),
    path("schema/", schema, name="schema"),
    re_path("^(?P<rest>.*)$", not_found),
]
