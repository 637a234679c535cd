"""The admin of users and their API tokens."""

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.http import HttpRequest

from arena.accounts.models import ApiToken, User


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "is_active", "is_staff", "is_house", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_house")
    search_fields = ("username", "email")
    readonly_fields = ("is_house",)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Others played against their bots too. Clear `is_active` instead."""
        return False


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The staff can see and delete tokens. Only their owner can create one."""

    list_display = ("user", "name", "scopes", "created", "last_used", "expires")
    list_select_related = ("user",)
    search_fields = ("user__username", "name")
    fields = readonly_fields = ("user", "name", "scopes", "created", "last_used", "expires")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
