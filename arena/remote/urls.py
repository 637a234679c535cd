from django.urls import path

from arena.remote import views

app_name = "remote"
urlpatterns = [path("new/", views.new, name="new")]
