from django.apps import AppConfig


class HousekeepingConfig(AppConfig):
    name = "arena.housekeeping"
