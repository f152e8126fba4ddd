"""One machine, one command: what `manage.py up` and `make run` use."""

from config import env
from config.settings.base import *  # noqa: F403
from config.settings.base import ALLOWED_HOSTS, DATA_DIR, SECRET_KEY, STORAGES

DEBUG = env.env_bool("DEBUG")
SECRET_KEY = SECRET_KEY or env.file_or_random_secret(DATA_DIR)
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]"]

if DEBUG:  # changed templates, styles and scripts show at the next reload
    STORAGES = {
        **STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
