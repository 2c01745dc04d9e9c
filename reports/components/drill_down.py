"""Queries for the hands behind a figure, in the words of `reports.search.fields`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

import polars as pl

from language import tr
from reports.components import numbers
from reports.components.blocks import Column, Row
from reports.components.columns import count_shown
from reports.components.html import Child, Html, filled
from reports.components.links import hands_link, is_namesake
from reports.components.numbers import number
from reports.search.fields import quoted

COUNTED = "draft=no"
"""The default condition: the hands that a figure counts."""

WITH_ANTE = "ante>0"
"""The condition on the hands of a figure in antes."""

RowQuery = Callable[[Row], str]
"""A function that returns the query for the hands behind a row's figure."""


def played_shown(nights: Sequence[datetime | None], hands: int, games: int, query: str) -> Html:
    """The number of nights (by their times) and of hands, linked to the list of them, of games, and the days; without hands
    and games where only results are known.

    >>> from reports.components.html import text_of
    >>> text_of(played_shown([datetime(2026, 1, 9, 12)], 0, 0, COUNTED))
    '1 night, Fri, 9 Jan 2026.'
    """
    return filled(
        tr("{nights}, {hands} of {games}, {span}.") if hands else tr("{nights}, {span}."),
        nights=numbers.nights(len(nights)),
        hands=hands_link(numbers.hands(hands), hands, query),
        games=numbers.games(games),
        span=numbers.span(nights),
    )


def hand_query(*words: str, **values: str | None) -> str:
    """Conditions: `hand_query(COUNTED, player="Bo")`. Conditions that are None are omitted.

    >>> hand_query("draft=no", player="Bo", game=None)
    'player=Bo draft=no'
    """
    terms = (quoted(f"{name}={value}") for name, value in values.items() if value is not None)
    return " ".join([*terms, *filter(None, words)])


def player_term(row: Row) -> str:
    """The player of a row as a condition's value: `name`, or `player_id` if the name can't be a value or is
    ambiguous.

    >>> player_term({"player_id": "p1", "name": "Anna"})
    'Anna'
    """
    name: str | None = row["name"]
    person: str = row["player_id"]
    return person if name is None or re.search("[,'\"]", name) or is_namesake(person) else name


def hands_column(
    label: str, name: str, ask: RowQuery, night: str | None = None, *, minor: bool = False
) -> Column:
    """A number of hands of the page's season or of a night, linked to the list of them.

    >>> hands_column("Hands", "hands", lambda row: "draft=no").label
    'Hands'
    """
    return Column(
        label=label,
        sort=name,
        cell=lambda row: hands_link(number(row[name]), row[name], ask(row), night),
        value=count_shown,
        minor=minor,
    )


def night_hands_link(row: Row, text: Child = None) -> Child:
    """The number of `hands` of a night (`session_id`) that count, linked to the list of them.

    >>> str(night_hands_link({"session_id": "2026-03", "hands": 24}))
    '24'
    """
    asks = hand_query(COUNTED, night=row["session_id"])
    return hands_link(text or number(row["hands"]), row["hands"], asks, row["session_id"])


def game_query(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a game.

    >>> anna = {"player_id": "p1", "name": "Anna", "variant_id": "guts", "session_id": "2026-03"}
    >>> game_query(anna)
    'player=Anna game=guts draft=no'
    """
    return hand_query(so, player=player_term(row), game=row["variant_id"] or "")


def night_query(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a night.

    >>> anna = {"player_id": "p1", "name": "Anna", "variant_id": "guts", "session_id": "2026-03"}
    >>> night_query(anna)
    'player=Anna night=2026-03 draft=no'
    """
    return hand_query(so, player=player_term(row), night=row["session_id"])


def call_query(row: Row, dealer: str) -> str:
    """The hands at which a dealer called a game.

    >>> anna = {"player_id": "p1", "name": "Anna", "variant_id": "guts", "session_id": "2026-03"}
    >>> call_query(anna, "Bo")
    'dealer=Bo game=guts called=yes'
    """
    return hand_query("called=yes", dealer=dealer, game=row["variant_id"])


def pair_query(player: str, other: Row) -> str:
    """The hands of a player with another player in which the ante is known.

    >>> anna = {"player_id": "p1", "name": "Anna", "variant_id": "guts", "session_id": "2026-03"}
    >>> pair_query("Bo", anna)
    'player=Bo vs=Anna draft=no ante>0'
    """
    return hand_query(COUNTED, WITH_ANTE, player=player, vs=player_term(other))


def night_range(first: int, last: int) -> str:
    """The nights of a season from one to another, by their numbers.

    >>> night_range(3, 5)
    'nightno>=3 nightno<=5'
    """
    if first == last:
        return f"nightno={first}"
    return f"nightno>={first} nightno<={last}"


def nights_query(nights: pl.DataFrame) -> tuple[str, int]:
    """The query for the hands of a player's consecutive nights (`data.luck`), and the number of these hands.

    >>> from reports import data
    >>> nights_query(data.luck(con, "2026").filter(name="Anna").head(2))
    ('player=Anna nightno>=1 nightno<=2 draft=no ante>0', 48)
    """
    row = nights.row(0, named=True)
    asks = hand_query(
        night_range(row["night_no"], nights["night_no"][-1]), COUNTED, WITH_ANTE, player=player_term(row)
    )
    return asks, int(nights["hands"].sum())


def nights_link(text: Child, nights: pl.DataFrame) -> Child:
    """A figure of a player's consecutive nights, linked to their hands.

    >>> from reports import data
    >>> str(nights_link("+12", data.luck(con, "2026").filter(name="Anna").head(2)))
    '+12'
    """
    if nights.is_empty():
        return text
    asks, count = nights_query(nights)
    return hands_link(text, count, asks)
