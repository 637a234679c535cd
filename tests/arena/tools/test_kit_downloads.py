"""The starter kits as downloads."""

import io
import zipfile
from typing import Any

import pytest
from django.urls import reverse

from engine.rulesets import RULESETS
from referee.cli.main import main
from referee.kits.kit import kits

pytestmark = pytest.mark.django_db


def test_the_page_links_a_kit_for_each_language_and_game(client: Any) -> None:
    page = client.get(reverse("tools:index")).content.decode()
    names = [f"{game}-{kit}.zip" for game in RULESETS for kit in kits()]
    assert names
    for name in names:
        assert f'href="{reverse("tools:kit", args=[name])}"' in page


def test_the_languages_that_the_arena_accepts_come_first(client: Any, settings: Any) -> None:
    settings.BOT_RUNTIMES = ["node"]
    page = client.get(reverse("tools:index")).content.decode()
    first, _, rest = page.partition("does not accept today")
    assert "ecarte-javascript.zip" in first
    assert "ecarte-python.zip" in rest
    settings.BOT_RUNTIMES = [kit.language for kit in kits().values()]
    assert "does not accept" not in client.get(reverse("tools:index")).content.decode()


def test_a_kit_is_ready_to_submit(client: Any, tmp_path: Any, cpu_slots: Any) -> None:
    response = client.get(reverse("tools:kit", args=["ecarte-python.zip"]))
    assert response["Content-Disposition"] == 'attachment; filename="ecarte-python.zip"'
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        archive.extractall(tmp_path)
    assert main(["check", "ecarte", str(tmp_path / "mybot"), "--pairs", "1"]) == 0


def test_a_kit_names_the_arena_that_it_came_from(client: Any) -> None:
    address = reverse("tools:kit", args=["ecarte-python.zip"])
    first = client.get(address, headers={"host": "localhost:8123"})
    with zipfile.ZipFile(io.BytesIO(first.content)) as archive:
        assert "goat login http://localhost:8123\n" in archive.read("mybot/README.md").decode()
    again = client.get(address, headers={"host": "localhost:8123", "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert client.get(address, headers={"host": "localhost"})["ETag"] != first["ETag"]


@pytest.mark.parametrize(
    "name",
    ["ecarte-cobol.zip", "ecarte-python", "..%2Fecarte-python.zip", "-c.zip", "%00.zip"],
)
def test_an_unknown_kit_is_not_found(client: Any, name: str) -> None:
    assert client.get(f"/tools/kits/{name}").status_code == 404
