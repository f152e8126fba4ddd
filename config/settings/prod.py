"""A served installation behind a TLS proxy. Refuses to start without what it must be told."""

import os

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.settings.base import *  # noqa: F403
from config.settings.base import ALLOWED_HOSTS, SECRET_KEY

for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS"):
    if not os.environ.get(name):
        raise ImproperlyConfigured(f"{name} has to be set (see deploy/env.example)")
if len(SECRET_KEY) < 40:
    raise ImproperlyConfigured("SECRET_KEY has to be at least 40 characters")
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name the hosts; * also opens the websockets")

# The proxy of deploy/ sets this header and drops what clients send under its name.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.env_bool("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^health$"]
SECURE_HSTS_SECONDS = int(env.env_number("SECURE_HSTS_SECONDS", 3600))
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
