"""All texts of the pages go through Django's translation functions."""

import re
from pathlib import Path

import pytest
from django.conf import settings

# Names and terms that are the same in every language.
SAME = {"Goat Arena", "· Goat Arena", "SHA-256", "(zip)", "CSV", "JSON", "UTC", "Enter", "Esc"}
# The page for server errors must not depend on anything that could fail.
NOT_TRANSLATED = {"500.html"}

IGNORED = re.compile(
    r"{% comment %}.*?{% endcomment %}|{#.*?#}|{% blocktranslate.*?{% endblocktranslate %}"
    r"|{% block body %}.*?{% endblock %}"  # attributes of the body
    r"|<(script|style|pre|code|svg)\b.*?</\1>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"{]*[A-Za-z]{3}[^"{]*)"')


def templates() -> list[Path]:
    base = settings.BASE_DIR
    found = [*base.glob("templates/**/*.html"), *base.glob("arena/games/*/rules.html")]
    assert found
    return [path for path in found if path.name not in NOT_TRANSLATED]


def untranslated(source: str) -> list[str]:
    source = IGNORED.sub("", source)
    attributes = ATTRIBUTE.findall(source)
    text = re.sub(r"<[^>]*>", "\n", re.sub(r"{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL))
    lines = [line.strip() for line in text.splitlines()]
    visible = [line for line in lines if re.search(r"[A-Za-z]{3}", line)]
    return [words for words in attributes + visible if words not in SAME]


@pytest.mark.parametrize("path", templates(), ids=lambda path: path.name)
def test_a_template_has_no_untranslated_text(path):
    assert untranslated(path.read_text()) == []


def test_untranslated_text_is_found():
    assert untranslated('<p title="Two words">Some text {{ name }}</p>') == [
        "Two words",
        "Some text",
    ]
