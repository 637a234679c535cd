"""Finds sections of the chapters by words: plain text in memory, which no query can slow down."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from arena.manual import manual
from arena.manual.rendering import Section

LONGEST = 100  # characters of a query that count
MOST_WORDS = 8
MOST_FOUND = 30  # sections that are shown
_AROUND = 110  # characters of an excerpt before and after the first word
_MOST_COUNTED = 5  # of a word in a section


@dataclass(frozen=True)
class Found:
    """A section that has all the words. `excerpt` is its text in parts: (text, whether it is one of
    the words)."""

    slug: str
    chapter: str
    anchor: str
    title: str
    excerpt: tuple[tuple[str, bool], ...]


@dataclass(frozen=True)
class _Entry:
    """`folded` has one character for each of the section's text, so that places agree."""

    slug: str
    chapter: str
    section: Section
    folded: str
    heading: str


def folded(text: str) -> str:
    """Lower case without accents, character by character: ``ecarte`` for ``Écarté``."""
    return "".join(_letter(c) for c in text)


def words_of(query: str) -> list[str]:
    """The words of a query, each once: as many as count, of at least one letter or digit."""
    words = dict.fromkeys(folded(query[:LONGEST]).split())
    return [word for word in words if any(map(str.isalnum, word))][:MOST_WORDS]


def search(query: str) -> list[Found]:
    """The sections in which all words of the query stand, the best first."""
    words = words_of(query)
    if not words:
        return []
    scored = [
        (_score(entry, words), entry)
        for entry in _entries()
        if all(word in entry.folded or word in entry.heading for word in words)
    ]
    scored.sort(key=lambda pair: -pair[0])
    return [_found(entry, words) for _score, entry in scored]


@cache
def _entries() -> tuple[_Entry, ...]:
    return tuple(
        _Entry(
            chapter.slug,
            chapter.page.title,
            section,
            folded(section.text),
            folded(f"{chapter.page.title} {section.title}"),
        )
        for chapter in manual.chapters().values()
        for section in chapter.page.sections
    )


@cache
def _letter(c: str) -> str:
    return unicodedata.normalize("NFD", c)[0].lower()[:1] or c


def _score(entry: _Entry, words: list[str]) -> int:
    title = folded(entry.section.title)
    in_title = sum(word in title for word in words)
    in_heading = sum(word in entry.heading for word in words)
    in_text = sum(min(entry.folded.count(word), _MOST_COUNTED) for word in words)
    return 20 * in_title + 5 * in_heading + in_text + 10 * (" ".join(words) in entry.folded)


def _found(entry: _Entry, words: list[str]) -> Found:
    places = [place for word in words if (place := entry.folded.find(word)) >= 0]
    middle = min(places, default=0)
    text = entry.section.text
    start, end = max(0, middle - _AROUND), min(len(text), middle + _AROUND)
    if start:
        start = text.find(" ", start, middle) + 1 or start
    if end < len(text):
        end = max(text.rfind(" ", middle + 1, end), min(end, middle + 20))
    parts = list(_marked(text[start:end], entry.folded[start:end], words))
    if start:
        parts.insert(0, ("… ", False))
    if end < len(text):
        parts.append((" …", False))
    section = entry.section
    return Found(entry.slug, entry.chapter, section.anchor, section.title, tuple(parts))


def _marked(text: str, plain: str, words: list[str]) -> Iterator[tuple[str, bool]]:
    done = 0
    while True:
        hits = [(place, len(word)) for word in words if (place := plain.find(word, done)) >= 0]
        if not hits:
            break
        place, length = min(hits, key=lambda hit: (hit[0], -hit[1]))
        yield text[done:place], False
        yield text[place : place + length], True
        done = place + length
    yield text[done:], False
