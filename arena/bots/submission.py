"""How a program becomes a version of a bot: the one path for site, API and reference bots."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from arena.accounts.models import User
from arena.bots.languages import general_limits
from arena.bots.models import Bot, Version
from arena.bots.signals import version_submitted
from arena.games import labels
from arena.web.limit_headers import Noted, note
from arena.web.rate_limit import Limit, give_back, take, used
from arena.web.turns import NoTurn, Turns
from referee.programs.languages import accepted_text
from referee.programs.program import Program, read_program

HOUR = timedelta(hours=1)

# Compiling a program takes up to 512 MiB and some seconds. `Turns` gives each user one at a time.
# Those in line hold a thread of the web process each, so they must be fewer than GOAT_WEB_THREADS.
CHECKS = Turns(at_once=2, in_line=4, in_line_of_one=3, seconds=10)
BUSY_SECONDS = 10


@dataclass(frozen=True)
class Allowance:
    """How many submissions a user has left. `again` is when the next one is accepted."""

    left: int
    again: datetime


class Throttled(ValidationError):
    """The program was not looked at; `wait` is when to try again, in seconds."""

    def __init__(self, message: str, wait: int, code: str = "throttled") -> None:
        self.wait = wait
        super().__init__(message, code=code)


class TooManySubmissions(Throttled):
    """The user has no submissions left in this hour."""

    def __init__(self, wait: int) -> None:
        minutes = -(-wait // 60)
        super().__init__(
            ngettext(
                "The limit is %(limit)s submissions an hour. Try again in %(count)d minute.",
                "The limit is %(limit)s submissions an hour. Try again in %(count)d minutes.",
                minutes,
            )
            % {"limit": settings.SUBMISSIONS_PER_HOUR, "count": minutes},
            wait,
        )


class TooBusy(Throttled):
    """Too many programs are being checked at this moment."""

    def __init__(self) -> None:
        super().__init__(
            gettext("Too many programs are being checked right now. Try again in %(seconds)d s.")
            % {"seconds": BUSY_SECONDS},
            BUSY_SECONDS,
            code="busy",
        )


class NameTaken(ValidationError):
    """The owner has a bot of this name already."""

    def __init__(self) -> None:
        message = gettext(
            "You already have a bot of this name. Submit a new version of it instead."
        )
        super().__init__({"name": ValidationError(message, code="taken")})


class IsRemote(ValidationError):
    """A remote bot has no programs here."""

    def __init__(self, bot: Bot) -> None:
        text = gettext(
            "%(bot)s is a remote bot: it runs on your machine, with goat connect. To submit a "
            "program, choose another name."
        )
        super().__init__(text % {"bot": bot}, code="remote")


class SameVersion(ValidationError):
    """The program is the same as an earlier version of the bot."""

    def __init__(self, version: Version) -> None:
        self.version = version
        super().__init__(
            gettext(
                "This program is identical to version %(number)s of the bot (%(state)s). "
                "Submit a changed program, or activate that version."
            )
            % {"number": version.number, "state": version.get_state_display()},
            code="identical",
        )


def accepted() -> str:
    """What kinds of programs this arena accepts, in English."""
    return accepted_text(settings.BOT_RUNTIMES)


def submit(
    owner: User,
    ruleset: str,
    name: str,
    content: bytes,
    description: str = "",
    activates: bool = True,
    file_name: str = "",
    first: bool = False,
    language: str = "",
) -> Version:
    """Creates a version of the owner's bot `name`, and the bot if it does not exist. With `first`,
    the bot must not exist.

    `version_submitted` starts its qualification. If it qualifies and `activates` is set, it may
    become the active version (Bot.Promotion). A description that is not empty replaces the bot's.
    `file_name` is the name of an uploaded file, and `language` the one that the author names:
    empty for the first that fits.

    A program that is refused counts as a submission too, since checking it is the expensive part.
    Raises BadProgram, TooManySubmissions, TooBusy, SameVersion, NameTaken, or another
    ValidationError (for the name, the game or the description).
    """
    _bot(owner, ruleset, name, description, first)
    _check_allowance(owner)
    try:
        with CHECKS.turn(str(owner.pk)):
            counted = _count(owner)
            program = read_program(
                content, general_limits(), file_name, settings.BOT_RUNTIMES, language
            )
            # Still in turn, since storing a large program takes eight times its size in memory.
            with _locked(owner):
                bot = _bot(owner, ruleset, name, description, first)
                bot.save(update_fields=["description"] if bot.pk else None)
                version = _version(bot, program, activates)
                give_back(counted)  # from now on the version itself counts
                version_submitted.send(sender=Version, version=version)
    except NoTurn:
        raise TooBusy from None
    return version


@contextmanager
def _locked(owner: User) -> Iterator[None]:
    """A transaction in which no other submission of the user is created: it protects the version's
    number, the creation of a bot, and the count of submissions in this hour."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        yield


