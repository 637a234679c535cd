"""Kozel on the site."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Game
from arena.games.kozel.outcome import outcome
from arena.games.kozel.sample import SAMPLE
from arena.games.kozel.secret import may_ask_in_secret
from arena.games.kozel.texts import TEXTS
from engine.cards import NAMES
from engine.kozel.moves import RANKING
from engine.kozel.scoring import POINTS

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
    ranking=RANKING,
    points=dict(zip(NAMES, POINTS, strict=True)),
    sample=SAMPLE,
    outcome=outcome,
    secret_phase="window",
    decline="pass",
    may_ask_in_secret=may_ask_in_secret,
)
