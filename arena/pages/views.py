"""The pages that belong to no one app: home, the rules, and how to write a bot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page

from arena.pages import cards


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


def rules_of(request: HttpRequest, ruleset: str) -> HttpResponse:
    return render(request, "pages/rules.html")


def write_a_bot(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/write_a_bot.html")


@gzip_page
@cache_control(public=True, max_age=31536000, immutable=True)
def card_sprite(request: HttpRequest) -> HttpResponse:
    """All card faces in one file; pages show one with ``<use href="…#QH">``."""
    return HttpResponse(cards.sprite(), content_type="image/svg+xml")
