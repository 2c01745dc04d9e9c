"""Whom a word of a line means: a player's handle, full name, or the beginning of a name that only one has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from engine.api import fold_name
from language import join_words, tr
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.words import is_reserved

NAME = r"[^\W\d_]+"
"""A name in a regular expression: letters alone."""


class Named(Protocol):
    """A player as the parser knows one: `pipeline.night.hand.deal.Player`."""

    @property
    def name(self) -> str:
        """The full name."""
        ...

    @property
    def status(self) -> str:
        """``gone`` for a player who has left."""
        ...


Handles = Collection[str]
"""The handles at the table (casefolded); as a mapping to players, names are understood as well."""


def known(text: str, handles: Handles) -> str:
    """The handle of the player whom a handle, a full name or an unambiguous prefix means. Raises LogError."""
    found = _matches(text, handles)
    if len(found) == 1:
        return found[0]
    if found:
        names = join_words([_named(handle, handles) for handle in found])
        raise LogError(tr("{text!r} may be {names}: write more letters.", text=text, names=names), text)
    table = " ".join(sorted(handles)) or tr("nobody yet")
    raise LogError(tr("Nobody here is {handle!r}; at the table: {table}.", handle=text, table=table), text)


def is_player(text: str, handles: Handles) -> bool:
    """Whether a bare word within a line is a player: a handle, a name, or a prefix that is no other word."""
    if text.casefold() in handles:
        return True
    return text.isalpha() and not is_reserved(text) and len(_matches(text, handles)) == 1


def _named(handle: str, handles: Handles) -> str:
    return f"{handles[handle].name} ({handle})" if isinstance(handles, Mapping) else handle


def _matches(text: str, handles: Handles) -> list[str]:
    """The handles that a word may mean: the handle itself, else full names, else names that begin with it."""
    if text.casefold() in handles:
        return [text.casefold()]
    wanted = fold_name(text)
    if not wanted or not isinstance(handles, Mapping):
        return []
    players: Mapping[str, Named] = handles
    names = {handle: fold_name(player.name) for handle, player in players.items()}
    present = [handle for handle, player in players.items() if player.status != "gone"]
    for among in (present, list(players)):
        for fits in (str.__eq__, str.startswith):
            if found := [handle for handle in among if fits(names[handle], wanted)]:
                return found
    return []
