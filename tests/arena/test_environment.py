"""Settings from environment variables."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.environment import OF_THE_REFEREE, SWITCHES, Environment

ROOT = Path(__file__).parents[2]
PRINT = """
import json
from arena import settings
print(json.dumps({name: str(getattr(settings, name, None)) for name in %r.split()}))
"""


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A program in an environment with nothing but these variables."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "GOAT_DATA": str(folder)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
    )


def settings(folder: Path, names: str, **variables: str) -> dict[str, str]:
    done = run(folder, "-c", PRINT % names, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_without_any_variable_the_arena_is_embedded(tmp_path: Path) -> None:
    read = settings(
        tmp_path, "DATABASES CELERY_BROKER_URL DEBUG LADDER LADDER_PAIRS LADDER_WAITING"
    )
    assert str(tmp_path / "goat.sqlite3") in read["DATABASES"]
    assert read["CELERY_BROKER_URL"].startswith("memory://")
    assert (read["DEBUG"], read["LADDER"]) == ("False", "True")
    assert (read["LADDER_PAIRS"], read["LADDER_WAITING"]) == ("2", "2")


@pytest.mark.parametrize("text", [*SWITCHES, "Off", "TRUE", " no "])
def test_every_switch_reads_every_spelling(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("GOAT_LADDER", text)
    for default in (True, False):
        read = Environment().switch("GOAT_LADDER", default)
        assert read is SWITCHES[text.strip().lower()]


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("GOAT_X", text)
    env = Environment()
    assert env.switch("GOAT_X", True) is True
    assert env.switch("GOAT_X", False) is False
    assert env.number("GOAT_X", 7, least=5) == 7
    assert env.rate("GOAT_X", 0.5) == 0.5
    assert env.words("GOAT_X", "a b") == ["a", "b"]
    assert env.choice("GOAT_X", "ONE", ("ONE", "TWO")) == "ONE"


def test_numbers_may_be_as_small_as_the_setting_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOAT_X", "1")
    assert Environment().number("GOAT_X", 5, least=1) == 1
    monkeypatch.setenv("GOAT_X", "0")
    assert Environment().number("GOAT_X", 5) == 0
    assert Environment().rate("GOAT_X", 5) == 0


def test_the_values_are_those_of_the_environment(tmp_path: Path) -> None:
    read = settings(
        tmp_path,
        "DATABASES CELERY_BROKER_URL ALLOWED_HOSTS LADDER_PER_MINUTE BOT_RUNTIMES TOURNAMENT_GAMES"
        " LADDER_PAIRS LADDER_WAITING SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE",
        DATABASE_URL="postgres://Ann:p%40ss@db.example:5433/goat",
        REDIS_URL="redis://host:6379/0",
        ALLOWED_HOSTS="goat.example.org localhost",
        GOAT_LADDER_PER_MINUTE="0.5",
        GOAT_BOT_RUNTIMES="python node",
        GOAT_TOURNAMENT_GAMES="0",
        GOAT_HTTPS="on",
    )
    for part in ("'NAME': 'goat'", "'USER': 'Ann'", "'p@ss'", "'db.example'", "'PORT': 5433"):
        assert part in read["DATABASES"]
    assert read["CELERY_BROKER_URL"] == "redis://host:6379/0"
    assert read["ALLOWED_HOSTS"] == "['goat.example.org', 'localhost']"
    assert read["LADDER_PER_MINUTE"] == "0.5"
    assert read["BOT_RUNTIMES"] == "['python', 'node']"
    assert read["TOURNAMENT_GAMES"] == "0"
    assert (read["LADDER_PAIRS"], read["LADDER_WAITING"]) == ("5", "8")
    assert read["SESSION_COOKIE_SECURE"] == read["CSRF_COOKIE_SECURE"] == "True"


def test_without_https_cookies_are_sent_over_plain_http_too(tmp_path: Path) -> None:
    names = "SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE SECURE_PROXY_SSL_HEADER"
    assert set(settings(tmp_path, names).values()) == {"None"}


@pytest.mark.parametrize("name", ["GOAT_LADDER_PAIRS", "GOAT_LADDER_WAITING"])
def test_a_ladder_without_matches_is_switched_off_with_its_switch(
    tmp_path: Path, name: str
) -> None:
    done = run(tmp_path, "-c", PRINT % "LADDER", **{name: "0"})
    assert done.returncode == 1
    assert "write a whole number, 1 or more" in done.stderr


@pytest.mark.parametrize(
    "address", ["postgres://ann@%2Frun%2FPostgres/goat", "postgres://ann@//run/Postgres/goat"]
)
def test_a_database_may_be_at_a_socket(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    database = Environment().database("DATABASE_URL", "")
    assert (database["HOST"], database["NAME"]) == ("/run/Postgres", "goat")


def small(env: Environment) -> object:
    return env.number("X", 5, least=1)


@pytest.mark.parametrize(
    ("read", "value", "remedy"),
    [
        (lambda env: env.switch("X", True), "maybe", "write on or off"),
        (lambda env: env.switch("X", False), "2", "write on or off"),
        (small, "0", "write a whole number, 1 or more"),
        (small, "-1", "write a whole number, 1 or more"),
        (small, "1e3", "write a whole number, 1 or more"),
        (small, "9" * 5000, "write a whole number, 1 or more"),
        (lambda env: env.rate("X", 1), "nan", "write 0 or more"),
        (lambda env: env.rate("X", 1), "inf", "write 0 or more"),
        (lambda env: env.rate("X", 1), "-1", "write 0 or more"),
        (lambda env: env.rate("X", 1), "often", "write 0 or more"),
        (lambda env: env.choice("X", "A", ("A", "B")), "C", "write A or B"),
        (lambda env: env.folder("X", ROOT), "/dev/null/data", "a folder that this user can write"),
        (lambda env: env.database("X", ""), "bogus://ann:secret@host/goat", "write postgres://"),
        (lambda env: env.database("X", ""), "postgres://a:secret@host:port/b", "write postgres://"),
        (lambda env: env.database("X", ""), "secret", "write postgres://"),
        (lambda env: env.broker("X", ""), "http://ann:secret@host", "write redis://"),
    ],
)
def test_a_wrong_value_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    recwarn: pytest.WarningsRecorder,
    read: Callable[[Environment], object],
    value: str,
    remedy: str,
) -> None:
    monkeypatch.setenv("X", value)
    with pytest.raises(SystemExit) as ended:
        read(Environment())
    line = str(ended.value)
    assert line.startswith("environment variable X=")
    assert remedy in line
    assert line.endswith(" (docs/8-operations.md)")
    assert "secret" not in line
    assert len(line) < 250
    assert not recwarn.list


@pytest.mark.parametrize(
    "command",
    [
        ("-m", "celery", "-A", "arena", "worker", "-P", "solo"),
        ("-m", "celery", "-A", "arena", "beat"),
        ("-m", "uvicorn", "arena.asgi:application", "--port", "0"),
        ("manage.py", "demo", "--exit"),
    ],
)
def test_every_program_refuses_a_wrong_value_at_its_start(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = run(tmp_path, *command, GOAT_LADDER="perhaps")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "environment variable GOAT_LADDER=perhaps: write on or off (docs/8-operations.md)"
    ]


def test_a_misspelt_variable_is_reported_with_the_right_one(tmp_path: Path) -> None:
    given = {"GOAT_LADER": "off", "GOAT_XYZ": "1", "GOAT_CPU_SLOTS": "/x", "LADDER": "0"}
    done = run(tmp_path, "-c", PRINT % "DEBUG", **given)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "warning: GOAT_LADER is not a setting of Goat Arena: did you mean GOAT_LADDER?",
        "warning: GOAT_XYZ is not a setting of Goat Arena: see docs/8-operations.md",
        "warning: LADDER is not a setting of Goat Arena: did you mean GOAT_LADDER?",
    ]


def test_every_variable_that_is_read_is_in_the_manual_and_no_other() -> None:
    source = (ROOT / "arena/settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source)) | set(OF_THE_REFEREE)
    manual = (ROOT / "docs/8-operations.md").read_text()
    assert set(re.findall(r"(?m)^\| `([A-Z_]+)` \|", manual)) == read


def test_with_https_django_finds_nothing_to_improve_in_a_deployment(tmp_path: Path) -> None:
    command = ("manage.py", "check", "--deploy", "--tag", "security", "--fail-level", "INFO")
    done = run(tmp_path, *command, GOAT_HTTPS="on")
    assert done.returncode == 0, done.stderr
