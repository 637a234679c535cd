from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "arena.tables"
