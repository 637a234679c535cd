"""Does the sandbox hold on other hosts? Each is a virtual machine; see docs/4-sandbox.md.

``make hosts`` runs all, ``make hosts ARGS="docker arm64"`` some. Needs root, QEMU, mmdebstrap and,
for arm64, qemu-user-static with binfmt-support. The first run downloads what the images need, with
the settings of apt and pip on this machine. The tests are those of the last commit.
"""

import argparse
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.hosts.machine import Machine, running

PYTEST = (
    "/opt/goat/.venv/bin/python -B -m pytest -o addopts= -p no:cacheprovider -q --tb=short -rfE"
)
ABUSE = "tests/referee/sandbox/test_abuse.py"
TESTS = f"tests/referee/sandbox/test_cgroups.py tests/referee/sandbox/test_languages.py {ABUSE}"
SERVICE = "systemd-run --quiet --pipe --wait -p Delegate=yes -p WorkingDirectory=/opt/goat"
SCOPE = (
    "export XDG_RUNTIME_DIR=/run/user/$(id -u); cd /opt/goat; "
    "systemd-run --quiet --user --scope -p Delegate=yes"
)
# The root folder of a container: no kernel, nothing of Docker or of this project.
IMPORT = (
    "tar c -C / --exclude=usr/lib/modules --exclude=usr/*bin/*docker* "
    "--exclude=usr/*bin/*containerd* --no-recursion tmp --recursion "
    "bin lib lib64 sbin etc usr/bin usr/lib usr/lib64 usr/sbin | docker import - goat"
)
CONTAINER = "docker run --rm --init --workdir /opt/goat --volume /opt:/opt:ro"
CONFINED = (
    "--user 1000 --cap-drop ALL --read-only --tmpfs /tmp --security-opt apparmor=unconfined "
    "--security-opt seccomp=/opt/goat/docs/docker-seccomp.json"
)
A_IS_USED, B_IS_USED = (f"tier {tier} .*: holds, and is used" for tier in "AB")
NODE_RUNS, PASSED = "node programs run", "[0-9]+ passed"


@dataclass(frozen=True)
class Check:
    """A command, and what its output must show."""

    command: str
    shows: tuple[str, ...]
    user: str = "root"


@dataclass(frozen=True)
class Host:
    architecture: str
    checks: tuple[Check, ...]
    kernel_options: str = ""


def delegated(version: int) -> Iterator[Check]:
    """A worker as a service. systemd cannot delegate version 1 to a plain user."""
    shows = (A_IS_USED, NODE_RUNS, f"cgroups: version {version}")
    yield Check(f"{SERVICE} goat sandbox", shows)
    if version == 2:
        yield Check(f"{SERVICE} -p User=plain goat sandbox", shows)
        yield Check(f"{SCOPE} sh -c 'goat sandbox; true'", shows, user="plain")
        yield Check(f"{SERVICE} -p User=plain {PYTEST} {TESTS}", (PASSED,))
    yield Check(f"{SERVICE} {PYTEST} {TESTS}", (PASSED,))


def contained() -> Iterator[Check]:
    """In a container with the default settings, and with those of docs/4-sandbox.md."""
    yield Check(IMPORT, ("sha256",))
    image = "goat /opt/goat/.venv/bin/python -c 'from referee.cli.main import main; main()' sandbox"
    yield Check(f"{CONTAINER} {image}", (B_IS_USED,))
    yield Check(f"{CONTAINER} --user 1000 {image}", (B_IS_USED,))
    yield Check(f"{CONTAINER} {CONFINED} {image}", (A_IS_USED,))
    for options, tests in (("", "root-B"), ("--user 1000", "user-B"), (CONFINED, "user-A")):
        yield Check(f"{CONTAINER} {options} goat {PYTEST} {ABUSE} -k {tests}", (PASSED,))


HOSTS = {
    "systemd": Host("amd64", tuple(delegated(2))),
    "docker": Host("amd64", tuple(contained())),
    "arm64": Host("arm64", tuple(delegated(2))),
    "cgroup1": Host("amd64", tuple(delegated(1)), "systemd.unified_cgroup_hierarchy=0"),
}


def failures(machine: Machine, host: Host) -> Iterator[str]:
    for check in host.checks:
        began = time.monotonic()
        result = machine.ask(check.command, check.user)
        output = result.stdout.decode(errors="replace")
        missing = [words for words in check.shows if not re.search(words, output)]
        print(f"\n$ {check.command}  ({check.user}, {time.monotonic() - began:.0f} s)")
        print(output, flush=True)
        if result.returncode or missing:
            yield f"{check.command}: exit code {result.returncode}, not seen: {missing}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make hosts", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="HOST", help=", ".join(HOSTS))
    parser.add_argument("--folder", type=Path, default=Path("build/hosts"), help="of the images")
    given = parser.parse_args()
    if unknown := set(given.names) - set(HOSTS):
        parser.error(f"no host {', '.join(sorted(unknown))}: there are {', '.join(HOSTS)}")
    failed = []
    for name in given.names or HOSTS:
        host = HOSTS[name]
        print(f"\n# {name}", flush=True)
        with running(host.architecture, host.kernel_options, given.folder.resolve()) as machine:
            failed += [f"{name}: {failure}" for failure in failures(machine, host)]
    sys.exit("\n".join(failed) if failed else None)


if __name__ == "__main__":
    main()
