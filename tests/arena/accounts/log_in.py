"""Logging in as a browser does."""

from django.urls import reverse

from tests.arena.conftest import PASSWORD

LOGIN = reverse("accounts:login")


def log_in(client, password=PASSWORD, username="alice", **extra):
    return client.post(LOGIN, {"username": username, "password": password, **extra})
