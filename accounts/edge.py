"""Where errors leave the platform: one JSON shape, translated, for REST and websocket alike.

``{"code": "illegal_action", "message": "…", "details": {…}}``. Codes are part of the API and
never change; messages are for people, in their language. A refusal of an app may bring its own
text as a class attribute ``text = gettext_lazy("…")``; those of the engine, which knows no
Django, have theirs here. ``%(name)s`` in a text is filled from the details.
"""

from __future__ import annotations

import logging
from typing import Any, TypedDict

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import TarockError

logger = logging.getLogger(__name__)


class ErrorPayload(TypedDict):
    """The one shape of every refusal and failure."""

    code: str
    message: str
    details: dict[str, Any]


INTERNAL = "internal_error"

TEXTS: dict[str, Promise | str] = {
    INTERNAL: _("Something went wrong on our side. It has been logged."),
    # engine
    "unknown_rule_set": _("There is no such rule set."),
    "bad_option": _("This house rule does not exist, or not with this value."),
    "bad_series": _("This number of hands is not possible at this table."),
    "bad_action": _("This is not an action of the game."),
    "not_your_turn": _("It is not your turn."),
    "illegal_action": _("The rules do not allow this now."),
    "hand_over": _("This hand has ended."),
    "bad_record": _("This record is damaged or does not follow the rules."),
    "bad_result": _("This result is not possible under these rules."),
    # accounts
    "bad_name": _("This name is empty, too long or contains a forbidden character."),
    "bad_login_name": _("This login name is not possible."),
    "name_taken": _("This name, address or number is taken."),
    "not_a_guest": _("This is a full account already."),
    "already_member": _("This person is a member already."),
    "not_a_member": _("This person is not a member."),
    "no_such_person": _("There is no such person."),
    "last_owner": _("A club keeps at least one owner."),
    "not_allowed": _("You may not do this."),
    "bad_scope": _("A token needs at least one known scope."),
    "bad_expiry": _("A token cannot expire in the past."),
    "too_many_tokens": _("You have too many tokens. Revoke one first."),
    "bad_token": _("This token is not valid."),
    "signed_out": _("You are not signed in any more."),
    "bad_invitation": _("This invitation is not valid (any more)."),
    "too_many_requests": _("Too many requests. Try again in %(seconds)s seconds."),
    # bots
    "unknown_bot": _("There is no such bot."),
    "unknown_strategy": _("This bot is not part of this release."),
    "unknown_runner": _("This kind of bot cannot be run here."),
    # tournaments: its pure packages know no Django, either
    "infeasible_entrants": _("This number of players cannot be split into tables."),
    "uneven_hands": _("This number of hands cannot be shared evenly at a larger table."),
    "bad_seating": _("This seating leaves somebody out or seats somebody twice."),
    "wrong_event_state": _("The event has moved on; this is not possible now."),
    "entrant_taken": _("This name, number or person is in the event already."),
    "bad_event": _("These values do not make an event."),
    "import_refused": _("The list has mistakes; nothing was imported."),
    "unknown_event": _("There is no such event."),
    # the interface itself
    "invalid": _("Some of the values are not valid."),
    "parse_error": _("The request could not be read."),
    "not_authenticated": _("Sign in first."),
    "authentication_failed": _("Signing in failed."),
    "permission_denied": _("You may not do this."),
    "not_found": _("There is nothing here."),
    "method_not_allowed": _("This method is not possible here."),
    "not_acceptable": _("This format is not available."),
    "unsupported_media_type": _("This kind of data is not accepted here."),
    "request_too_large": _("This request is too large."),
}


def payload(
    code: str, *, fallback: str = "", text: Promise | str | None = None, **details: Any
) -> ErrorPayload:
    """Return the shape for a code, its message in the language that is active now."""
    template = str(text if text is not None else TEXTS.get(code, fallback or code))
    try:
        message = template % details
    except (KeyError, TypeError, ValueError):
        message = template
    return {"code": code, "message": _sendable(message), "details": _sendable(details)}


def _sendable(value: Any) -> Any:
    """``value`` with "?" for halves of surrogate pairs, which JSON can name but nobody can send.

    Refusals repeat what they refuse, and that may be anything.
    """
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-8", "replace").decode()
        case dict():
            return {_sendable(key): _sendable(item) for key, item in value.items()}
        case list() | tuple():
            return [_sendable(item) for item in value]
    return value


def error_payload(exc: BaseException, lang: str | None = None) -> ErrorPayload:
    """Return the shape of an exception in ``lang`` (None: the active language).

    Anything but a ``TarockError`` is a bug: it is logged with its traceback, and whoever asked
    learns nothing but ``internal_error``.
    """
    with translation.override(lang or translation.get_language()):
        if isinstance(exc, TarockError):
            text = getattr(exc, "text", None)
            return payload(exc.code, fallback=exc.message, text=text, **exc.details)
        logger.error("unexpected %s", type(exc).__name__, exc_info=exc)
        return payload(INTERNAL)
