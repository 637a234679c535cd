"""Dumps: all public records of a game in a month, as one file for everybody."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Dump(models.Model):
    """The file of a ruleset and a month. Its name has its hash, so what is downloaded never changes
    under a reader: a month that goes on gets a new file."""

    ruleset = models.CharField(_("game"), max_length=40)
    month = models.DateField(help_text="Its first day.")
    complete = models.BooleanField(help_text="The month is over: the file is the last one.")
    matches = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField(help_text="Of the file, in bytes.")
    sha256 = models.CharField(max_length=64)
    made = models.DateTimeField()

    class Meta:
        ordering = ["-month", "ruleset"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "month"], name="dump_unique_in_a_month")
        ]

    def __str__(self) -> str:
        return self.file_name

    def get_absolute_url(self) -> str:
        return reverse("dumps:download", args=[self.file_name])

    @property
    def file_name(self) -> str:
        return f"{self.ruleset}-{self.month:%Y-%m}-{self.sha256[:12]}.jsonl.gz"
