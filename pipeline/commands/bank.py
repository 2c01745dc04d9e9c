"""`peder bank` and `peder settle`: the bank's book, and who pays whom."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import mark, tr, trn
from pipeline.commands import (
    JsonOption,
    NightArgument,
    ReadFolderOption,
    confirm,
    print_json,
    print_rows,
    printable,
    say,
)
from pipeline.commands.nights import follow_journals

if TYPE_CHECKING:
    from pipeline.bank.ledger import NightLedger
    from pipeline.bank.settlement import Settlement
    from pipeline.night.settle import Settler
    from pipeline.store.people import Registry


def bank(
    store: ReadFolderOption,
    night: NightArgument = None,
    as_json: JsonOption = False,
) -> None:
    """Show a night's bank: every entry, and the chips that each player should have."""
    from pipeline.bank.money import money_text
    from pipeline.night.ledgers import Nights
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    nights = Nights(store)
    night = night or _latest_night(store)
    ledger = nights.ledger(night)
    for fault in nights.faults(night):
        say(fault)
    rows = _entry_rows(ledger)
    if as_json:
        print_json(rows)
        return
    registry = Registry.of(Store(store))
    if rows:
        _print_entries(ledger, rows, registry)
        typer.echo("")
    _print_accounts(ledger, registry)
    worth = money_text(ledger.chip_value, ledger.currency)
    typer.echo("\n" + tr("A small chip is worth {value}.", value=worth))
    _report_drafts([ledger])


def _entry_rows(ledger: NightLedger) -> list[dict[str, object]]:
    """A row an entry of the bank."""
    return [
        {
            "entry_no": number,
            "at": entry.at,
            "kind": entry.kind,
            "player_id": entry.player_id,
            "counterparty_id": entry.counterparty_id,
            "chips": entry.chips,
            "money": entry.money
            if entry.money is not None or entry.chips is None
            else entry.chips * ledger.chip_value,
            "currency": ledger.currency or None,
        }
        for number, entry in enumerate(ledger.entries, 1)
    ]


def _print_entries(ledger: NightLedger, rows: Sequence[dict[str, object]], registry: Registry) -> None:
    from pipeline.bank.money import money_text

    named = [
        {
            tr("entry"): row["entry_no"],
            tr("at"): f"{entry.at.astimezone():%H:%M}" if entry.at else "",
            tr("kind"): ": ".join(filter(None, [tr(_KINDS[entry.kind]), entry.note])),
            tr("player"): registry.name_of(entry.player_id),
            tr("with"): registry.name_of(entry.counterparty_id) if entry.counterparty_id else tr("the bank"),
            tr("chips"): entry.chips,
            tr("money"): money_text(row["money"], ledger.currency)
            if isinstance(row["money"], Decimal)
            else "",
        }
        for entry, row in zip(ledger.entries, rows, strict=True)
    ]
    print_rows(named, as_json=False, right=[tr("money")])


def _print_accounts(ledger: NightLedger, registry: Registry) -> None:
    accounts = ledger.accounts()
    has_besides = any(account.besides for account in accounts.values())
    rows = [
        {
            tr("player"): tr("{player} (bank)", player=registry.name_of(player_id))
            if player_id == ledger.banker_id
            else registry.name_of(player_id),
            tr("lent"): account.lent,
            tr("bought"): account.bought,
            tr("returned"): account.returned,
            tr("net"): account.net,
            tr("owes shadow"): account.owing,
            tr("difference"): account.difference,
            **({tr("besides"): account.besides} if has_besides else {}),
            tr("stack"): "" if player_id == ledger.banker_id else account.stack,
        }
        for player_id, account in accounts.items()
    ]
    print_rows(rows, as_json=False)


def _latest_night(store: Path) -> str:
    """The night that was logged last, also one whose logger was killed."""
    from pipeline.night.ledgers import Nights, latest_night

    follow_journals(store)
    return latest_night(Nights(store))


SeasonOption = Annotated[
    str | None,
    typer.Option("--season", metavar="SEASON", help="Settle all nights of a season together."),
]
UseFewestOption = Annotated[bool, typer.Option("--fewest", help="Make as few payments as possible.")]
RoundToOption = Annotated[
    str | None, typer.Option("--round", help="Round to this, such as '50 øre' or '1 kr'.")
]
AsTextOption = Annotated[bool, typer.Option("--text", help="Print only a text to paste into a message.")]
AsCodeOption = Annotated[
    bool, typer.Option("--qr", help="Also show QR codes of payments in euros, for the apps of banks.")
]
PaidOption = Annotated[
    list[str] | None,
    typer.Option("--paid", help="Record a payment: 'WHO WHOM AMOUNT', such as 'Bo Carl 12,50 kr'."),
]
AllPaidOption = Annotated[bool, typer.Option("--all-paid", help="Record that all listed payments were made.")]
TakeBackOption = Annotated[
    int | None, typer.Option("--take-back", help="Take back a season's payment by its number.")
]


