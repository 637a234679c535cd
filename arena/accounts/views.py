"""Pages of accounts: sign-up, log-in, API tokens, and each user's public page."""

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from arena.accounts.forms import PasswordForm, SignUpForm, TokenForm
from arena.accounts.known_devices import remembered
from arena.accounts.models import ApiToken, User
from arena.accounts.passwords import Busy, Refused, TooManySignUps, hashing, of_user
from arena.accounts.requests import UserRequest
from arena.web.addresses import client_network
from arena.web.rate_limit import Limit, LimitReached, give_back, take


@method_decorator(remembered, name="dispatch")
class LogIn(LoginView):
    """Redirects to `next` only if that is on this site."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


@remembered
def admin_log_in(request: HttpRequest) -> HttpResponse:
    """The admin's own log-in page."""
    response = admin.site.login(request)
    context = getattr(response, "context_data", None)  # None: it redirects
    return with_status(response, context["form"]) if context else response


@method_decorator(never_cache, name="dispatch")
class ChangePassword(PasswordChangeView):
    form_class = PasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("bots:mine")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        try:
            with hashing(of_user(form.user)):
                response = super().form_valid(form)
        except Busy as busy:
            form.add_error(None, busy)
            return self.form_invalid(form)
        messages.success(self.request, gettext("Your password has been changed."))
        return response

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return with_status(super().form_invalid(form), form)


@sensitive_post_parameters()
@never_cache
@remembered
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("bots:mine")
    if not settings.SIGN_UP:
        return render(request, "accounts/signup_closed.html", status=403)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = make_account(request, form)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            login(request, user)
            messages.success(request, gettext("Welcome, %s!") % user.username)
            return redirect(_next(request) or "bots:mine")
    return with_status(render(request, "accounts/signup.html", {"form": form}), form)


def _next(request: HttpRequest) -> str:
    """The page of this site that ``?next=`` names, or an empty text."""
    address = request.GET.get("next", "")
    is_here = url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return address if is_here else ""


def make_account(request: HttpRequest, form: SignUpForm) -> User:
    """The new account. Raises ValidationError if too many were made from this address, or if the
    name was taken at the same moment."""
    limit = Limit("sign-up", settings.SIGN_UPS_PER_HOUR, seconds=3600)
    try:
        taken = take((limit, client_network(request)))
    except LimitReached as reached:
        raise TooManySignUps(reached) from None
    try:
        with hashing(client_network(request)):
            user: User = form.save(commit=False)
        with transaction.atomic():
            user.save()
    except IntegrityError:
        give_back(taken)
        raise ValidationError({"username": gettext("This name is taken.")}) from None
    except Busy:
        give_back(taken)
        raise
    return user


def with_status(response: HttpResponse, form: BaseForm) -> HttpResponse:
    """The page of a form, with status 429 if the form was refused by a limit."""
    for errors in form.errors.as_data().values():
        for error in errors:
            if isinstance(error, Refused):
                response.status_code = 429
                response["Retry-After"] = str(error.wait)
    return response


@never_cache
@login_required
def tokens(request: UserRequest) -> HttpResponse:
    """The user's tokens. The key of a new token is only in the response to this POST."""
    form = TokenForm(request.POST or None)
    created: ApiToken | None = None
    key = ""
    if request.method == "POST" and form.is_valid():
        try:
            created, key = form.create(request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            form = TokenForm()
    context = {
        "form": form,
        "created": created,
        "key": key,
        "tokens": request.user.api_tokens.all(),
        "api_url": request.build_absolute_uri(reverse("api:me")),
    }
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def delete_token(request: UserRequest, token_id: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=token_id, user=request.user)
    token.delete()
    messages.success(request, gettext("The token “%s” has been deleted.") % token.name)
    return redirect("accounts:tokens")


def user(request: HttpRequest, username: str) -> HttpResponse:
    """A user's public page: name and bots."""
    person = get_object_or_404(User, username=username, is_active=True)
    bots = person.bots.listed().order_by("name")
    page = Paginator(bots, settings.PAGE_ROWS).get_page(request.GET.get("page"))
    return render(request, "accounts/user.html", {"person": person, "page": page})
