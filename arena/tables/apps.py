from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "arena.tables"

    def ready(self) -> None:
        # Connects the receivers of `table_ended` and `players_merged`.
        from arena.tables.seats import moving, people_results, places, reporting  # noqa: F401
        from arena.tables.worker import hinting, remote_seats  # noqa: F401
