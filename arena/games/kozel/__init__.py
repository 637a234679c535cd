"""Kozel on the site."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Game
from arena.games.kozel.sample import SAMPLE
from arena.games.kozel.texts import TEXTS

GAME = Game(
    ruleset="kozel",
    name=_("Kozel"),
    kind=_("Two teams of two, hidden hands"),
    tagline=_(
        "“Goat” on four cards: lead a set of one suit, beat it card by card, and drop face down "
        "what the others must not see. Twelve penalty points lose the game."
    ),
    emblem="AS",
    texts=TEXTS,
    sample=SAMPLE,
)
