from django.apps import AppConfig


class DumpsConfig(AppConfig):
    name = "arena.dumps"
