"""`peder bank` and `peder settle`: the bank's book, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated

import typer

from language import mark, tr, trn
from pipeline.commands import FolderOption, JsonOption, print_json, print_rows, say

if TYPE_CHECKING:
    from pipeline.bank.settlement import NightBook, Settlement
    from pipeline.people import Registry


def register(app: typer.Typer) -> None:
    """Add `peder bank` and `peder settle`."""
    app.command("bank")(bank)
    app.command("settle")(settle)


def bank(
    night: Annotated[str, typer.Argument(help="The night.", show_default=False)],
    store: FolderOption,
    as_json: JsonOption = False,
) -> None:
    """Show the bank's book of a night: every entry, and what should lie before each player."""
    from pipeline.bank.money import money_text
    from pipeline.people import Registry
    from pipeline.settling.books import Nights
    from pipeline.store.store import Store

    nights = Nights(store)
    book = nights.book(night)
    for fault in nights.faults(night):
        say(fault)
    registry = Registry.of(Store(store))
    rows = [
        {
            "entry_no": number,
            "at": entry.at,
            "kind": entry.kind,
            "player_id": entry.player_id,
            "counterparty_id": entry.counterparty_id,
            "chips": entry.chips,
            "money": entry.money if entry.money is not None else _value(entry.chips, book.chip_value),
            "currency": book.currency,
        }
        for number, entry in enumerate(book.entries, 1)
    ]
    if as_json:
        print_json(rows)
        return
    named = [
        {
            tr("entry"): number,
            tr("at"): f"{entry.at.astimezone():%H:%M}" if entry.at else "",
            tr("kind"): tr(_KINDS[entry.kind]),
            tr("player"): registry.name_of(entry.player_id),
            tr("with"): registry.name_of(entry.counterparty_id) if entry.counterparty_id else tr("the bank"),
            tr("chips"): entry.chips,
            tr("money"): row["money"],
        }
        for number, (entry, row) in enumerate(zip(book.entries, rows, strict=True), 1)
    ]
    if named:
        print_rows(named, as_json=False)
        typer.echo("")
    accounts = book.accounts()
    print_rows(
        [
            {
                tr("player"): tr("{player} (bank)", player=registry.name_of(player_id))
                if player_id == book.banker_id
                else registry.name_of(player_id),
                tr("lent"): account.lent,
                tr("bought"): account.bought,
                tr("returned"): account.returned,
                tr("net"): account.net,
                tr("owes shadow"): account.owing,
                tr("difference"): account.difference,
                tr("stack"): "" if player_id == book.banker_id else account.stack,
            }
            for player_id, account in accounts.items()
        ],
        as_json=False,
    )
    worth = money_text(book.chip_value, book.currency)
    typer.echo("\n" + tr("A small chip is worth {value}.", value=worth))
    _tell_drafts([book])


def _value(chips: int | None, chip_value: Decimal) -> Decimal | None:
    return None if chips is None else chips * chip_value


