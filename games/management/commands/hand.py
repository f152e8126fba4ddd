"""``manage.py hand verify`` and ``manage.py hand show``: stored hands on the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import BadRecord
from engine.record import HandRecord
from games import selectors
from games.errors import HandMismatch, UnknownHand
from games.models import Hand

CHUNK = 200


class Command(BaseCommand):
    """Check stored hands, print one of them."""

    help = "Verify stored hands or print the record of one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two subcommands: verify and show."""
        commands = parser.add_subparsers(dest="command", required=True)
        verify = commands.add_parser("verify", help="derive results again and compare")
        which = verify.add_mutually_exclusive_group(required=True)
        which.add_argument("--all", action="store_true", help="every stored hand")
        which.add_argument("ids", nargs="*", default=[], metavar="ID", help="public ids")
        show = commands.add_parser("show", help="print a record and its score")
        show.add_argument("source", metavar="FILE|ID", help="a record file or a public id")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand; raises CommandError (exit code 1) for anything that is wrong."""
        if options["command"] == "verify":
            self._verify(_all() if options["all"] else _chosen(options["ids"]))
        else:
            self._show(options["source"])

    def _verify(self, hands: Iterator[Hand]) -> None:
        good = bad = 0
        for hand in hands:
            try:
                selectors.hand_verify(hand)
                good += 1
            except HandMismatch as error:
                bad += 1
                self.stderr.write(f"{hand.public_id}: {error}")
        if bad:
            raise CommandError(f"{bad} of {good + bad} hands do not match their record.")
        self.stdout.write(f"{good} hands verified.")

    def _show(self, source: str) -> None:
        record = _record(source)
        try:
            state = record.verify()
        except BadRecord as error:
            raise CommandError(f"{source}: {error}") from error
        self.stdout.write(record.to_text(), ending="")
        if state.is_over:
            for line in state.score().lines:
                self.stdout.write(f"# {line.item} {line.contract}: {line.points}")


def _all() -> Iterator[Hand]:
    stored = Hand.objects.select_related("series__table").order_by("pk")
    return stored.iterator(chunk_size=CHUNK)


def _chosen(ids: list[str]) -> Iterator[Hand]:
    for public_id in ids:
        yield _hand(public_id)


def _hand(public_id: str) -> Hand:
    try:
        return selectors.hand_get(public_id)
    except UnknownHand as error:
        raise CommandError(f"There is no hand {public_id}.") from error


def _record(source: str) -> HandRecord:
    """From a file if there is one of this name, else from the database."""
    path = Path(source)
    if not path.is_file():
        return selectors.hand_record(_hand(source))
    try:
        return HandRecord.from_text(path.read_text(encoding="ascii"))
    except (BadRecord, UnicodeDecodeError) as error:
        raise CommandError(f"{source}: {error}") from error
