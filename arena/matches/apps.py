from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "arena.matches"

    def ready(self) -> None:
        from arena.matches import remote_bots
        from arena.matches.settling import match_ended
        from arena.remote.signals import bot_online

        bot_online.connect(remote_bots.bot_online, dispatch_uid="arena.matches.bot_online")
        match_ended.connect(remote_bots.match_ended, dispatch_uid="arena.matches.remote_bots")
