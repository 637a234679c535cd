"""What a turn of a remote bot is charged: pure arithmetic in milliseconds.

The clock runs at the arena, from the moment when the request was handed to the connection until the
answer came, less the share of the network: one round trip, which the arena measures with pings that
the author's machine answers at once. A bot could answer pings late, so that share has a limit.

While the connection is away the clock stands, for a limited *grace* in each game. So a bot could
cut its connection to think longer, by no more than the grace. That is why nothing that remote bots
do is rated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

# A connection that is silent for so long while a question waits counts as away since it was last
# heard. Then it is pinged every two seconds.
AWAY_AFTER_MS = 6_000
ROUND_TRIPS = 9


def away_ms(before: int, silent_ms: float, is_open: bool) -> int:
    """How long a connection has been away so far: `before`, and the gap since it was last heard if
    it is one."""
    gap = silent_ms if silent_ms > AWAY_AFTER_MS or not is_open else 0
    return before + max(0, round(gap))


def network_share(round_trips: Sequence[float], most: float) -> float:
    """The share of the network in a turn: the median of the last round trips, `most` at most."""
    return min(float(most), median(round_trips)) if round_trips else 0.0


@dataclass(frozen=True)
class Turn:
    """A question to a remote bot, as it stands. All times in milliseconds.

    `waited`: since it was handed to the connection (until then: since it was asked), until its
    answer or now. `away`: how much of that the connection was away. `silent`: since the last sign
    of life. `network`: its share; `grace`: what is left of it in this game.
    """

    waited: float
    away: float
    silent: float
    network: float
    grace: float

    @property
    def excused(self) -> float:
        """The part of the time that the bot is not charged."""
        return min(self.waited, min(self.away, self.grace) + self.network)

    @property
    def charge(self) -> float:
        return self.waited - self.excused

    @property
    def lost(self) -> bool:
        """Whether the connection was away for longer than the grace."""
        return self.away > self.grace

    def late(self, allowance: float) -> bool:
        """Whether the time is up, beyond doubt: the connection has given a sign of life since then.
        Without one it may be away, which shows soon."""
        over = self.charge - allowance
        return over > 0 and self.silent < over
