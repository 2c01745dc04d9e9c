"""Columns that several pages use: a player, a gain, a count, a figure with its interval."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from language import tr, trn
from reports.components.blocks import Block, Column, Folded, Row, Table
from reports.components.html import Child, Html, fragment, tag
from reports.components.links import game_link, player_place
from reports.components.numbers import few_hands, number, percent, signed, unknown
from reports.components.palette import player_spot
from reports.data import NamedPlayer

Shown = Callable[[float | None, int], str]
"""A function that formats a value with a number of decimals: `number`, `signed`, `percent`."""

MIN_HANDS = 10
"""Minimum number of hands for an interval; figures of fewer hands are grey."""

LONG_NAME = 12
"""Names longer than this may be cut off in a narrow table; the full name is the hover text."""

EPSILON = 0.005
"""Half an øre, or the rounding error of a sum of zero: smaller amounts are neither a gain nor a loss."""


def player(name: str | None, join_order: int | None, *, link: bool = True) -> Html:
    """A player's name behind a spot of the player's colour, leading to the player's page.

    >>> str(player("Bo", 1, link=False))
    '<span class="player p1">Bo</span>'
    """
    if name is None or join_order is None:
        return tag("span", tr("a hidden player"), class_="quiet")
    place = player_place(join_order) if link else None
    return tag(
        "a" if place else "span",
        name,
        href=place,
        class_=f"player {player_spot(join_order)}",
        title=name if len(name) > LONG_NAME else None,
    )


def player_column(label: str | None = None) -> Column:
    """The player of a row with `name` and `join_order`.

    >>> str(player_column().cell({"name": None, "join_order": None}))
    '<span class="quiet">a hidden player</span>'
    """
    return Column(
        label=label or tr("Player"),
        kind="text",
        sort="name",
        cell=lambda row: player(row["name"], row["join_order"]),
    )


def placed_column(climbed: Mapping[str, int] | None = None) -> Column:
    """The player of a row with `name`, `join_order` and `rank`, after the place. `climbed` has the number of
    places that a player rose on the last night, by `player_id`.

    >>> placed_column().label
    'Player'
    """

    def cell(row: Row) -> Child:
        place = tag("span", str(row["rank"]), class_="place")
        moved = _moved(climbed.get(row["player_id"], 0)) if climbed else None
        return tag("span", place, " ", player(row["name"], row["join_order"]), moved, class_="placed")

    return Column(label=tr("Player"), kind="text", sort="name", cell=cell)


def _moved(places: int) -> Child:
    """`▲2`, with a sentence for screen readers."""
    if not places:
        return None
    text = (
        trn("{n} place up since the night before", "{n} places up since the night before", places)
        if places > 0
        else trn("{n} place down since the night before", "{n} places down since the night before", -places)
    )
    arrow = tag("span", f" {'▲' if places > 0 else '▼'}{abs(places)}", aria_hidden="true", class_="moved")
    return fragment(arrow, tag("span", f" {text}", class_="unseen"))


def trend_column(label: str, points: Mapping[str, Sequence[float]]) -> Column:
    """A sparkline: a player's total after each night (`points`, by `player_id`), scaled to the row's height,
    with a line at 0.

    >>> column = trend_column("Nights", {"p1": [0.0, 5.0, -2.0]})
    >>> "polyline" in str(column.cell({"player_id": "p1"}))
    True
    """

    def cell(row: Row) -> Child:
        line = points.get(row["player_id"], ())
        if len(line) < 2:
            return ""
        low, high = min(line), max(line)
        scale = (TREND_HEIGHT - 2) / ((high - low) or 1)
        step = TREND_WIDTH / (len(line) - 1)
        chosen = range(0, len(line), -(-len(line) // TREND_WIDTH))
        drawn = " ".join(
            f"{at * step:.0f},{1 + (high - line[at]) * scale:.1f}" for at in [*chosen, len(line) - 1]
        )
        return tag(
            "svg",
            tag("path", d=f"M0 {1 + high * scale:.1f}H{TREND_WIDTH}", class_="zero"),
            tag("polyline", points=drawn),
            viewBox=f"0 0 {TREND_WIDTH} {TREND_HEIGHT}", width=TREND_WIDTH, height=TREND_HEIGHT,
            aria_hidden="true", class_="trend",
        )  # fmt: skip

    return Column(label=label, kind="text", cell=cell, minor=True)


TREND_WIDTH, TREND_HEIGHT = 72, 20
"""The size of a sparkline in pixels."""


def game_column(label: str | None = None) -> Column:
    """The game of a row with `game` and `variant_id`, leading to its card.

    >>> game_column().sort
    'game'
    """
    return Column(
        label=label or tr("Game"),
        kind="text",
        sort="game",
        cell=lambda row: game_link(row["game"], row["variant_id"]),
    )


def text_column(label: str, name: str, show: Callable[..., str] = str) -> Column:
    """A column of the frame as text, or what `show` returns for a value.

    >>> text_column("Meld", "meld", str.capitalize).cell({"meld": "flush"})
    'Flush'
    """
    return Column(label=label, kind="text", sort=name, cell=lambda row: _text_or_unknown(row, name, show))


def count_column(label: str, name: str, decimals: int = 0, *, minor: bool = False) -> Column:
    """A number without a sign.

    >>> count_column("Hands", "hands").cell({"hands": 1200})
    '1,200'
    """
    return Column(
        label=label,
        sort=name,
        cell=lambda row: number(row[name], decimals),
        value=lambda value: count_shown(value, decimals),
        minor=minor,
    )


def count_shown(value: float, decimals: int = 0) -> str:
    """A count, or the middle between two of them.

    >>> count_shown(12.0), count_shown(2.5)
    ('12', '2.5')
    """
    return number(value, decimals or int(value % 1 != 0))


def share_column(label: str, name: str) -> Column:
    """A share as a percentage.

    >>> share_column("Won", "won").cell({"won": 0.25})
    '25\\u202f%'
    """
    return Column(label=label, sort=name, cell=lambda row: percent(row[name]), value=percent)


def gain_column(
    label: str,
    name: str,
    decimals: int = 0,
    *,
    none: str | None = None,
    style: Callable[[Row], str] | None = None,
    of: str | None = None,
) -> Column:
    """A gain or a loss with its sign and colour; `none` is shown for a missing value. `of` names the column
    with the sample size in hands.

    >>> column = gain_column("Net", "net")
    >>> column.cell({"net": -12.0}), column.style({"net": -12.0})
    ('−12', 'loss')
    """

    def cell(row: Row) -> Child:
        if none is not None and row[name] is None:
            return none
        shown = signed(row[name], decimals)
        return with_sample(shown, row[of]) if of and row[name] is not None else shown

    return Column(
        label=label,
        sort=name,
        cell=cell,
        value=lambda value: signed(value, decimals),
        style=style or (lambda row: gain_class(row[name])),
    )


def with_sample(shown: Child, hands: float | None) -> Child:
    """A figure followed by its sample size in hands, in grey.

    >>> str(with_sample("+12", 300))
    '+12 <span class="interval">of 300</span>'
    """
    return (
        fragment(shown, " ", tag("span", tr("of {n}", n=number(hands)), class_="interval"))
        if hands
        else shown
    )


def others_column() -> Column:
    """A player's net at a called game when others deal it, with the number of hands.

    >>> str(others_column().cell({"others_per_100": 8.0, "others_hands": 300}))
    '+8 <span class="interval">of 300</span>'
    """
    return gain_column(
        tr("When others deal it"), "others_per_100", style=lambda row: "few", of="others_hands"
    )


def interval_column(
    label: str, name: str, decimals: int = 2, show: Shown = number, scale: float | None = None
) -> Column:
    """A value with its 95 % interval, from the columns `name`, `name`_low and `name`_high. Without an
    interval, because there are too few hands, the cell says about how many it takes, from `name`_needed.

    In a row of fewer than `MIN_HANDS` `hands` the value has no interval and is grey; a gain or a loss (`show`
    is `signed`) is also grey if its interval covers 0. With a `scale` the interval is a bar.

    >>> column = interval_column("Pot", "pot", 1)
    >>> str(column.cell({"pot": 8.4, "pot_low": 8.1, "pot_high": 8.7}))
    '8.4 <span class="interval">8.1 to 8.7</span>'
    """

    def cell(row: Row) -> Child:
        if row[name] is not None and row.get(f"{name}_needed") is not None:
            few = tag("span", few_hands(row[f"{name}_needed"]), class_="interval")
            return fragment(show(row[name], decimals), " ", few)
        if row[name] is not None and (row.get("hands", MIN_HANDS) or 0) < MIN_HANDS:
            return tag("span", show(row[name], decimals), class_="few")
        low, high = row[f"{name}_low"], row[f"{name}_high"]
        if scale and None not in (row[name], low, high):
            ends = tr("{low} to {high}", low=show(low, decimals), high=show(high, decimals))
            return fragment(show(row[name], decimals), " ", interval_bar(row[name], low, high, scale, ends))
        return with_interval(row[name], low, high, decimals, show)

    def style(row: Row) -> str:
        low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
        is_luck = show is signed and low is not None and high is not None and low <= 0 <= high
        return "few" if is_luck else ""

    return Column(label=label, sort=name, cell=cell, value=lambda value: show(value, decimals), style=style)


def per_100(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame of `net_per_100` with its `low` and `high`, named as `interval_column` has them.

    >>> per_100(pl.DataFrame({"net_per_100": [5.0], "low": [-2.0], "high": [12.0]})).columns
    ['net_per_100', 'net_per_100_low', 'net_per_100_high']
    """
    return frame.rename({"low": "net_per_100_low", "high": "net_per_100_high"})


