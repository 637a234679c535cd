"""“Your first bot in five minutes”, followed word by word in a shell and a browser."""

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.shell import Shell
from tests.package.environments import link_requirements

CHAPTER = "/docs/first-bot/"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell that finds Python, and nothing of the source tree."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    home = tmp_path / "home"
    home.mkdir()
    shell = Shell(home, f"{programs}:/usr/bin:/bin")
    yield shell
    shell.end()


def blocks(page: Page) -> list[list[str]]:
    """The blocks of code of the chapter, as lines."""
    return [
        [line for line in text.splitlines() if line.strip()]
        for text in page.locator("article.chapter pre.code code").all_text_contents()
    ]


def reload_until_shown(page: Page, bot: str) -> None:
    """Ratings are computed after the first matches."""
    deadline = time.monotonic() + 100
    while page.get_by_role("link", name=bot).count() == 0:
        assert time.monotonic() < deadline, page.locator("main").inner_text()
        page.wait_for_timeout(500)
        page.reload()


def sign_up(page: Page, name: str, password: str) -> None:
    """Follows the chapter's link."""
    page.get_by_role("link", name="sign up", exact=True).click()
    page.get_by_label("User name").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill(password)
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


@pytest.mark.timeout(300)  # a new environment, and four matches
def test_from_nothing_to_the_ladder_with_goat(
    visit: Callable[..., Page], site: Site, shell: Shell, tmp_path: Path
) -> None:
    page = visit(CHAPTER)
    install, create, check, play, submit, keep, improve, _program = blocks(page)
    sign_up(page, "wanda", site.facts["password"])

    def allow(line: str) -> None:
        if found := re.search(r"https?://\S+/accounts/device/\?code=\S+", line):
            page.goto(found[0])
            page.get_by_role("button", name="Allow").click()

    home = tmp_path / "home"
    environment, activate, pip = install
    shell.run(environment)
    # In place of pip's index. What the arena gives, pip takes from there.
    link_requirements(home / "goat-env")
    shell.run(activate)
    assert f" {site.address}/tools/" in pip
    shell.run(pip)
    for line in (*create, *check, *play):
        shown = shell.run(line)
    assert "mybot" in shown
    login, upload = submit
    shell.run(login, allow)
    shell.run(upload)
    page.goto(CHAPTER)
    page.get_by_role("link", name="the rankings of Écarté").click()
    reload_until_shown(page, "mybot")

    for line in keep:
        shell.run(line)
    bot = home / "mybot/main.py"
    bot.write_text(bot.read_text() + "# better\n")
    for line in improve:
        shell.run(line)
    page.goto("/bots/wanda/mybot/")
    expect(page.locator("main")).to_contain_text("v2")


@pytest.mark.timeout(200)
def test_from_nothing_to_the_ladder_in_the_browser_alone(
    visit: Callable[..., Page], site: Site, tmp_path: Path
) -> None:
    page = visit(CHAPTER)
    file = tmp_path / "mybot.py"
    file.write_text("\n".join(blocks(page)[-1]) + "\n")
    sign_up(page, "walter", site.facts["password"])
    page.goto(CHAPTER)
    page.get_by_role("link", name="Submit a bot").click()
    page.get_by_label("Game").select_option(label="Écarté")
    page.get_by_label(re.compile("^Name")).fill("firstbot")
    page.get_by_label(re.compile("^File")).set_input_files(file)
    page.locator("main").get_by_role("button", name="Submit a bot").click()
    expect(page.locator("main .badge.qualified").first).to_have_text("qualified", timeout=40_000)
    page.goto("/rankings/ecarte/")
    reload_until_shown(page, "firstbot")
