"""Recomputing everything from the stored matches finds damage and repairs it."""

import itertools
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from arena.bots.models import Version
from arena.matches import lifecycle
from arena.matches.models import Match
from arena.ratings import consistency, elo_ledger, rating_refresh
from arena.ratings.models import EloChange, HeadToHead, Standing, VersionRating
from arena.ratings.recompute import recompute
from tests.arena.ending import end, play, settle
from tests.arena.playing import make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions(make_rivals: Any) -> list[Any]:
    """Three bots that have played each other twice."""
    versions = make_rivals(3)
    for turn, (first, second) in enumerate(itertools.permutations(versions, 2)):
        play(first, second, turn % 3, 2 - turn % 3)
    rating_refresh.sweep()
    return versions


def state() -> list[Any]:
    """All stored figures, in a form that can be compared."""
    lines = EloChange.objects.order_by("match_id", "bot_id")
    return [
        list(lines.values_list("match_id", "bot_id", *EloChange.FIGURES)),
        list(Standing.objects.order_by("bot_id").values_list("bot_id", *Standing.SUMS)),
        list(Standing.objects.order_by("bot_id").values_list("place", "rated")),
        rounded(Standing.objects.order_by("bot_id")),
        list(HeadToHead.objects.order_by("version0", "version1").values_list(*HeadToHead.COUNTS)),
        rounded(VersionRating.objects.filter(games__gt=0).order_by("version")),
    ]


def rounded(rows: Any) -> list[Any]:
    return [(round(row.rating, 6), round(row.error or 0, 6)) for row in rows]


def command(*arguments: str) -> str:
    output = StringIO()
    call_command("recompute", *arguments, stdout=output)
    return output.getvalue()


def test_an_untouched_database_shows_no_difference(versions: Any) -> None:
    assert command() == "6 matches of 3 bots recomputed: no differences\n"


def test_an_empty_database_shows_no_difference(db: None) -> None:
    assert command() == "0 matches of 0 bots recomputed: no differences\n"


def damage_standing(versions: Any) -> None:
    Standing.objects.filter(bot=versions[0].bot).update(elo=9999_00, wins=7)


def damage_line(versions: Any) -> None:
    EloChange.objects.filter(pk=EloChange.objects.first().pk).update(after=1, scored=1.5)


def lose_line(versions: Any) -> None:
    EloChange.objects.last().delete()


def lose_match(versions: Any) -> None:
    last = Match.objects.filter(elo_changes__isnull=False).order_by("-id").first()
    last.elo_changes.all().delete()


def lose_standing(versions: Any) -> None:
    Standing.objects.filter(bot=versions[0].bot).delete()


def damage_head_to_head(versions: Any) -> None:
    HeadToHead.objects.filter(version0=versions[0]).update(pairs4=9)


def lose_head_to_head(versions: Any) -> None:
    HeadToHead.objects.first().delete()


def invent_head_to_head(versions: Any) -> None:
    bot = versions[1].bot
    newest = Version.objects.create(bot=bot, number=2, sha256="1", content=b"", size=0)
    HeadToHead.objects.create(ruleset="kozel", version0=versions[0], version1=newest, pairs0=3)


def damage_rating(versions: Any) -> None:
    VersionRating.objects.filter(version=versions[0]).update(rating=2800)


def damage_error(versions: Any) -> None:
    VersionRating.objects.filter(version=versions[0]).update(error=1)


def lose_rating(versions: Any) -> None:
    VersionRating.objects.filter(version=versions[0]).delete()


def damage_shown_error(versions: Any) -> None:
    Standing.objects.filter(bot=versions[0].bot).update(error=1)


def damage_shown_rating(versions: Any) -> None:
    Standing.objects.filter(bot=versions[0].bot).update(rating=2800)


def damage_place(versions: Any) -> None:
    Standing.objects.update(place=1)


