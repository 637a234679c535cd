"""What the pages call the games."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True)
class Game:
    """A ruleset as people know it. `emblem` is the card that stands for it."""

    ruleset: str
    name: Text
    kind: Text
    tagline: Text
    emblem: str


GAMES: dict[str, Game] = {
    game.ruleset: game
    for game in (
        Game(
            "kozel",
            _("Kozel"),
            _("Two teams of two, hidden hands"),
            _(
                "“Goat” on four cards: lead a set of one suit, beat it card by card, and drop "
                "what must not be seen face down. Twelve penalty points lose the series."
            ),
            "AS",
        ),
        Game(
            "svoi-kozyri",
            _("Svoi Kozyri"),
            _("A duel with open cards"),
            _(
                "“Your own trumps”: each player has a trump suit, and nothing is hidden. Beat the "
                "top of the pile and add a card, or take from it; who runs out of cards wins."
            ),
            "KH",
        ),
        Game(
            "ecarte",
            _("Écarté"),
            _("A duel of five cards"),
            _(
                "Propose an exchange or stand, then play five tricks. The king of trumps is "
                "worth a point, and five points win."
            ),
            "KD",
        ),
    )
}


def name(ruleset: str) -> str:
    """The name of a ruleset; one that has no page is called as the protocol calls it."""
    return str(GAMES[ruleset].name) if ruleset in GAMES else ruleset
