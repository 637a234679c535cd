"""Pairs of people that the staff should look at: one loses to the other, and plays nobody else.

That is how a rating is raised with further accounts. It is no proof: a pupil who plays with a
teacher alone looks the same.
"""

from collections import Counter
from dataclasses import dataclass

from arena.people.models import Player
from arena.people.rating_pool import RatingPool

FEWEST_GAMES = 5
# Of the games of the pair that the winner has won, and of the loser's games that are with the
# winner.
FEWEST_SHARE = 0.8


@dataclass(frozen=True)
class Suspicious:
    """`scored` of `games` points of the winner; `others`: games of the loser with anybody else."""

    winner: Player
    loser: Player
    games: int
    scored: float
    others: int


def suspicious_pairs(pool: str) -> list[Suspicious]:
    """Those with most games first. All games that count are looked at."""
    loaded = RatingPool.load(pool)
    everyone = Player.objects.select_related("user").in_bulk(loaded.people)
    games: Counter[tuple[int, int]] = Counter()
    scored: Counter[tuple[int, int]] = Counter()
    for game in loaded.games:
        for side, against, score in (
            (game.first, game.second, game.score),
            (game.second, game.first, 1 - game.score),
        ):
            for one in set(side):
                for other in set(against):
                    games[one, other] += 1
                    # In halves, so that a counter of whole numbers holds them.
                    scored[one, other] += round(2 * score)
    played = loaded.counted_games()
    found = []
    for (winner, loser), number in games.items():
        if (
            max(winner, loser) < len(loaded.people)
            and number >= FEWEST_GAMES
            and scored[winner, loser] >= 2 * FEWEST_SHARE * number
            and number >= FEWEST_SHARE * played[loser]
        ):
            found.append(
                Suspicious(
                    everyone[loaded.people[winner]],
                    everyone[loaded.people[loser]],
                    games=number,
                    scored=scored[winner, loser] / 2,
                    others=played[loser] - number,
                )
            )
    return sorted(found, key=lambda pair: (-pair.games, pair.winner.name, pair.loser.name))