DAMAGES = [
    *(damage_standing, damage_line, lose_line, lose_match, lose_standing),
    *(damage_head_to_head, lose_head_to_head, invent_head_to_head),
    *(damage_rating, damage_error, lose_rating),
    *(damage_shown_rating, damage_shown_error, damage_place),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_reported_and_only_fix_restores_the_original_figures(
    versions: Any, damage: Any
) -> None:
    sound = state()
    damage(versions)
    damaged = state()
    with pytest.raises(CommandError, match="differences"):
        command()
    assert state() == damaged
    assert "repaired" in command("--fix")
    assert state() == sound
    assert "no differences" in command()


def test_a_report_names_the_match_the_bot_and_both_figures(versions: Any) -> None:
    bot = versions[0].bot
    right = Standing.objects.get(bot=bot).elo
    Standing.objects.filter(bot=bot).update(elo=9999_00)
    assert recompute().differences == [f"standing of bot {bot.pk}: elo 999900 instead of {right}"]


def test_a_match_that_no_longer_counts_is_removed(versions: Any) -> None:
    match = Match.objects.order_by("id").first()
    Match.objects.filter(pk=match.pk).update(rated=False)
    report = recompute(fix=True)
    assert any(f"match {match.pk} does not count" in text for text in report.differences)
    assert not match.elo_changes.exists()
    assert recompute().differences == []


def test_a_line_of_a_bot_that_did_not_play_is_removed(versions: Any) -> None:
    match = Match.objects.filter(version0=versions[0], version1=versions[1]).get()
    line = EloChange.objects.create(
        match=match,
        bot=versions[2].bot,
        before=1,
        after=2,
        expected=1,
        scored=1,
        conceded=1,
        games=2,
    )
    report = recompute(fix=True)
    assert (
        f"match {match.pk} does not count for bot {line.bot_id}, but is in its ledger"
        in report.differences
    )
    assert not EloChange.objects.filter(pk=line.pk).exists()
    assert recompute().differences == []


def test_an_unsettled_match_is_not_a_difference(versions: Any) -> None:
    end(make_match(versions[0], versions[1]), 2, 0)
    assert recompute().differences == []


def test_a_match_between_versions_of_one_bot_is_not_a_difference(
    versions: Any, make_version: Any
) -> None:
    play(versions[0], make_version(versions[0].bot), 2, 0)
    assert recompute().differences == []


@pytest.mark.parametrize(
    ("field", "wrong", "name"),
    [
        ("tally", [9, 9, 9, 9, 9], "pairs"),
        ("crashes", [5, 5], "crashes"),
        ("faults", [5, 5], "faults"),
    ],
)
def test_counts_that_differ_from_the_record_are_repaired(
    versions: Any, field: str, wrong: list[int], name: str
) -> None:
    match = make_match(versions[0], versions[1])
    attempt = lifecycle.claim(match.pk, "test")
    assert attempt is not None
    lifecycle.submit_result(attempt.token, played(match))
    settle(match)
    match.refresh_from_db()
    right = getattr(match, field)
    rating_refresh.sweep()
    assert recompute().differences == []
    Match.objects.filter(pk=match.pk).update(**{field: wrong})
    (difference, *_) = recompute(fix=True).differences
    assert difference == f"match {match.pk}: {name} {wrong} instead of {right}"
    match.refresh_from_db()
    assert getattr(match, field) == right
    assert recompute().differences == []


@pytest.mark.parametrize("damage", [lose_head_to_head, damage_head_to_head])
def test_only_the_rows_of_the_given_bots_are_checked(versions: Any, damage: Any) -> None:
    matches = elo_ledger.counted_matches()
    bots = {version.bot_id for version in versions}
    damage(versions)
    assert list(consistency.check_head_to_head(matches, bots, fix=False))
    assert not list(consistency.check_head_to_head(matches, {versions[0].bot_id}, fix=True))


def test_a_long_report_is_truncated(versions: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("arena.ratings.management.commands.recompute.MAX_SHOWN", 1)
    EloChange.objects.update(scored=0.5)
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("recompute", stdout=output)
    assert "and 11 more" in output.getvalue()
