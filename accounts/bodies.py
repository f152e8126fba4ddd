"""Bodies of REST requests: what nobody reads is refused, or a misspelt wish would be lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

if TYPE_CHECKING:
    _Serializer = serializers.Serializer[Any]
else:
    _Serializer = object

MOST_NAMED = 10
"""So many fields a refusal names."""


class KnownKeys(_Serializer):
    """Mixed into the serializer of a body: a key that is none of its fields is an error."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values of the body. Raises ValidationError."""
        if isinstance(data, Mapping):
            unknown = sorted(str(key) for key in data if key not in self.fields)
            if unknown:
                text = _("There is no such field.")
                raise serializers.ValidationError({key: [text] for key in unknown[:MOST_NAMED]})
        return super().to_internal_value(data)
