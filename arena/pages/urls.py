"""Addresses of the home page, the rules and the guides."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from arena.pages import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:ruleset>/", views.rules_of, name="rules_of"),
    path("rules/<slug:ruleset>/example.json", views.rules_example, name="example"),
    path("rules/<slug:ruleset>/first-steps/", views.first_steps, name="first_steps"),
    path("offline/", views.offline, name="offline"),
    # A service worker serves the addresses below its own, so it is at the top.
    path("offline.js", views.offline_script, name="offline_script"),
    # For clients that ask for it without reading a page.
    path("favicon.ico", RedirectView.as_view(url=static("pages/favicon.svg"))),
    path("cards.svg", views.card_sprite, name="cards"),
    path("fair-shuffles/", views.fair, name="fair"),
    path("write-a-bot/", views.write_a_bot, name="write_a_bot"),
]
