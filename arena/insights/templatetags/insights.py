"""The bars and dots of the statistics, and what they say in words."""

from django import template

from arena.games.questions import Question
from arena.insights.cells import Estimate
from arena.insights.report import Choice
from arena.web.rounding import rounded

register = template.Library()
WIDTH = 100  # of a picture, in its own units


@register.filter
def percent(estimate: Estimate | None) -> str:
    """``37 %`` or ``37 ± 2 %``; a dash if there is nothing. All or none has no error to show."""
    if estimate is None:
        return "–"
    mean = rounded(100 * estimate.mean, 0)
    if not estimate.error:
        return f"{mean}\N{NO-BREAK SPACE}%"
    return f"{mean} ± {rounded(100 * estimate.error, 0 if estimate.error >= 0.01 else 1)} %"


@register.filter
def pays(estimate: Estimate | None, question: Question) -> str:
    """``+0.31 ± 0.05``, without a sign where a payoff cannot be less than nothing."""
    if estimate is None:
        return "–"
    digits = 1 if question.high - question.low > 20 else 2
    sign = "+" if question.low < 0 and round(estimate.mean, digits) > 0 else ""
    shown = sign + rounded(estimate.mean, digits).replace("-", "−")
    return shown if estimate.error is None else f"{shown} ± {rounded(estimate.error, digits)}"


@register.inclusion_tag("insights/share.html")
def share_bar(choice: Choice) -> dict[str, object]:
    """How often, as a bar, with everybody else's share as a mark."""
    field = choice.field.share if choice.field else None
    return {
        "width": _at(choice.share.mean if choice.share else 0.0),
        "mark": None if field is None else _at(field.mean),
        "differs": choice.differs,
    }


@register.inclusion_tag("insights/payoff.html")
def payoff_dot(choice: Choice, question: Question) -> dict[str, object]:
    """What it pays, as a dot with its interval on the question's axis."""

    def at(payoff: float) -> float:
        return _at((payoff - question.low) / (question.high - question.low))

    paid = choice.payoff
    return {
        "even": at(question.even),
        "dot": None if paid is None else at(paid.mean),
        "low": None if paid is None or paid.error is None else at(paid.low),
        "high": None if paid is None or paid.error is None else at(paid.high),
        "good": paid is not None and paid.low > question.even and paid.error is not None,
        "bad": paid is not None and paid.high < question.even and paid.error is not None,
    }


def _at(part: float) -> float:
    """The place on an axis, for 0 to 1; what lies beyond its ends stays on it."""
    return round(WIDTH * min(max(part, 0.0), 1.0), 1)
