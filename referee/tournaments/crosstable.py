"""The crosstable of a tournament: what each entry has scored, and against whom.

The values that tie-breaks use follow the FIDE Handbook, C.07 Tie-Break Regulations (articles in
brackets). Rounds of a Swiss event that an entry did not play follow the FIDE's rule of the virtual
opponent (C.02, in force until 2023): it has the points that the entry had before the round, the
opposite result in it, and draws all rounds that follow. For the Buchholz of an entry's opponents,
each of its unplayed rounds counts as drawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.tournaments.event import Event
from referee.tournaments.scoring import DRAW, LOSS, WIN, PairingResult, match_points, result


@dataclass(frozen=True)
class Meeting:
    """A result from the point of view of one of its two entries; `points` is 1, ½ or 0. If it was
    not `played`, points and scores were awarded."""

    opponent: int
    scored: float
    conceded: float
    points: float
    games: int
    played: bool = True


@dataclass(frozen=True)
class Unplayed:
    """A round of a Swiss event in which an entry met no opponent.

    `points` and `game_points`: what it was awarded; `before`: its match points before the round;
    `left`: how many of the rounds paired so far came after it.
    """

    entry: int
    points: float
    game_points: float
    before: float
    left: int

    @property
    def virtual_opponent(self) -> float:
        """The points of the virtual opponent."""
        return self.before + (WIN - self.points) + DRAW * self.left


@dataclass(frozen=True)
class Line:
    """What one entry has scored. `wins`, `draws`, `losses`, `matches` and `games` count what was
    played; the points include what was awarded."""

    entry: int
    points: float = 0.0
    game_points: float = 0.0
    sonneborn_berger: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    matches: int = 0
    games: int = 0
    buchholz: float = 0.0
    buchholz_cut_1: float = 0.0
    koya: float = 0.0
    unplayed: int = 0


@dataclass(frozen=True)
class Crosstable:
    """The results by entry: `meetings[i]` in the order in which they were given."""

    meetings: tuple[tuple[Meeting, ...], ...]
    lines: tuple[Line, ...]

    def row(self, entry: int) -> dict[int, list[Meeting]]:
        """A row of the crosstable: the meetings of `entry` by opponent."""
        cells: dict[int, list[Meeting]] = {}
        for meeting in self.meetings[entry]:
            cells.setdefault(meeting.opponent, []).append(meeting)
        return cells


def league_table(event: Event) -> Crosstable:
    """The crosstable of an event in which forfeits count like matches, and byes for nothing."""
    results = (result(pairing, event.games) for pairing in event.pairings)
    return tabulate(len(event.entries), [one for one in results if one is not None])


def tabulate(
    n: int, results: Iterable[PairingResult], unplayed: Iterable[Unplayed] = ()
) -> Crosstable:
    """The crosstable of `n` entries; `unplayed`: the rounds in which an entry met no opponent.

    Raises ValueError for a result that is not between two of the entries.
    """
    meetings: list[list[Meeting]] = [[] for _ in range(n)]
    for one in results:
        first, second = one.first, one.second
        if not (0 <= first < n and 0 <= second < n and first != second):
            raise ValueError(f"not a match between two of {n} entries: {first} against {second}")
        points = one.awarded or (
            match_points(one.score_first, one.score_second),
            match_points(one.score_second, one.score_first),
        )
        scores = (one.score_first, one.score_second)
        for side, (entry, other) in enumerate(((first, second), (second, first))):
            meetings[entry].append(
                Meeting(
                    opponent=other,
                    scored=scores[side],
                    conceded=scores[1 - side],
                    points=points[side],
                    games=one.games,
                    played=one.awarded is None,
                )
            )
    missed: list[list[Unplayed]] = [[] for _ in range(n)]
    for gap in unplayed:
        missed[gap.entry].append(gap)
    return Crosstable(tuple(map(tuple, meetings)), _lines(meetings, missed))


def _lines(
    meetings: Sequence[Sequence[Meeting]], unplayed: Sequence[Sequence[Unplayed]]
) -> tuple[Line, ...]:
    points = [
        sum(meeting.points for meeting in row) + sum(missed.points for missed in gaps)
        for row, gaps in zip(meetings, unplayed, strict=True)
    ]
    # What an entry is worth to the Buchholz of its opponents (14 of 2022, 16 since).
    worth = [
        own - sum(missed.points for missed in gaps) + DRAW * len(gaps)
        for own, gaps in zip(points, unplayed, strict=True)
    ]
    # Half of the most that an entry could have scored in as many rounds (9.2).
    rounds = max(
        (len(row) + len(gaps) for row, gaps in zip(meetings, unplayed, strict=True)), default=0
    )
    strong = [own >= rounds / 2 for own in points]
    return tuple(
        _line(entry, row, gaps, points, worth, strong)
        for entry, (row, gaps) in enumerate(zip(meetings, unplayed, strict=True))
    )


def _line(
    entry: int,
    meetings: Sequence[Meeting],
    unplayed: Sequence[Unplayed],
    points: Sequence[float],
    worth: Sequence[float],
    strong: Sequence[bool],
) -> Line:
    played = [meeting for meeting in meetings if meeting.played]
    results = [meeting.points for meeting in played]
    met = [worth[meeting.opponent] for meeting in meetings]
    met += [missed.virtual_opponent for missed in unplayed]
    return Line(
        entry=entry,
        points=points[entry],
        game_points=sum(meeting.scored for meeting in meetings)
        + sum(missed.game_points for missed in unplayed),
        # The points of beaten opponents, and half of those of opponents drawn with (9.1).
        sonneborn_berger=sum(meeting.points * points[meeting.opponent] for meeting in meetings)
        + sum(missed.points * missed.virtual_opponent for missed in unplayed),
        wins=results.count(WIN),
        draws=results.count(DRAW),
        losses=results.count(LOSS),
        matches=len(played),
        games=sum(meeting.games for meeting in played),
        # The points of all opponents (8.1), and of all but the lowest (14.1).
        buchholz=sum(met),
        buchholz_cut_1=sum(met) - min(met, default=0.0),
        # Points from matches against opponents with at least half of the points (9.2).
        koya=sum(meeting.points for meeting in meetings if strong[meeting.opponent]),
        unplayed=len(unplayed) + len(meetings) - len(played),
    )
