"""One night of a simulated season: its players, games, misdeals and bank.

Every hand is played separately, because its stacks come from the hand before. Results are collected as arrays
(`pipeline.simulation.night_frames`). Players are numbered by their place in the group; chips are small chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from engine.api import (
    HOUSE_STACK,
    KIND_MASK,
    SEAT_SHIFT,
    TABLE,
    VALUE_SHIFT,
    Act,
    Buffers,
    Detail,
    HandColumn,
    Outcome,
    Record,
    SeatColumn,
    Variant,
    play,
)
from pipeline.bank.ledger import BankKind
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import LENGTH
from pipeline.simulation.group import SeasonGroup, natural
from pipeline.simulation.night_frames import PUT_RIGHT, ChipEntry, Misdeal, NightRecord

SHORT_OF_CHIPS = 30
"""A player with fewer chips than this buys a peder before the next hand."""
PEDER = 50
_HANDS_A_NIGHT = 1000  # hand numbers reserved for a night
_MISDEALS = 0.015  # of the hands
_KINDS = ("a card too few", "a card too many", "a closed card dealt open", "an open card dealt closed")
_REMEDIES = (PUT_RIGHT, Outcome.NEW_DEAL, Outcome.REDEALT)
_OF_REMEDIES = (0.6, 0.25, 0.15)
_POSTS = [int(act) for act in (Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE)]
_DEALING = [*_POSTS, *(int(act) for act in Act if act.has_card)]


class Bank:
    """All players' chips, and the bank's ledger; the banker plays with the bank's own chips."""

    def __init__(self, players: int, banker: int, book: list[ChipEntry]) -> None:
        self.banker = banker
        self.stacks: Array = np.zeros(players, np.int64)
        self.book = book

    def lend(self, who: int, at: datetime) -> None:
        """Lend a player the first stack."""
        self._enter(BankKind.LOAN, who, HOUSE_STACK, at)

    def sell(self, table: Sequence[int], at: datetime) -> None:
        """Sell peders to players who are short of chips; shadow losses are paid with them."""
        for who, chips in zip(table, self.stacks[list(table)].tolist(), strict=True):
            if chips < SHORT_OF_CHIPS:
                self._enter(BankKind.PURCHASE, who, -((chips - SHORT_OF_CHIPS) // PEDER) * PEDER, at)

    def close(self, who: int, at: datetime) -> None:
        """Close a player's account: a debt is bought, chips are handed back."""
        chips = int(self.stacks[who])
        if chips < 0:
            self._enter(BankKind.PURCHASE, who, -chips, at)
        else:
            self._enter(BankKind.COUNT, who, -chips, at)

    def _enter(self, kind: BankKind, who: int, chips: int, at: datetime) -> None:
        self.stacks[who] += chips
        if who != self.banker and chips:
            self.book.append(ChipEntry(who, kind, abs(chips), at))


class Evening:
    """Night `number` (from 0) of a season, which depends only on its seed and number."""

    def __init__(self, group: SeasonGroup, *, number: int, seed: int, start: datetime) -> None:
        self.group = group
        self.record = NightRecord(start)
        self.now = start
        self._seed = seed
        self._first_hand = number * _HANDS_A_NIGHT
        self._chance = np.random.default_rng((natural(seed), number))
        self._visits = group.evening(self._chance)
        hosts = [who for who, visit in self._visits.items() if visit.is_whole]
        self.bank = Bank(len(group.members), hosts[number % len(hosts)], self.record.book)
        self._table: tuple[int, ...] = ()
        self._pot = 0

    def play(self, buffers: Buffers) -> None:
        """Play until the time is up and no pot waits, and close all accounts."""
        self._sit([who for who, visit in self._visits.items() if visit.comes == 0])
        dealer = int(self._chance.choice(self._table))
        while self.now - self.record.start < LENGTH or self._pot:
            if not self._pot:
                self._come_and_go()
            self.bank.sell(self._table, self.now)
            dealer = next((who for who in self._table if who > dealer), self._table[0])
            variant = self.group.announce(dealer, self._table, self._chance)
            while self._deal(variant, dealer, buffers) == Outcome.REDEALT:
                pass
        for who in self._table:
            self.bank.close(who, self.now)

    def _sit(self, coming: list[int]) -> None:
        for who in coming:
            self.bank.lend(who, self.now)
        self._table = tuple(sorted((*self._table, *coming)))

    def _come_and_go(self) -> None:
        """Let players leave and arrive, as long as the table has a game to play."""
        part = (self.now - self.record.start) / LENGTH
        for who, visit in self._visits.items():
            if visit.leaves <= part:
                if who in self._table and self.group.fits(len(self._table) - 1):
                    self.bank.close(who, self.now)
                    self._table = tuple(other for other in self._table if other != who)
            elif visit.comes <= part and who not in self._table and self.group.fits(len(self._table) + 1):
                self._sit([who])

    def _deal(self, variant: Variant, dealer: int, buffers: Buffers) -> str:
        """Play a call: one hand, or all the deals of a game such as guts. Returns the remedy of a misdeal, "" for none."""
        place = self._table.index(dealer) + 1
        order = np.array(self._table[place:] + self._table[:place])
        misdeal = self._misdeal(variant)
        members = self.group.members
        for _, record in play(
            variant, players=len(order), hands=1, seed=self._seed,
            first_hand=self._first_hand + len(self.record.ends),
            profiles=[members[who].at(variant) for who in order], detail=Detail.CARDS,
            stacks=self.bank.stacks[order], pot_in=self._pot, chained=False,
            training=False, buffers=buffers,
        ):  # fmt: skip
            pace = self.group.paces.get(variant.id, variant.pace)
            if misdeal and misdeal.ends_the_hand:
                record, pace = _cut_short(record, misdeal.remedy), pace // 3
            self._keep(record, variant, order)
            for _ in record.hand:
                self.now += timedelta(seconds=pace)
                self.record.ends.append(self.now)
                self.record.misdeals.append(misdeal)
        return misdeal.remedy if misdeal else ""

    def _misdeal(self, variant: Variant) -> Misdeal | None:
        """Draw an occasional misdeal; games with their own kernels have none."""
        if variant.kernel or self._chance.random() >= _MISDEALS:
            return None
        seat, kind = self._chance.integers([len(self._table), len(_KINDS)])
        return Misdeal(int(seat), _KINDS[kind], str(self._chance.choice(_REMEDIES, p=_OF_REMEDIES)))

    def _keep(self, record: Record, variant: Variant, order: Array) -> None:
        """Record the hands of a record; `order` is the players by seat, from the first dealer's left."""
        stacks = self.bank.stacks
        nets = record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]
        for dealer, net in zip(record.hand[:, HandColumn.DEALER].tolist(), nets, strict=True):
            who = np.concatenate((order[dealer + 1 :], order[: dealer + 1]))
            before = stacks[who]
            stacks[who] = before + net
            self.record.who.append(who)
            self.record.before.append(before)
        self.record.records.append((variant, record.copy()))
        self._pot = int(record.hand[-1, HandColumn.POT_OUT])


def _cut_short(record: Record, remedy: str) -> Record:
    """Return the record of a hand that ended with its dealing: for a new deal, the antes stay in the pot; cards are
    dealt again before any chips are put in.
    """
    kinds = record.actions & KIND_MASK
    begun = 0 if remedy == Outcome.REDEALT else int(np.append(~np.isin(kinds, _DEALING), True).argmax())
    acts = record.actions[:begun]
    paying = acts[np.isin(kinds[:begun], _POSTS)]
    seat = np.zeros_like(record.seat)
    np.add.at(seat[0, :, SeatColumn.PAID], paying >> SEAT_SHIFT & TABLE, paying >> VALUE_SHIFT)
    seat[:, :, SeatColumn.STACK] = record.seat[:, :, SeatColumn.STACK]
    seat[:, :, [SeatColumn.SCORE, SeatColumn.LOW]] = -1
    hand = record.hand.copy()
    hand[:, [HandColumn.ROUNDS, HandColumn.SHOWDOWN]] = 0
    hand[:, HandColumn.OUTCOME] = Outcome(remedy).code
    hand[:, HandColumn.POT] = hand[:, HandColumn.POT_IN] + seat[0, :, SeatColumn.PAID].sum()
    hand[:, HandColumn.POT_OUT] = hand[:, HandColumn.POT]
    return Record(
        hand=hand, seat=seat, actions=acts, action_ends=np.array([0, begun]),
        shares=record.shares[:0], share_ends=np.zeros(2, np.int64),
    )  # fmt: skip
