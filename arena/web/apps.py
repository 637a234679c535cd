from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "arena.web"

    def ready(self) -> None:
        from arena.web.words import use_own_words

        use_own_words()
