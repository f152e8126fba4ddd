"""Expected refusals of ``accounts``; codes are part of the API."""

from engine.errors import TarockError


class BadName(TarockError):
    """A name that breaks the rule of ``accounts.names``."""

    code = "bad_name"


class BadLoginName(TarockError):
    """A login name of the wrong form, or one that is kept for guests."""

    code = "bad_login_name"


class NameTaken(TarockError):
    """A login name, e-mail address or club address that is already in use."""

    code = "name_taken"
    http_status = 409


class NotAGuest(TarockError):
    """Only a guest can be turned into a full account."""

    code = "not_a_guest"
    http_status = 409


class AlreadyMember(TarockError):
    """The person belongs to the club already."""

    code = "already_member"
    http_status = 409


class NotAMember(TarockError):
    """The person does not belong to the club."""

    code = "not_a_member"
    http_status = 404


class NoSuchPerson(TarockError):
    """No person has this id."""

    code = "no_such_person"
    http_status = 404


class LastOwner(TarockError):
    """A club keeps at least one owner."""

    code = "last_owner"
    http_status = 409


class NotAllowed(TarockError):
    """The role of the user, or the scope of the token, does not cover this action."""

    code = "not_allowed"
    http_status = 403


class TooManyRequests(TarockError):
    """Above the rate of the permission table; ``key`` names it, ``seconds`` says when to retry."""

    code = "too_many_requests"
    http_status = 429


class BadScope(TarockError):
    """A token scope that does not exist, or none at all."""

    code = "bad_scope"


class BadExpiry(TarockError):
    """A token cannot expire in the past."""

    code = "bad_expiry"


class TooManyTokens(TarockError):
    """The user holds as many valid tokens as one user may."""

    code = "too_many_tokens"
    http_status = 409


class BadToken(TarockError):
    """The API token is malformed, unknown, revoked or expired; deliberately not said which."""

    code = "bad_token"
    http_status = 401


class BadInvitation(TarockError):
    """The invitation link is unknown, withdrawn, expired or used up."""

    code = "bad_invitation"
    http_status = 404
