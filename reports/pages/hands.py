"""The page of hands: a field that takes plain words or what `peder hands` takes, and the hands that match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr
from reports import data
from reports.components import numbers
from reports.components.amounts import worth_of
from reports.components.blocks import slide_cue
from reports.components.hand_log import meld_text
from reports.components.html import Html, filled, tag
from reports.components.links import night_place
from reports.components.numbers import THIN, currency_sign, day
from reports.components.palette import player_spot
from reports.components.scripts import script_data
from reports.page import DEALERS_CHOICE, Page
from reports.search.columns import PackedHands, pack_season
from reports.search.fields import CONDITION, FIELDS, KINDS, QUOTED, SENTENCES, SIGNS, WORD, YES

TEXTS = {
    "every": mark("Every hand."),
    "none": mark("No hand matches."),
    "hands": mark("{n} hands"),
    "hand": mark("1 hand"),
    "chips": mark("{signed} chips"),
    "or": mark(" or "),
    "not": mark("not: {said}"),
    "known": mark("known whether: {said}"),
    "nothing": mark("none"),
    "nobody": mark("There is no player called {name}."),
    "unclear": mark(
        "{text} isn't understood. Write for example: Bo against Anna, guts, pots over 200, Bo won, Anna dealt, last night."
    ),
    "several": mark("{count} players are called {name}: give one of the ids {ids}."),
    "rows": mark("{low} to {high} of {all}"),
    "draft": mark("draft"),
    "hidden": mark("a hidden player"),
    "unread": mark("The browser can't unpack this page's hands: a newer one can."),
    "anybody": mark("anybody"),
    "anygame": mark("any game"),
    "anynight": mark("any night"),
    "choose": mark("choose …"),
}
"""Texts of the page's script, besides `SENTENCES` and `SIGNS`."""


def season_hands_page(con: DuckDBPyConnection, season: str | None) -> Page:
    """All hands of a season's nights, to be narrowed."""
    data.cast_season(con, season)
    title = tr("The hands of season {season}", season=season) if season else tr("The hands")
    return hands_page(con, pack_season(con, season), title=title)


def hands_page(con: DuckDBPyConnection, facts: PackedHands, *, title: str = "", asked: str = "") -> Page:
    """The page of some hands: `asked` stands in its field to begin with."""
    nights = data.sessions(con).join(
        facts.hands.select(pl.col("night").alias("session_id")).unique(), on="session_id", how="semi"
    )
    finder = Finder(
        facts=facts.packed(),
        people=data.players(con).to_dicts(),
        own=set(facts.seats["player_id"].drop_nulls()),
        games=data.games(con).to_dicts(),
        nights=nights.to_dicts(),
        asked=asked,
    )
    return Page(
        title=title or tr("Hands"),
        kicker=tr(DEALERS_CHOICE),
        lead=tr(
            "{hands} of {nights}. The list shows the hands that match your search.",
            hands=numbers.hands(len(facts.hands)),
            nights=numbers.nights(len(nights)),
        ),
        worth=worth_of(nights),
        unit="chips",  # as the search counts
        top=[finder],
    )


SORTED = ("night", "pot", "net")
"""The columns that the list may be sorted by."""


@dataclass(frozen=True, kw_only=True)
class Finder:
    """The field, what it is understood as, and the list: filled in by the page's script. `own` are the ids of the players
    who sat in the hands: among namesakes they count first.
    """

    facts: Mapping[str, Any]
    people: Sequence[Mapping[str, Any]]
    own: Set[str]
    games: Sequence[Mapping[str, Any]]
    nights: Sequence[Mapping[str, Any]]
    asked: str

    def html(self) -> Html:
        """The field with its choices, the list's frame, and the data."""
        buttons = [
            tag("button", tr("Before"), type="button", name="before"),
            tag("output"),
            tag("button", tr("After"), type="button", name="after"),
        ]
        return tag(
            "div",
            self._form(),
            tag("p", id="understood", role="status"),
            tag("p", class_="lead found", role="status"),
            tag("div", self._table(), class_="scroll", role="group", aria_label=tr("The hands"), tabindex=0),
            slide_cue(),
            tag("p", buttons, class_="control pager"),
            self._data(),
            class_="finder",
        )  # fmt: skip

    def _form(self) -> Html:
        choices = {
            "player": tr("Player"), "game": tr("Game"), "night": tr("Night"), "yes": tr("Condition"),
        }  # fmt: skip
        field = tag(
            "input", type="search", name="asked", list="offers", autocomplete="off", spellcheck="false",
            autocapitalize="off", aria_describedby="understood",
        )  # fmt: skip
        label = tag("span", tr("Which hands? For example: Bo against Anna, pots over 200"))
        return tag(
            "form",
            tag("label", label, " ", field, class_="asked"),
            tag("datalist", id="offers"),
            [
                tag("label", tag("span", text), " ", tag("select", name=name))
                for name, text in choices.items()
            ],
            class_="control own",
        )

    def _table(self) -> Html:
        heads = {
            "night": (tr("Night"), "text"), "hand": (tr("No."), "number minor"), "game": (tr("Game"), "text"),
            "dealer": (tr("Dealer"), "text minor"), "pot": (tr("Pot"), "number"),
            "winner": (tr("Won by"), "text"), "net": (tr("Net"), "number"),
        }  # fmt: skip
        row = [
            tag("th", text, scope="col", data_name=name, data_sorts=name in SORTED, class_=class_)
            for name, (text, class_) in heads.items()
        ]
        has_links = any(night_place(night["session_id"]) for night in self.nights)
        caption = filled(
            tr("Hands, the latest first; pots in {unit}. The night leads to the hand")
            if has_links
            else tr("Hands, the latest first; pots in {unit}"),
            unit=tag("span", tr("chips"), class_="unit"),
        )
        return tag(
            "table",
            tag("caption", tag("span", caption)),
            tag("thead", tag("tr", row)),
            tag("tbody"),
            class_="dense",
        )

    def _data(self) -> Html:
        return script_data(
            "hands",
            {
                "facts": self.facts,
                "fields": {
                    name: {
                        "said": tr(field.said), "kind": field.kind, "ofPlayer": field.of_player,
                        "ofSeats": field.of_seats,
                    }
                    for name, field in FIELDS.items()
                },
                "kinds": {
                    name: {"form": kind.form, "said": kind.said and tr(kind.said), "signs": kind.signs}
                    for name, kind in KINDS.items()
                },
                "grammar": {"word": WORD, "quoted": QUOTED, "condition": CONDITION, "yes": YES},
                "signs": {sign: tr(text) for sign, text in SIGNS.items()},
                "sentences": {name: tr(text) for name, text in SENTENCES.items()},
                "texts": {name: tr(text) for name, text in TEXTS.items()},
                "people": [
                    {
                        "id": person["player_id"], "called": person["called"], "name": person["name"],
                        "spot": player_spot(person["join_order"]), "own": person["player_id"] in self.own,
                    }
                    for person in self.people
                ],
                "games": self.games,
                "melds": {meld: meld_text(meld) for meld in self._values("meld") if meld},
                "nights": {
                    night["session_id"]: {
                        "said": day(night["started_at"]) if night["started_at"] else night["session_id"],
                        "file": night_place(night["session_id"]),
                        "worth": None if night["chip_value"] is None else float(night["chip_value"]),
                        "sign": currency_sign(night["currency"]),
                    }
                    for night in self.nights
                },
                "asked": self.asked,
                "thin": THIN,
            },
        )  # fmt: skip

    def _values(self, name: str) -> list[Any]:
        return next((each["values"] for each in self.facts["columns"] if each["name"] == name), [])
