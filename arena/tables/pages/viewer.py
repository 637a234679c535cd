"""The setup of the played table, which the page hands to its scripts."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from arena.people.models import Player
from arena.replays import viewer
from arena.tables.pages.viewer_texts import TEXTS
from arena.tables.phrases import PHRASES

Json = dict[str, Any]

OF_OTHER_PAGES = ("copy_link.js", "lobby.js", "return.js", "turns.js", "waiting.js")
# The page names the modules that it needs, so that a browser does not find them one by one.
FROM_REPLAYS = ("replays/steps.js",)
MODULES = sorted(
    f"{app}/{path.name}"
    for app in ("games", "tables")
    for path in (settings.BASE_DIR / f"arena/{app}/static/{app}").glob("*.js")
    if path.name not in OF_OTHER_PAGES
)


def for_table(update: Json, player: Player | None) -> Json:
    """`update` is the viewer's whole Update (updates.py): the page needs no request to begin."""
    code: str = update["code"]
    game = viewer.of_game(update["game"]["ruleset"])
    return game | {
        "modules": [*MODULES, *FROM_REPLAYS, game["modules"][-1]],
        "code": code,
        "api": f"/api/v1/tables/{code}/",
        # The address of another table, for a rematch.
        "tables": reverse("tables:table", args=["CODE"]),
        "lobby": reverse("tables:lobby"),
        "player": "" if player is None else str(player.pk),
        "phrases": {key: str(text) for key, text in PHRASES.items()},
        "texts": game["texts"] | {key: str(text) for key, text in TEXTS.items()},
        "update": update,
    }
