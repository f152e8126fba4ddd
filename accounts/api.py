"""REST resources of ``accounts``: persons, clubs with their members, API tokens."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.mixins import DestroyModelMixin, ListModelMixin, RetrieveModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from accounts import selectors, services
from accounts.errors import NotAllowed
from accounts.models import ApiToken, Club, Membership, Person, Role, User
from accounts.permissions import OWNERS, roles_of
from accounts.rest import Router, user_of
from accounts.serializers import (
    ClubSerializer,
    InvitationSerializer,
    InviteSerializer,
    MemberAddSerializer,
    MemberChangeSerializer,
    MemberSerializer,
    MeSerializer,
    PersonSerializer,
    TokenCreatedSerializer,
    TokenSerializer,
)

ID = "[0-9a-z]{12}"


class PersonViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[Person]):
    """Persons, and ``me``."""

    resource = "person"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = PersonSerializer

    def get_queryset(self) -> QuerySet[Person]:
        """Return the persons to list, or all that an id may name."""
        if self.action == "list":
            return selectors.persons_find(self.request.query_params.get("search", ""))
        return Person.objects.select_related("merged_into")

    @extend_schema(parameters=[OpenApiParameter("search", str, description="Part of the name.")])
    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List persons, newest first; guests are left out."""
        return super().list(request, *args, **kwargs)

    def get_object(self) -> Person:
        """Return the person of the address; a merged one leads to what it became part of."""
        return selectors.person_resolve(super().get_object())

    @extend_schema(responses=MeSerializer)
    @action(detail=False, pagination_class=None)
    def me(self, request: Request) -> Response:
        """Return who is asking."""
        person = services.person_for(_signed_in(request))
        return Response(MeSerializer(person).data)

    @extend_schema(request=MeSerializer, responses=MeSerializer)
    @me.mapping.patch
    def me_update(self, request: Request) -> Response:
        """Change one's own name."""
        person = services.person_for(_signed_in(request))
        serializer = MeSerializer(person, data=request.data)
        serializer.is_valid(raise_exception=True)
        services.person_rename(person, display_name=serializer.validated_data["display_name"])
        return Response(MeSerializer(person).data)


class ClubViewSet(ListModelMixin, RetrieveModelMixin, GenericViewSet[Club]):
    """Clubs; members for the club itself, changes for its organisers."""

    resource = "club"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = ClubSerializer
    queryset = Club.objects.all()

    @extend_schema(request=ClubSerializer, responses={201: ClubSerializer})
    def create(self, request: Request) -> Response:
        """Found a club; whoever does is its owner."""
        data = _valid(ClubSerializer(data=request.data))
        club = services.club_create(owner=_signed_in(request), **data)
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses=MemberSerializer(many=True))
    @action(detail=True)
    def members(self, request: Request, public_id: str) -> Response:
        """List the members, who joined last comes first."""
        members = selectors.club_members(self.get_object())
        assert self.paginator is not None
        page = self.paginator.paginate_queryset(members, request, view=self)
        return self.get_paginated_response(MemberSerializer(page, many=True).data)

    @extend_schema(request=MemberAddSerializer, responses={201: MemberSerializer})
    @members.mapping.post
    def member_add(self, request: Request, public_id: str) -> Response:
        """Add a person: an existing one, or a new one without an account."""
        club = self.get_object()
        data = _valid(MemberAddSerializer(data=request.data))
        _check_may_touch(request, club, data["role"])
        membership = services.member_enter(
            club,
            person_id=data.get("person"),
            name=data.get("name", ""),
            role=data["role"],
            number=data["number"],
        )
        return Response(MemberSerializer(membership).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MemberChangeSerializer, responses=MemberSerializer)
    @action(detail=True, methods=["patch"], url_path=f"members/(?P<person_id>{ID})")
    def member_change(self, request: Request, public_id: str, person_id: str) -> Response:
        """Change role or number of a member."""
        club = self.get_object()
        member = _member(club, person_id)
        data = _valid(MemberChangeSerializer(data=request.data))
        _check_may_touch(request, club, member.role, data.get("role", ""))
        changed = services.member_change(club, person=member.person, **data)
        return Response(MemberSerializer(changed).data)

    @extend_schema(responses={204: None})
    @member_change.mapping.delete
    def member_remove(self, request: Request, public_id: str, person_id: str) -> Response:
        """Take a member out of the club; results stay."""
        club = self.get_object()
        member = _member(club, person_id)
        _check_may_touch(request, club, member.role)
        services.member_remove(club, person=member.person)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=InviteSerializer, responses={201: InvitationSerializer})
    @action(detail=True, methods=["post"])
    def invite(self, request: Request, public_id: str) -> Response:
        """Make an invitation link. Opening it shows the club, a button there joins."""
        club = self.get_object()
        data = _valid(InviteSerializer(data=request.data))
        _check_may_touch(request, club, data["role"])
        invitation, secret = services.invitation_create(
            club, created_by=_signed_in(request), **data
        )
        url = request.build_absolute_uri(reverse("invitation", args=[secret]))
        body = InvitationSerializer(
            {
                "url": url,
                "role": invitation.role,
                "uses_left": invitation.uses_left,
                "expires_at": invitation.expires_at,
            }
        )
        return Response(body.data, status=status.HTTP_201_CREATED)


class TokenViewSet(ListModelMixin, DestroyModelMixin, GenericViewSet[ApiToken]):
    """One's own API tokens; only for a session, so that no token can make another one."""

    resource = "token"
    lookup_field = "public_id"
    lookup_value_regex = ID
    serializer_class = TokenSerializer
    queryset = ApiToken.objects.none()

    def get_queryset(self) -> QuerySet[ApiToken]:
        """Return the tokens of whoever asks."""
        user = user_of(self.request)
        return selectors.tokens_of(user) if isinstance(user, User) else ApiToken.objects.none()

    def permission_target(self, token: ApiToken) -> tuple[None, User]:
        """Tokens belong to their user and to no club."""
        return None, token.user

    @extend_schema(request=TokenSerializer, responses={201: TokenCreatedSerializer})
    def create(self, request: Request) -> Response:
        """Create a token; the answer is the only place where its plaintext ever appears."""
        data = _valid(TokenSerializer(data=request.data))
        token, plaintext = services.token_create(_signed_in(request), **data)
        body = TokenCreatedSerializer(token, context={"plaintext": plaintext})
        return Response(body.data, status=status.HTTP_201_CREATED)

    def perform_destroy(self, instance: ApiToken) -> None:
        """Revoke instead of deleting: the row tells when."""
        services.token_revoke(instance)


def _valid(serializer: Any) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def _signed_in(request: Request) -> User:
    user = user_of(request)
    assert isinstance(user, User), "the permission table lets nobody else here"
    return user


def _member(club: Club, person_id: str) -> Membership:
    return get_object_or_404(selectors.club_members(club), person__public_id=person_id)


def _check_may_touch(request: Request, club: Club, *roles: str) -> None:
    """Organisers manage everybody but owners: only an owner makes, changes or removes one."""
    if Role.OWNER in roles and not OWNERS & roles_of(user_of(request), club=club):
        raise NotAllowed("Only an owner may do this.", role=Role.OWNER.value)


router = Router()
router.register("persons", PersonViewSet, basename="person")
router.register("clubs", ClubViewSet, basename="club")
router.register("tokens", TokenViewSet, basename="token")

urlpatterns = router.urls
