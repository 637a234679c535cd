from django.apps import AppConfig


class QualificationConfig(AppConfig):
    name = "arena.qualification"

    def ready(self) -> None:
        from arena.bots.signals import version_submitted
        from arena.matches.settling import match_ended
        from arena.qualification import qualification

        version_submitted.connect(
            qualification.version_submitted, dispatch_uid="arena.qualification.version_submitted"
        )
        match_ended.connect(
            qualification.match_ended, dispatch_uid="arena.qualification.match_ended"
        )
