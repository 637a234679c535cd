"""The pages that belong to no one app: home, the rules, and how to write a bot."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


def rules_of(request: HttpRequest, ruleset: str) -> HttpResponse:
    return render(request, "pages/rules.html")


def write_a_bot(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/write_a_bot.html")
