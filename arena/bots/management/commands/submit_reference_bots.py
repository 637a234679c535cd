from typing import Any

from django.core.management.base import BaseCommand

from arena.bots.reference import submit_reference_bots


class Command(BaseCommand):
    help = "Hands in the bots of the folder bots/ under the house's name; unchanged ones are left."

    def handle(self, *args: Any, **options: Any) -> None:
        for version in submit_reference_bots():
            self.stdout.write(f"{version}: {version.get_state_display()}")
