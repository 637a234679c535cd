"""Sets of packages in the arena: submissions name them, pages and the API show them, and workers
with another build leave their bots to others."""

import io

import pytest
from django.core.management import CommandError, call_command

from arena.bots import package_sets
from arena.bots.models import PackageSet, Version
from arena.bots.submission import SameVersion, submit
from arena.matches import claiming
from arena.matches.fair_order import Slot
from referee.programs.archive import BadProgram
from referee.programs.package_sets import forget_package_sets
from referee.programs.packaging import pack_files
from tests.arena.bots.visiting import page
from tests.arena.conftest import FIRST_MOVE
from tests.arena.playing import make_match
from tests.referee.small_sets import small_set

pytestmark = pytest.mark.django_db
MIB = 1 << 20


@pytest.fixture
def sets(tmp_path, monkeypatch, settings):
    monkeypatch.setenv("GOAT_RUNTIMES", str(tmp_path))
    small_set(tmp_path)
    settings.BOT_RUNTIMES = ["python", "python-tiny"]
    yield tmp_path
    forget_package_sets()


def source(number=0):
    return FIRST_MOVE.encode() + f"# {number}\n".encode()


def test_an_author_names_the_language_and_otherwise_the_first_that_fits_counts(
    alice, sets, settings
):
    assert submit(alice, "kozel", "plain", source()).language == "python"
    version = submit(alice, "kozel", "tiny", source(), language="python-tiny")
    assert version.language == "python-tiny"
    assert version.program().language.packages.versions == {"tiny": "1.0"}
    settings.BOT_RUNTIMES = ["python-tiny", "python"]
    assert submit(alice, "kozel", "other", source()).language == "python-tiny"


def test_the_same_program_in_another_language_is_another_version(alice, sets):
    submit(alice, "kozel", "tiny", source())
    assert submit(alice, "kozel", "tiny", source(), language="python-tiny").number == 2
    with pytest.raises(SameVersion):
        submit(alice, "kozel", "tiny", source(), language="python-tiny")


@pytest.mark.parametrize("language", ["cobol", "python-other", "native", "Python", "x" * 20])
def test_a_language_that_is_not_accepted_is_refused(alice, sets, language):
    with pytest.raises(BadProgram, match="not accepted; choose from python, python-tiny"):
        submit(alice, "kozel", "tiny", source(), language=language)


def test_a_program_that_does_not_fit_its_language_is_refused(alice, sets, settings):
    settings.BOT_RUNTIMES = ["python", "python-tiny", "node"]
    script = pack_files({"main.js": b"console.log(1)\n"})
    with pytest.raises(BadProgram, match=r"starts at main.py, and this one has main.js"):
        submit(alice, "kozel", "tiny", script, language="python-tiny")


