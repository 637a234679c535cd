"""Shows or chooses the builds of the sets of packages that the arena plays with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.bots.models import PackageSet
from arena.bots.package_sets import use
from referee.programs import package_sets as local


class Command(BaseCommand):
    help = (
        "Show the builds of the sets of Python packages that the arena plays with, and those of "
        "this machine. With --use, make this machine's build the arena's: workers with another "
        "one leave the bots of the set to others until they are restarted with the new build."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--use", metavar="NAME", action="append", default=[], help="a set of this machine"
        )
        parser.add_argument(
            "--forget",
            metavar="NAME",
            action="append",
            default=[],
            help="a set that no worker has any more",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        here = local.package_sets()
        for name in options["use"]:
            if name not in here:
                known = ", ".join(here) or "none; see goat runtime build"
                raise CommandError(f"there is no set {name} on this machine. It has: {known}")
            use(here[name])
        PackageSet.objects.filter(name__in=options["forget"]).delete()
        of_arena = {row.name: row for row in PackageSet.objects.order_by("name")}
        for name in sorted({*here, *of_arena}):
            self.stdout.write(self._line(name, of_arena.get(name), here.get(name)))
        if not here and not of_arena:
            self.stdout.write("No sets of packages, neither in the arena nor on this machine.")

    def _line(self, name: str, row: PackageSet | None, own: local.PackageSet | None) -> str:
        arena = f"{row.digest[:12]} ({row.requirements()})" if row else "not used yet"
        if own is None:
            machine = "none"
        elif row and row.digest == own.digest:
            machine = "the same"
        else:
            machine = f"{own.digest[:12]} ({' '.join(own.requirements())})"
        return f"{name}: the arena {arena}; this machine {machine}"
