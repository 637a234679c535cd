"""All rulesets by name, and the named variants."""

from collections.abc import Mapping
from typing import Any

from engine import options
from engine.ecarte.ruleset import Ecarte
from engine.errors import BadOption
from engine.kozel.ruleset import Kozel
from engine.ruleset import Ruleset
from engine.svoi_kozyri.ruleset import SvoiKozyri

RULESETS: dict[str, Any] = {
    "kozel": Kozel,
    "svoi-kozyri": SvoiKozyri,
    "ecarte": Ecarte,
}

VARIANTS: dict[str, tuple[str, dict[str, options.Value]]] = {
    "svoi-kozyri/mirror": ("svoi-kozyri", {"deal": "mirror"}),
    "ecarte/classic": ("ecarte", {"must_trump": True, "vulnerability": "classic"}),
}


def ruleset(name: str, given: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset or named variant `name` with the given options (values or their text).

    Raises BadOption.
    """
    base, preset = VARIANTS.get(name, (name, {}))
    if base not in RULESETS:
        known = ", ".join([*RULESETS, *VARIANTS])
        raise BadOption(f"there is no ruleset {str(name)[:80]!r}; there are {known}")
    kind = RULESETS[base]
    chosen: Ruleset = kind(**options.read(base, kind.OPTIONS, {**preset, **(given or {})}))
    return chosen
