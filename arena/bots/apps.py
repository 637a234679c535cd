from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "arena.bots"

    def ready(self) -> None:
        from arena.bots import crashes
        from arena.matches.settling import match_ended
        from arena.qualification import qualification

        match_ended.connect(
            qualification.conclude, dispatch_uid="arena.qualification.qualification"
        )
        match_ended.connect(crashes.watch, dispatch_uid="arena.bots.crashes")