def per_100_column(frame: pl.DataFrame | None = None) -> Column:
    """The antes per 100 hands of such a frame; with the frame, intervals are bars on one scale.

    >>> row = {"net_per_100": 5.0, "net_per_100_low": -2.0, "net_per_100_high": 12.0, "hands": 900}
    >>> per_100_column().style(row)  # the interval covers 0
    'few'
    """
    label = tr("Antes per 100 hands")
    if frame is None:
        return interval_column(label, "net_per_100", 0, signed)
    return interval_column(label, "net_per_100", 0, signed, _scale_of(frame))


def enough_hands(frame: pl.DataFrame) -> pl.DataFrame:
    """The rows with at least `MIN_HANDS` `hands`; fewer say nothing.

    >>> enough_hands(pl.DataFrame({"hands": [1, 5000]})).height
    1
    """
    return frame.filter(pl.col("hands") >= MIN_HANDS)


def _scale_of(frame: pl.DataFrame) -> float:
    """Half-width of the scale for bars of `per_100` intervals: wide enough for most of them."""
    ends = pl.max_horizontal(pl.col("net_per_100_low", "net_per_100_high").abs())
    reach = frame.select(ends.quantile(0.9)).item() if len(frame) else None
    return float(reach or 1.0)


def interval_bar(value: float, low: float, high: float, scale: float, text: str) -> Html:
    """An interval from `low` to `high` as a bar on a scale from -`scale` to `scale`, with a stroke at the
    value; `text` is its text alternative.

    >>> "--low:45%;--high:80%;--at:62%" in str(interval_bar(5.0, -2.0, 12.0, 20.0, "-2 to 12"))
    True
    """

    def place(at: float) -> str:
        return f"{50 + 50 * max(-1.0, min(1.0, at / scale)):.0f}%"

    style = f"--low:{place(low)};--high:{place(high)};--at:{place(value)}"
    return tag("span", tag("span", text, class_="unseen"), class_="span", style=style, title=text)


