"""The contents of the pictures of a night, a season and a player, and of the five pictures of a player's year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from language.melds import MELDS
from reports import data
from reports.components import numbers
from reports.components.amounts import Worth, chips_in_chart, gain_in_chart, worth_of, worth_of_night
from reports.components.blocks import Row
from reports.components.hand_log import meld_text
from reports.components.numbers import amount, date, signed
from reports.data import NamedPlayer, people
from reports.page import DEALERS_CHOICE
from reports.pictures.drawing import Line, Poster

MOST_POINTS = 60
"""Number of points of a line: more can't be distinguished in a picture."""
MOST_CARDS = 9
FEWEST_HANDS = 20
LEAST_ANTES = 10
"""Minimum number of hands together, and of antes won and lost, for an opponent to be mentioned."""


def night_poster(
    con: DuckDBPyConnection, session: Row, title: str, lead: str, running: pl.DataFrame
) -> Poster:
    """The picture of a night (a row of `data.sessions`, with its `data.running_nets`): its race, its best hand and its biggest
    pot.

    >>> session = data.sessions(con).filter(kind="night").row(-1, named=True)
    >>> running = data.running_nets(con, session["session_id"])
    >>> night_poster(con, session, "A night", "24 hands", running).title
    'A night'
    """
    facts = []
    if session["biggest_pot"]:
        pot = chips_in_chart(session["biggest_pot"], worth_of_night(session), gain=False)
        game = session["biggest_pot_game"]
        facts.append((tr("Biggest pot"), pot, game or ""))
    best = _best_hand(con, [session["session_id"]])
    return Poster(
        kicker=tr("Night"),
        title=title,
        lead=lead,
        facts=[*facts, *_best_fact(best)],
        cards=_cards(best),
        caption=_caption(best, whose=True) if _cards(best) else "",
        lines=[_thinned(line) for line in race(running, "hand_no")],
    )


def season_poster(
    con: DuckDBPyConnection,
    season: str | None,
    nights: pl.DataFrame,
    evenings: pl.DataFrame,
    games: pl.DataFrame,
) -> Poster:
    """The picture of a season, of its nights (`data.sessions`), what they brought the players (`data.player_nights`) and its games
    (`data.player_games`): the race by nights, the game that was played most and the best hand. Of several currencies it has the
    nights of the main one.

    >>> nights, evenings = data.sessions(con).filter(kind="night"), data.player_nights(con, "2026")
    >>> season_poster(con, "2026", nights, evenings, data.player_games(con, "2026")).title
    'Season 2026'
    """
    facts = []
    every, main = nights, data.in_main_measure(evenings)
    nights = every.filter(pl.col("session_id").is_in(main["session_id"].implode()))
    pots = nights.drop_nulls("biggest_pot").sort("biggest_pot", descending=True, maintain_order=True)
    if not pots.is_empty():
        top = pots.row(0, named=True)
        facts.append(
            (
                tr("Biggest pot"),
                chips_in_chart(top["biggest_pot"], worth_of(nights), gain=False),
                top["biggest_pot_game"] or "",
            )
        )
    if not games.is_empty() and len(nights) == len(every):
        most = games.sort("table_hands", descending=True, maintain_order=True).row(0, named=True)
        if most["table_hands"] > 1:
            facts.append((tr("Played most"), most["game"], numbers.hands(most["table_hands"])))
    best = _best_hand(con, nights["session_id"].to_list())
    return Poster(
        kicker=tr(DEALERS_CHOICE),
        title=tr("Season {season}", season=season) if season else tr("The season"),
        lead=f"{numbers.nights(len(nights))}, {numbers.hands(int(nights['hands'].sum()))}",
        facts=[*facts, *_best_fact(best)],
        cards=_cards(best),
        caption=_caption(best, whose=True) if _cards(best) else "",
        lines=[_thinned(line) for line in race(main, "night_no")],
    )


def player_year(
    con: DuckDBPyConnection,
    person: NamedPlayer,
    season: str | None,
    nights: pl.DataFrame,
    games: pl.DataFrame,
) -> PlayerYear:
    """What a player's season brought, of the nights of all players (`data.player_nights`) and their games (`data.player_games`).

    >>> evenings, games = data.player_nights(con, "2026"), data.player_games(con, "2026")
    >>> [anna, *_] = data.people(evenings)
    >>> player_year(con, anna, "2026", evenings, games).whole().title
    'Anna'
    """
    evenings = nights.filter(player_id=person.player_id)
    measure = data.in_main_measure(nights if evenings.is_empty() else evenings)["measure"].unique().to_list()
    there = pl.col("session_id").is_in(evenings["session_id"].implode())
    return PlayerYear(
        person=person,
        season=season,
        all_nights=nights.filter(pl.col("measure").is_in(measure)),
        evenings=evenings,
        games=games.filter(player_id=person.player_id),
        calls=data.calls(con, season, person.player_id),
        versus=data.versus(con, season, person.player_id),
        best=_best_hand(con, nights["session_id"].unique(maintain_order=True).to_list(), person),
        worth=worth_of(data.sessions(con, "night").filter(there)),
    )


