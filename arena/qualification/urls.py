"""Addresses below ``/bots/``, beside those of arena.bots."""

from django.urls import path

from arena.qualification import views

app_name = "qualification"
urlpatterns = [
    path("<slug:username>/<slug:name>/v<int:number>/check/", views.restart, name="restart"),
]
