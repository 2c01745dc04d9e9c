"""Keeps another group's players apart: their ids are those of the file after the name of their group."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pipeline.formats.json.lines import BankJson, HandJson, JournalJson, PlayerJson, SessionJson
from pipeline.store.player_names import slug

_SPEC = re.compile(r"(?<==)([^\s,;=/]+)/([^\s,;]+)")
"""The handle and the id of a player in a journal's line: ``Anna=a/anna``."""


def keep_apart(line: Any, group: str) -> Any:
    """Return a line of the format with the ids that the players of a group have here. Ids of other sites stay.

    >>> keep_apart(PlayerJson(player_id="anna", name="Anna", handle="a"), "Bo's club")
    PlayerJson(player_id='bo-s-club:anna', name='Anna', aliases=[], handle=None, hidden=False, merged_into=None, pay_to=None, pay_public=False)
    """

    def id_of(player_id: str | None) -> str | None:
        return player_id if player_id is None or ":" in player_id else f"{slug(group)}:{player_id}"

    def seated(text: str) -> str:
        said, semicolon, note = text.partition(";")
        return _SPEC.sub(lambda spec: f"{spec[1]}/{id_of(spec[2])}", said) + semicolon + note

    match line:
        case PlayerJson():
            return _with_ids(replace(line, handle=None), id_of, "player_id", "merged_into")
        case SessionJson():
            return _with_ids(line, id_of, "banker_id")
        case HandJson():
            seats = [_with_ids(seat, id_of, "player_id") for seat in line.seats]
            return _with_ids(replace(line, seats=seats), id_of, "dealer_id")
        case BankJson():
            return _with_ids(line, id_of, "player_id", "counterparty_id")
        case JournalJson():
            return replace(line, entries=[replace(one, line=seated(one.line)) for one in line.entries])
    return line


def _with_ids(line: Any, id_of: Callable[[str | None], str | None], *names: str) -> Any:
    return replace(line, **{name: id_of(getattr(line, name)) for name in names})
