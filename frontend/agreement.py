"""What has been agreed at a table, in words for whoever sits there or thinks of sitting down."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from frontend.rule_names import rule_set_name
from games.models import Table

_TALK: dict[str, str | Promise] = {
    Table.Talk.PHRASES: gettext_lazy("Set phrases"),
    Table.Talk.TEXT: gettext_lazy("Anything"),
    Table.Talk.OFF: gettext_lazy("Nothing"),
}


def agreement(table: Table) -> list[tuple[str, str]]:
    """Return pairs of a heading and what was agreed under it; house rules stand elsewhere."""
    hands = ngettext("%(n)s hand", "%(n)s hands", table.hands) % {"n": table.hands}
    lines = [
        (_("Rules"), rule_set_name(table.rules_id)),
        (_("Length"), hands),
        (_("Clock"), _clock(table)),
        (_("Talk"), str(_TALK[table.talk])),
    ]
    if table.kind == Table.Kind.QUICK and not table.practice:
        lines.append((_("Who may come"), _access(table)))
    return lines


def _clock(table: Table) -> str:
    if table.clock_ms is None:
        return _("everybody takes his time")
    move = _("%(n)s s a move") % {"n": table.clock_ms // 1000}
    if not table.bank_ms:
        return move
    minutes, seconds = divmod(table.bank_ms // 1000, 60)
    return _("%(move)s, bank %(time)s") % {"move": move, "time": f"{minutes}:{seconds:02}"}


def _access(table: Table) -> str:
    if table.access == Table.Access.PRIVATE:
        return _("Invited people")
    if table.club is not None and table.access == Table.Access.CLUB:
        return _("Members of %(club)s") % {"club": table.club.name}
    return _("Everybody")
