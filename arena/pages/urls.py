"""Home, the rules, and how to write a bot."""

from django.urls import path

from arena.pages import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:ruleset>/", views.rules_of, name="rules_of"),
    path("rules/<slug:ruleset>/example.json", views.rules_example, name="example"),
    path("offline/", views.offline, name="offline"),
    # At the top, since a service worker sees to the addresses beneath its own.
    path("offline.js", views.offline_script, name="offline_script"),
    path("cards.svg", views.card_sprite, name="cards"),
    path("write-a-bot/", views.write_a_bot, name="write_a_bot"),
]
