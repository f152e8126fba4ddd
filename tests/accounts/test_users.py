"""Accounts: sign-up, login, guests, the life of a site without a mail server."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import services
from accounts.errors import BadLoginName, NameTaken, NotAGuest
from accounts.models import Person, User
from accounts.selectors import person_of
from accounts.sessions import signed_in_user
from accounts.tasks import guests_purge

PASSWORD = "Gstiess-21-Mond"

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


def sign_up(client: Client, **changes: str) -> Any:
    data = {"username": "Sepp", "email": "", "password1": PASSWORD, "display_name": "Sepp Huber"}
    return client.post("/accounts/signup/", data | changes)


def log_in(client: Client, login: str, password: str = PASSWORD) -> bool:
    client.post("/accounts/login/", {"login": login, "password": password})
    return "_auth_user_id" in client.session


def assert_our_page(response: Any) -> None:
    """allauth brings pages of the same names; a wrong template order would show those."""
    assert response.status_code == 200
    assert "Tarockania" in response.content.decode()


def test_sign_up_without_mail_signs_in(client: Client) -> None:
    response = sign_up(client)
    assert response.status_code == 302
    user = User.objects.get()
    assert client.session["_auth_user_id"] == str(user.pk)
    assert user.email is None
    assert user.person.display_name == "Sepp Huber"
    assert mail.outbox == []


def test_a_name_is_not_needed(client: Client) -> None:
    sign_up(client, display_name="")
    assert Person.objects.get().display_name == "Sepp"


@pytest.mark.parametrize("login", ["sepp", "SEPP", "sepp@example.org", "Sepp@Example.ORG"])
def test_login_by_name_or_address_in_any_case(client: Client, login: str) -> None:
    sign_up(client, email="Sepp@example.org")
    assert log_in(Client(), login)
    assert not log_in(Client(), login, "wrong")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"username": "sEPP"}, "username"),
        ({"username": "x"}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "a@b.org"}, "username"),
        ({"username": "Guest-1"}, "username"),
        ({"username": "Jürgen"}, "username"),
        ({"username": "franz", "email": "SEPP@example.org"}, "email"),
        ({"username": "franz", "email": "nonsense"}, "email"),
        ({"username": "franz", "display_name": "a\u202eb"}, "display_name"),
        ({"username": "franz", "password1": "123"}, "password1"),
    ],
)
def test_bad_sign_up_says_where(client: Client, changes: dict[str, str], field: str) -> None:
    services.user_create(username="Sepp", password=PASSWORD, email="sepp@example.org")
    response = sign_up(client, **changes)
    assert response.status_code == 200
    assert field in response.context["form"].errors
    assert User.objects.count() == 1


def test_the_database_itself_refuses_the_same_name_in_another_case() -> None:
    User.objects.create(username="Sepp", email="a@example.org")
    for fields in ({"username": "sEPP"}, {"username": "b", "email": "A@example.org"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create(**fields)
    User.objects.create(username="c")
    User.objects.create(username="d")


def test_beaten_to_the_name_is_an_error_of_the_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(**fields: object) -> User:
        raise NameTaken("taken")

    monkeypatch.setattr("accounts.adapter.user_create", late)
    response = sign_up(client)
    assert response.status_code == 200
    assert "username" in response.context["form"].errors


def test_an_address_given_up_no_longer_opens_the_account(client: Client) -> None:
    sign_up(client, email="old@example.org")
    client.post("/accounts/profile/", {"display_name": "Sepp H.", "email": "new@example.org"})
    assert log_in(Client(), "new@example.org")
    assert not log_in(Client(), "old@example.org")
    assert Person.objects.get().display_name == "Sepp H."


def test_profile_refuses_the_address_of_somebody_else(client: Client) -> None:
    services.user_create(username="franz", email="franz@example.org")
    sign_up(client)
    data = {"display_name": "Other", "email": "FRANZ@example.org"}
    response = client.post("/accounts/profile/", data)
    assert "email" in response.context["form"].errors
    assert User.objects.get(username="Sepp").person.display_name == "Sepp Huber"


def test_password_change(client: Client) -> None:
    sign_up(client)
    data = {"oldpassword": PASSWORD, "password1": "Neu-Trull-22", "password2": "Neu-Trull-22"}
    assert client.post("/accounts/password/change/", data).status_code == 302
    assert log_in(Client(), "sepp", "Neu-Trull-22")


@pytest.mark.parametrize(
    "path",
    ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"],
)
def test_pages_for_visitors(client: Client, path: str) -> None:
    assert_our_page(client.get(path))


@pytest.mark.parametrize(
    "path",
    ["/accounts/profile/", "/accounts/logout/", "/accounts/password/change/", "/accounts/tokens/"],
)
def test_pages_for_users(client: Client, path: str) -> None:
    sign_up(client)
    assert_our_page(client.get(path))
    assert client.get("/accounts/login/").status_code == 302
    assert client.get("/accounts/signup/").status_code == 302
    assert client.get("/accounts/email/")["Location"] == "/accounts/profile/"


def test_log_out_needs_a_post(client: Client) -> None:
    sign_up(client)
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_without_mail_the_reset_page_says_whom_to_ask(client: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = client.get("/accounts/password/reset/").content.decode()
    assert "account_link" in page
    assert "<form class" not in page


# --- guests ------------------------------------------------------------------------------------


def guest_client() -> tuple[Client, User]:
    client = Client()
    user = services.user_guest_create()
    client.force_login(user)
    return client, user


def test_a_first_post_makes_a_guest_once(rf: RequestFactory, client: Client) -> None:
    from django.contrib.auth.models import AnonymousUser

    request = rf.post("/play/")
    request.user = AnonymousUser()
    request.session = client.session
    guest = signed_in_user(request)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert person_of(guest) is not None
    assert signed_in_user(request) == guest
    assert User.objects.count() == 1


def test_sign_up_upgrades_the_guest_row() -> None:
    client, guest = guest_client()
    person = person_of(guest)
    assert sign_up(client, email="sepp@example.org").status_code == 302
    user = User.objects.get()
    assert user.pk == guest.pk
    assert not user.is_guest
    assert person_of(user) == person
    assert client.session["_auth_user_id"] == str(user.pk)
    assert log_in(Client(), "sepp@example.org")


def test_refused_sign_up_leaves_the_guest_a_guest() -> None:
    services.user_create(username="sepp", password=PASSWORD)
    client, guest = guest_client()
    sign_up(client)
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.username.startswith("guest-")


def test_a_guest_may_change_over_to_an_account() -> None:
    user = services.user_create(username="sepp", password=PASSWORD)
    client, _ = guest_client()
    client.post("/accounts/login/", {"login": "sepp", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)


def test_only_guests_are_upgraded() -> None:
    user = services.user_create(username="sepp")
    with pytest.raises(NotAGuest):
        services.guest_upgrade(user, username="other", password=PASSWORD)
    with pytest.raises(BadLoginName):
        services.guest_upgrade(user, username="guest-1", password=PASSWORD)


def test_guests_have_no_tokens() -> None:
    client, _ = guest_client()
    assert client.get("/accounts/tokens/")["Location"] == "/accounts/signup/"


def test_purge_takes_old_unused_guests_only() -> None:
    old = timezone.now() - timedelta(days=8)
    fresh = services.user_guest_create()
    unused, member, founder = (services.user_guest_create() for _ in range(3))
    full = services.user_create(username="sepp")
    User.objects.exclude(pk=fresh.pk).update(date_joined=old)
    club = services.club_create(name="Club")
    services.member_add(club, person=services.person_for(member))
    services.invitation_create(club, created_by=founder)
    assert guests_purge() == 1
    assert set(User.objects.all()) == {fresh, member, founder, full}
    assert not Person.objects.filter(display_name__startswith="Guest", user=None).exists()
    assert unused.username not in set(User.objects.values_list("username", flat=True))


def test_a_seat_keeps_a_guest() -> None:
    from games.models import Seat, Table

    guest = services.user_guest_create()
    User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    table = Table.objects.create(name="T", rules_id="koenigrufen/cardgames-zone", size=4, hands=2)
    Seat.objects.create(table=table, index=0, person=person_of(guest), name="G")
    assert guests_purge() == 0
    assert User.objects.filter(pk=guest.pk).exists()


# --- the rarer pages ---------------------------------------------------------------------------


def test_user_without_password_sets_one(client: Client) -> None:
    user = services.user_create(username="sepp")
    client.force_login(user)
    page = client.get("/accounts/password/change/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/password/set/"
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    assert log_in(Client(), "sepp")


def test_what_guests_are_told() -> None:
    client, _ = guest_client()
    for path in ("/accounts/logout/", "/accounts/profile/", "/accounts/password/set/"):
        assert "/accounts/signup/" in client.get(path).content.decode()


def test_switched_off_account(client: Client) -> None:
    services.user_create(username="sepp", password=PASSWORD)
    User.objects.update(is_active=False)
    answer = client.post("/accounts/login/", {"login": "sepp", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/inactive/"
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_too_many_sign_ups_from_one_address(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/m/ip"}
    answers = [sign_up(Client(REMOTE_ADDR="10.9.8.7"), username=f"user{i}") for i in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "<h1>" in answers[-1].content.decode()
    assert User.objects.count() == 2
