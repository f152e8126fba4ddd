"""Settings of the test suite and of the processes that tests start.

`tests/conftest.py` sets DATA_DIR, REDIS_URL and, for PostgreSQL, DATABASE_URL before this loads.
"""

from config import env
from config.settings.base import *  # noqa: F403
from config.settings.base import ALLOWED_HOSTS, DATA_DIR, DATABASES, STORAGES

SECRET_KEY = "only-for-tests"  # noqa: S105
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ARM_KILL_POINTS = True
THROTTLE_FACTOR = 1000
ACCOUNT_RATE_LIMITS = False
DEAL_WAIT_MS = int(env.env_number("DEAL_WAIT_MS", 0))  # most tests contribute nothing
REVEAL_WAIT_MS = int(env.env_number("REVEAL_WAIT_MS", 0))
SLICE_SECONDS = env.env_number("SLICE_SECONDS", 2)

# A file, not memory: threads and processes of a test have to meet in the same database.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"] |= {"TEST": {"NAME": str(DATA_DIR / "test.sqlite3")}}

STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
