"""All rulesets by name, and the named variants."""

from collections.abc import Mapping

from engine.ecarte.ruleset import Ecarte
from engine.errors import BadOption
from engine.kozel.ruleset import Kozel
from engine.options import Value, parse_options
from engine.ruleset import Ruleset
from engine.svoi_kozyri.ruleset import SvoiKozyri

RULESETS: dict[str, type[Ruleset]] = {
    "kozel": Kozel,
    "svoi-kozyri": SvoiKozyri,
    "ecarte": Ecarte,
}

VARIANTS: dict[str, tuple[str, dict[str, Value]]] = {
    "svoi-kozyri/mirror": ("svoi-kozyri", {"deal": "mirror"}),
    "ecarte/classic": ("ecarte", {"must_trump": True, "vulnerability": "classic"}),
}


def ruleset(name: str, given: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset or named variant `name` with the given options (values, or their texts).

    Raises BadOption.
    """
    known = isinstance(name, str) and (name in RULESETS or name in VARIANTS)
    if not known:
        shown = repr(name[:80]) if isinstance(name, str) else f"of type {type(name).__name__}"
        names = ", ".join([*RULESETS, *VARIANTS])
        raise BadOption(f"there is no ruleset {shown}; there are {names}")
    if given is not None and not isinstance(given, Mapping):
        raise BadOption(f"options are names with values, not of type {type(given).__name__}")
    base, preset = VARIANTS.get(name, (name, {}))
    kind = RULESETS[base]
    result: Ruleset = kind(**parse_options(base, kind.OPTIONS, {**preset, **(given or {})}))
    return result
