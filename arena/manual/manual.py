"""All chapters, rendered once in each process."""

import hashlib
from dataclasses import dataclass
from functools import cache
from html import escape

import arena
from arena.manual.arena_values import EXAMPLE_ADDRESS, MARKED, with_own_values
from arena.manual.chapters import GROUPS, Group, read_chapters
from arena.manual.rendering import Page, render
from referee.shipped import shipped

FOLDER = shipped("docs", arena.__file__)
LONGEST_SUMMARY = 220  # characters


@dataclass(frozen=True)
class Shown:
    """A chapter as the site shows it. `summary` are its first sentences, `digest` changes with its
    text, and `has_values` says whether it shows values of this arena."""

    slug: str
    file: str
    page: Page
    summary: str
    digest: str
    has_values: bool

    def body(self, address: str) -> str:
        """Its HTML, with this address of the arena in the examples."""
        return self.page.body.replace(EXAMPLE_ADDRESS, escape(address))


@cache
def chapters() -> dict[str, Shown]:
    """The chapters by slug, in the site's order."""
    found = read_chapters(FOLDER)
    files = frozenset(chapter.file for chapter in found)
    shown = {}
    for chapter in found:
        source = with_own_values(chapter.source)
        page = render(source, files)
        shown[chapter.slug] = Shown(
            chapter.slug,
            chapter.file,
            page,
            _summary(next((section.text for section in page.sections if section.text), "")),
            hashlib.sha256(page.body.encode()).hexdigest()[:16],
            bool(MARKED.search(chapter.source)),
        )
    return shown


def _summary(text: str) -> str:
    """As many whole sentences as fit, at least one."""
    end = text.rfind(". ", 0, LONGEST_SUMMARY)
    if end < 0:
        end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def groups() -> list[tuple[Group, list[Shown]]]:
    """The groups that have chapters. Chapters without a group are the first one's."""
    found = chapters()
    grouped = {slug: group for group in GROUPS for slug in group.slugs}
    listed = [
        (group, [one for slug, one in found.items() if grouped.get(slug, GROUPS[0]) == group])
        for group in GROUPS
    ]
    return [(group, members) for group, members in listed if members]


def neighbours(slug: str) -> tuple[Shown | None, Shown | None]:
    """The chapters before and after this one."""
    order = list(chapters().values())
    place = list(chapters()).index(slug)
    return (
        order[place - 1] if place else None,
        order[place + 1] if place + 1 < len(order) else None,
    )
