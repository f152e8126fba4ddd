"""What is at stake at a table of the last round, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.labels import signed
from tournaments.selectors import TableStake


def stake_sentence(found: TableStake | None) -> str:
    """Return the sentence; "" without a race."""
    if found is None:
        return ""
    stake = found.stake
    if stake.lead is None:
        return _("%(name)s needs %(points)s to win, as it stands.") % {
            "name": found.name,
            "points": signed(stake.needs),
        }
    if stake.lead == 0:
        return _("%(name)s shares the lead.") % {"name": found.name}
    return _("%(name)s leads by %(points)s.") % {"name": found.name, "points": stake.lead}
