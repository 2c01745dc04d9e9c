"""What to ask for the hands behind a figure, in the words of `reports.hand_fields`."""

from __future__ import annotations

import re
from collections.abc import Callable

import polars as pl

from reports.blocks import Column, Row
from reports.hand_fields import quoted
from reports.html import Child
from reports.links import hands_link
from reports.numbers import number

COUNTED = "draft=no"
"""What holds of every hand that a figure counts, where nothing else says so."""

WITH_ANTE = "ante>0"
"""What holds of every hand in a figure of antes."""

Ask = Callable[[Row], str]
"""What to ask for the hands behind a row's figure."""


def asked(*words: str, **values: str | None) -> str:
    """Conditions: `asked(COUNTED, player="Bo")`. What is None is left out."""
    named = (quoted(f"{name}={value}") for name, value in values.items() if value is not None)
    return " ".join([*named, *filter(None, words)])


def named(row: Row) -> str:
    """The player of a row, as a condition's value: `name`, or `player_id` where a name can't be one."""
    name: str | None = row["name"]
    person: str = row["player_id"]
    return person if name is None or re.search("[,'\"]", name) else name


def behind_column(label: str, name: str, ask: Ask, night: str | None = None) -> Column:
    """A number of hands, of the page's season or of a night, leading to them."""
    return Column(
        label=label, sort=name, cell=lambda row: hands_link(number(row[name]), row[name], ask(row), night)
    )


def night_hands(row: Row, text: Child = None) -> Child:
    """How many `hands` of a night (`session_id`) count, leading to them."""
    asks = asked(COUNTED, night=row["session_id"])
    return hands_link(text or number(row["hands"]), row["hands"], asks, row["session_id"])


def at_game(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a game."""
    return asked(so, player=named(row), game=row["variant_id"] or "")


def on_night(row: Row, so: str = COUNTED) -> str:
    """A player's hands of a night."""
    return asked(so, player=named(row), night=row["session_id"])


def called(row: Row, dealer: str) -> str:
    """The hands at which a dealer called a game."""
    return asked("called=yes", dealer=dealer, game=row["variant_id"])


def against(player: str, other: Row) -> str:
    """A player's hands with another of which antes are known."""
    return asked(COUNTED, WITH_ANTE, player=player, vs=named(other))


def night_scope(season: str | None) -> str:
    """What holds of the hands of a season's nights."""
    return asked(kind="night", season=season or "")


def ranged(first: int, last: int) -> str:
    """The nights of a season from one to another, by their numbers."""
    if first == last:
        return f"nightno={first}"
    return f"nightno>={first} nightno<={last}"


def in_antes(nights: pl.DataFrame) -> tuple[str, int]:
    """What to ask for the hands of a player's nights in a row (`player_data.luck`), and how many they are."""
    row = nights.row(0, named=True)
    asks = asked(ranged(row["night_no"], nights["night_no"][-1]), COUNTED, WITH_ANTE, player=named(row))
    return asks, int(nights["hands"].sum())


def in_antes_link(text: Child, nights: pl.DataFrame) -> Child:
    """A figure over a player's consecutive nights, leading to their hands."""
    if nights.is_empty():
        return text
    asks, count = in_antes(nights)
    return hands_link(text, count, asks)


__all__ = [
    "COUNTED",
    "WITH_ANTE",
    "Ask",
    "against",
    "asked",
    "at_game",
    "behind_column",
    "called",
    "in_antes",
    "in_antes_link",
    "named",
    "night_hands",
    "night_scope",
    "on_night",
    "ranged",
]
