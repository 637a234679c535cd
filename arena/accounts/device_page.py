"""The page on which a person logs a program in, as `goat login` asks for it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from arena.accounts import device_login
from arena.accounts.models import DeviceLogin
from arena.accounts.requests import UserRequest
from arena.web.addresses import client_network
from arena.web.rate_limit import LimitReached
from arena.web.scopes import SCOPES


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def device(request: UserRequest) -> HttpResponse:
    """Asks for the code, shows what asks to be logged in, and takes the decision."""
    code = (request.POST if request.method == "POST" else request.GET).get("code", "")[:40]
    if not code.strip():
        return _page(request)
    try:
        login = device_login.find(code, request.user, client_network(request))
    except LimitReached as reached:
        text = gettext("Too many wrong codes. Try again in %(minutes)d min.")
        response = _page(request, error=text % {"minutes": reached.minutes}, status=429)
        response["Retry-After"] = str(reached.wait)
        return response
    if login is None:
        text = gettext(
            "There is no log-in with the code %(code)s. It may have expired: run goat login again."
        )
        return _page(request, error=text % {"code": code}, code=code, status=404)
    decision = request.POST.get("decision", "")
    if decision not in ("allow", "refuse"):
        return _page(request, login=login)
    return _decided(request, login, decision == "allow")


def _decided(request: UserRequest, login: DeviceLogin, granted: bool) -> HttpResponse:
    try:
        if not device_login.decide(login, request.user, granted):
            return _page(request, error=gettext("This log-in was decided already."), status=409)
    except ValidationError as error:
        return _page(request, login=login, error=error.messages[0], status=409)
    if granted:
        text = gettext("“%s” is logged in as you. You can close this page.")
        messages.success(request, text % login.name)
    else:
        messages.success(request, gettext("Refused. “%s” gets no token.") % login.name)
    return redirect("accounts:tokens")


def _page(
    request: UserRequest,
    login: DeviceLogin | None = None,
    error: str = "",
    code: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "login": login,
        "powers": [SCOPES[scope] for scope in login.scopes] if login else [],
        "error": error,
        "code": code,
        "network": client_network(request),
    }
    return render(request, "accounts/device.html", context, status=status)
