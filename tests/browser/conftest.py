"""A browser, and an arena with a worker that it visits."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import chromium

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "screenshots"
# Longer than usual: on a busy machine a page needs a while to answer a secret question.
SETTINGS = {"GOAT_TABLE_WINDOW_MS": "5000"}
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}


@dataclass
class Site:
    """The running arena: its address, its content (server.fill), and its commands."""

    address: str
    facts: dict[str, Any]
    process: "subprocess.Popen[str]"

    _slow: int | None = None

    def slow_match(self, new: bool = False) -> int:
        """The id of a match that takes a while: `new`, or the last one."""
        if new or self._slow is None:
            self._slow = self.do("slow match")["match"]
        return self._slow

    def do(self, command: str) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("arena")
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.server"],
        cwd=ROOT,
        env=environment | {"GOAT_DATA": str(data), "LOG_LEVEL": "ERROR"} | SETTINGS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stdin
    line = process.stdout.readline()
    assert line, "the arena did not start"
    facts = json.loads(line)
    try:
        yield Site(facts["address"], facts, process)
    finally:
        process.stdin.close()
        process.wait(30)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, "Chromium is missing: make e2e installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """visit(path, **context) -> the page, in a fresh profile. Errors in its scripts, and what the
    Content-Security-Policy refuses, fail the test.

    `context` is what Playwright's new_context takes, e.g. viewport or java_script_enabled.
    """
    expect.set_options(timeout=15_000)
    contexts = []
    errors: list[str] = []

    def note_refusal(url: str, text: str) -> None:
        if "Content Security Policy" in text:
            errors.append(f"{url}: {text}")

    def open_page(path: str = "/", **given: Any) -> Page:
        # Without motion, so that the tests see a still page.
        options: dict[str, Any] = {
            "viewport": DESKTOP,
            "base_url": site.address,
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        options |= given
        context = browser.new_context(**options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: note_refusal(page.url, message.text))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def log_in(page: Page, name: str, password: str) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