def settle(
    store: ReadFolderOption,
    night: NightArgument = None,
    season: SeasonOption = None,
    use_fewest: UseFewestOption = False,
    round_to: RoundToOption = None,
    as_text: AsTextOption = False,
    as_code: AsCodeOption = False,
    paid: PaidOption = None,
    all_paid: AllPaidOption = False,
    take_back: TakeBackOption = None,
    as_json: JsonOption = False,
) -> None:
    """Settle a night, or a whole season with --season: list every account, check that they add up to zero,
    and say who pays whom.

    Settling closes a logged night: the chips that players handed back are compared with the hands, and a
    difference becomes an entry of the bank. A line logged later opens the night again.
    """
    from pipeline.night.settle import Settler
    from pipeline.store.backup.regular import back_up_after_night
    from pipeline.store.progress import bar

    if night is not None and season is not None:
        raise typer.BadParameter(tr("Name a night, or a season with --season."))
    if season is None:
        night = night or _latest_night(store)
    with bar() if season is not None else nullcontext() as progress:
        settler = Settler(
            store, night=night, season=season, use_fewest=use_fewest, round_to=round_to, progress=progress
        )
        _confirm_drafts(settler)
        settlements = _record_and_settle(settler, take_back, paid or (), all_paid=all_paid)
    registry = settler.registry.told_apart(
        line.player_id for settlement in settlements for line in settlement.lines
    )
    if as_json:
        print_json([row for settlement in settlements for row in _rows(settlement, settler.registry)])
    elif as_text:
        from pipeline.bank.message import message

        texts = [
            message(one, registry.name_of, registry.pay_to, settler.title_of(one)) for one in settlements
        ]
        typer.echo(printable("\n\n".join(texts)))
    else:
        for settlement in settlements:
            _print(settlement, settler.title_of(settlement), registry)
    if as_code:
        _print_codes(settlements, settler, registry)
    for remark in [*settler.remarks, *settler.faults()]:
        say(remark)
    _report_drafts([ledger for settlement in settlements for ledger in settlement.nights])
    back_up_after_night(store, say)


def _record_and_settle(
    settler: Settler, take_back: int | None, paid: Sequence[str], *, all_paid: bool
) -> list[Settlement]:
    """Record payments, say which, and settle. What was recorded stays, also if the rest is refused."""
    notes = []
    try:
        if take_back is not None:
            notes.append(settler.take_back(take_back))
        for payment in paid:
            notes.append(settler.note_payment(payment))
        if all_paid:
            notes.append(settler.note_all_paid())
        return settler.settle()
    finally:
        for sentence in notes:
            say(sentence)


def _confirm_drafts(settler: Settler) -> None:
    """Ask whether to settle without the drafts of a night, where there are any and the user can answer."""
    question = settler.drafts_question()
    if question and sys.stdin.isatty() and not confirm(question, default=False):
        say(
            tr(
                "Nothing is settled: correct or confirm the drafts first in peder log {night!r} (edit, ok).",
                night=settler.night,
            )
        )
        raise typer.Exit(1)


def _print_codes(settlements: Sequence[Settlement], settler: Settler, registry: Registry) -> None:
    """A QR code for each payment to a known IBAN, on stderr."""
    from pipeline.bank.pay_to import transfer_code
    from pipeline.bank.settlement import payment_text

    codes = 0
    for settlement in settlements:
        for transfer in settlement.plan.transfers:
            payer, payee = registry.name_of(transfer.payer), registry.name_of(transfer.payee)
            how, money = registry.pay_to(transfer.payee), settlement.amount(transfer.amount)
            note = tr("Poker {night}", night=settler.night or settler.season or "")
            if code := transfer_code(how, payee, money, settlement.currency, note):
                out = StringIO()
                code.terminal(out, compact=True)
                say(printable(payment_text(payer, payee, money, settlement.currency)))
                say(out.getvalue())
                codes += 1
    if not codes:
        say(
            tr(
                "No payment has a QR code: they are for euros, and for players whose IBAN is known (peder players pay)."
            )
        )


_COLUMNS = ("lent", "bought", "returned", "net", "difference", "besides", "result")

_KINDS = {
    "loan": mark("loan"),
    "purchase": mark("purchase"),
    "buyback": mark("buyback"),
    "count": mark("count"),
    "shadow": mark("shadow"),
    "difference": mark("difference"),
    "payment": mark("payment"),
    "expense": mark("expense"),
    "bet": mark("side bet"),
    "pot": mark("carried pot"),
}


