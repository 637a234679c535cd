"""The page of a user's webhooks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from arena.accounts.requests import UserRequest
from arena.web.rate_limit import Limit, LimitReached, take
from arena.webhooks import events, limits
from arena.webhooks.forms import WebhookForm
from arena.webhooks.models import Delivery, Webhook

SHOWN = 50
TESTS = Limit("webhook tests", 20, seconds=3600)


@never_cache
@login_required
def index(request: UserRequest) -> HttpResponse:
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            webhook = limits.create(
                request.user, data["url"], data["events"], request.build_absolute_uri("/")
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("The webhook has been created."))
            return redirect("webhooks:webhook", webhook.pk)
    context = {"form": form, "webhooks": request.user.webhooks.all()}
    return render(request, "webhooks/index.html", context)


@never_cache
@login_required
def webhook(request: UserRequest, pk: int) -> HttpResponse:
    webhook = own(request, pk)
    context = {"webhook": webhook, "deliveries": webhook.deliveries.defer("body")[:SHOWN]}
    return render(request, "webhooks/webhook.html", context)


@login_required
@require_POST
def delete(request: UserRequest, pk: int) -> HttpResponse:
    own(request, pk).delete()
    messages.success(request, gettext("The webhook has been deleted."))
    return redirect("webhooks:index")


@login_required
@require_POST
def switch_on(request: UserRequest, pk: int) -> HttpResponse:
    webhook = own(request, pk)
    limits.switch_on(webhook)
    messages.success(request, gettext("The webhook is active again."))
    return redirect("webhooks:webhook", webhook.pk)


@login_required
@require_POST
def test(request: UserRequest, pk: int) -> HttpResponse:
    webhook = own(request, pk)
    try:
        send_test(webhook)
    except LimitReached as reached:
        text = gettext("Too many tests. Try again in %d minutes.")
        messages.error(request, text % reached.minutes)
    else:
        messages.success(
            request, gettext("A test message is on its way. Reload to see the answer.")
        )
    return redirect("webhooks:webhook", webhook.pk)


def send_test(webhook: Webhook) -> Delivery:
    """A test message. Raises LimitReached."""
    take((TESTS, f"user {webhook.user_id}"))
    return events.test_message(webhook)


def own(request: UserRequest, pk: int) -> Webhook:
    """Raises Http404 for that of another user."""
    return get_object_or_404(Webhook, pk=pk, user=request.user)
