"""Cuts a line of a hand into tokens: the game, the level, clauses, winners, notes and errors, also without spaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from language import tr
from pipeline.bank.money import CHIPS
from pipeline.night.parser.lines import (
    DealerError,
    LogError,
)
from pipeline.night.parser.names import NAME, Handles, find_handle, is_player
from pipeline.night.parser.words import ERROR_MARKS, HALVES, complete_meld, read_meld

LONGEST_NAME = 60
"""Maximum number of letters of a game's name as it is typed; what is longer is compared with no name."""

MARKS = rf"(?:\*|/(?:{CHIPS})|!(?:{CHIPS})?)*"
"""Marks that may follow a player: the peder, shadow, a pot that is matched."""
_AFTER_GAME = re.compile(r"(?<=[^\W\d_])(?=[\d+=!])|(?<=^\.)(?=[\d+=!])")
"""Where a game's name may end without a space: after a letter, before what can't be one of its letters."""
_BEFORE_WINNER = re.compile(r"(?=\+\+)|(?<!\+)(?=\+)|(?<=\+\+)")
_NAMES = rf"{NAME}(?:,{NAME})*"
_GLUED = re.compile(rf"=?{CHIPS}|!{NAME}$|{_NAMES}(?:-|=?(?:{CHIPS})?{MARKS})", re.I)
_PLAYER = re.compile(rf"({_NAMES})(.*)", re.S)
_NO_MELD = re.compile(rf"$|[,*/!]|{CHIPS}(?![^\W\d_])", re.I)
"""Tokens that follow a winner's name without a meld."""


def split_game(token: str, is_game: Callable[[str], bool]) -> list[str]:
    """A line's first token as the game and what follows it without a space: ``7s14b3`` as ``7s`` and ``14b3``."""
    if is_game(token):
        return [token]
    ends = (match.end() for match in _AFTER_GAME.finditer(token[:LONGEST_NAME]))
    end = next((end for end in ends if token[:end] == "." or is_game(token[:end])), 0)
    return [token[:end], token[end:]] if end else [token]


_LEVEL_AND_WINNER = re.compile(r"(\d+)([^\W\d_]+)")


def split_winner(token: str, handles: Handles) -> list[str]:
    """What follows a game without a space as the level and the winner: ``14d`` and ``14dhus``; itself for anything else."""
    match = _LEVEL_AND_WINNER.fullmatch(token)
    if (
        match is None or ONLY_CHIPS.fullmatch(token) or match[2][:1].casefold() == "k"
    ):  # 2k may be two thousand
        return [token]
    winner, *meld = _player_and_meld(match[2], handles)
    return [match[1], winner, *meld] if is_player(winner, handles) else [token]


def split_token(token: str, handles: Handles) -> Iterator[str]:
    """A token after the game as the tokens that it is made of; itself where it is one."""
    chunks = [token] if token[0] in "()" else _BEFORE_WINNER.split(token)
    for before, winner in pairwise(chunks):
        if winner[:1] == "+" != winner[1:2] and is_player(before, handles):
            raise LogError(
                tr(
                    "{text!r}: write +{one} {two} if both won, or {two} alone.",
                    text=token,
                    one=before,
                    two=winner,
                ),
                token,
            )
    for chunk in chunks:
        if chunk.startswith("+") and chunk != "++":
            winner, *counted = re.split(r"(?==)", chunk[1:])
            player, *meld = _player_and_meld(winner, handles)
            yield from (f"+{player}", *meld, *counted)
        elif chunk:
            yield from _clauses(chunk, handles)


def _player_and_meld(text: str, handles: Handles) -> list[str]:
    """Split ``dhus`` into ``d`` and ``hus``, a handle and a meld or a part of the pot, unless a player is called dhus."""
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
    parts = _GLUED.findall(chunk)
    if "".join(parts) != chunk or _is_meld_of_ranks(chunk):
        return [chunk]
    last = _player_and_meld(parts.pop(), handles) if len(parts) > 2 and parts[-1].isalpha() else []
    named = [_with_commas(part, handles) for part in parts + last[:1]]
    if "" in named or (len(parts) > 1 and any(part.isalpha() for part in parts)):
        return [chunk]
    return [*named, *last[1:]]


def _with_commas(part: str, handles: Handles) -> str:
    """A part with commas between its players' letters; "" where one isn't a player."""
    match = _PLAYER.fullmatch(part)
    if match is None or all(is_player(name, handles) for name in match[1].split(",")):
        return part
    letters = match[1].replace(",", "")
    return f"{','.join(letters)}{match[2]}" if match[2] and all(one in handles for one in letters) else ""


TOKEN = re.compile(r"\([^()]*\)|[^\s()]+|[()]")
DEALER = re.compile(rf"({NAME}):\s*(?=\S)")
CLAUSE = re.compile(
    rf"(?P<names>{NAME}(?:,{NAME})*)(?P<sat>-)?(?P<stayed>=)?(?P<chips>{CHIPS})?(?P<marks>{MARKS})", re.I
)
WIN = re.compile(rf"\+(?P<names>{NAME}(?:,{NAME})*)(?P<chips>{CHIPS})?(?P<marks>{MARKS})", re.I)
MARK = re.compile(rf"\*|/(?P<shadow>{CHIPS})|!(?P<match>{CHIPS})?", re.I)
ERROR = re.compile(rf"(?:^|(?<=\s))!(?:{'|'.join(ERROR_MARKS)})\b", re.I)
COUNTED = re.compile(rf"=({CHIPS})", re.I)
OF_A_KIND = re.compile(r"\b(three|four|five) of a kind\b", re.I)
ONLY_CHIPS = re.compile(CHIPS, re.I)


