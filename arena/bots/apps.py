from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"

    def ready(self) -> None:
        from arena.bots import qualification
        from arena.matches.settling import match_ended

        match_ended.connect(qualification.conclude, dispatch_uid="arena.bots.qualification")
