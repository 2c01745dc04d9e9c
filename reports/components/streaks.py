"""Stretches of a player's nights, rows of `data.luck` in time order: form, falls, nights in a row."""

from __future__ import annotations

import polars as pl


def last_nights(nights: pl.DataFrame) -> pl.DataFrame:
    """Of a player's nights (`data.luck`) those that the form goes by."""
    return nights.tail(nights["form_nights"][-1])


def deepest_drawdown(nights: pl.DataFrame) -> pl.DataFrame:
    """Of a player's nights those from the best of the season to the deepest fall below it."""
    falls = nights["drawdown_units"]
    last = falls.arg_max() or 0
    first = max((place + 1 for place in range(last + 1) if falls[place] == 0), default=0)
    return nights[first : last + 1]


def longest_streak(nights: pl.DataFrame, *, ahead: bool) -> pl.DataFrame:
    """Of a player's nights the longest row of them that ended ahead, or behind."""
    streaks = nights["streak"] if ahead else -nights["streak"]
    last = streaks.arg_max() or 0
    return streak_at(nights, last) if streaks[last] > 0 else nights.clear()


def streak_at(nights: pl.DataFrame, last: int) -> pl.DataFrame:
    """A player's consecutive nights with the same outcome, up to one of them, by its place."""
    length = abs(nights["streak"][last])
    return nights.slice(last % len(nights) - length + 1, length)