@dataclass(frozen=True, kw_only=True)
class PlayerYear:
    """A player's season: the player's nights (`evenings`) and those of all players in the measure of most of the player's nights (`all_nights`), the
    games played and called (`data.player_games`, `data.calls`), the opponents (`data.versus`), and the best hand.
    """

    person: NamedPlayer
    season: str | None
    all_nights: pl.DataFrame
    evenings: pl.DataFrame
    games: pl.DataFrame
    calls: pl.DataFrame
    versus: pl.DataFrame
    best: Row | None
    worth: Worth | None

    def whole(self) -> Poster:
        """A season in one picture: the net, the places after each night, the best hand, the nemesis and the favourite game."""
        return Poster(
            kicker=tr("Season {season}", season=self.season) if self.season else tr("Player"),
            title=self.person.name,
            lead=self._played(),
            figure=self._net(),
            is_loss=self._total() < 0,
            cards=_cards(self.best),
            caption=_caption(self.best) if _cards(self.best) else "",
            facts=[
                *self._besides(),
                *self._favourite(),
                *self._opponents()[:1],
                *([] if _cards(self.best) else _best_fact(self.best, whose=False)),
            ],
            lines=self._places(),
            places=self._players(),
        )

    def cards(self) -> Iterator[Poster]:
        """One subject a picture: the result, the way, the best hand, the others, the games; fewer where there is nothing to say."""
        kicker = self.person.name
        if self.season:
            kicker += f" · {tr('Season {season}', season=self.season)}"
        if self.evenings.is_empty():
            return
        mine = self.evenings.filter(measure=self.evenings["measure"][0])
        top, low = mine.sort("value", maintain_order=True)[[-1, 0]].iter_rows(named=True)
        yield Poster(
            kicker=kicker,
            title=tr("The result"),
            lead=self._played(),
            figure=self._net(),
            is_loss=self._total() < 0,
            facts=[
                (
                    tr("Nights ahead"),
                    tr(
                        "{count} of {all}",
                        count=(self.evenings["value"] > 0).sum(),
                        all=len(self.evenings),
                    ),
                    "",
                ),
                (tr("Best night"), gain_in_chart(top["value"], top["measure"]), date(top["started_at"])),
                (tr("Worst night"), gain_in_chart(low["value"], low["measure"]), date(low["started_at"])),
                *self._besides(),
            ],
        )
        places = self._places_after()
        if len(places) > 1:
            yield Poster(
                kicker=kicker,
                title=tr("The way"),
                lead=tr("The place in the standings after each night."),
                facts=[
                    (tr("Now"), tr("no. {place}", place=places[-1]), ""),
                    (tr("Highest"), tr("no. {place}", place=min(places)), ""),
                    (tr("Lowest"), tr("no. {place}", place=max(places)), ""),
                ],
                lines=self._places(),
                places=self._players(),
            )
        if self.best:
            yield Poster(
                kicker=kicker,
                title=tr("The best hand"),
                lead=f"{self.best['game']}, {date(self.best['started_at'])}",
                cards=_cards(self.best),
                caption=_caption(self.best),
                facts=[
                    (tr("Brought"), chips_in_chart(self.best["net"], self.worth), ""),
                    *([] if _cards(self.best) else _best_fact(self.best, whose=False)),
                ],
            )
        if opponents := self._opponents():
            yield Poster(kicker=kicker, title=tr("The others"), facts=opponents)
        if games := [*self._favourite(), *self._ends()]:
            yield Poster(kicker=kicker, title=tr("The games"), facts=games)

    def _played(self) -> str:
        return f"{numbers.nights(len(self.evenings))}, {numbers.hands(int(self.evenings['hands'].sum()))}"

    def _total(self) -> float:
        mine = self.all_nights.filter(player_id=self.person.player_id)
        return float(mine["value"].sum())

    def _net(self) -> str:
        if self.all_nights.is_empty():
            return ""
        return gain_in_chart(self._total(), self.all_nights["measure"][0])

    def _besides(self) -> list[tuple[str, str, str]]:
        """The nets in other currencies, or in chips, which the figure leaves out."""
        if self.all_nights.is_empty():
            return []
        others = self.evenings.filter(pl.col("measure") != self.all_nights["measure"][0])
        sums = others.group_by("measure", maintain_order=True).agg(pl.sum("value")).iter_rows()
        return [(tr("Besides"), amount(float(value), measure), "") for measure, value in sums]

    def _places_after(self) -> list[int]:
        """The place in the standings after each night, from the player's first night on."""
        totals: dict[str, float] = {}
        places = []
        rows = self.all_nights.select("session_id", "player_id", "value").iter_rows()
        for _, of_night in groupby(rows, key=itemgetter(0)):
            for _, player_id, value in of_night:
                totals[player_id] = totals.get(player_id, 0.0) + value
            if self.person.player_id in totals:
                mine = totals[self.person.player_id]
                places.append(1 + sum(total > mine for total in totals.values()))
        return places

    def _places(self) -> list[Line]:
        places = self._places_after()
        if len(places) < 2:
            return []
        last = len(places) - 1
        return [
            Line(
                name=tr("no. {place}", place=places[-1]),
                label="",
                points=_sampled([(n / last, -float(place)) for n, place in enumerate(places)]),
                order=self.person.join_order,
            )
        ]

    def _players(self) -> int:
        return self.all_nights["player_id"].n_unique()

    def _favourite(self) -> list[tuple[str, str, str]]:
        if not self.calls.is_empty():
            most = self.calls.row(0, named=True)
            if most["calls"] < 2:
                return []
            return [
                (tr("Favourite game"), most["game"], trn("called once", "called {n} times", most["calls"]))
            ]
        if self.games.is_empty():
            return []
        most = self.games.sort("hands", descending=True, maintain_order=True).row(0, named=True)
        return [(tr("Played most"), most["game"], numbers.hands(most["hands"]))] if most["hands"] > 1 else []

    def _ends(self) -> list[tuple[str, str, str]]:
        """The games that won and lost the most."""
        ordered = self.games.drop_nulls("net").sort("net", descending=True, maintain_order=True)
        ends = []
        if not ordered.is_empty() and (best := ordered.row(0, named=True))["net"] > 0:
            ends.append((tr("Brought most"), best["game"], chips_in_chart(best["net"], self.worth)))
        if not ordered.is_empty() and (worst := ordered.row(-1, named=True))["net"] < 0:
            ends.append((tr("Cost most"), worst["game"], chips_in_chart(worst["net"], self.worth)))
        return ends

    def _opponents(self) -> list[tuple[str, str, str]]:
        """The opponents who won the most from the player and lost the most to the player, in antes."""
        ordered = self.versus.filter(pl.col("hands") >= FEWEST_HANDS).sort("net_units", maintain_order=True)
        highlights = []
        for label, row, sign in (
            (tr("Nemesis"), ordered.head(1), -1),
            (tr("Won most of"), ordered.tail(1), 1),
        ):
            for one in row.iter_rows(named=True):
                if sign * one["net_units"] >= LEAST_ANTES:
                    antes = tr("{antes} antes", antes=signed(one["net_units"]))
                    highlights.append((label, one["name"], antes))
        return highlights


