"""The whole ranking of a game for other programs: CSV for a spreadsheet, plain values for JSON."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from arena.ratings.models import Standing


def as_csv(standings: Iterable[Standing]) -> str:
    """One line for each bot, in the order of the ranking; the heads are the page's words."""
    text = io.StringIO()
    writer = csv.writer(text)
    rows = [as_dict(standing) for standing in standings]
    writer.writerow(HEADS.values())
    for row in rows:
        writer.writerow("" if row[key] is None else row[key] for key in HEADS)
    return text.getvalue()


HEADS = {
    "place": "Place",
    "place_best": "Best place",
    "place_worst": "Worst place",
    "bot": "Bot",
    "active": "Active",
    "group": "Group",
    "rating": "Rating",
    "error": "Error",
    "elo": "Elo",
    "games": "Games",
    "score": "Score",
    "matches": "Matches",
    "wins": "Won",
    "draws": "Drawn",
    "losses": "Lost",
    "last_played": "Last active",
}


def as_dict(standing: Standing) -> dict[str, Any]:
    """The values of the ranking page. `rating`, `error` and `elo` in Elo points; `error` is half of
    the 95 % interval. Bots of different groups (0: the main one) cannot be compared."""
    return {
        "place": standing.place,
        "place_best": standing.place_best,
        "place_worst": standing.place_worst,
        "bot": str(standing.bot),
        "active": standing.bot.active_id is not None,
        "group": standing.group,
        "rating": round(standing.rating, 1),
        "error": None if standing.error is None else round(standing.error, 1),
        "elo": standing.elo / 100,
        "games": standing.games,
        "score": standing.score,
        "matches": standing.matches,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "last_played": standing.last_played and standing.last_played.isoformat(),
    }
