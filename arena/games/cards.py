"""The playing cards: every face and the back as SVG, and the names that screen readers speak.

All faces are `<symbol>` elements of one sprite, 100 by 140 units. Pips are paths, because fonts
draw suits differently. Colours are CSS variables of the page (``--card-clubs`` …), which decides
between two and four colours.
"""

import hashlib
from collections.abc import Sequence
from functools import cache

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cards import NAMES

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

# Each pip is drawn around the origin, about 20 units high.
PIPS = {
    "C": "M0-10a5.1 5.1 0 0 1 4.3 7.8 5.1 5.1 0 1 1-3.2 8.1Q1.5 8.6 3.6 10h-7.2Q-1.5 8.6-1.1 5.9"
    "a5.1 5.1 0 1 1-3.2-8.1A5.1 5.1 0 0 1 0-10z",
    "D": "M0-10.5Q3.4-4.6 8 0 3.4 4.6 0 10.5-3.4 4.6-8 0-3.4-4.6 0-10.5z",
    "H": "M0 10C-1.6 5.6-9.4 1.7-9.4-4.4A4.8 4.8 0 0 1 0-6.2 4.8 4.8 0 0 1 9.4-4.4"
    "C9.4 1.7 1.6 5.6 0 10z",
    "S": "M0-10.5C1.6-6.1 9.3-2.9 9.3 2.3A4.5 4.5 0 0 1 1.2 4.6Q1.6 8.6 3.8 10h-7.6"
    "Q-1.6 8.6-1.2 4.6A4.5 4.5 0 0 1-9.3 2.3C-9.3-2.9-1.6-6.1 0-10.5z",
}

# Where the pips of the number cards are; those below the middle are upside down.
LEFT, MIDDLE, RIGHT = 35.5, 50, 64.5
PLACES: dict[str, Sequence[tuple[float, float]]] = {
    "6": [(x, y) for y in (29, 70, 111) for x in (LEFT, RIGHT)],
    "7": [(x, y) for y in (29, 70, 111) for x in (LEFT, RIGHT)] + [(MIDDLE, 49.5)],
    "8": [(x, y) for y in (29, 70, 111) for x in (LEFT, RIGHT)] + [(MIDDLE, 49.5), (MIDDLE, 90.5)],
    "9": [(x, y) for y in (29, 56, 84, 111) for x in (LEFT, RIGHT)] + [(MIDDLE, 70)],
    "T": [(x, y) for y in (29, 56, 84, 111) for x in (LEFT, RIGHT)] + [(MIDDLE, 42), (MIDDLE, 98)],
}

# The headwear of the court cards around the origin: a feathered cap and two crowns.
HEADWEAR = {
    "J": "M-14 6Q-13-7 2-8 12-8 14 3L14 6zM-15 8h30v4h-30zM5-8Q9-19 20-17 17-9 9-6z",
    "Q": "M-15 11-19-5l9 7L-6-8 0 1 6-8l4 10 9-7-4 16zM-19-8a2.4 2.4 0 1 1 .1 0z"
    "M-6-11a2.4 2.4 0 1 1 .1 0z"
    "M6-11a2.4 2.4 0 1 1 .1 0zM19-8a2.4 2.4 0 1 1 .1 0z",
    "K": "M-16 12v-5h32v5zM-16 5-18-8l9 5L-2-11v-3h-3v-3h3v-3h4v3h3v3H2v3l7 8 9-5-2 13z",
}

# The arena's logo: the head of a goat around the origin, 40 units high.
GOAT = (
    "M-3-8C-9-9-15-14-14-23-11-17-5-15-1-10L1-10C5-15 11-17 14-23 15-14 9-9 3-8Q5-7 6-5L13-6"
    "Q11 1 7 1L4 12Q3 14 1.5 14.5L0 20-1.5 14.5Q-3 14-4 12L-7 1Q-11 1-13-6L-6-5Q-5-7-3-8z"
)


