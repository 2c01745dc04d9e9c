"""A player of the night, as hands seat him."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player of the night; `status` is playing, pausing or gone."""

    player_id: str
    name: str
    handle: str
    status: str = "playing"
