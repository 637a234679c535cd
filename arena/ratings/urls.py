from django.urls import path

from arena.ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:ruleset>/", views.ranking, name="ranking"),
]
