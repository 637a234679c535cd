"""Numbers for readers, rounded: Django's ``number_format`` cuts digits off."""

from django.utils.formats import number_format


def rounded(number: float, digits: int = 0) -> str:
    """The number with so many digits after the point, as the language writes it; never ``-0``."""
    # Adding 0.0 makes a zero of a negative one.
    return number_format(f"{round(number, digits) + 0.0:.{digits}f}", digits)
