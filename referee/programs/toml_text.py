"""What is wrong with a TOML file, in our own words."""

import re

_AT = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")


def why_not_toml(error: ValueError) -> str:
    """The place of an error that tomllib raised."""
    found = _AT.search(str(error))
    if found is None:
        return "it is not TOML"
    if found[1] is None:
        return "it is not TOML: something is missing at its end"
    return f"it is not TOML: line {found[1]}, column {found[2]} cannot be read"
