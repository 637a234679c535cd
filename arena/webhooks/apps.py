from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "arena.webhooks"

    def ready(self) -> None:
        from arena.matches.settling import match_ended
        from arena.tournaments.signals import tournament_finished
        from arena.webhooks import events

        match_ended.connect(events.match_ended, dispatch_uid="arena.webhooks.match_ended")
        tournament_finished.connect(
            events.tournament_finished, dispatch_uid="arena.webhooks.tournament_finished"
        )
