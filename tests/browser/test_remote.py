"""The pages of a remote bot: it is made, comes online with goat connect, and is challenged."""

import os
import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, ROOT, Site, log_in


def test_a_remote_bot_is_made_connected_and_challenged(
    visit: Callable[..., Page], site: Site
) -> None:
    page = visit("/", viewport=PHONE)
    log_in(page, "olga", site.facts["password"])
    page.goto("/remote/new/")
    page.get_by_label("Game").select_option("ecarte")
    page.get_by_label("Name").fill("laptop")
    page.locator("main form button").last.click()
    expect(page.get_by_text("was never connected")).to_be_visible()
    expect(page.get_by_text("goat connect laptop -- python laptop.py")).to_be_visible()

    challenge = "/experiments/challenge/olga/laptop/"
    page.goto(challenge)
    page.get_by_role("button", name="Play").click()
    expect(page.locator("main [role=alert]")).to_contain_text("not connected now")

    command = [sys.executable, "-m", "referee.cli", "connect", "laptop", "--json"]
    environment = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    given = {"GOAT_ARENA": site.address, "GOAT_TOKEN": site.do("token")["token"]}
    connected = subprocess.Popen(
        [*command, "--", sys.executable, str(ROOT / "bots" / "random_bot.py")],
        cwd=ROOT,
        env=environment | given,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert connected.stdout and '"online"' in connected.stdout.readline()
        page.goto("/bots/olga/laptop/")
        expect(page.get_by_text("online since")).to_be_visible()
        page.goto(challenge)
        page.get_by_role("button", name="Play").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("remote")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
    finally:
        connected.kill()
        connected.wait()
    page.goto("/bots/olga/laptop/")
    expect(page.get_by_text("offline since")).to_be_visible()
