from django.urls import path

from arena.people import views

app_name = "people"
urlpatterns = [
    path("", views.index, name="index"),
    path("<path:pool>/suspicious/", views.suspicious, name="suspicious"),
    path("<path:pool>/", views.ranking, name="ranking"),
]
