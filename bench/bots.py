"""The rating list of the reference bots: ``python -m bench.bots``, or ``… bench.bots kozel``.

All bots of a game meet each other in mirrored pairs with the default clock; those that a goal is
about play more. Results are kept in build/bots.json by the hashes of both programs, so a run that
was stopped goes on, and after a change only the changed bot plays again.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.measure import Row
from engine.digest import sha256
from engine.randomness import pair_seed
from engine.rulesets import RULESETS, VARIANTS, ruleset
from referee.host.processors import processors
from referee.play.clock import Clock
from referee.play.match import Entrant, MatchSettings
from referee.play.match_pool import play_all
from referee.programs.program import load_program
from referee.programs.reference_bots import reference_bots
from referee.statistics.bradley_terry import rate
from referee.statistics.likelihood import PairResults
from referee.statistics.pentanomial import Estimate, Tally, added, estimate, pairs, tally

RESULTS = Path("build/bots.json")
BATCH = 10  # pairs of a match
# By game: the least Elo, at the lower end of the 95 % interval, of "strong" over "greedy".
GOALS = {
    "kozel": 400,
    "svoi-kozyri": 500,
    "svoi-kozyri/mirror": 500,
    "ecarte": 80,
    "ecarte/classic": 80,
}
LEVELS = ("greedy", "medium", "strong")  # from easy on; these meet in more pairs
Found = dict[str, list[int]]


class Pairing:
    """The pairs of two bots in a game: what has been played, and what is still to play."""

    def __init__(self, game: str, bots: tuple[str, str], wanted: int) -> None:
        self.game = game
        self.bots = bots
        base = game.partition("/")[0]
        paths = {bot.name: bot.path for bot in reference_bots()}
        entrants = [Entrant(name, 1, load_program(paths[f"{name}-{base}"])) for name in bots]
        self._entrants = (entrants[0], entrants[1])
        self._sizes = [min(BATCH, wanted - start) for start in range(0, wanted, BATCH)]

    def _key(self, number: int) -> str:
        digests = "-".join(entrant.sha256[:16] for entrant in self._entrants)
        return f"{self.game} {digests} {number} {self._sizes[number]}"

    def missing(self, found: Found) -> Iterator[tuple[str, MatchSettings]]:
        """The matches that are still to play, by their keys in `found`."""
        seed = sha256(f"{self.game} {self.bots}".encode()).digest()
        for number, size in enumerate(self._sizes):
            if (key := self._key(number)) not in found:
                rules, deals = ruleset(self.game), pair_seed(seed, number)
                yield key, MatchSettings(rules, self._entrants, size, deals, Clock())

    def tally(self, found: Found) -> Tally:
        """From the first bot's point of view."""
        return added(_tally(found[self._key(number)]) for number in range(len(self._sizes)))


def _tally(counts: Sequence[int]) -> Tally:
    none, half, one, more, both = counts
    return none, half, one, more, both


def pairings(game: str, most: int, fewest: int) -> list[Pairing]:
    """All pairings of the game's bots: the levels in `most` pairs, others in `fewest`."""
    base = game.partition("/")[0]
    names = [bot.name.removesuffix(f"-{base}") for bot in reference_bots() if bot.ruleset == base]
    return [
        Pairing(game, pair, most if {*pair} <= {*LEVELS} else fewest)
        for pair in combinations(names, 2)
    ]


def play(wanted: Sequence[Pairing], found: Found) -> Iterator[str]:
    """Plays what is missing, a match on each processor, and adds it to `found`; yields its keys."""
    missing = [each for pairing in wanted for each in pairing.missing(found)]
    matches = [match for _, match in missing]
    with closing(play_all(matches, processes=len(processors()), sandbox="auto")) as played:
        for index, record in played:
            key, match = missing[index]
            faults = [game["reason"] for game in record["games"] if game["reason"] != "normal"]
            if faults:
                names = " and ".join(entrant.name for entrant in match.entrants)
                print(f"{names}: games ended by {', '.join(faults)}", file=sys.stderr)
            found[key] = list(tally(record))
            yield key


def between(wanted: Sequence[Pairing], found: Found, first: str, second: str) -> Estimate | None:
    """How much stronger `first` is than `second` by their own pairs; None if they did not meet."""
    for pairing in wanted:
        if pairing.bots == (first, second):
            return estimate(pairing.tally(found))
        if pairing.bots == (second, first):
            return estimate(_tally(pairing.tally(found)[::-1]))
    return None


def ratings(wanted: Sequence[Pairing], found: Found) -> list[tuple[str, float, float]]:
    """Each bot with its rating and half of its 95 % interval, the best first. "greedy" has 0."""
    names = sorted({name for pairing in wanted for name in pairing.bots})
    meetings = [
        (names.index(pairing.bots[0]), names.index(pairing.bots[1]), pairing.tally(found))
        for pairing in wanted
    ]
    anchor = names.index("greedy")
    rated = rate(PairResults.of(len(names), meetings, anchors=[anchor]))
    rows = zip(names, rated.elo - rated.elo[anchor], rated.error, strict=True)
    return sorted(((name, float(elo), float(error)) for name, elo, error in rows), key=_by_rating)


def _by_rating(row: tuple[str, float, float]) -> float:
    return -row[1]


def rows(most: int) -> Iterator[Row]:
    """For the table of all benchmarks: each bot's rating, and the goals."""
    found: Found = {}
    for game, goal in GOALS.items():
        wanted = pairings(game, most, max(most // 10, 2))
        for _ in play(wanted, found):
            pass
        for name, elo, error in ratings(wanted, found):
            yield Row(f"{game}: {name}", elo, "Elo", f"± {error:.0f}; greedy is 0")
        strong = between(wanted, found, "strong", "greedy")
        if strong:
            note = f"lower end of the 95 % interval; {strong.elo:.0f} ± {strong.elo_error:.0f}"
            yield Row(f"{game}: strong over greedy", strong.elo_low, "Elo", note, at_least=goal)


def main() -> None:
    games = [*RULESETS, *VARIANTS]
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games)}")
    parser.add_argument("--pairs", type=int, default=400, help="of each two levels (400)")
    parser.add_argument("--others", type=int, default=40, help="pairs of other bots (40)")
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"kept here ({RESULTS})")
    arguments = parser.parse_args()
    for game in arguments.games:
        if game not in games:
            parser.error(f"there is no game {game!r}; there are {', '.join(games)}")
    if min(arguments.pairs, arguments.others) < 1:
        parser.error("--pairs and --others are at least 1")
    found: Found = json.loads(arguments.results.read_text()) if arguments.results.exists() else {}
    console = Console()
    for game in arguments.games or games:
        wanted = pairings(game, arguments.pairs, arguments.others)
        missing = sum(1 for pairing in wanted for _ in pairing.missing(found))
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(game, total=missing)
            for _ in play(wanted, found):
                arguments.results.parent.mkdir(parents=True, exist_ok=True)
                arguments.results.write_text(json.dumps(found))
                bar.advance(task)
        console.print(_table(game, wanted, found))


def _table(game: str, wanted: Sequence[Pairing], found: Found) -> Table:
    table = Table("bot", "Elo", "± 95 %", "over greedy", "pairs", title=game)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, elo, error in ratings(wanted, found):
        met = between(wanted, found, name, "greedy")
        direct = f"{met.elo_low:+.0f} to {met.elo_high:+.0f}" if met else ""
        count = sum(pairs(pairing.tally(found)) for pairing in wanted if name in pairing.bots)
        table.add_row(name, f"{elo:.0f}", f"{error:.0f}", direct, str(count))
    return table


if __name__ == "__main__":
    main()
