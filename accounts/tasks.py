"""Celery tasks of ``accounts``."""

from celery import shared_task

from accounts import services


@shared_task(name="accounts.tasks.guests_purge", ignore_result=True)
def guests_purge() -> int:
    """Delete guests that played nothing; safe to run twice, started once a day by beat."""
    return services.guests_purge()
