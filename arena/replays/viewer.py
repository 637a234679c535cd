"""What the replay viewer is given by the page that shows it: addresses, card names and texts."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from arena.games import cards
from arena.matches.models import Match
from arena.replays.replay_json import FORMAT
from engine.cards import NAMES

Json = dict[str, Any]

# The page names all of them, so that a browser need not find one by reading another.
MODULES = sorted(
    f"{app}/{path.name}"
    for app in ("games", "replays")
    for path in (settings.BASE_DIR / f"arena/{app}/static/{app}").glob("*.js")
)


def for_replay(match: Match, own_sides: Sequence[int]) -> Json:
    """For a finished match; the logs of `own_sides` may be seen. Game 0 stands for any game."""

    def at(name: str, *arguments: object) -> str:
        return reverse(f"matches:{name}", args=[match.pk, *arguments])

    return {
        "mode": "replay",
        "frames": f"{at('frames', 0)}?format={FORMAT}",
        "choices": f"{at('choices', 0)}?format={FORMAT}",
        "results": f"{at('results')}?format={FORMAT}",
        "embed": at("embed"),
        "check": {"seed": match.public_seed, "commitment": match.commitment},
        "logs": [
            {"side": side, "times": at("times", side), "stderr": at("stderr", side)}
            for side in own_sides
        ],
    } | _words()


def for_live(match: Match) -> Json:
    """For a match that has not ended."""
    address = reverse("matches:live", args=[match.pk])
    return {"mode": "live", "live": address, "games": match.games} | _words()


def for_example(frames: str) -> Json:
    """For one game by itself, whose frames have this address."""
    return {"mode": "example", "frames": f"{frames}?format={FORMAT}"} | _words()


def _words() -> Json:
    return {
        "modules": MODULES,
        "sprite": cards.address(),
        "cards": {name: cards.card_name(name) for name in NAMES},
        "suits": {suit: cards.suit_name(suit) for suit in cards.SUITS},
        "texts": texts(),
    }


def texts() -> dict[str, str]:
    """The viewer's words by its own keys; what stands in braces it fills in itself."""
    return {
        "all open": _("All cards open"),
        "spectator": _("Seen from outside, until the match has ended"),
        "through eyes": _("Seat {seat}: {name}"),
        "game": _("Game {number}: {a} – {b}, {score}"),
        "not loaded": _("This game could not be loaded. Reload the page to try again."),
        "hidden card": _("a card face down"),
        "seat": _("seat {seat}"),
        "who": _("{name}, seat {seat}"),
        "dealer": _("dealer"),
        "dealer mark": _("D"),
        "deal": _("Deal"),
        "deal number": _("Deal {number}"),
        "deal dealt": _("Deal {number} is dealt."),
        "dealt": _("The cards are dealt."),
        "deal over": _("The deal is over:"),
        "trump": _("Trump"),
        "tricks": _("Tricks"),
        "points": _("Points"),
        "penalties": _("Penalties"),
        "exposed": _("exposed"),
        "turned": _("turned"),
        "stock": _("stock {count}"),
        "won": _("{side}: {count}"),
        "takes trick": _("takes it"),
        "move of": _("move {n} of {last}"),
        "time": _("{ms} ms"),
        "bank": _("Bank"),
        "seconds": _("{s} s"),
        "deal mark": _("Deal {number} begins"),
        # Beside the table
        "match so far": _("The match, game by game: {a} and {b}"),
        "course penalties": _("Penalty points in this game"),
        "course points": _("Points in this game"),
        "course cards": _("Cards in hand in this game"),
        "charged": _("Move {n}: {ms} ms charged"),
        "measured": _(
            "wall {wall} ms, processor {processor} ms, kept waiting {wait} ms by the machine and"
            " {referee} ms by the referee"
        ),
        "slowest": _("Time charged for each move; the longest took {ms} ms."),
        "key wall": _("wall"),
        "key processor": _("processor"),
        "key wait": _("kept waiting"),
        "key charged": _("charged"),
        "choices": _("{count} legal moves for seat {seat}"),
        "choices hidden": _("What another seat could have done is hidden from this one."),
        "no choices": _("Nobody moves here."),
        "nothing written": _("Nothing was written for this move."),
        "nothing found": _("Nothing is like that."),
        "before play": _("Before the first move"),
        "left out": _("The rest is not shown: search for it, or download it all."),
        "checking": _("Checking …"),
        "no crypto": _(
            "This browser offers cryptography only over https or on localhost. Download the "
            "record, and goat verify checks it all."
        ),
        "check commitment": _("SHA-256 of the match’s seed is the commitment"),
        "check pair": _("The seed of pair {pair} follows from it"),
        "check deal": _("Shuffling with it gives the cards of deal {deal}, in this order"),
        "check differs": _("These are not the cards that were dealt."),
        "checked": _("All is as it was committed to: nobody chose these cards."),
        "not checked": _("Something is wrong here."),
        # A match in play
        "waiting": _("Waiting for a worker to begin."),
        "watching": _("In play. The moves come here once it has lasted a second."),
        "lost": _("The match is played again from its start."),
        "no stream": _("No connection to the arena. It is tried again …"),
        "so far": _("{over} of {games} games are over, {a} : {b}"),
        "game live": _("Game {number}: {a} – {b}"),
        # Kozel
        "lead": _("leads"),
        "beat": _("beats with"),
        "drop": _("drops"),
        "drop hidden": _("drops {count} face down"),
        "molodka": _("molodka!"),
        "pass": _("passes"),
        "eggs": _("60 : 60 is “eggs”, no penalty"),
        "eggs count": _("Eggs"),
        "penalty": _("side {side} gets {count} penalty points"),
        # Svoi Kozyri
        "take": _("takes {count}"),
        "pick-up": _("Pick-up"),
        "choose trump": _("chooses trumps"),
        "ply": _("Move"),
        "repetition": _("Same position"),
        "cards": _("Cards"),
        "empty pile": _("The pile is empty: lead any card"),
        "choosing": _("The trumps are chosen before the deal"),
        "would take": _("{side}: beat the top card, or take {count}"),
        # Écarté
        "propose": _("proposes"),
        "stand": _("stands"),
        "accept": _("accepts"),
        "refuse": _("refuses"),
        "proposals": _("Proposals"),
        "exchange": _("exchanges"),
        "exchange hidden": _("exchanges {count}"),
        "exchange nothing": _("exchanges nothing"),
        "exchanging": _("{first} exchanged, …"),
        "exchanged": _("{first} and {second} exchanged"),
        "discarded": _("away:"),
        "card": _("plays"),
        "king": _("and shows the king"),
        "king announced": _("king"),
        "deal points": _("side {side} scores {count} with {tricks} tricks"),
        # How a game ends
        "wins": _("Side {side} wins: {name}"),
        "drawn": _("The game is drawn"),
        "both lose": _("Both sides lose"),
        "both": _("Both bots"),
        "reason start": _("{name} did not start in time"),
        "reason timeout": _("{name} ran out of time"),
        "reason illegal": _("{name} made an illegal move"),
        "reason malformed": _("{name} sent what is no answer"),
        "reason crash": _("{name} crashed"),
        "reason flood": _("{name} flooded its output"),
        "reason forfeit": _("forfeited after three faults"),
    }
