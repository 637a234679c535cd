"""A text for authors that names a chapter leads to it."""

import pytest
from django.template import Context, Template


def shown(text: str) -> str:
    return Template("{% load docs %}{{ text|with_docs }}").render(Context({"text": text}))


def test_a_chapter_becomes_a_link() -> None:
    assert shown("the sandbox forbids this (docs/4-sandbox.md)") == (
        'the sandbox forbids this (<a href="/docs/sandbox/">docs/4-sandbox.md</a>)'
    )


@pytest.mark.parametrize(
    "text", ["docs/1-architecture.md", "docs/9-sandbox.md", "docs/nothing.md", "docs/../4-x.md"]
)
def test_what_is_no_chapter_of_the_site_stays_text(text: str) -> None:
    assert shown(text) == text


def test_what_a_bot_wrote_stays_text() -> None:
    hostile = "'<script>docs/4-sandbox.md\"><img>'"
    assert "<script>" not in shown(hostile)
    assert "<img>" not in shown(hostile)
