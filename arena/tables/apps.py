from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "arena.tables"

    def ready(self) -> None:
        # Connects the receivers of `table_ended`.
        from arena.tables import people_results, places  # noqa: F401
