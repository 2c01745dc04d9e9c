"""A player's results game by game."""

from __future__ import annotations

import polars as pl

from language import tr
from reports.charts.games import net_by_game
from reports.components.amounts import CellForm, Worth, amount_column, unit_shown
from reports.components.blocks import Block, Chart, Column, Folded, Paragraph, Row, Table
from reports.components.columns import MIN_HANDS, enough_hands, game_column, per_100, per_100_column
from reports.components.drill_down import game_query, hands_column
from reports.components.findings import findings_blocks
from reports.components.html import Child, filled
from reports.components.links import night_link
from reports.components.numbers import number
from reports.data import CHIPS, NamedPlayer

MAX_GAMES = 10
"""Number of games at each end of the chart of games."""


def games_blocks(games: pl.DataFrame, person: NamedPlayer, worth: Worth | None) -> list[Block]:
    """A player's net at each game (`data.player_games`, `with_hands`) as a chart, findings and a folded table.

    >>> from reports import data
    >>> [anna] = data.people(data.player_games(con, "2026").filter(name="Anna"))
    >>> games = data.player_games(con, "2026").filter(name="Anna")
    >>> hands = data.season_hands(con, "2026", "p1")
    >>> [type(block).__name__ for block in games_blocks(with_hands(games, hands), anna, None)]
    ['Paragraph', 'Table', 'Chart', 'Folded']
    """
    if games.is_empty():
        return [Paragraph(tr("No game has been played."))]
    ends = best_and_worst(games)
    unit = unit_shown(worth.currency if worth else CHIPS)
    about = filled(tr("Won or lost at each game, in {unit}."), unit=unit)
    if len(ends) < games["net"].count():
        about = filled(
            tr("The {count} games that won most and the games that lost most, in {unit}."),
            count=number(MAX_GAMES),
            unit=unit,
        )
    frame = per_100(enough_hands(games))
    table = Table(
        frame=frame,
        caption=filled(
            tr(
                "The games of {few} hands or more, in {unit}; antes per 100 hands with the 95 % interval; grey: could be luck"
            ),
            few=number(MIN_HANDS),
            unit=unit,
        ),
        empty=tr("No game has {few} hands yet.", few=MIN_HANDS),
        columns=[
            game_column(),
            hands_column(tr("Hands"), "hands", game_query),
            hands_column(tr("Won"), "won_hands", lambda row: game_query(row, "took=yes")),
            amount_column(tr("Net"), frame["net"], CellForm(of=worth)),
            per_100_column(frame),
            _hand_column(tr("Biggest win"), "biggest_win", frame, worth),
            _hand_column(tr("Biggest loss"), "biggest_loss", frame, worth),
        ],
        sortable=True,
    )
    return [
        *findings_blocks(games, person=person.name),
        *([Chart(figure=net_by_game(ends, worth), about=about)] if len(ends) else []),
        Folded(summary=tr("Game by game"), blocks=[table]),
    ]


def best_and_worst(games: pl.DataFrame) -> pl.DataFrame:
    """The most profitable and the most costly of a player's games (`data.player_games`), the best first.

    >>> from reports import data
    >>> games = data.player_games(con, "2026").filter(name="Anna")
    >>> best_and_worst(games).height
    10
    """
    in_chips = games.drop_nulls("net")  # null where chips of different worth were played for
    ends = in_chips.sort("net", "game", descending=[True, False])
    return pl.concat([ends.head(MAX_GAMES), ends.tail(MAX_GAMES)]).unique(maintain_order=True)


def with_hands(games: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The games with the hand of each game's biggest win and biggest loss, the first of equal ones: its night
    in `biggest_win_session`, its number in `biggest_win_hand`, and the same for `biggest_loss`.

    >>> from reports import data
    >>> games = data.player_games(con, "2026").filter(name="Anna")
    >>> hands = data.season_hands(con, "2026", "p1")
    >>> "biggest_win_session" in with_hands(games, hands).columns
    True
    """
    first = hands.unique(["variant_id", "net"], keep="first", maintain_order=True)
    for extreme in ("biggest_win", "biggest_loss"):
        behind = first.select(
            "variant_id",
            pl.col("net").cast(games.schema[extreme]).alias(extreme),
            pl.col("session_id").alias(f"{extreme}_session"),
            pl.col("hand_no").alias(f"{extreme}_hand"),
        )
        games = games.join(behind, on=["variant_id", extreme], how="left", maintain_order="left")
    return games


def _hand_column(label: str, name: str, games: pl.DataFrame, worth: Worth | None) -> Column:
    """The net of a hand, linked to it."""

    def link(row: Row, shown: Child) -> Child:
        return night_link(shown, row[f"{name}_session"], row[f"{name}_hand"])

    return amount_column(label, games[name], CellForm(of=worth), none="", link=link)
