"""What of Python's standard library works in a sandbox: all but what docs/4-sandbox.md lists."""

import json
import re
import textwrap

from referee.programs.packaging import pack_files
from referee.programs.program import read_program
from referee.sandbox import Sandbox
from referee.sandbox.selection import tiers_to_try
from tests.referee.sandbox.bots import hear_all
from tests.referee.sandbox.hosts import REPOSITORY
from tests.referee.sandbox.slots import own_slot

SANDBOXES = [*tiers_to_try(), "off"]
SLOT = own_slot(13)
# Modules of other systems, or parts that every distribution packages as it likes.
ELSEWHERE = {
    *("_msi", "_overlapped", "_scproxy", "_winapi", "antigravity", "ensurepip", "idlelib"),
    *("lib2to3", "msilib", "msvcrt", "nt", "turtledemo", "winreg", "winsound"),
}
IMPORTS = f"""
    import contextlib, importlib, io, sys
    for name in sorted(sys.stdlib_module_names - {ELSEWHERE}):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                importlib.import_module(name)
        except ImportError:
            print(name)
"""


def said(sandbox: Sandbox, source: str, **files: bytes) -> str:
    """All that a program prints. It must end well."""
    packed = pack_files(
        {"main.py": textwrap.dedent(source).encode()}
        | {name.replace("_", "."): content for name, content in files.items()}
    )
    with sandbox.start(read_program(packed), slot=SLOT, seat=0, cpu=None) as bot:
        text = hear_all(bot.stdout)
        assert bot.exit(30) == "exit code 0", hear_all(bot.stderr)
    return text


def not_working() -> set[str]:
    """The modules and functions that the documentation lists."""
    text = (REPOSITORY / "docs/4-sandbox.md").read_text()
    table = text.partition("| does not work | ")[2].partition("\n\n")[0]
    rows = table.splitlines()[2:]
    return {name for row in rows for name in re.findall("`([^`]+)`", row.split("|")[1])}


def test_every_module_can_be_imported_but_those_that_the_docs_list(sandbox: Sandbox) -> None:
    if sandbox.tier == "off":
        return
    documented = not_working()
    missing = {name for name in said(sandbox, IMPORTS).split() if not name.startswith("_")}
    assert missing - documented == set()


# What the docs list, and how it fails.
FAILING = {
    "os.pipe": ("import os; os.pipe()", "PermissionError"),
    "socket.socketpair": ("import socket; socket.socketpair()", "PermissionError"),
    "select.epoll": ("import select; select.epoll()", "PermissionError"),
    "asyncio": ("import asyncio; asyncio.run(asyncio.sleep(0))", "PermissionError"),
    "subprocess": ("import subprocess; subprocess.run(['true'])", "PermissionError"),
    "multiprocessing": ("import multiprocessing as m; m.Pipe()", "PermissionError"),
    "os.fork": ("import os; os.fork()", "PermissionError"),
    "socket.socket": ("import socket; socket.socket()", "PermissionError"),
    "fcntl.flock": ("import fcntl; fcntl.flock(1, fcntl.LOCK_EX)", "PermissionError"),
    "os.utime": ("import os; os.utime(__file__)", "PermissionError"),
    "os.getloadavg": ("import os; os.getloadavg()", "OSError"),
    "zoneinfo.ZoneInfo": ("import zoneinfo; zoneinfo.ZoneInfo('UTC')", "ZoneInfoNotFoundError"),
    "pwd.getpwuid": ("import os, pwd; pwd.getpwuid(os.getuid())", "KeyError"),
    "grp.getgrgid": ("import grp, os; grp.getgrgid(os.getgid())", "KeyError"),
}
WORKING = {
    "selectors": "import selectors; selectors.DefaultSelector()",
    "sqlite3": "import sqlite3; c = sqlite3.connect('file:/tmp/x.db?nolock=1', uri=True); "
    "c.execute('create table t (a)')",
    "shutil.copy": "import shutil; shutil.copy(__file__, '/tmp/copy')",
    "datetime.timezone": "import datetime; datetime.datetime.now(datetime.timezone.utc)",
}


def attempts(sandbox: Sandbox, codes: dict[str, str]) -> dict[str, str]:
    """The name of the error that each code raises; empty if none."""
    source = f"""
        import json
        ended = {{}}
        for name, code in {codes}.items():
            try:
                exec(code, {{"__file__": __file__}})
                ended[name] = ""
            except Exception as error:
                ended[name] = type(error).__name__
        print(json.dumps(ended))
    """
    ended: dict[str, str] = json.loads(said(sandbox, source).splitlines()[-1])
    return ended


def test_what_the_docs_list_fails_as_they_say(sandbox: Sandbox) -> None:
    if sandbox.tier == "off":
        return
    assert set(FAILING) <= not_working()
    expected = {name: error for name, (_, error) in FAILING.items()}
    assert attempts(sandbox, {name: code for name, (code, _) in FAILING.items()}) == expected


def test_what_the_docs_recommend_instead_works(sandbox: Sandbox) -> None:
    if sandbox.tier in ("A", "A2"):
        assert set(attempts(sandbox, WORKING).values()) == {""}


def test_the_working_folder_is_the_programs_own(sandbox: Sandbox) -> None:
    source = """
        import os
        print(open("openings.txt").read(), os.getcwd() == os.path.dirname(__file__))
        print(os.environ["PWD"] == os.getcwd())
    """
    assert said(sandbox, source, openings_txt=b"trumps") == "trumps True\nTrue\n"


def test_common_questions_about_the_user_and_the_machine_have_an_answer(sandbox: Sandbox) -> None:
    source = """
        import getpass, locale, os, pathlib, platform, time
        print(getpass.getuser())
        assert pathlib.Path.home().is_dir() and os.path.expanduser("~/x") != "~/x"
        locale.setlocale(locale.LC_ALL, "")
        platform.platform(), os.cpu_count(), time.localtime()
    """
    assert said(sandbox, source) == "bot\n"


def test_temporary_files_go_to_a_folder_of_its_own_where_there_is_one(sandbox: Sandbox) -> None:
    if sandbox.tier == "B":
        return
    source = """
        import os, tempfile
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile():
            print(os.listdir(folder))
    """
    assert said(sandbox, source) == "[]\n"
