"""Public ids: the random 12-character names that appear in addresses instead of row numbers."""

import secrets
from typing import TYPE_CHECKING, Any

from django.db import models

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no i, l, o, u, so an id can be read out and typed."""

LENGTH = 12
"""60 random bits: a collision is not to be expected below a billion rows, and is refused then."""

if TYPE_CHECKING:
    _CharField = models.CharField[str, str]
else:
    _CharField = models.CharField


def public_id() -> str:
    """Return a new random id, 12 characters of ``ALPHABET``."""
    return "".join([ALPHABET[byte % 32] for byte in secrets.token_bytes(LENGTH)])


class PublicIdField(_CharField):
    """Unique character column that fills itself with ``public_id()``; takes no arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", LENGTH)
        kwargs.setdefault("unique", True)
        kwargs.setdefault("default", public_id)
        kwargs.setdefault("editable", False)
        super().__init__(*args, **kwargs)
