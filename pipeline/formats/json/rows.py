"""The lines of the format as rows of the store's tables, and back."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import msgspec
import polars as pl

from engine.api import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    UNKNOWN_CARD,
    VALUE_SHIFT,
    Act,
    card_text,
    pack,
    pack_of,
)
from language import tr
from pipeline.formats.files import FileError
from pipeline.formats.json.lines import (
    ActPart,
    BankJson,
    EntryPart,
    ErrorPart,
    HandJson,
    SeatPart,
    SessionJson,
    SharePart,
)
from pipeline.night.entries import Entry
from pipeline.store.schemas import BANK, HANDS, SEATS

_ACTS = {act.word: act for act in Act}
_CODES = {card_text(code): code for code in (*pack_of(53), UNKNOWN_CARD)}
_CARDS = {code: text for text, code in _CODES.items()}


def hand_line(hand: Mapping[str, Any], seats: list[dict[str, Any]]) -> HandJson:
    nested = {
        "errors": _parts(hand["errors"], ErrorPart),
        "shares": _parts(hand["shares"], SharePart),
        "actions": None if hand["actions"] is None else [_act(packed) for packed in hand["actions"]],
    }
    columns = [{name: value for name, value in seat.items() if name != "hand_no"} for seat in seats]
    return HandJson(**{**hand, **nested}, seats=[SeatPart(**seat) for seat in columns])


def session_line(session: Mapping[str, Any], origin: str | None) -> SessionJson:
    return SessionJson(**{**session, "chip_value": _value(session["chip_value"])}, origin=origin)


def bank_line(entry: Mapping[str, Any]) -> BankJson:
    columns = {name: value for name, value in entry.items() if name != "session_id"}
    return BankJson(**{**columns, "money": _value(entry["money"])})


def entry_part(entry: Entry) -> EntryPart:
    return EntryPart(**{name: getattr(entry, name) for name in EntryPart.__struct_fields__})


def entry_of(part: EntryPart) -> Entry:
    return Entry(**msgspec.structs.asdict(part))


def session_row(line: SessionJson) -> dict[str, object]:
    row = msgspec.structs.asdict(line)
    del row["origin"]
    return row | {"chip_value": None if line.chip_value is None else Decimal(line.chip_value)}


def hand_frames(lines: list[HandJson]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of `hands` and of `seats`. Raises FileError for an act or a card that there isn't."""
    hands, seats = [], []
    for line in lines:
        row = msgspec.structs.asdict(line)
        del row["seats"]
        row["errors"] = _dicts(line.errors)
        row["shares"] = _dicts(line.shares)
        row["actions"] = None if line.actions is None else [_packed(act) for act in line.actions]
        hands.append(row)
        seats += [{"hand_no": line.hand_no, **msgspec.structs.asdict(seat)} for seat in line.seats]
    return pl.DataFrame(hands, schema=HANDS), pl.DataFrame(seats, schema=SEATS)


def bank_frame(lines: list[BankJson], session_id: str) -> pl.DataFrame:
    rows = [
        {
            **msgspec.structs.asdict(line),
            "session_id": session_id,
            "money": None if line.money is None else Decimal(line.money),
        }
        for line in lines
    ]
    return pl.DataFrame(rows, schema=BANK)


def _act(packed: int) -> ActPart:
    act, value = Act(packed & KIND_MASK), packed >> VALUE_SHIFT
    seat = packed >> SEAT_SHIFT & TABLE
    chips = value if act.pays or act is Act.RETURNED else None
    card = _CARDS.get(value) if act.has_card else None
    return ActPart(
        act=act.word,
        seat=None if seat == TABLE else seat,
        round=packed >> ROUND_SHIFT & MAX_ROUND,
        chips=chips,
        card=card,
        value=value if chips is None and card is None and value else None,
    )


def _packed(part: ActPart) -> int:
    act = _ACTS.get(part.act)
    if act is None:
        raise FileError(tr("there is no act {act!r:.40}", act=part.act))
    value = part.chips or part.value or 0
    if part.card is not None:
        if part.card not in _CODES:
            raise FileError(tr("there is no card {card!r:.40}", card=part.card))
        value = _CODES[part.card]
    return pack(act, TABLE if part.seat is None else part.seat, part.round, value)


def _parts(rows: list[dict[str, Any]] | None, kind: type[Any]) -> list[Any] | None:
    return None if rows is None else [kind(**row) for row in rows]


def _dicts(parts: list[Any] | None) -> list[dict[str, Any]] | None:
    return None if parts is None else [msgspec.structs.asdict(part) for part in parts]


def _value(value: Decimal | None) -> str | None:
    return None if value is None else format(value.normalize(), "f")
