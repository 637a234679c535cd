"""Decisions in a running tournament: withdrawal, disqualification, pause, void matches."""

from typing import Any

import pytest

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.tournaments import arbiter, stages, sweeping
from arena.tournaments.results import results
from tests.arena.ending import end, end_without_result, settle
from tests.arena.tournaments.played_tournaments import (
    line_of,
    open_tournament,
    play,
    play_all,
    refused,
    started,
    waiting,
)

pytestmark = pytest.mark.django_db


BOTS = 5


def of_bot(matches: list[Match], bot: Bot) -> list[Match]:
    return [match for match in matches if bot in (match.version0.bot, match.version1.bot)]


def test_a_withdrawn_bot_plays_its_current_match_and_forfeits_the_rest(
    alice: Any, versions: Any
) -> None:
    tournament = started(alice, versions[:4])
    bot = versions[0].bot
    arbiter.withdraw(tournament, bot, alice)
    assert "no longer plays: withdrawn" in refused(arbiter.withdraw, tournament, bot)
    (match,) = of_bot(waiting(tournament), bot)
    assert match.state == "queued"
    play_all(tournament)
    assert tournament.state == "finished"
    row = line_of(tournament, bot)
    assert (row.line.points, row.line.matches, row.line.unplayed) == (1, 1, 2)
    assert row.entry.out == "withdrawn"
    # Each of the two others has a point and half of the four game points for it.
    assert sum(one.line.unplayed for one in results(tournament).rows) == 4
    step = tournament.audit_entries.get(kind="withdrawn")
    assert (step.by, step.entry) == (alice, str(bot))


def test_a_swiss_tournament_no_longer_pairs_a_withdrawn_bot(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4], system="swiss", rounds=3)
    arbiter.withdraw(tournament, versions[3].bot)
    play_all(tournament)
    while waiting(tournament):
        play_all(tournament)
    entry = tournament.entries.get(bot=versions[3].bot)
    rounds = tournament.pairings.filter(first=entry) | tournament.pairings.filter(second=entry)
    assert [pairing.round for pairing in rounds] == [1]
    assert tournament.pairings.filter(outcome="bye").count() == 2


