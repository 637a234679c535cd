"""Forms for sign-up, the password and API tokens."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts import passwords
from arena.accounts.models import RESERVED, ApiToken, User
from arena.web.scopes import READ, SCOPES, SUBMIT

MAX_TOKENS = 20

# The days that a token may be valid; an empty text: always.
LIFETIMES = [
    ("30", _("in 30 days")),
    ("90", _("in 90 days")),
    ("365", _("in a year")),
    ("", _("never")),
]


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


class PasswordForm(PasswordChangeForm):
    """Changes the user's password, and deletes the API tokens if the user wants that."""

    delete_tokens = forms.BooleanField(
        label=_("Delete my API tokens too"),
        required=False,
        initial=True,
        help_text=_(
            "Programs that use them stop working until you give them new ones. Leave this ticked "
            "if someone else may know your password."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.user.api_tokens.exists():
            del self.fields["delete_tokens"]

    def clean_old_password(self) -> str:
        old_password: str = self.cleaned_data["old_password"]
        if not passwords.check_own(self.user, old_password):
            raise ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return old_password

    def save(self, commit: bool = True) -> User:
        with transaction.atomic():
            user: User = super().save(commit)
            if self.cleaned_data.get("delete_tokens"):
                user.api_tokens.all().delete()
        return user


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[
            (name, format_lazy("{}: {}", name, text))
            for name, text in SCOPES.items()
            if name != READ
        ],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=[SUBMIT],
        help_text=_("It can always read what you can see. Tick only what its program needs."),
    )
    lifetime = forms.ChoiceField(
        label=_("It expires"),
        choices=LIFETIMES,
        required=False,
        initial="90",
        help_text=_("After that, create a new one. You can delete it here at any time."),
    )

    class Meta:
        model = ApiToken
        fields = ("name",)
        labels = {"name": _("Name of the token")}
        help_texts = {"name": _("What you use it for, such as “laptop”. Only you see it.")}

    def create(self, user: User) -> tuple[ApiToken, str]:
        """The new token and its key. Raises ValidationError for one too many."""
        days = self.cleaned_data["lifetime"]
        return create_token(
            user,
            self.cleaned_data["name"],
            self.cleaned_data["scopes"],
            timedelta(days=int(days)) if days else None,
        )


def create_token(
    user: User, name: str, scopes: list[str], lifetime: timedelta | None
) -> tuple[ApiToken, str]:
    """A new token and its key. `lifetime` None: it does not expire. Raises ValidationError if the
    user has too many."""
    with transaction.atomic():
        # One request of a user at a time, so that the limit holds.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.api_tokens.count() >= MAX_TOKENS:
            text = gettext("You already have %s tokens. Delete one that you do not use.")
            raise ValidationError(text % MAX_TOKENS)
        expires = timezone.now() + lifetime if lifetime else None
        return ApiToken.make(user, name, scopes, expires)
