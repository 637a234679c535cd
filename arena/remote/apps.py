from django.apps import AppConfig


class RemoteConfig(AppConfig):
    name = "arena.remote"
