"""Run by test_fourth_game.py in a tree with High Card: the site's pages of the game, on SQLite."""

import re
from importlib import import_module
from typing import Any

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

NAME = "high-card"


def get(address: str) -> Any:
    response = Client().get(address)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return response


def main() -> None:
    setup_test_environment()
    # The tables at once: migrations take seconds, and have nothing to do with games.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    playing = import_module("tests.arena.playing")
    reference = import_module("arena.bots.reference")
    models = import_module("arena.bots.models")

    assert "High Card" in get("/").text
    assert "High Card" in get("/rules/").text
    rules = get(f"/rules/{NAME}/").text
    assert "The higher rank takes the trick" in rules
    assert "<code>cards</code>" in rules
    assert len(get(f"/rules/{NAME}/example.json").json()["moves"]) == 6

    versions = [
        version
        for version in reference.submit_reference_bots()
        if version.bot.ruleset == NAME and not version.bot.name.startswith("low")
    ][:2]
    assert "greedy-high-card" in [version.bot.name for version in versions]
    for version in versions:
        models.Version.objects.filter(pk=version.pk).update(state="qualified")
        models.Bot.objects.filter(pk=version.bot_id).update(active=version)
    match = playing.finish(playing.make_match(*versions))
    assert "greedy-high-card" in get(f"/rankings/{NAME}/").text

    page = get(match.get_absolute_url()).text
    assert "/static/games/high_card/table.css" in page
    assert '"table": "/static/games/high_card/table.js"' in page
    for file in ("table.js", "table.css", "deal.js"):
        assert get(f"/static/games/high_card/{file}").getvalue()
    frames = re.search(r'"frames": "([^"]*)"', page)
    assert frames
    address = frames[1].replace("\\u0026", "&").replace("/0/", "/1/")
    for seat in ("", "&seat=0", "&seat=1"):
        game = get(address + seat).json()
        assert (game["ruleset"], len(game["frames"])) == (NAME, 7)
    assert "card " in get(f"/matches/{match.pk}/games/1/").text


main()
