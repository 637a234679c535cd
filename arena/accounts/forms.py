"""Forms for sign-up, log-in and API tokens."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts import login_throttle
from arena.accounts.models import RESERVED, ApiToken, User

MAX_TOKENS = 20


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]
    class Meta:
        model = User
        fields = ("username",)
        help_texts = {
            "username": _(
                "At most 30 letters from a to z and digits, with single - or _ between them. "
                "It is public and cannot be changed."
            )
        }

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if username.lower() in RESERVED:
            raise ValidationError(gettext("This name is reserved."), code="reserved")
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(gettext("This name is taken."), code="unique")
        return username


class LogInForm(AuthenticationForm):
    """Django's form, blocked for a while after too many wrong passwords."""

    def clean(self) -> dict[str, Any]:
        username = self.cleaned_data.get("username", "")
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        if login_throttle.is_blocked(username, address):
            raise ValidationError(
                gettext("Too many wrong passwords. Try again in %(minutes)s minutes.")
                % {"minutes": login_throttle.SECONDS // 60},
                code="blocked",
            )
        try:
            return super().clean()
        except ValidationError:
            login_throttle.record_failure(username, address)
            raise


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = ApiToken
        fields = ("name",)
        labels = {"name": _("Name of the token")}
        help_texts = {"name": _("What you use it for, such as “laptop”. Only you see it.")}
