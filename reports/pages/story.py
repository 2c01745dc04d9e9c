"""A night in a handful of sentences, for reading aloud or pasting into a message."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

import polars as pl

from language import join_words, tr, trn
from reports.components.amounts import gain_shown, night_shown
from reports.components.blocks import Row
from reports.components.hand_log import meld_text
from reports.components.html import Child, Html, filled, fragment, tag, text_of
from reports.components.numbers import amount

MOST = 5
DRY = 8
"""Length of a streak of hands without a chip that is worth a mention."""
CALLED = 3
"""Minimum number of calls of a game that make it a habit."""


class Payment(NamedTuple):
    """Who pays whom how much, and how the payee likes to be paid: names, None for a hidden player; `link` is the web
    address that `pay_to` is, `code` a picture (SVG) of a code that the apps of banks read.
    """

    payer: str | None
    payee: str | None
    money: Decimal
    currency: str
    pay_to: str = ""
    link: str = ""
    code: str = ""


def pot_shown_of(chips: int, session: Row) -> Child:
    """Chips of a night (a row of `data.sessions`): in money, where that is known."""
    if session.get("chip_value") is None or not session.get("currency"):
        return trn("{n} chip", "{n} chips", chips)
    return night_shown(float(chips * session["chip_value"]), session["currency"], gain=False)


def payment_shown(payment: Payment) -> Html:
    """`Bo pays Anna 3.75 kr (MobilePay 12345678)`."""
    sentence = filled(
        tr("{payer} pays {payee} {money}"),
        payer=_named(payment.payer),
        payee=_named(payment.payee),
        money=gain_shown(float(payment.money), payment.currency, 2, gain=False),
    )
    if not payment.pay_to or not payment.payee:
        return sentence
    how = tag("a", payment.pay_to, href=payment.link, rel="noopener") if payment.link else payment.pay_to
    return fragment(sentence, " (", how, ")")


def payment_items(payments: Sequence[Payment]) -> list[Html]:
    """Payments for a list on a page: each with the code for the app of a bank, folded, where there is one."""
    return [
        fragment(
            payment_shown(payment),
            tag(
                "details",
                tag("summary", tr("Pay with the app of your bank")),
                tag("figure", Html(payment.code), class_="pay-code"),
            )
            if payment.code
            else None,
        )
        for payment in payments
    ]


def expense_texts(book: pl.DataFrame, currency: str | None) -> list[str]:
    """`Anna paid 300 kr for pizza: Anna, Bo and Carl`, for what players laid out (`data.bank`)."""
    parts = book.filter(pl.col("kind") == "expense").group_by("other_id", "note", "at", maintain_order=True)
    return [
        tr(
            "{payer} paid {money} for {what}: {names}",
            payer=_named(rows["other"][0]),
            money=amount(rows["money"].sum(), currency or "").removeprefix("+").replace("\u202f", " "),
            what=rows["note"][0] or tr("all of it"),
            names=join_words([_named(name) for name in rows["name"]]),
        )
        for _, rows in parts
    ]


def _named(name: str | None) -> str:
    return name or tr("a hidden player")


def story(session: Row, running: pl.DataFrame, hands: pl.DataFrame, winners: pl.DataFrame) -> list[Html]:
    """At most five sentences: who took the night, the biggest pot, the comeback, the longest dry spell, the
    pot carried farthest, who called what. `running` as `data.running_nets`, the rest of the same session.
    """
    if running.is_empty():
        return []
    confirmed = hands.filter(pl.col("status") == "confirmed")
    sentences = [
        _ends(running),
        _biggest(session, winners),
        _comeback(running),
        _carried(session, confirmed, winners),
        _dry(running),
        None if session.get("is_imported") else _called(confirmed),
    ]
    return [fragment(sentence) for sentence in sentences if sentence][:MOST]


def _ends(running: pl.DataFrame) -> Child:
    sums = (
        running.group_by("name", "join_order", "measure")
        .agg(pl.col("value").sum())
        .sort(["value", "join_order"], descending=[True, False])
    )
    best, worst = sums.row(0, named=True), sums.row(-1, named=True)
    if best["value"] <= 0:
        return tr("Nobody won and nobody lost.")
    return filled(
        tr("{best} won the night with {gain}; {worst} lost the most, {loss}."),
        best=best["name"],
        gain=night_shown(best["value"], best["measure"]),
        worst=worst["name"],
        loss=night_shown(worst["value"], worst["measure"]),
    )


def _biggest(session: Row, winners: pl.DataFrame) -> Child:
    if not session["biggest_pot"]:
        return None
    values: dict[str, Child] = {
        "pot": pot_shown_of(session["biggest_pot"], session),
        "game": session["biggest_pot_game"],
        "no": str(session["biggest_pot_hand_no"]),
    }
    took = winners.filter(pl.col("hand_no") == session["biggest_pot_hand_no"])
    if took.is_empty() or took["name"].has_nulls():
        return filled(tr("The biggest pot, {pot}, was played for in {game} (hand {no})."), **values)
    values["player"] = join_words(took["name"].to_list())
    if len(took) == 1 and took["meld"][0]:
        values["meld"] = meld_text(took["meld"][0])
        return filled(
            tr("The biggest pot, {pot} in {game} (hand {no}), went to {player} ({meld})."), **values
        )
    return filled(tr("The biggest pot, {pot} in {game} (hand {no}), went to {player}."), **values)


def _comeback(running: pl.DataFrame) -> Child:
    """Who rose the most from a low point below zero to the last hand, and the net of the night."""
    rises = (
        running.with_columns(end=pl.col("total").last().over("player_id"))
        .filter(~pl.col("is_count"))
        .group_by("name", "join_order", "measure", "end", maintain_order=True)
        .agg(
            pl.col("total").min().alias("low"),
            pl.col("hand_no").gather(pl.col("total").arg_min()).first().alias("at"),
            (pl.col("total").last() - pl.col("total").min()).alias("rise"),
        )
        .filter((pl.col("low") < 0) & (pl.col("rise") > 0))
        .sort("rise", "join_order", descending=[True, False])
    )
    if rises.is_empty():
        return None
    row = rises.row(0, named=True)
    return filled(
        tr("{player} was down to {low} after hand {no} and ended at {end}."),
        player=row["name"],
        low=night_shown(row["low"], row["measure"]),
        no=str(row["at"]),
        end=night_shown(row["end"], row["measure"]),
    )


def _dry(running: pl.DataFrame) -> str | None:
    """Who sat longest without winning a hand."""
    longest: tuple[int, str, int, int] = (0, "", 0, 0)
    for rows in running.filter(~pl.col("is_count")).partition_by("player_id", maintain_order=True):
        run, first = 0, 0
        for hand_no, net in rows.select("hand_no", "net").iter_rows():
            first = hand_no if run == 0 else first
            run = run + 1 if net <= 0 else 0
            if run > longest[0]:
                longest = (run, rows["name"][0], first, hand_no)
    count, name, first, last = longest
    if count < DRY:
        return None
    return trn(
        "{player} won nothing in {n} hand in a row (hand {first} to {last}).",
        "{player} won nothing in {n} hands in a row (hand {first} to {last}).",
        count,
        player=name,
        first=first,
        last=last,
    )


def _carried(session: Row, hands: pl.DataFrame, winners: pl.DataFrame) -> Child:
    """The pot that was carried farthest."""
    chains = hands.group_by("chain_no").agg(
        pl.len().alias("hands"), pl.col("hand_no").max().alias("last"), pl.col("game").last()
    )
    chains = chains.filter(pl.col("hands") > 1).sort("hands", "chain_no", descending=[True, False])
    if chains.is_empty():
        return None
    row = chains.row(0, named=True)
    took = winners.filter(pl.col("hand_no") == row["last"])
    if took.is_empty() or took["name"].has_nulls():
        return trn(
            "A pot was carried through {n} hand and nobody has won it.",
            "A pot was carried through {n} hands and nobody has won it.",
            row["hands"],
        )
    sentence = trn(
        "A pot was carried through {n} hand until {player} took {chips} in {game}.",
        "A pot was carried through {n} hands until {player} took {chips} in {game}.",
        row["hands"],
        **{name: f"{{{name}}}" for name in ("player", "chips", "game")},
    )
    names, chips = join_words(took["name"].to_list()), pot_shown_of(int(took["won"].sum()), session)
    return filled(sentence, player=names, chips=chips, game=row["game"])


def _called(hands: pl.DataFrame) -> str | None:
    """Whose favourite a game was."""
    calls = (
        hands.drop_nulls("dealer")
        .group_by("dealer", "game", maintain_order=True)
        .agg(pl.len().alias("times"))
        .sort("times", descending=True, maintain_order=True)
    )
    if calls.is_empty() or calls["times"][0] < CALLED:
        return None
    row = calls.row(0, named=True)
    all_of = int((hands["dealer"] == row["dealer"]).sum())
    return tr(
        "{dealer} called {game} {times} times of {all}.",
        dealer=row["dealer"],
        game=row["game"],
        times=row["times"],
        all=all_of,
    )


def message(
    title: str,
    lead: str,
    sentences: Sequence[str],
    expenses: Sequence[str],
    payments: Sequence[Payment],
    drafts: int,
) -> str:
    """The night as a text to paste: a heading, the sentences, what was laid out, who pays whom, and the number of
    drafts that are left out.
    """
    paid = [text_of(payment_shown(payment)).replace("\u202f", " ") for payment in payments]
    left_out = trn(
        "Without {n} draft, which doesn't count.", "Without {n} drafts, which don't count.", drafts
    )
    parts = [[title, lead], sentences, expenses, paid, [left_out] if drafts else []]
    return "\n\n".join("\n".join(part) for part in parts if part)
