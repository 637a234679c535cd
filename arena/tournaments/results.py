"""The standings of a tournament, with everything that its pages and exports show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from arena.bots.models import HEAVY
from arena.matches.models import Match
from arena.tournaments import labels, tree
from arena.tournaments.event_store import load
from arena.tournaments.models import Entry, Tournament
from referee.tournaments.crosstable import Line
from referee.tournaments.event import EntryStatus, Event, EventPairing, Outcome
from referee.tournaments.format import Format
from referee.tournaments.ranking import Ranking
from referee.tournaments.scoring import AWARDED, DRAW, WIN, points_of
from referee.tournaments.standings import RankedLine


@dataclass(frozen=True)
class ShownEntry:
    """An entry as tables show it. `number`: its seed, from 1."""

    number: int
    name: str
    url: str = ""
    version: int | None = None
    house: bool = False
    remote: bool = False
    status: EntryStatus = EntryStatus.ACTIVE

    @property
    def out(self) -> str:
        """Why it no longer plays, or empty."""
        active = self.status == EntryStatus.ACTIVE
        return "" if active else str(Entry.Status(self.status).label)


@dataclass(frozen=True)
class Cell:
    """A pairing from the point of view of one of its two entries. `outcome`: win, draw or loss of a
    match; forfeit_win, forfeit_loss, bye or void of what was not played; otherwise the state of its
    match, without scores."""

    match: int | None
    outcome: str
    scored: float | None = None
    conceded: float | None = None
    opponent: int | None = None  # the number of the entry
    round: int = 0


@dataclass(frozen=True)
class TableRow:
    """A place in the standings. `rule_name`: the rule that separates it from the row above, and
    `rule` the same in words. `cells`: its pairings against each entry in the order of the places,
    None against itself. `course`: its pairings round by round."""

    place: int
    entry: ShownEntry
    line: Line
    rule_name: str | None
    rule: str
    cells: Sequence[Sequence[Cell] | None] = ()
    course: Sequence[Sequence[Cell]] = ()


@dataclass(frozen=True)
class Results:
    """`groups`: the rows of each group. `places`: the place of each entry, by its number. `void`:
    how many matches could not be played. `rounds`: how many have started; `upto`: the last one that
    is counted. `decided_by`: by which rule the first place is the first, once all is played."""

    format: Format
    rows: Sequence[TableRow]
    groups: Sequence[Sequence[TableRow]] = ()
    bracket: Sequence[tree.Branch] = ()
    columns: Sequence[labels.TieBreakColumn] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    done: int = 0
    total: int = 0
    void: int = 0
    rounds: int = 0
    upto: int = 0
    decided_by: str = ""


def results(tournament: Tournament, upto: int | None = None) -> Results:
    """What has been played so far, in two queries and one for the names; before the start an empty
    table. `upto`: the number of rounds that count."""
    stored = load(tournament)
    entries = shown_entries(tournament.entries.exclude(number=None).order_by("number"))
    event, rounds = stored.event, stored.event.rounds
    if upto is not None and 0 < upto < rounds:
        event = event.up_to_round(upto)
    else:
        upto = rounds
    rows = [row for row in stored.rows if row["round"] <= upto]
    states = [row["match__state"] for row in rows if row["match"] is not None]
    done = sum(state in Match.ENDED for state in states)
    return replace(
        tables(tournament.format, event, entries, _by_key(rows)),
        done=done,
        total=_total(tournament, done, len(states)),
        void=sum(pairing.outcome == Outcome.VOID for pairing in event.pairings),
        rounds=rounds,
        upto=upto,
    )


def match_counts(tournament: Tournament) -> tuple[int, int]:
    """How many of its matches have ended, and how many there are or are expected."""
    counted = tournament.pairings.aggregate(
        done=Count("match", filter=Q(match__state__in=Match.ENDED)), total=Count("match")
    )
    return counted["done"], _total(tournament, counted["done"], counted["total"])


def _total(tournament: Tournament, done: int, made: int) -> int:
    """How many matches a tournament has, or is expected to have while it runs."""
    if tournament.state == Tournament.State.RUNNING:
        return max(made, tournament.planned, done + 1)
    return made


def shown_entries(entries: QuerySet[Entry]) -> list[ShownEntry]:
    """The entries as tables show them, in one query."""
    found = entries.select_related("bot__owner", "version").defer(
        "bot__description", *(f"version__{field}" for field in HEAVY)
    )
    return [
        ShownEntry(
            entry.number or place,
            str(entry.bot),
            reverse("bots:bot", args=[entry.bot.owner.username, entry.bot.name]),
            entry.version.number if entry.version else None,
            entry.bot.owner.is_house,
            entry.bot.remote,
            EntryStatus(entry.status),
        )
        for place, entry in enumerate(found, 1)
    ]


def _by_key(rows: Sequence[dict[str, Any]]) -> dict[tuple[int, int, int], dict[str, Any]]:
    return {(row["round"], row["board"], row["tiebreak"]): row for row in rows}


def tables(
    format: Format,
    event: Event,
    entries: Sequence[ShownEntry],
    rows: Mapping[tuple[int, int, int], Mapping[str, Any]] | None = None,
) -> Results:
    """All tables of an event; `rows`: the stored row of each pairing, by round, board and
    tiebreak."""
    rows = rows or {}
    ranking = format.rank(event)
    met: list[list[Cell]] = [[] for _ in entries]
    for pairing in event.pairings:
        row = rows.get((pairing.round, pairing.board, pairing.tiebreak), {})
        for number, cell in _cells_of(pairing, row.get("match"), row.get("match__state")):
            met[number].append(cell)
    # A crosstable shows the rounds before the bracket; without one, the rounds are columns.
    crossing = format.system.crosstable or bool(ranking.groups)
    before = format.rounds_before_bracket(len(entries)) if ranking.groups else event.rounds

    def lay_out(found: Sequence[RankedLine], cross: bool) -> list[TableRow]:
        order = [row.line.entry for row in found]
        return [
            TableRow(
                row.place,
                entries[row.line.entry],
                row.line,
                row.rule,
                labels.reason(format, row.rule),
                _against(met[row.line.entry], row.line.entry, order, before) if cross else (),
                () if crossing else _course(met[row.line.entry], event.rounds),
            )
            for row in found
        ]

    main = lay_out(ranking.rows, format.system.crosstable)
    return Results(
        format,
        main,
        [lay_out(group, True) for group in ranking.groups],
        _branches(format, ranking, entries, rows),
        labels.columns(format),
        {row.entry.number: row.place for row in main},
        rounds=event.rounds,
        upto=event.rounds,
        decided_by=labels.decided_by(format, ranking),
    )


def _branches(
    format: Format,
    ranking: Ranking,
    entries: Sequence[ShownEntry],
    rows: Mapping[tuple[int, int, int], Mapping[str, Any]],
) -> list[tree.Branch]:
    if not ranking.nodes:
        return []
    seeded = [entries[entry] for entry in ranking.seeded]
    return tree.StoredBracket(
        ranking.nodes,
        [tree.SeededEntry(one.name, one.url, one.out, one.remote) for one in seeded],
        {key: (row["match"], row["match__state"]) for key, row in rows.items()},
        format.rounds_before_bracket(len(entries)),
        format.tiebreak_pairs,
    ).branches()


def _cells_of(
    pairing: EventPairing, match: int | None, state: str | None
) -> list[tuple[int, Cell]]:
    """The cells of both entries that meet, or of the one that has a bye."""
    if pairing.second is None:
        return [(pairing.first, Cell(None, "bye", round=pairing.round))]
    both = (pairing.first, pairing.second)
    points = points_of(pairing)
    scores = pairing.scores if pairing.outcome == Outcome.MATCH else None
    return [
        (
            entry,
            Cell(
                match,
                (state or "queued") if points is None else _outcome(pairing, points[side]),
                scores[side] if scores else None,
                scores[1 - side] if scores else None,
                both[1 - side] + 1,
                pairing.round,
            ),
        )
        for side, entry in enumerate(both)
    ]


def _outcome(pairing: EventPairing, points: float) -> str:
    """The outcome of a pairing that is decided, for an entry that has these match points."""
    if pairing.outcome == Outcome.VOID:
        return "void"
    if pairing.outcome in AWARDED:
        return "forfeit_win" if points == WIN else "forfeit_loss"
    if points == WIN:
        return "win"
    return "draw" if points == DRAW else "loss"


def _against(
    cells: Sequence[Cell], entry: int, order: Sequence[int], before: int
) -> list[Sequence[Cell] | None]:
    by_opponent: dict[int | None, list[Cell]] = {}
    for cell in cells:
        if cell.round <= before:
            by_opponent.setdefault(cell.opponent, []).append(cell)
    return [None if other == entry else by_opponent.get(other + 1, ()) for other in order]


def _course(cells: Sequence[Cell], rounds: int) -> list[list[Cell]]:
    course: list[list[Cell]] = [[] for _ in range(rounds)]
    for cell in cells:
        course[cell.round - 1].append(cell)
    return course
