"""A night in a few sentences, to read aloud or to paste into a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import polars as pl

from language import join_words, tr, trn
from language.book import expense_text, pot_text, side_bet_text
from reports.components.amounts import gain_shown, night_shown
from reports.components.blocks import ItemList, Row
from reports.components.html import Child, Html, filled, fragment, tag, text_of
from reports.components.numbers import amount
from reports.data import Before

MOST = 2
"""Maximum number of sentences in addition to the biggest winner and loser."""
NIGHTS = 4
"""Minimum number of earlier nights for a record."""


class Payment(NamedTuple):
    """A payment: payer and payee by id and by name (None for a hidden player), the money, and how the payee
    likes to be paid. `link` is `pay_to` if it is a web address, `code` an SVG of a QR code for the apps of
    banks.
    """

    payer: str | None
    payee: str | None
    money: Decimal
    currency: str
    pay_to: str = ""
    link: str = ""
    code: str = ""
    payer_id: str = ""
    payee_id: str = ""

    def with_names(self, names: Mapping[str, str]) -> Payment:
        """The payment with the `names` of a page, by id: two players of one name are told apart there."""
        return self._replace(
            payer=self.payer and names.get(self.payer_id, self.payer),
            payee=self.payee and names.get(self.payee_id, self.payee),
        )


def pot_shown_of(chips: int, session: Row) -> Child:
    """Chips of a night (a row of `data.sessions`), as money if their value is known.

    >>> pot_shown_of(12, {})
    '12 chips'
    """
    if session.get("chip_value") is None or not session.get("currency"):
        return trn("{n} chip", "{n} chips", chips)
    return night_shown(float(chips * session["chip_value"]), session["currency"], gain=False)


def payment_shown(payment: Payment) -> Html:
    """`Bo pays Anna 3.75 kr (MobilePay 12345678)`.

    >>> owed = Payment("Bo", "Anna", Decimal("3.75"), "DKK", "MobilePay 12345678")
    >>> text_of(payment_shown(owed)).replace("\u202f", " ")
    'Bo pays Anna 3.75 kr (MobilePay 12345678)'
    """
    sentence = filled(
        tr("{payer} pays {payee} {money}"),
        payer=_name_of(payment.payer),
        payee=_name_of(payment.payee),
        money=gain_shown(float(payment.money), payment.currency, 2, gain=False),
    )
    if not payment.pay_to or not payment.payee:
        return sentence
    how = tag("a", payment.pay_to, href=payment.link, rel="noopener") if payment.link else payment.pay_to
    return fragment(sentence, " (", how, ")")


def payments_list(payments: Sequence[Payment]) -> ItemList:
    """Who pays whom after a night; the heading says so if the currency has no name.

    >>> payments_list([Payment("Bo", "Anna", Decimal("3.75"), "")]).heading
    'Who pays whom, in the currency of the file'
    """
    is_named = all(payment.currency for payment in payments)
    heading = tr("Who pays whom") if is_named else tr("Who pays whom, in the currency of the file")
    return ItemList(heading, payment_items(payments))


def payment_items(payments: Sequence[Payment]) -> list[Html]:
    """Payments as items of a list on a page, each with a folded QR code for the app of a bank if it has one.

    >>> owed = Payment("Bo", "Anna", Decimal("3.75"), "DKK", "MobilePay 12345678")
    >>> len(payment_items([owed]))
    1
    """
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


def besides_texts(book: pl.DataFrame) -> list[str]:
    """What moved chips besides the hands (`data.bank`), as settlements say it: side bets, and carried pots.

    >>> from reports import data
    >>> besides_texts(data.bank(con, "2026-03"))  # there were none
    []
    """
    bets = [
        side_bet_text(_name_of(row["name"]), _name_of(row["other"]), row["chips"])
        for row in book.filter(kind="bet").iter_rows(named=True)
    ]
    pots = [
        pot_text(
            became, [(_name_of(name), chips) for name, chips in rows.select("name", "chips").iter_rows()]
        )
        for (became,), rows in book.filter(kind="pot").group_by("note", maintain_order=True)
    ]
    return [*bets, *pots]


def expense_texts(book: pl.DataFrame, currency: str | None) -> list[str]:
    """The players' expenses (`data.bank`): `Anna paid 300 kr for pizza: Anna, Bo and Carl`.

    >>> from reports import data
    >>> expense_texts(data.bank(con, "2026-03"), "DKK")  # nothing was paid for others
    []
    """
    parts = book.filter(pl.col("kind") == "expense").group_by("other_id", "note", "at", maintain_order=True)
    return [
        expense_text(
            _name_of(rows["other"][0]),
            amount(rows["money"].sum(), currency or "").removeprefix("+").replace("\u202f", " "),
            rows["note"][0],
            map(_name_of, _sharers(rows)["name"]),
        )
        for _, rows in parts
    ]


def _sharers(parts: pl.DataFrame) -> pl.DataFrame:
    """An expense's parts, without that of a payer who doesn't share: only what the division left, less than the others'."""
    return parts.filter(
        pl.col("player_id").ne_missing(pl.col("other_id")) | (pl.col("money") == pl.col("money").max())
    )


