"""Refusals as socket messages: the one error shape, in the language of the receiver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.edge import error_payload, payload
from engine.errors import TarockError
from games.live.origin import Scope, header


def language_of(scope: Scope) -> str:
    """The language of a handshake: cookie, else Accept-Language, else the default."""
    wanted = [scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")]
    wanted += [code for code, _ in parse_accept_lang_header(header(scope, b"accept-language"))]
    for code in wanted:
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return str(settings.LANGUAGE_CODE)


def refusal(error: TarockError, message_id: str | None, language: str) -> dict[str, Any]:
    """The message that refuses message `message_id` (None: it had none)."""
    message: dict[str, Any] = {"type": "refused", **error_payload(error, language)}
    return message if message_id is None else {**message, "id": message_id}


def in_language(message: dict[str, Any], language: str) -> dict[str, Any]:
    """A refusal that comes from a task, which does not know the receiver's language."""
    if message.get("type") != "refused":
        return message
    text = next(
        (
            e.__dict__["text"]
            for e in _errors(TarockError)
            if e.code == message["code"] and "text" in e.__dict__
        ),
        None,
    )
    with translation.override(language):
        shape = payload(
            message["code"],
            fallback=message.get("message", ""),
            text=text,
            **message.get("details", {}),
        )
    return {**message, **shape}


def _errors(root: type[TarockError]) -> Iterator[type[TarockError]]:
    for error in root.__subclasses__():
        yield error
        yield from _errors(error)
