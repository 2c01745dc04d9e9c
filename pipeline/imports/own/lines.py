"""The lines of the format, each a type; their JSON Schema follows from them (docs/sessions.schema.json).

A file begins with a `peder` line and ends with an `end` line, which counts the others and has the SHA-256 of
all bytes before it: so one that was cut or changed is seen. In between come the `player` lines, then for each
session a `session` line with its `journal` lines (a night's), its `hand` lines and its `bank` lines. Fields
that are null are left out. Chips are small chips, money and values of a chip are decimal text, times are
ISO 8601 with their zone.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

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


class SessionJson(JsonLine, frozen=True, kw_only=True, tag="session"):
    """A night, a run or an import begins; `origin` is the game that an import holds."""

    session_id: Text
    kind: Literal["night", "run", "import"]
    origin: Text | None = None
    season: Text | None = None
    started_at: Time | None = None
    ended_at: Time | None = None
    place: Text | None = None
    currency: Text | None = None
    chip_value: Value | None = None
    banker_id: Text | None = None
    house_rules: Long | None = None
    seed: Whole | None = None
    engine_version: Text | None = None


class EntryPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a night's journal: its number, when it was written, the canonical line, what was typed."""

    n: Number
    at: Time
    line: Long
    typed: Long = ""
    draft: Long = ""
    hand: Number | None = None
    key: Text = ""


class JournalJson(JsonLine, frozen=True, kw_only=True, tag="journal"):
    """A line of a night's journal: entries that count only together."""

    entries: Annotated[list[EntryPart], Meta(min_length=1)]


class ActPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An act: what it is, who did it (left out where nobody in particular did), in which betting round, and
    with which chips, card (as `As`) or other value.
    """

    act: Text
    seat: SeatNumber | None = None
    round: Annotated[int, Meta(ge=0, le=31)] = 0
    chips: Count | None = None
    card: Text | None = None
    value: Count | None = None


class SharePart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a pot that was won: of the main pot (0) or a side pot, on a board, whole or half of it."""

    pot_no: Whole | None = None
    board_no: Whole | None = None
    half: Text | None = None
    seat: Whole | None = None
    chips: Whole | None = None
    meld: Text | None = None
    score: Whole | None = None


class ErrorPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A dealer's error, and what was done."""

    kind: Text | None = None
    seat: Whole | None = None
    remedy: Long | None = None


class SeatPart(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player in the hand; seat 0 is left of the dealer, who is the last."""

    seat: Whole | None = None
    player_id: Text | None = None
    profile: Text | None = None
    stack_before: Whole | None = None
    paid: Whole | None = None
    won: Whole | None = None
    net: Whole | None = None
    shadow: Whole | None = None
    peder_used: bool | None = None
    folded_round: Whole | None = None
    showed: bool | None = None
    declared: Text | None = None
    announced: Text | None = None
    meld: Text | None = None
    meld_score: Whole | None = None
    cards: Long | None = None


class HandJson(JsonLine, frozen=True, kw_only=True, tag="hand"):
    """A hand of the session before it, with its seats; what nobody logged is left out."""

    hand_no: Number
    status: Literal["confirmed", "draft"]
    variant_id: Text
    chain_no: Number | None = None
    deal_no: Number | None = None
    evening_no: Number | None = None
    additions: Text | None = None
    dealer_id: Text | None = None
    player_count: Whole | None = None
    unit: Whole | None = None
    pot_in: Whole | None = None
    pot: Whole | None = None
    pot_out: Whole | None = None
    outcome: Text | None = None
    rounds_played: Whole | None = None
    showdown_count: Whole | None = None
    boards: Whole | None = None
    detail: Text | None = None
    started_at: Time | None = None
    ended_at: Time | None = None
    errors: list[ErrorPart] | None = None
    note: Long | None = None
    shares: list[SharePart] | None = None
    actions: list[ActPart] | None = None
    seats: Annotated[list[SeatPart], Meta(min_length=1, max_length=15)]


class BankJson(JsonLine, frozen=True, kw_only=True, tag="bank"):
    """An entry of the session's bank book."""

    entry_no: Number
    player_id: Text | None = None
    counterparty_id: Text | None = None
    kind: Text | None = None
    chips: Whole | None = None
    money: Value | None = None
    currency: Text | None = None
    at: Time | None = None


class EndJson(JsonLine, frozen=True, kw_only=True, tag="end"):
    """The last line: how many lines of each kind there are, and the SHA-256 of all bytes before this line."""

    sessions: Count
    hands: Count
    bank: Count
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | UnsetType = UNSET


AnyJson = Head | PlayerJson | SessionJson | JournalJson | HandJson | BankJson | EndJson
encode = msgspec.json.Encoder(decimal_format="string", order="deterministic").encode
decode = msgspec.json.Decoder(AnyJson).decode


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a line, made of the types."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of Peder's sessions as JSON Lines, version {VERSION}",
        **msgspec.json.schema(AnyJson),
    }
