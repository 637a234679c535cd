"""Steps of the tests of promotion gates."""

from typing import Any

from arena.bots.models import Bot, Version
from arena.experiments.models import Experiment
from arena.qualification import qualification
from tests.arena.ending import end, settle
from tests.arena.playing import played


def qualify(make_version: Any, old: Any, rule: str, **fields: Any) -> Any:
    """A new version of the bot of `old` that has just qualified."""
    from arena.matches import lifecycle

    Bot.objects.filter(pk=old.bot_id).update(promotion=rule)
    bot = Bot.objects.get(pk=old.bot_id)
    version = make_version(bot, state="checking", active=False, **fields)
    match = qualification.start(version)
    attempt = lifecycle.claim(match.pk, "test")
    assert attempt is not None
    lifecycle.submit_result(attempt.token, played(match))
    settle(match)
    version.refresh_from_db()
    assert version.state == Version.State.QUALIFIED
    return version


def plays(version: Any) -> bool:
    return bool(Bot.objects.get(pk=version.bot_id).active_id == version.pk)


def play_gate(score: float) -> Experiment:
    """Plays the gate to its end. The new version gets the share `score` of each match's points."""
    for _ in range(100):
        experiment = Experiment.objects.latest("pk")
        if experiment.state != Experiment.State.RUNNING:
            return experiment
        row = experiment.matches.filter(match__state="queued").order_by("number")[0]
        games = row.match.games
        settle(end(row.match, round(games * score), games - round(games * score)))
    raise AssertionError("the gate does not end")
