"""The files that check and submit a bot on every push: their commands do what they say."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.cli.main import main
from referee.kits.on_push import push_files

WHEEL = "https://arena.example/tools/goat_arena-0.2.0-py3-none-any.whl"
WORKFLOW = ".github/workflows/bot.yml"


class Arena(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        known = self.path == "/api/v1/arena/"
        self.send_response(200 if known else 404)
        self.end_headers()
        self.wfile.write(json.dumps({"tools": {"wheel": WHEEL}}).encode() if known else b"")

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def arena() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Arena)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that `goat new --ci` made, and programs that write down how they are called."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("pip", "goat"):
        (programs / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/calls\n')
        (programs / name).chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    assert main(["new", "ecarte", "mybot", "--ci", "--folder", str(tmp_path / "mybot")]) == 0
    return tmp_path / "mybot"


def calls(bot: Path) -> list[str]:
    return (bot.parent / "calls").read_text().splitlines()


def run(command: str, bot: Path, arena: str) -> None:
    """As GitHub and Docker run it."""
    subprocess.run(
        ["bash", "-eo", "pipefail", "-c", command],
        cwd=bot,
        env=os.environ | {"GOAT_ARENA": arena},
        check=True,
    )


def test_the_workflow_installs_goat_from_the_arena_builds_checks_and_submits(
    bot: Path, arena: str
) -> None:
    workflow = yaml.safe_load((bot / WORKFLOW).read_text())
    for step in workflow["jobs"]["bot"]["steps"]:
        if "run" in step:
            run(step["run"], bot, arena)
    goat = ["goat build .", "goat check .", "goat submit . --no-check"]
    assert calls(bot) == [f"pip install {WHEEL}", *goat]


def test_only_the_submission_has_the_token_and_only_from_the_default_branch(bot: Path) -> None:
    text = (bot / WORKFLOW).read_text()
    workflow = yaml.safe_load(text)
    with_token = [step for step in workflow["jobs"]["bot"]["steps"] if "GOAT_TOKEN" in str(step)]
    assert [step["name"] for step in with_token] == ["Submit"]
    assert "default_branch" in with_token[0]["if"]
    assert workflow["permissions"] == {"contents": "read"}
    assert "pull_request" not in text


def test_the_container_installs_goat_from_the_arena(bot: Path, arena: str) -> None:
    lines = (bot / "Dockerfile").read_text().replace("\\\n", "")
    (install,) = re.findall(r"(?m)^RUN (pip .*)$", lines)
    run(install, bot, arena)
    (command,) = re.findall(r"(?m)^CMD (.*)$", lines)
    run(json.loads(command)[2], bot, arena)
    goat = ["goat build .", "goat check . --sandbox off", "goat submit . --no-check"]
    assert calls(bot) == [f"pip install --no-cache-dir {WHEEL}", *goat]


@pytest.mark.parametrize(
    ("language", "runtimes"), [("python", "python"), ("native", "python native")]
)
def test_they_check_for_arenas_that_accept_the_language(language: str, runtimes: str) -> None:
    files = push_files(language, "https://goat.example.org")
    workflow = yaml.safe_load(files[WORKFLOW])
    assert workflow["env"]["GOAT_BOT_RUNTIMES"] == runtimes
    assert f'GOAT_BOT_RUNTIMES="{runtimes}"' in files["Dockerfile"].decode()
    checked = "goat check .\n" if language == "python" else "goat check . --sandbox off\n"
    assert checked in files[WORKFLOW].decode()
    assert "GOAT_RUNTIMES_FILE" not in workflow["env"]
    for content in files.values():
        assert b"https://goat.example.org" in content
        assert not re.search(rb"@[A-Z]+@", content)


def test_they_start_java_as_its_kit_does() -> None:
    files = push_files("java")
    environment = yaml.safe_load(files[WORKFLOW])["env"]
    assert environment["GOAT_RUNTIMES_FILE"] == "runtimes.toml"
    assert " GOAT_RUNTIMES_FILE=runtimes.toml\n" in files["Dockerfile"].decode()
