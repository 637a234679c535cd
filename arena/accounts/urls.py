from django.contrib.auth.views import LogoutView
from django.urls import path

from arena.accounts import device_page, views

app_name = "accounts"
urlpatterns = [
    path("signup/", views.signup, name="signup"),
    path("login/", views.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("password/", views.ChangePassword.as_view(), name="password_change"),
    path("device/", device_page.device, name="device"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/delete/", views.delete_token, name="delete_token"),
    path("users/<slug:username>/", views.user, name="user"),
]
