"""`goat sandbox`: what holds on this machine, what does not and why."""

import os

import pytest

from referee.cli.main import main
from referee.sandbox import binary, resources, selection
from referee.sandbox.cgroup_discovery import NoCgroups

ROOT = os.geteuid() == 0

pytestmark = pytest.mark.usefixtures("root_folder")


def no_groups() -> None:
    raise NoCgroups("cgroup version 2 is not mounted")


def test_the_report_lists_the_tiers_and_the_one_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sandbox"]) == 0
    shown = capsys.readouterr().out
    assert "tier A   bubblewrap with user namespaces: holds, and is used" in shown
    assert "tier B   Landlock, without namespaces: holds\n" in shown
    assert ("tier A2" in shown) == ROOT
    assert "python programs run" in shown


def test_the_report_says_what_is_missing_and_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(binary, "_candidates", lambda: iter(()))
    monkeypatch.setattr(resources, "find_cgroups", no_groups)
    assert main(["sandbox"]) == 0
    shown = capsys.readouterr().out
    assert "namespaces: does not hold\n         bubblewrap is not installed. Install" in shown
    assert "tier B   Landlock, without namespaces: holds, and is used\n         but a bot" in shown
    assert "No cgroups: cgroup version 2 is not mounted. Run the worker" in shown
    assert "native programs do not run: native programs need a" in shown


def test_the_report_says_where_no_sandbox_holds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selection, "escapes", lambda sandbox, policy: ["read a file of the host"])
    assert main(["sandbox"]) == 1
    shown = capsys.readouterr().out
    assert "the sandbox does not hold here: a bot read a file of the host" in shown
    assert "no sandbox: untrusted bots do not run here" in shown
