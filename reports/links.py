"""Where the pages of a site lie: what stands there as a link, and as plain text on a page that is alone.

A site is written within `linking`; the builders of pages know nothing of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from reports.html import Child, tag


@dataclass(frozen=True, kw_only=True)
class Links:
    """Files by what they are about: nights by id, players by their place among all who joined."""

    nights: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    games: str | None = None


_links: ContextVar[Links] = ContextVar("_links", default=Links())  # noqa: B039 (it is frozen)


@contextmanager
def linking(links: Links) -> Iterator[None]:
    """Let what is built within lead to these files."""
    before = _links.set(links)
    try:
        yield
    finally:
        _links.reset(before)


def night_link(text: Child, session_id: str, hand_no: int | None = None) -> Child:
    """A night, or a hand of it."""
    place = _links.get().nights.get(session_id)
    return _link(text, place and (f"{place}#hand-{hand_no}" if hand_no else place))


def player_link(text: Child, join_order: int) -> Child:
    """A player's season."""
    return _link(text, _links.get().players.get(join_order))


def game_link(text: Child, variant_id: str) -> Child:
    """A game as it is, without additions, in the table of the page that compares them."""
    place = _links.get().games
    return _link(text, place and f"{place}#game-{variant_id}+")


def _link(text: Child, href: str | None) -> Child:
    return tag("a", text, href=href) if href else text


__all__ = ["Links", "game_link", "linking", "night_link", "player_link"]
