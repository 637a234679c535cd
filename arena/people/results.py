"""Results of games at tables: who played, who won, and for whom the game is rated.

Whoever leaves, resigns, runs out of time or fails loses alone, to the other side, whatever a
stand-in makes of the game. The part of partners is not rated. Where persons of both sides left, the
one who left first has lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from arena.bots.models import Bot
from arena.people import pool_refresh
from arena.people.beaten import move_meetings, note_meetings
from arena.people.models import Participant, Player, TableResult
from arena.people.pools import base, pool_of


@dataclass(frozen=True)
class Sitter:
    """Who sat in a seat: a person or a bot. `left`: when the person left for good, or was replaced
    until the end. A stand-in is not named."""

    player: Player | None = None
    bot: Bot | None = None
    left: datetime | None = None


def add(
    table: str,
    ruleset: str,
    options: Mapping[str, object],
    sitters: Sequence[Sitter],
    scores: tuple[float, float],
    *,
    reason: str,
    finished: datetime,
    at_fault: int | None = None,
    rated: bool = False,
    public: bool = True,
) -> bool:
    """Stores the result of a game; returns whether it was not stored yet.

    `sitters` by seat; `scores` by side; `at_fault`: the seat that ended the game by resigning,
    leaving, or a fault. `rated` is what the table says: a game that cannot be rated is not.
    """
    pool = pool_of(ruleset, options)
    score = (1 + scores[0] - scores[1]) / 2
    loser, counted = _who_counts(sitters, at_fault)
    rated = rated and bool(pool) and _may_be_rated(sitters) and bool(counted)
    with transaction.atomic():
        result, made = TableResult.objects.get_or_create(
            table=table,
            defaults={
                "ruleset": base(ruleset),
                "pool": pool,
                "score": score,
                "reason": reason,
                "finished": finished,
                "public": public,
                "rated": rated,
                "counts": rated,
                "rated_score": (score if loser is None else float(loser)) if rated else None,
            },
        )
        if not made:
            return False
        if rated:
            pool_refresh.note_result(pool)
        participants = [
            Participant(
                result=result,
                seat=seat,
                side=seat % 2,
                player=sitter.player,
                bot=sitter.bot,
                score=0.0 if sitter.left else score if seat % 2 == 0 else 1 - score,
                rated=rated and seat in counted,
            )
            for seat, sitter in enumerate(sitters)
            if sitter.player or sitter.bot
        ]
        Participant.objects.bulk_create(participants)
        note_meetings(participants)
    return True


def move(guest: Player, player: Player) -> None:
    """Gives a guest's results to an account. They stay unrated."""
    with transaction.atomic():
        Participant.objects.filter(player=guest).update(player=player)
        move_meetings(guest, player)


def _who_counts(sitters: Sequence[Sitter], at_fault: int | None) -> tuple[int | None, set[int]]:
    """The side that a leaver made lose, if there is one, and the seats for which the game is rated;
    none if nobody is left to have won."""
    left = {seat: sitter.left for seat, sitter in enumerate(sitters) if sitter.left}
    gone = set(left) | ({at_fault} if at_fault is not None else set())
    if not gone:
        return None, set(range(len(sitters)))
    first = min(left, key=lambda seat: (left[seat], seat)) if left else at_fault
    assert first is not None
    side = first % 2
    losers = {seat for seat in gone if seat % 2 == side}
    winners = {seat for seat in range(len(sitters)) if seat % 2 != side} - gone
    return side, losers | winners if winners else set()


def _may_be_rated(sitters: Sequence[Sitter]) -> bool:
    """Whether nobody can gain by anything but playing well. Tables refuse other games; this is for
    what changed meanwhile."""
    people = [sitter.player for sitter in sitters if sitter.player]
    bots = [sitter.bot for sitter in sitters if sitter.bot]
    accounts = {player.user_id for player in people}
    return (
        len(people) + len(bots) == len(sitters)
        and bool(people)
        and None not in accounts
        and len(accounts) == len(people)
        and not any(bot.owner_id in accounts for bot in bots)
    )
