"""Tables of ``accounts``. Rows and constraints only: writes live in ``services``."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.ids import PublicIdField
from accounts.names import MAX_LENGTH as NAME_LENGTH

login_name_validator = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]{1,39}\Z",
    _("2 to 40 letters a–z, digits, dots, dashes or underscores; first a letter or digit."),
)
"""ASCII without ``@``: a login name can neither imitate another one nor pass for an address."""


class UserManager(DjangoUserManager["User"]):
    """Finds login names in any case and stores a missing address as NULL."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this login name, upper and lower case being the same."""
        return self.get(username__iexact=username)

    @classmethod
    def normalize_email(cls, email: str | None) -> str | None:  # type: ignore[override]
        """Return the address in lower case, or None: "" would not be unique.

        Lower case throughout, as allauth looks addresses up: it is a login name here.
        """
        return (email or "").strip().lower() or None


class User(AbstractUser):
    """Somebody who can sign in; a guest is one, too, with an unusable password."""

    username = models.CharField(
        _("login name"), max_length=40, unique=True, validators=[login_name_validator]
    )
    email = models.EmailField(  # type: ignore[assignment]  # noqa: DJ001  ("" is not unique)
        _("e-mail address"), null=True, blank=True, default=None
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    is_guest = models.BooleanField(_("guest"), default=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()  # type: ignore[misc]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_login_name_unique",
                violation_error_message=_("This login name is taken."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="accounts_user_email_unique",
                violation_error_message=_("This e-mail address is taken."),
            ),
            models.CheckConstraint(
                condition=~models.Q(email=""), name="accounts_user_email_null_not_empty"
            ),
        ]
        indexes = [
            models.Index(
                fields=["date_joined"],
                name="accounts_user_guests",
                condition=models.Q(is_guest=True),
            )
        ]


class Person(models.Model):
    """Somebody who plays, with or without an account; all results hang on this row.

    The only table that holds a person's name: erasing it here erases it everywhere.
    """

    public_id = PublicIdField()
    display_name = models.CharField(_("name"), max_length=NAME_LENGTH)
    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person"
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ["display_name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(display_name=""), name="accounts_person_has_name"
            ),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("id")),
                name="accounts_person_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name


class Club(models.Model):
    """A club: members with roles, and the events it holds."""

    public_id = PublicIdField()
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("short address"), max_length=60, unique=True)
    members = models.ManyToManyField(Person, through="Membership", related_name="clubs")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a person may do in a club; also the roles of its events."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    ARBITER = "arbiter", _("Arbiter")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")


class Membership(models.Model):
    """Joins a person to a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.MEMBER)
    number = models.CharField(_("member number"), max_length=20, blank=True, default="")
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "person"], name="accounts_membership_club_person"
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~models.Q(number=""),
                name="accounts_membership_club_number",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="accounts_membership_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.club}: {self.role})"


class Invitation(models.Model):
    """A link that lets whoever opens it join a club; the secret is stored as its SHA-256 only."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.MEMBER)
    uses_left = models.PositiveIntegerField(_("uses left"), default=1)
    expires_at = models.DateTimeField(_("expires at"))
    created_by = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="invitations_created"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="accounts_invitation_role"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.role} × {self.uses_left}"


class ApiToken(models.Model):
    """A key for programs: ``tk_<public_id>_<secret>``; the secret is stored as its SHA-256 only."""

    public_id = PublicIdField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    secret_hash = models.CharField(max_length=64, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} (tk_{self.public_id})"
