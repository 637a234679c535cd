"""What webhooks are told: a row for each message, written where the event is settled."""

import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from arena.bots.models import Version
from arena.matches.models import Match
from arena.tournaments.models import Entry, Tournament
from arena.webhooks.models import Delivery, Event, Webhook

# Messages of a webhook that wait. Of one that is away for long, the newest are not kept.
MOST_WAITING = 1000


def match_ended(match: Match, **_signal: Any) -> None:
    """Receives the end of every match, at least once."""
    owners = {match.version0.bot.owner_id, match.version1.bot.owner_id}
    if match.queue == Match.Queue.CHECK:
        _qualification(match, owners)
        return
    _tell(
        _message(webhook, Event.MATCH, str(match.pk), _match(webhook, match))
        for webhook in _webhooks(owners, Event.MATCH)
    )


def tournament_finished(tournament: Tournament, **_signal: Any) -> None:
    """Receives the end of a tournament."""
    players = Entry.objects.filter(tournament=tournament).values("bot__owner")
    users = {tournament.organiser_id, *players.values_list("bot__owner", flat=True)}
    _tell(
        _message(webhook, Event.TOURNAMENT, str(tournament.pk), _tournament(webhook, tournament))
        for webhook in _webhooks(users, Event.TOURNAMENT)
    )


def test_message(webhook: Webhook) -> Delivery:
    """A message that its owner asked for, to see whether it arrives."""
    now = timezone.now()
    message = _message(webhook, "test", now.isoformat(), {"webhook": webhook.pk})
    message.save()
    return message


def _qualification(match: Match, owners: set[int]) -> None:
    version = Version.objects.light().select_related("bot__owner").get(pk=match.version0_id)
    if version.state not in (Version.State.QUALIFIED, Version.State.REJECTED):
        return
    _tell(
        _message(webhook, Event.QUALIFICATION, str(version.pk), _version(webhook, version))
        for webhook in _webhooks(owners, Event.QUALIFICATION)
    )


def _version(webhook: Webhook, version: Version) -> dict[str, Any]:
    bot = version.bot
    return {
        "bot": str(bot),
        "ruleset": bot.ruleset,
        "version": version.number,
        "state": version.state,
        "url": webhook.site + version.get_absolute_url(),
        "api_url": f"{webhook.site}/api/v1/bots/{bot}/versions/{version.number}/",
    }


def _match(webhook: Webhook, match: Match) -> dict[str, Any]:
    finished = match.state == Match.State.FINISHED
    return {
        "match": match.pk,
        "ruleset": match.ruleset,
        "options": match.options,
        "bots": [
            {"bot": str(version.bot), "version": version.number}
            for version in (match.version0, match.version1)
        ],
        "purpose": match.queue,
        "rated": match.rated,
        "state": match.state,
        "scores": [match.score0, match.score1] if finished else None,
        "url": webhook.site + match.get_absolute_url(),
        "api_url": f"{webhook.site}/api/v1/matches/{match.pk}/",
    }


def _tournament(webhook: Webhook, tournament: Tournament) -> dict[str, Any]:
    slug = tournament.slug
    return {
        "tournament": slug,
        "name": tournament.name,
        "ruleset": tournament.ruleset,
        "state": tournament.state,
        "url": webhook.site + tournament.get_absolute_url(),
        "api_url": f"{webhook.site}/api/v1/tournaments/{slug}/",
    }


def _webhooks(users: Iterable[int | None], event: Event) -> list[Webhook]:
    """The active ones of these users that are told of this event and have room."""
    active = Webhook.objects.filter(user__in=[user for user in users if user], active=True)
    # Few arenas' users have any: the second question is asked of those alone.
    asked = [webhook for webhook in active if event in webhook.events]
    if not asked:
        return []
    waiting = Count("deliveries", filter=Q(deliveries__state=Delivery.State.WAITING))
    room = Webhook.objects.annotate(waiting=waiting).filter(waiting__lt=MOST_WAITING)
    return list(room.filter(pk__in=[webhook.pk for webhook in asked]))


def _message(webhook: Webhook, event: str, subject: str, data: dict[str, Any]) -> Delivery:
    now = timezone.now()
    body = json.dumps({"type": event, "timestamp": now.isoformat(), "data": data})
    return Delivery(webhook=webhook, event=event, subject=subject, body=body, due=now)


def _tell(messages: Iterable[Delivery]) -> None:
    """Stores the messages that are not stored yet, with one query: a match ends with it."""
    if new := list(messages):
        Delivery.objects.bulk_create(new, ignore_conflicts=True)
