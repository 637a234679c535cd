"""A chapter of docs/ as HTML: headings with the ids that GitHub gives them, links to the site's
pages, tables that scroll on a phone, highlighted examples."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from arena.manual.code_blocks import code_block, is_conversation

LISTED = ("h2", "h3")  # the headings of a table of contents
_NUMBER = re.compile(r"^\d+[a-z]?\. ")
_CHAPTER_LINK = re.compile(r"(?:docs/)?(?P<file>[\w.-]+\.md)(?P<anchor>#.*)?")
_EMPTY_ANCHOR = re.compile(r'<a id="([\w-]+)">|</a>')
_MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


@dataclass(frozen=True)
class Heading:
    """`tag` is ``h2`` or ``h3``."""

    tag: str
    anchor: str
    title: str


@dataclass(frozen=True)
class Section:
    """What stands below a heading, as plain text, to be searched. `anchor` is empty for what
    stands above the first one."""

    anchor: str
    title: str
    text: str


@dataclass(frozen=True)
class Page:
    """`title` is the chapter's, without its number; `short` is the part before a colon. `body` is
    HTML, without the title."""

    title: str
    body: str
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    anchors: frozenset[str]

    @property
    def short(self) -> str:
        return self.title.partition(":")[0]


def slug(title: str) -> str:
    """The id that GitHub gives a heading with this text, if no other has the same."""
    kept = "".join(c for c in title.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def render(source: str, files: Collection[str], address: str = "../{slug}/") -> Page:
    """A chapter. `files` are the names of the chapters that the site has; links to others become
    plain text. `address` makes the address of a chapter from its `slug`."""
    tokens = _MARKDOWN.parse(source)
    used: Counter[str] = Counter()
    headings: list[Heading] = []
    anchors: set[str] = set()
    title = ""
    start = 0
    for index, token in enumerate(tokens):
        if token.type == "inline":
            _link(token.children or [], files, address)
            anchors |= set(_EMPTY_ANCHOR.findall(token.content)) - {""}
        if token.type != "heading_open":
            continue
        inline = tokens[index + 1]
        text = _plain(inline.children or [])
        anchor = slug(text)
        used[anchor] += 1
        if used[anchor] > 1:
            anchor = f"{anchor}-{used[anchor] - 1}"
        anchors.add(anchor)
        token.attrSet("id", anchor)
        if token.tag == "h1":
            title, start = _NUMBER.sub("", text), index + 3
        elif token.tag in LISTED:
            headings.append(Heading(token.tag, anchor, text))
    return Page(
        title,
        "".join(_html(tokens[start:])),
        tuple(headings),
        tuple(_sections(tokens[start:], title)),
        frozenset(anchors),
    )


def _link(children: Sequence[Token], files: Collection[str], address: str) -> None:
    """Turns the links to other chapters into links to their pages."""
    for position, token in enumerate(children):
        if token.type != "link_open":
            continue
        href = str(token.attrGet("href"))
        if href.startswith(("#", "http:", "https:", "mailto:")):
            continue
        match = _CHAPTER_LINK.fullmatch(href)
        if match and match["file"] in files:
            name = match["file"].partition("-")[2].removesuffix(".md")
            token.attrSet("href", address.format(slug=name) + (match["anchor"] or ""))
        elif not href.startswith("/"):
            # It is not on the site.
            token.tag = "span"
            token.attrs.clear()
            closing = next(end for end in children[position:] if end.type == "link_close")
            closing.tag = "span"


def _plain(children: Sequence[Token]) -> str:
    kept = ("text", "code_inline")
    breaks = ("softbreak", "hardbreak")
    return "".join(
        token.content if token.type in kept else " " if token.type in breaks else ""
        for token in children
    )


def _html(tokens: Sequence[Token]) -> Iterator[str]:
    """The tokens as HTML. What is not treated here is rendered as Markdown is."""
    renderer, options = RendererHTML(), _MARKDOWN.options
    for index, token in enumerate(tokens):
        if token.type in ("fence", "code_block"):
            yield code_block(token.content, token.info.strip())
        elif token.type == "table_open":
            yield '<div class="scroll"><table class="list">\n'
        elif token.type == "table_close":
            yield "</table></div>\n"
        elif token.type == "heading_close":
            anchor = escape(str(tokens[index - 2].attrGet("id")))
            link = f'<a class="anchor" href="#{anchor}" aria-hidden="true" tabindex="-1">#</a>'
            yield f" {link}</{token.tag}>\n"
        elif token.type == "th_open" and not tokens[index + 1].content:
            yield "<td>"  # a heading needs a text
        elif token.type == "th_close" and not tokens[index - 1].content:
            yield "</td>\n"
        elif token.type == "inline":
            yield renderer.renderInline(token.children or [], options, {})
        elif token.type in ("html_block", "html_inline"):
            yield token.content
        elif not token.hidden:
            yield renderer.renderToken(tokens, index, options, {})


def _sections(tokens: Sequence[Token], title: str) -> Iterator[Section]:
    anchor, heading, words = "", title, list[str]()
    in_heading = False
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            yield Section(anchor, heading, _joined(words))
            anchor, heading = str(token.attrGet("id")), _plain(tokens[index + 1].children or [])
            words = []
            in_heading = True
        elif token.type == "heading_close":
            in_heading = False
        elif token.type == "inline" and not in_heading:
            words.append(_plain(token.children or []))
        elif token.type in ("fence", "code_block") and not is_conversation(token.content):
            words.append(token.content)
    yield Section(anchor, heading, _joined(words))


def _joined(words: list[str]) -> str:
    return " ".join(" ".join(words).split())
