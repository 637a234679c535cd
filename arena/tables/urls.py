"""Addresses of the pages where people play."""

from django.urls import path

from arena.tables.pages import lobby, playing_now, replaying, returning, views

app_name = "tables"
urlpatterns = [
    path("play/", playing_now.play, name="play"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", playing_now.new, name="new"),
    path("tables/seek/", playing_now.seek, name="seek"),
    path("tables/mine/", lobby.mine, name="mine"),
    path("tables/mine/records.jsonl", lobby.records, name="records"),
    path("tables/return/", returning.return_page, name="return"),
    path("tables/return/link/", returning.make, name="return_link"),
    path("tables/return/redeem/", returning.redeem, name="redeem"),
    path("tables/turns.json", lobby.turns, name="turns"),
    path("tables/<slug:code>/", views.table, name="table"),
    path("tables/<slug:code>/invitation.svg", views.qr_code, name="qr_code"),
    path("tables/<slug:code>/replay/", replaying.replay, name="replay"),
    path("tables/<slug:code>/record/", replaying.record, name="record"),
    path("tables/<slug:code>/games/<int:game>/frames.json", replaying.frames, name="frames"),
    path("tables/<slug:code>/games/<int:game>/choices.json", replaying.choices, name="choices"),
    path("tables/<slug:code>/<slug:action>/", views.act, name="act"),
]
