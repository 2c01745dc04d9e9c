"""The names of the sites whose players are imported."""

from __future__ import annotations

_SITES = {"pokernow": "PokerNow", "phh": "PHH", "ohh": "OHH"}


def site_of(player_id: str) -> str | None:
    """The site that begins the id of an imported player; None for a player who was logged.

    >>> site_of("pokernow:dM1oXf6GqV"), site_of("ohh-any-site:bo"), site_of("bo")
    ('PokerNow', 'OHH', None)
    """
    prefix, colon, _ = player_id.partition(":")
    return _SITES.get(prefix.partition("-")[0], prefix) if colon else None
