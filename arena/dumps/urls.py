"""Addresses of the dumps."""

from django.urls import path

from arena.dumps import views

app_name = "dumps"
urlpatterns = [
    path("", views.index, name="index"),
    path("<str:name>", views.download, name="download"),
]
