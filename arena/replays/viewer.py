"""The setup of the replay viewer, which the page hands it: addresses, card names and texts."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.games import cards
from arena.games.labels import GAMES
from arena.matches.models import Match
from arena.replays.replay_json import FORMAT
from arena.replays.viewer_texts import FRESH_DEALS, TEXTS
from engine import rulesets
from engine.cards import NAMES
from engine.faults import Reason
from strategy.evaluators import ANALYSTS, SOLVERS

Json = dict[str, Any]

# The page names all modules, so that a browser does not find them one by one.
MODULES = sorted(
    f"{app}/{path.name}"
    for app in ("games", "replays")
    for path in (settings.BASE_DIR / f"arena/{app}/static/{app}").glob("*.js")
)


def for_replay(match: Match, own_sides: Sequence[int]) -> Json:
    """For a finished match. `own_sides`: the sides whose logs the reader may see.

    Addresses of a game are those of game 0; the viewer puts the number in.
    """

    def at(name: str, *arguments: object) -> str:
        return reverse(f"matches:{name}", args=[match.pk, *arguments])

    return _of_match(match) | {
        "mode": "replay",
        "frames": f"{at('frames', 0)}?format={FORMAT}",
        "choices": f"{at('choices', 0)}?format={FORMAT}",
        "results": f"{at('results')}?format={FORMAT}",
        "embed": at("embed"),
        "check": {"seed": match.public_seed, "commitment": match.commitment},
        "analysis": for_analysis(match.ruleset, "match", match.pk),
        "logs": [
            {"side": side, "times": at("times", side), "stderr": at("stderr", side)}
            for side in own_sides
        ],
    }


def for_analysis(name: str, kind: str, key: object) -> Json | None:
    """The addresses for the analysis of a match (`kind` is ``match``, `key` its number) or a table
    (``table`` and its code); None if this arena does not analyse the game or variant `name`.

    Addresses of a game are those of game 0, as elsewhere.
    """
    ruleset = rulesets.VARIANTS.get(name, (name, {}))[0]
    if not (settings.ANALYSIS and ruleset in ANALYSTS):
        return None
    place = [key, 0] if kind == "match" else [key]
    return {
        "api": reverse(f"api:{kind}-analysis", args=place),
        "page": reverse(f"analysis:{kind}", args=place),
        "position": reverse(f"analysis:{kind}_position", args=place),
        "solve": reverse("api:solve") if ruleset in SOLVERS else None,
    }


def for_live(match: Match) -> Json:
    """For a match that has not ended."""
    address = reverse("matches:live", args=[match.pk])
    return _of_match(match) | {"mode": "live", "live": address, "games": match.games}


def for_example(ruleset: str, frames: str) -> Json:
    """For a single game whose frames are at the address `frames`."""
    return of_game(ruleset) | {"mode": "example", "frames": f"{frames}?format={FORMAT}"}


def _of_match(match: Match) -> Json:
    # The ruleset of a match may be a variant, such as ecarte/classic.
    setup = of_game(rulesets.ruleset(match.ruleset, match.options).name)
    if match.remote:
        bots = (match.version0.bot, match.version1.bot)
        setup["texts"] |= {key: str(text) for key, text in FRESH_DEALS.items()}
        setup["remote"] = [str(bot) for bot in bots if bot.remote]
    return setup


def of_game(ruleset: str) -> Json:
    """What the table of any game needs."""
    game = GAMES[ruleset]
    folder = f"games/{game.package}"
    return {
        "modules": [*MODULES, f"{folder}/table.js"],
        "style": static(f"{folder}/table.css"),
        "table": static(f"{folder}/table.js"),
        "deal": static(f"{folder}/deal.js"),
        "sprite": cards.address(),
        "cards": {name: cards.card_name(name) for name in NAMES},
        "suits": {suit: cards.suit_name(suit) for suit in cards.SUITS},
        "faults": {reason: _(reason.text) for reason in Reason},
        "ranking": game.ranking,
        "points": dict(game.points),
        "texts": {key: str(text) for key, text in {**TEXTS, **game.texts}.items()},
    }
