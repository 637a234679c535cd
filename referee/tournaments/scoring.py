"""What a pairing counts for. This is the only place that says what a bye, a forfeit, a void match
or a match that both lose is worth.

| pairing | match points | game points |
| --- | --- | --- |
| a match that was played | 1, ½ or 0: the higher score wins | as scored |
| a match in which neither side scored | 0 for both: faults in every game | 0 |
| a forfeit | 1 for the opponent, 0 for the entry that forfeits | half of the games, 0 |
| a double forfeit | 0 for both | 0 |
| a void match | ½ for both | half of the games for both |
| a bye | 1 | half of the games |

A system may count byes differently: round robins ignore them, since every entry has the same
number, and in a bracket a bye leads to the next round.
"""

from dataclasses import dataclass

from referee.tournaments.event import EventPairing, Outcome

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
TIEBREAK_GAMES = 2  # games that a tiebreak match of a bracket has: one mirrored pair

AWARDED: dict[Outcome, tuple[float, float]] = {
    Outcome.BYE: (WIN, LOSS),
    Outcome.FIRST_FORFEITS: (LOSS, WIN),
    Outcome.SECOND_FORFEITS: (WIN, LOSS),
    Outcome.BOTH_FORFEIT: (LOSS, LOSS),
    Outcome.VOID: (DRAW, DRAW),
}


@dataclass(frozen=True)
class PairingResult:
    """The result of two entries that met: the sums of their game scores, multiples of ½.

    `awarded`: the match points of both if no match decided; the scores are then awarded too.
    """

    first: int
    second: int
    score_first: float
    score_second: float
    games: int
    awarded: tuple[float, float] | None = None


def match_points(scored: float, conceded: float) -> float:
    """What a match is worth to the side that scored `scored` in it."""
    if scored == conceded:
        return DRAW if scored > 0 else LOSS
    return WIN if scored > conceded else LOSS


def points_of(pairing: EventPairing) -> tuple[float, float] | None:
    """The match points of both entries; None while the match is open."""
    if pairing.outcome != Outcome.MATCH:
        return AWARDED[pairing.outcome]
    if pairing.scores is None:
        return None
    first, second = pairing.scores
    return match_points(first, second), match_points(second, first)


def games_of(pairing: EventPairing, games: int) -> int:
    """How many games the match of a pairing has in an event with `games` a match."""
    return TIEBREAK_GAMES if pairing.tiebreak else games


def awarded_games(points: float, games: int) -> float:
    """The game points that come with awarded match points."""
    return games / 2 if points else 0.0


def result(pairing: EventPairing, games: int) -> PairingResult | None:
    """What a pairing of two counts for; None for a bye, and while its match is open.

    `games`: the number of games in a match of the event.
    """
    if pairing.second is None or pairing.open:
        return None
    games = games_of(pairing, games)
    if pairing.outcome == Outcome.MATCH and pairing.scores is not None:
        return PairingResult(pairing.first, pairing.second, *pairing.scores, games)
    awarded = AWARDED[pairing.outcome]
    first, second = (awarded_games(points, games) for points in awarded)
    return PairingResult(pairing.first, pairing.second, first, second, 0, awarded)
