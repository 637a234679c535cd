"""Matchmaking on a ladder: whose turn it is, and which opponent is most informative.

All players get the same number of games. Only those at most AHEAD matches ahead of the player with
the fewest games play, and those with the fewest are served first. Players with a rough rating come
first, and can be ROUGH_AHEAD matches ahead.

The opponent is chosen among the nearest in rating, by the information that the match is expected to
give. It is higher for rougher ratings, for more even opponents, and for opponents that have met
less often. Each two players of the top ten meet.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.statistics.pentanomial import Z, score_of

AHEAD = 1
ROUGH_AHEAD = 3
ROUGH = 100.0  # Elo: a rating with a 95 % interval wider than ± this is rough
NEAR = 8  # candidates on each side in the order of ratings
TOP = 10
LOGIT = math.log(10) / 400


@dataclass(frozen=True)
class LadderPlayer:
    """`error`: half the width of the 95 % interval of `rating`, in Elo. `games`: played on the
    ladder so far."""

    id: int
    rating: float
    error: float
    games: int

    @property
    def rough(self) -> bool:
        return self.error > ROUGH


def choose(
    players: Sequence[LadderPlayer], met: Mapping[tuple[int, int], int], matches: int, games: int
) -> list[tuple[int, int]]:
    """At most `matches` matches of `games` games each, in the order in which to play them.

    No player is in two of them. `met`: how many games each two players, the smaller id first, have
    played with each other. O(n log n) for n players.
    """
    if len(players) < 2:
        return []
    fewest = min(player.games for player in players)
    fit = [player for player in players if player.games <= fewest + _ahead(player) * games]
    order = _ByRating(fit)
    top = sorted(players, key=_by_rating)[-TOP:]
    pairs: list[tuple[int, int]] = []
    for player in in_turn(fit, games):
        if len(pairs) == matches:
            break
        if player not in order:
            continue
        order.remove(player)
        opponent = _unmet(player, top, order, met) or _best(player, order.near(player), met, games)
        if opponent is not None:
            order.remove(opponent)
            pairs.append((player.id, opponent.id))
        elif player.games == fewest:
            pairs += _with_anyone(player, players, pairs)
    return pairs


def in_turn(players: Iterable[LadderPlayer], games: int) -> list[LadderPlayer]:
    """The players in the order of their turn: rough ratings first, then the fewest games."""
    return sorted(players, key=lambda player: (_turn(player, games), player.games, player.id))


def information(one: LadderPlayer, other: LadderPlayer, met: int, games: int) -> float:
    """The information about their difference that `games` games are expected to give, in nats.

    `met`: how many games they have played with each other already.
    """
    score = score_of(one.rating - other.rating)
    a_game = score * (1 - score)
    variance = (LOGIT / Z) ** 2 * (one.error**2 + other.error**2)
    known = 1 / max(variance, 1e-9) + met * a_game
    return math.log1p(games * a_game / known)


def _ahead(player: LadderPlayer) -> int:
    return ROUGH_AHEAD if player.rough else AHEAD


def _turn(player: LadderPlayer, games: int) -> int:
    return player.games - ROUGH_AHEAD * games if player.rough else player.games


def _by_rating(player: LadderPlayer) -> tuple[float, int]:
    return player.rating, player.id


def _games_met(met: Mapping[tuple[int, int], int], one: LadderPlayer, other: LadderPlayer) -> int:
    return met.get((min(one.id, other.id), max(one.id, other.id)), 0)


def _unmet(
    player: LadderPlayer,
    top: Sequence[LadderPlayer],
    order: "_ByRating",
    met: Mapping[tuple[int, int], int],
) -> LadderPlayer | None:
    """For a player of the top ten, another of the top ten that it has never met."""
    if player not in top:
        return None
    unmet = [
        other
        for other in top
        if other in order and other != player and not _games_met(met, player, other)
    ]
    return min(unmet, key=lambda other: (other.games, other.id), default=None)


def _with_anyone(
    player: LadderPlayer, players: Sequence[LadderPlayer], pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """A match for the player with the fewest games, against one that need not be due."""
    taken = {player.id}.union(*pairs)
    free = [other for other in players if other.id not in taken]
    other = min(free, key=lambda other: (other.games, other.id), default=None)
    return [] if other is None else [(player.id, other.id)]


def _best(
    player: LadderPlayer,
    near: Iterable[LadderPlayer],
    met: Mapping[tuple[int, int], int],
    games: int,
) -> LadderPlayer | None:
    return max(
        near,
        key=lambda other: (
            information(player, other, _games_met(met, player, other), games),
            -other.games,
            -other.id,
        ),
        default=None,
    )


class _ByRating:
    """Players in the order of their ratings. One can be removed, and its neighbours found."""

    def __init__(self, players: Sequence[LadderPlayer]) -> None:
        self._players = sorted(players, key=_by_rating)
        self._keys = [_by_rating(player) for player in self._players]
        count = len(self._players)
        self._here = [True] * count
        self._lower = list(range(-1, count - 1))
        self._upper = list(range(1, count + 1))

    def __contains__(self, player: LadderPlayer) -> bool:
        at = self._at(player)
        return at < len(self._keys) and self._players[at] == player and self._here[at]

    def remove(self, player: LadderPlayer) -> None:
        at = self._at(player)
        self._here[at] = False
        lower, upper = self._lower[at], self._upper[at]
        if lower >= 0:
            self._upper[lower] = upper
        if upper < len(self._players):
            self._lower[upper] = lower

    def near(self, player: LadderPlayer) -> list[LadderPlayer]:
        """The nearest players on both sides of one that was just removed."""
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

    def _at(self, player: LadderPlayer) -> int:
        return bisect_left(self._keys, _by_rating(player))
