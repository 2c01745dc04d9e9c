"""Links between the pages of a site; plain text on a page by itself.

A site is written within `linking`; the builders of pages know nothing of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote

from language import tr
from reports.components.html import Child, tag
from reports.components.numbers import date


@dataclass(frozen=True, kw_only=True)
class Links:
    """Files by what they are about: nights by id, players by their `join_order` on the page; `hands` are
    lists of hands, of a season by its nights' ids and, under None, of the season that a page is about. `namesakes` are the
    ids of players whose name doesn't say who is meant.
    """

    nights: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    seasons: Mapping[str | None, str] = field(default_factory=dict)
    games: str | None = None
    hands: Mapping[str | None, str] = field(default_factory=dict)
    namesakes: tuple[str, ...] = ()


_links: ContextVar[Links] = ContextVar("_links", default=Links())  # noqa: B039 (it is frozen)


@contextmanager
def linking(links: Links) -> Iterator[None]:
    """Link to these files within the block."""
    before = _links.set(links)
    try:
        yield
    finally:
        _links.reset(before)


def night_link(text: Child, session_id: str, hand_no: int | None = None) -> Child:
    """A night, or a hand of it."""
    place = _links.get().nights.get(session_id)
    return _link(text, place and (f"{place}#hand-{hand_no}" if hand_no else place))


def night_place(session_id: str) -> str | None:
    """The file of a night, where there is one."""
    return _links.get().nights.get(session_id)


def player_link(text: Child, join_order: int) -> Child:
    """A player's season."""
    return _link(text, player_place(join_order))


def player_place(join_order: int) -> str | None:
    """Where a player's season is; None without a page."""
    return _links.get().players.get(join_order)


def is_namesake(player_id: str) -> bool:
    """Whether another player of the page has the same name."""
    return player_id in _links.get().namesakes


def game_link(text: Child, variant_id: str) -> Child:
    """The card of a game without additions, on the page that compares them."""
    place = _links.get().games
    return _link(text, place and f"{place}#game-{variant_id}+")


def games_link(text: Child) -> Child:
    """The page that compares the games."""
    return _link(text, _links.get().games)


def season_link(text: Child, season: str | None) -> Child:
    """The page of a season; nothing where there is none."""
    place = _links.get().seasons.get(season)
    return _link(text, place) if place else None


def hands_link(text: Child, count: float | None, asked: str, night: str | None = None) -> Child:
    """A figure, leading to the list of the hands behind it: `count` hands of which `asked` holds
    (`reports.search.fields`), in the season of the page or of a night. The text alone where there is no such hand,
    and on a page without a list.
    """
    place = _links.get().hands.get(night)
    if not count or place is None:
        return text
    return tag("a", text, href=f"{place}#{quote(asked, safe='=,~!')}", data_hands=f"{count:.0f}")


def hand_of(game: str | None, at: datetime | None, session_id: str, hand_no: int) -> Child:
    """Which hand it was, leading to it: `Harakiri, Fri 9 Jan 2026, hand 12`."""
    text = ", ".join(filter(None, [game, date(at), tr("hand {no}", no=hand_no)]))
    return night_link(text, session_id, hand_no)


def _link(text: Child, href: str | None) -> Child:
    return tag("a", text, href=href) if href else text