def with_interval(
    value: float | None,
    low: float | None,
    high: float | None,
    decimals: int,
    show: Shown = number,
) -> Child:
    """`8.41 8.39 to 8.43`: a value and, in grey, the ends of its interval if they are known.

    >>> str(with_interval(8.41, 8.39, 8.43, 2))
    '8.41 <span class="interval">8.39 to 8.43</span>'
    """
    if value is None:
        return unknown()
    if low is None or high is None or show(low, decimals) == show(high, decimals):
        return show(value, decimals)  # an interval of no width would claim certainty
    ends = tr("{low} to {high}", low=show(low, decimals), high=show(high, decimals))
    return fragment(show(value, decimals), " ", tag("span", ends, class_="interval"))


def gain_class(value: float | None) -> str:
    """The class that colours a gain or a loss.

    >>> gain_class(3.0), gain_class(-3.0), gain_class(0.0)
    ('gain', 'loss', '')
    """
    if value is None or abs(value) < EPSILON:
        return ""
    return "gain" if value > 0 else "loss"


def tint_class(value: float | None, largest: float) -> str:
    """The class that tints a cell in three steps up to the largest absolute value.

    >>> tint_class(9.0, 10.0), tint_class(-1.0, 10.0)
    ('tint-gain3', 'tint-loss1')
    """
    if value is None or abs(value) < EPSILON:
        return ""
    step = 1 + sum(abs(value) > largest * limit for limit in (0.2, 0.55))
    return f"tint-{'gain' if value > 0 else 'loss'}{step}"