def card_name(card: str) -> str:
    """The name of a card in words: ``queen of hearts`` for ``QH``."""
    rank = {
        "6": _("six"),
        "7": _("seven"),
        "8": _("eight"),
        "9": _("nine"),
        "T": _("ten"),
        "J": _("jack"),
        "Q": _("queen"),
        "K": _("king"),
        "A": _("ace"),
    }[card[0]]
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name(card[1])}


def suit_name(suit: str) -> str:
    return {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}[suit]


@cache
def sprite() -> str:
    """One SVG document with a symbol for each card (``QH``), each pip (``H``) and the ``back``."""
    pips = "".join(
        f'<symbol id="{suit}" viewBox="-11 -11 22 22"><path d="{path}"/></symbol>'
        for suit, path in PIPS.items()
    )
    faces = "".join(
        f'<symbol id="{card}" viewBox="0 0 100 140">{_face(card[0], card[1])}</symbol>'
        for card in NAMES
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{pips}{faces}{_back()}</svg>'


@cache
def address() -> str:
    """The sprite's address. It changes with the drawings, so that browsers can cache it forever."""
    return f"{reverse('pages:cards')}?{hashlib.sha256(sprite().encode()).hexdigest()[:12]}"


def _face(rank: str, suit: str) -> str:
    corner = _index(rank) + _pip(suit, 14.5, 45, 0.9)
    if rank == "A":
        middle = _ace(suit)
    elif rank in HEADWEAR:
        middle = _court(rank, suit)
    else:
        middle = "".join(_pip(suit, x, y, 0.82 if y <= 70 else -0.82) for x, y in PLACES[rank])
    return (
        _paper()
        + f'<g fill="var(--card-{SUITS[suit]})">{corner}'
        + f'<g transform="rotate(180 50 70)">{corner}</g>{middle}</g>'
    )


def _paper() -> str:
    return (
        '<rect x=".75" y=".75" width="98.5" height="138.5" rx="8"'
        ' fill="var(--card-paper)" stroke="var(--card-edge)" stroke-width="1.5"/>'
    )


def _index(rank: str) -> str:
    text = "10" if rank == "T" else rank
    # The two digits of a ten are as wide as the other ranks.
    fit = ' textLength="23" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return (
        '<text x="14.5" y="29" text-anchor="middle" font-size="29" font-weight="700"'
        f' font-family="Georgia,Palatino,serif"{fit}>{text}</text>'
    )


def _pip(suit: str, x: float, y: float, scale: float) -> str:
    return f'<path transform="translate({x} {y})scale({scale})" d="{PIPS[suit]}"/>'


def _ace(suit: str) -> str:
    pip = _pip(suit, 50, 70, 2.9)
    if suit == "S":
        pip += f'<path transform="translate(50 71)scale(.62)" fill="var(--card-paper)" d="{GOAT}"/>'
    return pip


def _court(rank: str, suit: str) -> str:
    half = (
        f'<path transform="translate(50 38)scale(1.05)" fill="var(--card-gold)"'
        f' d="{HEADWEAR[rank]}"/>{_pip(suit, 50, 58.5, 0.72)}'
    )
    return (
        '<rect x="28" y="14" width="44" height="112" rx="5" fill-opacity=".07"'
        f' stroke="var(--card-{SUITS[suit]})" stroke-opacity=".55" stroke-width="1.2"/>'
        + f'<path d="M28 70h44" stroke="var(--card-{SUITS[suit]})" stroke-opacity=".4"/>'
        + half
        + f'<g transform="rotate(180 50 70)">{half}</g>'
    )


def _back() -> str:
    return (
        '<symbol id="back" viewBox="0 0 100 140">'
        '<pattern id="weave" width="10" height="10" patternUnits="userSpaceOnUse">'
        '<path d="M0 5 5 0l5 5-5 5z" fill="none" stroke="var(--card-back-line)"/></pattern>'
        + _paper()
        + '<rect x="6" y="6" width="88" height="128" rx="5" fill="var(--card-back)"/>'
        '<rect x="6" y="6" width="88" height="128" rx="5" fill="url(#weave)"/>'
        f'<path transform="translate(50 70)scale(1.15)" fill="var(--card-back-line)" d="{GOAT}"/>'
        "</symbol>"
    )