def _check_allowance(owner: User) -> None:
    """Raises TooManySubmissions."""
    allowed = allowance(owner)
    if allowed.left <= 0:
        seconds = (allowed.again - timezone.now()).total_seconds()
        raise TooManySubmissions(max(1, round(seconds)))


def _count(owner: User) -> list[int]:
    """Counts a submission before its program is checked; returns what `give_back` takes. Raises
    TooManySubmissions."""
    if owner.is_house:
        return []
    with _locked(owner):
        _check_allowance(owner)
        return take((_refused(), str(owner.pk)))


def _refused() -> Limit:
    """The submissions that were refused, or are being checked."""
    return Limit("submission", settings.SUBMISSIONS_PER_HOUR, round(HOUR.total_seconds()))


def allowance(owner: User) -> Allowance:
    """How many submissions the user has left in this hour. The house account has no limit."""
    now = timezone.now()
    limit = settings.SUBMISSIONS_PER_HOUR
    if owner.is_house:
        return Allowance(limit, now)
    versions = Version.objects.filter(bot__owner=owner, created__gt=now - HOUR)
    created = versions.order_by("-created").values_list("created", flat=True)[:limit]
    times = [*created, *used(_refused(), str(owner.pk))]
    latest = sorted(times, reverse=True)[:limit]
    free = latest[-1] + HOUR if latest else now + HOUR
    left = limit - len(latest)
    seconds = max(1, math.ceil((free - now).total_seconds()))
    note(Noted(_refused().name, limit, round(HOUR.total_seconds()), left, seconds))
    return Allowance(left, free if left <= 0 else now)


def _bot(owner: User, ruleset: str, name: str, description: str, first: bool) -> Bot:
    """The bot of this name, not saved if it is new or its description has changed. Raises
    ValidationError."""
    bot = Bot.objects.filter(owner=owner, name=name).first()
    if bot is not None and first:
        raise NameTaken
    if bot is None:
        bot = Bot(owner=owner, ruleset=ruleset, name=name, description=description)
    elif bot.remote:
        raise IsRemote(bot)
    elif bot.ruleset != ruleset:
        raise ValidationError(
            gettext("%(bot)s plays %(ruleset)s, and its game cannot change. Submit another bot.")
            % {"bot": bot, "ruleset": labels.name(bot.ruleset)},
            code="other_ruleset",
        )
    elif not description or description == bot.description:
        return bot
    bot.description = description
    bot.full_clean(validate_unique=False, validate_constraints=False)
    return bot


def _version(bot: Bot, program: Program, activates: bool) -> Version:
    language = program.language.name
    earlier = bot.versions.light().filter(sha256=program.sha256, language=language).first()
    if earlier is not None:
        raise SameVersion(earlier)
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0
    return Version.objects.create(
        bot=bot,
        number=last + 1,
        sha256=program.sha256,
        content=program.content,
        is_zip=program.is_zip,
        language=language,
        size=len(program.content),
        activates=activates,
    )
