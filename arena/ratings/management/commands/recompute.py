"""``manage.py recompute``: is everything what the stored matches add up to?"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.ratings.recomputing import recompute

SHOWN = 50


class Command(BaseCommand):
    help = (
        "Computes Elo, meetings and ratings again from the matches and reports every difference;"
        " --fix repairs them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--fix", action="store_true", help="write what was computed where it differs"
        )

    def handle(self, *args: Any, fix: bool, **options: Any) -> None:
        report = recompute(fix=fix)
        for difference in report.differences[:SHOWN]:
            self.stdout.write(difference)
        if (more := len(report.differences) - SHOWN) > 0:
            self.stdout.write(f"and {more} more")
        computed = f"{report.matches} matches of {report.bots} bots computed from zero"
        if not report.differences:
            self.stdout.write(f"{computed}: no difference")
        elif fix:
            self.stdout.write(f"{computed}: {len(report.differences)} differences repaired")
        else:
            raise CommandError(
                f"{computed}: {len(report.differences)} differences; repair them with --fix"
            )
