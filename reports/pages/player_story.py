"""A player's season in three sentences: where the winnings come from, by game and by opponent, and what
changed over ten nights.
"""

from __future__ import annotations

import polars as pl

from language import tr, trn
from reports.components.amounts import Worth, chips_shown, gain_shown, is_money
from reports.components.blocks import Row
from reports.components.columns import MIN_HANDS
from reports.components.html import Child, Html, filled, fragment
from reports.components.links import game_link, player_link
from reports.components.numbers import number

LATEST = 10
"""Number of latest nights that are compared with the earlier ones."""
SMALL = 0.1
"""An amount lost to one opponent is named if it is at least this share of the amount won from another."""
EARLIER = 3
"""Minimum number of earlier nights."""


def player_story(
    name: str, games: pl.DataFrame, versus: pl.DataFrame, evenings: pl.DataFrame, worth: Worth | None
) -> list[Html]:
    """The sentences that apply, from a player's games (`data.player_games`), opponents (`data.versus`) and
    nights (`data.player_nights`).

    >>> from reports import data
    >>> games = data.player_games(con, "2026").filter(name="Anna")
    >>> evenings = data.player_nights(con, "2026").filter(name="Anna")
    >>> len(player_story("Anna", games, data.versus(con, "2026", "p1"), evenings, None))
    2
    """
    sentences = [_games(name, games, worth), _opponents(name, versus), _change(name, evenings)]
    return [fragment(sentence) for sentence in sentences if sentence]


def _games(name: str, games: pl.DataFrame, worth: Worth | None) -> Child:
    """The games that the player won the most at and lost the most at, if there were several."""
    played = games.drop_nulls("net").filter(pl.col("hands") >= MIN_HANDS).sort("net", "game")
    if played.is_empty() or len(games) < 2:
        return None
    best, worst = played.row(-1, named=True), played.row(0, named=True)
    values: dict[str, Child] = {
        "player": name,
        "best": game_link(best["game"], best["variant_id"]),
        "gain": fragment(chips_shown(best["net"], worth), _hedge(best)),
        "worst": game_link(worst["game"], worst["variant_id"]),
        "loss": fragment(chips_shown(worst["net"], worth), _hedge(worst)),
    }
    if best["net"] > 0 > worst["net"]:
        return filled(
            tr("{player} wins the most at {best}, {gain}, and loses the most at {worst}, {loss}."), **values
        )
    if best["net"] > 0:
        return filled(tr("{player} wins the most at {best}, {gain}."), **values)
    return filled(tr("{player} loses the most at {worst}, {loss}."), **values) if worst["net"] < 0 else None


def _hedge(game: Row) -> str | None:
    low, high = game["low"], game["high"]
    is_luck = low is None or high is None or low <= 0 <= high
    return f" ({tr('could be luck')})" if is_luck else None


def _opponents(name: str, versus: pl.DataFrame) -> Child:
    """The opponents whom the player won the most from and lost the most to."""
    met = versus.drop_nulls("net_units").sort("net_units", "join_order")
    if met.is_empty():
        return None
    best, worst = met.row(-1, named=True), met.row(0, named=True)

    def antes(row: Row) -> str:
        return trn("{n} ante", "{n} antes", round(abs(row["net_units"])))

    values: dict[str, Child] = {
        "player": name,
        "best": player_link(best["name"], best["join_order"]),
        "gain": antes(best),
        "worst": player_link(worst["name"], worst["join_order"]),
        "loss": antes(worst),
    }
    won, lost = round(best["net_units"]) > 0, round(worst["net_units"]) < 0
    if won and lost and -worst["net_units"] < best["net_units"] * SMALL:
        return filled(tr("Most comes from {best}, {gain}; nobody has much from {player}."), **values)
    if won and lost:
        return filled(tr("Most comes from {best}, {gain}; most goes to {worst}, {loss}."), **values)
    if won:
        return filled(tr("Most comes from {best}, {gain}; nobody is ahead of {player}."), **values)
    return (
        filled(tr("Most goes to {worst}, {loss}; {player} is ahead of nobody."), **values) if lost else None
    )


def _change(name: str, evenings: pl.DataFrame) -> Child:
    """The latest nights compared with the earlier ones, in money or chips per night."""
    if len(evenings) < LATEST + EARLIER or evenings["measure"].n_unique() > 1:
        return None
    measure, nights = evenings["measure"][0], evenings["value"].to_list()
    places = 2 if is_money(measure) else 0
    now, then = (
        gain_shown(sum(some) / len(some), measure, places) for some in (nights[-LATEST:], nights[:-LATEST])
    )
    return filled(
        tr("The last {n} nights brought {player} {now} on average, the {earlier} before that {then}."),
        n=number(LATEST),
        player=name,
        now=now,
        earlier=number(len(nights) - LATEST),
        then=then,
    )