def _name_of(name: str | None) -> str:
    return name or tr("a hidden player")


def story(
    session: Row, running: pl.DataFrame, hands: pl.DataFrame, winners: pl.DataFrame, before: Before | None
) -> list[Html]:
    """The biggest winner and loser, and at most two sentences on something out of the ordinary: a record of
    the season (`before`), a comeback from a loss of at least half of the winner's net, or a carried pot of a
    size that at most one hand in ten reaches. `running` is `data.running_nets`; the other frames are of the
    same session.

    >>> from reports import data
    >>> session = data.sessions(con).row(0, named=True)
    >>> name = session["session_id"]
    >>> frames = data.running_nets(con, name), data.hand_log(con, name), data.winners(con, name)
    >>> len(story(session, *frames, None)) > 0
    True
    """
    if running.is_empty():
        return []
    confirmed = hands.filter(pl.col("status") == "confirmed")
    pot = _largest_pot(session, winners, before)
    sentences = [
        pot,
        _largest_win(running, before),
        _comeback(running),
        _carried(session, confirmed, winners, before, is_named=pot is not None),
        _largest_loss(running, before),
    ]
    return [fragment(_ends(running)), *[fragment(sentence) for sentence in sentences if sentence][:MOST]]


def _ends(running: pl.DataFrame) -> Child:
    sums = _sums(running)
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


def _sums(running: pl.DataFrame) -> pl.DataFrame:
    """One row per player, the best first."""
    return (
        running.group_by("name", "join_order", "measure")
        .agg(pl.col("value").sum())
        .sort(["value", "join_order"], descending=[True, False])
    )


def _is_record(value: float, before: Before | None, largest: float | None) -> bool:
    """Whether an amount is larger than on all earlier nights, of which there are enough."""
    return before is not None and before.nights >= NIGHTS and largest is not None and value > largest


def _worth(session: Row) -> float:
    """The value of a chip in the unit of `Before`."""
    return float(session.get("chip_value") or 1)


def _largest_pot(session: Row, winners: pl.DataFrame, before: Before | None) -> Child:
    pot = session["biggest_pot"]
    if not pot or before is None or not _is_record(pot * _worth(session), before, before.pot):
        return None
    values: dict[str, Child] = {
        "pot": pot_shown_of(pot, session),
        "game": session["biggest_pot_game"],
        "no": str(session["biggest_pot_hand_no"]),
    }
    took = winners.filter(pl.col("hand_no") == session["biggest_pot_hand_no"])
    if took.is_empty() or took["name"].has_nulls():
        return filled(tr("{pot} in {game} (hand {no}) is the biggest pot of the season so far."), **values)
    values["player"] = join_words(took["name"].to_list())
    return filled(
        tr("{pot} in {game} (hand {no}) is the biggest pot of the season so far: it went to {player}."),
        **values,
    )


