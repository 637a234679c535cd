"""The page that makes a remote bot."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render

from arena.accounts.requests import UserRequest
from arena.bots.forms import BotForm
from arena.remote import creation


@login_required
def new(request: UserRequest) -> HttpResponse:
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            bot = creation.create(request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect(bot)
    return render(request, "remote/new.html", {"form": form})
