"""Queries for the hands behind a figure, in the words of `reports.search.fields`."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl

from reports.components.blocks import Column, Row
from reports.components.columns import count_shown
from reports.components.html import Child
from reports.components.links import hands_link, is_namesake
from reports.components.numbers import number
from reports.search.fields import quoted

COUNTED = "draft=no"
"""The default condition: the hands that a figure counts."""

WITH_ANTE = "ante>0"
"""The condition on the hands of a figure in antes."""

RowQuery = Callable[[Row], str]
"""A function that returns the query for the hands behind a row's figure."""


def hand_query(*words: str, **values: str | None) -> str:
    """Conditions: `hand_query(COUNTED, player="Bo")`. Conditions that are None are omitted."""
    terms = (quoted(f"{name}={value}") for name, value in values.items() if value is not None)
    return " ".join([*terms, *filter(None, words)])


def player_term(row: Row) -> str:
    """The player of a row as a condition's value: `name`, or `player_id` if the name can't be a value or is
    ambiguous.
    """
    name: str | None = row["name"]
    person: str = row["player_id"]
    return person if name is None or re.search("[,'\"]", name) or is_namesake(person) else name


def hands_column(
    label: str, name: str, ask: RowQuery, night: str | None = None, *, minor: bool = False
) -> Column:
    """A number of hands of the page's season or of a night, linked to the list of them."""
    return Column(
        label=label,
        sort=name,
        cell=lambda row: hands_link(number(row[name]), row[name], ask(row), night),
        value=count_shown,
        minor=minor,
    )


def night_hands_link(row: Row, text: Child = None) -> Child:
    """The number of `hands` of a night (`session_id`) that count, linked to the list of them."""
    asks = hand_query(COUNTED, night=row["session_id"])
    return hands_link(text or number(row["hands"]), row["hands"], asks, row["session_id"])


def game_query(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a game."""
    return hand_query(so, player=player_term(row), game=row["variant_id"] or "")


def night_query(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a night."""
    return hand_query(so, player=player_term(row), night=row["session_id"])


def call_query(row: Row, dealer: str) -> str:
    """The hands at which a dealer called a game."""
    return hand_query("called=yes", dealer=dealer, game=row["variant_id"])


def pair_query(player: str, other: Row) -> str:
    """The hands of a player with another player in which the ante is known."""
    return hand_query(COUNTED, WITH_ANTE, player=player, vs=player_term(other))


def night_range(first: int, last: int) -> str:
    """The nights of a season from one to another, by their numbers."""
    if first == last:
        return f"nightno={first}"
    return f"nightno>={first} nightno<={last}"


def nights_query(nights: pl.DataFrame) -> tuple[str, int]:
    """The query for the hands of a player's consecutive nights (`data.luck`), and the number of these hands."""
    row = nights.row(0, named=True)
    asks = hand_query(
        night_range(row["night_no"], nights["night_no"][-1]), COUNTED, WITH_ANTE, player=player_term(row)
    )
    return asks, int(nights["hands"].sum())


def nights_link(text: Child, nights: pl.DataFrame) -> Child:
    """A figure of a player's consecutive nights, linked to their hands."""
    if nights.is_empty():
        return text
    asks, count = nights_query(nights)
    return hands_link(text, count, asks)
