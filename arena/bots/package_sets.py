"""Which build of each set of packages the arena plays with.

All workers must have the same one, or a bot would play with other versions on each machine. The
first worker that has a set decides; from then on the operator does, with
`goat server package_sets`.
"""

import logging

from django.conf import settings

from arena.bots.models import PackageSet
from referee.programs import package_sets as local

log = logging.getLogger(__name__)

_told: set[str] = set()


def not_played_here() -> frozenset[str]:
    """The sets of the arena that this machine does not have, or in another build: a worker here
    leaves their bots to others. One query, unless a set is new."""
    here = local.package_sets()
    of_arena = dict(PackageSet.objects.values_list("name", "digest"))
    for name in settings.BOT_RUNTIMES:
        if name in here and name not in of_arena:
            of_arena[name] = use(here[name], replace=False).digest
    differing = {
        name: digest
        for name, digest in of_arena.items()
        if name not in here or here[name].digest != digest
    }
    for name, digest in differing.items():
        if name in settings.BOT_RUNTIMES and digest not in _told:
            _told.add(digest)
            log.error("this worker leaves the bots of %s to others: %s", name, _why(name))
    return frozenset(differing)


def use(packages: local.PackageSet, *, replace: bool = True) -> PackageSet:
    """Makes this build the arena's, unless it has one that must not be replaced."""
    values = {
        "digest": packages.digest,
        "python": packages.python,
        "packages": packages.versions,
    }
    if replace:
        return PackageSet.objects.update_or_create(name=packages.name, defaults=values)[0]
    return PackageSet.objects.get_or_create(name=packages.name, defaults=values)[0]


def _why(name: str) -> str:
    of_arena = PackageSet.objects.get(name=name)
    here = local.package_sets().get(name)
    build = f"goat runtime build {name} {of_arena.requirements()}"
    if here is None:
        return f"it is not on this machine. Build it: {build}"
    return (
        f"this machine has build {here.digest[:12]} ({' '.join(here.requirements())} for Python "
        f"{here.python}), and the arena plays with {of_arena.digest[:12]} "
        f"({of_arena.requirements()} for Python {of_arena.python}). Build that one here, from the "
        f"lock {name}.json of another worker (goat runtime build --lock), or make this machine's "
        f"the arena's: goat server package_sets --use {name}"
    )
