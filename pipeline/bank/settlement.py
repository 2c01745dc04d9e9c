"""What everybody has to get or to pay for a night or a season, proven to add up to zero, and who pays whom.

A balance is the chips won (the hands, and the differences that counting showed) in money, less what was
already received, plus what was already paid. Money is exact until the end; then all balances of a currency
are rounded together (`pipeline.bank.money.round_together`). Currencies are settled apart and never added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from engine.api import PederError
from language import tr, trn
from pipeline.bank.book import Account, BankEntry, accounts, closing
from pipeline.bank.money import money_text, round_together, smallest
from pipeline.bank.transfers import MOST_EXACT, TransferPlan, by_the_house, fewest
from pipeline.records import replace


class SettleError(PederError):
    """What can't be settled, and why."""


@dataclass(frozen=True, kw_only=True)
class NightBook:
    """What a night leaves to be settled: nets in chips by player, the bank's entries, the value of a chip.

    `drafts` counts the hands that aren't confirmed and so don't count.
    """

    name: str
    currency: str
    chip_value: Decimal
    banker_id: str | None
    nets: Mapping[str, int]
    entries: Sequence[BankEntry]
    hands: int = 0
    drafts: int = 0

    def closed(self) -> NightBook:
        """With the entries that close the accounts; the same again for a night that is closed."""
        if self.banker_id is None:
            return self
        return replace(self, entries=[*self.entries, *closing(self.nets, self.entries, self.banker_id, None)])

    def merged(self, leads_to: Callable[[str], str]) -> NightBook:
        """With players who were merged as one."""
        nets: dict[str, int] = defaultdict(int)
        for player_id, net in self.nets.items():
            nets[leads_to(player_id)] += net
        entries = [
            replace(
                entry,
                player_id=leads_to(entry.player_id),
                counterparty_id=leads_to(entry.counterparty_id) if entry.counterparty_id else None,
            )
            for entry in self.entries
        ]
        entries = [entry for entry in entries if entry.player_id != entry.counterparty_id]
        banker_id = leads_to(self.banker_id) if self.banker_id else None
        return replace(self, nets=nets, entries=entries, banker_id=banker_id)

    def accounts(self) -> dict[str, Account]:
        """Everybody's account."""
        return accounts(self.nets, self.entries)


@dataclass(frozen=True, kw_only=True)
class SettlementLine:
    """A player's line: `exact` is the result in money, `balance` what is to get (+) or to pay (-),
    rounded.
    """

    player_id: str
    accounts: tuple[Account, ...]
    exact: Decimal
    received: Decimal
    balance: Decimal

    def sum_of(self, column: str) -> int:
        """A column of the accounts, in chips."""
        return sum(getattr(account, column) for account in self.accounts)


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """All accounts in one currency, and the payments that make everybody even."""

    currency: str
    step: Decimal
    lines: tuple[SettlementLine, ...]
    plan: TransferPlan
    banker_id: str | None
    nights: tuple[NightBook, ...]
    way: str = field(default="house")

    @property
    def total(self) -> Decimal:
        """What the balances add up to: zero, or `settle` would have raised."""
        return sum((line.balance for line in self.lines), Decimal(0))

    def amount(self, steps: int) -> Decimal:
        """A transfer's amount in money."""
        return steps * self.step

    def way_text(self, name_of: Callable[[str], str]) -> str:
        """How the payments were chosen, in words."""
        count = len(self.plan.transfers)
        if self.way == "house" and self.banker_id:
            return trn(
                "{n} payment, the house's way: everybody settles with {banker}",
                "{n} payments, the house's way: everybody settles with {banker}",
                count,
                banker=name_of(self.banker_id),
            )
        if self.plan.proven:
            return trn("{n} payment, provably the fewest", "{n} payments, provably the fewest", count)
        return trn(
            "{n} payment, found greedily: beyond {most} players who aren't even nobody proves that fewer "
            "won't do",
            "{n} payments, found greedily: beyond {most} players who aren't even nobody proves that fewer "
            "won't do",
            count,
            most=MOST_EXACT,
        )

    @property
    def rounding_text(self) -> str:
        """The rounding rule, and whether it was needed."""
        step = money_text(self.step, self.currency)
        if all(line.balance == line.exact - line.received for line in self.lines):
            return tr("All amounts are whole multiples of {step}: nothing was rounded.", step=step)
        return tr(
            "Amounts are rounded to {step}: each down, and the steps that are then missing go one each to "
            "the largest remainders, so the sum stays zero.",
            step=step,
        )


