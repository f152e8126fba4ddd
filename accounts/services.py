"""Writes of ``accounts``: accounts and guests, persons, clubs and members, links, tokens."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.deletion import ProtectedError
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.errors import (
    AlreadyMember,
    BadExpiry,
    BadInvitation,
    BadLoginName,
    BadName,
    BadScope,
    LastOwner,
    NameTaken,
    NoSuchPerson,
    NotAGuest,
    NotAMember,
    TooManyTokens,
)
from accounts.ids import public_id
from accounts.models import (
    ApiToken,
    Club,
    Invitation,
    Membership,
    Person,
    Role,
    User,
    login_name_validator,
)
from accounts.names import name_clean
from accounts.selectors import SCOPES, TOKEN_PREFIX, person_of, secret_hash

GUEST_LOGIN_PREFIX = "guest-"
"""Login names of guests begin so; nobody may choose such a name."""

TOKENS_PER_USER = 50
TOKEN_TOUCH_SECONDS = 60
INVITATION_DAYS = 30
MEMBER_NUMBER_LENGTH = 20


# --- users and persons -------------------------------------------------------------------------


def login_name_check(username: str) -> None:
    """Raise BadLoginName for a login name of the wrong form or one kept for guests."""
    try:
        login_name_validator(username)
    except ValidationError as error:
        raise BadLoginName(str(error.message), name=username) from error
    if username.lower().startswith(GUEST_LOGIN_PREFIX):
        raise BadLoginName("This beginning of a login name is kept for guests.", name=username)


@transaction.atomic
def user_create(
    *,
    username: str,
    password: str | None = None,
    email: str | None = None,
    display_name: str = "",
    is_staff: bool = False,
) -> User:
    """Create a full account and its person; without a password only a set-up link opens it.

    The display name defaults to the login name. Raises BadLoginName, BadName, NameTaken.
    """
    login_name_check(username)
    user = User(username=username, email=User.objects.normalize_email(email))
    user.is_staff = user.is_superuser = is_staff
    user.set_password(password)  # None makes it unusable
    user_save_unique(user)
    person_for(user, display_name=display_name or username)
    return user


def user_save_unique(user: User) -> None:
    """Save a user. Raises NameTaken when login name or address belong to somebody else."""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise NameTaken("This login name or e-mail address is taken.") from error


@transaction.atomic
def user_guest_create(*, display_name: str = "") -> User:
    """Create a guest with its person. The caller signs it in (``accounts.sessions``)."""
    number = public_id()
    user = User(username=f"{GUEST_LOGIN_PREFIX}{number}", is_guest=True)
    user.set_unusable_password()
    user.save()
    name = _("Guest %(code)s") % {"code": number[:4].upper()}
    person_for(user, display_name=display_name or name)
    return user


def user_lock(user: User) -> None:
    """Inside a transaction: what follows happens for one user one after the other, so that what it
    counts still holds when it writes."""
    rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk)
    rows.values_list("pk").first()


@transaction.atomic
def guest_upgrade(
    user: User, *, username: str, password: str, email: str | None = None, display_name: str = ""
) -> User:
    """Turn a guest into a full account: same row, same person, so the history stays.

    Raises NotAGuest, BadLoginName, BadName, NameTaken.
    """
    login_name_check(username)
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_guest:
        raise NotAGuest("This is a full account already.")
    user.username = username
    user.email = User.objects.normalize_email(email)
    user.is_guest = False
    user.set_password(password)
    user_save_unique(user)
    person_rename(person_for(user), display_name=display_name or username)
    return user


@transaction.atomic
def profile_change(user: User, *, display_name: str, email: str | None) -> None:
    """Set name and address (None clears it). Raises BadName, NameTaken."""
    user.email = User.objects.normalize_email(email)
    user_save_unique(user)
    # allauth's own table of addresses would keep the old one as a way to sign in.
    EmailAddress.objects.filter(user=user).exclude(email=user.email or "").delete()
    person_rename(person_for(user), display_name=display_name)


def person_for(user: User, *, display_name: str = "") -> Person:
    """Return the person of a user, created if there is none. Raises BadName."""
    person = person_of(user)
    if person is None:
        name = name_clean(display_name or user.username)
        person, _ = Person.objects.get_or_create(user=user, defaults={"display_name": name})
    return person


def person_create(*, display_name: str) -> Person:
    """Create a person without an account. Raises BadName."""
    return Person.objects.create(display_name=name_clean(display_name))


def person_rename(person: Person, *, display_name: str) -> None:
    """Change a name everywhere it is shown. Raises BadName."""
    person.display_name = name_clean(display_name)
    person.save(update_fields=["display_name"])


def guests_purge(*, now: datetime | None = None, limit: int = 1000) -> int:
    """Delete guests that nothing needs, with their persons; return how many.

    One transaction per guest: somebody sitting down meanwhile only saves that one guest.
    """
    purged = 0
    for user in selectors.guests_stale(now)[:limit]:
        try:
            with transaction.atomic():
                Person.objects.filter(user=user).delete()
                user.delete()
            purged += 1
        except (ProtectedError, IntegrityError):
            continue
    return purged


# --- clubs -------------------------------------------------------------------------------------


@transaction.atomic
def club_create(*, name: str, slug: str = "", owner: User | None = None) -> Club:
    """Create a club; ``owner`` becomes its first member. Raises BadName, NameTaken."""
    name = name_clean(name)
    slug = slugify(slug or name)[:60].strip("-_") or public_id()
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=slug)
    except IntegrityError as error:
        raise NameTaken("A club with this short address exists already.", slug=slug) from error
    if owner is not None:
        member_add(club, person=person_for(owner), role=Role.OWNER)
    return club


def member_add(
    club: Club, *, person: Person, role: str = Role.MEMBER, number: str = ""
) -> Membership:
    """Add a person to a club. Raises AlreadyMember, BadName (the number), NameTaken (the same)."""
    number = member_number_clean(number)
    if Membership.objects.filter(club=club, person=person).exists():
        raise AlreadyMember("This person is a member already.", person=person.public_id)
    try:
        with transaction.atomic():
            return Membership.objects.create(
                club=club, person=person, role=Role(role), number=number
            )
    except IntegrityError as error:
        raise NameTaken("This member number is taken.", number=number) from error


@transaction.atomic
def member_enter(
    club: Club, *, person_id: str | None, name: str = "", role: str, number: str = ""
) -> Membership:
    """Add an existing person by its public id, or else a new one called ``name``.

    Nobody is created when the membership is refused. Raises like ``member_add``, and
    ``NoSuchPerson``.
    """
    if person_id is None:
        person = person_create(display_name=name)
    else:
        found = Person.objects.filter(public_id=person_id).first()
        if found is None:
            raise NoSuchPerson("There is no such person.", person=person_id)
        person = selectors.person_resolve(found)
    return member_add(club, person=person, role=role, number=number)


def member_number_clean(number: str) -> str:
    """Return a member number under the rules of names; empty is allowed. Raises BadName."""
    number = name_clean(number) if number.strip() else ""
    if len(number) > MEMBER_NUMBER_LENGTH:
        raise BadName(
            "A member number has at most 20 characters.",
            reason="too_long",
            limit=MEMBER_NUMBER_LENGTH,
            length=len(number),
        )
    return number


@transaction.atomic
def member_change(
    club: Club, *, person: Person, role: str | None = None, number: str | None = None
) -> Membership:
    """Change role or number of a member. Raises NotAMember, LastOwner, BadName, NameTaken."""
    membership = _membership_locked(club, person)
    if role is not None:
        if role != Role.OWNER:
            _refuse_last_owner(membership)
        membership.role = Role(role)
    if number is not None:
        membership.number = member_number_clean(number)
    try:
        with transaction.atomic():
            membership.save(update_fields=["role", "number"])
    except IntegrityError as error:
        raise NameTaken("This member number is taken.", number=number) from error
    return membership


@transaction.atomic
def member_remove(club: Club, *, person: Person) -> None:
    """Take a person out of a club; results stay. Raises NotAMember, LastOwner."""
    membership = _membership_locked(club, person)
    _refuse_last_owner(membership)
    membership.delete()


def _membership_locked(club: Club, person: Person) -> Membership:
    # The club row is the lock: two owners leaving at once must not leave a club without one.
    Club.objects.select_for_update().get(pk=club.pk)
    membership = Membership.objects.filter(club=club, person=person).first()
    if membership is None:
        raise NotAMember("This person is not a member.", person=person.public_id)
    return membership


def _refuse_last_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(club=membership.club_id, role=Role.OWNER)
    if membership.role == Role.OWNER and not owners.exclude(pk=membership.pk).exists():
        raise LastOwner("A club keeps at least one owner.")


# --- links -------------------------------------------------------------------------------------


def invitation_create(
    club: Club,
    *,
    created_by: User | None = None,
    role: str = Role.MEMBER,
    uses: int = 1,
    expires_at: datetime | None = None,
) -> tuple[Invitation, str]:
    """Create an invitation; return it with its secret, which nobody can read again."""
    secret = secrets.token_urlsafe(16)  # 128 bits
    invitation = Invitation.objects.create(
        club=club,
        secret_hash=secret_hash(secret),
        role=Role(role),
        uses_left=uses,
        expires_at=expires_at or timezone.now() + timedelta(days=INVITATION_DAYS),
        created_by=created_by,
    )
    return invitation, secret


@transaction.atomic
def invitation_accept(secret: str, *, user: User) -> Membership:
    """Join the club of an invitation. Raises BadInvitation, AlreadyMember.

    The use is taken by a conditional update, so a link for one lets in one, however fast two are.
    """
    invitation = selectors.invitation_find(secret)
    taken = Invitation.objects.filter(
        pk=invitation.pk, uses_left__gt=0, expires_at__gt=timezone.now()
    ).update(uses_left=F("uses_left") - 1)
    if not taken:
        raise BadInvitation("This invitation is not valid (any more).")
    return member_add(invitation.club, person=person_for(user), role=invitation.role)


def invitation_withdraw(invitation: Invitation) -> None:
    """Make an invitation useless."""
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=0)


# --- API tokens --------------------------------------------------------------------------------


@transaction.atomic
def token_create(
    user: User,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Create a token; return it with its plaintext, which is shown once and never stored.

    Raises BadName, BadScope, BadExpiry, TooManyTokens.
    """
    name = name_clean(name)
    wanted = list(scopes)
    if not wanted or not set(wanted) <= set(SCOPES):
        raise BadScope("A token needs at least one known scope.", scopes=wanted, known=list(SCOPES))
    if expires_at is not None and expires_at <= timezone.now():
        raise BadExpiry("A token cannot expire in the past.")
    user_lock(user)
    if selectors.tokens_of(user).count() >= TOKENS_PER_USER:
        raise TooManyTokens("Revoke a token first.", limit=TOKENS_PER_USER)
    secret = secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        secret_hash=secret_hash(secret),
        scopes=[scope for scope in SCOPES if scope in wanted],
        expires_at=expires_at,
    )
    return token, f"{TOKEN_PREFIX}_{token.public_id}_{secret}"


def token_revoke(token: ApiToken) -> None:
    """Make a token invalid for good. Sockets opened with it close at their next check (60 s)."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def token_touch(token: ApiToken, *, now: datetime | None = None) -> None:
    """Note that a token was used, at most once a minute: a busy bot must not write per request."""
    now = now or timezone.now()
    before = now - timedelta(seconds=TOKEN_TOUCH_SECONDS)
    if token.last_used_at is None or token.last_used_at < before:
        ApiToken.objects.filter(
            Q(last_used_at=None) | Q(last_used_at__lt=before), pk=token.pk
        ).update(last_used_at=now)
