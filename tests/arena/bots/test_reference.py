"""The reference bots."""

import pytest

from arena.bots import reference
from engine.rulesets import RULESETS
from referee.programs.program import load_program


@pytest.fixture
def folder(tmp_path):
    for name in ("random_bot.py", "kozel.py", "svoi_kozyri_deep.py", "sdk.py"):
        (tmp_path / name).write_text(f'"""The bot of {name}.\n\nMore."""\n')
    (tmp_path / "ecarte_calm").mkdir()
    (tmp_path / "ecarte_calm/main.py").write_text('"""The calm bot."""\n')
    (tmp_path / "sdk").mkdir()
    return tmp_path


@pytest.mark.django_db
def test_reference_bots_are_submitted_once(folder):
    versions = reference.submit_reference_bots(folder)
    assert sorted((str(version.bot), version.bot.ruleset) for version in versions) == [
        ("house/calm-ecarte", "ecarte"),
        ("house/deep-svoi-kozyri", "svoi-kozyri"),
        ("house/greedy-kozel", "kozel"),
        *((f"house/random-{name}", name) for name in sorted(RULESETS)),
    ]
    assert {version.bot.description for version in versions} >= {
        "The bot of kozel.py.",
        "The calm bot.",
    }
    assert reference.house().is_house
    assert not reference.house().has_usable_password()
    assert reference.submit_reference_bots(folder) == versions
    (folder / "kozel.py").write_text('"""Better."""\n')
    changed = [v for v in reference.submit_reference_bots(folder) if v not in versions]
    assert [(str(version), version.bot.description) for version in changed] == [
        ("house/greedy-kozel v2", "Better.")
    ]


def test_bots_that_search_are_told_from_those_that_move_at_once(tmp_path):
    for name in ("kozel.py", "kozel_medium.py", "kozel_strong.py", "random_bot.py"):
        (tmp_path / name).write_text("")
    found = {bot.name for bot in reference.reference_bots(tmp_path) if bot.searches}
    assert found == {"medium-kozel", "strong-kozel"}


@pytest.mark.django_db
def test_the_house_account_is_never_a_persons(alice, monkeypatch):
    monkeypatch.setattr(reference, "HOUSE", "alice")
    with pytest.raises(RuntimeError, match="rename the account"):
        reference.house()


def test_the_reference_bots_can_be_submitted():
    bots = list(reference.reference_bots())
    assert {bot.ruleset for bot in bots} == set(RULESETS)
    for bot in bots:
        assert reference.description(bot)
        load_program(bot.path)
