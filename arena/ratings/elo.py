"""The Elo ledger is written here: once a match, under lock, zero-sum in whole hundredths.

With it, in the same transaction, goes what the ratings are computed from.
"""

from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings import meetings, refreshing
from arena.ratings.models import EloChange, Standing
from referee.statistics.elo import change, expected_score, shared_score

__all__ = [
    "apply",
    "counted",
    "counts",
    "expected_score",
    "lines",
    "open_standings",
    "shared_score",
]


def counted() -> QuerySet[Match]:
    """The matches that change Elo: rated, finished, and not of a bot with itself."""
    return Match.objects.filter(rated=True, state=Match.State.FINISHED).exclude(
        version0__bot=F("version1__bot")
    )


def counts(match: Match, bots: tuple[int, int]) -> bool:
    """Whether a match between these two bots is one of `counted`."""
    return match.rated and match.state == Match.State.FINISHED and bots[0] != bots[1]


def lines(match: Match, bots: tuple[int, int], elo: tuple[int, int]) -> tuple[EloChange, EloChange]:
    """The two lines of the ledger for a match that counts, from the Elo of both before it."""
    score0, score1, games = match.score0 or 0.0, match.score1 or 0.0, 2 * match.pairs
    gain = change(elo[0], elo[1], score0, score1, games)

    def line(side: int, gain: int, scored: float, conceded: float) -> EloChange:
        return EloChange(
            match_id=match.pk,
            bot_id=bots[side],
            before=elo[side],
            after=elo[side] + gain,
            expected=games * expected_score(elo[side], elo[1 - side]),
            scored=scored,
            conceded=conceded,
            games=games,
        )

    return line(0, gain, score0, score1), line(1, -gain, score1, score0)


def apply(match: Match, **signal: Any) -> None:
    """Enters a match into the ledger, if it counts and is not there yet.

    A receiver of `match_ended`: may be called any number of times, by any number of workers.
    """
    # Read anew: the caller's object may be older than the result.
    match = Match.objects.defer("seed").get(pk=match.pk)
    bots = bots_of(match)
    if not counts(match, bots):
        return
    open_standings(bots)
    with transaction.atomic():
        # Locked in one order everywhere, so that two matches of the same two bots cannot wait
        # for each other; whoever holds both locks sees every line that concerns these bots.
        locked = Standing.objects.select_for_update().filter(bot__in=bots).order_by("bot_id")
        standings = {standing.bot_id: standing for standing in locked}
        if EloChange.objects.filter(match=match).exists():
            return
        elo = (standings[bots[0]].elo, standings[bots[1]].elo)
        for line in EloChange.objects.bulk_create(lines(match, bots, elo)):
            standing = standings[line.bot_id]
            standing.add(line, match.finished or timezone.now())
            standing.save(update_fields=Standing.SUMS)
        ruleset = standings[bots[0]].ruleset
        meetings.enter(match, ruleset)
        refreshing.note_result(ruleset)


def bots_of(match: Match) -> tuple[int, int]:
    """The keys of the two bots of a match."""
    # Not through match.version0: that would load the whole program.
    return Match.objects.values_list("version0__bot_id", "version1__bot_id").get(pk=match.pk)


def open_standings(bots: tuple[int, ...]) -> None:
    """Gives a standing to each of these bots that has none."""
    without = Bot.objects.filter(pk__in=bots, standing=None).order_by("pk")
    Standing.objects.bulk_create(
        [Standing(bot_id=pk, ruleset=name) for pk, name in without.values_list("pk", "ruleset")],
        ignore_conflicts=True,
    )
