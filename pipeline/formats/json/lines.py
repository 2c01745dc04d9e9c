"""The lines of the format as types, those of the store's tables derived from their columns. Their JSON Schema
follows from the types (docs/sessions.schema.json).

A file begins with a `peder` line and ends with an `end` line, which counts the others and has the SHA-256 of all
bytes before it: so a file that was cut or changed is detected. In between come the `player` lines, the `game` lines
(games of the group's own), then for each session a `session` line with its `journal` lines (a night's), its `hand`
lines and its `bank` lines. Fields that are null are left out. Chips are small chips, money and values of a chip are
decimal text, times are ISO 8601 with their zone.
"""

from __future__ import annotations

from datetime import datetime
from types import GenericAlias
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pipeline.store.columns import (
    BANK,
    ERROR,
    FLAG,
    HANDS,
    INTEGER,
    SEATS,
    SESSIONS,
    SHARE,
    TEXT,
    UTC,
    Columns,
)

VERSION = 1
"""Readers take files of their own version and of those before."""

Whole = Annotated[int, Meta(ge=-(2**62), le=2**62)]
Count = Annotated[int, Meta(ge=0, le=2**47)]
Number = Annotated[int, Meta(ge=1, le=2**47)]
SeatNumber = Annotated[int, Meta(ge=0, le=14)]
Text = Annotated[str, Meta(max_length=1_000)]
Long = Annotated[str, Meta(max_length=100_000)]
Value = Annotated[str, Meta(pattern=r"^-?\d{1,12}(\.\d{1,6})?$")]
Time = Annotated[datetime, Meta(tz=True)]


class JsonLine(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """What all lines have: a `type`, and no field that the format doesn't know."""


class Head(JsonLine, frozen=True, kw_only=True, tag="peder"):
    """The first line: the version of the format, and the program that wrote the file."""

    version: Number
    program: Text | None = None


class PlayerJson(JsonLine, frozen=True, kw_only=True, tag="player"):
    """A player who is named in the sessions."""

    player_id: Text
    name: Text
    aliases: list[Text] = []
    handle: Text | None = None
    hidden: bool = False
    merged_into: Text | None = None
    pay_to: Text | None = None
    pay_public: bool = False


class GameJson(JsonLine, frozen=True, kw_only=True, tag="game"):
    """A game that the group defined, by which hands were played: its definition as a TOML text."""

    variant_id: Text
    definition: Long


class EntryPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a night's journal: its number, when it was written, the canonical line, what was typed, and of a
    merged night the number of the entry after which it was written, 0 for none, if that isn't the one before it.
    """

    n: Number
    at: Time
    line: Long
    typed: Long = ""
    draft: Long = ""
    hand: Number | None = None
    key: Text = ""
    follows: Annotated[int, Meta(ge=0, le=2**47)] | None = None


class JournalJson(JsonLine, frozen=True, kw_only=True, tag="journal"):
    """A line of a night's journal: entries that count only together."""

    entries: Annotated[list[EntryPart], Meta(min_length=1)]


class ActPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act: what it is, who did it (left out for acts of no player), in which betting round, and
    with which chips, card (as `As`) or other value.
    """

    act: Text
    seat: SeatNumber | None = None
    round: Annotated[int, Meta(ge=0, le=31)] = 0
    chips: Count | None = None
    card: Text | None = None
    value: Count | None = None


_TYPES: dict[str, Any] = {
    TEXT: Text, INTEGER: Whole, FLAG: bool, UTC: Time, "decimal(18, 6)": Value, "decimal(18, 2)": Value,
}  # fmt: skip
_LONG = {"house_rules", "note", "remedy", "cards"}
"""Columns of text without a usual length."""


def _line_of(name: str, text: str, columns: Columns, tag: str | None = None, **types: Any) -> Any:
    """The type of a row of a table: a field for each column, null where it is left out.

    `types` has the fields that the format states otherwise than the store: a required field is its type, an
    optional one its type and default. A field of None is left out.
    """
    stated = {
        name: (Long if name in _LONG else _TYPES.get(str(kind), Text), None) for name, kind in columns.items()
    }
    fields: list[Any] = []
    for field, kind in (stated | types).items():
        if isinstance(kind, tuple):
            fields.append((field, kind[0] | None, kind[1]))
        elif kind is not None:
            fields.append((field, kind))
    return msgspec.defstruct(
        name, fields, bases=(JsonLine,) if tag else None, namespace={"__doc__": text}, module=__name__,
        tag=tag, tag_field="type" if tag else None,
        frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True,
    )  # fmt: skip


SessionJson = _line_of(
    "SessionJson", "A night, a run or an import begins; `origin` is the game that an import holds.", SESSIONS,
    "session", session_id=Text, kind=Literal["night", "run", "import"], origin=(Text, None), notes=(list[Long], None),
)  # fmt: skip
SharePart = _line_of(
    "SharePart",
    "A part of a pot that was won: of the main pot (0) or a side pot, on a board, whole or half of it.", SHARE,
)  # fmt: skip
ErrorPart = _line_of("ErrorPart", "A dealer's error, and what was done.", ERROR)
SeatPart = _line_of(
    "SeatPart", "A player in the hand; seat 0 is left of the dealer, who is the last.", SEATS, hand_no=None
)
HandJson = _line_of(
    "HandJson", "A hand of the session before it, with its seats; what nobody logged is left out. A draft may have no "
    "game and no seats.", HANDS,
    "hand", hand_no=Count, status=Literal["confirmed", "draft"], variant_id=(Text, None),
    chain_no=(Count, None), deal_no=(Count, None), evening_no=(Count, None),
    errors=(GenericAlias(list, ErrorPart), None), shares=(GenericAlias(list, SharePart), None),
    actions=(list[ActPart], None), common=(list[Text], None),
    seats=Annotated[GenericAlias(list, SeatPart), Meta(max_length=15)],
)  # fmt: skip
BankJson = _line_of(
    "BankJson", "An entry of the session's bank book.", BANK, "bank", session_id=None, entry_no=Number
)


class EndJson(JsonLine, frozen=True, kw_only=True, tag="end"):
    """The last line: how many lines of each kind there are, and the SHA-256 of all bytes before this line."""

    sessions: Count
    hands: Count
    bank: Count
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | UnsetType = UNSET


AnyJson: Any = Head | PlayerJson | GameJson | SessionJson | JournalJson | HandJson | BankJson | EndJson
encode = msgspec.json.Encoder(decimal_format="string", order="deterministic").encode
decode = msgspec.json.Decoder(AnyJson).decode


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a line, made of the types."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of Peder's sessions as JSON Lines, version {VERSION}",
        **_on_one_line(msgspec.json.schema(AnyJson)),
    }


def _on_one_line(schema: Any) -> Any:
    """The schema with each description on a line: of a docstring's indents, Python 3.13 and later leave none."""
    if isinstance(schema, list):
        return [_on_one_line(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: " ".join(value.split())
        if key == "description" and isinstance(value, str)
        else _on_one_line(value)
        for key, value in schema.items()
    }
