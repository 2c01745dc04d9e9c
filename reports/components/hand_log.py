"""A night's hands, each to be opened: chips put in, notes, and every act if known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr
from language.melds import DICE_MELDS, LOW_RANKS, MELDS, WITH_ARTICLE
from reports import data
from reports.components.amounts import Worth, money_cell, pot_shown, unit_shown
from reports.components.blocks import Block, Column, Paragraph, Row, Table
from reports.components.cards import small_cards
from reports.components.columns import gain_class, player
from reports.components.html import Child, Html, filled, fragment, tag, text_of
from reports.components.links import game_link
from reports.components.numbers import THIN, clock, is_lived, number, unknown
from reports.components.replays import ReplayData, cards_lying
from reports.components.scripts import script_data

ENDINGS = {
    "carried": mark("nobody won, the pot went on"),
    "split": mark("nobody won, those still in split the pot"),
    "new_deal": mark("new deal, the pot went on"),
    "redealt": mark("dealt again"),
    "incomplete": mark("not finished"),
}
"""Outcomes without a winner, in words."""

LOW = re.compile(rf"{LOW_RANKS}|[0-9]+[.]5")
"""A meld that has no category: the ranks of a low hand, or a count with a half."""

DECLARED = {"high": mark("high"), "low": mark("low"), "both": mark("both")}

Rows = Mapping[int, Sequence[Row]]
"""Rows by hand number."""


def meld_text(meld: str) -> str:
    """The name of a meld's category; any other meld unchanged.

    >>> meld_text("full_house"), meld_text("two low")
    ('full house', 'two low')
    """
    name = MELDS.get(meld) or DICE_MELDS.get(meld)
    return tr(name) if name else meld.replace("_", " ")


def low_text(announced: str | None) -> str:
    """A low hand or a count of 7/27 as its holder announced it; "" for a meld that has a category.

    >>> low_text("6-4"), low_text("26.5"), low_text("full_house-K-4")
    ('6-4', '26½', '')
    """
    return announced.replace(".5", "½") if announced and LOW.fullmatch(announced) else ""


def meld_in_sentence(meld: str) -> str:
    """The name of a meld within a sentence, with its article.

    >>> meld_in_sentence("full_house"), meld_in_sentence("two low")
    ('a full house', 'two low')
    """
    return tr(WITH_ARTICLE[meld]) if meld in WITH_ARTICLE else meld_text(meld)


@dataclass(frozen=True, kw_only=True)
class HandLog:
    """The hands of a session (`data.hand_log`), which the reader can filter by player and game, each with all
    its details and, if known, the chances to win after each street. Amounts are money if a chip has a
    `worth`.
    """

    hands: pl.DataFrame
    winners: Rows
    seats: Rows
    acts: Rows
    chances: Rows = field(default_factory=dict)
    worth: Worth | None = None

    def html(self) -> Html:
        """Two filters, and one `details` element per hand."""
        players = {
            str(row["player_id"]): row["name"]
            for rows in self.seats.values()
            for row in rows
            if row["name"] is not None
        }
        games = dict(
            self.hands.select("variant_id", "game").drop_nulls().unique(maintain_order=True).iter_rows()
        )
        hands = [self._hand(row) for row in self.hands.iter_rows(named=True)]
        return tag(
            "div",
            tag(
                "div",
                _choice(tr("Player"), tr("all players"), "players", players),
                _choice(tr("Game"), tr("every game"), "game", games),
                tag("output", class_="quiet"),
                class_="control",
            ),
            hands,
            script_data("night", self._replays()),
            class_="hands",
        )

    def _replays(self) -> dict[str, Any]:
        """The data with which the page's script filters and replays hands, and writes the details
        (`assets/night/`).
        """
        night = ReplayData()
        for hand in self.hands.iter_rows(named=True):
            number = hand["hand_no"]
            rows, acts = self.seats.get(number, []), self.acts.get(number, [])
            night.add_hand(
                number, hand["variant_id"], [row["player_id"] for row in rows if row["name"] is not None]
            )
            if not acts:
                continue
            night.add_replay(hand, rows, acts, self.chances.get(number, ()))
            night.add_outcome(
                [
                    (
                        row["seat"],
                        row["won"],
                        meld_in_sentence(row["meld"]) if row["meld"] else self._low(number, row["seat"]),
                    )
                    for row in self.winners.get(number, [])
                ],
                tr(ENDINGS[hand["outcome"]]) if hand["outcome"] in ENDINGS else "",
                is_alone=hand["outcome"] == "last_standing",
            )
            lying = cards_lying(rows, acts)
            for column in _seat_columns(rows, None)[1:]:
                values: list[str | int] = []
                if column.cell is _holding:
                    values = [
                        night.holding_text(_meld(row), row["cards"], lying[row["seat"]]) for row in rows
                    ]
                elif column.sort != "net":
                    values = [_figure(column, row) for row in rows]
                night.add_figures((column.label, column.kind, column.sort or ""), values)
        texts = {
            "play": tr("Play"), "pause": tr("Pause"), "back": tr("Back"),
            "on": tr("Forward"), "street": tr("Next round"), "end": tr("End"),
            "alone": tr("nobody else stayed in"), "percent": tr("{n} %", n="{n}").replace(" ", THIN),
            "path": tr("{player}'s chances to win, from street to street: {chances}.", player="{player}", chances="{chances}"),
            "path_guessed": tr(
                "{player}'s chances to win, from street to street, if the others' cards are unknown: {chances}.",
                player="{player}", chances="{chances}",
            ),
            "guessed": tr("Cards that weren't shown are unknown, and dealt at random for this."),
            "chance": tr(
                "The chance to win is the part of the pot that the cards could expect if no more was bet and nobody folded."
            ),
            "pot": tr("pot {chips}", chips="{chips}"), "carried": tr("{chips} carried on", chips="{chips}"), "table": tr("The table"), "dealer": tr("The table"),
            "card": tr("a card"), "round": tr("Round {no}.", no="{no}"), "before": tr("← Hand {no}", no="{no}"),
            "after": tr("Hand {no} →", no="{no}"), "dealt": tr("Cards are dealt"), "player": tr("Player"),
            "result": tr("What each put in and took out, in {unit}", unit="{unit}"), "antes": tr("All antes are in"), "deals": "D",
            "chips": tr("chips"), "takes": tr("{player} takes {chips}", player="{player}", chips="{chips}"),
            "takes_with": tr("{player} takes {chips} with {meld}", player="{player}", chips="{chips}", meld="{meld}"),
        }  # fmt: skip
        return {"texts": texts, **night.as_json()}

    def _hand(self, hand: Row) -> Html:
        seats = self.seats.get(hand["hand_no"], [])
        return tag(
            "details",
            tag(
                "summary",
                tag("span", str(hand["hand_no"])),
                tag("span", *_game_cell(hand)),
                tag("span", "" if hand["pot"] is None else self._pot(hand["pot"])),
                tag("span", self._winner_cell(hand)),
            ),
            [block.html() for block in self._fact_blocks(hand, seats)],
            class_="hand",
            id=f"hand-{hand['hand_no']}",
        )

    def _pot(self, chips: int) -> Child:
        return money_cell(chips * self.worth.chip, 2, gain=False) if self.worth else number(chips)

    def _winner_cell(self, hand: Row) -> Child:
        took = self.winners.get(hand["hand_no"], [])
        if hand["status"] != "confirmed":
            return tag("span", tr("draft"), class_="draft")
        if not took:
            ending = ENDINGS.get(hand["outcome"])
            return tr(ending) if ending else ""
        shown = []
        for row in took:
            meld = meld_text(row["meld"]) if row["meld"] else self._low(hand["hand_no"], row["seat"])
            shown.append(
                fragment(
                    player(row["name"], row["join_order"], link=False),
                    [" ", self._pot(row["won"])] if len(took) > 1 else None,
                    tag("span", f" {meld}", class_="quiet") if meld else None,
                )
            )
        return [tag("span", each, class_="winner") for each in shown] if len(took) > 1 else shown

    def _low(self, hand_no: int, seat: int) -> str:
        return next(
            (low_text(row["announced"]) for row in self.seats.get(hand_no, ()) if row["seat"] == seat), ""
        )

    def _fact_blocks(self, hand: Row, seats: Sequence[Row]) -> list[Block]:
        facts = [
            game_link(hand["game"], hand["variant_id"]) if hand["game"] else None,
            tr("at {time}", time=clock(hand["started_at"])) if hand["started_at"] else None,
            tr("{dealer} dealt", dealer=hand["dealer"]) if hand["dealer"] else None,
            filled(tr("{chips} carried in"), chips=pot_shown(hand["pot_in"], self.worth))
            if hand["pot_in"]
            else None,
            filled(tr("{chips} carried on"), chips=pot_shown(hand["pot_out"], self.worth))
            if hand["pot_out"]
            else None,
        ]
        blocks: list[Block] = []
        parts = [fact for fact in facts if fact]
        if parts:
            blocks.append(
                Paragraph([(" · " if n else None, fact) for n, fact in enumerate(parts)], quiet=True)
            )
        if hand.get("common") and hand["hand_no"] not in self.acts:  # else the replay shows them
            boards = [small_cards(cards) for cards in hand["common"]]
            parts = [(" · " if n else None, each) for n, each in enumerate(boards)]
            blocks.append(Paragraph(filled(tr("The board: {cards}"), cards=fragment(parts))))
        if hand["note"]:
            blocks.append(Paragraph(hand["note"], is_note=True))
        if hand["status"] != "confirmed":
            text = tr("A draft: no figure counts this hand until it is confirmed.")
            blocks.append(Paragraph(text, quiet=True))
        if seats and hand["hand_no"] not in self.acts:
            columns = _seat_columns(seats, self.worth)
            caption = filled(tr("What each put in and took out, in {unit}"), unit=_unit_of(self.worth))
            blocks.append(Table(frame=seats, caption=caption, empty="", columns=columns))
        return blocks


def hand_log(con: DuckDBPyConnection, session_id: str, worth: Worth | None = None) -> HandLog:
    """The log of a session's hands, drafts included; with the `worth` of a chip, amounts are shown in money.

    >>> len(hand_log(con, "2026-03").hands)
    24
    """
    hands = data.hand_log(con, session_id)
    if not is_lived(hands["started_at"].min(), hands["started_at"].max(), len(hands)):  # type: ignore[arg-type]
        hands = hands.with_columns(started_at=pl.lit(None, hands.schema["started_at"]))
    return HandLog(
        hands=hands,
        winners=_by_hand(data.winners(con, session_id)),
        seats=_by_hand(data.hand_seats(con, session_id)),
        acts=_by_hand(data.hand_acts(con, session_id)),
        chances=_by_hand(data.hand_chances(con, session_id)),
        worth=worth,
    )


def _by_hand(frame: pl.DataFrame) -> Rows:
    rows: dict[int, list[Row]] = {}
    for row in frame.iter_rows(named=True):
        rows.setdefault(row["hand_no"], []).append(row)
    return rows


def _choice(label: str, every: str, what: str, options: Mapping[str, str]) -> Html:
    chosen = [tag("option", every, value="")]
    chosen += [tag("option", text, value=key) for key, text in sorted(options.items(), key=lambda it: it[1])]
    return tag("label", label, " ", tag("select", chosen, data_narrows=what))


def _game_cell(hand: Row) -> Sequence[Child]:
    added = tag("span", f" {hand['additions']}", class_="quiet") if hand["additions"] else None
    note = tag("span", f" {hand['note']}", class_="quiet noted") if hand["note"] else None
    return [hand["game"] or unknown(), added, note]


def _unit_of(worth: Worth | None) -> Html:
    """The unit of the amounts of a log."""
    return unit_shown(worth.currency if worth else data.CHIPS)


def _figure(column: Column, row: Row) -> str | int:
    """A cell in the form of the page's script: chips as a number, anything else as text."""
    return text_of(column.cell(row)) if column.sort is None else row[column.sort] or 0


