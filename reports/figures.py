"""The figures of the pages by name, for a notebook or a page of one's own (`store.figures` in `import peder`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, TypeVar, cast

import plotly.graph_objects as go
import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data
from reports.charts import form, games, styles, totals
from reports.charts.standalone import standalone
from reports.components.amounts import worth_of
from reports.components.streaks import add_depth, add_form
from reports.data import NamedPlayer
from reports.errors import ReportError
from reports.pages.forecast import forecast_figure, forecast_frame
from reports.pages.luck import add_chance, band, main_lines, season_band, season_verdicts
from reports.pages.night import chosen_night
from reports.pages.player_games import best_and_worst
from reports.pages.player_rates import rates_frame, style_frame, styles_shown
from reports.pages.variants import PER, labelled

Draw = TypeVar("Draw", bound=Callable[..., go.Figure])


def _as_standalone(draw: Draw) -> Draw:
    """Make a method return a standalone figure."""

    @wraps(draw)
    def figure(self: Figures, *args: Any, **kwargs: Any) -> go.Figure:
        with self._querying():
            return standalone(draw(self, *args, **kwargs))

    return cast(Draw, figure)


class Figures:
    """The figures of a store. Each is a `plotly.graph_objects.Figure`, in the light colours of the pages: it shows in
    a notebook, and can be changed (`figure.update_layout(title="2026")`), saved or put in a page.

    Players are given by name or id. The default `season` is the latest; the default `measure` (a currency, or
    "chips") is the only one of the season. Raises ReportError, one sentence, for a missing player, season or measure,
    and if there is nothing to draw; a store may turn it into another error while it is `querying`.
    """

    def __init__(
        self, con: DuckDBPyConnection, querying: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._con = con
        self._querying = querying

    @_as_standalone
    def season_line(self, season: str | None = None, *, measure: str | None = None) -> go.Figure:
        """Each player's total after each night, over the band in which luck alone would leave the leader.

        >>> figure = store.figures.season_line(measure="DKK")
        """
        line = self._line(season, measure)
        return totals.season_line(line, season_band(line))

    @_as_standalone
    def night_line(self, night: str | None = None) -> go.Figure:
        """Each player's total after each hand of a night or an import, by default of the latest.

        >>> figure = store.figures.night_line()
        """
        running = data.running_nets(self._con, chosen_night(self._con, night)["session_id"])
        return totals.session_line(_require_rows(running, tr("No hand of this night is confirmed yet.")))

    @_as_standalone
    def player_line(self, player: str, season: str | None = None, *, measure: str | None = None) -> go.Figure:
        """A player's total after each hand of a season.

        >>> figure = store.figures.player_line("Anna")
        """
        person = self._player(player, season)
        hands = data.season_hands(self._con, self._season(season), person.player_id)
        hands = _one_measure(_require_rows(hands, _no_hand(person)), measure)
        return totals.player_line(hands, person.name, person.join_order)

    @_as_standalone
    def luck_band(self, player: str, season: str | None = None, *, measure: str | None = None) -> go.Figure:
        """A player's total after each night over the band in which luck alone would leave it in 19 of 20 seasons.

        >>> figure = store.figures.luck_band("Anna")
        """
        person = self._player(player, season)
        line = self._line(season, measure)
        mine = _require_rows(line.filter(pl.col("player_id") == person.player_id), _no_hand(person))
        reach = band(mine, person.player_id, season_verdicts(line)[person.player_id])
        if reach is None:
            raise ReportError(tr("Too few hands of these games are known to say how far luck alone goes."))
        return form.luck_band(mine, reach)

    @_as_standalone
    def form(self, player: str, season: str | None = None) -> go.Figure:
        """The results of a player's last ten nights, night by night, over the drawdown: how far the total is below
        its best.

        >>> figure = store.figures.form("Anna")
        """
        person = self._player(player, season)
        return form.form_and_drawdown(self._form(person, season), person.join_order)

    @_as_standalone
    def player_volatility(self, player: str, season: str | None = None) -> go.Figure:
        """The standard deviation of a night over a player's last ten nights, and what luck alone would make it.

        >>> figure = store.figures.player_volatility("Anna")
        """
        person = self._player(player, season)
        nights = self._form(person, season)
        if "volatility" in nights.columns:
            nights = nights.drop_nulls("volatility")
        if len(nights) < 2:
            raise ReportError(tr("{player} has played too few nights.", player=person.name))
        return form.volatility(nights, person.join_order)

    @_as_standalone
    def drawdowns(self, player: str | None = None, season: str | None = None) -> go.Figure:
        """The deepest drawdowns of a season, of all players or of one, as bars.

        >>> figure = store.figures.drawdowns()
        """
        season = self._season(season)
        table = data.drawdowns(self._con, season)
        nights = add_form(data.luck(self._con, season), self._lines(season))
        if player is not None:
            table = table.filter(pl.col("player_id") == self._player(player, season).player_id)
        table = _require_rows(table, tr("The line never lay below its best.")).head(10)
        return form.drawdowns(add_depth(table, nights), named=player is None)

    @_as_standalone
    def forecast(self, season: str | None = None, *, measure: str | None = None) -> go.Figure:
        """Where ten more nights may take each player, from simulations of the season played on.

        >>> figure = store.figures.forecast()
        """
        line = self._line(season, measure)
        frame = forecast_frame(line)
        if frame is None:
            raise ReportError(tr("Too few nights have been played to say what the next ones may bring."))
        return forecast_figure(frame, line["measure"][0])

    @_as_standalone
    def net_by_game(self, player: str, season: str | None = None) -> go.Figure:
        """What a player won and lost at the games that brought most and those that cost most.

        >>> figure = store.figures.net_by_game("Anna")
        """
        person = self._player(player, season)
        season = self._season(season)
        mine = pl.col("player_id") == person.player_id
        nights = data.player_nights(self._con, season).filter(mine)
        played = data.sessions(self._con, "night").filter(
            pl.col("session_id").is_in(nights["session_id"].implode())
        )
        ends = best_and_worst(data.player_games(self._con, season).filter(mine))
        return games.net_by_game(_require_rows(ends, _no_hand(person)), worth_of(played))

    @_as_standalone
    def rates(self, player: str, season: str | None = None) -> go.Figure:
        """How often a player bets, folds and wins, with 95 % intervals, compared with the group.

        >>> figure = store.figures.rates("Anna")
        """
        person = self._player(player, season)
        frame = rates_frame(data.player_stats(self._con, self._season(season)), person.player_id)
        drawn = _require_rows(frame.drop_nulls("value"), _no_hand(person))
        return games.rates(drawn, drawn["group"].to_list())

    @_as_standalone
    def styles(self, player: str, season: str | None = None) -> go.Figure:
        """Each player's VPIP and aggression on two axes, one player's with 95 % intervals.

        >>> figure = store.figures.styles("Anna")  # doctest: +SKIP
        """
        person = self._player(player, season)
        stats = data.player_stats(self._con, self._season(season))
        frame = styles_shown(style_frame(stats), person.player_id)
        if person.player_id not in frame["player_id"]:
            raise ReportError(tr("Style needs more hands that are logged action by action."))
        return styles.styles(frame, person.player_id)

    @_as_standalone
    def game_volatility(self, per: str = "hand", kind: str = "run") -> go.Figure:
        """The standard deviation of a seat's net at each game per "hand", "chain" or "hour", in antes. `kind` says which
        hands count: "run" (simulated), "night" or "import".

        >>> figure = store.figures.game_volatility(per="chain")
        """
        if per not in PER:
            raise ReportError(
                tr("A deviation is per {names}, not per {per!r}.", names=", ".join(PER), per=per)
            )
        frame = self._games(kind).drop_nulls(f"net_sd_{per}")
        few = tr("There are too few hands to tell: a standard deviation takes at least two of a game.")
        return games.volatility(_require_rows(frame, few), per)

    @_as_standalone
    def pots(self, kind: str = "run") -> go.Figure:
        """How big the pots of each game are, in antes: the median, the middle half and 80 % of them.

        >>> figure = store.figures.pots()
        """
        names = [f"pot_{each}_hand" for each in ("p10", "p25", "p50", "p75", "p90")]
        frame = self._games(kind).drop_nulls(names)
        return games.pots(_require_rows(frame, tr("No pot with a known ante has been counted.")))

    def _season(self, season: str | None) -> str | None:
        chosen = data.chosen_season(data.sessions(self._con, "night"), season)
        data.cast_season(self._con, chosen)
        return chosen

    def _player(self, name: str, season: str | None) -> NamedPlayer:
        """The player of this name; among namesakes the one who attended the season."""
        every = data.sessions(self._con, "night")
        if every.is_empty():
            return data.find_player(data.players(self._con), name)
        came = data.player_nights(self._con, self._season(season))["player_id"].to_list()
        return data.find_player(data.players(self._con), name, came)

    def _lines(self, season: str | None) -> list[pl.DataFrame]:
        nights = add_chance(data.player_nights(self._con, season), data.luck(self._con, season))
        return nights.partition_by("measure", maintain_order=True)

    def _line(self, season: str | None, measure: str | None) -> pl.DataFrame:
        """The nights of a season that count in one measure, with what luck alone would make of them."""
        lines = self._lines(self._season(season))
        nights = pl.concat(lines if measure else main_lines(lines)) if lines else pl.DataFrame()
        return _one_measure(
            _require_rows(nights, tr("There is no line to draw before a hand is confirmed.")), measure
        )

    def _form(self, person: NamedPlayer, season: str | None) -> pl.DataFrame:
        season = self._season(season)
        mine = pl.col("player_id") == person.player_id
        lines = [line for line in self._lines(season) if person.player_id in line["player_id"]]
        return _require_rows(add_form(data.luck(self._con, season).filter(mine), lines), _no_hand(person))

    def _games(self, kind: str) -> pl.DataFrame:
        return labelled(data.game_stats(self._con, kind))


def _require_rows(frame: pl.DataFrame, sentence: str) -> pl.DataFrame:
    """Return the frame. Raises ReportError with the sentence if it has no rows."""
    if frame.is_empty():
        raise ReportError(sentence)
    return frame


def _no_hand(person: NamedPlayer) -> str:
    return tr("{player} has no confirmed hand in that season.", player=person.name)


def _one_measure(frame: pl.DataFrame, measure: str | None) -> pl.DataFrame:
    """Return the rows in the measure, or in the only one. Raises ReportError if there are several, or not this one."""
    names = frame["measure"].unique(maintain_order=True).to_list()
    if measure is None and len(names) == 1:
        return frame
    if measure not in names:
        raise ReportError(
            tr(
                "The season counts in {measures}: choose with measure={first!r}.",
                measures=tr(" and ").join(names),
                first=names[0],
            )
        )
    return frame.filter(pl.col("measure") == measure)
