"""Nights of a simulated season as rows of the store. Several nights are framed at once, because the cost of a
frame hardly depends on its number of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

import numpy as np
import polars as pl

from engine.api import SUIT_LANE, Detail, Record, SeatColumn, Variant, set_text
from pipeline.bank.ledger import BankKind
from pipeline.simulation.columns import Array, lists
from pipeline.simulation.frames import columns_of, frames_of
from pipeline.simulation.group import Member
from pipeline.store.parts import full
from pipeline.store.schemas import BANK, ERROR, HANDS, SEATS

CHIP_VALUE = Decimal("0.25")
CURRENCY = "DKK"
PUT_RIGHT = "put right"
_LANE = (1 << SUIT_LANE) - 1


@dataclass(frozen=True)
class Misdeal:
    """A dealer's error: the seat that it hit, its kind, and the remedy (ruling 22)."""

    seat: int
    kind: str
    remedy: str

    @property
    def ends_the_hand(self) -> bool:
        """Whether the hand isn't played to its end."""
        return self.remedy != PUT_RIGHT


class ChipEntry(NamedTuple):
    """An entry of the bank's book: the player's place in the group, and chips without a sign."""

    who: int
    kind: BankKind
    chips: int
    at: datetime


@dataclass(frozen=True)
class NightRecord:
    """The record of a night: records of one call each, the bank's book, and for each hand its end, any misdeal, and
    the players by seat, the dealer last, with their chips.
    """

    start: datetime
    records: list[tuple[Variant, Record]] = field(default_factory=list)
    book: list[ChipEntry] = field(default_factory=list)
    ends: list[datetime] = field(default_factory=list)
    misdeals: list[Misdeal | None] = field(default_factory=list)
    who: list[Array] = field(default_factory=list)
    before: list[Array] = field(default_factory=list)


def frames_of_nights(
    nights: Sequence[NightRecord], members: Sequence[Member]
) -> list[dict[str, pl.DataFrame]]:
    """The rows of some nights by table (`hands`, `seats`, and `bank` without its session), framed together."""
    hands, seats = _hands_and_seats(nights, members)
    frames = {
        "hands": _night_by_night(hands, [len(night.ends) for night in nights]),
        "seats": _night_by_night(seats, [sum(map(len, night.who)) for night in nights]),
        "bank": _night_by_night(_bank(nights, members), [len(night.book) for night in nights]),
    }
    return [{table: rows[place] for table, rows in frames.items()} for place in range(len(nights))]


def _night_by_night(rows: pl.DataFrame, counts: Sequence[int]) -> list[pl.DataFrame]:
    ends = accumulate(counts, initial=0)
    return [rows.slice(begin, end - begin) for begin, end in pairwise(ends)]


def _hands_and_seats(
    nights: Sequence[NightRecord], members: Sequence[Member]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    records = [played for night in nights for played in night.records]
    hands, seats = frames_of(columns_of(records), first_no=1, detail=Detail.CARDS, profiles=None)
    ids = pl.Series([member.player_id for member in members])
    tables = [who for night in nights for who in night.who]
    who = pl.Series(np.concatenate(tables))
    before = pl.Series(np.concatenate([stacks for night in nights for stacks in night.before]))
    counts = [len(night.ends) for night in nights]
    of_earlier = pl.Series(np.repeat(np.cumsum([0, *counts[:-1]]), counts))
    cards = np.concatenate([record.seat[:, :, SeatColumn.CARDS].ravel() for _, record in records])
    hands = hands.with_columns(
        hand_no=hands["hand_no"] - of_earlier,
        chain_no=hands["chain_no"] - of_earlier,
        dealer_id=ids.gather([int(table[-1]) for table in tables]),
        started_at=_times([time for night in nights for time in (night.start, *night.ends[:-1])]),
        ended_at=_times([time for night in nights for time in night.ends]),
        errors=_errors([misdeal for night in nights for misdeal in night.misdeals]),
    )
    seats = seats.with_columns(
        hand_no=hands["hand_no"].gather(np.repeat(np.arange(len(tables)), list(map(len, tables)))),
        player_id=ids.gather(who),
        profile=pl.Series([member.profile for member in members]).gather(who),
        stack_before=before,
        shadow=(seats["paid"] - before.clip(0)).clip(0),
        cards=_texts(cards),
    )
    return full(hands, HANDS), full(seats, SEATS)


def _bank(nights: Sequence[NightRecord], members: Sequence[Member]) -> pl.DataFrame:
    entries = list(chain.from_iterable(night.book for night in nights))
    ids = [member.player_id for member in members]
    columns = {
        "entry_no": [number for night in nights for number in range(1, len(night.book) + 1)],
        "player_id": [ids[entry.who] for entry in entries],
        "kind": [entry.kind for entry in entries],
        "chips": [entry.chips for entry in entries],
        "money": [entry.chips * CHIP_VALUE for entry in entries],
        "currency": [CURRENCY] * len(entries),
        "at": [entry.at for entry in entries],
    }
    return pl.DataFrame(columns, schema={name: BANK[name] for name in columns})


def _times(times: Sequence[datetime]) -> pl.Series:
    return pl.Series(times, dtype=pl.Datetime("us", "UTC"))


def _errors(misdeals: Sequence[Misdeal | None]) -> pl.Series:
    """Return the column `errors`: a list of errors for each hand."""
    made = [misdeal for misdeal in misdeals if misdeal]
    ends = np.cumsum([0, *(misdeal is not None for misdeal in misdeals)])
    rows = pl.DataFrame([vars(misdeal) for misdeal in made], schema=ERROR.to_schema())
    return lists(ends, rows.to_dict())


def _texts(cards: Array) -> pl.Series:
    """Sets of cards (n,) in words, suit by suit; null for none."""
    suits = []
    for lane in range(0, 64, SUIT_LANE):
        held, place = np.unique(cards >> lane & _LANE, return_inverse=True)
        texts = pl.Series([set_text(suit << lane) or None for suit in held.tolist()], dtype=pl.String)
        suits.append(texts.gather(place))
    texts = pl.select(pl.concat_str(suits, separator=" ", ignore_nulls=True)).to_series()
    return texts.set(pl.Series(cards == 0), None)
