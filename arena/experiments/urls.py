from django.urls import path

from arena.experiments import views

app_name = "experiments"
urlpatterns = [
    path("", views.experiment_list, name="list"),
    path("<int:pk>/", views.experiment, name="experiment"),
    path("<int:pk>/cancel/", views.cancel, name="cancel"),
    path("new/<slug:ruleset>/", views.new, name="new"),
    path("challenge/<slug:username>/<slug:name>/", views.challenge, name="challenge"),
]
