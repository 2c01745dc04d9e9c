"""The page of hands: a field for a question in plain words or a query as for `peder hands`, and the hands
that match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import mark, tr
from language.melds import WITH_ARTICLE
from reports import data
from reports.components import numbers
from reports.components.amounts import worth_of
from reports.components.blocks import slide_cue
from reports.components.hand_log import ENDINGS, meld_text
from reports.components.html import Html, filled, tag
from reports.components.links import night_place
from reports.components.nights import night_titles
from reports.components.numbers import PEDER, THIN, currency_sign, day
from reports.components.palette import player_spot
from reports.components.scripts import script_data
from reports.page import DEALERS_CHOICE, Page
from reports.search.columns import PackedHands, pack_season
from reports.search.fields import CONDITION, FIELDS, KINDS, QUOTED, RANKS, SENTENCES, SIGNS, WORD, YES
from reports.search.hands import local_day

TEXTS = {
    "every": mark("Every hand."),
    "none": mark("No hand matches."),
    "hands": mark("{n} hands"),
    "hand": mark("1 hand"),
    "chips": mark("{signed} chips"),
    "not": mark("not: {said}"),
    "known": mark("known whether: {said}"),
    "nothing": mark("none"),
    "measure": mark("of the nights in {unit}"),
    "mean": mark("the average pot is {amount}"),
    "mean_unknown": mark("chips were worth one thing and another: ask about nights of one worth"),
    "nobody": mark("There is no player called {name}."),
    "unclear": mark(
        "{text} isn't understood. Write for example: Bo's biggest pot, Bo against Anna, pots over 50 kr, Bo lost more than 100 in March, "
        "who won most last night."
    ),
    "apart": mark(
        "What two players did can't be asked for at once. Ask what one of them did, and write 'against' before the other's name."
    ),
    "untimed": mark("How long these hands took isn't known: their log has no times."),
    "long": mark("That is more than {count} letters: ask about less at once."),
    "several": mark("{count} players are called {name}: write {names}."),
    "rows": mark("{low} to {high} of {all}"),
    "draft": mark("draft"),
    "hidden": mark("a hidden player"),
    "unread": mark("The browser can't unpack this page's hands: a newer one can."),
}
"""Texts of the page's script, besides `SENTENCES` and `SIGNS`."""


