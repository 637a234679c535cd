"""The search finds sections by words, and no query does harm."""

import re
from typing import Any

import pytest

from arena.manual.searching import LONGEST, MOST_FOUND, folded, search, words_of
from tests.instructions import instructions


def results(client: Any, query: str) -> str:
    response = client.get("/docs/search/", {"q": query})
    assert response.status_code == 200
    return str(response.content.decode())


def test_a_word_is_found_with_its_section_and_marked(client: Any, db: None) -> None:
    page = results(client, "molodka")
    assert 'href="/docs/rules/#the-molodka"' in page
    assert "<mark>molodka</mark>" in page


def test_a_heading_comes_before_a_mention() -> None:
    assert search("buchholz sonneborn")[0].slug == "tournaments"
    assert search("the molodka")[0].anchor == "the-molodka"


def test_accents_and_case_do_not_matter() -> None:
    assert (
        {one.anchor for one in search("ecarte")}
        == {one.anchor for one in search("ÉCARTÉ")}
        != set()
    )


def test_all_words_must_stand_in_the_section(client: Any, db: None) -> None:
    assert search("molodka") and not search("molodka buchholz")
    assert "No section has all these words." in results(client, "molodka buchholz")


def test_an_excerpt_is_text_of_the_section_with_the_words() -> None:
    for one in search("processor"):
        text = "".join(part for part, _ in one.excerpt)
        assert len(text) < 300
        hits = [part for part, hit in one.excerpt if hit]
        assert all(folded(hit) == "processor" for hit in hits)


def test_many_results_are_cut_and_the_page_says_so(client: Any, db: None) -> None:
    page = results(client, "a")
    assert page.count("<li><h2>") == MOST_FOUND
    assert f"The best {MOST_FOUND} are shown" in page


def test_without_a_query_the_page_asks_for_one(client: Any, db: None) -> None:
    for query in ("", "   ", "?!", "\0"):
        assert "Type one or more words" in results(client, query)


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ settings.SECRET_KEY }}",
    "(((((((((((((((((((a+)+$",
    "a\0b",
    "٣ \u202e \u0130 ß ﬁ",
    "e" * 100_000,
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
)


@pytest.mark.parametrize("query", HOSTILE)
def test_a_hostile_query_is_only_text(client: Any, db: None, query: str) -> None:
    page = results(client, query)
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "SECRET_KEY }}" not in page or "{{ settings.SECRET_KEY }}" in page


def test_only_so_many_words_count() -> None:
    words = words_of(" ".join(f"w{number}" for number in range(500)))
    assert len(words) == 8
    assert words_of("the the THE Thé") == ["the"]
    assert words_of("x" * 5000) == ["x" * LONGEST]


def test_a_search_takes_few_steps_whatever_is_asked() -> None:
    search("warm")
    for query in ("e a t i o n s r", "e", "é" * 100, "a " * 50):
        count, _ = instructions(lambda query=query: search(query))  # type: ignore[misc]
        assert count < 4_000_000, query


def test_every_chapter_has_a_search_box_that_works_without_scripts(client: Any, db: None) -> None:
    page = client.get("/docs/protocol/").content.decode()
    assert re.search(r'<form class="search" role="search" action="/docs/search/">', page)


def test_a_search_asks_nothing_of_the_database(
    client: Any, db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        results(client, "clock")
