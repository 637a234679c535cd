"""Where all cards lie and how the game stands, read alike in all games."""

from typing import NamedTuple

from engine.cards import Card


class Layout(NamedTuple):
    """A state laid open: what nobody at the table sees whole.

    `hands`: by seat, in deck order. `table`: the plays of the trick in progress, each as its seat
    and its cards, the leader's first; cards laid face down are there too. `pile`: the open pile of
    Svoi Kozyri, its bottom first. `stock`: its top first. `trumps`: by side, None while it is not
    chosen. `tricks` and `points`: by side, of the deal in progress; in Kozel the points of the
    cards taken, in Écarté those for kings so far. `score`: by side, of the game: penalty points in
    Kozel, points in Écarté. What a game does not have is empty, or 0.
    """

    hands: tuple[tuple[Card, ...], ...]
    table: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    pile: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    trumps: tuple[int | None, int | None] = (None, None)
    tricks: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