def settle(
    store: FolderOption,
    night: Annotated[str | None, typer.Argument(help="The night to settle.", show_default=False)] = None,
    season: Annotated[
        str | None, typer.Option("--season", help="Settle all nights of a season together.")
    ] = None,
    use_fewest: Annotated[bool, typer.Option("--fewest", help="As few payments as can be.")] = False,
    round_to: Annotated[
        str | None, typer.Option("--round", help="Round to this, such as '50 øre' or '1 kr'.")
    ] = None,
    as_text: Annotated[bool, typer.Option("--text", help="Only a text to paste into a message.")] = False,
    paid: Annotated[
        list[str] | None,
        typer.Option("--paid", help="Note a payment: 'WHO WHOM AMOUNT', such as 'Bo Carl 12,50 kr'."),
    ] = None,
    all_paid: Annotated[
        bool, typer.Option("--all-paid", help="Note that all payments listed were made.")
    ] = False,
    take_back: Annotated[
        int | None, typer.Option("--take-back", help="Take back a season's payment by its number.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Settle a night, or with --season many: each account, the proof that they add up to zero, and who pays
    whom.

    A logged night is closed by it: what players handed back is held against the hands, and a difference
    becomes an entry of the book. A line that is logged later opens it again.
    """
    from pipeline.progress import bar
    from pipeline.settling.settle import Settler

    if (night is None) == (season is None):
        raise typer.BadParameter(tr("Name a night, or a season with --season."))
    said = []
    with bar() if season is not None else nullcontext() as progress:
        settler = Settler(
            store, night=night, season=season, use_fewest=use_fewest, round_to=round_to, progress=progress
        )
        if take_back is not None:
            said.append(settler.take_back(take_back))
        said += [settler.note_payment(payment) for payment in paid or ()]
        if all_paid:
            said.append(settler.note_all_paid())
        settlements = settler.settle()
    for sentence in said:
        say(sentence)
    if as_json:
        print_json([row for settlement in settlements for row in _rows(settlement, settler.registry)])
    elif as_text:
        typer.echo(
            "\n\n".join(
                _message(settlement, settler.title, settler.registry.name_of) for settlement in settlements
            )
        )
    else:
        for settlement in settlements:
            _print(settlement, settler.title, settler.registry)
    for remark in [*settler.remarks, *settler.faults()]:
        say(remark)
    _tell_drafts([book for settlement in settlements for book in settlement.nights])


_COLUMNS = (
    mark("lent"), mark("bought"), mark("returned"), mark("net"), mark("difference"), mark("result"),
)  # fmt: skip

_KINDS = {
    "loan": mark("loan"),
    "purchase": mark("purchase"),
    "buyback": mark("buyback"),
    "count": mark("count"),
    "shadow": mark("shadow"),
    "difference": mark("difference"),
    "payment": mark("payment"),
}


def _rows(settlement: Settlement, registry: Registry) -> list[dict[str, object]]:
    """A row an account, then a row a payment; all with the same columns."""
    empty = dict.fromkeys(("to_player_id", "to_player", "amount"))
    rows: list[dict[str, object]] = []
    for line in settlement.lines:
        row = {"row": "account", "currency": settlement.currency, "player_id": line.player_id}
        row["player"] = registry.name_of(line.player_id)
        numbers = {column: line.sum_of(column) for column in _COLUMNS}
        money = {"money": line.exact, "received": line.received, "balance": line.balance}
        rows.append({**row, **numbers, **money, **empty})
    for transfer in settlement.plan.transfers:
        rows.append(
            {
                **dict.fromkeys(rows[0]),
                "row": "payment",
                "currency": settlement.currency,
                "player_id": transfer.payer,
                "player": registry.name_of(transfer.payer),
                "to_player_id": transfer.payee,
                "to_player": registry.name_of(transfer.payee),
                "amount": settlement.amount(transfer.amount),
            }
        )
    return rows


def _print(settlement: Settlement, title: str, registry: Registry) -> None:
    from pipeline.bank.money import money_text

    currency = settlement.currency
    values = {night.chip_value for night in settlement.nights}
    said = {"title": title, "currency": currency}
    hands = sum(night.hands for night in settlement.nights)
    if len(values) == 1:
        said["value"] = money_text(values.pop(), currency)
        told = trn(
            "{title}: {n} hand, a chip {value}, in {currency}",
            "{title}: {n} hands, a chip {value}, in {currency}",
            hands,
            **said,
        )
    else:
        told = trn("{title}: {n} hand, in {currency}", "{title}: {n} hands, in {currency}", hands, **said)
    typer.echo(f"{told}\n")
    rows: list[dict[str, object]] = []
    for line in settlement.lines:
        row: dict[str, object] = {tr("player"): registry.name_of(line.player_id)}
        row |= {tr(column): line.sum_of(column) for column in _COLUMNS}
        row[tr("money")] = money_text(line.exact, currency, sign=True)
        if any(other.received for other in settlement.lines):
            row[tr("received")] = money_text(line.received, currency, sign=True)
        row[tr("balance")] = money_text(line.balance, currency, sign=True)
        rows.append(row)
    print_rows(rows, as_json=False)
    results = sum(line.sum_of("result") for line in settlement.lines)
    proof = tr(
        "Proof: the results add up to {chips} chips, the balances to {money}.",
        chips=results,
        money=money_text(settlement.total, currency),
    )
    typer.echo(f"\n{proof}")
    differences = [(line.player_id, line.sum_of("difference")) for line in settlement.lines]
    if any(chips for _, chips in differences):
        told = ", ".join(f"{registry.name_of(player)} {chips:+d}" for player, chips in differences if chips)
        typer.echo(tr("Counted against the hands, kept as entries of the book: {told} chips.", told=told))
    typer.echo(settlement.rounding_text)
    way = settlement.way_text(registry.name_of)
    typer.echo(f"\n{way[:1].upper()}{way[1:]}:")
    for line_text in _payments(settlement, registry.name_of):
        typer.echo(f"  {line_text}")
    typer.echo("")


def _payments(settlement: Settlement, name_of: Callable[[str], str]) -> list[str]:
    from pipeline.bank.money import money_text

    found = [
        tr(
            "{payer} pays {payee} {money}",
            payer=name_of(transfer.payer),
            payee=name_of(transfer.payee),
            money=money_text(settlement.amount(transfer.amount), settlement.currency),
        )
        for transfer in settlement.plan.transfers
    ]
    return found or [tr("Everybody is even.")]


def _message(settlement: Settlement, title: str, name_of: Callable[[str], str]) -> str:
    """A text to paste into a message: results, then payments."""
    from pipeline.bank.money import money_text

    results = sorted(settlement.lines, key=lambda line: -line.exact)
    lines = [title]
    lines += [
        f"{name_of(line.player_id)} {money_text(line.exact, settlement.currency, sign=True)}"
        for line in results
    ]
    lines += ["", *_payments(settlement, name_of)]
    return "\n".join(lines)


NIGHTS_TOLD = 5
"""Nights whose drafts are told one by one."""


def _tell_drafts(books: Sequence[NightBook]) -> None:
    open_books = [book for book in books if book.drafts]
    for book in open_books[:NIGHTS_TOLD]:
        say(
            trn(
                "{night}: {n} hand is a draft and doesn't count: mend or confirm it in peder log "
                "{night!r} (ret, ok).",
                "{night}: {n} hands are drafts and don't count: mend or confirm them in peder log "
                "{night!r} (ret, ok).",
                book.drafts,
                night=book.name,
            )
        )
    if more := open_books[NIGHTS_TOLD:]:
        say(
            trn(
                "One more night has drafts, {hands} in all.",
                "{n} more nights have drafts, {hands} in all.",
                len(more),
                hands=sum(book.drafts for book in more),
            )
        )
