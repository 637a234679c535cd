"""The chapters of docs/ that the site shows, in the order in which it lists them.

A new chapter needs no entry here: it follows the others for authors.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

_FILE = re.compile(r"(?P<number>\d+)(?P<letter>[a-z]?)-(?P<slug>[a-z0-9-]+)\.md")
# Only for those who change the code.
NOT_SHOWN = {"architecture"}


@dataclass(frozen=True)
class Chapter:
    """`slug` is its address, ``protocol``; `file` its name in docs/, ``3-protocol.md``; `source`
    its Markdown."""

    slug: str
    file: str
    source: str


@dataclass(frozen=True)
class Group:
    title: Text
    slugs: tuple[str, ...]


GROUPS = (
    Group(
        _("For authors of bots"),
        (
            "first-bot",
            "authors",
            "protocol",
            "transcripts",
            "faults",
            "cookbook",
            "rules",
            "sandbox",
            "remote-bots",
            "api",
        ),
    ),
    Group(_("Competition"), ("tournaments", "ratings")),
    Group(_("For operators"), ("operations",)),
)


def read_chapters(folder: Path) -> list[Chapter]:
    """The chapters of a folder in the site's order. Empty if there is no such folder."""
    found = {chapter.slug: chapter for chapter in _numbered(folder)}
    named = {slug for group in GROUPS for slug in group.slugs}
    others = [slug for slug in found if slug not in named]
    order = [*GROUPS[0].slugs, *others, *(slug for group in GROUPS[1:] for slug in group.slugs)]
    return [found[slug] for slug in order if slug in found]


def _numbered(folder: Path) -> Iterator[Chapter]:
    """By number."""
    files = [(match, path) for path in folder.glob("*.md") if (match := _FILE.fullmatch(path.name))]
    for match, path in sorted(files, key=lambda file: (int(file[0]["number"]), file[0]["letter"])):
        if match["slug"] not in NOT_SHOWN:
            yield Chapter(match["slug"], path.name, path.read_text(encoding="utf-8"))
