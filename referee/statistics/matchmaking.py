"""Matchmaking on a ladder: whose turn it is, and which opponent is most informative.

All players get the same number of games. Only those at most AHEAD matches ahead of the player with
the fewest games play, and those with the fewest are served first. Players with a rough rating come
first, and can be ROUGH_AHEAD matches ahead.

The opponent is chosen among the nearest in rating, by the information that the match is expected to
give. It is higher for rougher ratings, for more even opponents, and for opponents that have met
less often. Each two players of the top ten meet.

Players of one owner never meet: the owner could let one lose on purpose. The house's players meet
each other, and a player that has not played yet meets one of them first, even one that is far
ahead. Two players that nothing connects with the main group never meet while the house plays.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

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
    ladder so far. `owner`: None for nobody's. `house`: whether it is one of the house's. `apart`:
    whether no result connects it with the main group of ratings."""

    id: int
    rating: float
    error: float
    games: int
    owner: int | None = None
    house: bool = False
    apart: bool = False

    @property
    def rough(self) -> bool:
        return self.error > ROUGH


def choose(
    players: Sequence[LadderPlayer], met: Mapping[tuple[int, int], int], matches: int, games: int
) -> list[tuple[int, int]]:
    """At most `matches` matches of `games` games each, in the order in which to play them.

    No player is in two of them. `met`: how many games each two players, the smaller id first, have
    played with each other. O(n log n) for n players with few players an owner.
    """
    if len(players) < 2:
        return []
    house = [player for player in players if player.house]
    experienced = {player for pair, number in met.items() if number for player in pair}
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
        allowed = partial(may_meet, player, connect=bool(house))
        opponent = None
        if house and not player.house and player.id not in experienced:
            opponent = _best(player, filter(allowed, _free(house, pairs)), met, games)
        if opponent is None:
            top_ten = [other for other in top if other in order and allowed(other)]
            opponent = _unmet(player, top, top_ten, met)
        if opponent is None:
            opponent = _best(player, order.near(player, allowed), met, games)
        if opponent is None and player.games == fewest:
            opponent = _anyone(filter(allowed, _free(players, pairs)))
        if opponent is not None:
            order.remove(opponent)
            pairs.append((player.id, opponent.id))
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


def may_meet(one: LadderPlayer, other: LadderPlayer, *, connect: bool) -> bool:
    """Whether two players may meet: they are different ones, and not of one owner.

    `connect`: and not both apart.
    """
    if one.id == other.id or (connect and one.apart and other.apart):
        return False
    return one.owner is None or one.owner != other.owner or one.house


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
    candidates: Iterable[LadderPlayer],
    met: Mapping[tuple[int, int], int],
) -> LadderPlayer | None:
    """For a player of the top ten, a candidate that it has never met."""
    if player not in top:
        return None
    unmet = [other for other in candidates if not _games_met(met, player, other)]
    return _anyone(unmet)


def _free(
    players: Iterable[LadderPlayer], pairs: Sequence[tuple[int, int]]
) -> Iterator[LadderPlayer]:
    """The players that have no match yet."""
    taken = set().union(*pairs)
    return (player for player in players if player.id not in taken)


def _anyone(players: Iterable[LadderPlayer]) -> LadderPlayer | None:
    """The player with the fewest games."""
    return min(players, key=lambda player: (player.games, player.id), default=None)


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
        """Does nothing for a player who is not here."""
        if player not in self:
            return
        at = self._at(player)
        self._here[at] = False
        lower, upper = self._lower[at], self._upper[at]
        if lower >= 0:
            self._upper[lower] = upper
        if upper < len(self._players):
            self._lower[upper] = lower

    def near(
        self, player: LadderPlayer, allowed: Callable[[LadderPlayer], bool]
    ) -> list[LadderPlayer]:
        """The nearest on both sides of a player that was just removed, of those it may meet."""
        at = self._at(player)
        found = []
        for links, end in ((self._lower, -1), (self._upper, len(self._players))):
            place, wanted = links[at], NEAR
            while place != end and wanted:
                other = self._players[place]
                if allowed(other):
                    found.append(other)
                    wanted -= 1
                place = links[place]
        return found

    def _at(self, player: LadderPlayer) -> int:
        return bisect_left(self._keys, _by_rating(player))
