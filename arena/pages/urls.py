"""Home, the rules, and how to write a bot."""

from django.urls import path

from arena.pages import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:ruleset>/", views.rules_of, name="rules_of"),
    path("cards.svg", views.card_sprite, name="cards"),
    path("write-a-bot/", views.write_a_bot, name="write_a_bot"),
]