CAPTIONS = {
    "player=": mark("{values}"),
    "player!=": mark("without {values}"),
    "vs=": mark("against {values}"),
    "vs!=": mark("without {values}"),
    "met=": mark("at the showdown with {values}"),
    "dealer=": mark("dealt by {values}"),
    "dealer!=": mark("not dealt by {values}"),
    "winner=": mark("won by {values}"),
    "winner!=": mark("not won by {values}"),
    "game=": mark("{values}"),
    "game!=": mark("no {values}"),
    "add=": mark("with {values}"),
    "add~": mark("with {values}"),
    "rules=": mark("{values}"),
    "rules!=": mark("no {values}"),
    "rules stud": mark("stud games"),
    "rules draw": mark("draw games"),
    "rules common": mark("games with common cards"),
    "rules high-low": mark("high-low games"),
    "rules jokers": mark("games with jokers"),
    "rules wild": mark("games with wild cards"),
    "rules one-eyed": mark("games in which one-eyed picture cards are wild"),
    "rules rank": mark("games in which {rank} are wild"),
    "pot=": mark("pots of {values}"),
    "pot>": mark("pots over {values}"),
    "pot>=": mark("pots of at least {values}"),
    "pot<": mark("pots under {values}"),
    "pot<=": mark("pots of at most {values}"),
    "pot range": mark("pots from {low} to {high}"),
    "net>0": mark("won chips"),
    "net<0": mark("lost chips"),
    "net=": mark("won {values}"),
    "net>": mark("won more than {values}"),
    "net>=": mark("won at least {values}"),
    "net=-": mark("lost {values}"),
    "net<-": mark("lost more than {values}"),
    "net<=-": mark("lost at least {values}"),
    "both net<": mark("won less than {values}"),
    "both net<=": mark("won at most {values}"),
    "both net>-": mark("lost less than {values}"),
    "both net>=-": mark("lost at most {values}"),
    "paid>": mark("put in more than {values}"),
    "paid>=": mark("put in at least {values}"),
    "meld=": mark("with {values}"),
    "meld better": mark("with {meld} or better"),
    "meld worse": mark("with {meld} or worse"),
    "rank=": mark("of {values}"),
    "low=": mark("with a low hand of {values}"),
    **{f"rank {rank}": text for rank, text in RANKS.items()},
    "date=": mark("on {values}"),
    "date=month": mark("in {values}"),
    "date>": mark("after {values}"),
    "date>=": mark("from {values}"),
    "date<": mark("before {values}"),
    "date<=": mark("until {values}"),
    "date range": mark("from {low} to {high}"),
    "weekday=": mark("on a {values}"),
    "night=": mark("{values}"),
    "nightno=": mark("night {values}"),
    "nightno>=": mark("from night {values}"),
    "nightno<=": mark("until night {values}"),
    "nightno range": mark("nights {low}–{high}"),
    "hand=": mark("hand {values}"),
    "hand>": mark("after hand {values}"),
    "hand>=": mark("from hand {values}"),
    "hand<": mark("before hand {values}"),
    "hand<=": mark("until hand {values}"),
    "players=": mark("{values} players"),
    "players>": mark("more than {values} players"),
    "players<": mark("fewer than {values} players"),
    "players>=": mark("at least {values} players"),
    "players<=": mark("at most {values} players"),
    "players range": mark("{low} to {high} players"),
    "ways=": mark("the pot was split between {values} players"),
    "ways>": mark("the pot was split between more than {values} players"),
    "ways>=": mark("the pot was split between at least {values} players"),
    "ways<": mark("the pot was split between fewer than {values} players"),
    "ways<=": mark("the pot was split between at most {values} players"),
    "seconds=": mark("{values} long"),
    "seconds>": mark("longer than {values}"),
    "seconds>=": mark("at least {values} long"),
    "seconds<": mark("shorter than {values}"),
    "seconds<=": mark("at most {values} long"),
    "seconds range": mark("from {low} to {high} long"),
    "note~": mark("with {values} in the note"),
    "note!=": mark("with a note"),
    "outcome=": mark("{values}"),
    "outcome showdown": mark("with a showdown"),
    "outcome last_standing": mark("without a showdown"),
    **{f"outcome {outcome}": text for outcome, text in ENDINGS.items()},
    **{f"a {meld}": text for meld, text in WITH_ARTICLE.items()},
    "chain": mark("carried pots"),
    "not took": mark("didn't win"),
    "not folded": mark("stayed to the end"),
    "not showdown": mark("didn't go to the showdown"),
    "not vpip": mark("put no chips in by choice"),
    "not carried": mark("the pot was taken"),
    "not split": mark("the pot went to one player"),
    "not draft": mark("confirmed"),
    "pot most": mark("the biggest pot"),
    "pot most n": mark("the {n} biggest pots"),
    "pot least": mark("the smallest pot"),
    "pot least n": mark("the {n} smallest pots"),
    "net most": mark("won the most"),
    "net most n": mark("the {n} that won the most"),
    "win least": mark("the smallest gain"),
    "loss least": mark("the smallest loss"),
    "net least": mark("lost the most"),
    "net least n": mark("the {n} that lost the most"),
    "paid most": mark("put in the most"),
    "paid least": mark("put in the least"),
    "time most": mark("the last"),
    "time most n": mark("the last {n}"),
    "time least": mark("the first"),
    "time least n": mark("the first {n}"),
    "chain most": mark("carried the farthest"),
    "chain least": mark("carried the shortest"),
    "seconds most": mark("took the longest"),
    "seconds most n": mark("the {n} that took the longest"),
    "seconds least": mark("took the shortest time"),
    "seconds least n": mark("the {n} that took the shortest time"),
    "nightly": mark("night by night"),
    "nth": mark("number {n} of them"),
    "nights most": mark("the best night"),
    "nights least": mark("the worst night"),
    "player net": mark("who won the most"),
    "player net least": mark("who lost the most"),
    "player hands": mark("who had most"),
    "player wins": mark("who won most hands"),
    "player wins least": mark("who won the fewest hands"),
    "game net": mark("by game, the best first"),
    "game net least": mark("by game, the worst first"),
    "game hands": mark("the most played games"),
}
"""Phrases for a query: by field and sign (with `-` for an amount below 0), for orders, and for comparisons.
"""

QUESTIONS = {
    "ask biggest": mark("{best}'s biggest pot"),
    "ask worst": mark("{worst}'s worst hand"),
    "ask between": mark("{best} against {second}, pots over {amount}"),
    "ask most": mark("who won the most last night"),
    "ask dealt": mark("{worst} dealt and won"),
    "ask split": mark("split pots"),
    "ask shown": mark("bluffs shown"),
    "ask flush": mark("{second} won with a flush or better"),
    "ask lost": mark("the last time {best} lost more than {amount}"),
    "ask over": mark("the biggest pot in {game}"),
}
"""Example questions to tap; the page must understand each of them."""


def season_hands_page(con: DuckDBPyConnection, season: str | None) -> Page:
    """The page of all hands of a season's nights.

    >>> season_hands_page(con, "2026").title
    'The hands of season 2026'
    """
    data.cast_season(con, season)
    title = tr("The hands of season {season}", season=season) if season else tr("The hands")
    return hands_page(con, pack_season(con, season), title=title)


