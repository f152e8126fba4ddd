"""API tokens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.auth import bearer_of
from accounts.errors import BadExpiry, BadName, BadScope, BadToken, TooManyTokens
from accounts.models import ApiToken, User
from accounts.selectors import token_find, token_is_valid, token_user

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
def user() -> User:
    return services.user_create(username="sepp")


def test_a_token_opens_and_is_not_stored(user: User) -> None:
    token, plaintext = services.token_create(user, "Bot", ["play", "read", "play"])
    assert plaintext.startswith(f"tk_{token.public_id}_")
    assert token_user(plaintext) == (user, frozenset({"read", "play"}))
    assert token.scopes == ["read", "play"]
    secret = plaintext.removeprefix(f"tk_{token.public_id}_")
    assert secret not in str(vars(ApiToken.objects.get()))


def test_wrong_tokens_are_all_refused_alike(user: User) -> None:
    token, plaintext = services.token_create(user, "Bot", ["read"])
    other, _ = services.token_create(user, "Other", ["read"])
    secret = plaintext.split("_", 2)[2]
    for wrong in (
        "",
        "tk_",
        f"tk_{token.public_id}_",
        f"tk_{other.public_id}_{secret}",
        f"xx_{token.public_id}_{secret}",
        plaintext[:-1],
        plaintext + "a",
        plaintext.upper(),
        "tk_\0_a",
        "tk_é_é",
    ):
        with pytest.raises(BadToken):
            token_find(wrong)


def test_revoked_expired_and_switched_off(user: User) -> None:
    token, plaintext = services.token_create(
        user, "Bot", ["read"], timezone.now() + timedelta(hours=1)
    )
    assert token_is_valid(token_find(plaintext))
    assert not token_is_valid(token, timezone.now() + timedelta(hours=1))
    User.objects.update(is_active=False)
    with pytest.raises(BadToken):
        token_find(plaintext)
    User.objects.update(is_active=True)
    services.token_revoke(token)
    with pytest.raises(BadToken):
        token_find(plaintext)


def test_bad_requests(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadScope):
        services.token_create(user, "Bot", [])
    with pytest.raises(BadScope):
        services.token_create(user, "Bot", ["read", "admin"])
    with pytest.raises(BadName):
        services.token_create(user, " ", ["read"])
    with pytest.raises(BadExpiry):
        services.token_create(user, "Bot", ["read"], timezone.now())
    monkeypatch.setattr(services, "TOKENS_PER_USER", 1)
    services.token_create(user, "Bot", ["read"])
    with pytest.raises(TooManyTokens):
        services.token_create(user, "Bot", ["read"])


def test_use_is_noted_once_a_minute(user: User) -> None:
    token, _ = services.token_create(user, "Bot", ["read"])
    start = timezone.now()

    def noted_after(seconds: int) -> bool:
        moment = start + timedelta(seconds=seconds)
        services.token_touch(ApiToken.objects.get(), now=moment)
        return ApiToken.objects.get().last_used_at == moment

    assert noted_after(0)
    assert not noted_after(59)
    assert noted_after(61)
    # A process with an old copy of the row does not set the time back or write again.
    services.token_touch(token, now=start + timedelta(seconds=62))
    assert ApiToken.objects.get().last_used_at == start + timedelta(seconds=61)


@pytest.mark.parametrize(
    ("header", "token"),
    [("", None), ("Basic abc", None), ("Bearer abc", "abc"), ("bearer  abc ", "abc")],
)
def test_bearer_header(header: str, token: str | None) -> None:
    assert bearer_of(header) == token


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer a b"])
def test_malformed_bearer_header(header: str) -> None:
    with pytest.raises(BadToken):
        bearer_of(header)


def test_page_shows_the_secret_once_and_revokes(client: Client, user: User) -> None:
    client.force_login(user)
    data = {"name": "Mein Bot", "scopes": ["read", "play"], "expires_in_days": "30"}
    plaintext = client.post("/accounts/tokens/", data).context["plaintext"]
    token = token_find(plaintext)
    assert token.expires_at is not None
    page = client.get("/accounts/tokens/").content.decode()
    assert "Mein Bot" in page
    assert plaintext not in page
    client.post(f"/accounts/tokens/{token.public_id}/revoke/")
    assert f"tk_{token.public_id}_" not in client.get("/accounts/tokens/").content.decode()
    with pytest.raises(BadToken):
        token_find(plaintext)


def test_page_refuses_what_the_service_refuses(client: Client, user: User) -> None:
    client.force_login(user)
    data = {"name": "a\u202eb", "scopes": ["root"], "expires_in_days": "5"}
    errors = client.post("/accounts/tokens/", data).context["form"].errors
    assert set(errors) == {"name", "scopes", "expires_in_days"}


def test_nobody_revokes_the_token_of_somebody_else(client: Client, user: User) -> None:
    token, plaintext = services.token_create(user, "Bot", ["read"])
    client.force_login(services.user_create(username="franz"))
    assert client.post(f"/accounts/tokens/{token.public_id}/revoke/").status_code == 404
    assert token_find(plaintext) == token
