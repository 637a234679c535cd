"""The standings of a tournament with everything that its pages and exports show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from arena.bots.models import HEAVY
from arena.matches.models import Match
from arena.tournaments import labels, tree
from arena.tournaments.event_store import Stored, load
from arena.tournaments.models import Entry, Tournament
from referee.tournaments import event, standings
from referee.tournaments.event import Outcome, Status
from referee.tournaments.format import Format, System
from referee.tournaments.ranking import Placing, placing
from referee.tournaments.standings import DRAW, WIN, Line, match_points


@dataclass(frozen=True)
class Player:
    """An entry as tables show it. `number`: its seed, from 1."""

    number: int
    name: str
    url: str = ""
    version: int | None = None
    house: bool = False
    status: Status = Status.ACTIVE

    @property
    def out(self) -> str:
        """Why it plays no more, or nothing."""
        active = self.status == Status.ACTIVE
        return "" if active else str(Entry.Status(self.status).label)


@dataclass(frozen=True)
class Cell:
    """A pairing as one of its two sees it. `outcome`: win, draw or loss of a match; forfeit_win,
    forfeit_loss, bye or void of what was not played; else the state of its match, and no scores."""

    match: int | None
    outcome: str
    scored: float | None = None
    conceded: float | None = None
    opponent: int | None = None  # its number
    round: int = 0


@dataclass(frozen=True)
class Row:
    """A place in the standings. `rule_name` is the rule that separates it from the row above;
    `cells` are its pairings against each entry in the order of the places, None against itself;
    `course` its pairings round by round."""

    place: int
    player: Player
    line: Line
    rule_name: str | None
    cells: Sequence[Sequence[Cell] | None] = ()
    course: Sequence[Sequence[Cell]] = ()

    @property
    def rule(self) -> str:
        """The rule in words."""
        return labels.rule(self.rule_name) if self.rule_name else ""


@dataclass(frozen=True)
class Results:
    """`groups`: the rows of each group. `void`: how many matches could not be played. `rounds`:
    how many have begun; `upto`: the last one that is counted."""

    format: Format
    rows: Sequence[Row]
    groups: Sequence[Sequence[Row]] = ()
    bracket: Sequence[tree.Branch] = ()
    columns: Sequence[labels.Column] = ()
    places: Mapping[int, int] = field(default_factory=dict)
    done: int = 0
    total: int = 0
    void: int = 0
    rounds: int = 0
    upto: int = 0


def results(tournament: Tournament, upto: int | None = None) -> Results:
    """What has been played so far, in two queries and one for the names; before the start an empty
    table. `upto`: only so many rounds count."""
    stored = load(tournament)
    numbered = tournament.entries.exclude(number=None).order_by("number")
    players = players_of(numbered)
    rounds = stored.event.rounds
    if upto is not None and 0 < upto < rounds:
        early = [row for row in stored.rows if row["round"] <= upto]
        pairings = [pairing for pairing in stored.event.pairings if pairing.round <= upto]
        stored = replace(stored, event=replace(stored.event, pairings=tuple(pairings)), rows=early)
    else:
        upto = rounds
    states = [row["match__state"] for row in stored.rows if row["match"] is not None]
    done = sum(state in Match.ENDED for state in states)
    total = len(states)
    if tournament.state == Tournament.State.RUNNING:
        total = max(total, tournament.planned, done + 1)
    return replace(
        tables(tournament.format, stored.event, players, _rows(stored)),
        done=done,
        total=total,
        void=sum(pairing.outcome == Outcome.VOID for pairing in stored.event.pairings),
        rounds=rounds,
        upto=upto,
    )


def players_of(entries: QuerySet[Entry]) -> list[Player]:
    """The entries as tables show them, in one query."""
    found = entries.select_related("bot__owner", "version").defer(
        "bot__description", *(f"version__{field}" for field in HEAVY)
    )
    return [
        Player(
            entry.number or place,
            str(entry.bot),
            reverse("bots:bot", args=[entry.bot.owner.username, entry.bot.name]),
            entry.version.number if entry.version else None,
            entry.bot.owner.is_house,
            Status(entry.status),
        )
        for place, entry in enumerate(found, 1)
    ]


def _rows(stored: Stored) -> dict[tuple[int, int, int], dict[str, Any]]:
    return {(row["round"], row["board"], row["leg"]): row for row in stored.rows}


def tables(
    format: Format,
    played: event.Event,
    players: Sequence[Player],
    rows: Mapping[tuple[int, int, int], Mapping[str, Any]] | None = None,
) -> Results:
    """All tables of an event; `rows`: what is stored of each pairing, by round, board and leg."""
    placed = placing(format, played)
    met: list[list[Cell]] = [[] for _ in players]
    for pairing in played.pairings:
        row = (rows or {}).get((pairing.round, pairing.board, pairing.leg), {})
        for entry, cell in _seen(pairing, row.get("match"), row.get("match__state")):
            met[entry].append(cell)
    crossing = format.system in (System.ROUND_ROBIN, System.GROUPS)
    league = format.group_rounds(len(players)) if format.system == System.GROUPS else 10**6
    last = played.rounds

    def lay_out(found: Sequence[standings.Row], cross: bool) -> list[Row]:
        order = [row.line.entry for row in found]
        return [
            Row(
                row.place,
                players[row.line.entry],
                row.line,
                row.rule,
                _against(met[row.line.entry], row.line.entry, order, league) if cross else (),
                () if crossing else _course(met[row.line.entry], last),
            )
            for row in found
        ]

    main = lay_out(placed.rows, format.system == System.ROUND_ROBIN)
    return Results(
        format,
        main,
        [lay_out(group, True) for group in placed.groups],
        _branches(format, placed, players, rows or {}),
        labels.columns(format),
        {row.player.number: row.place for row in main},
        rounds=last,
        upto=last,
    )


def _branches(
    format: Format,
    placed: Placing,
    players: Sequence[Player],
    rows: Mapping[tuple[int, int, int], Mapping[str, Any]],
) -> list[tree.Branch]:
    before = format.group_rounds(len(players))
    seeded = [players[entry] for entry in placed.seeded]
    names = [tree.Seeded(player.name, player.url, player.out) for player in seeded]
    matches = {key: (row["match"], row["match__state"]) for key, row in rows.items()}
    return tree.branches(placed.places, names, matches, before, format.further)


def _seen(pairing: event.Pairing, match: int | None, state: str | None) -> list[tuple[int, Cell]]:
    """The cells of both who meet, or of the one who has a bye."""
    if pairing.second is None:
        return [(pairing.first, Cell(None, "bye", round=pairing.round))]
    both = (pairing.first, pairing.second)
    outcomes: tuple[str, ...]
    scores: tuple[float | None, float | None] = (None, None)
    if pairing.outcome == Outcome.MATCH and pairing.scores is None:
        outcomes = (state or "queued",) * 2
    elif pairing.outcome == Outcome.MATCH:
        assert pairing.scores is not None
        first, second = pairing.scores
        outcomes, scores = (_outcome(first, second), _outcome(second, first)), pairing.scores
    else:
        lost = {
            Outcome.FIRST_FORFEITS: ("forfeit_loss", "forfeit_win"),
            Outcome.SECOND_FORFEITS: ("forfeit_win", "forfeit_loss"),
            Outcome.BOTH_FORFEIT: ("forfeit_loss", "forfeit_loss"),
        }
        outcomes = lost.get(pairing.outcome, ("void", "void"))
    return [
        (
            entry,
            Cell(
                match,
                outcomes[side],
                scores[side],
                scores[1 - side],
                both[1 - side] + 1,
                pairing.round,
            ),
        )
        for side, entry in enumerate(both)
    ]


def _against(
    cells: Sequence[Cell], entry: int, order: Sequence[int], league: int
) -> list[Sequence[Cell] | None]:
    by_opponent: dict[int | None, list[Cell]] = {}
    for cell in cells:
        if cell.round <= league:
            by_opponent.setdefault(cell.opponent, []).append(cell)
    return [None if other == entry else by_opponent.get(other + 1, ()) for other in order]


def _course(cells: Sequence[Cell], rounds: int) -> list[list[Cell]]:
    course: list[list[Cell]] = [[] for _ in range(rounds)]
    for cell in cells:
        course[cell.round - 1].append(cell)
    return course


def _outcome(scored: float, conceded: float) -> str:
    points = match_points(scored, conceded)
    if points == WIN:
        return "win"
    return "draw" if points == DRAW else "loss"
