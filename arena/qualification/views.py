"""What an owner can do about a qualification. A template tag shows it on the version's page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arena.accounts.requests import UserRequest
from arena.bots.lookup import find_own_version
from arena.qualification import qualification


@login_required
@require_POST
def restart(request: UserRequest, username: str, name: str, number: int) -> HttpResponse:
    version = find_own_version(request, username, name, number)
    if qualification.restart(version):
        messages.success(request, gettext("The qualification is in the queue again."))
    return redirect(version)
