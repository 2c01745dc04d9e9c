"""A game of PokerNow with the results of its ledger.

The ledger has everything that was bought and taken home; a log may begin late, or lack hands. Where the two differ,
the bank gets a difference for the player, and the chips that close the account.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl

from language import tr
from pipeline.bank.ledger import BankEntry, BankKind, in_money
from pipeline.formats.pokernow.ledger import Sitting
from pipeline.formats.pokernow.log import player_id
from pipeline.formats.sessions import FileError, Imported
from pipeline.store.bank_rows import bank_frame


def played(hands: pl.DataFrame, seats: pl.DataFrame) -> dict[str, int]:
    """What each player won in the hands that count, in chips."""
    return dict(_that_count(hands, seats).group_by("player_id").agg(pl.col("net").sum()).rows())


def _that_count(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """The seats of the hands that count."""
    return seats.join(hands.filter(status="confirmed").select("hand_no"), on="hand_no", how="semi")


def chip_of(session: Mapping[str, Any]) -> int:
    return int(Decimal(str(session["chip_value"])) * 100)


def all_bought(bank: pl.DataFrame, chip: int) -> int:
    """All that players bought, in hundredths."""
    return int(bank.filter(kind=BankKind.PURCHASE)["chips"].sum()) * chip


@dataclass(frozen=True, kw_only=True)
class Results:
    """What each player won by a ledger, and all that was bought, in hundredths; `name` is what to call the ledger."""

    name: str
    nets: Mapping[str, int]
    bought: int

    @classmethod
    def of(cls, sittings: Sequence[Sitting], name: str) -> Results:
        nets: dict[str, int] = defaultdict(int)
        for sitting in sittings:
            nets[player_id(sitting.player)] += sitting.net
        return cls(name=name, nets=nets, bought=sum(sitting.buy_in for sitting in sittings))

    def under(self, ids: Mapping[str, str]) -> Results:
        """The same for players whom the log has by other ids."""
        return replace(self, nets={ids.get(player, player): net for player, net in self.nets.items()})

    def in_unit_of(self, game: Imported) -> Results:
        """The same in the unit of a game's log: divided where they are cents of it.

        The ledger of a table in cents mode is in cents, 100 times the log; a log that begins late has a part of
        what was bought, but not so small a one.
        """
        amounts = [self.bought, *self.nets.values()]
        if self.bought <= 10 * all_bought(game.bank, chip_of(game.session)) or any(
            one % 100 for one in amounts
        ):
            return self
        return Results(
            name=tr("{name}, in cents,", name=self.name),
            nets={player: net // 100 for player, net in self.nets.items()},
            bought=self.bought // 100,
        )


def reconcile(game: Imported, results: Results) -> Imported:
    """The game with the results of its ledger, without them where the ledger was downloaded before the log ends.

    Raises FileError where they aren't whole chips of the log.
    """
    chip, names = chip_of(game.session), game.names
    results = results.in_unit_of(game)
    name, nets = results.name, results.nets
    by_hands = {player: net * chip for player, net in played(game.hands, game.seats).items()}
    off = {player: left for player, net in sorted(nets.items()) if (left := net - by_hands.get(player, 0))}
    if off and (hand := _hand_before_which(nets, game)) is not None:
        remark = tr(
            "{name} is its ledger from before hand {hand}, so the results of the hands count: download it again when the game is over",
            name=name,
            hand=hand,
        )
        return replace(game, remarks=[*game.remarks, remark])
    if any(amount % chip for amount in off.values()):
        raise FileError(
            tr(
                "{name} has amounts that aren't whole chips of {game}: import them apart.",
                name=name,
                game=game.source.name,
            )
        )
    entries = [
        BankEntry(kind=kind, player_id=player, chips=amount // chip, at=game.session["ended_at"])  # type: ignore[arg-type]
        for player, left in off.items()
        for kind, amount in (
            (BankKind.PURCHASE, -left) if left < 0 else (BankKind.BUYBACK, left),
            (BankKind.DIFFERENCE, left),
        )
    ]
    if off:
        differences = ", ".join(
            f"{names.get(player, [player])[0]} {left / 100:+g}" for player, left in off.items()
        )
        remark = tr(
            "{name} is its ledger, and differs from the hands; entered as differences: {text}",
            name=name,
            text=differences,
        )
    else:
        remark = tr("{name} is its ledger, and agrees with the hands", name=name)
    currency = game.session["currency"]
    more = bank_frame(in_money(entries, Decimal(chip) / 100), currency, first=len(game.bank) + 1)  # type: ignore[arg-type]
    bank = pl.concat([game.bank, more])
    return replace(game, bank=bank, remarks=[*game.remarks, remark])


def _hand_before_which(nets: Mapping[str, int], game: Imported) -> int | None:
    """The first hand before which the players had won just these `nets`, in hundredths; None if they never had."""
    left = {player: net for player, net in nets.items() if net}
    chip = chip_of(game.session)
    seats = _that_count(game.hands, game.seats).select("hand_no", "player_id", "net").sort("hand_no")
    for hand, nets_of_hand in groupby(seats.rows(), key=itemgetter(0)):
        if not left:
            return int(hand)
        for _, player, net in nets_of_hand:
            left[player] = left.get(player, 0) - net * chip
            if not left[player]:
                del left[player]
    return None
