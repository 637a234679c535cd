from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "arena.people"

    def ready(self) -> None:
        # Connects the receiver of log-ins.
        from arena.people import merging  # noqa: F401
