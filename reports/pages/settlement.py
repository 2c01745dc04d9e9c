"""Money between the players: the settlement of a season, and the bank's book of a night."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr, trn
from reports import data
from reports.components.amounts import CellForm, Worth, amount_column, money_cell, unit_shown
from reports.components.blocks import Block, Column, Folded, ItemList, Paragraph, Row, Table
from reports.components.columns import player_column
from reports.components.html import Child, filled, fragment, tag
from reports.components.links import player_link
from reports.components.numbers import clock, is_lived, number, unknown
from reports.components.palette import player_spot
from reports.errors import ReportError
from reports.pages.story import Payment, payment_items

SeasonPays = Callable[[str | None, Sequence[str]], Sequence[Payment]]
"""A function that returns the payments after a season and its nights, as `Pays` does for a night. Raises ReportError if the
season can't be settled.
"""

TWO_PLACES = CellForm(places=2)


def no_season_payments(season: str | None, nights: Sequence[str]) -> Sequence[Payment]:
    """No payments: for a page that doesn't settle its season.

    >>> no_season_payments("2026", [])
    ()
    """
    return ()


def season_payments(
    con: DuckDBPyConnection, season: str | None, nights: pl.DataFrame, pays: SeasonPays
) -> list[Block]:
    """The payments if the whole season, with all of its `nights`, is settled now; or why it can't be.

    >>> nights = data.sessions(con).filter(season="2026", kind="night")
    >>> season_payments(con, "2026", nights, no_season_payments)
    []
    """
    names = data.names_of(con)
    try:
        payments = [payment.with_names(names) for payment in pays(season, nights["session_id"].to_list())]
    except ReportError as error:
        return [Paragraph(tr("The season can't be settled now. {why}", why=error))]
    if not payments:
        return []
    headings = {
        tr("If the season is settled now"): [payment for payment in payments if payment.currency],
        tr("If the season is settled now, in the currency of the files"): [
            payment for payment in payments if not payment.currency
        ],
    }
    return [ItemList(heading, payment_items(some)) for heading, some in headings.items() if some]


def season_accounts(con: DuckDBPyConnection, every: pl.DataFrame, nights: pl.DataFrame) -> list[Block]:
    """The settlement of a season's `nights`, out of `every` night of the store.

    Payments outside the nights name no season; they count if there is only one.

    >>> every = data.sessions(con)
    >>> [type(block).__name__ for block in season_accounts(con, every, every.filter(kind="night"))]
    ['Paragraph']
    """
    rows = data.settlements(con, nights["session_id"].to_list())
    outside = data.payments(con)
    blocks: list[Block] = []
    if len(outside) and every["season"].n_unique() == 1:
        rows = pl.concat([rows, outside])
    elif len(outside):
        sentence = tr("What was paid for a whole season isn't in this table.")
        blocks = [Paragraph(sentence, quiet=True)]
    if rows.is_empty():
        return [Paragraph(tr("There is nothing to settle.")), *blocks]
    accounts = rows.partition_by("currency", maintain_order=True)
    if all(_is_untouched(account) for account in accounts):
        return [Paragraph(tr("Nothing has been paid yet: each player's balance is the net above.")), *blocks]
    return [*map(_account, accounts), *blocks]


def _is_untouched(account: pl.DataFrame) -> bool:
    """Whether there were no payments, so that all balances equal the players' nets, which standings have in a currency."""
    paid = account.filter(pl.any_horizontal(pl.col("payments", "expenses") != 0))
    return (
        paid.is_empty() and not account["balance_money"].has_nulls() and not account["currency"].has_nulls()
    )


def _account(rows: pl.DataFrame) -> Table:
    rows = rows.with_columns(pl.col("net_money") + pl.col("difference_money"))  # the net of the standings
    labels = {
        "difference_money": tr("Difference"), "net_money": tr("Net"), "expenses": tr("Laid out"),
        "payments": tr("Settled so far"), "balance_money": tr("Balance"),
    }  # fmt: skip
    names = [
        name for name in labels if name not in ("difference_money", "expenses") or (rows[name] != 0).any()
    ]
    main = ("net_money", "balance_money")
    sums = [pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum()).alias(name) for name in names]
    balances = (
        rows.group_by("player_id", "name", "join_order")
        .agg(sums)
        .sort("balance_money", "join_order", descending=[True, False], nulls_last=True)
    )
    return Table(
        frame=balances.drop_nulls("name"),
        caption=filled(
            tr("What each player has to get (+) or to pay (−), in {unit}"),
            unit=unit_shown(rows["currency"][0] or ""),
        ),
        columns=[
            player_column(),
            *(
                amount_column(labels[name], balances[name], TWO_PLACES, minor=name not in main)
                for name in names
            ),
        ],
        foot=[
            all_players(),
            *(
                unknown() if balances[n].has_nulls() else money_cell(float(balances[n].sum()), 2)
                for n in names
            ),
        ],
    )


