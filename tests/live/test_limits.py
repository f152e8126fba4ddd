"""Limits of one socket and one address; origins."""

from __future__ import annotations

import pytest
from django.test import override_settings

from games.live.limits import AddressBook, TokenBucket
from games.live.origin import is_origin_allowed


def test_bucket_allows_a_burst_and_then_the_rate():
    now = [0.0]
    bucket = TokenBucket(rate=2, burst=3, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_are_counted_and_loopback_is_not():
    book = AddressBook(limit=2)
    assert [book.enter("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert book.enter("10.0.0.2")
    book.leave("10.0.0.1")
    assert book.enter("10.0.0.1")
    assert all(book.enter(address) for address in ["127.0.0.1", "::1", ""] * 5)


def scope(**headers):
    return {
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"host": "club.example", "origin": "https://club.example"}, True),
        ({"host": "club.example:8000", "origin": "http://club.example:8000"}, True),
        ({"host": "Club.Example", "origin": "https://club.example"}, True),
        ({"host": "club.example:8000", "origin": "http://club.example:9000"}, False),
        ({"host": "club.example", "origin": "https://evil.example"}, False),
        ({"host": "club.example", "origin": "https://club.example.evil"}, False),
        ({"host": "club.example", "origin": "null"}, False),
        ({"host": "club.example", "origin": "http://[club.example"}, False),
        ({"host": "club.example", "origin": "https://old.example"}, True),
        ({"host": "club.example", "origin": "http://old.example"}, False),
        ({"host": "club.example", "origin": "https://a.wide.example"}, True),
        ({"host": "club.example", "origin": "https://awide.example"}, False),
        ({"host": "evil.example", "origin": "https://evil.example"}, False),
        ({"host": "club.example"}, False),
        ({"host": "club.example", "authorization": "Bearer tk_x_y"}, True),
        ({"host": "evil.example", "authorization": "Bearer tk_x_y"}, False),
        ({}, False),
    ],
)
def test_origins(headers, allowed):
    with override_settings(
        ALLOWED_HOSTS=["club.example"],
        CSRF_TRUSTED_ORIGINS=["https://old.example", "https://*.wide.example"],
    ):
        assert is_origin_allowed(scope(**headers)) is allowed
