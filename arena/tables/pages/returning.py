"""A guest's way to another device: making a return link, and redeeming it.

The token stands behind the ``#`` of the link, which browsers do not send: it gets into no log. A
person without JavaScript types it.
"""

import base64

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.people import return_links
from arena.people.players import find_player
from arena.tables.pages import invitation


@require_safe
@never_cache
def return_page(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/return.html", {"player": find_player(request)})


@require_POST
@never_cache
def make(request: HttpRequest) -> HttpResponse:
    """Makes a link for the guest who asks; it replaces the last one."""
    player = find_player(request)
    if player is None or not player.is_guest:
        messages.error(request, _("Only a guest needs a return link. With an account, log in."))
        return redirect("tables:return")
    token = return_links.make_token(player)
    link = f"{request.build_absolute_uri(reverse('tables:return'))}#{token}"
    picture = base64.b64encode(invitation.qr_code(link)).decode()
    context = {
        "player": player,
        "token": token,
        "link": link,
        "picture": f"data:image/svg+xml;base64,{picture}",
        "minutes": int(return_links.GOOD_FOR.total_seconds() // 60),
    }
    return render(request, "tables/return.html", context)


@require_POST
@never_cache
def redeem(request: HttpRequest) -> HttpResponse:
    response = redirect("tables:mine")
    try:
        return_links.redeem(request, response, request.POST.get("token", "").strip())
    except return_links.BadLink as bad:
        messages.error(request, str(bad))
        return redirect("tables:return")
    messages.success(request, _("Welcome back: your games are on this device now."))
    return response
