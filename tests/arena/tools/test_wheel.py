"""The wheel that the arena gives to authors."""

import csv
import io
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from arena.tools import package_files
from arena.tools.wheel import _packed, wheel
from tests.package.building import ROOT, build

pytestmark = pytest.mark.django_db


def contents(file: Any) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def packed() -> dict[str, bytes]:
    return contents(io.BytesIO(wheel().content))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = build(ROOT, tmp_path_factory.mktemp("dist"), "wheel")
    return path


def test_it_has_the_files_that_a_build_has(packed: dict[str, bytes], built: Path) -> None:
    expected = contents(built)
    assert sorted(packed) == sorted(expected)
    program = [name for name in expected if ".dist-info/" not in name]
    assert [name for name in program if packed[name] != expected[name]] == []
    assert wheel().name == built.name


def test_each_file_is_recorded_with_its_hash(packed: dict[str, bytes]) -> None:
    (name,) = [name for name in packed if name.endswith(".dist-info/RECORD")]
    rows = list(csv.reader(packed[name].decode().splitlines()))
    assert [row[0] for row in rows] == list(packed)
    assert rows.pop() == [name, "", ""]
    for file, digest, size in rows:
        expected = urlsafe_b64encode(sha256(packed[file]).digest()).decode().rstrip("=")
        assert (digest, size) == (f"sha256={expected}", str(len(packed[file])))


def test_the_same_files_make_the_same_wheel() -> None:
    before = wheel()
    _packed.cache_clear()
    assert wheel() == before


def test_an_arena_that_was_installed_from_it_gives_the_same_wheel(
    built: Path, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    served = tmp_path / wheel().name
    served.write_bytes(wheel().content)
    subprocess.run([*pip, "--target", str(tmp_path / "site"), str(served)], check=True)
    before = contents(served)
    settings.BASE_DIR = tmp_path / "site"
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    _packed.cache_clear()
    try:
        assert contents(io.BytesIO(wheel().content)) == before
    finally:
        _packed.cache_clear()


def test_what_lies_beside_the_program_is_not_given_away(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "pyproject.toml").touch()
    settings.DATA_DIR = tmp_path / "arena/data"
    secrets = (
        *("arena/.env", "arena/settings.py~", "arena/arena.sqlite3", "bots/.git/config.py"),
        *("var/secret.key", "key.py", "arena/data/notes.txt"),
    )
    for name in ("arena/settings.py", "bots/kozel.py", "bots/__pycache__/kozel.pyc", *secrets):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "arena/linked.py").symlink_to(tmp_path / "var/secret.key")
    assert sorted(package_files.package_files()) == ["arena/settings.py", "referee/bots/kozel.py"]


def test_it_is_downloaded_once_as_long_as_it_does_not_change(client: Any) -> None:
    address = reverse("tools:wheel", args=[wheel().name])
    first = client.get(address)
    assert first.content == wheel().content
    assert first["Cache-Control"] == "public, no-cache"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    forever = client.get(reverse("tools:wheel_forever", args=[wheel().sha256, wheel().name]))
    assert forever.content == wheel().content
    assert "immutable" in forever["Cache-Control"]


@pytest.mark.parametrize(
    "address",
    [
        "/tools/goat_arena-0.0.1-py3-none-any.whl",
        "/tools/..%2Fsettings.py",
        "/tools/%00.whl",
        f"/tools/{'0' * 64}/{{name}}",
        "/tools/x/y/z.whl",
        f"/tools/{'a' * 5000}.whl",
    ],
)
def test_other_names_are_not_found(client: Any, address: str) -> None:
    assert client.get(address.format(name=wheel().name)).status_code == 404


def test_it_is_packed_once_for_a_whole_class(monkeypatch: pytest.MonkeyPatch) -> None:
    _packed.cache_clear()
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda _: wheel(), range(200)))
    assert len({id(one) for one in found}) == 1
    assert _packed.cache_info().misses == 1


def test_without_an_installed_package_the_page_says_so(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_files, "DISTRIBUTION", "goat-arena-of-nobody")
    _packed.cache_clear()
    page = client.get(reverse("tools:index"))
    assert page.status_code == 200
    assert "not installed as a package" in page.content.decode()
    assert "pip install http" not in page.content.decode()
    assert client.get("/tools/goat_arena-0.2.0-py3-none-any.whl").status_code == 404
    assert "wheel" not in client.get("/api/v1/arena/").json()["tools"]
