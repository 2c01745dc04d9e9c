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
    """Files of a site by subject: nights by id, players by their `join_order` on the page, and `hands`: lists
    of hands by the ids of their nights; None stands for the season of the page. `namesakes` are ids of
    players whose names are ambiguous.
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
    """Link to these files within the block.

    >>> with linking(Links(nights={"2026-03": "night.html"})):
    ...     print(night_place("2026-03"))
    night.html
    """
    before = _links.set(links)
    try:
        yield
    finally:
        _links.reset(before)


def night_link(text: Child, session_id: str, hand_no: int | None = None) -> Child:
    """A night, or a hand of it.

    >>> with linking(Links(nights={"2026-03": "night.html"})):
    ...     print(night_link("March", "2026-03", 12))
    <a href="night.html#hand-12">March</a>
    """
    place = _links.get().nights.get(session_id)
    return _link(text, place and (f"{place}#hand-{hand_no}" if hand_no else place))


def night_place(session_id: str) -> str | None:
    """The file of a night, where there is one.

    >>> with linking(Links(nights={"2026-03": "night.html"})):
    ...     print(night_place("2026-03"), night_place("2026-04"))
    night.html None
    """
    return _links.get().nights.get(session_id)


def player_link(text: Child, join_order: int) -> Child:
    """A player's season.

    >>> with linking(Links(players={0: "anna.html"})):
    ...     print(player_link("Anna", 0))
    <a href="anna.html">Anna</a>
    """
    return _link(text, player_place(join_order))


def player_place(join_order: int) -> str | None:
    """Where a player's season is; None without a page.

    >>> with linking(Links(players={0: "anna.html"})):
    ...     print(player_place(0), player_place(1))
    anna.html None
    """
    return _links.get().players.get(join_order)


def is_namesake(player_id: str) -> bool:
    """Whether another player of the page has the same name.

    >>> with linking(Links(namesakes=("p1",))):
    ...     print(is_namesake("p1"), is_namesake("p2"))
    True False
    """
    return player_id in _links.get().namesakes


def game_link(text: Child, variant_id: str) -> Child:
    """The card of a game without additions, on the page that compares games.

    >>> with linking(Links(games="games.html")):
    ...     print(game_link("Guts", "guts"))
    <a href="games.html#game-guts+">Guts</a>
    """
    place = _links.get().games
    return _link(text, place and f"{place}#game-{variant_id}+")


def games_link(text: Child) -> Child:
    """The page that compares the games.

    >>> with linking(Links(games="games.html")):
    ...     print(games_link("All games"))
    <a href="games.html">All games</a>
    """
    return _link(text, _links.get().games)


def season_link(text: Child, season: str | None) -> Child:
    """A link to the page of a season; None if there is none.

    >>> with linking(Links(seasons={"2026": "season.html"})):
    ...     print(season_link("The season", "2026"))
    <a href="season.html">The season</a>
    """
    place = _links.get().seasons.get(season)
    return _link(text, place) if place else None


def hands_link(text: Child, count: float | None, asked: str, night: str | None = None) -> Child:
    """A figure linked to the list of the hands behind it: the `count` hands that match `asked`
    (`reports.search.fields`), in the page's season or on a night. Returns the text alone if there are no such
    hands, or the site has no such list.

    >>> with linking(Links(hands={None: "hands.html"})):
    ...     print(hands_link("12 hands", 12, "draft=no"))
    <a href="hands.html#draft=no" data-hands="12">12 hands</a>
    """
    place = _links.get().hands.get(night)
    if not count or place is None:
        return text
    return tag("a", text, href=f"{place}#{quote(asked, safe='=,~!')}", data_hands=f"{count:.0f}")


def hand_of(game: str | None, at: datetime | None, session_id: str, hand_no: int) -> Child:
    """A hand's game, date and number, linked to it.

    >>> hand_of("Harakiri", datetime(2026, 1, 9, 12), "2026-01", 12)
    'Harakiri, Fri, 9 Jan 2026, hand 12'
    """
    text = ", ".join(filter(None, [game, date(at), tr("hand {no}", no=hand_no)]))
    return night_link(text, session_id, hand_no)


def _link(text: Child, href: str | None) -> Child:
    return tag("a", text, href=href) if href else text