def _largest_win(running: pl.DataFrame, before: Before | None) -> Child:
    best = _sums(running).row(0, named=True)
    if before is None or not _is_record(best["value"], before, before.win):
        return None
    return filled(
        tr("No player has won more in a night of this season so far than {player}."), player=best["name"]
    )


def _largest_loss(running: pl.DataFrame, before: Before | None) -> Child:
    worst = _sums(running).row(-1, named=True)
    if before is None or before.loss is None or not _is_record(-worst["value"], before, -before.loss):
        return None
    return filled(
        tr("No player has lost more in a night of this season so far than {player}."), player=worst["name"]
    )


def _comeback(running: pl.DataFrame) -> Child:
    """The biggest comeback from below zero to zero or more: from a loss of at least half of the winner's net."""
    most = _sums(running)["value"][0]
    lows = (
        running.with_columns(end=pl.col("total").last().over("player_id"))
        .filter(~pl.col("is_count"))
        .group_by("name", "join_order", "measure", "end", maintain_order=True)
        .agg(
            pl.col("total").min().alias("low"),
            pl.col("hand_no").gather(pl.col("total").arg_min()).first().alias("at"),
        )
        .filter((pl.col("low") < 0) & (-pl.col("low") >= most / 2) & (pl.col("end") >= 0))
        .sort("low", "join_order")
    )
    if lows.is_empty():
        return None
    row = lows.row(0, named=True)
    return filled(
        tr("{player} was down to {low} after hand {no} and ended at {end}."),
        player=row["name"],
        low=night_shown(row["low"], row["measure"]),
        no=str(row["at"]),
        end=night_shown(row["end"], row["measure"]),
    )


def _carried(
    session: Row, hands: pl.DataFrame, winners: pl.DataFrame, before: Before | None, *, is_named: bool
) -> Child:
    """The largest carried pot, if at most one hand in ten of the season so far had as large a one. It is left
    out if it is the pot of the largest hand and the story names that already (`is_named`).
    """
    if before is None or before.large_pot is None:
        return None
    chains = hands.group_by("chain_no").agg(pl.len().alias("hands"), pl.col("hand_no", "game").last())
    took = winners.group_by("hand_no", maintain_order=True).agg(pl.col("won").sum(), pl.col("name"))
    large = (
        chains.filter(pl.col("hands") > 1)
        .join(took, on="hand_no")
        .filter(pl.col("won") * _worth(session) >= before.large_pot)
        .filter(pl.lit(not is_named) | (pl.col("hand_no") != session["biggest_pot_hand_no"]))
        .sort("won", "chain_no", descending=[True, False])
    )
    if large.is_empty() or large["name"][0].has_nulls():
        return None
    row = large.row(0, named=True)
    sentence = trn(
        "A pot was carried through {n} hand until {player} took {chips} in {game}.",
        "A pot was carried through {n} hands until {player} took {chips} in {game}.",
        row["hands"],
        **{name: f"{{{name}}}" for name in ("player", "chips", "game")},
    )
    chips = pot_shown_of(int(row["won"]), session)
    return filled(sentence, player=join_words(row["name"]), chips=chips, game=row["game"])


def message(
    title: str,
    lead: str,
    sentences: Sequence[str],
    besides: Sequence[str],
    payments: Sequence[Payment],
    drafts: int,
) -> str:
    """The night as a text to paste: a heading, the sentences, what else moved chips or money (`besides`), the payments, and
    the number of drafts that are left out.

    >>> message("Fri, 6 Feb 2026", "24 hands", ["Bo won 12."], [], [], 0).splitlines()
    ['Fri, 6 Feb 2026', '24 hands', '', 'Bo won 12.']
    """
    paid = [text_of(payment_shown(payment)).replace("\u202f", " ") for payment in payments]
    left_out = trn(
        "Without {n} draft, which doesn't count.", "Without {n} drafts, which don't count.", drafts
    )
    parts = [[title, lead], sentences, besides, paid, [left_out] if drafts else []]
    return "\n\n".join("\n".join(part) for part in parts if part)
