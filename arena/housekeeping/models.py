"""Which process does the housekeeping."""

from django.db import models


class Lead(models.Model):
    """The one row: its holder does the housekeeping until its time is over, by the database's
    clock (lead.py)."""

    holder = models.CharField(max_length=120)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until}"
