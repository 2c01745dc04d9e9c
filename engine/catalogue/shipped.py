"""The games that ship with Peder: the values of their files, one a game, in `games/`, before their rules are read."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from language import mark

GAMES = Path(__file__).with_name("games")

FAMILIES = {
    "simple": mark("simple"),
    "draw": mark("draw"),
    "stud": mark("stud"),
    "common": mark("common"),
    "dice": mark("dice"),
    "short": mark("short"),
    "holdem": mark("holdem"),
    "omaha": mark("omaha"),
    "club": mark("club"),
    "guest": mark("guest"),
    "home": mark("home game"),
    "own": mark("own"),
}
"""The names of the families, in the catalogue's order."""


@cache
def shipped_files() -> dict[str, dict[str, Any]]:
    """The values of every file of the catalogue by the id of its game, in the catalogue's order: by family, then by `place`."""
    files = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in GAMES.glob("*.toml")}
    families = list(FAMILIES)
    return dict(
        sorted(
            files.items(),
            key=lambda item: (families.index(item[1]["family"]), item[1].get("place", 0), item[0]),
        )
    )


def shipped_names(game_id: str) -> Iterator[str]:
    """Yield the names of a game that ships, without reading its rules: id, names, aliases.

    >>> list(shipped_names("omaha"))[:2]
    ['omaha', "Omaha Hold 'Em"]
    """
    values = shipped_files()[game_id]
    yield from (game_id, values["name"], *filter(None, [values.get("name_da")]), *values.get("aliases", ()))
