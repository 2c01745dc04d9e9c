"""A game's log and its ledger as one night: the hands of the one, the results of the other.

The ledger counts all that was bought and taken home; a log may begin late, or lack hands. What a player has
by the ledger more or less than by the hands is kept as a difference in the bank's book, with the chips that
close the account.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import polars as pl

from pipeline.bank.book import BankKind
from pipeline.imports.base import FileError, Imported
from pipeline.imports.files import STDIN, text_lines
from pipeline.imports.pokernow.ledger import COLUMNS, LedgerSitting, import_ledger, read_sittings
from pipeline.imports.pokernow.session import import_log, player_id
from pipeline.store.schemas import BANK

_EARLY, _LATE = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Games:
    """The games that some logs and ledgers are of."""

    def __init__(self, files: Sequence[Path], *, season: str | None, currency: str | None) -> None:
        self._season, self._currency = season, currency
        self._ledgers = {path: None for path in files if _is_ledger(path)}
        self._used: set[Path] = set()
        self.files = [*(path for path in files if path not in self._ledgers), *self._ledgers]

    def read(self, path: Path) -> list[Imported]:
        """The game of a file, logs first: a ledger that went into a log's game is none of its own any more.

        Raises FileError.
        """
        if path in self._used:
            return []
        if path in self._ledgers:
            return [import_ledger(path, season=self._season, currency=self._currency)]
        game = import_log(path, season=self._season, currency=self._currency)
        for ledger in self._ledgers:
            try:
                sittings = read_sittings(ledger)
            except FileError:
                continue  # told when it's its turn
            if ledger not in self._used and is_of(sittings, game):
                game = reconcile(game, sittings, ledger.name)
                self._used.add(ledger)
        return [game]


def _is_ledger(path: Path) -> bool:
    if path == STDIN:
        return False
    first = next(iter(text_lines(path)), (1, ""))[1]
    return first.startswith(COLUMNS[0])


def is_of(sittings: Sequence[LedgerSitting], game: Imported) -> bool:
    """Whether a ledger is of the game of a log: its players sat there, at that time."""
    began, ended = game.session["started_at"], game.session["ended_at"]
    there = [
        player_id(sitting.player)
        for sitting in sittings
        if (sitting.start or _EARLY) <= ended and (sitting.end or _LATE) >= began  # type: ignore[operator]
    ]
    return set(game.names) <= set(there)


def reconcile(game: Imported, sittings: Sequence[LedgerSitting], name: str) -> Imported:
    """The game with the results of its ledger. Raises FileError where they aren't whole chips of the log."""
    chip = int(Decimal(str(game.session["chip_value"])) * 100)
    nets: dict[str, int] = defaultdict(int)
    called = {player: list(names) for player, names in game.names.items()}
    for sitting in sittings:
        nets[player_id(sitting.player)] += sitting.net
        names = called.setdefault(player_id(sitting.player), [])
        if sitting.name not in names:
            names.append(sitting.name)
    whole = game.hands.filter(pl.col("status") == "confirmed").select("hand_no")
    played = game.seats.join(whole, on="hand_no", how="semi").group_by("player_id").agg(pl.col("net").sum())
    by_hands = {player: net * chip for player, net in played.rows()}
    off = {player: left for player, net in sorted(nets.items()) if (left := net - by_hands.get(player, 0))}
    if any(amount % chip for amount in off.values()):
        raise FileError(
            f"{name} has amounts that aren't whole chips of {game.source.name}: import them apart."
        )
    number = len(game.bank)
    rows = [
        {
            "entry_no": (number := number + 1),
            "player_id": player,
            "kind": kind,
            "chips": amount // chip,
            "money": Decimal(amount) / 100,
            "currency": game.session["currency"],
            "at": game.session["ended_at"],
        }
        for player, left in off.items()
        for kind, amount in (
            (BankKind.PURCHASE, -left) if left < 0 else (BankKind.BUYBACK, left),
            (BankKind.DIFFERENCE, left),
        )
    ]
    if off:
        told = ", ".join(f"{called[player][0]} {left / 100:+g}" for player, left in off.items())
        remark = f"{name} is its ledger, and differs from the hands; kept as differences: {told}"
    else:
        remark = f"{name} is its ledger, and agrees with the hands"
    bank = pl.concat([game.bank, pl.DataFrame(rows, schema=BANK)])
    return replace(game, bank=bank, names=called, remarks=[*game.remarks, remark])
