"""A PokerNow ledger as a session without hands: each sitting becomes entries of the bank's book.

In each row `net = buy_out + stack + nit_escrow - buy_in` (the escrow of a nit game, a column since 2026), and
the nets of all rows add up to zero. The ledger of a table in "cents mode" is in cents, and doesn't say so: 5000 are
50.00 there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from math import gcd
from pathlib import Path

from language import tr
from pipeline.bank.ledger import BankEntry, BankKind, in_money
from pipeline.formats.pokernow.lines import cut_off, moment, read_rows
from pipeline.formats.pokernow.log import PLACE, player_id, year_of
from pipeline.formats.sessions import FileError, Imported
from pipeline.formats.tables import import_row
from pipeline.night.days import evening_of
from pipeline.store.bank_rows import bank_frame

COLUMNS = (
    "player_nickname", "player_id", "session_start_at", "session_end_at", "buy_in", "buy_out", "stack", "net",
)  # fmt: skip
ESCROW = "nit_escrow"
LARGE_BUY_IN = 1000
"""From this buy-in on, an import says that a ledger may be in cents."""


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A row of the ledger; amounts in hundredths, times where it has them."""

    name: str
    player: str
    start: datetime | None
    end: datetime | None
    buy_in: int
    buy_out: int
    stack: int  # left on the table, and held in escrow

    @property
    def is_whole(self) -> bool:
        """Whether no amount has decimals."""
        return not any(amount % 100 for amount in (self.buy_in, self.buy_out, self.stack))

    @property
    def net(self) -> int:
        return self.buy_out + self.stack - self.buy_in


def import_ledger(
    path: Path,
    *,
    session_id: str | None = None,
    season: str | None = None,
    currency: str | None = None,
    cents: bool = False,
) -> Imported:
    """Read a ledger file as a session without hands, its amounts in `cents` or as they are; raises FileError where
    it doesn't add up.

    Without a `session_id` it comes from the first day and the sittings, so the same ledger is known again.
    """
    sittings = read_sittings(path, cents=cents)
    times = sorted(time for sitting in sittings for time in (sitting.start, sitting.end) if time)
    days = (f"{times[0]:%Y-%m-%d}", str(evening_of(times[0]))) if times else ("undated", "undated")
    unit = 100 if cents else 1
    known = sorted(f"{sitting.player} {sitting.start} {sitting.buy_in * unit}" for sitting in sittings)
    digest = sha256("\n".join(known).encode()).hexdigest()[:6]
    origin, name = (f"pokernow-ledger-{day}-{digest}" for day in days)
    whole = gcd(
        *(amount for sitting in sittings for amount in (sitting.buy_in, sitting.buy_out, sitting.stack))
    )
    chip = whole or 100
    names: dict[str, list[str]] = {}
    for sitting in sittings:
        called = names.setdefault(player_id(sitting.player), [])
        if sitting.name not in called:
            called.insert(0, sitting.name)
    chip_value = Decimal(chip) / 100
    return Imported(
        source=path,
        session=import_row(
            session_id or name,
            season=season or year_of(times[0] if times else None),
            began=times[0] if times else None,
            ended=times[-1] if times else None,
            place=PLACE,
            currency=currency,
            chip_value=chip_value,
        ),
        bank=bank_frame(in_money(_entries(sittings, chip), chip_value), currency),
        names=names,
        remarks=[] if cents else _cents_remark(sittings),
        origin=origin,
        assumed=frozenset() if season else frozenset({"season"}),
    )


def _cents_remark(sittings: Sequence[Sitting]) -> list[str]:
    """A remark on amounts that may be cents: whole ones, and thousands of them; none for others."""
    bought = max(sitting.buy_in for sitting in sittings)
    if bought < LARGE_BUY_IN * 100 or not all(sitting.is_whole for sitting in sittings):
        return []
    return [
        tr(
            "a buy-in of {amount} is taken as {amount}; PokerNow writes the ledger of a table in cents mode in "
            "cents: if it was {cents:.2f}, import it again with --cents --replace",
            amount=bought // 100,
            cents=bought / 10_000,
        )
    ]


