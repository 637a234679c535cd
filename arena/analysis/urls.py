"""Addresses of the pages of analyses."""

from django.urls import path

from arena.analysis import views

app_name = "analysis"
urlpatterns = [
    path("matches/<int:match_id>/games/<int:game>/analysis/", views.match, name="match"),
    path(
        "matches/<int:match_id>/games/<int:game>/position.json",
        views.match_position,
        name="match_position",
    ),
    path("tables/<slug:code>/analysis/", views.table, name="table"),
    path("tables/<slug:code>/position.json", views.table_position, name="table_position"),
]
