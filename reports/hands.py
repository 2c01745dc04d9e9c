"""A night's hands, one to open each: who put in what, what was noted, and every act where acts are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr
from reports import hand_data
from reports.acts import act_text, card_signs
from reports.blocks import Block, Column, Row, Table
from reports.cells import count_column, gain_column, player, player_column
from reports.html import Child, Html, fragment, tag
from reports.links import game_link
from reports.numbers import clock, number, unknown

ENDINGS = {
    "carried": mark("nobody won, the pot went on"),
    "split": mark("nobody won, those still in split the pot"),
    "new_deal": mark("new deal, the pot went on"),
    "redealt": mark("dealt again"),
    "incomplete": mark("not finished"),
}
"""Outcomes without a winner, in words."""

MELDS = {
    "high_card": mark("high card"),
    "pair": mark("a pair"),
    "two_pair": mark("two pair"),
    "three": mark("three alike"),
    "straight": mark("straight"),
    "flush": mark("flush"),
    "full_house": mark("full house"),
    "four": mark("four alike"),
    "straight_flush": mark("straight flush"),
    "five": mark("five alike"),
    "badugi": mark("a badugi"),
    "three_card_badugi": mark("a badugi of three"),
    "two_card_badugi": mark("a badugi of two"),
    "one_card_badugi": mark("a badugi of one"),
}
"""What the categories of melds are called, by the store's word."""

DECLARED = {"high": mark("high"), "low": mark("low"), "both": mark("both")}

Rows = Mapping[int, Sequence[Row]]
"""Rows by the number of their hand."""


def meld_text(meld: str) -> str:
    """The name of a meld; of one that isn't a category its own."""
    return tr(MELDS[meld]) if meld in MELDS else meld.replace("_", " ")


@dataclass(frozen=True, kw_only=True)
class HandLog:
    """The hands of a session, to be narrowed by player and game: `hand_data.hand_log` and all of each."""

    hands: pl.DataFrame
    winners: Rows
    seats: Rows
    acts: Rows

    def html(self) -> Html:
        """Two choices, and a `details` a hand."""
        everybody = {
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
                _choice(tr("Player"), tr("everybody"), "players", everybody),
                _choice(tr("Game"), tr("every game"), "game", games),
                tag("output", class_="quiet"),
                class_="control",
            ),
            hands,
            class_="hands",
        )

    def _hand(self, hand: Row) -> Html:
        seats = self.seats.get(hand["hand_no"], [])
        return tag(
            "details",
            tag(
                "summary",
                tag("span", str(hand["hand_no"]), class_="place"),
                tag("span", *_called(hand), class_="called"),
                tag("span", "" if hand["pot"] is None else number(hand["pot"]), class_="number"),
                tag("span", self._won(hand), class_="won"),
            ),
            [block.html() for block in self._told(hand, seats)],
            class_="hand",
            id=f"hand-{hand['hand_no']}",
            data_players=" ".join(str(row["player_id"]) for row in seats),
            data_game=hand["variant_id"],
        )

    def _won(self, hand: Row) -> Child:
        took = self.winners.get(hand["hand_no"], [])
        if hand["status"] != "confirmed":
            return tag("span", tr("draft"), class_="draft")
        if not took:
            ending = ENDINGS.get(hand["outcome"])
            return tr(ending) if ending else ""
        return [tag("span", _took(row, alone=len(took) == 1), class_="winner") for row in took]

    def _told(self, hand: Row, seats: Sequence[Row]) -> list[Block]:
        facts = [
            tr("at {time}", time=clock(hand["started_at"])) if hand["started_at"] else None,
            tr("{dealer} dealt", dealer=hand["dealer"]) if hand["dealer"] else None,
            tr("{chips} carried in", chips=number(hand["pot_in"])) if hand["pot_in"] else None,
            tr("{chips} carried on", chips=number(hand["pot_out"])) if hand["pot_out"] else None,
        ]
        blocks: list[Block] = []
        if any(facts):
            blocks.append(TextLine(" · ".join(filter(None, facts))))
        if hand["note"]:
            blocks.append(TextLine(hand["note"], class_="note"))
        if hand["status"] != "confirmed":
            blocks.append(TextLine(tr("A draft: no figure counts this hand until it is confirmed.")))
        frame = pl.DataFrame(list(seats), infer_schema_length=None)
        if len(frame):
            blocks.append(_seats(frame))
        if acts := self.acts.get(hand["hand_no"]):
            names = {row["seat"]: row["name"] or tr("a hidden player") for row in seats}
            blocks.append(Replay(hand=hand, acts=acts, names=names))
        return blocks