def night_accounts(
    con: DuckDBPyConnection, night: str, currency: str | None, worth: Worth | None = None
) -> list[Block]:
    """The bank's book of a night, with what each player receives or pays: in money, if a chip has a `worth`.

    >>> [type(block).__name__ for block in night_accounts(con, "2026-03", "DKK")]
    ['Table', 'Paragraph', 'Table']
    """
    accounts = data.settlements(con, [night])
    in_book = accounts.filter(pl.sum_horizontal(pl.col("lent", "bought", "returned").abs()) > 0)
    if in_book.is_empty() and not (accounts["expenses"] != 0).any():
        return [Paragraph(tr("The bank's book has no entries for this night."))]
    table = _book(accounts, currency, worth)
    entries = _entries(data.bank(con, night), currency, worth)
    out = int(in_book["stack"].sum())  # the banker needn't borrow, and hands nothing back
    is_settled = not accounts["balance_money"].has_nulls() and (accounts["balance_money"] == 0).all()
    if out <= 0 or is_settled:  # settled by the hands, whatever is done with the chips
        return [table, *entries]
    left = trn("{n} chip not handed back to the bank yet.", "{n} chips not handed back to the bank yet.", out)
    return [table, Paragraph(left, quiet=True), *entries]


def _book(accounts: pl.DataFrame, currency: str | None, worth: Worth | None) -> Table:
    """The accounts of a night (`data.settlements`), a row a player, with their sums."""
    accounts = accounts.with_columns(pl.col("net") + pl.col("difference"))  # the net of the night's table
    book = {
        "lent": tr("Lent"), "bought": tr("Bought"), "returned": tr("Returned"), "shadow": tr("Shadow"),
        "difference": tr("Difference"), "net": tr("Net"),
    }  # fmt: skip
    used = {name: label for name, label in book.items() if (accounts[name] != 0).any()}
    gains = ("shadow", "difference", "net")
    laid_out = {"expenses": tr("Laid out")} if (accounts["expenses"] != 0).any() else {}
    sums = {**laid_out, "balance_money": tr("Balance")}
    chip = worth.chip if worth else 1.0
    return Table(
        frame=accounts.drop_nulls("name"),
        caption=filled(
            tr("The bank's book, and what is to get (+) or to pay (−), in {unit}")
            if worth
            else tr("The bank's book in chips, and what is to get (+) or to pay (−) in {unit}"),
            unit=unit_shown(currency or ""),
        ),
        columns=[
            player_column(),
            *(
                amount_column(
                    label,
                    accounts[name],
                    CellForm(of=worth, gain=name in gains, places=2 if worth else 0),
                    minor=name != "net",
                )
                for name, label in used.items()
            ),
            *(amount_column(label, accounts[name], TWO_PLACES) for name, label in sums.items()),
        ],
        foot=[
            all_players(),
            *(
                money_cell(float(accounts[name].sum()) * chip, 2 if worth else 0, gain=name in gains)
                for name in used
            ),
            *(money_cell(float(accounts[name].sum()), 2) for name in sums),
        ],
    )


ENTRIES = {
    "loan": mark("The bank lends {player}"),
    "purchase": mark("{player} buys from the bank"),
    "buyback": mark("{player} hands back"),
    "count": mark("{player} is counted and hands in"),
    "shadow": mark("{player} owes {other} shadow"),
    "difference": mark("Correction after a count: {player}"),
    "bet": mark("{player} gets a side bet from {other}"),
    "pot": mark("Of a carried pot: {player}"),
    "payment": mark("{player} pays {other}"),
    "expense": mark("{player}'s part of what {other} paid"),
}
"""Texts for the kinds of entries in the bank's book."""
MOST_ENTRIES = 12
"""Number of open entries; the rest of a longer book is folded."""


def _entries(book: pl.DataFrame, currency: str | None, worth: Worth | None) -> list[Block]:
    """The bank's entries in order (`data.bank`)."""
    if book.is_empty():
        return []
    times = book["at"].drop_nulls().sort()
    timed = len(times) > 1 and is_lived(times[0], times[-1], len(times))
    if worth:  # one column: chips and the money they were paid with are the same amount
        money_of = pl.coalesce(pl.col("money").cast(pl.Float64), pl.col("chips") * worth.chip)
        book = book.with_columns(money=money_of)
        amounts = [amount_column(tr("Amount"), book["money"], CellForm(gain=False, places=2), none="")]
    else:
        amounts = [
            Column(label=tr("Chips"), cell=lambda row: "" if row["chips"] is None else number(row["chips"])),
            Column(
                label=tr("Money"), cell=lambda row: "" if row["money"] is None else number(row["money"], 2)
            ),
        ]
    table = Table(
        frame=book,
        caption=filled(
            tr("What the bank did, entry by entry, in {unit}")
            if worth
            else tr("What the bank did, entry by entry; money in {unit}"),
            unit=unit_shown(currency or ""),
        ),
        columns=[
            Column(label=tr("Entry"), kind="text", cell=_entry),
            *([Column(label=tr("When"), cell=lambda row: clock(row["at"]))] if timed else []),
            *amounts,
        ],
    )
    if len(book) <= MOST_ENTRIES:
        return [table]
    summary = trn("{n} entry of the bank's book", "All {n} entries of the bank's book", len(book))
    return [Folded(summary=summary, blocks=[table])]


def _entry(row: Row) -> Child:
    template = ENTRIES.get(row["kind"])
    if template is None:
        return str(row["kind"])
    sentence = filled(
        tr(template),
        player=_who(row["name"], row["join_order"]),
        other=_who(row["other"], row["other_order"]),
    )
    if row["note"]:
        sentence = fragment(sentence, f": {row['note']}")
    spot = f" {player_spot(row['join_order'])}" if row["name"] is not None else ""
    return tag("span", sentence, class_=f"entry{spot}")


def _who(name: str | None, join_order: int | None) -> Child:
    if name is None or join_order is None:
        return tr("a hidden player")
    return player_link(name, join_order)


def all_players() -> str:
    """The label of the row of sums, which includes hidden players.

    >>> all_players()
    'All players'
    """
    return tr("All players")
