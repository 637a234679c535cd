"""Where an arena's data is, if GOAT_DATA does not say."""

from pathlib import Path
from typing import Any

import pytest

from arena import settings


def test_in_a_source_tree_it_is_in_the_tree() -> None:
    assert settings.data_folder() == settings.BASE_DIR / "var"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: Any) -> None:
    """A folder of packages, which has no pyproject.toml."""
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)


def test_from_a_package_it_is_among_the_users_data(installed: None, monkeypatch: Any) -> None:
    monkeypatch.setenv("HOME", "/home/olga")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert settings.data_folder() == Path("/home/olga/.local/share/goat-arena")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert settings.data_folder() == Path("/data/goat-arena")


def test_a_user_without_a_home_has_the_systems_folder(installed: None, monkeypatch: Any) -> None:
    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert settings.data_folder() == Path("/var/lib/goat-arena")
