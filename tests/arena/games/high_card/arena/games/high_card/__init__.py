"""High Card on the site."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Game, Sample
from arena.games.high_card.texts import TEXTS

GAME = Game(
    ruleset="high-card",
    name=_("High Card"),
    kind=_("A duel of three cards"),
    tagline=_("Each of you plays a card, and the higher one takes the trick. More tricks win."),
    emblem="AH",
    texts=TEXTS,
    sample=Sample(request_after=1),
)
