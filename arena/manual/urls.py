"""Addresses of the documentation."""

from django.urls import path

from arena.manual import views

app_name = "manual"
urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("protocol/schema.json", views.schema, name="schema"),
    path("<slug:slug>/", views.chapter, name="chapter"),
]
