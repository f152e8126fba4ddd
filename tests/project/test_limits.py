"""Bodies that are too large are refused before Django keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from config.limits import MAX_BODY_BYTES, BodyLimit

Message = Mapping[str, Any]


async def answer_to(
    chunks: list[bytes], *, announced: int | None = None
) -> tuple[list[Message], int]:
    """What is sent, and how many bytes were taken from the client."""
    sent: list[Message] = []
    parts = iter(chunks)
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        body = next(parts, b"")
        taken += len(body)
        return {"type": "http.request", "body": body, "more_body": bool(body)}

    async def send(message: Message) -> None:
        sent.append(message)

    async def reads_all(scope: dict[str, Any], receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})

    headers = [] if announced is None else [(b"content-length", str(announced).encode())]
    scope: dict[str, Any] = {"type": "http", "headers": headers}
    await BodyLimit(reads_all, limit=100)(scope, receive, send)
    return sent, taken


async def test_a_body_within_the_limit_passes() -> None:
    sent, taken = await answer_to([b"x" * 60, b"x" * 40], announced=100)
    assert (sent[0]["status"], taken) == (200, 100)


@pytest.mark.parametrize("announced", [101, 10**12])
async def test_an_announced_body_is_not_read_at_all(announced: int) -> None:
    sent, taken = await answer_to([b"x" * 60], announced=announced)
    assert (sent[0]["status"], taken) == (413, 0)
    assert json.loads(sent[1]["body"])["code"] == "request_too_large"


@pytest.mark.parametrize("announced", [None, 5])
async def test_an_endless_body_is_read_no_further(announced: int | None) -> None:
    sent, taken = await answer_to([b"x" * 60] * 1000, announced=announced)
    assert (sent[0]["status"], taken) == (413, 120)
    assert (b"connection", b"close") in sent[0]["headers"]


def test_a_list_of_ten_megabytes_still_gets_its_report() -> None:
    assert MAX_BODY_BYTES > 10_485_760
