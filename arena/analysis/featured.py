"""The games of the day: of each game one a day, chosen from the public matches of the day before.

Where the score swung most, by a cheap table of chances, is the short list; those games are analysed
when nothing else waits, and the one whose analysed curve swings most is chosen. An arena without
any game of the day takes one from its first matches.
"""

import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from arena.analysis import requesting
from arena.analysis.child import Child, JobFailed
from arena.analysis.errors import AnalysisError
from arena.analysis.models import Analysis, GameOfTheDay
from arena.analysis.subjects import Subject
from arena.bots.models import HEAVY
from arena.matches import records
from arena.matches.models import Match
from engine.rulesets import RULESETS
from strategy.evaluators import ANALYSTS, CHANCES
from strategy.score_curve import swing

SHORT_LIST = 6
MATCHES = 40  # of a day, at most: the last ones
FIRST_MATCHES = 4  # a new arena needs this many for its first game of the day
PATIENCE = timedelta(hours=6)  # then the choice is among those that have been analysed
SHOWN_DAYS = 7
LOOK_SECONDS = 0.25

log = logging.getLogger(__name__)

# Days without a game that could be chosen, as this process has found out, with their last match.
_fruitless: set[tuple[str, date, int]] = set()


def sweep(stop: Callable[[], bool] = lambda: False) -> None:
    """Takes the next step for each game. `stop`: whether the process ends."""
    for ruleset in RULESETS:
        if ruleset in CHANCES and ruleset in ANALYSTS and not stop():
            _advance(ruleset, stop)


def chosen(ruleset: str | None = None) -> QuerySet[GameOfTheDay]:
    """The games of the day, newest first; of one ruleset if it is given."""
    games = GameOfTheDay.objects.filter(chosen=True)
    if ruleset is not None:
        games = games.filter(ruleset=ruleset)
    versions = [f"match__version{side}" for side in (0, 1)]
    heavy = [f"{version}__{field}" for version in versions for field in HEAVY]
    named = games.select_related(*(f"{version}__bot__owner" for version in versions))
    return named.defer("match__seed", *heavy)


def latest() -> list[GameOfTheDay]:
    """The latest game of the day of each ruleset, if it is not too old."""
    since = timezone.now().date() - timedelta(days=SHOWN_DAYS)
    found: dict[str, GameOfTheDay] = {}
    for one in chosen().filter(day__gte=since):
        found.setdefault(one.ruleset, one)
    return [found[name] for name in RULESETS if name in found]


def _advance(ruleset: str, stop: Callable[[], bool]) -> None:
    day = timezone.now().date() - timedelta(days=1)
    listed = GameOfTheDay.objects.filter(ruleset=ruleset)
    if not listed.filter(day__lte=day).exists() and not _matches(ruleset, day):
        day += timedelta(days=1)
        if len(_matches(ruleset, day)) < FIRST_MATCHES:
            return
    short_list = list(listed.filter(day=day).select_related("match").defer("match__seed"))
    if not short_list:
        _list(ruleset, day, stop)
    elif not any(one.chosen for one in short_list):
        _choose(short_list)


def _matches(ruleset: str, day: date) -> list[Match]:
    start = datetime.combine(day, time(), UTC)
    ended = Match.objects.filter(
        ruleset=ruleset,
        state=Match.State.FINISHED,
        finished__gte=start,
        finished__lt=start + timedelta(days=1),
    ).exclude(queue=Match.Queue.CHECK)
    return list(ended.defer("seed").order_by("-finished")[:MATCHES])


def _list(ruleset: str, day: date, stop: Callable[[], bool]) -> None:
    """Makes the short list, and queues its analyses."""
    found: list[tuple[float, Match, int]] = []
    matches = _matches(ruleset, day)
    if not matches or (ruleset, day, matches[0].pk) in _fruitless:
        return
    for match in matches:
        swings = _swings(match, stop)
        if stop():
            return
        most = max((value for value in swings if value is not None), default=None)
        if most is not None:
            found.append((most, match, swings.index(most) + 1))
    if not found:
        _fruitless.add((ruleset, day, matches[0].pk))
    found.sort(key=lambda one: (-one[0], one[1].pk))
    for place, (value, match, game) in enumerate(found[:SHORT_LIST], 1):
        subject = Subject(game, match)
        try:
            version = subject.check()
            with transaction.atomic():
                GameOfTheDay.objects.create(
                    ruleset=ruleset, day=day, match=match, game=game, swing=value, place=place
                )
        except (AnalysisError, IntegrityError):  # another process makes the same list
            continue
        requesting.queue(subject, version, Analysis.Priority.FEATURED)


def _swings(match: Match, stop: Callable[[], bool]) -> list[float | None]:
    """How far the score swung in each game of a match."""
    with Child({"job": "excitement", "record": records.load(match)}) as child:
        while not child.wait(LOOK_SECONDS):
            if stop():
                return []
        try:
            swings: list[float | None] = child.result()
        except JobFailed as error:
            log.warning("match %d has no game of the day: %s", match.pk, error)
            return []
        return swings


def _choose(short_list: list[GameOfTheDay]) -> None:
    """Chooses the best game, when all are analysed or time is over."""
    found: list[tuple[float, int, GameOfTheDay]] = []
    waiting = 0
    for one in short_list:
        analyses = Subject(one.game, one.match).analyses()
        analysis = analyses.order_by("-id").first()
        if analysis is None or analysis.state in (Analysis.State.QUEUED, Analysis.State.RUNNING):
            waiting += analysis is not None
        elif analysis.state == Analysis.State.DONE:
            found.append((swing(analysis.content["curve"]), -one.place, one))
    if waiting and timezone.now() < short_list[0].listed + PATIENCE:
        return
    best = max(found)[2] if found else short_list[0]
    GameOfTheDay.objects.filter(pk=best.pk).update(chosen=True)
