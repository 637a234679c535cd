"""The languages of the programs that this arena accepts, with their packages and limits."""

import logging
from dataclasses import dataclass

from django.conf import settings

from arena.bots.models import Version
from referee.programs.archive import Limits
from referee.programs.languages import Language, languages
from referee.programs.runtimes import python_version

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Accepted:
    """One language. `version` is empty where it is not known."""

    language: Language
    limits: Limits
    version: str

    @property
    def name(self) -> str:
        return self.language.name

    @property
    def title(self) -> str:
        return title(self.name)

    @property
    def memory_bytes(self) -> int:
        return self.language.policy.memory_bytes

    @property
    def packages(self) -> dict[str, str]:
        """Versions by name."""
        return self.language.packages.versions if self.language.packages else {}

    @property
    def chosen_text(self) -> str:
        """The packages that the operator chose, without those that only these need."""
        chosen = self.language.packages.chosen if self.language.packages else ()
        return ", ".join(f"{name} {self.packages[name]}" for name in chosen)

    @property
    def packages_text(self) -> str:
        return ", ".join(f"{name} {version}" for name, version in self.packages.items())


def title(name: str) -> str:
    """A language as people read it: ``Python``, or ``python-numpy``."""
    return str(dict(Version.Language.choices).get(name, name))


def general_limits() -> Limits:
    """How large a program may be where its language has no limits of its own."""
    return Limits(
        max_bytes=settings.SUBMISSION_MAX_BYTES,
        max_unpacked_bytes=settings.SUBMISSION_MAX_UNPACKED_BYTES,
        max_files=settings.SUBMISSION_MAX_FILES,
    )


def accepted_languages() -> list[Accepted]:
    """In the operator's order: a program whose author names none is in the first that fits."""
    known = languages()
    return [
        Accepted(
            known[name],
            known[name].limits(general_limits()),
            python_version() if known[name].is_python else "",
        )
        for name in settings.BOT_RUNTIMES
        if name in known
    ]


def to_choose_from() -> list[Accepted]:
    """Those that a program's files do not tell apart, so that its author names one."""
    accepted = accepted_languages()
    mains = [each.language.main for each in accepted]
    return [each for each in accepted if mains.count(each.language.main) > 1]


def largest_bytes() -> int:
    """The size of the largest program that is accepted in any language."""
    sizes = [each.limits.max_bytes for each in accepted_languages()]
    return max([settings.SUBMISSION_MAX_BYTES, *sizes])


def warn_of_unknown() -> None:
    """Tells the operator of languages that are accepted by name, but not known on this machine."""
    known = languages()
    for name in settings.BOT_RUNTIMES:
        if name not in known:
            log.warning(
                "GOAT_BOT_RUNTIMES names %s, which is not on this machine: no program in it is "
                "accepted here (docs/4-sandbox.md, known: %s)",
                name,
                " ".join(known),
            )
