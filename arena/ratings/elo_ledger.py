"""The Elo ledger: each rated match is applied once, under lock, zero-sum in whole hundredths.

The same transaction adds the match to what the ratings are computed from.
"""

from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.ratings import head_to_head, rating_refresh
from arena.ratings.models import EloChange, Standing
from referee.statistics.elo import change, expected_score


def counted_matches() -> QuerySet[Match]:
    """The matches that change Elo: rated, finished, and between two different bots."""
    return Match.objects.filter(rated=True, state=Match.State.FINISHED).exclude(
        version0__bot=F("version1__bot")
    )


def is_counted(match: Match, bots: tuple[int, int]) -> bool:
    """Whether a match between these two bots is one of `counted_matches`."""
    return match.rated and match.state == Match.State.FINISHED and bots[0] != bots[1]


def changes_of(match: Match) -> list[EloChange]:
    """The match's lines in the ledger, first side first. Empty if it does not count."""
    return list(match.elo_changes.select_related("bot__owner").order_by("id"))


def lines(match: Match, bots: tuple[int, int], elo: tuple[int, int]) -> tuple[EloChange, EloChange]:
    """The two lines for a match that counts. `elo`: of both bots before it, in hundredths."""
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
    """Adds a match to the ledger, unless it does not count or was added before.

    A receiver of `match_ended`. Any number of workers may call it any number of times.
    """
    # Reload: the caller's object may be older than the result.
    match = Match.objects.defer("seed").get(pk=match.pk)
    bots = bots_of(match)
    if not is_counted(match, bots):
        return
    create_standings(bots)
    with transaction.atomic():
        # All code locks standings in this order, so two matches of the same bots cannot deadlock.
        # With both locks held, every line of these two bots is visible.
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
        head_to_head.add_match(match, ruleset)
        rating_refresh.note_result(ruleset)


def bots_of(match: Match) -> tuple[int, int]:
    """The keys of the match's two bots."""
    # Not through match.version0: that would load the whole program.
    return Match.objects.values_list("version0__bot_id", "version1__bot_id").get(pk=match.pk)


def create_standings(bots: tuple[int, ...]) -> None:
    """Creates the standings that these bots do not have yet."""
    without = Bot.objects.filter(pk__in=bots, standing=None).order_by("pk")
    Standing.objects.bulk_create(
        [Standing(bot_id=pk, ruleset=name) for pk, name in without.values_list("pk", "ruleset")],
        ignore_conflicts=True,
    )
