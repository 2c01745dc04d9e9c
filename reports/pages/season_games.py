"""Games and opponents on a season's page: nets by game, called games, head to head."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from reports import data
from reports.components import numbers
from reports.components.amounts import (
    Worth,
    unit_shown,
    without_unit,
)
from reports.components.blocks import (
    Block,
    Column,
    Folded,
    Paragraph,
    Row,
    Table,
)
from reports.components.columns import (
    MIN_HANDS,
    SIDE_BY_SIDE,
    count_column,
    game_column,
    others_column,
    per_100,
    per_100_column,
    pivot_players,
    player_column,
    player_key,
    share_column,
    split_table,
    tint_class,
)
from reports.components.drill_down import (
    COUNTED,
    call_query,
    game_query,
    hand_query,
    hands_column,
    pair_query,
    player_term,
)
from reports.components.findings import findings_blocks
from reports.components.html import Child, filled, fragment, tag
from reports.components.links import game_link, hand_of, hands_link
from reports.components.numbers import (
    number,
    signed,
)
from reports.data import NamedPlayer

DIFFERENT_CHIPS = "–"
"""What stands for a sum of chips that weren't worth the same."""


def version_blocks(con: DuckDBPyConnection, session_id: str | None = None) -> list[Block]:
    """The dates from which a group's own games had new rules: of all games, or of one session's.

    >>> version_blocks(con)  # the group has no games of its own
    []
    """
    blocks: list[Block] = []
    for row in data.game_versions(con).iter_rows(named=True):
        if session_id in (None, row["session_id"]):
            text = (
                tr(
                    "{game} has been played by other rules since {hand} (version {version}); all count as one game."
                )
                if row["is_one_game"]
                else tr(
                    "{game} has been played by other rules since {hand} (version {version}); each counts apart."
                )
            )
            since = hand_of(None, row["since"], row["session_id"], row["hand_no"])
            note = filled(text, game=row["game"], hand=since, version=row["version"])
            blocks.append(Paragraph(note, quiet=True))
    return blocks


MOST_PLAYED = 12
"""Number of games in the open table, the most played ones; the others are folded."""


def games_blocks(
    games: pl.DataFrame, group: Sequence[NamedPlayer], worth: Worth | None = None
) -> list[Block]:
    """Nets by game (`data.player_games`): the findings, and a folded table of all games by player.

    >>> games = data.player_games(con, "2026")
    >>> [type(block).__name__ for block in games_blocks(games, data.people(games))]
    ['Paragraph', 'Table', 'Table']
    """
    if games.is_empty():
        return [Paragraph(tr("No game has been played this season."))]
    count = games["variant_id"].n_unique()
    most = games["variant_id"].unique(maintain_order=True).head(MOST_PLAYED)
    some = games.filter(pl.col("variant_id").is_in(most.to_list()))
    blocks = [*findings_blocks(games, [player_column()]), *_matrix(some, group, worth)]
    if count > MOST_PLAYED:
        others = games.filter(~pl.col("variant_id").is_in(most.to_list()))
        summary = trn("The other game", "The other {n} games", count - MOST_PLAYED)
        blocks.append(Folded(summary=summary, blocks=_matrix(others, group, worth), made_when_opened=True))
    return blocks


def _matrix(games: pl.DataFrame, group: Sequence[NamedPlayer], worth: Worth | None) -> list[Block]:
    rows = games.select("variant_id", "game", "table_hands").unique(maintain_order=True)
    wide = pivot_players(rows, games, "variant_id", group, "net", "hands")
    large = games["net"].abs().quantile(0.95) or 0.0  # a few wild hands shouldn't pale all the rest
    caption = filled(
        tr(
            "Net in {unit} and hands below it, the most played game first. The deeper the blue, the larger the "
            "gain; the deeper the orange, the larger the loss; grey: fewer than {few} hands"
        ),
        unit=unit_shown(worth.currency if worth else data.CHIPS),
        few=number(MIN_HANDS),
    )

    def table(some: Sequence[NamedPlayer]) -> Table:
        there = wide
        if len(some) < len(group):
            there = wide.select(
                *rows.columns, *(player_key(person, name) for person in some for name in ("net", "hands"))
            )
            there = with_any(there, [player_key(person, "hands") for person in some])
        return Table(
            frame=there,
            caption=caption,
            empty=tr("No game has been played this season."),
            columns=[
                Column(label=tr("Game"), kind="text", sort="game", cell=_game),
                *(_tinted(person, large, worth) for person in some),
            ],
            sortable=True,
            matrix=True,
        )

    blocks = split_table(group, table)
    if any(wide[player_key(person, "hands")].has_nulls() for person in group):
        blocks.append(Paragraph(tr("An empty cell: the player never sat in that game."), quiet=True))
    if games["net"].has_nulls():
        text = tr(
            "{dash} chips were worth one thing and another there, so they aren't added up.",
            dash=DIFFERENT_CHIPS,
        )
        blocks.append(Paragraph(text, quiet=True))
    return blocks


