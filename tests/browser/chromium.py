"""The system's Chromium, which the browser tests drive.

Run as a program, this module installs Chromium, or says how to do it.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
if os.getuid() == 0:
    # Chromium's sandbox does not work for root.
    ARGUMENTS.append("--no-sandbox")


def find() -> str | None:
    """The path of Chromium: $CHROMIUM, or the first on the PATH; None when there is none."""
    if chosen := os.environ.get("CHROMIUM"):
        return shutil.which(chosen)
    return next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    if find():
        return
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit(
            "make e2e needs Chromium: run apt-get install chromium, or set CHROMIUM to its path"
        )
    print("Chromium is missing: apt-get install chromium", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "-qq", "update"],
        ["apt-get", "-qq", "-y", "install", "chromium", "fonts-dejavu-core"],
    ):
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    if not find():
        sys.exit("apt-get did not install Chromium: set CHROMIUM to its path")


if __name__ == "__main__":
    main()
