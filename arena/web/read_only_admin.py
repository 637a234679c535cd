"""Admin pages that only show rows, and no secrets."""

from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.http import HttpRequest

# Fields that no page shows: the staff may have bots too.
SECRET = frozenset({"seed", "draw_seed", "token"})


class ReadOnlyAdmin(BaseModelAdmin):  # type: ignore[type-arg]
    """A mixin for ModelAdmin and its inlines: rows cannot be added, changed or deleted.

    Fields that hold a secret are not shown, and no row can be found by them: a filter in an address
    would tell a secret piece by piece. An admin shows one by a method, once it is public.
    """

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field for field in super().get_fields(request, obj) if field not in SECRET]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return SECRET.isdisjoint(lookup.split("__")) and super().lookup_allowed(
            lookup, value, request
        )
