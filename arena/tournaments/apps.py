from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "arena.tournaments"

    def ready(self) -> None:
        from arena.matches.settling import match_ended
        from arena.replays.match_lists import RELATED_FILTERS
        from arena.tournaments.advancing import match_over
        from arena.tournaments.match_filter import BY_TOURNAMENT

        match_ended.connect(match_over, dispatch_uid="arena.tournaments.advancing.match_over")
        RELATED_FILTERS["tournament"] = BY_TOURNAMENT
