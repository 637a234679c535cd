"""Fields of the API's requests."""

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """A text. REST framework's own field also takes numbers, which the schema does not allow."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
