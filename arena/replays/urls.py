from django.urls import path

from arena.replays import replay_json, streaming, views

app_name = "matches"
urlpatterns = [
    path("", views.match_list, name="list"),
    path("<int:match_id>/", views.match, name="match"),
    path("<int:match_id>/record.json", views.record, name="record"),
    path("<int:match_id>/live", streaming.live_view, name="live"),
    path("<int:match_id>/embed", views.embed, name="embed"),
    path("<int:match_id>/games.json", replay_json.results_view, name="results"),
    path("<int:match_id>/games/<int:game>/", views.moves, name="moves"),
    path("<int:match_id>/games/<int:game>/frames.json", replay_json.frames_view, name="frames"),
    path("<int:match_id>/games/<int:game>/choices.json", replay_json.choices_view, name="choices"),
    path("<int:match_id>/logs/<int:side>.txt", views.log, {"kind": "txt"}, name="stderr"),
    path("<int:match_id>/logs/<int:side>.json", views.log, {"kind": "json"}, name="times"),
]
