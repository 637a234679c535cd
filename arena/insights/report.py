"""The statistics of a game, and how a bot differs from the field: for pages and the API."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from math import hypot

from arena.bots.models import Bot
from arena.games.game import Text
from arena.games.questions import Question, questions_of
from arena.insights import cells
from arena.insights.cells import ALL, INTERVAL, Cell, Cells, Estimate
from arena.insights.models import Progress, Tally
from engine.rulesets import RULESETS, VARIANTS

MOST_DIFFERENCES = 6
# A page compares dozens of choices, so a difference needs an interval of 99.9 %, in halves of 95 %.
SURELY = 3.29 / INTERVAL


@dataclass(frozen=True)
class Choice:
    """How often a choice was made with a kind of hand, and what it paid.

    `share` is None if there was no such hand, `payoff` if the choice was never made. `best`: it
    surely paid more than every other choice. `field`: everybody else's, of a bot.
    """

    key: str
    label: Text
    decisions: int
    share: Estimate | None
    payoff: Estimate | None
    best: bool = False
    field: "Choice | None" = None

    @property
    def difference(self) -> float:
        """How much more often than everybody else the bot chooses so, −1 to 1."""
        if self.share is None or self.field is None or self.field.share is None:
            return 0.0
        return self.share.mean - self.field.share.mean

    @property
    def differs(self) -> bool:
        """Whether that is surely not chance."""
        if self.share is None or self.field is None or self.field.share is None:
            return False
        mine, theirs = self.share.error, self.field.share.error
        return (
            mine is not None and theirs is not None and (abs(self.difference) > hypot(mine, theirs))
        )


@dataclass(frozen=True)
class Hand:
    key: str
    label: Text
    decisions: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Answers:
    """The answers to a question by hand, without hands and choices that never occurred."""

    question: Question
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Report:
    """`until`: the end of the last match that was counted; None if none was."""

    game: str
    matches: int
    until: datetime | None
    answers: tuple[Answers, ...]

    def differences(self) -> list[tuple[Answers, Hand, Choice]]:
        """Where the bot surely differs most from everybody else. Of two choices, the commoner."""
        found = [
            (answers, hand, choice)
            for answers in self.answers
            for hand in answers.hands
            for choice in hand.choices
            if choice.differs and not _said_by_the_other(choice, hand)
        ]
        found.sort(key=lambda row: -abs(row[2].difference))
        return found[:MOST_DIFFERENCES]


def games() -> list[str]:
    """The rulesets and named variants that have statistics."""
    bases = {name: name for name in RULESETS} | {name: VARIANTS[name][0] for name in VARIANTS}
    return [
        game
        for base in RULESETS
        if questions_of(base)
        for game in (base, *(name for name in VARIANTS if bases[name] == base))
    ]


def ruleset_of(game: str) -> str:
    """The ruleset of a game of `games`."""
    return VARIANTS[game][0] if game in VARIANTS else game


def report(game: str, bot: Bot | None = None) -> Report:
    """What all bots did in a game of `games`, or what one did beside everybody else."""
    wanted = Tally.objects.filter(game=game)
    everybody = wanted.filter(bot=None).first() or Tally(game=game)
    tally = everybody if bot is None else wanted.filter(bot=bot).first() or Tally(game=game)
    found = cells.from_json(tally.cells)
    field = None if bot is None else cells.without(cells.from_json(everybody.cells), found)
    questions = questions_of(ruleset_of(game))
    progress = Progress.objects.filter(ruleset=ruleset_of(game)).first()
    return Report(
        game,
        tally.matches,
        progress.finished if progress else None,
        tuple(
            Answers(question, hands)
            for question in (questions.questions if questions else ())
            if (hands := tuple(_hands(question, found, field)))
        ),
    )


def _hands(question: Question, found: Cells, field: Cells | None) -> Iterator[Hand]:
    for key, label in question.hands.items():
        made = found.get(question.key, {}).get(key, {})
        others = (field or {}).get(question.key, {}).get(key, {})
        hand = made.get(ALL, Cell())
        if not hand.n:
            continue
        choices = [
            _choice(choice, text, made, None if field is None else others)
            for choice, text in question.choices.items()
            if made.get(choice, Cell()).n or others.get(choice, Cell()).n
        ]
        yield Hand(key, label, int(hand.n), tuple(_with_best(choices)))


def _choice(key: str, label: Text, made: dict[str, Cell], others: dict[str, Cell] | None) -> Choice:
    cell, hand = made.get(key, Cell()), made.get(ALL, Cell())
    field = None if others is None else _choice(key, label, others, None)
    return Choice(key, label, int(cell.n), cells.share(cell, hand), cells.payoff(cell), field=field)


def _said_by_the_other(choice: Choice, hand: Hand) -> bool:
    """Whether it is one of two, and the other one, which was chosen more often, says the same."""
    if len(hand.choices) != 2:
        return False
    first, second = hand.choices
    other = second if choice is first else first
    return (other.decisions, choice is second) > (choice.decisions, choice is first)


def _with_best(choices: list[Choice]) -> Iterator[Choice]:
    """Marks the choice that paid more than every other, if there is one."""
    for choice in choices:
        others = [other.payoff for other in choices if other is not choice and other.payoff]
        paid = choice.payoff
        best = bool(paid and others and all(_exceeds(paid, other) for other in others))
        yield replace(choice, best=best)


def _exceeds(one: Estimate, other: Estimate) -> bool:
    """Whether one is surely greater. Nothing is known without errors."""
    if one.error is None or other.error is None:
        return False
    return one.mean - other.mean > SURELY * hypot(one.error, other.error)
