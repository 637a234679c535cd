"""What only Linux or POSIX has is used in referee.host and by Linux's sandbox alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import referee
from tests.referee.host.pretended.hidden_names import LINUX_MODULES, NOT_ON_MACOS, NOT_ON_WINDOWS

REFEREE = Path(referee.__file__).parent
# They run elsewhere too. What they do on Linux alone stands behind a condition in them.
MIXED = {
    "referee.play.cpu_slots",
    "referee.programs.package_sets",
    "referee.sandbox.accounting",
    "referee.sandbox.bwrap_options",
    "referee.sandbox.folders",
    "referee.sandbox.slot_users",
}


def found(tree: ast.AST) -> Iterator[str]:
    """The hidden modules and attributes that a module names."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        yield from (
            name
            for name in names
            for lacks in (NOT_ON_MACOS, NOT_ON_WINDOWS)
            if name in lacks["modules"]
        )
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            for lacks in (NOT_ON_MACOS, NOT_ON_WINDOWS):
                if node.attr in lacks.get(node.value.id, ()):
                    yield f"{node.value.id}.{node.attr}"


def test_only_the_host_and_the_sandbox_of_linux_use_what_other_systems_lack() -> None:
    used = {}
    for path in REFEREE.rglob("*.py"):
        name = ".".join(["referee", *path.relative_to(REFEREE).with_suffix("").parts])
        if not name.startswith("referee.host.") and name not in LINUX_MODULES | MIXED:
            used[name] = sorted(set(found(ast.parse(path.read_text()))))
    assert {name: names for name, names in used.items() if names} == {}


def test_the_lists_name_modules_that_exist() -> None:
    for name in LINUX_MODULES | MIXED:
        assert (REFEREE.parent / name.replace(".", "/")).with_suffix(".py").is_file(), name