def race(running: pl.DataFrame, step: str) -> list[Line]:
    """Each player's total after each `step`, a column of `running`; the first and the last player have their colours.

    >>> lines = race(data.running_nets(con, "2026-03"), "hand_no")
    >>> len(lines)
    6
    """
    steps = {at: place for place, at in enumerate(running[step].unique().sort(), 1)}
    measure = running["measure"][0]
    lines = {}
    for person in people(running):
        rows = running.filter(player_id=person.player_id).select(step, "total").iter_rows()
        points = [(steps[at] / len(steps), float(total)) for at, total in rows]
        total = points[-1][1]
        lines[person] = Line(
            name=person.name, label=gain_in_chart(total, measure), points=[(0.0, 0.0), *points, (1.0, total)]
        )
    ordered = sorted(lines, key=lambda person: -lines[person].points[-1][1])
    ends = {*ordered[:1], *ordered[-1:]}
    return [
        replace(line, order=person.join_order) if person in ends else line for person, line in lines.items()
    ]


def _thinned(line: Line) -> Line:
    first, *points, last = line.points
    return replace(line, points=[first, *_sampled(points), last])


def _sampled(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    every = -(-len(points) // MOST_POINTS)
    return [*points[:-1:every], points[-1]]


def _best_hand(
    con: DuckDBPyConnection, nights: Sequence[str], person: NamedPlayer | None = None
) -> Row | None:
    """The best winning hand of these nights, of all players or of one, with the common cards (`common`) if they are known."""
    hands = data.best_hands(con, nights, list(MELDS))
    mine = hands.filter(player_id=person.player_id) if person else hands
    if mine.is_empty():
        return None
    return mine.row(0, named=True)


def _cards(hand: Row | None) -> list[str]:
    """The cards of a hand with the common ones; none where those aren't known, without which it can't be seen."""
    if not hand or not hand["cards"] or (hand["has_common"] and not hand["common"]):
        return []
    return [*hand["cards"].split(), *(hand["common"] or "").split()][:MOST_CARDS]


def _caption(hand: Row | None, *, whose: bool = False) -> str:
    if not hand:
        return ""
    return f"{_meld_label(hand, whose=whose)} · {hand['game']}"


def _meld_label(hand: Row, *, whose: bool) -> str:
    meld = meld_text(hand["meld"])
    return f"{hand['name']}: {meld}" if whose else meld[:1].upper() + meld[1:]


def _best_fact(hand: Row | None, *, whose: bool = True) -> list[tuple[str, str, str]]:
    """The best hand as a fact, where its cards can't be drawn."""
    return (
        [(tr("Best hand"), _meld_label(hand, whose=whose), hand["game"])] if hand and not _cards(hand) else []
    )
