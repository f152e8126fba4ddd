"""``manage.py table resume`` and ``manage.py table close``: for tables that got stuck."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import selectors, services, tasks
from games.errors import UnknownTable


class Command(BaseCommand):
    """Set a stuck table going again, or end a table for good."""

    help = "Resume a table that is stuck, or close one for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two subcommands, each with the public id of a table."""
        commands = parser.add_subparsers(dest="command", required=True)
        resume = commands.add_parser("resume", help="go on where the record stands")
        close = commands.add_parser("close", help="end it; finished hands count, a running one not")
        for command in (resume, close):
            command.add_argument("table", metavar="ID", help="public id of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the subcommand; raises CommandError (exit code 1) when there was nothing to do."""
        try:
            table = selectors.table_get(options["table"])
        except UnknownTable as error:
            raise CommandError(f"There is no table {options['table']}.") from error
        run = services.table_resume if options["command"] == "resume" else services.table_close
        outcome = run(table_id=table.pk)
        if not outcome.publish:
            raise CommandError(f"Table {table.public_id} is {table.status}: nothing to do.")
        tasks.publish(outcome.publish)
        tasks.dispatch(outcome.enqueue)
        self.stdout.write(f"Table {table.public_id}: {options['command']}d.")
