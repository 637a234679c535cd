"""Counts the decisions of public matches. Housekeeping calls `sweep`; any number of processes may.

Each match is counted once: its sums and how far the count has come are saved together.
"""

import gzip
import time
from collections.abc import Iterable, Mapping
from datetime import timedelta

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.games.questions import Decision, Questions, questions_of, turns
from arena.insights import cells
from arena.insights.cells import Cells
from arena.insights.models import Progress, Tally
from arena.matches.models import PUBLIC, Match, Result
from engine.rulesets import RULESETS, VARIANTS, ruleset

BATCH = 10  # matches in a transaction,
GAMES = 40  # and games, unless one match has more: counting one takes milliseconds
# A match is counted when it has been over for so long: until then another one that ended before it
# may still be saved.
SETTLED_AFTER = timedelta(minutes=1)
# Of each run, so that counting never takes more than a small share of a processor.
BUDGET_SECONDS = 0.3


def sweep() -> None:
    """Counts matches that have ended, for a moment. The next run goes on."""
    end = time.monotonic() + BUDGET_SECONDS
    for name in RULESETS:
        questions = questions_of(name)
        while questions is not None and time.monotonic() < end and count(name, questions):
            pass


@transaction.atomic
def count(name: str, questions: Questions) -> int:
    """Counts the next matches of a ruleset, a few at most. Returns how many it looked at."""
    Progress.objects.bulk_create([Progress(ruleset=name)], ignore_conflicts=True)
    progress = Progress.objects.select_for_update(skip_locked=True).filter(ruleset=name).first()
    if progress is None:
        return 0  # another process is counting
    matches = list(_following(progress))
    if not matches:
        return 0
    records = dict(
        Result.objects.filter(match__in=[match.pk for match in matches]).values_list(
            "match", "record"
        )
    )
    sums: dict[tuple[str, int | None], tuple[int, Cells]] = {}
    for match in matches:
        game = game_of(match.ruleset, match.options)
        if game is None or match.pk not in records:
            continue
        record = msgspec.json.decode(gzip.decompress(bytes(records[match.pk])))
        bots = (match.version0.bot_id, match.version1.bot_id)
        by_bot = _decisions(record, questions, bots)
        for bot in {*bots, None}:
            found = by_bot.keys() if bot is None else {bot}
            number, total = sums.get((game, bot), (0, {}))
            for each in found:
                cells.add(total, cells.cells_of(by_bot[each]))
            sums[game, bot] = number + 1, total
    for (game, bot), (number, total) in sums.items():
        _save(game, bot, number, total)
    progress.finished, progress.match = matches[-1].finished, matches[-1].pk
    progress.save()
    return len(matches)


def game_of(name: str, options: Mapping[str, object]) -> str | None:
    """The ruleset or named variant with these options; None for other ones: nothing is counted."""
    rules = ruleset(name, options)
    for variant in (name, *VARIANTS):
        if ruleset(variant) == rules:
            return variant
    return None


def _following(progress: Progress) -> Iterable[Match]:
    """The next matches that ended, in the order of their ends: one at least, if there is one."""
    ended = Match.objects.filter(
        PUBLIC, ruleset=progress.ruleset, finished__lt=timezone.now() - SETTLED_AFTER
    )
    if progress.finished is not None:
        later = Q(finished__gt=progress.finished)
        ended = ended.filter(later | Q(finished=progress.finished, pk__gt=progress.match))
    ended = ended.select_related("version0", "version1").order_by("finished", "pk")
    fields = ("ruleset", "options", "finished", "pairs", "version0__bot", "version1__bot")
    games = 0
    for match in ended.only(*fields)[:BATCH]:
        games += match.games
        if games > max(GAMES, match.games):
            return
        yield match


def _decisions(
    record: dict[str, object], questions: Questions, bots: tuple[int, int]
) -> dict[int, list[Decision]]:
    """The decisions of each of the two bots in all games of the match."""
    found: dict[int, list[Decision]] = {bot: [] for bot in bots}
    games = record["games"]
    assert isinstance(games, list)
    for number, game in enumerate(games):
        for decision in questions.decisions(turns(record, number)):
            found[bots[game["sides"][decision.seat % 2]]].append(decision)
    return found


def _save(game: str, bot: int | None, matches: int, total: Cells) -> None:
    """Adds the sums to their row. The locked progress of the ruleset protects it."""
    tally = Tally.objects.filter(game=game, bot=bot).first() or Tally(game=game, bot_id=bot)
    stored = cells.from_json(tally.cells)
    cells.add(stored, total)
    tally.cells = cells.as_json(stored)
    tally.matches += matches
    tally.save()
