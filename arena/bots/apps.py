from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"

    def ready(self) -> None:
        from arena.bots.languages import warn_of_unknown

        warn_of_unknown()
