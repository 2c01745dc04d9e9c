"""The tables of `pipeline.store.columns` as polars schemas."""

from __future__ import annotations

import re
from collections.abc import Mapping

import polars as pl

from pipeline.store import columns
from pipeline.store.columns import FLAG, FRACTION, INTEGER, TEXT, UTC, Columns, ColumnType

_TYPES = {
    INTEGER: pl.Int64(),
    FRACTION: pl.Float64(),
    FLAG: pl.Boolean(),
    TEXT: pl.String(),
    UTC: pl.Datetime("us", "UTC"),
}


def _type(kind: ColumnType) -> pl.DataType:
    if isinstance(kind, Mapping):
        return pl.Struct({name: _type(field) for name, field in kind.items()})
    if not isinstance(kind, str):
        (item,) = kind
        return pl.List(_type(item))
    if decimal := re.fullmatch(r"decimal\((\d+), (\d+)\)", kind):
        return pl.Decimal(int(decimal[1]), int(decimal[2]))
    return _TYPES[kind]


def _schema(columns: Columns) -> pl.Schema:
    return pl.Schema({name: _type(kind) for name, kind in columns.items()})


ERROR = pl.Struct(_schema(columns.ERROR))
SESSION_TABLES = {name: _schema(table) for name, table in columns.SESSION_TABLES.items()}
REFERENCE_TABLES = {name: _schema(table) for name, table in columns.REFERENCE_TABLES.items()}
DERIVED_TABLES = {name: _schema(table) for name, table in columns.DERIVED_TABLES.items()}

SESSIONS = SESSION_TABLES["sessions"]
HANDS = SESSION_TABLES["hands"]
SEATS = SESSION_TABLES["seats"]
BANK = SESSION_TABLES["bank"]
PLAYERS = REFERENCE_TABLES["players"]
VARIANTS = REFERENCE_TABLES["variants"]
LUCK = DERIVED_TABLES["luck"]
