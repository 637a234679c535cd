"""What the pairings of an event count for: the one policy for all that is not a plain result.

| what | match points | game points |
| a match that was played | 1, ½ or 0 by its scores | as scored |
| a forfeit | 1 for the other, 0 for who forfeits | half of the games for the other |
| both forfeit | 0 for both | 0 |
| a void match | ½ for both | half of the games for both |
| a bye of a Swiss round | 1 | half of the games |
| a bye of an odd round robin | nothing: all have as many | |
| a round of a Swiss event before joining or after leaving | 0 | 0 |
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.tournaments.event import Event, Outcome, Pairing, Status
from referee.tournaments.format import Format
from referee.tournaments.standings import (
    Line,
    Result,
    Row,
    Table,
    Unplayed,
    match_points,
    standings,
    tabulate,
)
from referee.tournaments.systems import groups
from referee.tournaments.systems.groups import Qualified

DISQUALIFIED = "disqualified"
FURTHER_GAMES = 2  # of a further leg: one pair

AWARDED: dict[Outcome, tuple[float, float]] = {
    Outcome.BYE: (1.0, 0.0),
    Outcome.FIRST_FORFEITS: (0.0, 1.0),
    Outcome.SECOND_FORFEITS: (1.0, 0.0),
    Outcome.BOTH_FORFEIT: (0.0, 0.0),
    Outcome.VOID: (0.5, 0.5),
}


def result(pairing: Pairing, games: int, match: int | None = None) -> Result | None:
    """What a pairing of two counts for; None for a bye, and while its match is open."""
    if pairing.second is None or pairing.open:
        return None
    games = games if pairing.leg == 1 else FURTHER_GAMES
    if pairing.outcome == Outcome.MATCH and pairing.scores is not None:
        return Result(pairing.first, pairing.second, *pairing.scores, games, match)
    awarded = AWARDED[pairing.outcome]
    half = games / 2
    first, second = (half if points else 0.0 for points in awarded)
    return Result(pairing.first, pairing.second, first, second, 0, match, awarded)


def table(event: Event) -> Table:
    """The table of a round robin, or of groups: a forfeit counts as if it had been played."""
    found = (result(pairing, event.games) for pairing in event.pairings)
    return tabulate(len(event.entrants), [one for one in found if one is not None])


def swiss_table(event: Event) -> Table:
    """The table of a Swiss event: what was not played is a meeting with a virtual opponent."""
    played = [
        one
        for pairing in event.pairings
        if (one := result(pairing, event.games)) is not None and one.awarded is None
    ]
    return tabulate(len(event.entrants), played, _unplayed(event))


def _unplayed(event: Event) -> Iterable[Unplayed]:
    rounds = event.rounds
    points = [0.0] * len(event.entrants)
    for number in range(1, rounds + 1):
        gains: dict[int, float] = {}
        missed = dict.fromkeys(range(len(points)), 0.0)
        for pairing in event.of_round(number):
            awarded = AWARDED.get(pairing.outcome)
            one = result(pairing, event.games)
            comers = [pairing.first] if pairing.second is None else [pairing.first, pairing.second]
            for side, entry in enumerate(comers):
                if awarded is not None:
                    missed[entry] = gains[entry] = awarded[side]
                    continue
                missed.pop(entry)
                if one is not None:
                    scores = (one.score_first, one.score_second)
                    gains[entry] = match_points(scores[side], scores[1 - side])
        for entry, gain in missed.items():
            half = event.games / 2 if gain else 0.0
            yield Unplayed(entry, gain, half, points[entry], rounds - number)
        for entry, gain in gains.items():
            points[entry] += gain


def ranked(event: Event, whole: Table, chain: Sequence[str], entries: Iterable[int]) -> list[Row]:
    """These entries by the chain, and the disqualified among them after all others."""
    fit: list[int] = []
    unfit: list[int] = []
    for entry in entries:
        out = event.entrants[entry].status == Status.DISQUALIFIED
        (unfit if out else fit).append(entry)
    rows = standings(whole, chain, fit)
    for row in standings(whole, chain, unfit):
        rule = row.rule if row.place > 1 else DISQUALIFIED if fit else None
        rows.append(Row(len(fit) + row.place, row.line, rule))
    return rows


def group_tables(format: Format, event: Event) -> list[list[Row]]:
    """The standings of each group."""
    n = len(event.entrants)
    rounds = format.group_rounds(n)
    early = [pairing for pairing in event.pairings if pairing.round <= rounds]
    whole = table(replace(event, pairings=tuple(early)))
    return [
        ranked(event, whole, format.chain, members) for members in groups.members(n, format.groups)
    ]


def share(line: Line, games: int) -> tuple[float, float]:
    """Match points and game points a match: groups differ in size."""
    counted = max(1, line.matches + line.unplayed)
    return line.points / counted, line.game_points / (counted * games)


def qualified(format: Format, event: Event) -> list[Qualified]:
    """Who goes on from the groups: the best of each that have not left."""
    found = []
    for number, rows in enumerate(group_tables(format, event)):
        staying = [row.line for row in rows if event.entrants[row.line.entry].active]
        for place, line in enumerate(staying[: format.qualifiers], 1):
            found.append(Qualified(line.entry, number, place, share(line, event.games)))
    return found
