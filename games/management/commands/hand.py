"""``manage.py hand verify`` and ``manage.py hand show``: stored hands and record files."""

from __future__ import annotations

import os.path
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import BadRecord
from engine.record import HandRecord
from games import selectors
from games.errors import HandMismatch, UnknownHand
from games.models import Hand

CHUNK = 200
LONGEST = 64_001
"""Bytes read of a file: one more than a record may have."""

Check = tuple[str, Callable[[], object]]
"""What is checked, and what raises BadRecord or HandMismatch when it is wrong."""


class Command(BaseCommand):
    """Check stored hands and record files, print one of them.

    A wrong one is printed with the name of the first broken step.
    """

    help = "Verify stored hands or record files, or print one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two subcommands: verify and show."""
        commands = parser.add_subparsers(dest="command", required=True)
        verify = commands.add_parser("verify", help="play again and compare")
        which = verify.add_mutually_exclusive_group(required=True)
        which.add_argument("--all", action="store_true", help="every stored hand")
        which.add_argument(
            "sources", nargs="*", default=[], metavar="FILE|ID", help="record files, public ids"
        )
        show = commands.add_parser("show", help="print a record and its score")
        show.add_argument("source", metavar="FILE|ID", help="a record file or a public id")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand; raises CommandError (exit code 1) for anything that is wrong."""
        if options["command"] == "verify":
            self._verify(_all() if options["all"] else map(_check, options["sources"]))
        else:
            self._show(options["source"])

    def _verify(self, checks: Iterator[Check]) -> None:
        good = bad = 0
        for name, check in checks:
            try:
                check()
                good += 1
            except (BadRecord, HandMismatch) as error:
                bad += 1
                self.stderr.write(f"{name}: {_reason(error)}")
        if bad:
            raise CommandError(f"{bad} of {good + bad} hands do not match their record.")
        self.stdout.write(f"{good} hands verified.")

    def _show(self, source: str) -> None:
        try:
            record = _record(source)
            state = record.verify()
        except BadRecord as error:
            raise CommandError(f"{source}: {error}") from error
        self.stdout.write(record.to_text(), ending="")
        if state.is_over:
            for line in state.score().lines:
                self.stdout.write(f"# {line.item} {line.contract}: {line.points}")


def _reason(error: BadRecord | HandMismatch) -> str:
    """What is wrong, after the name of the broken step (docs/protocol.md, Deals)."""
    step = error.details.get("step", "form" if "line" in error.details else "stored")
    text = str(error)
    return text if text.startswith(f"{step}: ") else f"{step}: {text}"


def _all() -> Iterator[Check]:
    stored = Hand.objects.select_related("series__table").order_by("pk")
    for hand in stored.iterator(chunk_size=CHUNK):
        yield hand.public_id, partial(selectors.hand_verify, hand)


def _check(source: str) -> Check:
    """A file is checked against itself, a stored hand also against its stored result."""
    if os.path.isfile(source):
        return source, lambda: _from_file(source).verify()
    return source, partial(selectors.hand_verify, _hand(source))


def _hand(public_id: str) -> Hand:
    try:
        return selectors.hand_get(public_id)
    except UnknownHand as error:
        raise CommandError(f"There is no hand {public_id[:80]}.") from error


def _record(source: str) -> HandRecord:
    """From a file if there is one of this name, else from the database. Raises BadRecord."""
    if os.path.isfile(source):
        return _from_file(source)
    return selectors.hand_record(_hand(source))


def _from_file(name: str) -> HandRecord:
    with Path(name).open("rb") as file:
        data = file.read(LONGEST)
    try:
        return HandRecord.from_text(data.decode("ascii"))
    except UnicodeDecodeError as error:
        raise BadRecord("a record is ASCII") from error
