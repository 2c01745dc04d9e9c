"""A PokerNow ledger as a session without hands: each sitting becomes entries of the bank's book.

In each row `net = buy_out + stack + nit_escrow - buy_in` (the escrow of a nit game, a column since 2026), and
the nets of all rows add up to zero. A table that counts in cents has a ledger in cents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from hashlib import sha256
from math import gcd
from pathlib import Path

from language import tr
from pipeline.bank.ledger import BankEntry, BankKind
from pipeline.formats.pokernow.lines import cut_off, moment, read_rows
from pipeline.formats.pokernow.log import PLACE, player_id, year_of
from pipeline.formats.sessions import FileError, Imported
from pipeline.formats.tables import bank_frame, import_row

COLUMNS = (
    "player_nickname", "player_id", "session_start_at", "session_end_at", "buy_in", "buy_out", "stack", "net",
)  # fmt: skip
ESCROW = "nit_escrow"


@dataclass(frozen=True, kw_only=True)
class PlayRequest:
    """A row of the ledger; amounts in hundredths, times where it has them."""

    name: str
    player: str
    start: datetime | None
    end: datetime | None
    buy_in: int
    buy_out: int
    stack: int  # left on the table, and held in escrow

    @property
    def net(self) -> int:
        return self.buy_out + self.stack - self.buy_in


def import_ledger(
    path: Path, *, session_id: str | None = None, season: str | None = None, currency: str | None = None
) -> Imported:
    """Read a ledger file as a session without hands; raises FileError where it doesn't add up.

    Without a `session_id` it comes from the first day and the sittings, so the same ledger is known again.
    """
    sittings = read_sittings(path)
    times = sorted(time for sitting in sittings for time in (sitting.start, sitting.end) if time)
    day = f"{times[0]:%Y-%m-%d}" if times else "undated"
    known = sorted(f"{sitting.player} {sitting.start} {sitting.buy_in}" for sitting in sittings)
    digest = sha256("\n".join(known).encode()).hexdigest()[:6]
    origin = f"pokernow-ledger-{day}-{digest}"
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
            session_id or origin,
            season=season or year_of(times[0] if times else None),
            began=times[0] if times else None,
            ended=times[-1] if times else None,
            place=PLACE,
            currency=currency,
            chip_value=chip_value,
        ),
        bank=bank_frame(_entries(sittings, chip), chip_value, currency),
        names=names,
        origin=origin,
        assumed=frozenset() if season else frozenset({"season"}),
    )


def _entries(sittings: Sequence[PlayRequest], chip: int) -> Iterator[BankEntry]:
    """What each sitting bought and what it was paid; chips left on the table are paid out at its end.

    Without hands, what each player won is a difference, so that it is in the standings.
    """

    def entry(sitting: PlayRequest, kind: BankKind, amount: int, at: datetime | None) -> BankEntry:
        return BankEntry(kind=kind, player_id=player_id(sitting.player), chips=amount // chip, at=at)

    nets: Counter[str] = Counter()
    last: dict[str, PlayRequest] = {}
    for sitting in sittings:
        if sitting.buy_in:
            yield entry(sitting, BankKind.PURCHASE, sitting.buy_in, sitting.start)
        if paid := sitting.buy_out + sitting.stack:
            yield entry(sitting, BankKind.BUYBACK, paid, sitting.end)
        nets[sitting.player] += sitting.net
        last[sitting.player] = sitting
    for player, net in nets.items():
        yield entry(last[player], BankKind.DIFFERENCE, net, last[player].end)


def read_sittings(path: Path) -> list[PlayRequest]:
    """The rows of a ledger. Raises FileError where they don't add up."""
    sittings, total = [], 0
    for line, row in read_rows(path, COLUMNS, "ledger", optional=(ESCROW,)):
        name = row["player_nickname"]
        try:
            buy_in, buy_out, stack, escrow, net = (
                _hundredths(row[column]) for column in ("buy_in", "buy_out", "stack", ESCROW, "net")
            )
            start, end = (
                moment(row[column]) if row[column] else None
                for column in ("session_start_at", "session_end_at")
            )
        except ValueError as error:
            raise cut_off(path, line, "ledger") from error
        stack += escrow
        if net != buy_out + stack - buy_in:
            raise FileError(
                tr(
                    "{name}, line {line}: the net isn't what came out less what went in ({player}).",
                    name=path.name,
                    line=line,
                    player=name,
                )
            )
        total += net
        sittings.append(
            PlayRequest(
                name=name,
                player=row["player_id"],
                start=start,
                end=end,
                buy_in=buy_in,
                buy_out=buy_out,
                stack=stack,
            )
        )
    if not sittings:
        raise FileError(tr("{name} holds no sitting: download the ledger again.", name=path.name))
    if total:
        raise FileError(
            tr(
                "{name}: the nets add up to {total:g}, not to 0: a row is missing or wrong.",
                name=path.name,
                total=total / 100,
            )
        )
    return sittings


def _hundredths(text: str) -> int:
    """An amount with at most two decimals; ValueError for anything else."""
    if not re.fullmatch(r"-?\d{1,15}(\.\d{1,2})?|", text):
        raise ValueError(text)
    return int(100 * Decimal(text or "0"))
