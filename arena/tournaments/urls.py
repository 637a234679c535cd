from django.urls import path

from arena.tournaments import actions, views

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.tournament, name="tournament"),
    path("<slug:slug>/rounds/", views.rounds, name="rounds"),
    path("<slug:slug>/entries/", views.entries, name="entries"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/enter/", actions.enter, name="enter"),
    path("<slug:slug>/withdraw/", actions.withdraw, name="withdraw"),
    path("<slug:slug>/open/", actions.open_, name="open"),
    path("<slug:slug>/start/", actions.start, name="start"),
    path("<slug:slug>/cancel/", actions.cancel, name="cancel"),
    path("<slug:slug>/pause/", actions.pause, name="pause"),
    path("<slug:slug>/resume/", actions.resume, name="resume"),
    path("<slug:slug>/disqualify/", actions.disqualify, name="disqualify"),
    path("<slug:slug>/replay/", actions.replay, name="replay"),
    path("<slug:slug>/seed/", actions.seed, name="seed"),
    path("<slug:slug>/preview/", views.preview_page, name="preview"),
    path("<slug:slug>/history/", views.history, name="history"),
    path("<slug:slug>/crosstable.csv", views.crosstable_csv, name="crosstable_csv"),
    path("<slug:slug>/crosstable.json", views.crosstable_json, name="crosstable_json"),
]