def _text_or_unknown(row: Row, name: str, show: Callable[..., str]) -> str:
    return unknown() if row[name] is None else show(row[name])


SIDE_BY_SIDE = 12


def player_key(person: NamedPlayer, name: str = "value") -> str:
    """The column of one player in a frame that `pivot_players` made.

    >>> anna = NamedPlayer("p1", "Anna", 0)
    >>> player_key(anna)
    'value of p1'
    """
    return f"{name} of {person.player_id}"


def pivot_players(
    rows: pl.DataFrame, cells: pl.DataFrame, key: str, group: Sequence[NamedPlayer], *names: str
) -> pl.DataFrame:
    """Return `rows`, one per `key`, with one column per player for each of the figures `names` in `cells`.

    >>> anna = NamedPlayer("p1", "Anna", 0)
    >>> nights = pl.DataFrame({"night": [1]})
    >>> nets = pl.DataFrame({"night": [1], "player_id": ["p1"], "value": [5.0]})
    >>> pivot_players(nights, nets, "night", [anna], "value").rows()
    [(1, 5.0)]
    """
    there = cells.filter(pl.col("player_id").is_in([person.player_id for person in group]))
    for name in names:
        figures = there.select(key, "player_id", name).pivot("player_id", index=key, values=name)
        columns = {person.player_id: player_key(person, name) for person in group}
        figures = figures.rename(columns, strict=False).with_columns(
            pl.lit(None, cells.schema[name]).alias(column)
            for player_id, column in columns.items()
            if player_id not in figures.columns
        )
        figures = figures.select(key, *columns.values())
        rows = rows.join(figures, on=key, how="left", maintain_order="left")
    return rows


def split_table(group: Sequence[NamedPlayer], table: Callable[[Sequence[NamedPlayer]], Table]) -> list[Block]:
    """A table of the first rows of the group; the others are folded.

    >>> anna = NamedPlayer("p1", "Anna", 0)
    >>> len(split_table([anna] * 20, lambda some: Table(caption="Pairs", frame=pl.DataFrame(), columns=[])))
    2
    """
    batches = [group[first : first + SIDE_BY_SIDE] for first in range(0, len(group), SIDE_BY_SIDE)]
    tables = [table(batch) for batch in batches or [[]]]
    if len(tables) == 1:
        return [tables[0]]
    more = trn("{n} more player", "{n} more players", len(group) - SIDE_BY_SIDE)
    return [tables[0], Folded(summary=more, blocks=tables[1:])]


def most_frequent(group: Sequence[NamedPlayer], evenings: pl.DataFrame) -> list[NamedPlayer]:
    """The group unchanged, or, if it is too large for the width of a table, sorted by attendance.

    >>> anna = NamedPlayer("p1", "Anna", 0)
    >>> most_frequent([anna], pl.DataFrame({"player_id": ["p1"]})) == [anna]
    True
    """
    if len(group) <= SIDE_BY_SIDE:
        return list(group)
    came = dict(evenings.group_by("player_id").len().iter_rows())
    return sorted(group, key=lambda person: -came.get(person.player_id, 0))
