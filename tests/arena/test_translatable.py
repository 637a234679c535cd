"""Every text of the pages goes through Django's translation functions."""

import re
from pathlib import Path

import pytest
from django.conf import settings

# Names and terms that are the same in every language.
SAME = {"Goat Arena", "· Goat Arena", "SHA-256", "(zip)", "CSV", "JSON", "UTC"}
# The page of a broken server may not need anything that could be broken.
PLAIN = {"500.html"}

ASIDE = re.compile(
    r"{% comment %}.*?{% endcomment %}|{#.*?#}|{% blocktranslate.*?{% endblocktranslate %}"
    r"|<(script|style|pre|code|svg)\b.*?</\1>",
    re.DOTALL,
)
SPOKEN = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"{]*[A-Za-z]{3}[^"{]*)"')


def templates() -> list[Path]:
    base = settings.BASE_DIR
    found = [*base.glob("templates/**/*.html"), *base.glob("arena/games/*/rules.html")]
    assert found
    return [path for path in found if path.name not in PLAIN]


def untranslated(source: str) -> list[str]:
    source = ASIDE.sub("", source)
    spoken = SPOKEN.findall(source)
    text = re.sub(r"<[^>]*>", "\n", re.sub(r"{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL))
    lines = [line.strip() for line in text.splitlines()]
    written = [line for line in lines if re.search(r"[A-Za-z]{3}", line)]
    return [words for words in spoken + written if words not in SAME]


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.name)
def test_a_template_has_no_text_that_cannot_be_translated(path):
    assert untranslated(path.read_text()) == []


def test_a_bare_text_would_be_found():
    assert untranslated('<p title="Two words">Some text {{ name }}</p>') == [
        "Two words",
        "Some text",
    ]
