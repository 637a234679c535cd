"""Looks for secrets in its environment and in the interpreter's arguments."""

import os
import sys

from attempts import facts, report

told = facts()
program = os.path.dirname(__file__)
home = program if told["tier"] == "B" else "/tmp"
known = {"HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/bin", "PWD": program, "USER": "bot"}
report(
    [f"{name}={value}" for name, value in os.environ.items() if known.get(name) != value]
    + [f"argument {word}" for word in sys.argv[1:]]
    + [f"host name {os.uname().nodename}" for _ in [0] if os.uname().nodename != told["host_name"]]
    + [f"uid {os.getuid()}" for _ in [0] if os.getuid() != told["uid"]]
)