def hands_page(con: DuckDBPyConnection, facts: PackedHands, *, title: str = "", asked: str = "") -> Page:
    """The page of some hands; `asked` is the initial query.

    >>> from reports.search.columns import pack_hands
    >>> from reports.search.fields import parse
    >>> from reports.search.hands import find_hands
    >>> hands_page(con, pack_hands(con, find_hands(con, parse("pot>100")))).title
    'Hands'
    """
    nights = data.sessions(con).join(
        facts.hands.select(pl.col("night").alias("session_id")).unique(), on="session_id", how="semi"
    )
    finder = Finder(
        facts=facts.packed(),
        people=data.players(con).to_dicts(),
        own=set(facts.seats["player_id"].drop_nulls()),
        games=data.games(con).to_dicts(),
        nights=nights.to_dicts(),
        counted=data.chips_besides_hands(con),
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
"""The columns by which the list can be sorted."""


@dataclass(frozen=True, kw_only=True)
class Finder:
    """The field, its interpretation, and the list, all filled in by the page's script. `own` are the ids of
    the players who sat in the hands, who take precedence among namesakes; `counted` are chips besides the hands
    (`data.chips_besides_hands`).
    """

    facts: Mapping[str, Any]
    people: Sequence[Mapping[str, Any]]
    own: Set[str]
    games: Sequence[Mapping[str, Any]]
    nights: Sequence[Mapping[str, Any]]
    counted: Mapping[str, Mapping[str, int]]
    asked: str

    def html(self) -> Html:
        """The field, example questions, the empty list, and the data."""
        buttons = [
            tag("button", tr("Before"), type="button", name="before"),
            tag("output"),
            tag("button", tr("After"), type="button", name="after"),
        ]
        return tag(
            "div",
            self._form(),
            tag(
                "noscript",
                tag("p", tr("This list needs JavaScript, which is off here. Each night's page has its hands.")),
            ),
            tag("p", id="understood", role="status"),
            tag("p", class_="lead found", role="status"),
            tag("div", self._table(), class_="scroll", role="group", aria_label=tr("The hands"), tabindex=0),
            slide_cue(),
            tag("p", buttons, class_="control pager"),
            self._data(),
            class_="finder",
        )  # fmt: skip

    def _form(self) -> Html:
        field = tag(
            "input", type="search", name="asked", autocomplete="off", spellcheck="false",
            autocapitalize="off", aria_describedby="understood",
        )  # fmt: skip
        label = tag("span", tr("Which hands? Ask in your own words"))
        asked = tag("label", label, " ", field, class_="asked")
        return tag(
            "form",
            asked,
            tag("p", class_="asks", role="group", aria_label=tr("Questions")),
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
        titles = night_titles(self.nights, day)
        return script_data(
            "hands",
            {
                "facts": self.facts,
                "fields": {
                    name: {
                        "said": tr(field.label), "kind": field.kind, "ofPlayer": field.of_player,
                        "ofSeats": field.of_seats,
                    }
                    for name, field in FIELDS.items()
                },
                "kinds": {
                    name: {"form": kind.form, "said": kind.form_text and tr(kind.form_text), "signs": kind.signs}
                    for name, kind in KINDS.items()
                },
                "grammar": {"word": WORD, "quoted": QUOTED, "condition": CONDITION, "yes": YES},
                "signs": {sign: tr(text) for sign, text in SIGNS.items()},
                "sentences": {name: tr(text) for name, text in SENTENCES.items()},
                "texts": {name: tr(text) for name, text in (TEXTS | CAPTIONS | QUESTIONS).items()},
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
                        "said": str(titles[night["session_id"]]),
                        "file": night_place(night["session_id"]),
                        "worth": None if night["chip_value"] is None else float(night["chip_value"]),
                        "sign": currency_sign(night["currency"]),
                        "currency": night["currency"], "no": night["night_no"],
                        "day": local_day(night["started_at"]).isoformat() if night["started_at"] else None,
                        **({"counted": of_night} if (of_night := self.counted.get(night["session_id"])) else {}),
                    }
                    for night in self.nights
                },
                "asked": self.asked,
                "thin": THIN, "peder": PEDER, "money": self._money(),
            },
        )  # fmt: skip

    def _money(self) -> str:
        """The currency sign of the latest night; "" if unknown."""
        signs = [currency_sign(night["currency"]) for night in self.nights if night["currency"]]
        return signs[-1] if signs else ""

    def _values(self, name: str) -> list[Any]:
        return next((each["values"] for each in self.facts["columns"] if each["name"] == name), [])
