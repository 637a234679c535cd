"""Écarté on the site."""

from django.utils.translation import gettext_lazy as _

from arena.games.ecarte.outcome import outcome
from arena.games.ecarte.sample import SAMPLE
from arena.games.ecarte.texts import TEXTS
from arena.games.game import Game
from engine.ecarte.moves import RANKING

GAME = Game(
    ruleset="ecarte",
    name=_("Écarté"),
    kind=_("A duel of five cards"),
    tagline=_(
        "Propose an exchange or stand, then play five tricks. The king of trumps is worth a "
        "point, and five points win."
    ),
    emblem="KD",
    texts=TEXTS,
    ranking=RANKING,
    sample=SAMPLE,
    outcome=outcome,
)
