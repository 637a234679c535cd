from django.apps import AppConfig


class ExperimentsConfig(AppConfig):
    name = "arena.experiments"

    def ready(self) -> None:
        from arena.bots import signals
        from arena.experiments import promotion_gate, rollback, sequential_test
        from arena.matches.settling import match_ended
        from arena.qualification.signals import promotion_requested

        for name, signal, receiver in (
            ("sequential_test", match_ended, sequential_test.match_ended),
            ("rollback", match_ended, rollback.match_ended),
            ("promotion_requested", promotion_requested, promotion_gate.promotion_requested),
            ("version_activated", signals.version_activated, promotion_gate.version_activated),
            ("version_retired", signals.version_retired, promotion_gate.version_retired),
        ):
            signal.connect(receiver, dispatch_uid=f"arena.experiments.{name}")
