"""Makes the dumps. Housekeeping calls `sweep`; any number of processes may, at any time."""

import gzip
import hashlib
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, timedelta
from typing import IO

import msgspec
from django.core.files import File
from django.core.files.storage import Storage, storages
from django.utils import timezone

from arena.dumps.lines import Line, matches_of, month_after
from arena.dumps.models import Dump
from arena.matches.models import PUBLIC, Match
from engine.rulesets import RULESETS

# A month that goes on gets a new file at most this often.
REFRESHED_EVERY = timedelta(days=1)
# A file without a row is deleted when it is so old: until then somebody may be writing it.
LEFT_ALONE = timedelta(hours=1)
# After the end of a month its last results have long been submitted.
SETTLED_AFTER = timedelta(hours=1)


def storage() -> Storage:
    return storages["dumps"]


def sweep() -> None:
    """Makes the dumps that are due: of each month that is over once, of this one once a day.
    A file that is missing is made again."""
    now = timezone.now()
    found = _files()
    for ruleset in RULESETS:
        first = Match.objects.filter(PUBLIC, ruleset=ruleset).order_by("finished").first()
        if first is None or first.finished is None:
            continue
        made = {dump.month: dump for dump in Dump.objects.filter(ruleset=ruleset)}
        month = first.finished.date().replace(day=1)
        while month <= now.date():
            dump = made.get(month)
            if dump is None or dump.file_name not in found or _is_due(dump):
                make(ruleset, month)
            month = month_after(month)
    _delete_leftovers()


def make(ruleset: str, month: date) -> Dump | None:
    """Writes the file and its row, and deletes the file that it replaces. None if no match ended
    in the month. The same matches give the same file, byte for byte."""
    over = _is_over(month)
    before = Dump.objects.filter(ruleset=ruleset, month=month).first()
    with tempfile.TemporaryFile() as file:
        matches = _write(file, matches_of(ruleset, month))
        if not matches and before is None and not over:
            return None  # the first match may come yet
        size = file.tell()
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        dump = Dump(
            ruleset=ruleset,
            month=month,
            complete=over,
            matches=matches,
            size=size,
            sha256=digest,
            made=timezone.now(),
        )
        _save(dump, file)
    values = {name: getattr(dump, name) for name in ("complete", "matches", "size", "made")}
    dump, _ = Dump.objects.update_or_create(
        ruleset=ruleset, month=month, defaults=values | {"sha256": digest}
    )
    if before is not None and before.file_name != dump.file_name:
        storage().delete(before.file_name)
    return dump


def _write(file: IO[bytes], lines: Iterable[Line]) -> int:
    """Returns the number of lines."""
    count = 0
    encode = msgspec.json.Encoder().encode
    # Without name and time, so that the same matches give the same bytes.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        for line in lines:
            packed.write(encode(line) + b"\n")
            count += 1
    return count


def _save(dump: Dump, file: IO[bytes]) -> None:
    """Stores the file, unless it is there. Of a process that was killed here, half a file is
    left."""
    with suppress(FileNotFoundError):
        if storage().size(dump.file_name) == dump.size:
            return
    storage().delete(dump.file_name)
    file.seek(0)
    storage().save(dump.file_name, File(file))


def _files() -> set[str]:
    try:
        return set(storage().listdir("")[1])
    except FileNotFoundError:
        return set()


def _delete_leftovers() -> None:
    """Deletes the files that no row names: of processes that were killed."""
    found = _files()
    named = {dump.file_name for dump in Dump.objects.all()}
    before = timezone.now() - LEFT_ALONE
    for name in found - named:
        with suppress(FileNotFoundError):  # another process has deleted it
            if name.endswith(".gz") and storage().get_modified_time(name) < before:
                storage().delete(name)


def _is_over(month: date) -> bool:
    end = month_after(month)
    now = timezone.now() - SETTLED_AFTER
    return now.date() >= end


def _is_due(dump: Dump) -> bool:
    if dump.complete:
        return False
    return _is_over(dump.month) or timezone.now() - dump.made >= REFRESHED_EVERY
