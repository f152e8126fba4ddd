"""Files made from other files: compiled translations and collected static files."""

from __future__ import annotations

import fcntl
import hashlib
import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

MANIFEST_STORAGE = "config.staticfiles.ModuleManifestStorage"


def compile_translations(base_dir: Path) -> int:
    """Compiles each `locale/*/LC_MESSAGES/*.po` that is newer than its `.mo`; returns how many.

    Done with Babel, so that no gettext tools have to be installed.
    """
    stale = [source for source in base_dir.glob("*/locale/*/LC_MESSAGES/*.po") if _is_stale(source)]
    for source in stale:
        language = source.parent.parent.name
        with source.open("rb") as handle:
            catalog = read_po(handle, locale=language)
        scratch = source.with_suffix(f".mo.{os.getpid()}")
        with scratch.open("wb") as handle:
            write_mo(handle, catalog)
        scratch.replace(source.with_suffix(".mo"))  # a reader never sees half a file
    return len(stale)


def _is_stale(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


def collect_static() -> bool:
    """Runs collectstatic if a source changed since the last time; True if it ran.

    Only for the storage that serves collected files; others read the sources.
    """
    if settings.STORAGES["staticfiles"]["BACKEND"] != MANIFEST_STORAGE:
        return False
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    stamp = root / ".sources"
    with (root / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two `up` of one checkout may start together
        wanted = _sources_fingerprint()
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return False
        call_command("collectstatic", interactive=False, clear=False, verbosity=0)
        stamp.write_text(wanted, encoding="utf-8")
    return True


def _sources_fingerprint() -> str:
    """Changes with the name, size or time of any static source file."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = os.stat(storage.path(path))
            digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
