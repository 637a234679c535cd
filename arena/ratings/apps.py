from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "arena.ratings"

    def ready(self) -> None:
        from arena.matches.settling import match_ended
        from arena.ratings.elo_ledger import apply

        match_ended.connect(apply, dispatch_uid="arena.ratings.elo_ledger.apply")
