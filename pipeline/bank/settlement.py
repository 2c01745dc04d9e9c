"""Settles a night or a season: each player's balance, and who pays whom.

A balance is the value of the chips won, plus payments made and expenses paid for others, minus payments received and
expenses that others paid. Each currency is settled separately; money is exact until all its balances are rounded
together (`pipeline.bank.money.round_together`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from engine.api import PederError
from language import tr, trn
from pipeline.bank.currency import smallest
from pipeline.bank.ledger import Account, NightLedger
from pipeline.bank.money import money_text, round_together
from pipeline.bank.pay_to import with_amount
from pipeline.bank.transfers import MOST_EXACT, TransferPlan, fewest_transfers, through_banker


class SettleError(PederError):
    """A night or season that can't be settled; the text gives the reason."""


class PlayerPayment(NamedTuple):
    """A payment that a player (an id) made to another."""

    payer: str
    payee: str
    money: Decimal
    currency: str


@dataclass(frozen=True, kw_only=True)
class SettlementLine:
    """A player's line in money: `exact` is the result, `difference` the part of it that counting found, and `balance` the
    rounded amount to receive (+) or pay (-).
    """

    player_id: str
    accounts: tuple[Account, ...]
    exact: Decimal
    received: Decimal
    expenses: Decimal
    balance: Decimal
    difference: Decimal

    def sum_of(self, column: str) -> int:
        """Return the sum of a column of the accounts, in chips."""
        return sum(getattr(account, column) for account in self.accounts)


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """All accounts in one currency, and the payments that settle them."""

    currency: str
    step: Decimal
    lines: tuple[SettlementLine, ...]
    plan: TransferPlan
    banker_id: str | None
    nights: tuple[NightLedger, ...]
    way: str

    @property
    def total(self) -> Decimal:
        """Sum of the balances: zero, or `settle` would have raised."""
        return sum((line.balance for line in self.lines), Decimal(0))

    @property
    def chip_value(self) -> Decimal | None:
        """The value of a chip; None if it differs between the nights, whose chips can't be added up then."""
        values = {night.chip_value for night in self.nights}
        return values.pop() if len(values) == 1 else None

    def amount(self, steps: int) -> Decimal:
        return steps * self.step

    def way_text(self, name_of: Callable[[str], str]) -> str:
        """Return a sentence on how the payments were chosen."""
        count = len(self.plan.transfers)
        if self.way == "house" and self.banker_id:
            return trn(
                "{n} payment, the house's way: all players settle with {banker}",
                "{n} payments, the house's way: all players settle with {banker}",
                count,
                banker=name_of(self.banker_id),
            )
        if self.plan.proven:
            return trn("{n} payment, provably the fewest", "{n} payments, provably the fewest", count)
        return trn(
            "{n} payment by a greedy search: with more than {most} players who aren't even, fewer may be "
            "possible",
            "{n} payments by a greedy search: with more than {most} players who aren't even, fewer may be "
            "possible",
            count,
            most=MOST_EXACT,
        )

    @property
    def rounding_text(self) -> str:
        """Return a sentence on the rounding rule, and whether it was needed."""
        step = money_text(self.step, self.currency)
        if all(line.balance == line.exact + line.expenses - line.received for line in self.lines):
            return tr("All amounts are whole multiples of {step}: nothing was rounded.", step=step)
        return tr(
            "Amounts are rounded to {step}: each down, and the steps that are then missing go one each to "
            "the largest remainders, so the sum stays zero.",
            step=step,
        )


def payment_text(payer: str, payee: str, money: Decimal, currency: str, pay_to: str = "") -> str:
    """Return the sentence on a payment.

    >>> payment_text("Bo", "Anna", Decimal("12.5"), "DKK", "MobilePay 12345678")
    'Bo pays Anna 12.50 kr (MobilePay 12345678)'
    """
    pay_to = with_amount(pay_to, money, currency)
    text = tr("{payer} pays {payee} {money}", payer=payer, payee=payee, money=money_text(money, currency))
    return f"{text} ({pay_to})" if pay_to else text


