"""JSON forms of ``accounts``; every id in them is a public id."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts import selectors
from accounts.bodies import KnownKeys
from accounts.models import ApiToken, Club, Membership, Person, Role
from accounts.names import MAX_LENGTH
from accounts.services import MEMBER_NUMBER_LENGTH


class PersonSerializer(serializers.ModelSerializer[Person]):
    """A person as everybody may see it."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(source="display_name", read_only=True)

    class Meta:
        model = Person
        fields = ("id", "name")


class ClubSerializer(KnownKeys, serializers.ModelSerializer[Club]):
    """A club."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(max_length=MAX_LENGTH)
    slug = serializers.SlugField(max_length=60, required=False, default="")

    class Meta:
        model = Club
        fields = ("id", "name", "slug")


class MyClubSerializer(serializers.ModelSerializer[Membership]):
    """A club of the asking person, with the role in it."""

    id = serializers.CharField(source="club.public_id", read_only=True)
    name = serializers.CharField(source="club.name", read_only=True)
    role = serializers.ChoiceField(choices=Role.choices, read_only=True)

    class Meta:
        model = Membership
        fields = ("id", "name", "role")


class MeSerializer(KnownKeys, serializers.Serializer[Person]):
    """The asking person and its account."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(source="display_name", max_length=MAX_LENGTH)
    login = serializers.CharField(source="user.username", read_only=True)
    is_guest = serializers.BooleanField(source="user.is_guest", read_only=True)
    clubs = serializers.SerializerMethodField()

    def get_clubs(self, person: Person) -> list[dict[str, Any]]:
        """Return the clubs with the role in each."""
        if person.user is None:
            return []
        return list(MyClubSerializer(selectors.clubs_of(person.user), many=True).data)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member of a club."""

    person = PersonSerializer(read_only=True)
    role = serializers.ChoiceField(choices=Role.choices, read_only=True)

    class Meta:
        model = Membership
        fields = ("person", "role", "number", "joined_at")
        read_only_fields = ("number", "joined_at")


class MemberAddSerializer(KnownKeys, serializers.Serializer[Any]):
    """A person to add: an existing one by id, or a new one by name."""

    person = serializers.CharField(max_length=12, required=False)
    name = serializers.CharField(max_length=MAX_LENGTH, required=False)
    role = serializers.ChoiceField(choices=Role.choices, default=Role.MEMBER)
    number = serializers.CharField(max_length=MEMBER_NUMBER_LENGTH, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse neither and both of ``person`` and ``name``."""
        if ("person" in attrs) == ("name" in attrs):
            raise serializers.ValidationError(_("Give either person or name."))
        return attrs


class MemberChangeSerializer(KnownKeys, serializers.Serializer[Any]):
    """What may change about a member."""

    role = serializers.ChoiceField(choices=Role.choices, required=False)
    number = serializers.CharField(
        max_length=MEMBER_NUMBER_LENGTH, allow_blank=True, required=False
    )


class InviteSerializer(KnownKeys, serializers.Serializer[Any]):
    """An invitation link to make."""

    role = serializers.ChoiceField(choices=Role.choices, default=Role.MEMBER)
    uses = serializers.IntegerField(min_value=1, max_value=1000, default=1)


class InvitationSerializer(serializers.Serializer[Any]):
    """An invitation link, readable only in the answer that makes it."""

    url = serializers.URLField(read_only=True)
    role = serializers.ChoiceField(choices=Role.choices, read_only=True)
    uses_left = serializers.IntegerField(read_only=True)
    expires_at = serializers.DateTimeField(read_only=True)


class TokenSerializer(KnownKeys, serializers.ModelSerializer[ApiToken]):
    """A token without its secret."""

    id = serializers.CharField(source="public_id", read_only=True)
    name = serializers.CharField(max_length=MAX_LENGTH)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=selectors.SCOPES), allow_empty=False
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)

    class Meta:
        model = ApiToken
        fields = ("id", "name", "scopes", "created_at", "expires_at", "last_used_at")
        read_only_fields = ("created_at", "last_used_at")


class TokenCreatedSerializer(TokenSerializer):
    """A new token with its plaintext, which is never shown again."""

    token = serializers.SerializerMethodField()

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "token")  # type: ignore[assignment]

    def get_token(self, token: ApiToken) -> str:
        """Return the plaintext that the view passed in."""
        return str(self.context["plaintext"])
