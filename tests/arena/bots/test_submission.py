"""How a program becomes a version of a bot."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event, Lock

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from arena.bots import submission
from arena.bots.models import Bot, Version
from arena.bots.submission import (
    NameTaken,
    SameVersion,
    TooBusy,
    TooManySubmissions,
    submit,
)
from arena.matches import queue
from arena.matches.models import Match
from arena.web.turns import Turns
from referee.programs.archive import BadProgram
from tests.arena.conftest import FIRST_MOVE

pytestmark = pytest.mark.django_db


def source(number=0):
    return FIRST_MOVE.encode() + f"# {number}\n".encode()


def test_a_first_submission_creates_the_bot_and_its_version_1(alice):
    version = submit(alice, "kozel", "greedy", source(), "Plays the first move.")
    bot = version.bot
    assert (str(bot), bot.ruleset, bot.description) == (
        "alice/greedy",
        "kozel",
        "Plays the first move.",
    )
    assert (version.number, version.state, version.size) == (1, "checking", len(source()))
    assert bot.active is None
    assert version.program().content == source()
    assert version.program().sha256 == version.sha256


def test_a_submission_queues_a_match_of_the_version_against_itself(alice):
    version = submit(alice, "ecarte", "bold", source())
    match = Match.objects.get()
    assert (match.version0, match.version1) == (version, version)
    assert (match.queue, match.ruleset, match.rated, match.state) == (
        "check",
        "ecarte",
        False,
        "queued",
    )


def test_a_worker_is_asked_when_the_submission_is_committed(
    alice, monkeypatch, django_capture_on_commit_callbacks
):
    asked = []
    monkeypatch.setattr(queue, "hint", lambda count: asked.append(count))
    with django_capture_on_commit_callbacks(execute=True):
        submit(alice, "kozel", "greedy", source())
        assert asked == []
    assert asked == [1]
    match = Match.objects.get()
    assert (match.queue, match.account, match.urgent) == ("check", alice, True)


SCRIPT = b"console.log(1)\n"


def test_a_language_that_is_not_enabled_is_refused(alice):
    with pytest.raises(BadProgram, match=r"a node program \(main.js\). Submit a Python file"):
        submit(alice, "kozel", "greedy", SCRIPT, file_name="bot.js")
    assert not Version.objects.exists()


def test_the_operator_can_enable_other_languages(alice, settings):
    settings.BOT_RUNTIMES = ["python", "node"]
    version = submit(alice, "kozel", "greedy", SCRIPT, file_name="bot.js")
    assert (version.language, version.file_name) == ("node", "greedy-v1.zip")
    assert version.program().files() == {"main.js": SCRIPT}
    version = submit(alice, "kozel", "greedy", b"#!/usr/bin/env node\n" + SCRIPT)
    assert (version.language, version.file_name) == ("node", "greedy-v2.js")


def test_versions_are_numbered_for_each_bot(alice, bob):
    assert submit(alice, "kozel", "greedy", source(1)).number == 1
    assert submit(alice, "kozel", "greedy", source(2)).number == 2
    assert submit(alice, "kozel", "other", source(1)).number == 1
    assert submit(bob, "kozel", "greedy", source(1)).number == 1


def test_the_same_program_twice_is_refused_with_the_number_of_the_first(alice):
    first = submit(alice, "kozel", "greedy", source(1))
    submit(alice, "kozel", "greedy", source(2))
    with pytest.raises(SameVersion, match="version 1 of the bot") as error:
        submit(alice, "kozel", "greedy", source(1))
    assert error.value.version == first
    assert Version.objects.count() == 2


def test_a_bot_keeps_its_game(alice):
    submit(alice, "kozel", "greedy", source(1))
    with pytest.raises(ValidationError, match="its game cannot change"):
        submit(alice, "ecarte", "greedy", source(2))


def test_a_new_description_replaces_the_old_and_an_empty_one_keeps_it(alice):
    submit(alice, "kozel", "greedy", source(1), "First.")
    submit(alice, "kozel", "greedy", source(2))
    assert Bot.objects.get().description == "First."
    submit(alice, "kozel", "greedy", source(3), "Third.")
    assert Bot.objects.get().description == "Third."


@pytest.mark.parametrize(
    "name",
    ["new", "mine", "v1", "v20", "Greedy", "a b", "a/b", "", "-", "a--b", "ünal", "a\n", "x" * 41],
)
def test_a_reserved_or_invalid_name_is_refused(alice, name):
    with pytest.raises(ValidationError):
        submit(alice, "kozel", name, source())
    assert not Bot.objects.exists()


@pytest.mark.parametrize("name", ["v", "v1x", "renew", "a-b_c"])
def test_a_name_that_only_looks_reserved_is_accepted(alice, name):
    assert submit(alice, "kozel", name, source()).bot.name == name


@pytest.mark.parametrize("ruleset", ["chess", "", "ecarte/classic"])
def test_an_unknown_game_is_refused(alice, ruleset):
    with pytest.raises(ValidationError):
        submit(alice, ruleset, "greedy", source())


def test_a_bad_program_makes_neither_bot_nor_version(alice):
    with pytest.raises(BadProgram):
        submit(alice, "kozel", "greedy", b"def (")
    assert not Bot.objects.exists()


def test_the_limits_are_settings(alice, settings):
    settings.SUBMISSION_MAX_BYTES = 50
    with pytest.raises(BadProgram):
        submit(alice, "kozel", "greedy", source())


def test_the_submissions_of_an_hour_are_counted_over_all_bots(alice, bob, settings):
    settings.SUBMISSIONS_PER_HOUR = 2
    submit(alice, "kozel", "one", source(1))
    assert submission.allowance(alice).left == 1
    submit(alice, "ecarte", "two", source(2))
    with pytest.raises(TooManySubmissions, match="2 submissions an hour") as error:
        submit(alice, "kozel", "three", source(3))
    assert 3500 < error.value.wait <= 3600
    assert submit(bob, "kozel", "one", source(1)).number == 1


def test_an_hour_later_the_next_submission_is_accepted(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 1
    submit(alice, "kozel", "one", source(1))
    Version.objects.update(created=timezone.now() - timedelta(minutes=61))
    assert submit(alice, "kozel", "one", source(2)).number == 2


def test_the_next_submission_is_accepted_an_hour_after_the_oldest(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 2
    now = timezone.now()
    for number, minutes in ((1, 50), (2, 10)):
        version = submit(alice, "kozel", "one", source(number))
        created = now - timedelta(minutes=minutes)
        Version.objects.filter(pk=version.pk).update(created=created)
    allowance = submission.allowance(alice)
    assert (allowance.left, allowance.again) == (0, now + timedelta(minutes=10))


def test_the_house_account_has_no_limit(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 1
    alice.is_house = True
    alice.save()
    for number in range(3):
        submit(alice, "kozel", "one", source(number))


def test_a_refused_program_counts_as_a_submission(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 3
    for _ in range(2):
        with pytest.raises(BadProgram):
            submit(alice, "kozel", "greedy", b"def (")
    assert submission.allowance(alice).left == 1
    submit(alice, "kozel", "greedy", source())
    with pytest.raises(TooManySubmissions):
        submit(alice, "kozel", "greedy", b"def (")


def test_an_identical_program_counts_as_a_submission(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 3
    submit(alice, "kozel", "greedy", source())
    with pytest.raises(SameVersion):
        submit(alice, "kozel", "greedy", source())
    assert submission.allowance(alice).left == 1


def test_a_wrong_name_or_game_is_found_before_the_program_is_looked_at(alice):
    for ruleset, name in (("kozel", "new"), ("chess", "greedy")):
        with pytest.raises(ValidationError):
            submit(alice, ruleset, name, b"def (")
    assert submission.allowance(alice).left == 60


def test_without_allowance_the_program_is_not_looked_at(alice, settings, monkeypatch):
    settings.SUBMISSIONS_PER_HOUR = 0
    monkeypatch.setattr(submission, "read_program", None)
    with pytest.raises(TooManySubmissions):
        submit(alice, "kozel", "greedy", source())


def test_a_new_description_changes_nothing_else_of_the_bot(alice, monkeypatch):
    version = submit(alice, "kozel", "greedy", source(1))
    create = Version.objects.create

    def activate_meanwhile(**fields):
        Bot.objects.update(active=version)
        return create(**fields)

    monkeypatch.setattr(Version.objects, "create", activate_meanwhile)
    submit(alice, "kozel", "greedy", source(2), "Second.")
    bot = Bot.objects.get()
    assert (bot.description, bot.active) == ("Second.", version)


def in_threads(calls):
    def run(call):
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(run, call) for call in calls]]


@pytest.mark.django_db(transaction=True)
def test_two_submissions_at_once_get_two_numbers(alice):
    versions = in_threads(
        [lambda n=number: submit(alice, "kozel", "greedy", source(n)) for number in range(4)]
    )
    assert sorted(version.number for version in versions) == [1, 2, 3, 4]
    assert Bot.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_program_twice_at_once_is_one_version(alice):
    results = in_threads([lambda: submit(alice, "kozel", "greedy", source())] * 3)
    assert sum(isinstance(result, Version) for result in results) == 1
    assert sum(isinstance(result, SameVersion) for result in results) == 2


@pytest.mark.django_db(transaction=True)
def test_the_hours_limit_holds_for_submissions_at_once(alice, settings):
    settings.SUBMISSIONS_PER_HOUR = 2
    results = in_threads(
        [lambda n=number: submit(alice, "kozel", f"bot{n}", source(n)) for number in range(4)]
    )
    assert sum(isinstance(result, Version) for result in results) == 2
    assert sum(isinstance(result, TooManySubmissions) for result in results) == 2


@pytest.mark.django_db(transaction=True)
def test_one_name_submitted_for_the_first_time_at_once_is_one_bot_and_taken_for_the_others(alice):
    results = in_threads(
        [
            lambda n=number: submit(alice, "kozel", "greedy", source(n), first=True)
            for number in range(4)
        ]
    )
    assert sum(isinstance(result, Version) for result in results) == 1
    assert sum(isinstance(result, NameTaken) for result in results) == 3
    assert Version.objects.count() == 1


@pytest.fixture
def running(monkeypatch):
    """How many programs were checked at the same time: the most of a user, and of all."""
    now, most = Counter(), Counter()
    lock, together = Lock(), Event()
    read = submission.read_program

    def watched(content, limits, file_name, accepted, kind):
        user = file_name.partition("-")[0]
        with lock:
            now[user] += 1
            now["all"] += 1
            for name in (user, "all"):
                most[name] = max(most[name], now[name])
            if now["all"] >= 2:
                together.set()
        together.wait(2)  # so that checks that may overlap do
        try:
            return read(content, limits, "", accepted, kind)
        finally:
            with lock:
                now[user] -= 1
                now["all"] -= 1

    monkeypatch.setattr(submission, "read_program", watched)
    return most


@pytest.mark.django_db(transaction=True)
def test_few_programs_are_checked_at_once_and_one_of_each_user(alice, bob, running):
    results = in_threads(
        [
            lambda user=user, n=number: submit(
                user, "kozel", "greedy", source(n), file_name=f"{user}-{n}"
            )
            for number in range(2)
            for user in (alice, bob)
        ]
    )
    assert all(isinstance(result, Version) for result in results), results
    assert running == {"alice": 1, "bob": 1, "all": submission.CHECKS.at_once}


def test_a_submission_that_would_wait_too_long_is_not_counted(alice, monkeypatch):
    turns = Turns(1, 0, 0, 5)
    monkeypatch.setattr(submission, "CHECKS", turns)
    with turns.turn("somebody"), pytest.raises(TooBusy, match="Try again in 10 s"):
        submit(alice, "kozel", "greedy", source())
    assert submission.allowance(alice).left == 60
