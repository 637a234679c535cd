"""What commands that play write with `--json`."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cli.reference_games import ReferenceGames
from referee.play.comparison import ComparisonProgress, ComparisonSettings
from referee.play.fault_groups import grouped
from referee.play.fault_report import FaultReport
from referee.play.match import MatchResult
from referee.tournaments.event import Event
from referee.tournaments.format import Format


def match_result(played: MatchResult) -> dict[str, Any]:
    """A match without its moves, and the faults of both bots."""
    return _summary(played.record) | {
        "seed": played.record["match_seed"],
        "games": [
            {key: game[key] for key in ("pair", "leg", "sides", "scores", "reason")}
            | {"moves": len(game["moves"])}
            for game in played.record["games"]
        ],
        "faults": [
            _faults([fault for fault in played.faults if fault.entrant == index])
            for index in range(2)
        ],
    }


def check_result(name: str, played: ReferenceGames, lost: Sequence[FaultReport]) -> dict[str, Any]:
    """Whether a bot is ready. `lost`: the faults that new processes would make at a table."""
    return {
        "bot": name,
        "ready": not played.faults,
        "matches": [_summary(record) for _, record in played.games],
        "faults": _faults([fault for fault, _ in played.faults]),
        "log": played.stderr,
        "faults_at_tables": _faults(lost[:1]),
    }


def comparison_result(settings: ComparisonSettings, progress: ComparisonProgress) -> dict[str, Any]:
    """The verdict of a comparison, and what it rests on. Chances and shares are 0 to 1."""
    found = progress.estimate
    return {
        "bots": [entrant.name for entrant in settings.entrants],
        "verdict": progress.verdict.name if progress.verdict else None,
        "pairs": progress.pairs,
        "pairs_by_points": list(progress.counts),
        "log_likelihood_ratio": progress.ratio,
        "score": found and found.score,
        "elo": found and found.elo,
        "elo_error": found and found.elo_error,
        "superiority": found and found.superiority,
        "lost_by_faults": list(progress.faults),
        "seed": settings.seed.hex(),
    }


def tournament_result(
    names: Sequence[str], format: Format, event: Event, seed: bytes
) -> dict[str, Any]:
    """The standings, the best first. A bot's `against` has its scores against each that it met."""
    ranking = format.rank(event)
    finished = format.next_step(event).finished
    return {
        "champion": names[ranking.rows[0].line.entry] if finished else None,
        "decided_by": format.decided_by(ranking) if finished else None,
        "standings": [
            {
                "place": row.place,
                "bot": names[row.line.entry],
                "points": row.line.points,
                "game_points": row.line.game_points,
                "games": row.line.games,
                "wins": row.line.wins,
                "draws": row.line.draws,
                "losses": row.line.losses,
                "separated_by": row.rule and format.reason(row.rule),
                "against": {
                    names[other]: [meeting.scored for meeting in meetings]
                    for other, meetings in ranking.crosstable.row(row.line.entry).items()
                },
            }
            for row in ranking.rows
        ],
        "seed": seed.hex(),
    }


def _summary(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"bots": [bot["name"] for bot in record["bots"]], "scores": record["scores"]}


def _faults(faults: Sequence[FaultReport]) -> list[dict[str, Any]]:
    """Each fault once, with how often it happened; `game` from 1, as the other output has it."""
    return [
        {
            "reason": group[0].reason,
            "cause": group[0].cause,
            "game": group[0].game + 1,
            "seat": group[0].seat,
            "move": group[0].move,
            "request": group[0].request,
            "times": len(group),
        }
        for group in grouped(faults)
    ]
