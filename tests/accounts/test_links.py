"""Links that open an account without mail: from the console and from the admin pages."""

from __future__ import annotations

from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import services
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "Gstiess-21-Mond"


def link(*args: str) -> str:
    out = StringIO()
    call_command("account_link", *args, stdout=out)
    return out.getvalue().strip()


def choose_password(url: str) -> bool:
    client = Client()
    page = client.get(urlsplit(url).path, follow=True)
    form = page.context.get("form")
    if page.context.get("token_fail") or form is None:
        return False
    path = page.redirect_chain[-1][0]
    answer = client.post(path, {"password1": PASSWORD, "password2": PASSWORD})
    return answer.status_code == 302


def can_log_in(login: str) -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    return "_auth_user_id" in client.session


def test_a_link_works_once() -> None:
    services.user_create(username="sepp")
    url = link("SEPP", "--base", "http://pub.example:8000/")
    assert url.startswith("http://pub.example:8000/accounts/password/reset/key/")
    assert choose_password(url)
    assert can_log_in("sepp")
    assert not choose_password(url)


def test_first_operator_from_the_console() -> None:
    assert choose_password(link("resi", "--create", "--staff"))
    user = User.objects.get()
    assert user.is_staff
    assert user.is_superuser
    assert can_log_in("resi")


def test_by_address() -> None:
    services.user_create(username="sepp", email="sepp@example.org")
    assert "/password/reset/key/" in link("Sepp@example.org")


@pytest.mark.parametrize(
    "args", [("nobody",), ("sepp", "--create"), ("a b", "--create"), ("off",), ("guest",)]
)
def test_refusals_are_one_clear_line(args: tuple[str, ...]) -> None:
    services.user_create(username="sepp")
    services.user_create(username="off")
    User.objects.filter(username="off").update(is_active=False)
    guest = services.user_guest_create()
    args = tuple(guest.username if arg == "guest" else arg for arg in args)
    with pytest.raises(CommandError) as caught:
        link(*args)
    assert "\n" not in str(caught.value)


def test_admin_pages_and_the_link_action(admin_client: Client) -> None:
    user = services.user_create(username="sepp")
    services.token_create(user, "Bot", ["read"])
    club = services.club_create(name="Club", owner=user)
    services.invitation_create(club)
    for model in ("user", "person", "club", "invitation", "apitoken"):
        assert admin_client.get(f"/admin/accounts/{model}/").status_code == 200
    person = services.person_for(user)
    assert admin_client.get(f"/admin/accounts/user/{user.pk}/change/").status_code == 200
    path = f"/admin/accounts/person/{person.pk}/change/"
    assert admin_client.get(path).status_code == 200
    answer = admin_client.post(path, {"display_name": "a\u202eb"})
    assert "display_name" in answer.context["adminform"].form.errors
    data = {"action": "make_setup_link", "_selected_action": [user.pk]}
    answer = admin_client.post("/admin/accounts/user/", data, follow=True)
    assert "/accounts/password/reset/key/" in answer.content.decode()
    data = {"action": "revoke", "_selected_action": [user.api_tokens.get().pk]}
    admin_client.post("/admin/accounts/apitoken/", data)
    assert user.api_tokens.get().revoked_at is not None


@pytest.mark.django_db
def test_the_admin_has_no_login_page_of_its_own(client: Client) -> None:
    """Django's would let passwords be tried without any limit."""
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
    client.force_login(services.user_create(username="nosy"))
    assert client.get("/admin/login/").status_code == 403
