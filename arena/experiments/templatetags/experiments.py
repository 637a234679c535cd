"""What experiments add to the pages of other apps."""

from typing import Any

from django import template

from arena.bots.models import Version
from arena.experiments import promotion_gate

register = template.Library()


@register.inclusion_tag("experiments/promotion_gate.html")
def promotion_gate_of(version: Version) -> dict[str, Any]:
    """The latest promotion gate of a version; nothing if there was none."""
    return {"gate": promotion_gate.latest_gate(version)}
