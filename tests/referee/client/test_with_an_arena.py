"""`goat` with a live arena, from the log-in to the challenge and back."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.referee.client.conftest import ROOT, interrupted
from tests.referee.client.cuttable_proxy import CuttableProxy
from tests.referee.play.small_bots import source

pytestmark = pytest.mark.live

HERE = Path(__file__).parent
GOOD = source().decode()
FIRST = source("legal = legal[:1]").decode()
FAULTY = source("tell('my log')\nsay('what?')\ncontinue").decode()
# Its qualification takes some seconds of waiting, and no work.
SLOW = source("time.sleep(0.05)").decode()


def decide(site, page, decision="allow"):
    """What a person does in a browser: logs in, looks at the page, and allows it, or refuses."""
    with httpx.Client(base_url=site.address, follow_redirects=True) as browser:
        form = browser.get(page.removeprefix(site.address))
        assert "login" in str(form.url)

        def post(address, form, **fields):
            token = re.search('name="csrfmiddlewaretoken" value="([^"]+)"', form.text)[1]
            return browser.post(
                address,
                data={"csrfmiddlewaretoken": token, **fields},
                headers={"Referer": site.address},
            )

        page = post(str(form.url), form, username="alice", password=site.facts["password"])
        code = re.search("<kbd>([A-Z-]{9})</kbd>", page.text)[1]
        return post("/accounts/device/", page, code=code, decision=decision)


def log_in(goat, site):
    process = goat.start("login", site.address, "--no-browser", "--name", "my laptop")
    line = next(line for line in process.stderr if "/accounts/device/" in line)
    assert "my laptop" in decide(site, line.strip()).text
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def test_an_author_goes_from_the_log_in_to_a_challenge_and_back(goat, site, write):
    # Logging in.
    file = goat.config / "goat" / "arenas.json"
    assert log_in(goat, site) == (
        f"Logged in at {site.address} as alice. The token is kept in {file}.\n"
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert goat("bots").stdout == "You have no bots: goat submit submits one.\n"

    # Submitting: good, the same again, faulty, better.
    bot = write("brave.py", GOOD)
    process = goat.start("submit", "ecarte", bot, "--description", "The last move")
    out, err = process.communicate(timeout=60)
    assert "alice/brave v1 has qualified: it is the active version" in out
    assert "house/greedy-ecarte" in out
    assert "qualification: qualified" in err
    assert process.returncode == 0
    again = goat.json("submit", "ecarte", bot, "--no-check")
    assert (again["number"], again["known"], again["new_bot"]) == (1, True, False)
    faulty = write("faulty.py", FAULTY)
    refused = goat("submit", "ecarte", faulty, "--name", "brave", status=5)
    assert "was not submitted" in refused.stderr
    rejected = goat("submit", "ecarte", faulty, "--name", "brave", "--no-check", status=3)
    assert "malformed" in rejected.stdout and "what?" in rejected.stdout
    assert "my log" in rejected.stdout
    assert "alice/brave v2 is rejected" in rejected.stdout
    assert "my log" in goat("log", "brave@2").stdout
    write("brave.py", FIRST)
    better = goat.json("submit", "ecarte", bot, "--no-check")
    assert (better["number"], better["state"], better["active"]) == (3, "qualified", True)

    # Its versions.
    [shown] = goat.json("bots")
    assert (shown["name"], shown["active"], shown["latest"]["number"]) == ("brave", 3, 3)
    assert goat("rollback", "brave").stdout == "alice/brave v1 is the active version\n"
    assert goat("retire", "brave", "v3").stdout == "alice/brave v3 is retired\n"
    assert goat("activate", "brave@3").stdout == "alice/brave v3 is the active version\n"
    conflict = goat("activate", "brave", "2", status=1)
    assert "Only a version that has qualified" in conflict.stderr

    # A challenge, seen by somebody who follows the matches.
    following = goat.start("matches", "--follow", "--bot", "brave", "--json")
    first = json.loads(following.stdout.readline())
    assert first["queue"] == "check"
    challenge = goat("challenge", "bob/last", "--pairs", "1")
    number = int(re.search("challenge ([0-9]+): ", challenge.stdout)[1])
    assert f"{site.address}/matches/{number}/" in challenge.stdout
    assert re.search("alice/brave v3 .+ – .+ bob/last v1  challenge", challenge.stdout)
    seen = first
    while seen["id"] != number:
        seen = json.loads(following.stdout.readline())
    assert seen["state"] == "finished"
    interrupted(following)
    assert f"#{number} " in goat("matches", "--limit", "1").stdout
    assert "moves in" in goat("log", str(number)).stdout

    # Its record, and the match again.
    assert "verified" in goat("record", str(number)).stdout
    assert "verified" in goat("verify", f"match-{number}.json").stdout
    same = goat("reproduce", str(number)).stdout
    assert "identical: the same" in same and "alice/brave v3" in same
    different = goat("reproduce", str(number), "--bot", bot)
    assert "identical" in different.stdout
    write("brave.py", GOOD)
    compared = goat.json("reproduce", str(number), "--bot", bot, status=3)
    found = next(game["difference"] for game in compared["games"] if game["difference"])
    assert found["recorded"] != found["played"] and "hands=" in found["position"]

    assert "No bot has played a rated match yet." in goat("standings", "ecarte").stdout
    assert goat("tournaments").stdout == "No tournaments.\n"

    # Logging out deletes the token there too.
    token = json.loads(file.read_text())["arenas"][site.address]["token"]
    assert "Logged out" in goat("logout").stdout
    assert token not in file.read_text()
    answer = httpx.get(f"{site.address}/api/v1/me/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 401


def test_an_author_on_windows_submits_and_plays_a_match_again(goat, site, write):
    """As far as Linux can pretend to be it: tests/referee/host."""
    pretended = {
        "PRETENDED_SYSTEM": "Windows",
        "LOCALAPPDATA": "/nowhere",
        "PYTHONPATH": f"{HERE.parent / 'host' / 'pretended'}{os.pathsep}{ROOT}",
    }

    def run(program, given):
        done = subprocess.run(
            [sys.executable, "-m", *program],
            cwd=goat.folder,
            env=goat.environment | pretended,
            input=given,
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def several(*commands):
        answers = json.loads(run(["tests.referee.host.commands"], json.dumps(commands)))
        for words, (status, out, err) in zip(commands, answers, strict=True):
            assert status == 0, f"{words}\n{out}\n{err}"
        return [out for _, out, _ in answers]

    token = site.do("another token")["token"]  # logging out deletes it
    assert "as alice" in run(["referee.cli", "login", site.address, "--token"], token)
    assert token in (goat.config / "goat" / "arenas.json").read_text()
    bot = write("glass.py", GOOD)
    submitted, bots, challenge = several(
        ["submit", "ecarte", bot, "--no-check"],
        ["bots"],
        ["challenge", "bob/last", "--bot", "glass"],
    )
    assert "alice/glass v1 has qualified: it is the active version" in submitted
    assert "alice/glass" in bots
    number = re.search("challenge ([0-9]+): ", challenge)[1]
    record, same, retired, rolled, *others = several(
        ["record", number],
        ["reproduce", number, "--sandbox", "off"],
        ["retire", "glass"],
        ["activate", "glass", "1"],
        *(["log", number], ["matches"], ["standings"], ["tournaments"], ["dump", "ecarte"]),
    )
    assert "verified" in record
    assert "identical: the same" in same
    assert "alice/glass v1 is retired" in retired
    assert "alice/glass v1 is the active version" in rolled
    assert all(others)
    assert "Logged out" in run(["referee.cli", "logout"], "")


def test_a_token_can_be_piped_in_and_a_wrong_one_is_refused(goat, site):
    wrong = goat("login", site.address, "--token", given="goat_wrong\n", status=1)
    assert "Unknown API token" in wrong.stderr
    assert not goat.config.exists()
    token = site.facts["tokens"]["bob"]
    said = goat("login", site.address, "--token", "--json", given=f"{token}\n")
    assert json.loads(said.stdout)["user"] == "bob"
    assert token not in said.stdout + said.stderr
    assert "bob/last" in goat("bots").stdout


def test_a_refused_log_in_gets_no_token(goat, site):
    process = goat.start("login", site.address, "--no-browser")
    line = next(line for line in process.stderr if "/accounts/device/" in line)
    decide(site, line.strip(), "refuse")
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "The log-in was refused on the page." in err
    assert not goat.config.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["standings", "../../me"],
        ["enter", "a/b", "brave"],
        ["log", "../me"],
        ["log", "alice/brave@x"],
        ["activate", "brave@1", "2"],
        ["activate", "brave", "-1"],
        ["record", "1e3"],
        ["challenge", "bob/last", "--bot", "a b"],
        ["login", "ftp://example.org"],
        ["login", "http://127.0.0.1:1"],
        ["login", "127.0.0.1", "--scope", "root"],
        ["bots", "--arena", "https://user:secret@example.org"],
        ["submit", "ecarte", "nothing.py"],
        ["submit", "bridge", "nothing.py"],
        ["reproduce", "nothing.json"],
    ],
)
def test_words_that_name_nothing_are_refused_in_words(logged_in, words):
    process_status = 2 if words in (["activate", "brave", "-1"],) else 1
    refused = logged_in(*words, status=process_status)
    assert refused.stderr.startswith("goat: ") and refused.stderr.count("\n") == 1
    assert not refused.stdout


def test_an_expired_token_is_named_as_such(goat, site):
    token = site.do("expired token")["token"]
    refused = goat("bots", status=1, GOAT_ARENA=site.address, GOAT_TOKEN=token)
    assert "expired" in refused.stderr and "goat login" in refused.stderr


def test_the_arenas_words_for_what_is_wrong_in_a_form(logged_in, write):
    bot = write("other.py", GOOD)
    refused = logged_in("submit", "ecarte", bot, "--no-check", "--name", "Not A Name", status=1)
    assert "lowercase letters" in refused.stderr
    long = logged_in("submit", "ecarte", bot, "--no-check", "--description", "x" * 2001, status=1)
    assert "2000" in long.stderr
    nobody = logged_in("challenge", "bob/nobody", "--bot", "x", status=1)
    assert "There is no bot “bob/nobody”" in nobody.stderr
    gone = logged_in("record", "999999", status=1).stderr
    assert gone.startswith("goat: there is no match 999999 at http://") and "ot found" not in gone


@pytest.fixture
def proxy(site):
    proxy = CuttableProxy(site.port)
    yield proxy
    proxy.close()


def test_nothing_is_submitted_twice_when_the_answer_is_lost(logged_in, proxy, write):
    logged_in.environment["GOAT_ARENA"] = proxy.address
    proxy.cut_answer_to = b"POST /api/v1/bots/"
    done = logged_in("submit", "ecarte", write("cut.py", GOOD), "--no-check")
    assert proxy.cuts == 1
    assert "trying again" in done.stderr
    assert "alice/cut v1 has qualified" in done.stdout
    [bot] = [bot for bot in logged_in.json("bots") if bot["name"] == "cut"]
    assert bot["latest"]["number"] == 1


def test_an_arena_that_goes_away_for_a_moment_is_waited_for(logged_in, proxy, write):
    logged_in.environment["GOAT_ARENA"] = proxy.address
    process = logged_in.start("submit", "ecarte", write("away.py", SLOW), "--no-check")
    next(line for line in process.stderr if "games" in line)
    proxy.take_away()
    assert "trying again" in next(line for line in process.stderr if "goat:" in line)
    proxy.away = False
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "alice/away v1 has qualified" in out


def test_ctrl_c_during_the_qualification_says_how_to_go_on(logged_in, write):
    process = logged_in.start("submit", "ecarte", write("waits.py", SLOW), "--no-check")
    next(line for line in process.stderr if "games" in line)
    _out, err = interrupted(process)
    assert "goat log alice/waits@1 shows how it ended" in err
    assert "alice/waits v1" in logged_in("log", "waits").stdout