def _rows(settlement: Settlement, registry: Registry) -> list[dict[str, object]]:
    """A row an account, then a row a payment; all with the same columns."""
    empty = dict.fromkeys(("to_player_id", "to_player", "amount"))
    rows: list[dict[str, object]] = []
    has_besides = any(line.sum_of("besides") for line in settlement.lines)
    for line in settlement.lines:
        row = {"row": "account", "currency": settlement.currency or None, "player_id": line.player_id}
        row["player"] = registry.name_of(line.player_id)
        numbers = {column: line.sum_of(column) for column in _COLUMNS if column != "besides" or has_besides}
        money = {
            "difference_money": line.difference,
            "money": line.exact,
            "received": line.received,
            "balance": line.balance,
        }
        if any(other.expenses for other in settlement.lines):
            money["expenses"] = line.expenses
        rows.append({**row, **numbers, **money, **empty})
    for transfer in settlement.plan.transfers:
        rows.append(
            {
                **dict.fromkeys(rows[0]),
                "row": "payment",
                "currency": settlement.currency or None,
                "player_id": transfer.payer,
                "player": registry.name_of(transfer.payer),
                "to_player_id": transfer.payee,
                "to_player": registry.name_of(transfer.payee),
                "amount": settlement.amount(transfer.amount),
            }
        )
    return rows


def _print(settlement: Settlement, title: str, registry: Registry) -> None:
    from pipeline.bank.message import besides_texts, expense_texts, left_out_text, payment_texts
    from pipeline.bank.money import money_text

    currency = settlement.currency
    hands = sum(night.hands for night in settlement.nights)
    heading = trn("{title}: {n} hand", "{title}: {n} hands", hands, title=title)
    if settlement.chip_value is not None:
        heading += tr(", a chip {value}", value=money_text(settlement.chip_value, currency))
    typer.echo(f"{heading}\n")
    lines = sorted(settlement.lines, key=lambda line: -line.exact)
    columns = {
        mark("won"): [line.exact for line in lines],
        mark("laid out"): [line.expenses for line in lines],
        mark("received"): [line.received for line in lines],
        mark("gets"): [line.balance for line in lines],
    }
    shown = {name: column for name, column in columns.items() if name in ("won", "gets") or any(column)}
    if len(shown) == 2 and [line.exact for line in lines] == [line.balance for line in lines]:
        del shown["gets"]
    print_rows(
        [
            {
                tr("player"): registry.name_of(line.player_id),
                **{
                    tr(name): money_text(column[place], currency, sign=True) for name, column in shown.items()
                },
            }
            for place, line in enumerate(lines)
        ],
        as_json=False,
        right=[*map(tr, shown)],
    )
    for sentence in map(
        printable,
        [*besides_texts(settlement, registry.name_of), *expense_texts(settlement, registry.name_of)],
    ):
        typer.echo(sentence)
    way = settlement.way_text(registry.name_of)
    typer.echo(f"\n{way[:1].upper()}{way[1:]}:")
    for line_text in payment_texts(settlement, registry.name_of, registry.pay_to):
        typer.echo(f"  {printable(line_text)}")
    results = sum(line.sum_of("result") for line in settlement.lines)
    proof = tr(
        "Proof: the results add up to {chips} chips, the balances to {money}.",
        chips=results,
        money=money_text(settlement.total, currency),
    )
    typer.echo(f"\n{proof}\n{settlement.rounding_text}")
    if left_out := left_out_text(settlement):
        typer.echo(left_out)
    in_money = settlement.chip_value is None
    listed = ", ".join(
        f"{registry.name_of(line.player_id)} "
        + (
            money_text(line.difference, currency, sign=True)
            if in_money
            else f"{line.sum_of('difference'):+d}"
        )
        for line in settlement.lines
        if line.difference
    )
    if listed and in_money:
        typer.echo(tr("Differences found by counting, entered in the book: {listed}.", listed=listed))
    elif listed:
        typer.echo(tr("Differences found by counting, entered in the book: {listed} chips.", listed=listed))


NIGHTS_LISTED = 5
"""Number of nights whose drafts are reported one by one."""


def _report_drafts(ledgers: Sequence[NightLedger]) -> None:
    with_drafts = [ledger for ledger in ledgers if ledger.drafts]
    for ledger in with_drafts[:NIGHTS_LISTED]:
        say(
            trn(
                "{night}: {n} hand is a draft and doesn't count: correct or confirm it in peder log "
                "{night!r} (edit, ok).",
                "{night}: {n} hands are drafts and don't count: correct or confirm them in peder log "
                "{night!r} (edit, ok).",
                ledger.drafts,
                night=ledger.name,
            )
        )
    if more := with_drafts[NIGHTS_LISTED:]:
        say(
            trn(
                "One more night has drafts, {hands} in all.",
                "{n} more nights have drafts, {hands} in all.",
                len(more),
                hands=sum(ledger.drafts for ledger in more),
            )
        )
