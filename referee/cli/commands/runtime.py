"""`goat runtime`: sets of Python packages that bots can import."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from referee.cli.console import complain, out, print_json
from referee.cli.parameters import AsJson
from referee.client.arena import Arena
from referee.client.errors import NotLoggedIn
from referee.programs import package_build
from referee.programs.package_sets import (
    BadPackageSet,
    PackageSet,
    check_set_name,
    lock_files,
    read_lock,
    sets_folder,
)
from referee.programs.runtimes import NoRuntime, check_packages
from referee.sandbox import SandboxFailed, choose
from referee.sandbox.package_trial import Trial, try_packages

MIB = 1 << 20
app = typer.Typer(
    help="Build, list and remove sets of Python packages that bots can import.",
    no_args_is_help=True,
)

SetName = Annotated[
    str, typer.Argument(metavar="NAME", help="The name of the set, such as python-numpy.")
]


@app.command("build")
def build(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The name of the set, such as python-numpy.")
    ] = "",
    packages: Annotated[
        list[str] | None,
        typer.Argument(metavar="PACKAGE==VERSION…", help="Such as numpy==2.1.0."),
    ] = None,
    lock: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Build the set of this lock from another machine."),
    ] = None,
    python: Annotated[
        str,
        typer.Option(metavar="PATH", help="The interpreter. Default: the one that runs bots."),
    ] = "",
) -> None:
    """Build a set of packages and all that they need, from wheels only, for the Python that runs
    bots. An existing set of this name is replaced; bots that run now go on with the old one.

    Without packages it is the set of that name of the arena that you are logged in to, or that
    GOAT_ARENA names, in the same versions.

    The lock NAME.json in the folder of the sets lists all versions and hashes. With --lock another
    machine installs the same wheels.
    """
    if lock is not None and (name or packages):
        raise typer.BadParameter("with --lock the file says it all: leave out the rest")
    if lock is None and not name:
        raise typer.BadParameter(
            "name the set, as in: goat runtime build python-numpy numpy==2.1.0"
        )
    if lock is None:
        check_set_name(name)
        wanted = packages or _as_arena(name)
        complain(f"pip installs {' '.join(wanted)[:200]} …")
        built, changed = package_build.build(name, wanted, python)
    else:
        complain(f"pip installs what {lock} lists …")
        built, changed = package_build.build_locked(lock, python)
    done = "built" if changed else "up to date"
    out.print(Text(f"{built.name} is {done}: {_facts(built)}"))
    _print_trial(built)
    out.print(Text(f"Try it: goat check RULESET BOT --language {built.name}", "dim"))
    out.print(
        Text("Restart the workers and web processes of an arena, which keep the old build.", "dim")
    )


@app.command("list")
def list_sets(as_json: AsJson = False) -> None:
    """List the sets of packages of this machine."""
    folder = sets_folder()
    locks = list(lock_files(folder))
    if as_json:
        print_json([_as_value(lock) for lock in locks])
        return
    if not locks:
        out.print(Text(f"No sets of packages in {folder}. Build one with goat runtime build."))
    for lock in locks:
        try:
            packages = read_lock(lock)
            check_packages(packages)
        except (BadPackageSet, NoRuntime) as error:
            out.print(Text.assemble(f"{lock.stem} ", ("cannot be used", "bold red"), f": {error}"))
        else:
            out.print(Text(f"{packages.name}: {_facts(packages)}"))
            for package in packages.packages:
                out.print(Text(f"  {package.name} {package.version}"))


def _as_value(lock: Path) -> dict[str, Any]:
    try:
        packages = read_lock(lock)
        check_packages(packages)
    except (BadPackageSet, NoRuntime) as error:
        return {"name": lock.stem, "usable": False, "error": str(error)}
    rows = [{"name": each.name, "version": each.version} for each in packages.packages]
    return {
        "name": packages.name,
        "usable": True,
        "python": packages.python,
        "build": packages.digest,
        "folder": str(packages.folder),
        "packages": rows,
    }


@app.command("remove")
def remove(name: SetName) -> None:
    """Remove a set of packages. Bots that run now keep it until they end."""
    removed = package_build.remove(name)
    kept = removed is not None and removed.folder.is_dir()
    out.print(Text(f"{name} is removed{'; its files go when nobody uses them' if kept else ''}"))


def _as_arena(name: str) -> list[str]:
    """The packages of the arena's set of this name. Raises BadPackageSet and ArenaError."""
    try:
        arena = Arena.configured(login=False)
    except NotLoggedIn:
        raise BadPackageSet(
            f"which packages? Write goat runtime build {name} PACKAGE==VERSION …, or log in to an "
            "arena that has the set (goat login ADDRESS)"
        ) from None
    languages = arena.get("/api/v1/arena/")["languages"]
    for language in languages:
        if language["name"] == name and language["packages"]:
            rows = language["packages"]
            requirements = [f"{row['name']}=={row['version']}" for row in rows]
            out.print(Text(f"As {arena.address} has it: {' '.join(requirements)}", "dim"))
            return requirements
    having = ", ".join(each["name"] for each in languages if each["packages"]) or "none"
    raise BadPackageSet(f"{arena.address} has no set {name}: it has {having}")


def _facts(packages: PackageSet) -> str:
    count = len(packages.packages)
    many = "1 package" if count == 1 else f"{count} packages"
    size = package_build.size(packages.folder) / MIB
    return (
        f"{many} for Python {packages.python}, {size:.0f} MiB, build {packages.digest[:12]}, "
        f"in {packages.folder}"
    )


def _print_trial(packages: PackageSet) -> None:
    """Imports them as a bot would, and prints what that takes."""
    try:
        trial: Trial = try_packages(choose(), packages)
    except SandboxFailed as error:
        out.print(Text(f"They were not tried: {error}", "bold red"))
        return
    for each in trial.imports:
        if each.problem:
            problem = f"import {each.module} fails in the sandbox: {each.problem}"
            out.print(Text(problem, "bold red"))
        else:
            out.print(Text(f"import {each.module}: {each.seconds * 1000:.0f} ms"))
    if trial.address_space:
        out.print(
            Text(
                f"memory after that: {trial.address_space / MIB:.0f} MiB of address space, which "
                f"the limit counts, {trial.resident / MIB:.0f} MiB of it resident"
            )
        )