def _seat_columns(seats: Sequence[Row], worth: Worth | None) -> list[Column]:
    def is_known(name: str) -> bool:
        return any(row[name] is not None for row in seats)

    def amount(name: str, label: str, *, gain: bool = True) -> Column:
        def cell(row: Row) -> Child:
            if row[name] is None:
                return "" if gain else unknown()
            return money_cell(row[name] * (worth.chip if worth else 1), 2, worth is not None, gain=gain)

        style = (lambda row: gain_class(row[name])) if gain else None
        return Column(label=label, sort=name, cell=cell, style=style)

    columns = [
        Column(
            label=tr("Player"),
            kind="text",
            cell=lambda row: player(row["name"], row["join_order"], link=False),
        ),
        amount("paid", tr("In"), gain=False),
        amount("won", tr("Out"), gain=False),
        amount("net", tr("Net")),
    ]
    if is_known("folded_round"):
        columns.append(Column(label=tr("Folded"), kind="text", cell=_folded))
    if is_known("declared"):
        columns.append(Column(label=tr("Declared"), kind="text", cell=_declared))
    if is_known("cards") or any(map(_meld, seats)):
        columns.append(Column(label=tr("Held"), kind="text", cell=_holding))
    if any((row["shadow"] or 0) > 0 for row in seats):
        columns.append(amount("shadow", tr("Shadow"), gain=False))
    if any(row["peder_used"] for row in seats):
        columns.append(
            Column(label=tr("Peder"), kind="text", cell=lambda row: tr("yes") if row["peder_used"] else "")
        )
    return columns


def _folded(row: Row) -> Child:
    if row["folded_round"] is None:
        return ""
    return tr("round {no}", no=row["folded_round"]) if row["folded_round"] else tr("yes")


def _declared(row: Row) -> Child:
    return tr(DECLARED[row["declared"]]) if row["declared"] in DECLARED else row["declared"] or ""


def _meld(row: Row) -> str:
    return meld_text(row["meld"]) if row["meld"] else low_text(row["announced"])


def _holding(row: Row) -> Child:
    meld = _meld(row)
    cards = small_cards(row["cards"]) if row["cards"] else None
    return fragment(meld, " " if meld and cards else None, cards)
