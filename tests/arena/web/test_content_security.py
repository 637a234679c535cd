"""Scripts and styles come from the site's own files, on every page."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

INLINE = re.compile(
    r"<style\b|<script\b(?![^>]*\bsrc=)|<[a-z][^>]*\s(?:style|on[a-z]+)=|javascript:", re.IGNORECASE
)
NOWHERE = "frame-ancestors 'none'"


def policy(response: Any) -> str:
    return str(response["Content-Security-Policy"])


@pytest.mark.parametrize(
    "path", ["/", "/accounts/login/", "/admin/login/", "/api/v1/matches/", "/x"]
)
@pytest.mark.django_db
def test_every_answer_has_a_policy_without_inline_scripts(client: Any, path: str) -> None:
    found = policy(client.get(path))
    assert "default-src 'self'" in found
    assert "unsafe" not in found
    assert NOWHERE in found


def test_the_policy_does_not_hide_djangos_pages_for_developers(client: Any, settings: Any) -> None:
    settings.DEBUG = True
    assert "Content-Security-Policy" not in client.get("/x")


def sources() -> list[Path]:
    base = settings.BASE_DIR
    found = [*base.glob("templates/**/*.html"), *base.glob("arena/**/*.html")]
    assert found
    return found


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_a_template_has_no_inline_script_or_style(path: Path) -> None:
    text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", path.read_text(), flags=re.DOTALL)
    assert INLINE.findall(text) == []
