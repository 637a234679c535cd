"""Who plays whom on a ladder: whose turn it is, and which opponent tells most.

Everybody gets the same number of games: only a player who is at most AHEAD matches ahead of the
one with the fewest plays, and who has the fewest is served first. A player whose rating is still
rough goes before the others, and may be ROUGH_AHEAD matches ahead.

The opponent is chosen among the nearest in rating by the information that the match is expected to
give: the more, the rougher both ratings are, the more even the two, and the less they have met.
Every two of the top ten meet.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.statistics.pentanomial import Z, score_of

AHEAD = 1
ROUGH_AHEAD = 3
ROUGH = 100.0  # Elo: a 95 % interval wider than ± this is rough
NEAR = 8  # opponents looked at on each side in the order of ratings
TOP = 10
LOGIT = math.log(10) / 400


@dataclass(frozen=True)
class Player:
    """`error`: half of the 95 % interval of `rating`, in Elo. `games`: had on the ladder so far."""

    id: int
    rating: float
    error: float
    games: int

    @property
    def rough(self) -> bool:
        return self.error > ROUGH


def choose(
    players: Sequence[Player], met: Mapping[tuple[int, int], int], matches: int, games: int
) -> list[tuple[int, int]]:
    """At most `matches` matches of `games` games each, in the order in which to play them.

    Nobody is in two of them. `met`: how many games two players, the smaller id first, have had
    with each other. O(n log n) for n players.
    """
    if len(players) < 2:
        return []
    fewest = min(player.games for player in players)
    fit = [player for player in players if player.games <= fewest + _ahead(player) * games]
    row = _Row(fit)
    top = sorted(players, key=_by_rating)[-TOP:]
    pairs: list[tuple[int, int]] = []
    for player in in_turn(fit, games):
        if len(pairs) == matches:
            break
        if player not in row:
            continue
        row.remove(player)
        opponent = _unmet(player, top, row, met) or _best(player, row.near(player), met, games)
        if opponent is not None:
            row.remove(opponent)
            pairs.append((player.id, opponent.id))
        elif player.games == fewest:
            pairs += _with_anyone(player, players, pairs)
    return pairs


def in_turn(players: Iterable[Player], games: int) -> list[Player]:
    """Whose turn it is: rough ratings first, then whoever has had the fewest games."""
    return sorted(players, key=lambda player: (_turn(player, games), player.games, player.id))


def information(one: Player, other: Player, met: int, games: int) -> float:
    """What `games` games between them are expected to tell of their difference, in nats.

    `met`: games that they have had with each other, which told a part of it.
    """
    score = score_of(one.rating - other.rating)
    a_game = score * (1 - score)
    variance = (LOGIT / Z) ** 2 * (one.error**2 + other.error**2)
    known = 1 / max(variance, 1e-9) + met * a_game
    return math.log1p(games * a_game / known)


def _ahead(player: Player) -> int:
    return ROUGH_AHEAD if player.rough else AHEAD


def _turn(player: Player, games: int) -> int:
    return player.games - ROUGH_AHEAD * games if player.rough else player.games


def _by_rating(player: Player) -> tuple[float, int]:
    return player.rating, player.id


def _games_met(met: Mapping[tuple[int, int], int], one: Player, other: Player) -> int:
    return met.get((min(one.id, other.id), max(one.id, other.id)), 0)


def _unmet(
    player: Player, top: Sequence[Player], row: "_Row", met: Mapping[tuple[int, int], int]
) -> Player | None:
    """One of the top ten that a player of the top ten has never met."""
    if player not in top:
        return None
    unmet = [
        other
        for other in top
        if other in row and other != player and not _games_met(met, player, other)
    ]
    return min(unmet, key=lambda other: (other.games, other.id), default=None)


def _with_anyone(
    player: Player, players: Sequence[Player], pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Who is behind all others gets a match even if nobody else is to play."""
    taken = {player.id}.union(*pairs)
    free = [other for other in players if other.id not in taken]
    other = min(free, key=lambda other: (other.games, other.id), default=None)
    return [] if other is None else [(player.id, other.id)]


def _best(
    player: Player, near: Iterable[Player], met: Mapping[tuple[int, int], int], games: int
) -> Player | None:
    return max(
        near,
        key=lambda other: (
            information(player, other, _games_met(met, player, other), games),
            -other.games,
            -other.id,
        ),
        default=None,
    )


class _Row:
    """Players in the order of their ratings; one can be taken out, and its neighbours found."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = sorted(players, key=_by_rating)
        self._keys = [_by_rating(player) for player in self._players]
        count = len(self._players)
        self._here = [True] * count
        self._lower = list(range(-1, count - 1))
        self._upper = list(range(1, count + 1))

    def __contains__(self, player: Player) -> bool:
        at = self._at(player)
        return at < len(self._keys) and self._players[at] == player and self._here[at]

    def remove(self, player: Player) -> None:
        at = self._at(player)
        self._here[at] = False
        lower, upper = self._lower[at], self._upper[at]
        if lower >= 0:
            self._upper[lower] = upper
        if upper < len(self._players):
            self._lower[upper] = lower

    def near(self, player: Player) -> list[Player]:
        """The nearest on both sides of a player who has just been taken out."""
        at = self._at(player)
        found = []
        for links, end in ((self._lower, -1), (self._upper, len(self._players))):
            place = links[at]
            for _ in range(NEAR):
                if place == end:
                    break
                found.append(self._players[place])
                place = links[place]
        return found

    def _at(self, player: Player) -> int:
        return bisect_left(self._keys, _by_rating(player))
