"""`manage.py play_event`: a whole event of bots through the real workers, checked to the end."""

from __future__ import annotations

import hashlib
import json
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.broker import NoBroker
from config.preflight import CannotStart, prepare_folder
from config.stack import worker_stack
from config.supervisor import Supervisor
from engine.errors import BadOption, TarockError
from tournaments import selectors, services
from tournaments.importing import MAX_BYTES
from tournaments.models import Event

POLL_SECONDS = 0.5
REPORT_SECONDS = 5
DEFAULT_RULES = "koenigrufen/cardgames-zone"


class Command(BaseCommand):
    help = (
        "Play an event of bots through broker and workers and check every hand. "
        "Prints one JSON line; ends with 1 if anything is missing or wrong, 2 if it cannot start."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--entrants", type=Path, required=True, help="CSV: name, number, bot")
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--hands", type=int, required=True, help="hands each entrant plays")
        parser.add_argument("--seed", help="fixes the seating (default: a new one)")
        parser.add_argument("--deal-seed", help="fixes the deals; for tests only")
        parser.add_argument("--rules", default=DEFAULT_RULES, help="rule set")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=JSON",
            help="a house rule, such as win_thirds=106; may be repeated",
        )
        parser.add_argument("--name", default="Played event")
        parser.add_argument("--timeout", type=float, default=900, help="seconds")
        parser.add_argument(
            "--workers", type=int, default=1, help="processes that play, if started"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            prepare_folder(settings.DATA_DIR)
            call_command("migrate", interactive=False, verbosity=0)
            event = self._create(options)
            persons = event.entrants.filter(person__isnull=False).count()
            if persons:
                self._say(f"{persons} persons have no one to play for them but the clock")
            with worker_stack(
                settings.DATA_DIR, workers=options["workers"], persons=bool(persons)
            ) as stack:
                for number in (signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, stack.request_stop)
                services.event_start(event=event)
                begun = time.monotonic()
                is_finished = self._wait(event, stack, begun + options["timeout"])
                seconds = time.monotonic() - begun
        except TarockError as error:
            raise CommandError(f"{error.code}: {error.message}", returncode=2) from error
        except (CannotStart, NoBroker, OSError) as error:
            raise CommandError(str(error), returncode=2) from error
        self._report(event, is_finished, seconds)

    def _create(self, options: dict[str, Any]) -> Event:
        """The event with its entrants, or nothing at all."""
        with options["entrants"].open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        with transaction.atomic():
            event = services.event_create(
                name=options["name"],
                rules_id=options["rules"],
                rules_options=_house_rules(options["option"]),
                hands=options["hands"],
                rounds_total=options["rounds"],
                seed=options["seed"],
                deal_seed=options["deal_seed"],
            )
            report = services.entrants_import(event=event, data=data)
            if not report.is_ok:
                lines = [f"line {p.line}: {p.column} {p.code}: {p.reason}" for p in report.problems]
                raise CommandError("\n".join(["nothing was imported", *lines]), returncode=2)
            services.event_check(event=event)
        return event

    def _wait(self, event: Event, stack: Supervisor, deadline: float) -> bool:
        """True when the event has finished, False after the time limit or a signal."""
        expected, reported = selectors.hands_expected(event), 0.0
        while not stack.is_stopping and time.monotonic() < deadline:
            stack.tend()
            event.refresh_from_db()
            if time.monotonic() - reported >= REPORT_SECONDS or event.finished_at:
                stored = selectors.hands_of_event(event).count()
                self._say(f"{event.rounds.exclude(status='draft').count()} of "
                          f"{event.rounds_total} rounds, {stored} of {expected} hands")  # fmt: skip
                reported = time.monotonic()
            if event.status == Event.Status.FINISHED:
                return True
            time.sleep(POLL_SECONDS)
        return False

    def _report(self, event: Event, is_finished: bool, seconds: float) -> None:
        audit = selectors.event_audit(event)
        mismatches = list(audit.mismatches)
        if not is_finished:
            mismatches.append("the event did not finish in time")
        certificate = selectors.event_certificate(event)
        content = {
            "event": event.public_id,
            "hands_expected": audit.hands_expected,
            "hands_stored": audit.hands_stored,
            "hands_verified": audit.hands_verified,
            "mismatches": mismatches,
            "seed": event.seed,
            "seating_sha256": hashlib.sha256(selectors.seating_file(event)).hexdigest(),
            "seating": {
                "cost": certificate.cost,
                "bound": certificate.bound,
                "most_meetings": certificate.most_meetings,
                "large_spread": certificate.large_spread,
                "seat_spread": certificate.seat_spread,
            },
            "seconds": round(seconds, 1),
            "standings": json.loads(selectors.standings_file(event, "json")),
        }
        self.stdout.write(json.dumps(content, ensure_ascii=False))
        if mismatches or not audit.is_ok:
            raise CommandError("; ".join(mismatches) or "hands are missing", returncode=1)

    def _say(self, text: str) -> None:
        sys.stderr.write(f"play_event: {text}\n")
        sys.stderr.flush()


def _house_rules(given: Sequence[str]) -> dict[str, Any]:
    """House rules as the command line gives them. Raises BadOption."""
    rules: dict[str, Any] = {}
    for text in given:
        name, is_given, value = text.partition("=")
        if not is_given or name in rules:
            raise BadOption(f"{text!r} is no NAME=JSON, or given twice", option=name)
        try:
            rules[name] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise BadOption(f"{name}: {value!r} is no JSON", option=name) from error
    return rules
