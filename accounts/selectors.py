"""Reads of ``accounts``: persons of users, roles in clubs, tokens, invitations."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, ForeignObjectRel, ManyToManyRel, Model, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from accounts.errors import BadInvitation, BadToken
from accounts.models import ApiToken, Club, Invitation, Membership, Person, User

TOKEN_PREFIX = "tk"  # noqa: S105  (no secret)
SCOPES = ("read", "play", "bots", "organise")
GUEST_UNUSED_DAYS = 7


def secret_hash(secret: str) -> str:
    """Return the SHA-256 of a secret, in hex. Enough: the secrets are random, not chosen."""
    return hashlib.sha256(secret.encode()).hexdigest()


# --- persons -----------------------------------------------------------------------------------


def person_resolve(person: Person) -> Person:
    """Return the person that ``person`` was merged into, or itself."""
    seen = {person.pk}
    while person.merged_into is not None and person.merged_into.pk not in seen:
        person = person.merged_into
        seen.add(person.pk)
    return person


def person_of(user: User | AnonymousUser) -> Person | None:
    """Return the person of a user, merges followed; None for nobody and for a user without one."""
    if not isinstance(user, User):
        return None
    person = Person.objects.filter(user=user).select_related("merged_into").first()
    return None if person is None else person_resolve(person)


def persons_find(text: str = "") -> QuerySet[Person]:
    """Return the persons whose name contains ``text``; merged rows and guests are left out."""
    persons = Person.objects.filter(merged_into=None).exclude(user__is_guest=True)
    return persons.filter(display_name__icontains=text.strip()) if text.strip() else persons


# --- clubs -------------------------------------------------------------------------------------


def membership_of(user: User | AnonymousUser, club: Club) -> Membership | None:
    """Return the membership of a user in a club."""
    person = person_of(user)
    if person is None:
        return None
    return Membership.objects.filter(club=club, person=person).first()


def membership_role(user: User | AnonymousUser, club: Club | None) -> str | None:
    """Return the role of a user in a club (a value of ``Role``), None without a membership."""
    membership = membership_of(user, club) if club is not None else None
    return None if membership is None else membership.role


def club_members(club: Club) -> QuerySet[Membership]:
    """Return the memberships of a club with their persons, by name."""
    return (
        Membership.objects.filter(club=club)
        .select_related("person")
        .order_by("person__display_name", "id")
    )


def clubs_of(user: User | AnonymousUser) -> QuerySet[Membership]:
    """Return the memberships of a user with their clubs, by name of the club."""
    person = person_of(user)
    memberships = Membership.objects.select_related("club").order_by("club__name", "id")
    return memberships.filter(person=person) if person is not None else memberships.none()


def invitation_find(secret: str, now: datetime | None = None) -> Invitation:
    """Return the open invitation of a link. Raises BadInvitation."""
    invitation = (
        Invitation.objects.filter(secret_hash=secret_hash(secret)).select_related("club").first()
    )
    now = now or timezone.now()
    if invitation is None or invitation.uses_left < 1 or invitation.expires_at <= now:
        raise BadInvitation("This invitation is not valid (any more).")
    return invitation


# --- API tokens --------------------------------------------------------------------------------


def token_is_valid(token: ApiToken, now: datetime | None = None) -> bool:
    """True unless the token is revoked or expired, or its user was switched off."""
    now = now or timezone.now()
    is_expired = token.expires_at is not None and token.expires_at <= now
    return token.revoked_at is None and not is_expired and token.user.is_active


def token_find(plaintext: str) -> ApiToken:
    """Return the valid token ``tk_<id>_<secret>`` with its user. Raises BadToken (no reason)."""
    prefix, _, rest = plaintext.partition("_")
    public_id, _, secret = rest.partition("_")
    token = None
    if prefix == TOKEN_PREFIX and secret and "\0" not in public_id:
        token = ApiToken.objects.select_related("user").filter(public_id=public_id).first()
    if (
        token is None
        or not hmac.compare_digest(token.secret_hash, secret_hash(secret))
        or not token_is_valid(token)
    ):
        raise BadToken("This token is not valid.")
    return token


def token_user(plaintext: str) -> tuple[User, frozenset[str]]:
    """Return user and scopes of a token; sockets ask again at least every 60 s. Raises BadToken."""
    token = token_find(plaintext)
    return token.user, frozenset(token.scopes)


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the tokens of a user that are not revoked (expired ones included), newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


# --- guests ------------------------------------------------------------------------------------


def guests_stale(now: datetime | None = None) -> QuerySet[User]:
    """Return guests older than a week whom nothing needs any more.

    "Needs" is asked without knowing the apps above: a guest is in use as soon as any row of any
    model points at the user or at its person (a seat, an entrant, a membership, a table made).
    """
    before = (now or timezone.now()) - timedelta(days=GUEST_UNUSED_DAYS)
    guests = User.objects.filter(is_guest=True, date_joined__lt=before)
    return guests.filter(*_nothing_points_at(User, "pk"), *_nothing_points_at(Person, "person__pk"))


def _nothing_points_at(model: type[Model], key: str) -> list[Combinable]:
    relations = [
        field
        for field in model._meta.get_fields(include_hidden=True)
        if isinstance(field, ForeignObjectRel) and not isinstance(field, ManyToManyRel)
    ]
    return [
        ~Exists(relation.related_model._base_manager.filter(**{relation.field.name: OuterRef(key)}))
        for relation in relations
        if (model, relation.related_model) != (User, Person)
    ]


# --- mail --------------------------------------------------------------------------------------


def mail_is_configured() -> bool:
    """True when this installation can send mail; most cannot and need not."""
    return settings.EMAIL_BACKEND.rsplit(".", 2)[-2] not in {"console", "dummy"}
