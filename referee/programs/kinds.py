"""Recognises files that are no program of an accepted kind, and says what their author can do.

By their first bytes, their first line, their name, and, for a source that Python refuses, by what
is typical of other languages.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

_LOOKED_AT = 16 * 1024  # bytes of a source


@dataclass(frozen=True)
class Kind:
    """What a file is, such as ``a Bash script``, and what to do with it.

    `remedy` helps only where the language `needs` is accepted; empty: everywhere.
    """

    text: str
    remedy: str = ""
    needs: str = ""


_COMPILE = "compile it to a 64-bit Linux executable"
_FOR_LINUX = "build it for 64-bit Linux"
_AS_ZIP = "pack the files as a zip"
_AS_FILES = "pack the source files in a zip"
_NOTEBOOK = Kind("a Jupyter notebook", "export it: jupyter nbconvert --to script")
_MACOS = Kind("a file with macOS metadata (its name starts with ._)", "submit the file itself")
_BYTECODE = Kind("compiled Python (.pyc)", "submit the source, the .py file")
_JAR = Kind("a Java archive (JAR)")
_WHEEL = Kind("a Python wheel", _AS_FILES)
_OFFICE = Kind("an Office document", "save the program as plain text")
_HTML = Kind("an HTML page", "download the file itself, not the page that shows it")
_MODULE = Kind(
    "a JavaScript module (.mjs)",
    'name it main.js, add a package.json with {"type": "module"}, and pack both in a zip',
    "node",
)
_COMMON_JS = Kind("a JavaScript file (.cjs)", "name it main.js", "node")
_TYPESCRIPT = Kind("TypeScript source", "compile it to main.js: tsc", "node")
_JAVASCRIPT = Kind("JavaScript source", "submit it as a .js file", "node")
_SHARED = Kind("a shared library", "build an executable", "native")


def _archive(name: str) -> Kind:
    return Kind(f"{name} archive", _AS_ZIP)


def _source(language: str) -> Kind:
    """Of a language whose compilers make executables."""
    return Kind(f"{language} source", _COMPILE, "native")


def _executable(text: str) -> Kind:
    return Kind(text, _FOR_LINUX, "native")


_MAGIC = {
    b"\x1f\x8b": _archive("a gzip"),
    b"7z\xbc\xaf\x27\x1c": _archive("a 7z"),
    b"Rar!": _archive("a RAR"),
    b"BZh": _archive("a bzip2"),
    b"\xfd7zXZ": _archive("an xz"),
    b"\x28\xb5\x2f\xfd": _archive("a Zstandard"),
    b"\x00\x05\x16\x07": _MACOS,
    b"MZ": _executable("a Windows executable"),
    b"\xfe\xed\xfa\xce": _executable("a macOS executable"),
    b"\xfe\xed\xfa\xcf": _executable("a macOS executable"),
    b"\xce\xfa\xed\xfe": _executable("a macOS executable"),
    b"\xcf\xfa\xed\xfe": _executable("a macOS executable"),
    b"\0asm": Kind("a WebAssembly module"),
    b"!<arch>\n": Kind("a static library or a Debian package"),
    b"%PDF": Kind("a PDF document", "save the program as plain text"),
    b"{\\rtf": Kind("a document in Rich Text Format", "save the program as plain text"),
    b"<?php": Kind("a PHP script"),
    b"\x89PNG": Kind("a picture"),
    b"\xff\xd8\xff": Kind("a picture"),
}
_SUFFIXES = {
    **dict.fromkeys([".sh", ".bash"], Kind("a Bash script")),
    **dict.fromkeys([".zsh", ".ksh", ".fish"], Kind("a shell script")),
    **dict.fromkeys([".bat", ".cmd", ".ps1"], Kind("a Windows script")),
    ".awk": Kind("an AWK script"),
    ".pl": Kind("a Perl script"),
    ".rb": Kind("a Ruby script"),
    ".lua": Kind("a Lua script"),
    ".php": Kind("a PHP script"),
    ".r": Kind("an R script"),
    ".jl": Kind("a Julia script"),
    **dict.fromkeys([".c", ".h"], _source("C")),
    **dict.fromkeys([".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh"], _source("C++")),
    ".rs": _source("Rust"),
    ".go": _source("Go"),
    ".zig": _source("Zig"),
    ".nim": _source("Nim"),
    ".hs": _source("Haskell"),
    ".ml": _source("OCaml"),
    ".swift": _source("Swift"),
    **dict.fromkeys([".s", ".asm"], _source("assembler")),
    ".java": Kind("Java source"),
    ".kt": Kind("Kotlin source"),
    ".scala": Kind("Scala source"),
    ".cs": Kind("C# source"),
    ".class": Kind("compiled Java"),
    ".jar": _JAR,
    ".mjs": _MODULE,
    ".cjs": _COMMON_JS,
    **dict.fromkeys([".ts", ".mts", ".cts", ".tsx"], _TYPESCRIPT),
    ".js": _JAVASCRIPT,
    ".ipynb": _NOTEBOOK,
    **dict.fromkeys([".pyc", ".pyo"], _BYTECODE),
    **dict.fromkeys([".so", ".pyd", ".dll", ".dylib"], _SHARED),
    ".exe": _executable("a Windows executable"),
    ".whl": _WHEEL,
    ".egg": _WHEEL,
    ".pyz": Kind("a Python zip application (.pyz)", _AS_FILES),
    ".tar": _archive("a tar"),
    **dict.fromkeys([".tgz", ".gz"], _archive("a gzip")),
    **dict.fromkeys([".tbz2", ".bz2"], _archive("a bzip2")),
    **dict.fromkeys([".txz", ".xz"], _archive("an xz")),
    ".zst": _archive("a Zstandard"),
    ".7z": _archive("a 7z"),
    ".rar": _archive("a RAR"),
    **dict.fromkeys([".html", ".htm"], _HTML),
}
_INTERPRETERS = {
    **dict.fromkeys(["bash", "sh", "dash"], Kind("a Bash script")),
    **dict.fromkeys(["zsh", "ksh", "fish"], Kind("a shell script")),
    **dict.fromkeys(["awk", "gawk", "mawk"], Kind("an AWK script")),
    "perl": Kind("a Perl script"),
    "ruby": Kind("a Ruby script"),
    "lua": Kind("a Lua script"),
    "php": Kind("a PHP script"),
    "Rscript": Kind("an R script"),
    "deno": Kind("a Deno script"),
    "bun": Kind("a Bun script"),
}
# What is typical of a language and not Python. The first that fits counts. Spaces do not cross
# lines, or a source of blank lines would take long.
_TYPICAL = (
    (re.compile(r"^[ \t]*(pub )?fn \w+\(|^[ \t]*use std::", re.M), _source("Rust")),
    (re.compile(r"^[ \t]*#[ \t]*include[ \t]*<\w+>|\bstd::", re.M), _source("C++")),
    (re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]\w+\.h', re.M), _source("C")),
    (re.compile(r"^package \w+[ \t\r]*$", re.M), _source("Go")),
    (re.compile(r"^[ \t]*using System\b", re.M), Kind("C# source")),
    (re.compile(r"\bpublic (static|class|final)\b"), Kind("Java source")),
    (re.compile(r"\A\s*<(!doctype|html)\b", re.I), _HTML),
    (
        re.compile(
            r"^[ \t]*(const|let|var)\s+[\w{[].*=|\brequire\(['\"]|\bconsole\.log\(|"
            r"^[ \t]*import\b.*\bfrom\s+['\"]|=>\s*\{",
            re.M,
        ),
        _JAVASCRIPT,
    ),
    (re.compile(r"^[ \t]*(BEGIN|END)\s*\{", re.M), Kind("an AWK script")),
    (
        re.compile(r"^[ \t]*(fi|done|esac|then|echo\b.*|while (IFS=\S* )?read\b.*)[ \t\r]*$", re.M),
        Kind("a Bash script"),
    ),
)


def kind_of_file(content: bytes, name: str = "") -> Kind | None:
    """What the file is, if it is recognised and neither Python nor an executable for Linux.

    `content` may be only its beginning. `name` may be empty.
    """
    for magic, kind in _MAGIC.items():
        if content.startswith(magic):
            return kind
    if content.startswith(b"\xca\xfe\xba\xbe"):
        # Java numbers its versions from 45; universal files hold few programs.
        java = int.from_bytes(content[4:8]) >= 45
        return Kind("compiled Java") if java else _executable("a macOS executable")
    if content[257:262] == b"ustar":
        return _archive("a tar")
    if content[2:4] == b"\r\n" and 3000 <= int.from_bytes(content[:2], "little") < 4000:
        return _BYTECODE
    if content.lstrip().startswith(b"{") and b'"nbformat"' in content and b'"cells"' in content:
        return _NOTEBOOK
    return _kind_of_first_line(content) or kind_of_name(name)


def kind_of_name(name: str) -> Kind | None:
    """What a file with this name is, if it is recognised and not Python."""
    path = PurePosixPath(name)
    return _MACOS if path.name.startswith("._") else _SUFFIXES.get(path.suffix.lower())


def kind_of_source(content: bytes) -> Kind | None:
    """What a source that Python does not compile is, if it is typical of another language."""
    text = content[:_LOOKED_AT].decode("utf-8", "replace")
    for pattern, kind in _TYPICAL:
        if pattern.search(text):
            return _source("C") if kind.text == "C++ source" and _is_c(text) else kind
    return None


def kind_of_zip(names: Collection[str]) -> Kind | None:
    """What a zip with these files is, if it is recognised and not a program."""
    if "[Content_Types].xml" in names:
        return _OFFICE
    if any(".dist-info/" in name or "EGG-INFO/" in name for name in names):
        return _WHEEL
    return _JAR if "META-INF/MANIFEST.MF" in names else None


def _is_c(text: str) -> bool:
    return re.search(r"<\w+\.h>", text) is not None and "std::" not in text


def _kind_of_first_line(content: bytes) -> Kind | None:
    """Of a script whose first line names a program that runs it."""
    first = content[:200].split(b"\n", 1)[0].decode("utf-8", "replace")
    if not first.startswith("#!"):
        return None
    words = [PurePosixPath(word).name for word in first[2:].split()]
    words = [word for word in words if word not in ("", "env") and not re.match("-|.*=", word)]
    program = re.sub(r"[\d.]+$", "", words[0]) if words else ""
    if words and re.fullmatch(r"python2(\.\d+)?", words[0]):
        return Kind("a Python 2 script", "translate it to Python 3")
    return _INTERPRETERS.get(program)
