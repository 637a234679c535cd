"""Pages of accounts: sign-up, log-in, API tokens, and each user's public page."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from arena.accounts.forms import MAX_TOKENS, LogInForm, SignUpForm, TokenForm
from arena.accounts.models import ApiToken, User
from arena.accounts.requests import UserRequest


class LogIn(LoginView):
    """Redirects to `next` only if that is on this site."""

    authentication_form = LogInForm
    template_name = "accounts/login.html"
    redirect_authenticated_user = True


class ChangePassword(PasswordChangeView):
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("bots:mine")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, gettext("Your password has been changed."))
        return super().form_valid(form)


@sensitive_post_parameters()
@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("bots:mine")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        login(request, user)
        messages.success(request, gettext("Welcome, %s!") % user.username)
        return redirect("bots:mine")
    return render(request, "accounts/signup.html", {"form": form})


@never_cache
@login_required
def tokens(request: UserRequest) -> HttpResponse:
    """The user's tokens. The key of a new token is only in the response to this POST."""
    form = TokenForm(request.POST or None)
    created: ApiToken | None = None
    key = ""
    if request.method == "POST" and form.is_valid():
        if request.user.api_tokens.count() >= MAX_TOKENS:
            form.add_error(
                None,
                gettext("You already have %s tokens. Delete one that you do not use.") % MAX_TOKENS,
            )
        else:
            created, key = ApiToken.make(request.user, form.cleaned_data["name"])
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
