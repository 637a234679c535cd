"""The games that one can play at a table, with their named variants."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from arena.games.game import Game
from arena.games.labels import GAMES
from engine import rulesets
from engine.rulesets import RULESETS, VARIANTS

# What is different in a variant, and its name, in words; of others the options are listed.
VARIANT_WORDS = {
    "ecarte/classic": _(
        "Whoever cannot follow suit must trump. Whoever kept the cards from being exchanged, and "
        "loses, gives two points."
    ),
    "svoi-kozyri/mirror": _("The hands are the same, with the suits exchanged: no luck at all."),
}
VARIANT_NAMES = {
    "ecarte/classic": pgettext_lazy("variant of Écarté", "Classic"),
    "svoi-kozyri/mirror": pgettext_lazy("variant of Svoi Kozyri", "Mirrored hands"),
}


@dataclass(frozen=True)
class Offer:
    """One variant of a game. `ruleset` is what a table stores, `words` say what is different."""

    ruleset: str
    game: Game
    label: str
    words: str

    @property
    def seats(self) -> int:
        return RULESETS[self.game.ruleset].seats


def offers_of(game: str) -> list[Offer]:
    """The variants of a game, the usual one first."""
    names = [name for name, (base, _preset) in VARIANTS.items() if base == game]
    return [_offer(name) for name in (game, *names)]


def offer(ruleset: str) -> Offer | None:
    """The offer of a ruleset or variant; None if there is none."""
    return _offer(ruleset) if ruleset in RULESETS or ruleset in VARIANTS else None


def all_offers() -> Iterator[Offer]:
    for game in GAMES:
        yield from offers_of(game)


def game_of(ruleset: str) -> str:
    """The game of a ruleset or variant."""
    return VARIANTS[ruleset][0] if ruleset in VARIANTS else ruleset


def title(ruleset: str) -> str:
    """A game with its variant: ``Écarté, Classic``."""
    found = offer(ruleset)
    if found is None:
        return ruleset
    name = str(found.game.name)
    return f"{name}, {found.label}" if ruleset in VARIANTS else name


def _offer(ruleset: str) -> Offer:
    game = GAMES[game_of(ruleset)]
    if ruleset not in VARIANTS:
        return Offer(ruleset, game, gettext("Usual rules"), "")
    named = VARIANT_NAMES.get(ruleset)
    label = str(named) if named else capfirst(ruleset.partition("/")[2].replace("-", " "))
    if ruleset in VARIANT_WORDS:
        return Offer(ruleset, game, label, str(VARIANT_WORDS[ruleset]))
    options = rulesets.ruleset(ruleset).options
    helps = RULESETS[game.ruleset].OPTIONS
    words = "; ".join(
        f"{gettext(helps[name].help)}: {_value(value)}" for name, value in options.items()
    )
    return Offer(ruleset, game, label, capfirst(words))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return str(value)
