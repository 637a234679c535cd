"""Reads a program from disk: a file, or a folder that becomes a zip."""

import io
import os
import stat
import zipfile
from collections.abc import Collection
from pathlib import Path

from referee.programs.archive import (
    IGNORED,
    BadProgram,
    Limits,
    TooLarge,
    check_name,
    check_names,
    check_unpacked,
)
from referee.programs.languages import PYTHON, languages
from referee.programs.library import library_files
from referee.programs.project_file import FILE, Project, read_project


def main_files() -> list[str]:
    """The names of the files at which programs start."""
    return list(dict.fromkeys(language.main for language in languages().values()))


def read_file(path: Path, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes.

    Raises BadProgram for a larger one, and for a pipe or device before it is opened, and OSError.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise BadProgram("not a file or folder")
    with path.open("rb") as file:
        content = file.read(limit + 1)
        if len(content) > limit:
            size = max(os.fstat(file.fileno()).st_size, len(content))
            raise TooLarge(size, limit, content)
    return content


def pack_folder(folder: Path, limits: Limits) -> bytes:
    """A zip of the folder, the same bytes each time, without hidden files and caches.

    If it has a `goat.toml`, only what that packs, and the packages of its `library`. Raises
    BadProgram and OSError.
    """
    project = read_project(folder)
    names = _project_names(project, limits) if project else _names(folder, limits)
    paths = {name: folder / name for name in names}
    brought = library_files(project.library if project else ())
    _check_beside(paths, brought)
    paths |= brought
    check_names(list(paths), main_files())
    files = {}
    total = 0
    for name, path in paths.items():
        files[name] = read_file(path, limits.max_unpacked_bytes)
        check_unpacked(total := total + len(files[name]), limits)
    return pack_files(files)


def pack_files(files: dict[str, bytes]) -> bytes:
    """A zip of these files, the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(_entry(name), content)
    return buffer.getvalue()


def _check_beside(packed: Collection[str], brought: Collection[str]) -> None:
    """Raises BadProgram if the packed files are no Python bot's, or would hide or be hidden by the
    packages that `library` brings: of two with a name, Python imports only one."""
    if brought and PYTHON.main not in packed:
        raise BadProgram(
            f"library in {FILE} is for Python bots, which start at {PYTHON.main}: remove the line"
        )
    packages = {name.partition("/")[0] for name in brought}
    for name in packed:
        package = name.partition("/")[0].removesuffix(".py")
        if package in packages:
            raise BadProgram(
                f"{name} has the name of the package {package} that library in {FILE} brings: "
                "rename it"
            )


def _project_names(project: Project, limits: Limits) -> list[str]:
    """The files of the program that this `goat.toml` describes. Raises BadProgram."""
    if why := project.why_build():
        raise BadProgram(f"{why}: run goat build {project.folder}  ({project.build_lines})")
    names = _names(project.folder, limits, project.pack)
    for wanted in project.pack:
        if not any(name == wanted or name.startswith(f"{wanted}/") for name in names):
            raise BadProgram(f"{FILE} packs {wanted}, but there is no such file; correct `pack`")
    return names


def _names(folder: Path, limits: Limits, pack: tuple[str, ...] = ()) -> list[str]:
    """The files in the folder; those that are, or are in, one of `pack`, if it names any."""
    names: list[str] = []
    for parent, folders, files in os.walk(folder):
        inside = "" if Path(parent) == folder else f"{Path(parent).relative_to(folder).as_posix()}/"
        folders[:] = sorted(n for n in folders if _is_wanted(n) and _is_packed(inside + n, pack))
        for name in sorted(filter(_is_wanted, files)):
            path = Path(parent, name)
            relative = inside + name
            if not _is_packed(relative, pack):
                continue
            check_name(relative)
            if path.is_symlink():
                raise BadProgram(f"{relative} is a link; replace it with the file")
            names.append(relative)
            if len(names) > limits.max_files:
                raise BadProgram(f"the folder has more than {limits.max_files:,} files")
        for name in folders:
            if Path(parent, name).is_symlink():
                raise BadProgram(f"{name} is a link; replace it with the folder")
    return names


def _is_packed(path: str, pack: tuple[str, ...]) -> bool:
    """Whether `pack` names this path, or a folder above it, or something in it; or nothing."""
    return not pack or any(
        path == wanted or path.startswith(f"{wanted}/") or wanted.startswith(f"{path}/")
        for wanted in pack
    )


def _is_wanted(name: str) -> bool:
    return name not in IGNORED and not name.startswith(".")


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (stat.S_IFREG | 0o644) << 16
    entry.create_system = 3
    return entry
