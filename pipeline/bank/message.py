"""A settlement as text: the results, the expenses, then who pays whom."""

from __future__ import annotations

from collections.abc import Callable

from language import tr, trn
from language.book import expense_text, pot_text, side_bet_text
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import money_text
from pipeline.bank.settlement import Settlement, payment_text


def message(
    settlement: Settlement, name_of: Callable[[str], str], pay_to: Callable[[str], str], title: str = ""
) -> str:
    """Return the settlement as text to paste into a message, below an optional title. `pay_to` returns how a player (an
    id) is paid, "" if unknown.

    >>> from pipeline.bank.settlement import settle
    >>> print(message(settle([night])[0], str.title, {"anna": "MobilePay 12345678"}.get))
    Anna +17.50 kr
    Bo -17.50 kr
    <BLANKLINE>
    Anna got 5 from Bo in a side bet
    Anna paid 120.00 kr for pizza: Anna and Bo
    <BLANKLINE>
    Bo pays Anna 77.50 kr (MobilePay 12345678)
    <BLANKLINE>
    Without 2 drafts, which don't count.
    """
    results = sorted(settlement.lines, key=lambda line: -line.exact)
    lines = [title] if title else []
    lines += [
        f"{name_of(line.player_id)} {money_text(line.exact, settlement.currency, sign=True)}"
        for line in results
    ]
    if besides := [*besides_texts(settlement, name_of), *expense_texts(settlement, name_of)]:
        lines += ["", *besides]
    lines += ["", *payment_texts(settlement, name_of, pay_to)]
    if left_out := left_out_text(settlement):
        lines += ["", left_out]
    return "\n".join(lines)


def besides_texts(settlement: Settlement, name_of: Callable[[str], str]) -> list[str]:
    """Return a sentence for each side bet, and for what became of each carried pot. Amounts are in chips.

    >>> from pipeline.bank.settlement import settle
    >>> besides_texts(settle([night])[0], str.title)
    ['Anna got 5 from Bo in a side bet']
    """
    sentences = []
    for night in settlement.nights:
        pots: dict[str, list[tuple[str, int]]] = {}
        for entry in night.entries:
            chips = entry.chips or 0
            if entry.kind is BankKind.BET and entry.counterparty_id:
                sentences.append(
                    side_bet_text(name_of(entry.player_id), name_of(entry.counterparty_id), chips)
                )
            elif entry.kind is BankKind.POT:
                pots.setdefault(entry.note or "", []).append((name_of(entry.player_id), chips))
        sentences += [pot_text(became, parts) for became, parts in pots.items()]
    return sentences


def expense_texts(settlement: Settlement, name_of: Callable[[str], str]) -> list[str]:
    """Return a sentence for each expense: who paid what for whom.

    >>> from pipeline.bank.settlement import settle
    >>> expense_texts(settle([night])[0], str.title)
    ['Anna paid 120.00 kr for pizza: Anna and Bo']
    """
    return [
        expense_text(
            name_of(one.payer),
            money_text(one.money, settlement.currency),
            one.what,
            map(name_of, dict.fromkeys(one.players)),
        )
        for night in settlement.nights
        for one in night.expenses()
    ]


def payment_texts(
    settlement: Settlement, name_of: Callable[[str], str], pay_to: Callable[[str], str]
) -> list[str]:
    """Return a sentence for each payment that settles the accounts, or one sentence if there is nothing to pay. `pay_to`
    returns how a player (an id) is paid, "" if unknown.

    >>> from pipeline.bank.settlement import settle
    >>> payment_texts(settle([night])[0], str.title, {"anna": "paypal.me/anna"}.get)
    ['Bo pays Anna 77.50 kr (https://paypal.me/anna/77.50DKK)']
    """
    lines = [
        payment_text(
            name_of(transfer.payer),
            name_of(transfer.payee),
            settlement.amount(transfer.amount),
            settlement.currency,
            pay_to(transfer.payee),
        )
        for transfer in settlement.plan.transfers
    ]
    return lines or [tr("Everybody is even.")]


def left_out_text(settlement: Settlement) -> str:
    """Return a sentence on the drafts of a settlement's nights, which aren't part of it; "" if there are none.

    >>> from pipeline.bank.settlement import settle
    >>> left_out_text(settle([night])[0])
    "Without 2 drafts, which don't count."
    """
    drafts = sum(ledger.drafts for ledger in settlement.nights)
    if not drafts:
        return ""
    return trn("Without {n} draft, which doesn't count.", "Without {n} drafts, which don't count.", drafts)