def settle(
    nights: Sequence[NightLedger],
    *,
    use_fewest: bool = False,
    steps: Mapping[str, Decimal] | None = None,
    payments: Iterable[PlayerPayment] = (),
) -> list[Settlement]:
    """Settle nights together, a settlement for each currency, in the order of the first night of each.

    `payments` are further payments, made outside the nights. With `use_fewest` the payments are as few as possible,
    else all players settle with the banker if the nights have one banker. Amounts are rounded to the step of their
    currency in `steps` (by default its smallest coin). Raises SettleError if the accounts don't add up to zero.

    >>> nets = {"anna": 30, "bo": -50, "carl": 20}
    >>> chip = Decimal("0.25")
    >>> night = NightLedger(name="1", currency="DKK", chip_value=chip, banker_id="carl", nets=nets, entries=[])
    >>> [(line.player_id, line.balance) for line in settle([night])[0].lines]
    [('anna', Decimal('7.50')), ('bo', Decimal('-12.50')), ('carl', Decimal('5.00'))]
    """
    extra = list(payments)
    currencies = dict.fromkeys(
        [*(night.currency for night in nights), *(payment.currency for payment in extra)]
    )
    return [
        _settle_one(
            currency,
            tuple(night.closed() for night in nights if night.currency == currency),
            use_fewest=use_fewest,
            step=(steps or {}).get(currency) or smallest(currency),
            payments=[payment for payment in extra if payment.currency == currency],
        )
        for currency in currencies
    ]


def _settle_one(
    currency: str,
    nights: tuple[NightLedger, ...],
    *,
    use_fewest: bool,
    step: Decimal,
    payments: Sequence[PlayerPayment],
) -> Settlement:
    player_accounts: dict[str, list[Account]] = defaultdict(list)
    exact: dict[str, Decimal] = defaultdict(Decimal)
    difference: dict[str, Decimal] = defaultdict(Decimal)
    received: dict[str, Decimal] = defaultdict(Decimal)
    expenses: dict[str, Decimal] = defaultdict(Decimal)
    for night in nights:
        night_accounts = night.accounts()
        _check_zero(night, night_accounts)
        for player_id, account in night_accounts.items():
            player_accounts[player_id].append(account)
            exact[player_id] += account.result * night.chip_value
            difference[player_id] += account.difference * night.chip_value
            received[player_id] += account.received
            expenses[player_id] += account.expenses
    for payment in payments:
        received[payment.payer] -= payment.money
        received[payment.payee] += payment.money
    players = sorted({*player_accounts, *received})  # so that rounding doesn't depend on the seats
    balances = round_together(
        {player: exact[player] + expenses[player] - received[player] for player in players}, step
    )
    lines = tuple(
        SettlementLine(
            player_id=player,
            accounts=tuple(player_accounts[player]),
            exact=exact[player],
            received=received[player],
            expenses=expenses[player],
            balance=balances[player],
            difference=difference[player],
        )
        for player in players
    )
    steps = {player: int(balance / step) for player, balance in balances.items()}
    bankers = {night.banker_id for night in nights}
    banker_id = bankers.pop() if len(bankers) == 1 else None
    if use_fewest or banker_id is None:
        way, plan = "fewest", fewest_transfers(steps)
    else:
        way, plan = "house", through_banker(steps, banker_id)
    return Settlement(
        currency=currency,
        step=step,
        lines=lines,
        plan=plan,
        banker_id=banker_id,
        nights=nights,
        way=way,
    )


def _check_zero(night: NightLedger, accounts: Mapping[str, Account]) -> None:
    """Raise SettleError if a night's results or payments don't add up to zero, or its counts have no place."""
    if night.banker_id is None and any(one.counted and one.stack for one in accounts.values()):
        raise SettleError(
            tr(
                "{night}: the counted chips differ from what the hands leave, and no banker takes the difference.",
                night=night.name,
            )
        )
    total = sum(account.result for account in accounts.values())
    if total and total == sum(account.difference for account in accounts.values()):
        raise SettleError(
            tr(
                "{night}: the site took a rake, or added to pots, {money} in all, so its results can't be settled between its "
                "players. A season goes without it: import its file again, with --replace and without --season.",
                night=night.name,
                money=money_text(abs(total) * night.chip_value, night.currency),
            )
        )
    if total:
        raise SettleError(
            tr(
                "The accounts of {night!r} add up to {total} chips, not to zero.",
                night=night.name,
                total=total,
            )
        )
    paid = sum((account.received for account in accounts.values()), Decimal(0))
    if paid:
        raise SettleError(
            tr(
                "The payments of {night!r} don't add up: {money} has no payer or no payee.",
                night=night.name,
                money=money_text(paid, night.currency),
            )
        )
