"""Addresses of what authors download."""

from django.urls import path

from arena.tools import views

app_name = "tools"
urlpatterns = [
    path("", views.index, name="index"),
    path("kits/<str:name>", views.kit, name="kit"),
    path("wheels/", views.libraries, name="libraries"),
    path("wheels/<str:name>", views.library, name="library"),
    path("<str:name>", views.wheel_file, name="wheel"),
    path("<str:digest>/<str:name>", views.wheel_file, name="wheel_forever"),
]