def _entries(sittings: Sequence[Sitting], chip: int) -> Iterator[BankEntry]:
    """The bank's entries of each sitting: chips bought and paid out; chips left on the table are paid out at its end.
    Without hands, each player's result is a difference, so that it is in the standings.
    """

    def entry(sitting: Sitting, kind: BankKind, amount: int, at: datetime | None) -> BankEntry:
        return BankEntry(kind=kind, player_id=player_id(sitting.player), chips=amount // chip, at=at)

    nets: Counter[str] = Counter()
    last: dict[str, Sitting] = {}
    for sitting in sittings:
        if sitting.buy_in:
            yield entry(sitting, BankKind.PURCHASE, sitting.buy_in, sitting.start)
        if paid := sitting.buy_out + sitting.stack:
            yield entry(sitting, BankKind.BUYBACK, paid, sitting.end)
        nets[sitting.player] += sitting.net
        last[sitting.player] = sitting
    for player, net in nets.items():
        yield entry(last[player], BankKind.DIFFERENCE, net, last[player].end)


def read_sittings(path: Path, *, cents: bool) -> list[Sitting]:
    """The rows of a ledger, its amounts in `cents` or as they are. Raises FileError where they don't add up, and for
    cents with decimals.
    """
    sittings: list[Sitting] = []
    seen: dict[tuple[str, ...], int] = {}
    for line, row in read_rows(path, COLUMNS, "ledger", optional=(ESCROW,)):
        if not row["player_id"]:
            raise FileError(
                tr(
                    "{name}, line {line} has no player's id: leave out rows of sums.",
                    name=path.name,
                    line=line,
                )
            )
        if row["session_start_at"] and (first := seen.setdefault(tuple(row.values()), line)) != line:
            raise FileError(
                tr(
                    "{name}, line {line} is line {first} again: keep it once.",
                    name=path.name,
                    line=line,
                    first=first,
                )
            )
        sittings.append(_read_sitting(path, line, row))
    if not sittings:
        raise FileError(tr("{name} holds no sitting: download the ledger again.", name=path.name))
    if total := sum(one.buy_out + one.stack - one.buy_in for one in sittings):
        raise FileError(
            tr(
                "{name}: the nets add up to {total:g}, not to 0: a row is missing or wrong.",
                name=path.name,
                total=total / 100,
            )
        )
    if not cents:
        return sittings
    if not all(sitting.is_whole for sitting in sittings):
        raise FileError(
            tr("{name} has amounts with decimals: it isn't in cents, so leave out --cents.", name=path.name)
        )
    return [
        replace(one, buy_in=one.buy_in // 100, buy_out=one.buy_out // 100, stack=one.stack // 100)
        for one in sittings
    ]


def _read_sitting(path: Path, line: int, row: Mapping[str, str]) -> Sitting:
    """One row of a ledger. Raises FileError for a cell that can't be read, and for a net that doesn't follow from the row."""
    try:
        buy_in, buy_out, stack, escrow, net = (
            _hundredths(row[column]) for column in ("buy_in", "buy_out", "stack", ESCROW, "net")
        )
        start, end = (
            moment(row[column]) if row[column] else None for column in ("session_start_at", "session_end_at")
        )
    except ValueError as error:
        raise cut_off(path, line, "ledger") from error
    moved = {"buy_in": buy_in, "buy_out": buy_out, "stack": stack, ESCROW: escrow}
    if negative := next((column for column, amount in moved.items() if amount < 0), None):
        raise FileError(
            tr(
                "{name}, line {line}: {column} is {amount} for {player}: correct it; only the net can be negative.",
                name=path.name,
                line=line,
                column=negative,
                amount=row[negative],
                player=row["player_nickname"],
            )
        )
    stack += escrow
    if net != buy_out + stack - buy_in:
        raise FileError(
            tr(
                "{name}, line {line}: the net isn't what came out less what went in ({player}).",
                name=path.name,
                line=line,
                player=row["player_nickname"],
            )
        )
    return Sitting(
        name=row["player_nickname"],
        player=row["player_id"],
        start=start,
        end=end,
        buy_in=buy_in,
        buy_out=buy_out,
        stack=stack,
    )


def _hundredths(text: str) -> int:
    """An amount with at most two decimals; ValueError for anything else."""
    if not re.fullmatch(r"-?\d{1,15}(\.\d{1,2})?|", text):
        raise ValueError(text)
    return int(100 * Decimal(text or "0"))
