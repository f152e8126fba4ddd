"""`manage.py up`: the whole platform on one machine, until Ctrl-C."""

from __future__ import annotations

import http.client
import os
import platform
import shutil
import signal
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from config import preflight
from config.broker import NoBroker, broker_argv, broker_binary, socket_path
from config.preflight import CannotStart
from config.processes import processes
from config.supervisor import Child, Supervisor

BROKER_SECONDS = 10
READY_SECONDS = 60


class Command(BaseCommand):
    help = "Run everything on this machine: broker, web, workers, clock. Stop with Ctrl-C."
    requires_system_checks: list[str] = []  # the database may not exist yet; migrate checks it

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="0 takes any free port")
        parser.add_argument("--lan", action="store_true", help="let phones in this network join")
        parser.add_argument("--workers", type=int, default=1, help="processes that play bot hands")
        parser.add_argument("--demo", action="store_true", help="make the demo club if missing")
        parser.add_argument("--no-broker", action="store_true", help="use the one of REDIS_URL")
        parser.add_argument("--data", type=Path, help="data folder (default: DATA_DIR or ./data)")

    def handle(self, *args: Any, **options: Any) -> None:
        reload_with_data_dir(options["data"])
        try:
            Up(options).run()
        except (CannotStart, NoBroker) as error:
            raise CommandError(str(error), returncode=2) from error


def reload_with_data_dir(data_dir: Path | None) -> None:
    """Starts this program again if the settings were read for another data folder."""
    if data_dir is None or data_dir.resolve() == settings.DATA_DIR:
        return
    os.environ["DATA_DIR"] = str(data_dir.resolve())
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606


class Up:
    """One run of the command, from the checks to the ordered end."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.data_dir: Path = settings.DATA_DIR
        self.socket: Path | None = None
        self.host = "0.0.0.0" if options["lan"] else "127.0.0.1"  # noqa: S104  --lan asks for it

    def run(self) -> None:
        preflight.require_linux()
        preflight.require_workers(self.options["workers"])
        self.run_dir = preflight.prepare_folder(self.data_dir)
        if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
            preflight.refuse_network_folder(self.data_dir)
        lock = preflight.take_lock(self.run_dir)
        self.port = preflight.choose_port(self.host, self.options["port"])
        self.address = preflight.lan_address() if self.options["lan"] else "127.0.0.1"
        preflight.keep_secret(self.data_dir)
        self.supervisor = Supervisor(self._environment(), self.run_dir / "processes.json")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.supervisor.request_stop)
        try:
            self._start()
            self.supervisor.run()
        finally:
            self.supervisor.stop()
            self._remove_short_socket_folder()
            (self.run_dir / "redis_url").unlink(missing_ok=True)
            lock.close()

    @property
    def url(self) -> str:
        return f"http://{self.address}:{self.port}/"

    def _environment(self) -> dict[str, str]:
        env = {
            **os.environ,
            "DATA_DIR": str(self.data_dir),
            "PYTHONUNBUFFERED": "1",
        }
        if self.options["lan"]:
            hosts = [self.address, platform.node(), f"{platform.node()}.local"]
            env["ALLOWED_HOSTS"] = ",".join([*settings.ALLOWED_HOSTS, *hosts])
            origins = [f"http://{host}:{self.port}" for host in hosts]
            env["CSRF_TRUSTED_ORIGINS"] = ",".join([*settings.CSRF_TRUSTED_ORIGINS, *origins])
        return env

    def _start(self) -> None:
        self._start_broker()
        self._prepare_data()
        for process in processes(
            host=self.host, port=self.port, bulk_workers=self.options["workers"]
        ):
            argv = [sys.executable, *process.argv]
            self.supervisor.start(Child(process.name, argv, nice=process.nice))
        if self.supervisor.wait_until(self._answers, READY_SECONDS):
            self._announce()
        elif not self.supervisor.is_stopping:
            raise CannotStart(f"the web server did not answer within {READY_SECONDS} s; see above")

    def _start_broker(self) -> None:
        given = os.environ.get("REDIS_URL")
        if given:
            preflight.require_broker(given)
            return
        if self.options["no_broker"]:
            raise CannotStart("--no-broker needs REDIS_URL")
        binary = broker_binary()
        self.socket = socket = socket_path(self.run_dir)
        socket.unlink(missing_ok=True)
        url = f"unix://{socket}"
        self.supervisor.env["REDIS_URL"] = url
        self.supervisor.start(
            Child("broker", broker_argv(binary, socket, self.data_dir, persistent=True), last=True)
        )
        deadline = time.monotonic() + BROKER_SECONDS
        while not socket.exists():
            if time.monotonic() > deadline:
                raise CannotStart(
                    f"the broker {binary} did not start; see {self.data_dir}/broker.log"
                )
            time.sleep(0.02)
        preflight.require_broker(url)
        (self.run_dir / "redis_url").write_text(url + "\n", encoding="utf-8")

    def _remove_short_socket_folder(self) -> None:
        if self.socket is not None and self.socket.parent != self.run_dir:
            shutil.rmtree(self.socket.parent, ignore_errors=True)

    def _prepare_data(self) -> None:
        try:
            call_command("prepare", verbosity=0)
        except OperationalError as error:
            raise CannotStart(f"the database cannot be used: {error}") from error
        if self.options["demo"]:
            call_command("seed_demo")
        # Nothing of ours may hold the database while children use it.
        connections.close_all()

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _announce(self) -> None:
        self.supervisor.say(f"ready: {self.url}")
        if self.options["lan"] and shutil.get_terminal_size().columns >= 40:
            segno.make(self.url, error="m").terminal(out=self.supervisor.out, compact=True)
