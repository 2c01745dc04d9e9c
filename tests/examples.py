"""How many examples of a property are tried."""

from __future__ import annotations

from hypothesis import settings

NIGHT = "night"
"""The profile that `.ci/nightly` chooses."""
MORE_AT_NIGHT = 20


def examples(by_day: int) -> int:
    """The number of examples of a property that wants another one than most: `MORE_AT_NIGHT` times as many at night.

    >>> examples(60)
    60
    """
    return by_day * (MORE_AT_NIGHT if settings.get_current_profile_name() == NIGHT else 1)
