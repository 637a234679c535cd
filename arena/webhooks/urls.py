"""Addresses of the pages of webhooks."""

from django.urls import path

from arena.webhooks import views

app_name = "webhooks"
urlpatterns = [
    path("", views.index, name="index"),
    path("<int:pk>/", views.webhook, name="webhook"),
    path("<int:pk>/delete/", views.delete, name="delete"),
    path("<int:pk>/activate/", views.switch_on, name="switch_on"),
    path("<int:pk>/test/", views.test, name="test"),
]
