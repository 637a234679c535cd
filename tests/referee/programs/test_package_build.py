"""Sets of packages are built completely or not at all. Nothing is downloaded.

The wheels are made here. Tests that use `pip` let pip install them, which takes it a second or two;
for the others a few lines do it.
"""

import base64
import hashlib
import itertools
import json
import os
import signal
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.host.locks import try_lock
from referee.programs import package_build
from referee.programs.languages import languages
from referee.programs.package_build import build, build_locked, remove
from referee.programs.package_sets import (
    BadPackageSet,
    forget_package_sets,
    package_sets,
    read_lock,
)
from referee.programs.runtimes import NoRuntime, check_packages

SETS = "sets"
NAME = "python-tiny"
RUN = package_build._run


def wheel(
    folder: Path,
    name: str,
    version: str = "1.0",
    files: dict[str, str] | None = None,
    needs: str = "",
    tag: str = "py3-none-any",
) -> Path:
    """A wheel with a module that has the package's name."""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += f"Requires-Dist: {needs}\n" if needs else ""
    content = {f"{name}.py": f"VERSION = {version!r}\n"} if files is None else files
    content |= {
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n",
    }
    record = ""
    for path, text in content.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
        record += f"{path},sha256={digest.decode()},{len(text)}\n"
    content[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n"
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, text in content.items():
            archive.writestr(inner, text)
    return path


def unpack(command: list[str], variables: dict[str, str], lines: list[str]) -> None:
    """Installs ``name==version`` or ``name`` as pip does, without what it needs."""
    given = dict(itertools.pairwise(command))
    rows = []
    for line in lines:
        name, _, version = line.partition(" ")[0].partition("==")
        path = Path(variables["PIP_FIND_LINKS"], f"{name}-{version or '1.0'}-py3-none-any.whl")
        with zipfile.ZipFile(path) as archive:
            archive.extractall(given["--target"])
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        rows.append(
            {
                "metadata": {"name": name, "version": version or "1.0"},
                "download_info": {"archive_info": {"hashes": {"sha256": digest}}},
                "requested": True,
            }
        )
    Path(given["--report"]).write_text(json.dumps({"install": rows}))


@pytest.fixture(autouse=True)
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of wheels, the only place where pip looks."""
    monkeypatch.setattr(package_build, "_run", unpack)
    folder = tmp_path / "wheels"
    folder.mkdir()
    wheel(folder, "tiny")
    for name, value in {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(folder),
        "PIP_CONFIG_FILE": os.devnull,
        "GOAT_RUNTIMES": str(tmp_path / SETS),
    }.items():
        monkeypatch.setenv(name, value)
    forget_package_sets()
    yield folder
    forget_package_sets()


@pytest.fixture
def pip(wheels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_build, "_run", RUN)


def left(tmp_path: Path) -> list[str]:
    """What is in the folder of the sets."""
    return sorted(path.name for path in (tmp_path / SETS).iterdir() if path.name != ".lock")


@pytest.mark.usefixtures("pip")
def test_a_set_is_a_language_with_its_packages_and_what_they_need(wheels: Path) -> None:
    wheel(wheels, "large", "2.1", needs="tiny>=1")
    built, changed = build(NAME, ["large==2.1"])
    assert changed
    assert built.versions == {"large": "2.1", "tiny": "1.0"}
    assert built.requirements() == ["large==2.1"]
    assert languages()[NAME].packages == package_sets()[NAME] == built
    assert {path.name for path in built.folder.iterdir()} >= {"large.py", "tiny.py", "__pycache__"}
    assert built.modules() == ["large"]


def test_nobody_can_change_what_is_built(wheels: Path) -> None:
    wheel(wheels, "tiny", "2.0", {"tiny/__init__.py": "", "tiny/data.bin": "x"})
    built, _ = build(NAME, ["tiny"])
    for path in (built.folder, *built.folder.rglob("*")):
        expected = 0o555 if path.is_dir() else 0o444
        assert stat.S_IMODE(path.stat().st_mode) == expected, path


def test_building_again_changes_nothing_and_another_version_replaces_the_old(
    wheels: Path, tmp_path: Path
) -> None:
    first, _ = build(NAME, ["tiny==1.0"])
    again, changed = build(NAME, ["tiny==1.0"])
    assert (again, changed) == (first, False)
    wheel(wheels, "tiny", "2.0")
    second, changed = build(NAME, ["tiny==2.0"])
    assert changed
    assert second.digest != first.digest
    assert package_sets()[NAME] == second
    assert not first.folder.exists()
    assert left(tmp_path) == ["builds", f"{NAME}.json"]


def test_a_build_that_is_in_use_stays_until_it_is_not(wheels: Path) -> None:
    first, _ = build(NAME, ["tiny==1.0"])
    script = (
        "import sys; from referee.programs.package_sets import hold, package_sets\n"
        f"hold(package_sets()[{NAME!r}]); print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as user:
        assert user.stdout and user.stdin
        user.stdout.readline()
        wheel(wheels, "tiny", "2.0")
        second, _ = build(NAME, ["tiny==2.0"])
        assert first.folder.is_dir()
        remove(NAME)
        assert first.folder.is_dir()
        assert not second.folder.exists()
        user.stdin.close()
    build(NAME, ["tiny==2.0"])
    assert not first.folder.exists()


def test_two_names_with_the_same_packages_share_a_build(tmp_path: Path) -> None:
    one, _ = build(NAME, ["tiny"])
    other, _ = build("python-other", ["tiny"])
    assert one.folder == other.folder
    remove(NAME)
    assert other.folder.is_dir()
    assert list(package_sets()) == ["python-other"]
    remove("python-other")
    assert left(tmp_path) == ["builds"]
    with pytest.raises(BadPackageSet, match=r"there is no set python-other in .*runtime list"):
        remove("python-other")


def test_a_lock_gives_the_same_build_elsewhere_or_none(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, _ = build(NAME, ["tiny"])
    lock = tmp_path / SETS / f"{NAME}.json"
    monkeypatch.setenv("GOAT_RUNTIMES", str(tmp_path / "elsewhere"))
    forget_package_sets()
    assert build_locked(lock)[0] == built
    wheel(wheels, "tiny", "1.0", {"tiny.py": "VERSION = 'changed'\n"})
    monkeypatch.setenv("GOAT_RUNTIMES", str(tmp_path / "third"))
    monkeypatch.setattr(package_build, "_run", RUN)
    with pytest.raises(BadPackageSet, match="hash differs"):
        build_locked(lock)
    assert list(package_sets()) == []


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ({"digest": "0" * 64}, "its digest does not match; it was changed by hand"),
        ({"packages": []}, "missing"),
        ({"name": "../evil"}, "not a name"),
        ({"packages": [{"name": "tiny", "version": "1", "sha256": "x"}]}, "not one of SHA-256"),
        ({"packages": [1]}, "damaged"),
        ({"python": "3.x"}, "Python version"),
        ({"chosen": ["numpy"]}, "does not list all packages"),
        ({"format": "goat-packages/9"}, "its format is not"),
    ],
)
def test_a_damaged_lock_is_no_language(
    tmp_path: Path, damage: dict[str, object], reason: str
) -> None:
    build(NAME, ["tiny"])
    lock = tmp_path / SETS / f"{NAME}.json"
    lock.write_text(json.dumps(json.loads(lock.read_text()) | damage))
    forget_package_sets()
    assert NAME not in languages()
    with pytest.raises(BadPackageSet, match=reason):
        read_lock(lock)


@pytest.mark.parametrize(
    "requirement",
    ["--index-url=http://x", "-r/etc/passwd", "./tiny", "tiny @ file:///x", "/tmp/x.whl", "a b",
     "git+https://x", "tiny;x", "tiny\n-r x", "", "tiny==1 --hash=x", "tinÿ"],
)  # fmt: skip
def test_only_names_and_versions_are_taken(requirement: str) -> None:
    with pytest.raises(BadPackageSet, match="not a package"):
        build(NAME, [requirement])


@pytest.mark.parametrize("name", ["numpy", "python", "python-", "python-A", "../python-x",
                                  "python--x", "python-" + "x" * 14, "python-x\n"])  # fmt: skip
def test_names_that_are_no_names_of_sets_are_refused(name: str) -> None:
    with pytest.raises(BadPackageSet, match="begins with python-"):
        build(name, ["tiny"])


@pytest.mark.usefixtures("pip")
def test_a_package_without_a_wheel_is_refused_and_nothing_stays(
    wheels: Path, tmp_path: Path
) -> None:
    build(NAME, ["tiny"])
    (wheels / "source-1.0.tar.gz").write_bytes(b"")
    for wrong in ("tiny==9", "source"):
        with pytest.raises(BadPackageSet, match=f"there is no wheel of {wrong}"):
            build(NAME, [wrong])
    assert package_sets()[NAME].versions == {"tiny": "1.0"}
    assert left(tmp_path) == ["builds", f"{NAME}.json"]


@pytest.mark.usefixtures("pip")
def test_a_package_index_that_cannot_be_reached_is_named_as_the_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(BadPackageSet, match="the package index cannot be reached"):
        build(NAME, ["absent"])


def test_another_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPackageSet, match="is not a Python interpreter"):
        build(NAME, ["tiny"], str(tmp_path / "python"))
    old = tmp_path / "old"
    old.write_text('#!/bin/sh\necho \'["3.9", "linux-x86_64"]\'\n')
    old.chmod(0o755)
    with pytest.raises(BadPackageSet, match=r"is Python 3.9; bots need 3.11 or newer"):
        build(NAME, ["tiny"], str(old))


def test_a_set_for_another_python_than_that_of_the_bots_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built, _ = build(NAME, ["tiny"])
    monkeypatch.setattr("referee.programs.runtimes.python_version", lambda: "3.99")
    with pytest.raises(NoRuntime, match=r"bots run on Python 3.99.*goat runtime build python-tiny"):
        check_packages(built)


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    (tmp_path / SETS).mkdir()
    with (tmp_path / SETS / ".lock").open("w") as lock:
        assert try_lock(lock.fileno())
        with pytest.raises(BadPackageSet, match="another goat runtime works"):
            build(NAME, ["tiny"])
    build(NAME, ["tiny"])


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGKILL, marks=pytest.mark.live)]
)
def test_a_build_that_is_ended_leaves_the_set_as_it_was(tmp_path: Path, number: int) -> None:
    """SIGKILL leaves the temporary folder, which the next build removes."""
    build(NAME, ["tiny"])
    started = tmp_path / "started"
    script = (
        "import sys, time; from pathlib import Path\n"
        "from referee.cli.main import main; from referee.programs import package_build\n"
        f"def wait(*given): Path({str(started)!r}).touch(); time.sleep(60)\n"
        "package_build._run = wait\n"
        f"sys.exit(main(['runtime', 'build', {NAME!r}, 'tiny']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL) as process:
        while not started.exists():
            assert process.poll() is None
        process.send_signal(number)
        assert process.wait(30) != 0
    if number == signal.SIGKILL:
        build(NAME, ["tiny"])
    assert left(tmp_path) == ["builds", f"{NAME}.json"]
    forget_package_sets()
    assert package_sets()[NAME].versions == {"tiny": "1.0"}


@pytest.mark.parametrize("where", ["_run", "_make_read_only"])
def test_a_full_disk_is_named_as_the_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def full(*given: object) -> None:
        if where == "_run":
            why = package_build._why_pip_failed("ERROR: [Errno 28] No space left on device\n", [])
            raise BadPackageSet(why)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(package_build, where, full)
    with pytest.raises(BadPackageSet, match=r"[Mm]ake room"):
        build(NAME, ["tiny"])
    assert left(tmp_path) == []


def test_links_and_commands_of_a_package_are_left_out_or_refused(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel cannot hold a link, so one is put where pip has installed."""
    real: Callable[..., object] = package_build._install

    def install(building: Path, *given: object, **named: object) -> object:
        report = real(building, *given, **named)
        (building / "packages/passwords").symlink_to("/etc/passwd")
        return report

    monkeypatch.setattr(package_build, "_install", install)
    with pytest.raises(BadPackageSet, match="passwords is neither a file nor a folder"):
        build(NAME, ["tiny"])
    assert left(tmp_path) == []


def test_a_file_in_place_of_the_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "languages.toml"
    table.write_text("")
    monkeypatch.setenv("GOAT_RUNTIMES", str(table))
    with pytest.raises(BadPackageSet, match="GOAT_RUNTIMES_FILE"):
        build(NAME, ["tiny"])
