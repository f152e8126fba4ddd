"""Following a person: to see at which tables he plays."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Person, User
from accounts.services import user_lock
from games.errors import BadMessage
from games.models import Follow

MOST_FOLLOWED = 100


def follow_set(*, user: User, person: Person, is_followed: bool) -> bool:
    """Follow a person or stop doing so; whether that changed anything. Raises BadMessage for
    oneself, and above ``MOST_FOLLOWED``.
    """
    if not is_followed:
        return bool(Follow.objects.filter(user=user, person=person).delete()[0])
    if person.user_id == user.pk:
        raise BadMessage("Nobody can follow himself.")
    with transaction.atomic():
        user_lock(user)
        if Follow.objects.filter(user=user, person=person).exists():
            return False
        if Follow.objects.filter(user=user).count() >= MOST_FOLLOWED:
            raise BadMessage("You follow as many people as one can.", limit=MOST_FOLLOWED)
        Follow.objects.create(user=user, person=person)
    return True
