"""Clubs, members, invitation links."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.errors import (
    AlreadyMember,
    BadInvitation,
    BadName,
    LastOwner,
    NameTaken,
    NoSuchPerson,
    NotAMember,
)
from accounts.models import Club, Membership, Person, Role, User
from accounts.selectors import membership_role, person_of, person_resolve, persons_find

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
def owner() -> User:
    return services.user_create(username="owner", display_name="Resi")


@pytest.fixture
def club(owner: User) -> Club:
    return services.club_create(name="Tarockrunde Süd", owner=owner)


def test_founder_is_owner(club: Club, owner: User) -> None:
    assert club.slug == "tarockrunde-sud"
    assert membership_role(owner, club) == Role.OWNER


def test_names_and_slugs(club: Club) -> None:
    with pytest.raises(NameTaken):
        services.club_create(name="Tarockrunde Süd")
    with pytest.raises(BadName):
        services.club_create(name=" ")
    assert services.club_create(name="多羅").slug


def test_a_person_is_a_member_once(club: Club) -> None:
    person = services.person_create(display_name="Sepp")
    services.member_add(club, person=person, number="7")
    with pytest.raises(AlreadyMember):
        services.member_add(club, person=person)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=club, person=person)


def test_numbers_are_unique_within_a_club(club: Club) -> None:
    services.member_enter(club, person_id=None, name="A", role="member", number="7")
    with pytest.raises(NameTaken):
        services.member_enter(club, person_id=None, name="B", role="member", number=" 7 ")
    assert not Person.objects.filter(display_name="B").exists()
    services.member_enter(club, person_id=None, name="C", role="member")
    services.member_enter(club, person_id=None, name="D", role="member")
    with pytest.raises(NoSuchPerson):
        services.member_enter(club, person_id="0" * 12, role="member")
    with pytest.raises(BadName):
        services.member_number_clean("1" * 21)


def test_the_last_owner_stays(club: Club, owner: User) -> None:
    resi = services.person_for(owner)
    with pytest.raises(LastOwner):
        services.member_remove(club, person=resi)
    with pytest.raises(LastOwner):
        services.member_change(club, person=resi, role="member")
    sepp = services.person_create(display_name="Sepp")
    services.member_add(club, person=sepp, role="owner")
    services.member_remove(club, person=resi)
    assert membership_role(owner, club) is None
    with pytest.raises(NotAMember):
        services.member_remove(club, person=resi)


def test_change_of_a_member(club: Club) -> None:
    sepp = services.person_create(display_name="Sepp")
    services.member_add(club, person=sepp)
    member = services.member_change(club, person=sepp, role="arbiter", number="3")
    assert (member.role, member.number) == ("arbiter", "3")


def test_merged_persons_lead_to_the_one_that_stays(owner: User) -> None:
    kept = services.person_create(display_name="Resi K.")
    Person.objects.filter(user=owner).update(merged_into=kept)
    assert person_of(owner) == kept
    assert list(persons_find("resi")) == [kept]
    ring = Person(pk=1)
    ring.merged_into = Person(pk=2, merged_into=ring)
    assert person_resolve(ring).pk in {1, 2}


# --- invitations -------------------------------------------------------------------------------


def test_opening_a_link_does_not_join_the_button_does(club: Club, client: Client) -> None:
    user = services.user_create(username="sepp")
    client.force_login(user)
    _, secret = services.invitation_create(club, role="scorer")
    page = client.get(f"/accounts/join/{secret}/")
    assert page.status_code == 200
    assert club.name in page.content.decode()
    assert membership_role(user, club) is None
    assert client.post(f"/accounts/join/{secret}/").status_code == 302
    assert membership_role(user, club) == "scorer"
    assert client.get(f"/accounts/join/{secret}/").status_code == 404


def test_a_visitor_joins_as_a_guest(club: Club, client: Client) -> None:
    _, secret = services.invitation_create(club)
    client.get(f"/accounts/join/{secret}/")
    assert not User.objects.filter(is_guest=True).exists()
    client.post(f"/accounts/join/{secret}/")
    assert membership_role(User.objects.get(is_guest=True), club) == "member"


def test_a_refused_join_makes_no_guest(client: Client) -> None:
    assert client.post("/accounts/join/nonsense/").status_code == 404
    assert not User.objects.exists()


def test_a_member_uses_up_nothing(club: Club, owner: User, client: Client) -> None:
    invitation, secret = services.invitation_create(club)
    client.force_login(owner)
    assert client.post(f"/accounts/join/{secret}/").status_code == 302
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_old_and_withdrawn_links(club: Club, owner: User) -> None:
    _, old = services.invitation_create(club, expires_at=timezone.now() - timedelta(seconds=1))
    withdrawn, secret = services.invitation_create(club, uses=5)
    services.invitation_withdraw(withdrawn)
    for link in (old, secret, ""):
        with pytest.raises(BadInvitation):
            services.invitation_accept(link, user=owner)


def test_the_secret_is_not_stored(club: Club) -> None:
    invitation, secret = services.invitation_create(club)
    assert secret not in str(vars(invitation))
    assert len(secret) >= 22  # 128 bits