def dealer_and_rest(text: str) -> tuple[str | None, str]:
    """Split a hand into the dealer's handle and the rest; None if no dealer is named.

    >>> dealer_and_rest("c:7s 14 +d"), dealer_and_rest("7s 14 +d")
    (('c', '7s 14 +d'), (None, '7s 14 +d'))
    """
    match = DEALER.match(text)
    return (match[1].casefold(), text[match.end() :]) if match else (None, text)


def split_note(text: str) -> tuple[str, str]:
    """Split a line into what comes before the first semicolon and the note after it.

    >>> split_note("7s 14 +d ; well played")
    ('7s 14 +d', 'well played')
    """
    line, _, note = text.partition(";")
    return line.strip(), note.strip()


def _one_word(match: re.Match[str]) -> str:
    """``three of a kind`` as one word, for ``a`` may be a player."""
    return {"three": "trips", "four": "quads", "five": "5ens"}[match[1].casefold()]


_FOLDED = re.compile(
    rf"(?<!\S)({NAME}) (?:folded|folds|foldede|folder)(?: at| ved| på)? ({CHIPS})(?! (?:pairs?|par|ens|of a kind)\b),?(?: and\b| og\b)?",
    re.I,
)
_OF_MELD = r"(?: (?:spades?|spar|hearts?|hjerter|diamonds?|ruder|clubs?|klør)| an? (?:high|low)| en (?:høj|lav)| et (?:højt|lavt))(?= (?:flush|straight|pair|par)\b)"
"""The suit or the rank of a meld, which is no half of the pot."""
_NO_CARD = r"(?! (?:with |med )?(?:an?|en|et) (?:two|three|four|five|to|tre|fire|fem)(?=[,;]|$))"
"""``with a two`` is a card, no two pair."""
_WON = re.compile(
    rf"(?<!\S)({NAME}) (?:won|wins|vandt|vinder)\b{_NO_CARD}(?: (?:with|med)(?: (?:an?|en?t?))?{_OF_MELD}|(?: with| med)?(?: an?\b| en?t?\b)?)",
    re.I,
)
_ENDS_WITH = re.compile(r" (?:with|med)$", re.I)
_SAID_POT = re.compile(
    rf"(?<!\S)(?:the )?(?:pot|potten|pulje|puljen)(?: (?:is|was|of|er|var|på))? ({CHIPS})(?![^\s,])", re.I
)


def in_marks(text: str, handles: Handles) -> str:
    """Return a hand with marks instead of words for who folded and won; a line in marks alone unchanged.

    >>> in_marks("pot 88, bo folded at 3, dorte won with a flush", replay.night.handles)
    '=88, bo3 +dorte flush'
    """

    def is_of_others(said: re.Match[str]) -> bool:
        """Whether the verb may be said of another player too: ``bo, carl folded at 3``, ``bo won with carl``."""
        before = said.string[: said.start()].rstrip().rpartition(" ")[2].rstrip(",")
        after = said.string[said.end() :].lstrip().partition(" ")[0].rstrip(",")
        return is_player(before, handles) or (bool(_ENDS_WITH.search(said[0])) and is_player(after, handles))

    def expanded(form: str) -> Callable[[re.Match[str]], str]:
        return lambda said: (
            said.expand(form) if is_player(said[1], handles) and not is_of_others(said) else said[0]
        )

    marks = _WON.sub(expanded(r"+\1"), _FOLDED.sub(expanded(r"\1\2"), text))
    return marks if marks == text else _SAID_POT.sub(r"=\1", marks)


def cut(text: str, handles: Handles) -> tuple[list[str], tuple[DealerError, ...], str]:
    """Cut a line into its tokens (without the commas that end them), the dealer's errors and the note.

    >>> tokens, errors, note = cut("14 b3, +d !fejl b dealt twice; late", replay.night.handles)
    >>> tokens, errors[0].handle, note
    (['14', 'b3', '+d'], 'b', 'late')
    """
    line, note = split_note(text)
    line, *mishaps = ERROR.split(OF_A_KIND.sub(_one_word, line))
    line = in_marks(line, handles)
    tokens = [token for text in TOKEN.findall(line) if (token := text.rstrip(","))]
    return tokens, tuple(parse_error(mishap, handles) for mishap in mishaps), note


def parse_error(text: str, handles: Handles) -> DealerError:
    """A dealer's error: a player's handle if the first word is one, then the mistake and its remedy."""
    words = text.strip()
    if not words:
        raise LogError(
            tr(
                "Say what went wrong and what was done, such as: !error b got a card too many, "
                "corrected. ? error lists the errors that the rules know."
            )
        )
    first, _, rest = words.partition(" ")
    if is_player(first, handles) and rest.strip():
        return DealerError(rest.strip(), find_handle(first, handles))
    return DealerError(words)


def is_body(token: str) -> bool:
    """Return whether a token is beyond the head: a player with chips or marks, a winner, a mark, cards.

    >>> [token for token in ("7s", "14", "b3", "+d", "(As)") if is_body(token)]
    ['b3', '+d', '(As)']
    """
    if token[0] in "+!()":
        return True
    clause = CLAUSE.fullmatch(token)
    if not clause or _is_meld_of_ranks(token):
        return False
    return bool(clause["sat"] or clause["stayed"] or clause["chips"] or clause["marks"])


def _is_meld_of_ranks(token: str) -> bool:
    """Whether a token is a meld such as ``four-8`` or ``A-4``, which looks like a player who sat out with chips."""
    return "-" in token and read_meld(token) is not None
