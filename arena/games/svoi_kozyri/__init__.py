"""Svoi Kozyri on the site."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Game
from arena.games.svoi_kozyri.outcome import outcome
from arena.games.svoi_kozyri.sample import SAMPLE
from arena.games.svoi_kozyri.texts import TEXTS

GAME = Game(
    ruleset="svoi-kozyri",
    name=_("Svoi Kozyri"),
    kind=_("A duel with open cards"),
    tagline=_(
        "“Your own trumps”: each player has a trump suit, and nothing is hidden. Beat the top of "
        "the pile and add a card, or take cards from it. The first to run out of cards wins."
    ),
    emblem="KH",
    texts=TEXTS,
    sample=SAMPLE,
    outcome=outcome,
)
