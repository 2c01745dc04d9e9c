"""The spaces that may be left out of a hand's line: ``7s14ab3c7+dhus`` is ``7s 14 a,b3 c7 +d hus``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pipeline.bank.money import CHIPS
from pipeline.night.parser.players import NAME, Handles, is_player
from pipeline.night.parser.words import HALVES, complete_meld, read_meld

MARKS = rf"(?:\*|/(?:{CHIPS})|!(?:{CHIPS})?)*"
"""What may stand right after a player: the peder, shadow, a pot that is matched."""

_AFTER_GAME = re.compile(r"(?<=[^\W\d_])(?=[\d+=!])|(?<=^\.)(?=[\d+=!])")
"""Where a game's name may end without a space: after a letter, before what can't be one of its letters."""
_BEFORE_WINNER = re.compile(r"(?=\+\+)|(?<!\+)(?=\+)|(?<=\+\+)")
_NAMES = rf"{NAME}(?:,{NAME})*"
_CLAUSE = re.compile(rf"=?{CHIPS}|!{NAME}$|{_NAMES}(?:-|=?(?:{CHIPS})?{MARKS})", re.I)
_PLAYER = re.compile(rf"({_NAMES})(.*)", re.S)
_NO_MELD = re.compile(rf"$|[,*/!]|{CHIPS}(?![^\W\d_])", re.I)
"""What follows a winner's name where no meld does."""


def split_game(token: str, is_game: Callable[[str], bool]) -> list[str]:
    """A line's first token as the game and what follows it without a space: ``7s14b3`` as ``7s`` and ``14b3``."""
    if is_game(token):
        return [token]
    ends = (match.end() for match in _AFTER_GAME.finditer(token))
    end = next((end for end in ends if token[:end] == "." or is_game(token[:end])), 0)
    return [token[:end], token[end:]] if end else [token]


def split_token(token: str, handles: Handles) -> Iterator[str]:
    """A token after the game as the tokens that it is made of; itself where it is one."""
    for chunk in [token] if token[0] in "()" else _BEFORE_WINNER.split(token):
        if chunk.startswith("+") and chunk != "++":
            winner, *counted = re.split(r"(?==)", chunk[1:])
            player, *meld = _player_and_meld(winner, handles)
            yield from (f"+{player}", *meld, *counted)
        elif chunk:
            yield from _clauses(chunk, handles)


def _player_and_meld(text: str, handles: Handles) -> list[str]:
    """``dhus`` as ``d`` and ``hus``, where no player is called dhus: a handle and a meld or a part of the pot."""
    match = _PLAYER.fullmatch(text)
    if match is None or (is_player(match[1], handles) and _NO_MELD.match(match[2])):
        return [text]
    for end in range(len(match[1]), 0, -1):
        word = text[end:].casefold()
        if text[:end].casefold() in handles and (word in HALVES or read_meld(word) or complete_meld(word)):
            return [text[:end], text[end:]]
    return [text]


def _clauses(chunk: str, handles: Handles) -> list[str]:
    """``14ab3c7`` as ``14``, ``a,b3`` and ``c7``, where each name is a player, or letters that all are; a winner
    without a + may end it: ``14b3dhus``.
    """
    parts = _CLAUSE.findall(chunk)
    if "".join(parts) != chunk:
        return [chunk]
    last = _player_and_meld(parts.pop(), handles) if len(parts) > 2 and parts[-1].isalpha() else []
    named = [_with_commas(part, handles) for part in parts + last[:1]]
    if "" in named or (len(parts) > 1 and any(part.isalpha() for part in parts)):
        return [chunk]
    return [*named, *last[1:]]


def _with_commas(part: str, handles: Handles) -> str:
    """A part with commas between its players' letters; "" where one is no player."""
    match = _PLAYER.fullmatch(part)
    if match is None or all(is_player(name, handles) for name in match[1].split(",")):
        return part
    letters = match[1].replace(",", "")
    return f"{','.join(letters)}{match[2]}" if match[2] and all(one in handles for one in letters) else ""
