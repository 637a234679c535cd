"""Refuses files that are no program of an accepted language: what they are, and what to do."""

from collections.abc import Collection

from referee.programs.archive import ELF, BadProgram, missing_main_message
from referee.programs.kinds import Kind, kind_of_file, kind_of_name, kind_of_zip
from referee.programs.languages import accepted_text, languages


def check_kind(content: bytes, name: str, accepted: Collection[str]) -> None:
    """Raises BadProgram for a file that is known to be no program of an accepted language.

    `content` may be only its beginning.
    """
    if content.startswith(ELF):
        if "native" not in accepted:
            raise not_accepted("this is a Linux executable", accepted)
        return
    if content.startswith(b"PK"):
        name = ""  # what is in it decides
    if (kind := kind_of_file(content, name)) is not None:
        raise not_accepted(f"this is {with_remedy(kind, accepted)}", accepted)


def not_accepted(problem: str, accepted: Collection[str]) -> BadProgram:
    return BadProgram(f"{problem}. Submit {accepted_text(accepted)}")


def no_main(names: Collection[str], accepted: Collection[str]) -> BadProgram:
    """The program with these files has no main file."""
    if (kind := kind_of_zip(names)) is not None:
        return not_accepted(f"this is {with_remedy(kind, accepted)}", accepted)
    known = languages().items()
    mains = list(dict.fromkeys(language.main for name, language in known if name in accepted))
    message = missing_main_message(names, mains)
    for name in sorted(names, key=lambda name: not name.startswith("main.")):
        if (kind := kind_of_name(name)) is not None:
            return BadProgram(f"{message}. {name[:80]!a} is {with_remedy(kind, accepted)}")
    return BadProgram(message)


def with_remedy(kind: Kind, accepted: Collection[str]) -> str:
    """What it is, and what to do if that leads to an accepted program."""
    helps = kind.remedy and (not kind.needs or kind.needs in accepted)
    return f"{kind.text}; {kind.remedy}" if helps else kind.text