def with_any(rows: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """The rows with a value in at least one of the columns.

    >>> with_any(pl.DataFrame({"a": [1, None], "b": [None, None]}), ["a", "b"]).height
    1
    """
    return rows.filter(pl.any_horizontal(pl.col(names).is_not_null()))


def _game(row: Row) -> Child:
    game = game_link(row["game"], row["variant_id"])
    hands = numbers.hands(row["table_hands"])
    behind = hands_link(hands, row["table_hands"], hand_query(COUNTED, game=row["variant_id"] or ""))
    return fragment(game, " ", tag("span", behind, class_="quiet"))


def _tinted(person: NamedPlayer, largest: float, worth: Worth | None) -> Column:
    net, hands = player_key(person, "net"), player_key(person, "hands")
    who = person._asdict()

    def cell(row: Row) -> Child:
        if not row[hands]:
            return ""
        amount = DIFFERENT_CHIPS if row[net] is None else without_unit(row[net], worth)
        figures = fragment(amount, tag("small", number(row[hands])))
        return hands_link(figures, row[hands], game_query({**who, "variant_id": row["variant_id"]}))

    def style(row: Row) -> str:
        return "few" if (row[hands] or 0) < MIN_HANDS else tint_class(row[net], largest)

    return Column(label=person.name, sort=net, cell=cell, style=style)


def favourites_blocks(favourites: pl.DataFrame) -> list[Block]:
    """The games that each dealer calls the most, and their results (`data.favourites`).

    >>> len(favourites_blocks(data.favourites(con, "2026")))
    1
    """
    if favourites.is_empty():
        return [Paragraph(tr("No hand has its dealer logged."))]
    return [
        Table(
            frame=per_100(favourites),
            caption=tr(
                "Each player's favourite game, the most calls first; grey: could be luck, or fewer than {few} hands",
                few=MIN_HANDS,
            ),
            columns=[
                player_column(),
                hands_column(
                    tr("Calls"),
                    "all_calls",
                    lambda row: hand_query("called=yes", dealer=player_term(row)),
                    minor=True,
                ),
                count_column(tr("Games"), "games", minor=True),
                game_column(tr("Favourite")),
                hands_column(tr("Called"), "calls", lambda row: call_query(row, player_term(row))),
                share_column(tr("Share"), "share"),
                share_column(tr("The others"), "others_share"),
                count_column(tr("Hands"), "hands", minor=True),
                per_100_column(),
                others_column(),
            ],
            sortable=True,
            dense=True,
        )
    ]


def versus_blocks(pairs: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    """Head to head (`data.pairs`) of the players with the best attendance.

    >>> pairs = data.pairs(con, "2026")
    >>> group = data.people(data.player_games(con, "2026"))
    >>> len(versus_blocks(pairs, group))
    1
    """
    some = group[:SIDE_BY_SIDE]
    if len(some) < 2 or pairs.is_empty():
        return [Paragraph(tr("Nobody else has played."))]
    rows = pl.DataFrame([person._asdict() for person in some]).with_columns(other_id="player_id")
    flows = pairs.with_columns(value=-pl.col("net_units"))
    wide = pivot_players(rows, flows, "other_id", some, "value", "hands")
    large = pairs["net_units"].abs().quantile(0.95) or 0.0
    blocks: list[Block] = [
        Table(
            frame=wide,
            caption=tr("Read across: antes won from each player"),
            columns=[player_column(), *(_against(person, large) for person in some)],
            sortable=True,
            matrix=True,
        )
    ]
    if len(group) > len(some):
        note = tr("The players who came most; all pairs are on the players' pages.")
        blocks.append(Paragraph(note, quiet=True))
    return blocks


def _against(person: NamedPlayer, largest: float) -> Column:
    name, hands = player_key(person), player_key(person, "hands")

    def cell(row: Row) -> Child:
        if row[name] is None:
            return ""
        return hands_link(signed(row[name]), row[hands], pair_query(player_term(row), person._asdict()))

    return Column(label=person.name, sort=name, cell=cell, style=lambda row: tint_class(row[name], largest))