@dataclass(frozen=True)
class TextLine:
    """A short paragraph within a hand."""

    text: str
    class_: str = "quiet"

    def html(self) -> Html:
        """A `p`."""
        return tag("p", self.text, class_=self.class_)


@dataclass(frozen=True, kw_only=True)
class Replay:
    """Every act of a hand in order, with the pot after it; the page's script goes through them one by one."""

    hand: Row
    acts: Sequence[Row]
    names: Mapping[int, str]

    def html(self) -> Html:
        """An `ol` in a `div` to which the script adds its buttons."""
        pot = self.hand["pot_in"] or 0
        steps = []
        round_no = None
        for act in self.acts:
            pot += act["chips"] or 0
            begins = act["round"] != round_no and act["round"] > 0
            round_no = act["round"]
            steps.append(
                tag(
                    "li",
                    tag("span", tr("round {no}", no=round_no), class_="place") if begins else None,
                    act_text(act, self.names.get(act["seat"])),
                    data_pot=tr("pot {chips}", chips=number(pot)),
                )
            )
        buttons = {"step": tr("Step by step"), "back": tr("Back"), "on": tr("Forward"), "all": tr("Show all")}
        return tag(
            "div", tag("ol", steps), class_="replay", **{f"data_{key}": v for key, v in buttons.items()}
        )


def hand_log(con: DuckDBPyConnection, session_id: str) -> HandLog:
    """The log of a session's hands, drafts too."""
    return HandLog(
        hands=hand_data.hand_log(con, session_id),
        winners=_by_hand(hand_data.winners(con, session_id)),
        seats=_by_hand(hand_data.hand_seats(con, session_id)),
        acts=_by_hand(hand_data.hand_acts(con, session_id)),
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


def _called(hand: Row) -> Sequence[Child]:
    added = tag("span", f" {hand['additions']}", class_="quiet") if hand["additions"] else None
    note = tag("span", f" {hand['note']}", class_="quiet noted") if hand["note"] else None
    return [game_link(hand["game"], hand["variant_id"]) if hand["game"] else unknown(), added, note]


def _took(row: Row, *, alone: bool) -> Child:
    chips = None if alone else f" {number(row['won'])}"
    meld = tag("span", f" {meld_text(row['meld'])}", class_="quiet") if row["meld"] else None
    return fragment(player(row["name"], row["join_order"]), chips, meld)


def _seats(frame: pl.DataFrame) -> Table:
    def known(name: str) -> bool:
        return bool(frame[name].is_not_null().any())

    columns = [player_column(), count_column(tr("In"), "paid"), count_column(tr("Out"), "won")]
    columns.append(gain_column(tr("Net"), "net", none=""))
    if known("folded_round"):
        columns.append(Column(label=tr("Folded"), kind="text", cell=_folded))
    if known("declared"):
        columns.append(Column(label=tr("Declared"), kind="text", cell=_declared))
    if known("meld") or known("cards"):
        columns.append(Column(label=tr("Held"), kind="text", cell=_held))
    if bool((frame["shadow"].fill_null(0) > 0).any()):
        columns.append(count_column(tr("Shadow"), "shadow"))
    if bool(frame["peder_used"].fill_null(False).any()):
        columns.append(
            Column(label=tr("Peder"), kind="text", cell=lambda row: tr("yes") if row["peder_used"] else "")
        )
    return Table(
        frame=frame, caption=tr("What each put in and took out, in chips"), empty="", columns=columns
    )


def _folded(row: Row) -> Child:
    if row["folded_round"] is None:
        return ""
    return tr("round {no}", no=row["folded_round"]) if row["folded_round"] else tr("yes")


def _declared(row: Row) -> Child:
    return tr(DECLARED[row["declared"]]) if row["declared"] in DECLARED else row["declared"] or ""


def _held(row: Row) -> Child:
    meld = meld_text(row["meld"]) if row["meld"] else None
    cards = tag("span", card_signs(row["cards"]), class_="cards") if row["cards"] else None
    return fragment(meld, " " if meld and cards else None, cards)


__all__ = ["HandLog", "Replay", "hand_log", "meld_text"]
