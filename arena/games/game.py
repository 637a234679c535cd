"""What the site knows of a game besides its rules. Each package in this folder has one as GAME."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from engine.cards import RANKS
from engine.ruleset import Ruleset, State, View

Text = str | Promise


def nobody(ruleset: Ruleset, view: View) -> frozenset[int]:
    return frozenset()


def no_words(ruleset: Ruleset, view: View, winner: int | None) -> str:
    return ""


def first_legal(state: State[Any], legal: list[str]) -> str:
    return legal[0]


@dataclass(frozen=True)
class Sample:
    """The game that is shown on the rules page.

    `seed` is a text, whose SHA-256 deals the cards. `choose` picks each move: it gets the state and
    the texts of its legal moves, and returns one of them. The request to a bot that the page prints
    stands after `request_after` moves.
    """

    seed: str = "sample"
    choose: Callable[[State[Any], list[str]], str] = first_legal
    request_after: int = 4


@dataclass(frozen=True)
class Game:
    """A ruleset as people know it.

    `kind` and `tagline` introduce it where games are listed, beside the card `emblem` (``AS``).
    `texts` are the texts of its table.js by key; the script fills in what is in braces. The table
    sorts hands by `ranking`, the ranks from the lowest, and counts `points`, by the names of cards.

    `outcome` says how a finished game was decided, in a sentence without names, from the view with
    all cards open and the side that won (None: a draw).

    If the game asks questions that only the asked seat may notice: the `secret_phase` of the view
    of that seat, its move `decline` that says no, and the seats that may be asked one now by what
    a spectator sees.
    """

    ruleset: str
    name: Text
    kind: Text
    tagline: Text
    emblem: str
    texts: Mapping[str, Text] = field(hash=False)
    ranking: str = RANKS
    points: Mapping[str, int] = field(default_factory=dict, hash=False)
    sample: Sample = Sample()
    outcome: Callable[[Ruleset, View, int | None], str] = no_words
    secret_phase: str = ""
    decline: str = ""
    may_ask_in_secret: Callable[[Ruleset, View], frozenset[int]] = nobody

    @property
    def package(self) -> str:
        """The folder in arena/games/: ``svoi_kozyri`` for ``svoi-kozyri``."""
        return package(self.ruleset)


def package(ruleset: str) -> str:
    """The name of a ruleset's Python packages."""
    return ruleset.replace("-", "_")
