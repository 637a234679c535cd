from django.urls import path

from arena.matches import frames, views

app_name = "matches"
urlpatterns = [
    path("", views.match_list, name="list"),
    path("<int:match_id>/", views.match, name="match"),
    path("<int:match_id>/record.json", views.record, name="record"),
    path("<int:match_id>/games/<int:game>/frames.json", frames.frames_view, name="frames"),
    path("<int:match_id>/logs/<int:side>.txt", views.log, {"kind": "txt"}, name="stderr"),
    path("<int:match_id>/logs/<int:side>.json", views.log, {"kind": "json"}, name="times"),
]
