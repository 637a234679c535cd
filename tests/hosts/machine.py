"""A virtual machine that runs during a with statement and contains this checkout."""

import contextlib
import re
import shlex
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.hosts.image import REPOSITORY, disk_of, key, packages_of, root_of

BOOT_SECONDS = 600
_QEMU = {
    "amd64": ["qemu-system-x86_64"],
    "arm64": ["qemu-system-aarch64", "-machine", "virt"],
}
_CONSOLE = {"amd64": "ttyS0", "arm64": "ttyAMA0"}
_INSTALL = r"""
set -e
mkdir -p /opt/goat
tar x --no-same-owner -C /opt/goat
python3 -m venv --without-pip /opt/goat/.venv
printf '/opt/packages\n/opt/goat\n' > /opt/goat/.venv/lib/python3.11/site-packages/here.pth
cat > /usr/local/bin/goat <<'END'
#!/opt/goat/.venv/bin/python
from referee.cli.main import main
main()
END
chmod +x /usr/local/bin/goat
chmod -R go+rX /opt
"""


@dataclass(frozen=True)
class Machine:
    """A running machine that answers on this local port."""

    port: int
    key: Path

    def ask(
        self, command: str, user: str = "root", given: bytes | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        """Runs a shell command there; its output includes standard error."""
        return subprocess.run(
            [
                *("ssh", "-q", "-i", self.key, "-p", f"{self.port}"),
                *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
                *("-o", "ConnectTimeout=20", f"{user}@127.0.0.1"),
                f"bash -c {shlex.quote(command)} 2>&1",
            ],
            input=given,
            stdin=subprocess.DEVNULL if given is None else None,
            stdout=subprocess.PIPE,
            check=False,
        )

    def do(self, command: str, given: bytes | None = None) -> None:
        """Raises RuntimeError if it fails."""
        result = self.ask(command, given=given)
        if result.returncode:
            raise RuntimeError(f"{command.strip()}: {result.stdout.decode(errors='replace')}")


@contextlib.contextmanager
def running(architecture: str, kernel_options: str, folder: Path) -> Iterator[Machine]:
    """A machine without network whose changes are discarded."""
    root, disk = root_of(architecture, folder), disk_of(architecture, folder)
    port = _free_port()
    log = folder / f"console-{architecture}"
    [kernel] = root.glob("boot/vmlinuz-*")
    [first_disk] = root.glob("boot/initrd.img-*")
    options = f"root=/dev/vda rw console={_CONSOLE[architecture]} {kernel_options}"
    command = [
        *("nice", *_QEMU[architecture], *_speed(architecture), "-smp", "2", "-m", "3072"),
        *("-nographic", "-kernel", kernel, "-initrd", first_disk, "-append", options),
        *("-drive", f"file={disk},if=virtio,format=raw,snapshot=on"),
        *("-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{port}-:22"),
        *("-device", "virtio-net-pci,netdev=net"),
    ]
    with log.open("wb") as console:
        qemu = subprocess.Popen(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=console, stderr=console
        )
        try:
            machine = Machine(port, key(folder))
            _wait_for(machine, qemu, log)
            _install(machine, packages_of(architecture, folder))
            yield machine
        finally:
            qemu.kill()
            qemu.wait()


def _speed(architecture: str) -> list[str]:
    """Hardware virtualisation if available, otherwise emulation, which is ten times slower."""
    flags = Path("/proc/cpuinfo").read_text()
    if architecture == "amd64" and Path("/dev/kvm").exists() and re.search(r"\b(vmx|svm)\b", flags):
        return ["-accel", "kvm", "-cpu", "host"]
    processor = "max" if architecture == "amd64" else "cortex-a72"
    return ["-accel", "tcg,thread=multi", "-cpu", processor]


def _wait_for(machine: Machine, qemu: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + BOOT_SECONDS
    while machine.ask("systemctl is-system-running --wait").returncode == 255:
        if qemu.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the machine does not start, see {log}")
        time.sleep(1)


def _install(machine: Machine, packages: Path) -> None:
    archive = subprocess.check_output(["tar", "c", "-C", packages, "."])
    machine.do("mkdir /opt/packages && tar x --no-same-owner -C /opt/packages", archive)
    machine.do(_INSTALL, subprocess.check_output(["git", "archive", "HEAD"], cwd=REPOSITORY))


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
