"""Money between the players: the settlement of a season, and the bank's book of a night."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr, trn
from reports import data
from reports.components.blocks import Block, Column, Folded, Paragraph, Row, Table
from reports.components.columns import count_column, gain_column, player_column
from reports.components.html import Child, filled, fragment, tag
from reports.components.links import player_link
from reports.components.numbers import clock, currency_sign, money, number, signed
from reports.components.palette import player_spot


def season_accounts(con: DuckDBPyConnection, every: pl.DataFrame, nights: pl.DataFrame) -> list[Block]:
    """The settlement of a season's `nights`, of `every` night there is.

    Payments outside the nights name no season: they count where there is only one.
    """
    rows = data.settlements(con, nights["session_id"].to_list())
    outside = data.payments(con)
    blocks: list[Block] = []
    if len(outside) and every["season"].n_unique() == 1:
        rows = pl.concat([rows, outside])
    elif len(outside):
        settle = tag("code", "peder settle --season")
        told = filled(
            tr("What was paid for a whole season isn't in the table: {settle} counts it."), settle=settle
        )
        blocks = [Paragraph(told, quiet=True)]
    if rows.is_empty():
        return [Paragraph(tr("There is nothing to settle.")), *blocks]
    accounts = rows.partition_by("currency", maintain_order=True)
    if all(_is_untouched(account) for account in accounts):
        return [Paragraph(tr("Nothing has been paid yet: each player's balance is the net above.")), *blocks]
    return [*map(_account, accounts), *blocks]


def _is_untouched(account: pl.DataFrame) -> bool:
    """Whether nothing was paid, so that all balances are the players' nets."""
    paid = account.filter(pl.any_horizontal(pl.col("payments", "difference_money", "expenses") != 0))
    return paid.is_empty() and account["balance_money"].null_count() == 0


def _account(rows: pl.DataFrame) -> Table:
    sign = currency_sign(rows["currency"][0])
    columns = {
        "net_money": gain_column(tr("Net"), "net_money", 2),
        "difference_money": gain_column(tr("Difference"), "difference_money", 2),
        "expenses": gain_column(tr("Laid out"), "expenses", 2),
        "payments": gain_column(tr("Settled so far"), "payments", 2, style=lambda row: ""),
        "balance_money": gain_column(tr("Balance"), "balance_money", 2),
    }
    names = [
        name for name in columns if name not in ("difference_money", "expenses") or (rows[name] != 0).any()
    ]
    sums = [pl.when(pl.col(name).null_count() == 0).then(pl.col(name).sum()).alias(name) for name in names]
    balances = (
        rows.group_by("player_id", "name", "join_order")
        .agg(sums)
        .sort("balance_money", "join_order", descending=[True, False], nulls_last=True)
    )
    return Table(
        frame=balances.drop_nulls("name"),
        caption=tr("What each player has to get (+) or to pay (−), in {unit}", unit=sign or tr("money")),
        empty="",
        columns=[player_column(), *(columns[name] for name in names)],
        foot=[
            everybody(),
            *(signed(None if balances[n].has_nulls() else balances[n].sum(), 2) for n in names),
        ],
    )


def night_accounts(con: DuckDBPyConnection, night: str, currency: str | None) -> list[Block]:
    """The bank's book of a night, with what each player has to get or to pay."""
    accounts = data.settlements(con, [night])
    in_book = accounts.filter(pl.sum_horizontal(pl.col("lent", "bought", "returned").abs()) > 0)
    if in_book.is_empty() and not (accounts["expenses"] != 0).any():
        return [Paragraph(tr("The bank's book has no entries for this night."))]
    sign = currency_sign(currency)
    book = [
        (tr("Lent"), "lent", count_column),
        (tr("Bought"), "bought", count_column),
        (tr("Returned"), "returned", count_column),
        (tr("Shadow"), "shadow", gain_column),
        (tr("Difference"), "difference", gain_column),
        (tr("Net"), "net", gain_column),
    ]
    laid_out = [gain_column(tr("Laid out"), "expenses", 2)] if (accounts["expenses"] != 0).any() else []
    used = [entry for entry in book if (accounts[entry[1]] != 0).any()]
    table = Table(
        frame=accounts.drop_nulls("name"),
        caption=tr(
            "The bank's book in chips, and what is to get (+) or to pay (−) in {unit}",
            unit=sign or tr("money"),
        ),
        empty="",
        columns=[
            player_column(),
            *(column(label, name) for label, name, column in used),
            *laid_out,
            gain_column(tr("Balance"), "balance_money", 2),
        ],
        foot=[
            everybody(),
            *(
                (signed if column is gain_column else number)(accounts[name].sum())
                for _, name, column in used
            ),
            *(signed(accounts["expenses"].sum(), 2) for _ in laid_out),
            money(accounts["balance_money"].sum(), None),
        ],
    )
    entries = _entries(data.bank(con, night), sign)
    out = int(in_book["stack"].sum())  # the banker needn't borrow, and hands nothing back
    if out <= 0:
        return [table, *entries]
    left = trn("{n} chip not handed back to the bank yet.", "{n} chips not handed back to the bank yet.", out)
    return [table, Paragraph(left, quiet=True), *entries]


ENTRIES = {
    "loan": mark("The bank lends {player}"),
    "purchase": mark("{player} buys from the bank"),
    "buyback": mark("{player} hands back"),
    "count": mark("{player} is counted and hands in"),
    "shadow": mark("{player} owes {other} shadow"),
    "difference": mark("Counted beside the hands: {player}"),
    "payment": mark("{player} pays {other}"),
    "expense": mark("{player}'s part of what {other} paid"),
}
"""What each kind of entry in the bank's book says."""
MOST_ENTRIES = 12
"""So many entries stand open; a longer book unfolds."""


def _entries(book: pl.DataFrame, sign: str) -> list[Block]:
    """What the bank did, entry by entry (`data.bank`)."""
    if book.is_empty():
        return []
    timed = book["at"].is_not_null().any()
    table = Table(
        frame=book,
        caption=tr("What the bank did, entry by entry; money in {unit}", unit=sign or tr("money")),
        empty="",
        columns=[
            Column(label=tr("Entry"), kind="text", cell=_entry),
            *([Column(label=tr("When"), cell=lambda row: clock(row["at"]))] if timed else []),
            Column(label=tr("Chips"), cell=lambda row: "" if row["chips"] is None else number(row["chips"])),
            Column(
                label=tr("Money"), cell=lambda row: "" if row["money"] is None else number(row["money"], 2)
            ),
        ],
    )
    if len(book) <= MOST_ENTRIES:
        return [table]
    summary = trn("{n} entry of the bank's book", "All {n} entries of the bank's book", len(book))
    return [Folded(summary=summary, blocks=[table])]


def _entry(row: Row) -> Child:
    said = ENTRIES.get(row["kind"])
    if said is None:
        return str(row["kind"])
    sentence = filled(
        tr(said), player=_who(row["name"], row["join_order"]), other=_who(row["other"], row["other_order"])
    )
    if row["note"]:
        sentence = fragment(sentence, f": {row['note']}")
    spot = tag("i", class_=player_spot(row["join_order"])) if row["name"] is not None else None
    return tag("span", spot, sentence, class_="player entry")


def _who(name: str | None, join_order: int | None) -> Child:
    if name is None or join_order is None:
        return tr("a hidden player")
    return player_link(name, join_order)


def everybody() -> str:
    """What the row of sums is called; hidden players are in it."""
    return tr("All players")
