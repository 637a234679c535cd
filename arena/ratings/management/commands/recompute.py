"""``manage.py recompute``: compares Elo and ratings with the stored matches."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.ratings.recompute import recompute

MAX_SHOWN = 50


class Command(BaseCommand):
    help = (
        "Computes Elo, pair counts and ratings again from the stored matches, and reports every"
        " difference. --fix repairs them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fix", action="store_true", help="replace stored figures that differ")

    def handle(self, *args: Any, fix: bool, **options: Any) -> None:
        report = recompute(fix=fix)
        for difference in report.differences[:MAX_SHOWN]:
            self.stdout.write(difference)
        if (more := len(report.differences) - MAX_SHOWN) > 0:
            self.stdout.write(f"and {more} more")
        computed = f"{report.matches} matches of {report.bots} bots recomputed"
        if not report.differences:
            self.stdout.write(f"{computed}: no differences")
        elif fix:
            self.stdout.write(f"{computed}: {len(report.differences)} differences repaired")
        else:
            raise CommandError(
                f"{computed}: {len(report.differences)} differences. Repair them with: manage.py"
                " recompute --fix"
            )