def test_a_language_may_have_larger_programs_than_the_others(alice, sets, settings, monkeypatch):
    table = sets / "languages.toml"
    table.write_text("[python-tiny]\nmax_mib = 3\nmax_unpacked_mib = 5\n")
    monkeypatch.setenv("GOAT_RUNTIMES_FILE", str(table))
    weights = bytes(range(256)) * (2 * MIB // 256)
    program = source() + b'"""' + b"x" * 2 * MIB + b'"""\n'
    with pytest.raises(BadProgram, match=r"has .*2.* MiB.*at most .*1 MiB"):
        submit(alice, "kozel", "plain", program)
    assert submit(alice, "kozel", "large", program, language="python-tiny").size > 2 * MIB
    packed = pack_files({"main.py": source(), "weights": weights * 2, "more": weights})
    with pytest.raises(BadProgram, match=r"the files have .*6 MiB.*at most .*5 MiB"):
        submit(alice, "kozel", "large", packed, language="python-tiny")
    packed = pack_files({"main.py": source(), "weights": weights * 2, "more": b"x" * (MIB // 2)})
    assert submit(alice, "kozel", "large", packed, language="python-tiny").number == 2
    with pytest.raises(BadProgram, match=r"the files have .*at most .*4 MiB"):
        submit(alice, "kozel", "plain", packed)


def test_the_pages_offer_the_languages_with_their_packages(alice, client, sets):
    client.force_login(alice)
    html = page(client, "/bots/new/")
    assert '<option value="python-tiny">python-tiny: also tiny 1.0</option>' in html
    data = {"ruleset": "kozel", "name": "tiny", "source": FIRST_MOVE, "language": "python-tiny"}
    assert client.post("/bots/new/", data).status_code == 302
    version = Version.objects.get()
    assert version.language == "python-tiny"
    assert "<dd>python-tiny: tiny 1.0</dd>" in page(client, version.get_absolute_url())
    assert "tiny 1.0" in page(client, "/write-a-bot/")
    html = page(client, f"{version.bot.get_absolute_url()}upload/")
    assert '<option value="python-tiny" selected>' in html
    data |= {"name": "bad", "language": "cobol"}
    assert client.post("/bots/new/", data).status_code == 200


def test_the_form_asks_for_no_language_where_files_tell_them_apart(alice, client, sets, settings):
    settings.BOT_RUNTIMES = ["python", "node"]
    client.force_login(alice)
    assert '<select name="language"' not in page(client, "/bots/new/")
    data = {"ruleset": "kozel", "name": "plain", "source": FIRST_MOVE}
    assert client.post("/bots/new/", data).status_code == 302


def test_the_api_takes_and_shows_the_language(alice, client, sets):
    client.force_login(alice)
    body = {"ruleset": "kozel", "name": "tiny", "source": FIRST_MOVE, "language": "python-tiny"}
    answer = client.post("/api/v1/bots/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["language"]) == (201, "python-tiny")
    body |= {"name": "other", "language": "cobol"}
    answer = client.post("/api/v1/bots/", body, content_type="application/json")
    assert answer.status_code == 400
    assert list(answer.json()["fields"]) == ["language"]
    languages = client.get("/api/v1/arena/").json()["languages"]
    assert [each["name"] for each in languages] == ["python", "python-tiny"]
    assert languages[1]["packages"] == [{"name": "tiny", "version": "1.0"}]


@pytest.fixture
def queued(alice, sets):
    """A match of two bots with packages, and one without."""
    tiny = submit(alice, "kozel", "tiny", source(), language="python-tiny")
    plain = submit(alice, "kozel", "plain", source())
    return make_match(tiny, tiny), make_match(plain, plain)


def claimed():
    slot = Slot(without=package_sets.not_played_here())
    found = []
    while attempt := claiming.claim_next("host:1:main", slot):
        found.append(attempt.match)
    return found


def test_the_first_worker_decides_which_build_the_arena_plays_with(queued):
    assert set(queued) <= set(claimed())
    row = PackageSet.objects.get()
    assert (row.name, row.packages) == ("python-tiny", {"tiny": "1.0"})


def test_a_worker_with_another_build_leaves_its_bots_to_others(queued, sets, caplog):
    package_sets.not_played_here()
    small_set(sets, version="2.0")
    found = claimed()
    assert queued[0] not in found
    assert queued[1] in found
    [message] = caplog.messages
    assert "leaves the bots of python-tiny to others" in message
    assert "tiny==2.0" in message
    assert "goat server package_sets --use python-tiny" in message
    call_command("package_sets", use=["python-tiny"], stdout=io.StringIO())
    assert queued[0] in claimed()


def test_a_worker_without_the_set_leaves_its_bots_to_others(queued, sets, caplog):
    package_sets.not_played_here()
    (sets / "python-tiny.json").unlink()
    forget_package_sets()
    package_sets._told.clear()
    assert queued[0] not in claimed()
    assert "goat runtime build python-tiny tiny==1.0" in caplog.text


def test_the_command_shows_the_builds_of_the_arena_and_of_this_machine(sets):
    out = io.StringIO()
    call_command("package_sets", stdout=out)
    assert "python-tiny: the arena not used yet; this machine" in out.getvalue()
    with pytest.raises(CommandError, match=r"no set python-x on this machine. It has: python-tiny"):
        call_command("package_sets", use=["python-x"])
    call_command("package_sets", use=["python-tiny"], stdout=out)
    assert "this machine the same" in out.getvalue()
    call_command("package_sets", forget=["python-tiny"], stdout=out)
    assert not PackageSet.objects.exists()
