from django.urls import include, path

from arena.bots import views

app_name = "bots"

version_patterns = [
    path("", views.version, name="version"),
    path("source/", views.source, name="source"),
    path("activate/", views.activate, name="activate"),
    path("retire/", views.retire, name="retire"),
]

urlpatterns = [
    path("", views.bot_list, name="list"),
    path("mine/", views.mine, name="mine"),
    path("mine/notices/<int:pk>/dismiss/", views.dismiss, name="dismiss"),
    path("new/", views.new, name="new"),
    path("<slug:username>/<slug:name>/", views.bot, name="bot"),
    path("<slug:username>/<slug:name>/upload/", views.new_version, name="new_version"),
    path("<slug:username>/<slug:name>/edit/", views.edit, name="edit"),
    path("<slug:username>/<slug:name>/v<int:number>/", include(version_patterns)),
]
