"""Players' names in a line of the log: which words may be one, and whom at the table a word means."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from engine.api import fold_name
from language import join_words, tr
from pipeline.night.parser.lines import LogError, UnreadError
from pipeline.night.parser.words import is_reserved, may_be_name

NAME = r"[^\W\d_]+"
"""A name in a regular expression: letters alone."""
BETWEEN_NAMES = re.compile(r"\s(?:and|og|&|\+)\s|,", re.I)
"""Characters between two names, and in no name."""
NEW_PLAYER = r"(?:(?:a|the|en|den) )?(?:new|nye?) (?:guy|girl|player|one|man|fyr|mand|spiller)"
"""A newcomer without a name: ``the new guy``."""
NO_NAME = re.compile(
    r"(?:my|our|his|her|their|an?|the|some|another|min|mit|vores|hendes|en|et|den|det|from|of|at|who|fra|som|der) (?-i:[a-zæøå]).*|"
    rf"{NEW_PLAYER}\b.*|(?-i:guy|player|spiller|fyr)|"
    r"hans (?:bror|søster|kone|kæreste|ven|veninde|far|mor|søn|datter|nabo|kollega|fætter|kusine|kammerat|makker)\b.*|"
    r"someone(?: .*)?|somebody(?: .*)?|every\w+|nobody|we|they|he|she|you|nogen|alle|ingen|vi|han|hun|jeg",
    re.I,
)
"""Words that aren't a player's name: ``my brother``, ``en ny spiller``."""


class Named(Protocol):
    """A player as the parser knows one: `pipeline.night.hand.deal.Player`."""

    @property
    def name(self) -> str:
        """The full name."""
        ...

    @property
    def status(self) -> str:
        """``gone`` if the player has left."""
        ...

    @property
    def also(self) -> tuple[str, ...]:
        """Names that the player had before, which no other has."""
        ...


Handles = Collection[str]
"""The handles at the table (casefolded); as a mapping to players, names are understood as well."""
Words = tuple[str, ...]
"""The words of a name, folded."""


def find_handle(text: str, handles: Handles) -> str:
    """Return the handle of the player whom a handle, a full name or an unambiguous prefix means. Raises LogError.

    >>> find_handle("Dor", replay.night.handles)
    'd'
    """
    matches = find_handles(text, handles)
    if len(matches) == 1:
        return matches[0]
    if matches:
        names = join_words([_name_and_handle(handle, handles) for handle in matches])
        raise LogError(tr("{text!r} may be {names}: write more letters.", text=text, names=names), text)
    table = " ".join(sorted(handles)) or tr("nobody yet")
    raise UnreadError(tr("Nobody here is {handle!r}; at the table: {table}.", handle=text, table=table), text)


def is_player(text: str, handles: Handles) -> bool:
    """Return whether a bare word within a line is a player: a handle, a name, or a prefix that is no other word.

    >>> is_player("car", replay.night.handles), is_player("low", replay.night.handles)
    (True, False)
    """
    if text.casefold() in handles:
        return True
    return text.isalpha() and not is_reserved(text) and len(find_handles(text, handles)) == 1


def present(handles: Handles) -> list[str]:
    """Return the handles of the players who haven't gone home.

    >>> present(replay.night.handles)
    ['a', 'b', 'c', 'd']
    """
    players: Mapping[str, Named] | None = handles if isinstance(handles, Mapping) else None
    return [handle for handle in handles if players is None or players[handle].status != "gone"]


def name_of(handle: str, handles: Handles) -> str:
    """The name of the player with a handle, the handle itself where names aren't known."""
    return handles[handle].name if isinstance(handles, Mapping) else handle


def _name_and_handle(handle: str, handles: Handles) -> str:
    return f"{name_of(handle, handles)} ({handle})" if isinstance(handles, Mapping) else handle


def find_handles(text: str, handles: Handles) -> list[str]:
    """Return the handles that a word may mean: the handle itself, else full names, else names that begin with it, else names
    that have it as a later word (Al for Big Al).

    >>> find_handles("an", replay.night.handles)
    ['a']
    """
    if text.casefold() in handles:
        return [text.casefold()]
    wanted = fold_name(text)
    if not wanted or not isinstance(handles, Mapping):
        return []
    players: Mapping[str, Named] = handles
    names = {handle: fold_name(player.name) for handle, player in players.items()}
    for among in (present(players), list(players)):
        for fits in (str.__eq__, str.startswith):
            if matches := [handle for handle in among if fits(names[handle], wanted)]:
                return matches
    if not may_be_name(wanted):
        return []
    for names_of in (later_names, former_names):
        for among in (present(players), list(players)):
            if matches := [handle for handle in among if wanted in map("".join, names_of(players[handle]))]:
                return matches
    return []


def words_of(name: str) -> Words:
    """The words of a name that have letters.

    >>> words_of("🎲 Bo Øst")
    ('bo', 'ost')
    """
    return tuple(filter(None, map(fold_name, name.split())))


def later_names(player: Named) -> Iterator[Words]:
    """The later words of a player's name, each alone."""
    return ((word,) for word in words_of(player.name)[1:] if may_be_name(word))


def former_names(player: Named) -> Iterator[Words]:
    """The names that a player had before, and their first words."""
    for name in player.also:
        words = words_of(name)
        yield from (words[:end] for end in sorted({1, len(words)}) if may_be_name("".join(words[:end])))
