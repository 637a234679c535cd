"""Addresses of the documentation."""

from django.urls import path

from arena.manual import views

app_name = "manual"
urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("<slug:slug>/", views.chapter, name="chapter"),
]
