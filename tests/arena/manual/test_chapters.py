"""The chapters of docs/ are pages of the site, and their links work there and on GitHub."""

import html
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.urls import reverse

from arena.manual import manual
from arena.manual.chapters import read_chapters
from arena.manual.rendering import render, slug

DOCS = Path(__file__).parents[3] / "docs"
CHAPTERS = list(manual.chapters())
LINK = re.compile(r'<a [^>]*href="([^"]*)"')


def read(client: Any, name: str) -> str:
    response = client.get(reverse("manual:chapter", args=[name]))
    assert response.status_code == 200
    return str(response.content.decode())


@cache
def anchors(path: Path) -> frozenset[str]:
    return render(path.read_text(), ()).anchors


def test_every_numbered_chapter_but_the_architecture_is_a_page() -> None:
    numbered = {path.stem.partition("-")[2] for path in DOCS.glob("[0-9]*.md")}
    assert set(CHAPTERS) == numbered - {"architecture"}
    assert {"protocol", "rules", "sandbox", "api", "tournaments", "ratings"} < set(CHAPTERS)


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_shown_without_asking_the_database(
    client: Any, name: str, django_assert_num_queries: Any, db: None
) -> None:
    with django_assert_num_queries(0):
        page = read(client, name)
    assert page.count("<h1") == 1
    assert page.count("<main") == 1
    assert "<!-- arena" not in page
    assert 'style="' not in page


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_link_of_a_chapter_leads_to_a_place_that_is_there(name: str) -> None:
    found = manual.chapters()
    own = found[name].page
    for link in map(unquote, map(html.unescape, LINK.findall(own.body))):
        if link.startswith("#"):
            assert link[1:] in own.anchors, link
        elif link.startswith("../"):
            other, _, anchor = link.removeprefix("../").partition("/")
            assert other in found, link
            assert anchor.removeprefix("#") in found[other].page.anchors | {""}, link
        elif not link.startswith("/docs/"):
            assert link.startswith(("https://", "http://")), link


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_every_link_of_the_files_leads_to_a_place_that_is_there(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if link.startswith(("https://", "http://", "/docs/")):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file) if file else path
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_no_value_of_the_arena_begins_a_line_of_text() -> None:
    """There a comment would end the paragraph on GitHub. Around a whole table it may."""
    for path in DOCS.glob("*.md"):
        assert not re.search(r"(?m)^\s*<!-- /?arena[^>]*-->.+$", path.read_text()), path


@pytest.mark.parametrize(
    ("title", "anchor"),
    [
        ("A new version's rating", "a-new-versions-rating"),
        ("Écarté: sentences", "écarté-sentences"),
        ("What ± means", "what--means"),
        ("`hello` and `ready`", "hello-and-ready"),
        ("snake_case, and - dashes", "snake_case-and---dashes"),
    ],
)
def test_headings_have_the_ids_that_github_gives_them(title: str, anchor: str) -> None:
    assert slug(title.replace("`", "")) == anchor
    assert anchor in render(f"# T\n\n## {title}\n", ()).anchors


def test_the_same_heading_again_has_a_number() -> None:
    page = render("# T\n\n## Moves\n\n## View\n\n## Moves\n\n## Moves\n", ())
    assert [heading.anchor for heading in page.headings] == ["moves", "view", "moves-1", "moves-2"]


def test_links_to_what_the_site_does_not_have_become_text() -> None:
    files = {"2-rules.md"}
    body = render("# T\n\n[a](2-rules.md#kr1) [b](development.md) [c](../README.md)\n", files).body
    assert '<a href="../rules/#kr1">a</a>' in body
    assert "<span>b</span> <span>c</span>" in body


def test_a_conversation_folds_long_lists_of_moves_but_keeps_them() -> None:
    moves = ",".join(f'"lead {number}C"' for number in range(30))
    body = render(f'# T\n\n```text\n→ {{"legal":[{moves}]}}\n← {{"move":"x"}}\n```\n', ()).body
    assert "… 22 more" in body
    assert "<summary>All 30 legal moves</summary>" in body
    assert html.escape('"legal":[' + moves + "]") in body
    assert '<div class="from">' in body


def test_a_chapter_in_a_group_of_its_own_or_in_none_is_found(tmp_path: Path) -> None:
    for name in ("8-operations", "3-protocol", "12-new-thing", "1-architecture", "development"):
        (tmp_path / f"{name}.md").write_text("# T\n")
    found = [chapter.slug for chapter in read_chapters(tmp_path)]
    assert found == ["protocol", "new-thing", "operations"]
    assert read_chapters(tmp_path / "nowhere") == []


def test_a_chapter_that_is_not_there_is_not_found(client: Any, db: None) -> None:
    for name in ("nothing", "architecture", "development"):
        assert client.get(f"/docs/{name}/").status_code == 404


def test_examples_name_the_address_of_this_arena(client: Any, settings: Any, db: None) -> None:
    settings.ALLOWED_HOSTS = ["goat.example.org"]
    response = client.get("/docs/api/", headers={"host": "goat.example.org"}, secure=True)
    page = response.content.decode()
    assert "https://goat.example.org/api/v1/me/" in page
    assert "127.0.0.1:8000" not in page
    assert client.get("/docs/api/", headers={"host": "evil.example"}).status_code == 400


def test_a_page_that_has_not_changed_is_not_sent_again(client: Any, alice: Any) -> None:
    first = client.get("/docs/protocol/")
    tag = first.headers["ETag"]
    again = client.get("/docs/protocol/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/docs/rules/", headers={"if-none-match": tag}).status_code == 200
    client.force_login(alice)
    mine = client.get("/docs/protocol/", headers={"if-none-match": tag})
    assert mine.status_code == 200
    assert "alice" in mine.content.decode()
    assert "private" in mine.headers["Cache-Control"]


def test_pages_are_sent_compressed(client: Any, db: None) -> None:
    response = client.get("/docs/rules/", headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(response.content) < 40_000


def test_chapters_follow_each_other(client: Any, db: None) -> None:
    name = CHAPTERS[0]
    seen = [name]
    while following := re.search(r'rel="next" href="/docs/([\w-]+)/"', read(client, name)):
        name = following[1]
        seen.append(name)
    assert seen == CHAPTERS


def test_the_index_lists_every_chapter(client: Any, db: None) -> None:
    page = client.get("/docs/").content.decode()
    for name in CHAPTERS:
        assert f'<dt><a href="/docs/{name}/">' in page
    assert "<dd></dd>" not in page
