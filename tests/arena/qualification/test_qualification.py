"""The check of a new version, played in the real sandbox by the code that a worker runs."""

import pytest
from django.urls import reverse

from arena.bots import reference
from arena.bots.models import Version
from arena.bots.submission import submit
from arena.matches import lifecycle, settling, sweep, worker
from arena.matches.models import Match
from arena.qualification import qualification
from referee.play.clock import Clock
from tests.arena.conftest import FIRST_MOVE

SHORT = Clock(start_ms=2000, move_ms=300, bank_ms=300)

READY = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
"""


@pytest.fixture(autouse=True)
def short_clock(monkeypatch):
    monkeypatch.setattr(qualification, "CLOCK", SHORT)


def checked(version):
    """The version after a worker has played its check and what follows from it is done."""
    match = Match.objects.get(version0=version)
    worker.play(match.pk)
    sweep.sweep()
    version.refresh_from_db()
    return version


def void(match):
    """As a machine leaves it that fails at every attempt."""
    while match.state != Match.State.VOID:
        attempt = lifecycle.claim(match.pk, "host:1:thread")
        lifecycle.fail(attempt.token, "the machine caught fire")
        match.refresh_from_db()


@pytest.mark.django_db(transaction=True)
def test_a_version_that_plays_without_a_fault_qualifies_and_becomes_active(alice):
    version = checked(submit(alice, "svoi-kozyri", "first", FIRST_MOVE.encode()))
    assert (version.state, version.faults) == ("qualified", [])
    assert version.bot.active == version
    assert Match.objects.get().settled


@pytest.mark.django_db(transaction=True)
def test_a_crash_rejects_with_what_the_bot_wrote_and_what_it_was_asked(alice, client):
    source = READY + '        sys.exit("I cannot go on <b>like this</b>")\n'
    version = checked(submit(alice, "ecarte", "crash", source.encode()))
    assert version.state == "rejected"
    fault = version.faults[0]
    assert (fault["game"], fault["reason"], fault["move"]) == (1, "crash", 0)
    assert "exit code 1" in fault["detail"]
    assert fault["request"]["legal"]
    assert "I cannot go on" in version.log
    assert version.bot.active is None
    client.force_login(alice)
    page = client.get(version.get_absolute_url()).content.decode()
    assert "&lt;b&gt;like this&lt;/b&gt;" in page
    assert "The bot crashed" in page


@pytest.mark.django_db(transaction=True)
def test_an_endless_loop_at_import_is_told_as_such(alice, client, monkeypatch):
    monkeypatch.setattr(qualification, "CLOCK", Clock(start_ms=100))
    version = checked(submit(alice, "kozel", "loop", b"while True: pass"))
    assert version.state == "rejected"
    assert {fault["reason"] for fault in version.faults} == {"start"}
    client.force_login(alice)
    page = client.get(version.get_absolute_url()).content.decode()
    assert "within 0.1 s" in page
    assert "an endless loop" in page


@pytest.mark.django_db(transaction=True)
def test_an_illegal_move_is_told_with_the_legal_ones(alice):
    # NUL, which PostgreSQL does not hold, is among what a bot may answer.
    source = READY + r"""        print(r'{"move":"fly \u0000 away"}', flush=True)""" + "\n"
    version = checked(submit(alice, "ecarte", "liar", source.encode()))
    fault = version.faults[0]
    assert fault["reason"] == "illegal"
    assert "fly" in fault["detail"]
    assert fault["request"]["legal"]


@pytest.fixture
def version(alice, settings):
    settings.MATCH_MAX_ATTEMPTS = 1
    return submit(alice, "kozel", "greedy", FIRST_MOVE.encode())


def finish(version, monkeypatch, games=()):
    """Tells the qualification that the version's latest check has finished with these games."""
    match = Match.objects.filter(version0=version).first()
    Match.objects.filter(pk=match.pk).update(state="finished", score0=2, score1=2)
    monkeypatch.setattr(qualification.records, "load", lambda match: {"games": list(games)})
    settling.settle(match.pk)
    version.refresh_from_db()
    version.bot.refresh_from_db()
    return match


@pytest.mark.django_db
def test_a_failing_machine_has_the_version_checked_again(version):
    void(Match.objects.get())
    sweep.sweep()
    first, second = Match.objects.order_by("pk")
    assert (first.state, second.state, second.queue) == ("void", "queued", "check")
    version.refresh_from_db()
    assert version.state == Version.State.CHECKING


