"""Settings shared by every installation. Everything that may differ comes from `config.env`."""

from __future__ import annotations

import os
from pathlib import Path

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "data").resolve()
VERSION = "0.1.0"

DEBUG = False
SECRET_KEY = os.environ.get("SECRET_KEY", "")
ALLOWED_HOSTS = env.env_list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.env_list("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "channels",
    "config",
    "accounts",
    "bots",
    "games",
    "tournaments",
    "frontend",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        # frontend and accounts override pages of other apps (allauth's), whatever their order.
        "DIRS": [BASE_DIR / "frontend" / "templates", BASE_DIR / "accounts" / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# --- database -------------------------------------------------------------------------------
# ATOMIC_REQUESTS stays off: with IMMEDIATE every page view would take SQLite's write lock.
DATABASES = {
    "default": (
        env.database_from_url(os.environ["DATABASE_URL"])
        if os.environ.get("DATABASE_URL")
        else env.sqlite_database(DATA_DIR / "db.sqlite3")
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- broker, live messages, cache: three databases of one server unless told otherwise --------
REDIS_URL = env.redis_url(DATA_DIR)
BROKER_URL = os.environ.get("BROKER_URL") or env.redis_broker(REDIS_URL, 0)
BROKER_REDIS_URL = env.redis_of_broker(BROKER_URL)  # as redis-py spells it
LIVE_URL = os.environ.get("LIVE_URL") or env.redis_database(REDIS_URL, 1)
CACHE_URL = os.environ.get("CACHE_URL") or env.redis_database(REDIS_URL, 2)

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
}
CHANNEL_LAYERS = {
    # PubSub: the other layer silently drops all but the newest 100 messages of a slow reader.
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [LIVE_URL]},
    }
}

# --- tasks ------------------------------------------------------------------------------------
CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A killed worker's message comes back after 120 s at most plus one sweep. kombu's own sweep
    # defaults (10 x 10 s) would add up to 100 s.
    "visibility_timeout": env.env_number("VISIBILITY_TIMEOUT", 120),
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 60  # seconds; below the visibility timeout, or tasks run twice at once
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # KiB
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_DB_REUSE_MAX = 2**31  # connections are kept as Django keeps them, see config.celery
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "games.tasks.play_action": {"queue": "human"},
    "games.tasks.advance_table": {"queue": "human"},
    "games.tasks.contribute": {"queue": "human"},
    "games.tasks.warm_table": {"queue": "human"},
    "games.tasks.return_to_seat": {"queue": "human"},
    "games.tasks.take_back": {"queue": "human"},
    "games.tasks.play_series": {"queue": "bulk"},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_BEAT_MAX_LOOP_INTERVAL = 1  # seconds; the sweeper below is due every second
CELERY_BEAT_SCHEDULE = {
    # A sweep nobody took within its period is pointless: the next one is already there.
    "sweep-due": {
        "task": "games.tasks.sweep_due",
        "schedule": 1.0,
        "options": {"expires": 10},
    },
    "sweep-rounds": {
        "task": "tournaments.tasks.sweep_rounds",
        "schedule": 1.0,
        "options": {"expires": 10},
    },
    "guests-purge": {"task": "accounts.tasks.guests_purge", "schedule": 86_400.0},
    "make-daily": {
        "task": "games.tasks.make_daily",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "close-stale-quick": {
        "task": "games.tasks.close_stale_quick",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
}

# --- play: see architecture notes in docs/decisions -------------------------------------------
LEASE_HUMAN_SECONDS = env.env_number("LEASE_HUMAN_SECONDS", 5)
LEASE_BULK_SECONDS = env.env_number("LEASE_BULK_SECONDS", 30)
SLICE_SECONDS = env.env_number("SLICE_SECONDS", 15)  # a bulk task returns after this
ACTION_GRACE_MS = 2000  # a clock fires this long after its deadline
WARM_SECONDS = env.env_number("WARM_SECONDS", 30)  # then bots take free seats in the lobby
ABSENCE_GRACE_MS = int(env.env_number("ABSENCE_GRACE_MS", 60_000))  # then a bot plays for who left
DEAL_WAIT_MS = int(env.env_number("DEAL_WAIT_MS", 5000))  # for people who come to a first hand
REVEAL_WAIT_MS = int(env.env_number("REVEAL_WAIT_MS", 2000))  # for contributions to a later one
EVENT_ACTION_CLOCK_MS = 60_000  # a person in an event has this long for one action
QUICK_GAME_MAX_AGE_HOURS = 24
PLY_MS = int(env.env_number("PLY_MS", 900))  # pace of a paced table, per ply
TABLE_PACE = env.env_number("TABLE_PACE", 1)  # factor of a page's pauses between moves; 0: none
LIVE_REPAIR_SECONDS = env.env_number("LIVE_REPAIR_SECONDS", 1)
ARM_KILL_POINTS = False  # only settings.test may arm them

# --- people -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# Everything has to work without a mail server: e-mail is optional and never verified.
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = False
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupExtraForm"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may sign up; accounts.views decides
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_SESSION_REMEMBER = True
# A whole club signs up and in from one address, that of the pub.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"signup": "100/m/ip", "login": "200/m/ip"}
THROTTLE_FACTOR = env.env_number("THROTTLE_FACTOR", 1)  # times the rates of accounts.permissions
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

# --- language, time, files --------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Vienna"
STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "staticfiles")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.ModuleManifestStorage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440  # bytes
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

# --- browser-side protection ------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY: str | None = None  # browsers complain about it on plain http
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

# --- REST -------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.gate.TablePermission"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.gate.RuleThrottle"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "accounts.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "accounts.pagination.Pagination",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.errors.exception_handler",
    "PAGE_SIZE": 50,
    "NUM_PROXIES": 0,  # the web server resolves proxies; X-Forwarded-For is never believed twice
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tarockania",
    "DESCRIPTION": "Tournaments and live tables for Tarock.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["accounts.gate.TablePermission"],
    "OAS_VERSION": "3.1.0",
    "ENUM_NAME_OVERRIDES": {"ClubRoleEnum": "accounts.models.Role"},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api.schema_add_errors",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # Anybody can send a wrong Host as often as he likes: refused, and nothing is written.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"},
        # One line per sweep and second would drown everything else.
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}
