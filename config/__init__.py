"""Wiring of the project: settings, URLs, ASGI, Celery, the `up` command. No game logic."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
