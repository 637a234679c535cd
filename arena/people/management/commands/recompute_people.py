"""``manage.py recompute_people``: compares people's ratings with the stored results."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.people.recompute import recompute

MAX_SHOWN = 50


class Command(BaseCommand):
    help = (
        "Computes the ratings of people, and which bots they have beaten, again from the stored "
        "results of tables, and reports every difference. --fix repairs them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fix", action="store_true", help="replace stored figures that differ")

    def handle(self, *args: Any, fix: bool, **options: Any) -> None:
        differences = recompute(fix=fix)
        for difference in differences[:MAX_SHOWN]:
            self.stdout.write(difference)
        if (more := len(differences) - MAX_SHOWN) > 0:
            self.stdout.write(f"and {more} more")
        if not differences:
            self.stdout.write("no differences")
        elif fix:
            self.stdout.write(f"{len(differences)} differences repaired")
        else:
            raise CommandError(
                f"{len(differences)} differences. Repair them with: manage.py recompute_people"
                " --fix"
            )
