"""What a user's public page shows of the games at tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from arena.accounts.models import User
from arena.people import pools
from arena.people.models import Participant, Player, PlayerRating, PlayerSnapshot
from arena.ratings.rating_chart import RatingChart, rating_chart
from arena.ratings.rating_history import MAX_POINTS, RatingPoint

RECENT = 10


@dataclass(frozen=True)
class Game:
    """A finished game at a table from one participant's side."""

    table: str
    game: str
    finished: datetime
    score: float
    reason: str
    rated: bool
    partners: Sequence[Participant]
    opponents: Sequence[Participant]


@dataclass(frozen=True)
class Profile:
    """`chart` is that of the game in which the person has played most."""

    ratings: Sequence[tuple[str, PlayerRating]]
    charted: str
    chart: RatingChart | None
    played: int
    recent: Sequence[Game]


def profile(person: User, own: bool = False) -> Profile | None:
    """None for somebody who has not finished a game at a table. `own`: for the person, who also
    sees games that others may not watch."""
    player = Player.objects.filter(user=person).first()
    if player is None:
        return None
    games = Participant.objects.filter(player=player)
    if not own:
        games = games.filter(result__public=True)
    played = games.count()
    ratings = sorted(player.ratings.all(), key=lambda one: pools.POOLS.index(one.pool))
    if not played and not ratings:
        return None
    most = max(ratings, key=lambda one: one.played, default=None)
    return Profile(
        [(pools.name(one.pool), one) for one in ratings],
        pools.name(most.pool) if most else "",
        rating_chart(history(player, most.pool)) if most else None,
        played,
        _recent(player, own),
    )


def history(player: Player, pool: str) -> list[RatingPoint]:
    """The person's rating after each game or so, the oldest first."""
    rows = PlayerSnapshot.objects.filter(player=player, pool=pool).order_by("-id")
    known = rows.values_list("played", "rating", "error")[:MAX_POINTS]
    points = [RatingPoint(*row, version=0) for row in reversed(known)]
    now = PlayerRating.objects.filter(player=player, pool=pool).first()
    if now is not None:
        if points and points[-1].games == now.played:
            points.pop()
        points.append(RatingPoint(now.played, now.rating, now.error, version=0))
    return points


def _recent(player: Player, own: bool) -> list[Game]:
    everyone = Participant.objects.select_related("player__user", "bot__owner").order_by("seat")
    rows = (
        Participant.objects.filter(player=player)
        .select_related("result")
        .prefetch_related(Prefetch("result__participants", everyone))
        .order_by("-id")
    )
    if not own:
        rows = rows.filter(result__public=True)
    return [_game(row) for row in rows[:RECENT]]


def _game(own: Participant) -> Game:
    result = own.result
    others = [one for one in result.participants.all() if one.pk != own.pk]
    return Game(
        result.table,
        pools.name(result.pool or result.ruleset),
        result.finished,
        own.score,
        result.reason,
        own.rated,
        [one for one in others if one.side == own.side],
        [one for one in others if one.side != own.side],
    )
