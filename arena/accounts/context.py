"""What every page may ask about accounts."""

from django.conf import settings
from django.http import HttpRequest


def sign_up(request: HttpRequest) -> dict[str, bool]:
    """`sign_up_open`: whether people can make an account themselves."""
    return {"sign_up_open": settings.SIGN_UP}
