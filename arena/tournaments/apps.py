from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "arena.tournaments"

    def ready(self) -> None:
        from arena.matches.settling import match_ended
        from arena.tournaments.advancing import match_over

        match_ended.connect(match_over, dispatch_uid="arena.tournaments.advancing.match_over")
