from django.apps import AppConfig


class QualificationConfig(AppConfig):
    name = "arena.qualification"