def test_a_disqualified_bot_forfeits_at_once_and_is_last(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    bot = versions[0].bot
    (match,) = of_bot(waiting(tournament), bot)
    arbiter.disqualify(tournament, bot, alice, "it reads the cards of others")
    match.refresh_from_db()
    assert (match.state, match.reason) == ("cancelled", f"{bot} was disqualified")
    assert match.pairing.outcome.endswith("_forfeits")
    play_all(tournament)
    while waiting(tournament):
        play_all(tournament)
    rows = results(tournament).rows
    assert (rows[-1].entry.name, rows[-1].rule) == (str(bot), "disqualified")
    assert rows[-1].line.points == 0
    step = tournament.audit_entries.get(kind="disqualified")
    assert (step.by, step.reason) == (alice, "it reads the cards of others")


def test_a_result_from_before_the_disqualification_stands(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    bot = versions[0].bot
    (match,) = of_bot(waiting(tournament), bot)
    end(match, 3, 1)  # nothing has followed from it yet
    arbiter.disqualify(tournament, bot)
    match.pairing.refresh_from_db()
    assert match.pairing.outcome == "match"


def test_two_withdrawn_bots_both_forfeit_and_the_bracket_goes_on(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4], system="single-elimination")
    first, second = waiting(tournament)
    play(first)
    winner = first.version0.bot if first.version0_id < first.version1_id else first.version1.bot
    arbiter.withdraw(tournament, winner)
    for version in (second.version0, second.version1):
        arbiter.withdraw(tournament, version.bot)
    play(second)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert tournament.pairings.get(round=2).outcome == "both_forfeit"


def test_disqualifying_all_but_one_ends_the_bracket(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions, system="double-elimination")
    for version in versions[1:]:
        arbiter.disqualify(tournament, version.bot)
        sweeping.sweep()
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert results(tournament).rows[0].entry.name == str(versions[0].bot)


def test_a_paused_tournament_starts_no_new_matches(
    alice: Any, versions: Any, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = started(alice, versions[:4])
    stages.pause(tournament, alice, "the machine is moved")
    for match in waiting(tournament):
        play(match)
    sweeping.sweep()
    assert waiting(tournament) == []
    assert "already paused" in refused(stages.pause, tournament)
    with django_capture_on_commit_callbacks(execute=True):
        stages.resume(tournament, alice)
    assert len(waiting(tournament)) == 2
    assert "is not paused" in refused(stages.resume, tournament)
    assert tournament.audit_entries.get(kind="paused").reason == "the machine is moved"


def test_a_replayed_void_match_counts(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    first, second = waiting(tournament)
    settle(end_without_result(first, "void"))
    arbiter.replay(tournament, first, alice)
    play(second)
    assert [match.pk for match in waiting(tournament)] == [first.pk], "the round waits for it"
    play(Match.objects.get(pk=first.pk))
    assert len(waiting(tournament)) == 2
    assert tournament.audit_entries.get(kind="replayed").match == first


def test_a_void_match_is_replayed_when_both_bots_are_free(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    first, second = waiting(tournament)
    settle(end_without_result(first, "void"))
    play(second)  # the next round begins
    assert "plays one at a time" in refused(arbiter.replay, tournament, first)
    stages.pause(tournament)
    for match in waiting(tournament):
        play(match)
    arbiter.replay(tournament, first)
    stages.resume(tournament)
    assert [match.pk for match in waiting(tournament)] == [first.pk]


def test_a_void_match_waits_for_both_of_its_bots(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    first, second = waiting(tournament)
    settle(end_without_result(second, "void"))
    play(first)
    both = {second.pairing.first_id, second.pairing.second_id}
    assert both == {match.pairing.second_id for match in waiting(tournament)}
    assert "plays one at a time" in refused(arbiter.replay, tournament, second)


def test_a_disqualified_bot_forfeits_on_its_own_side(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:4])
    first, second = waiting(tournament)
    arbiter.disqualify(tournament, first.version0.bot)
    arbiter.disqualify(tournament, second.version1.bot)
    assert tournament.pairings.get(match=first).outcome == "first_forfeits"
    assert tournament.pairings.get(match=second).outcome == "second_forfeits"


def test_a_void_match_stays_void_when_a_bracket_has_gone_on_from_it(
    alice: Any, versions: Any
) -> None:
    tournament = started(alice, versions[:4], system="single-elimination")
    first, second = waiting(tournament)
    settle(end_without_result(first, "void"))
    play(second)
    assert "its outcome stands" in refused(arbiter.replay, tournament, first)
    assert tournament.pairings.get(match=first).outcome == "void"


def test_a_void_match_of_a_group_can_be_replayed_until_the_bracket_is_drawn(
    alice: Any, versions: Any
) -> None:
    tournament = started(alice, versions, system="groups", qualifiers=1)
    first, *others = waiting(tournament)
    settle(end_without_result(first, "void"))
    for match in others:
        play(match)
    assert {match.pairing.round for match in waiting(tournament)} == {2}
    assert tournament.pairings.get(match=first).outcome == "match"
    while (found := waiting(tournament)) and found[0].pairing.round <= 3:
        for match in found:
            play(match)
    assert tournament.pairings.get(match=first).outcome == "void"


def test_only_void_matches_of_the_tournament_can_be_replayed(alice: Any, versions: Any) -> None:
    tournament = started(alice, versions[:2], cycles=2)
    (match,) = waiting(tournament)
    play(match)
    other = started(alice, versions[2:4], name="Other")
    (strange,) = waiting(other)
    assert "is not part of this tournament" in refused(arbiter.replay, tournament, strange)
    stages.pause(tournament)
    for one in waiting(tournament):
        play(one)
    assert "Only a void match" in refused(arbiter.replay, tournament, match)


def test_bots_cannot_be_disqualified_before_the_start(alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:2])
    assert "has not started" in refused(arbiter.disqualify, tournament, versions[0].bot)
