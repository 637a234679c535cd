from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"

    def ready(self) -> None:
        from arena.bots import crashes, qualification
        from arena.matches.settling import match_ended

        match_ended.connect(qualification.conclude, dispatch_uid="arena.bots.qualification")
        match_ended.connect(crashes.watch, dispatch_uid="arena.bots.crashes")
