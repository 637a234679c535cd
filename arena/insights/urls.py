"""Addresses of the statistics."""

from django.urls import path

from arena.insights import views

app_name = "insights"
urlpatterns = [
    path("", views.index, name="index"),
    path("of/<slug:username>/<slug:name>/", views.of_bot, name="of_bot"),
    path("<slug:ruleset>/", views.of_game, name="of_game"),
    path("<slug:ruleset>/<slug:variant>/", views.of_game, name="of_variant"),
]
