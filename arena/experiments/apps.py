from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "arena.experiments"

    def ready(self) -> None:
        from arena.experiments.sequential_test import match_ended as advance
        from arena.matches.settling import match_ended

        match_ended.connect(advance, dispatch_uid="arena.experiments.sequential_test.match_ended")
