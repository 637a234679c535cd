from typing import Any

from django.core.management.base import BaseCommand

from arena.bots.reference import submit_reference_bots


class Command(BaseCommand):
    help = "Submits the bots in the folder bots/ for the house account. Unchanged bots are skipped."

    def handle(self, *args: Any, **options: Any) -> None:
        for version in submit_reference_bots():
            self.stdout.write(f"{version}: {version.get_state_display()}")
