"""The Celery application. Tasks live in each app's `tasks` module; routes are in the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

app = Celery("tarockania")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
