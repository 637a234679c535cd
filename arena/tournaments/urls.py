from django.urls import path

from arena.tournaments import views

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.tournament, name="tournament"),
    path("<slug:slug>/rounds/", views.rounds, name="rounds"),
    path("<slug:slug>/entries/", views.entries, name="entries"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/enter/", views.enter, name="enter"),
    path("<slug:slug>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:slug>/open/", views.open_, name="open"),
    path("<slug:slug>/start/", views.start, name="start"),
    path("<slug:slug>/cancel/", views.cancel, name="cancel"),
    path("<slug:slug>/crosstable.csv", views.crosstable_csv, name="crosstable_csv"),
    path("<slug:slug>/crosstable.json", views.crosstable_json, name="crosstable_json"),
]
