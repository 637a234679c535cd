"""Wheels of libraries, for a class without the internet."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
NAME = "small_library-1.0-py3-none-any.whl"


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """A folder with one wheel, and what is no business of a visitor."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    with zipfile.ZipFile(folder / NAME, "w") as archive:
        archive.writestr("small_library.py", "")
        about = "small_library-1.0.dist-info"
        archive.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: small-library\nVersion: 1.0\n"
        )
        archive.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{about}/RECORD", "")
    (folder / "notes.txt").write_text("secret")
    (folder / "folder.whl").mkdir()
    (tmp_path / "outside.whl").write_text("secret")
    settings.TOOLS_WHEELS = str(folder)
    return folder


def test_pip_installs_from_the_arena_alone(folder: Path, live_server: Any, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--isolated", "install", "--quiet", "--no-index"]
    target = [
        "--find-links",
        f"{live_server.url}/tools/wheels/",
        "--target",
        str(tmp_path / "site"),
    ]
    subprocess.run([*pip, *target, "small-library"], check=True)
    assert (tmp_path / "site/small_library.py").exists()


def test_the_page_has_the_command_where_there_are_wheels(
    folder: Path, client: Any, settings: Any
) -> None:
    command = (
        "pip install --no-index --find-links http://testserver/tools/wheels/ http://testserver"
    )
    assert command in client.get(reverse("tools:index")).content.decode()
    settings.TOOLS_WHEELS = ""
    assert "--find-links" not in client.get(reverse("tools:index")).content.decode()


@pytest.mark.parametrize(
    "name", ["notes.txt", "folder.whl", "..%2Foutside.whl", "other.whl", "%00.whl"]
)
def test_nothing_else_is_served(folder: Path, client: Any, name: str) -> None:
    assert client.get(f"/tools/wheels/{name}").status_code == 404
    assert client.get("/tools/wheels/").content.decode().count("<a ") == 1


@pytest.mark.parametrize("where", ["", "/nowhere/at/all"])
def test_without_a_folder_the_list_is_empty(client: Any, settings: Any, where: str) -> None:
    settings.TOOLS_WHEELS = where
    assert "<a " not in client.get("/tools/wheels/").content.decode()
    assert client.get(f"/tools/wheels/{NAME}").status_code == 404
