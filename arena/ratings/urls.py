from django.urls import path

from arena.ratings import views

app_name = "ratings"
BOT = "bots/<slug:username>/<slug:name>/"
urlpatterns = [
    path("", views.index, name="index"),
    path(BOT, views.against, name="against"),
    path(BOT + "<slug:other_username>/<slug:other_name>/", views.versions, name="versions"),
    path("<slug:ruleset>/", views.ranking, name="ranking"),
    path("<slug:ruleset>/ranking.csv", views.ranking_csv, name="ranking_csv"),
    path("<slug:ruleset>/ranking.json", views.ranking_json, name="ranking_json"),
    path("<slug:ruleset>/suspicious/", views.suspicious, name="suspicious"),
    path("<slug:ruleset>/head-to-head/", views.head_to_head, name="head_to_head"),
]