@pytest.mark.django_db
def test_after_so_many_failures_the_owner_asks_for_the_next_check(version, alice, client):
    for number in range(1, qualification.MAX_MATCHES + 1):
        assert Match.objects.count() == number
        void(Match.objects.first())
        sweep.sweep()
    assert Match.objects.count() == qualification.MAX_MATCHES
    client.force_login(alice)
    assert "The bot is not to blame" in client.get(version.get_absolute_url()).content.decode()
    address = reverse("qualification:restart", args=["alice", "greedy", 1])
    client.post(address)
    client.post(address)
    assert Match.objects.count() == qualification.MAX_MATCHES + 1
    assert Match.objects.first().state == "queued"


@pytest.mark.django_db
def test_an_end_that_is_told_twice_counts_once(version, monkeypatch):
    match = finish(version, monkeypatch)
    assert version.state == "qualified"
    other = Version.objects.create(
        bot=version.bot, number=2, sha256="1" * 64, content=b"", size=0, state="qualified"
    )
    version.bot.active = other
    version.bot.save()
    qualification.match_ended(match)
    version.bot.refresh_from_db()
    assert version.bot.active == other


@pytest.mark.django_db
def test_the_end_of_another_match_says_nothing_of_a_version(version, alice):
    match = Match.objects.get()
    match.queue, match.state = "ladder", "finished"
    qualification.match_ended(match)
    version.refresh_from_db()
    assert version.state == "checking"


@pytest.mark.django_db
def test_a_version_waits_to_be_activated_if_its_author_says_so(version, alice, monkeypatch):
    finish(version, monkeypatch)
    later = submit(alice, "kozel", "greedy", b"x = 2", activates=False)
    finish(later, monkeypatch)
    assert later.state == "qualified"
    assert later.bot.active == version


@pytest.mark.django_db
def test_a_check_that_ends_late_does_not_displace_a_newer_version(version, alice, monkeypatch):
    newer = submit(alice, "kozel", "greedy", b"x = 2")
    finish(newer, monkeypatch)
    assert newer.bot.active == newer
    finish(version, monkeypatch)
    assert version.state == "qualified"
    assert version.bot.active == newer


@pytest.mark.django_db
def test_the_author_sees_the_place_in_the_queue(version, alice, bob, client):
    second = submit(bob, "kozel", "greedy", FIRST_MOVE.encode())
    assert qualification.latest(version).position == 1
    client.force_login(bob)
    assert "Queued, position 2" in client.get(second.get_absolute_url()).content.decode()
    assert "position" not in client.get(version.get_absolute_url()).content.decode()


def test_a_long_log_keeps_its_head_and_its_tail():
    text = "head" + "x" * 100_000 + "tail"
    short = qualification._shortened(text)
    assert short.startswith("head")
    assert short.endswith("tail")
    assert len(short) < 20_000


@pytest.fixture
def folder(tmp_path):
    for name in ("random_bot.py", "kozel.py", "svoi_kozyri_deep.py", "sdk.py"):
        (tmp_path / name).write_text(f'"""The bot of {name}.\n\nMore."""\n')
    return tmp_path


@pytest.mark.django_db
def test_the_house_hands_its_bots_in_once(folder):
    versions = reference.submit_reference_bots(folder)
    assert sorted((str(version.bot), version.bot.ruleset) for version in versions) == [
        ("house/deep-svoi-kozyri", "svoi-kozyri"),
        ("house/greedy-kozel", "kozel"),
        ("house/random-ecarte", "ecarte"),
        ("house/random-kozel", "kozel"),
        ("house/random-svoi-kozyri", "svoi-kozyri"),
    ]
    assert {version.bot.description for version in versions} >= {"The bot of kozel.py."}
    assert reference.house().is_house
    assert not reference.house().has_usable_password()
    assert reference.submit_reference_bots(folder) == versions
    (folder / "kozel.py").write_text('"""Better."""\n')
    changed = [v for v in reference.submit_reference_bots(folder) if v not in versions]
    assert [(str(version), version.bot.description) for version in changed] == [
        ("house/greedy-kozel v2", "Better.")
    ]


@pytest.mark.django_db
def test_the_house_does_not_take_over_the_account_of_a_person(alice, monkeypatch):
    monkeypatch.setattr(reference, "HOUSE", "alice")
    with pytest.raises(RuntimeError, match="rename the account"):
        reference.house()


def test_the_reference_bots_of_the_repository_are_fit_to_be_handed_in():
    from referee.programs.program import read_program

    bots = list(reference.reference_bots())
    assert {bot.ruleset for bot in bots} == {"kozel", "svoi-kozyri", "ecarte"}
    for bot in bots:
        assert bot.description
        read_program(bot.path.read_bytes())