def settle(
    nights: Sequence[NightBook],
    *,
    use_fewest: bool = False,
    step: Decimal | None = None,
    payments: Iterable[tuple[str, str, Decimal, str]] = (),
) -> list[Settlement]:
    """Settle nights together, a settlement for each currency, in the order of the first night of each.

    `payments` are further ones, made outside the nights: payer, payee, money, currency. `step` is what
    amounts are rounded to (the currency's smallest coin). Raises SettleError where the accounts don't add up
    to zero.
    """
    extra = list(payments)
    currencies = dict.fromkeys([*(night.currency for night in nights), *(currency for *_, currency in extra)])
    return [
        _settle_one(
            currency,
            tuple(night.closed() for night in nights if night.currency == currency),
            use_fewest=use_fewest,
            step=step or smallest(currency),
            payments=[(payer, payee, money) for payer, payee, money, other in extra if other == currency],
        )
        for currency in currencies
    ]


def _settle_one(
    currency: str,
    nights: tuple[NightBook, ...],
    *,
    use_fewest: bool,
    step: Decimal,
    payments: Sequence[tuple[str, str, Decimal]],
) -> Settlement:
    books: dict[str, list[Account]] = defaultdict(list)
    exact: dict[str, Decimal] = defaultdict(Decimal)
    received: dict[str, Decimal] = defaultdict(Decimal)
    for night in nights:
        book = night.accounts()
        _check_zero(night, book)
        for player_id, account in book.items():
            books[player_id].append(account)
            exact[player_id] += account.result * night.chip_value
            received[player_id] += account.received
    for payer, payee, money in payments:
        received[payer] -= money
        received[payee] += money
    everybody = sorted({*books, *received})  # one order, so that rounding never depends on who sat where
    balances = round_together({player: exact[player] - received[player] for player in everybody}, step)
    lines = tuple(
        SettlementLine(
            player_id=player,
            accounts=tuple(books[player]),
            exact=exact[player],
            received=received[player],
            balance=balances[player],
        )
        for player in everybody
    )
    steps = {player: int(balance / step) for player, balance in balances.items()}
    bankers = {night.banker_id for night in nights}
    banker_id = bankers.pop() if len(bankers) == 1 else None
    if use_fewest or banker_id is None:
        return Settlement(currency=currency, step=step, lines=lines, plan=fewest(steps), banker_id=banker_id,
                          nights=nights, way="fewest")  # fmt: skip
    return Settlement(currency=currency, step=step, lines=lines, plan=by_the_house(steps, banker_id),
                      banker_id=banker_id, nights=nights)  # fmt: skip


def _check_zero(night: NightBook, book: Mapping[str, Account]) -> None:
    """Prove that a night's results add up to zero; raise SettleError where they don't."""
    total = sum(account.result for account in book.values())
    if total:
        told = tr(
            "The accounts of {night!r} add up to {total} chips, not to zero.", night=night.name, total=total
        )
        if not night.banker_id:
            told += " " + tr("Nobody keeps the bank: in the log write banker WHO, who has what nobody won.")
        raise SettleError(told)
    paid = sum((account.received for account in book.values()), Decimal(0))
    if paid:
        raise SettleError(
            tr(
                "The payments of {night!r} don't add up: {money} was paid to or by nobody.",
                night=night.name,
                money=money_text(paid, night.currency),
            )
        )
