"""The template tags and filters with which other pages show ratings and Elo."""

from typing import Any

import pytest
from django.template import Context, Template

from arena.ratings import rating_refresh
from arena.ratings.models import Standing
from tests.arena.ending import play

pytestmark = pytest.mark.django_db


def render(text: str, **context: Any) -> str:
    return Template("{% load ratings %}" + text).render(Context(context))


def test_other_pages_can_show_a_bots_standing(rated_versions: Any) -> None:
    play(*rated_versions, 0.5, 1.5)
    rating_refresh.refresh("ecarte")
    text = render("{% bot_standing bot %}", bot=rated_versions[1].bot)
    standing = Standing.objects.get(bot=rated_versions[1].bot)
    assert f"{standing.elo / 100:.0f}" in text
    assert "<svg" in text
    assert f"to {standing.rating:.0f} ± {standing.error:.0f} after 4 rated games." in text


def test_a_bot_without_a_rated_match_has_no_chart(make_bot: Any, alice: Any) -> None:
    text = render("{% bot_standing bot %}", bot=make_bot(alice))
    assert "no rated match has been played yet" in text
    assert "<svg" not in text


def test_other_pages_can_show_how_a_match_changed_elo(rated_versions: Any) -> None:
    match = play(*rated_versions, 2, 0)
    text = render("{% elo_changes match %}", match=match)
    for part in ("1,494.00", "alice/pique", "expected 1.0 of 2, scored 2", "−12."):
        assert part in text.replace("1494.00", "1,494.00")


def test_an_unrated_match_says_so(rated_versions: Any) -> None:
    match = play(*rated_versions, 2, 0, rated=False)
    assert "unrated" in render("{% elo_changes match %}", match=match)


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("{{ value|elo }}", 151_234, "1512"),
        ("{{ value|rating }}", 1512.34, "1512"),
        ("{{ value|error }}", 34.2, "± 34"),
        ("{{ value|error }}", 0.2, "± 1"),
        ("{{ value|error }}", 0, "± 0"),
        ("{{ value|trend }}", 12.3, "▲ 12"),
        ("{{ value|trend }}", -12.3, "▼ 12"),
        ("{{ value|trend }}", 0.3, "="),
        ("{{ value|trend }}", None, ""),
        ("{{ value|signed }}", 12.3, "+12"),
        ("{{ value|signed }}", -12.3, "−12"),
        ("{{ value|signed }}", 0.3, "±0"),
        ("{{ value|percent }}", 0.6251, "63 %"),
        ("{{ value|percent_number }}", 0.6251, "63"),
    ],
)
def test_figures_are_written_for_people(text: str, value: float | None, shown: str) -> None:
    assert render(text, value=value) == shown
