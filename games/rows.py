"""Rows of one table, found by plain equality: statements whose text is built once per process.

Django builds the text of a statement anew each time it is made. For a few rows that takes several
times as long as SQLite needs to find them, and an action makes ten of them while somebody waits.
Values go through their fields both ways, as in a QuerySet; whatever is more than ``a = x AND
b = y`` (joins, expressions) is a QuerySet's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model
from django.db.models.expressions import Col

M = TypeVar("M", bound=Model)


def row_update(model: type[Model], where: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """Change the row whose fields (by name) equal ``where``, none of them None; False when there is
    none. Neither signals nor ``save`` are called, as with ``QuerySet.update``.
    """
    text = _update_text(model, tuple(where), tuple(changes))
    values = [
        _field(model, name).get_db_prep_save(value, connection) for name, value in changes.items()
    ]
    with connection.cursor() as cursor:
        cursor.execute(text, [*values, *_wanted(model, where)])
        return bool(cursor.rowcount)


def row_read(
    model: type[Model], where: Mapping[str, Any], names: tuple[str, ...]
) -> dict[str, Any] | None:
    """The fields ``names`` of that row; None when there is none."""
    for row in _rows(model, where, names, ()):
        return dict(zip(names, row, strict=True))
    return None


def row_find(model: type[M], where: Mapping[str, Any]) -> M | None:
    """That row as an object, without its relations; None when there is none."""
    return next(iter(rows_find(model, where)), None)


def rows_find(
    model: type[M],
    where: Mapping[str, Any],
    *,
    order: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
) -> list[M]:
    """All such rows as objects, by the fields ``order``; of each only the fields ``names`` if any
    are given, as with ``QuerySet.only``."""
    fields = [field.attname for field in model._meta.concrete_fields]
    read = tuple(name for name in fields if not names or name in names)
    rows = _rows(model, where, read, order)
    return [model.from_db(connection.alias, read, row) for row in rows]


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _wanted(model: type[Model], where: Mapping[str, Any]) -> list[Any]:
    return [
        _field(model, name).get_db_prep_value(value, connection) for name, value in where.items()
    ]


def _rows(
    model: type[Model], where: Mapping[str, Any], names: tuple[str, ...], order: tuple[str, ...]
) -> Sequence[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_select_text(model, tuple(where), names, order), _wanted(model, where))
        rows = [list(row) for row in cursor.fetchall()]
    for index, expression, converters in _converters(model, names):
        for row in rows:
            for convert in converters:
                row[index] = convert(row[index], expression, connection)
    return rows


@lru_cache(maxsize=64)
def _converters(model: type[Model], names: tuple[str, ...]) -> list[tuple[int, Col, list[Any]]]:
    """Of the columns whose values the database gives in another form than Python has."""
    found = []
    for index, name in enumerate(names):
        column = Col(model._meta.db_table, _field(model, name))
        own = column.get_db_converters(connection)
        converters = [*connection.ops.get_db_converters(column), *own]
        if converters:
            found.append((index, column, converters))
    return found


@lru_cache(maxsize=64)
def _update_text(model: type[Model], where: tuple[str, ...], changes: tuple[str, ...]) -> str:
    values = ", ".join(f"{column} = %s" for column in _columns(model, changes))
    table = _quoted(model._meta.db_table)
    return f"UPDATE {table} SET {values} WHERE {_equal(model, where)}"  # noqa: S608 (names of fields)


@lru_cache(maxsize=64)
def _select_text(
    model: type[Model], where: tuple[str, ...], names: tuple[str, ...], order: tuple[str, ...]
) -> str:
    columns = ", ".join(_columns(model, names))
    table = _quoted(model._meta.db_table)
    text = f"SELECT {columns} FROM {table} WHERE {_equal(model, where)}"  # noqa: S608
    return f"{text} ORDER BY {', '.join(_columns(model, order))}" if order else text


def _equal(model: type[Model], where: tuple[str, ...]) -> str:
    return " AND ".join(f"{column} = %s" for column in _columns(model, where))


def _columns(model: type[Model], names: tuple[str, ...]) -> list[str]:
    return [_quoted(str(_field(model, name).column)) for name in names]


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
