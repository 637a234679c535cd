"""Addresses of the puzzles."""

from django.urls import path

from arena.puzzles import views

app_name = "puzzles"
urlpatterns = [
    path("", views.index, name="index"),
    path("<int:puzzle_id>/", views.puzzle, name="puzzle"),
    path("daily/<slug:ruleset>/", views.daily, name="daily"),
    path("<slug:ruleset>/", views.any_of, name="any"),
]
