from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "arena.embedded"
