"""PHH read in one pass over its bytes: every field to a number, every action to a `Told`.

PHH is TOML, and programs write files in a small part of it: keys, numbers, strings in one line, arrays. That
part is read here, by a kernel; where a file holds anything else of TOML, `scan` says so, and the caller has
it read by a library and written again plainly. Amounts are thousandths.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.api import HISTORY, PLAIN, UNKNOWN_CARD, Told, kernel, njit

Bytes = NDArray[np.uint8]

SCALE = 1000
MAX_AMOUNT = 10**15
"""The largest amount, in thousandths: more no pot of ten adds up to in 64 bits with an act beside it."""
MAX_SEATS = 10

NUMBERS = (
    "antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "bring_in", "small_bet", "big_bet",
    "min_bet",
)  # fmt: skip
"""Fields of numbers; the first four are arrays, a number a player."""
TEXTS = (
    "variant", "players", "event", "hand", "table", "year", "month", "day", "time", "time_zone", "currency",
    "venue", "city", "seats", "ante_trimming_status",
)  # fmt: skip
"""Fields whose value is kept as it stands."""
_KEYS = (*NUMBERS, *TEXTS, "actions")
_ACTIONS = len(_KEYS) - 1
_ANTES, _BLINDS, _STACKS, _FINISH, _BRING_IN, _SMALL, _BIG, _MIN = range(len(NUMBERS))
_ARRAYS = 4

FINE, STRANGE, NOT_TOML, TWICE, NO_ACTION, NO_CARD, NO_NUMBER, TOO_MANY = range(8)
"""How a scan ends: well, with what only a library reads, or with what is no PHH, at a byte."""

_HOLE, _STREET, _BOARD, _PB = int(Told.HOLE), int(Told.STREET), int(Told.BOARD), int(Told.BRING_IN)
_FOLD, _CALL, _RAISE_TO, _DRAW = int(Told.FOLD), int(Told.CALL), int(Told.RAISE_TO), int(Told.DRAW)
_THROW, _SHOW, _SHOWN, _MUCK = int(Told.THROW), int(Told.SHOW), int(Told.SHOWN), int(Told.MUCK)
_UNKNOWN = UNKNOWN_CARD

_LONGEST = max(map(len, _KEYS))
_NAMES = np.zeros((len(_KEYS), _LONGEST), np.uint8)
for _place, _key in enumerate(_KEYS):
    _NAMES[_place, : len(_key)] = np.frombuffer(_key.encode(), np.uint8)
_RANKS = np.full(128, -1, np.int64)
for _rank, _letter in enumerate(b"23456789TJQKA"):
    _RANKS[_letter] = _rank
_SUITS = np.full(128, -1, np.int64)
for _suit, _letter in enumerate(b"cdhs"):
    _SUITS[_letter] = _suit


class Scanned(NamedTuple):
    """The hands of a file: a record of `HISTORY` each (without what is the game's), all that is `told`, where
    the values of `TEXTS` stand (n, fields, 2), how long the arrays of `NUMBERS` were (n, 4), and which of the
    keys were there, as bits in their order.
    """

    histories: Any
    told: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    seen: NDArray[np.int64]
    trouble: int
    at: int


def scan(data: bytes) -> Scanned:
    """Read the bytes of a file. What isn't there is 0, or no place."""
    text: Any = data if PLAIN else np.frombuffer(data, np.uint8)
    room = data.count(b"actions") + 2
    histories = np.zeros(room, HISTORY).view(np.recarray)
    places = np.zeros((room, len(TEXTS), 2), np.int64)
    counts = np.zeros((room, _ARRAYS), np.int64)
    seen = np.zeros(room, np.int64)
    told = np.empty(len(data) // 2 + 16, np.int64)
    out = np.zeros(4, np.int64)
    _scan(text, histories, told, places, counts, seen, out)
    hands, filled, trouble, at = (int(number) for number in out)
    kept = slice(hands)
    return Scanned(histories[kept], told[:filled], places[kept], counts[kept], seen[kept], trouble, at)


def key_bit(name: str) -> int:
    """The bit of a key in `Scanned.seen`."""
    return 1 << _KEYS.index(name)


@njit(forceinline=True)
def _blank(letter: int) -> bool:
    return letter == 32 or letter == 9


@njit(forceinline=True)
def _bare(letter: int) -> bool:
    """Whether a letter may stand in a key without quotes."""
    return 48 <= letter <= 57 or 65 <= letter <= 90 or 97 <= letter <= 122 or letter == 95 or letter == 45


@njit
def _skip(text: Any, at: int) -> int:
    """Past blanks, line ends and comments."""
    while at < len(text):
        letter = text[at]
        if letter == 35:
            while at < len(text) and text[at] != 10:
                at += 1
        elif _blank(letter) or letter == 10 or letter == 13:
            at += 1
        else:
            break
    return at


@njit
def _line_end(text: Any, at: int) -> int:
    """Past the blanks and the comment that end a line; -1 where something else stands there."""
    while at < len(text) and (_blank(text[at]) or text[at] == 13):
        at += 1
    if at < len(text) and text[at] == 35:
        while at < len(text) and text[at] != 10:
            at += 1
    if at < len(text) and text[at] != 10:
        return -1
    return at


@njit
def _key_of(text: Any, start: int, end: int) -> int:
    """The number of a key; -1 for one that isn't PHH's."""
    size = end - start
    if size <= _LONGEST:
        for number in range(len(_NAMES)):
            if size < _LONGEST and _NAMES[number, size]:
                continue
            same = True
            for place in range(size):
                if _NAMES[number, place] != text[start + place]:
                    same = False
                    break
            if same and _NAMES[number, size - 1]:
                return number
    return -1


@njit
def _fail(out: Any, trouble: int, at: int) -> int:
    out[2] = trouble
    out[3] = at
    return -1


@njit
def _string(text: Any, at: int, out: Any) -> int:
    """Past a string; -1 for one over several lines, with an escape, or without an end."""
    quote = text[at]
    if at + 2 < len(text) and text[at + 1] == quote and text[at + 2] == quote:
        return _fail(out, STRANGE, at)
    begin = at
    at += 1
    while at < len(text) and text[at] != quote:
        if text[at] == 10:
            return _fail(out, NOT_TOML, begin)
        if text[at] == 92 and quote == 34:
            return _fail(out, STRANGE, at)
        at += 1
    if at >= len(text):
        return _fail(out, NOT_TOML, begin)
    return at + 1


@njit
def _number(text: Any, at: int, out: Any, value: Any) -> int:
    """Read a number of thousandths into `value[0]`; -1 where none stands there."""
    begin = at
    negative = text[at] == 45
    if negative or text[at] == 43:
        at += 1
    if at + 2 < len(text) and text[at] == 105 and text[at + 1] == 110 and text[at + 2] == 102:
        value[0] = -1
        return at + 3
    whole = digits = 0
    while at < len(text) and 48 <= text[at] <= 57:
        whole = whole * 10 + text[at] - 48
        digits += 1
        at += 1
        if whole > MAX_AMOUNT:
            return _fail(out, NO_NUMBER, begin)
    part = 0
    if at < len(text) and text[at] == 46:
        at += 1
        unit = SCALE // 10
        up = False
        first = at
        while at < len(text) and 48 <= text[at] <= 57:
            if unit:
                part += unit * (text[at] - 48)
            elif at == first + 3:
                up = text[at] >= 53
            unit //= 10
            at += 1
        if at == first:
            return _fail(out, NO_NUMBER, begin)
        part += up
    if at < len(text) and (text[at] == 95 or text[at] == 101 or text[at] == 69 or text[at] == 120):
        return _fail(out, STRANGE, begin)
    if digits == 0 or (negative and whole + part) or whole * SCALE + part > MAX_AMOUNT:
        return _fail(out, NO_NUMBER, begin)
    value[0] = whole * SCALE + part
    return at


@njit(forceinline=True)
def _grain(history: Any, amount: int) -> None:
    """Take note of how finely an amount is parted."""
    while amount % history.grain:
        history.grain //= 10


@njit
def _numbers(text: Any, at: int, out: Any, value: Any, history: Any, counts: Any, key: int) -> int:
    """An array of amounts, one a player."""
    at = _skip(text, at + 1)
    count = 0
    while at < len(text) and text[at] != 93:
        at = _number(text, at, out, value)
        if at < 0:
            return -1
        if count == MAX_SEATS:
            return _fail(out, TOO_MANY, at)
        amount = value[0]
        if amount < 0 and key == _STACKS:
            history.endless |= 1 << count
            amount = MAX_AMOUNT
        elif amount < 0:
            return _fail(out, NO_NUMBER, at)
        _grain(history, amount)
        if key == _ANTES:
            history.antes[count] = amount
        elif key == _BLINDS:
            history.blinds[count] = amount
        elif key == _STACKS:
            history.stacks[count] = amount
        else:
            history.finish[count] = amount
        count += 1
        at = _skip(text, at)
        if at < len(text) and text[at] == 44:
            at = _skip(text, at + 1)
        elif at < len(text) and text[at] != 93:
            return _fail(out, NO_NUMBER, at)
    if at >= len(text):
        return _fail(out, NOT_TOML, at - 1)
    counts[key] = count
    return at + 1


@njit
def _any_array(text: Any, at: int, out: Any) -> int:
    """Past an array of whatever."""
    depth = 0
    while at < len(text):
        letter = text[at]
        if letter == 91:
            depth += 1
            at += 1
        elif letter == 93:
            depth -= 1
            at += 1
            if depth == 0:
                return at
        elif letter == 34 or letter == 39:
            at = _string(text, at, out)
            if at < 0:
                return -1
        elif letter == 123:
            return _fail(out, STRANGE, at)
        elif letter == 35:
            at = _skip(text, at)
        else:
            at += 1
    return _fail(out, NOT_TOML, at - 1)


@njit
def _word(text: Any, at: int, end: int) -> tuple[int, int]:
    """Where the next word of an action begins and ends; both at the end where there is none."""
    while at < end and _blank(text[at]):
        at += 1
    if at < end and text[at] == 35:
        return end, end
    begin = at
    while at < end and not _blank(text[at]):
        at += 1
    return begin, at


@njit
def _tell(told: Any, out: Any, kind: int, seat: int, value: int) -> None:
    told[out[1]] = kind | seat << 4 | value << 8
    out[1] += 1


@njit
def _cards(text: Any, at: int, end: int, told: Any, out: Any, first: int, kind: int, seat: int) -> int:
    """Tell the cards of a word, the first as one kind and the rest as another."""
    if (end - at) % 2 or end == at:
        return _fail(out, NO_CARD, at)
    begin = at
    while at < end:
        rank, suit = text[at], text[at + 1]
        if rank > 127 or suit > 127:
            return _fail(out, NO_CARD, at)
        card = _UNKNOWN
        if rank != 63 and suit != 63:
            if _RANKS[rank] < 0 or _SUITS[suit] < 0:
                return _fail(out, NO_CARD, at)
            card = 16 * _SUITS[suit] + _RANKS[rank]
        elif (rank != 63 and _RANKS[rank] < 0) or (suit != 63 and _SUITS[suit] < 0):
            return _fail(out, NO_CARD, at)
        _tell(told, out, first if at == begin else kind, seat, card)
        at += 2
    return at


@njit
def _seat(text: Any, at: int, end: int) -> int:
    """The seat of a player's word (``p3``); -1 for none."""
    if end - at not in (2, 3) or text[at] != 112:
        return -1
    number = 0
    for place in range(at + 1, end):
        if not 48 <= text[place] <= 57:
            return -1
        number = number * 10 + text[place] - 48
    return number - 1 if 1 <= number <= MAX_SEATS else -1


@njit
def _action(text: Any, at: int, end: int, told: Any, out: Any, value: Any, history: Any) -> int:
    """Tell an action; -1 for what is none."""
    who, who_end = _word(text, at, end)
    if who == end:
        return end  # a comment, or nothing
    verb, verb_end = _word(text, who_end, end)
    third, third_end = _word(text, verb_end, end)
    fourth, fourth_end = _word(text, third_end, end)
    more, _ = _word(text, fourth_end, end)
    size = verb_end - verb
    one = text[verb] if size else 0
    two = text[verb + 1] if size > 1 else 0
    if more != end:
        return _fail(out, NO_ACTION, at)
    if who_end - who == 1 and text[who] == 100 and size == 2 and one == 100:
        if two == 98 and third != end and fourth == end:
            return _cards(text, third, third_end, told, out, _STREET, _BOARD, 15)
        seat = _seat(text, third, third_end)
        if two != 104 or seat < 0 or fourth == end:
            return _fail(out, NO_ACTION, at)
        return _cards(text, fourth, fourth_end, told, out, _HOLE, _HOLE, seat)
    seat = _seat(text, who, who_end)
    if seat < 0 or fourth != end:
        return _fail(out, NO_ACTION, at)
    alone = third == end
    if size == 1 and one == 102 and alone:
        _tell(told, out, _FOLD, seat, 0)
    elif size == 2 and one == 99 and two == 99 and alone:
        _tell(told, out, _CALL, seat, 0)
    elif size == 2 and one == 112 and two == 98 and alone:
        _tell(told, out, _PB, seat, 0)
    elif size == 3 and one == 99 and two == 98 and text[verb + 2] == 114 and not alone:
        if _number(text, third, out, value) != third_end or value[0] < 0:
            return _fail(out, NO_NUMBER, third)
        _grain(history, value[0])
        _tell(told, out, _RAISE_TO, seat, value[0])
    elif size == 2 and one == 115 and two == 100:
        _tell(told, out, _DRAW, seat, (third_end - third) // 2)
        if not alone:
            return _cards(text, third, third_end, told, out, _THROW, _THROW, seat)
    elif size == 2 and one == 115 and two == 109:
        if alone:
            _tell(told, out, _MUCK, seat, 0)
        elif third_end - third == 1 and text[third] == 45:
            _tell(told, out, _SHOW, seat, 0)
        else:
            _tell(told, out, _SHOW, seat, (third_end - third) // 2)
            return _cards(text, third, third_end, told, out, _SHOWN, _SHOWN, seat)
    else:
        return _fail(out, NO_ACTION, at)
    return end


@njit
def _actions(text: Any, at: int, told: Any, out: Any, value: Any, history: Any) -> int:
    """The array of actions."""
    history.told_at = out[1]
    at = _skip(text, at + 1)
    while at < len(text) and text[at] != 93:
        if text[at] != 34 and text[at] != 39:
            return _fail(out, NO_ACTION, at)
        end = _string(text, at, out)
        if end < 0 or _action(text, at + 1, end - 1, told, out, value, history) < 0:
            return -1
        at = _skip(text, end)
        if at < len(text) and text[at] == 44:
            at = _skip(text, at + 1)
        elif at < len(text) and text[at] != 93:
            return _fail(out, NOT_TOML, at)
    if at >= len(text):
        return _fail(out, NOT_TOML, at - 1)
    history.told_end = out[1]
    return at + 1


@njit
def _value(
    text: Any, at: int, key: int, histories: Any, told: Any, places: Any, counts: Any, out: Any, value: Any
) -> int:
    """Past the value of a key, which is kept."""
    hand = out[0] - 1
    history = histories[hand]
    letter = text[at]
    if key == _ACTIONS or 0 <= key < _ARRAYS:
        if letter != 91:
            return _fail(out, NOT_TOML, at)
        if key == _ACTIONS:
            return _actions(text, at, told, out, value, history)
        return _numbers(text, at, out, value, history, counts[hand], key)
    begin = at
    if 0 <= key < len(NUMBERS):
        at = _number(text, at, out, value)
        if at < 0:
            return -1
        if value[0] < 0:
            return _fail(out, NO_NUMBER, begin)
        _grain(history, value[0])
        if key == _BRING_IN:
            history.bring_in = value[0]
        elif key == _SMALL or key == _MIN:  # noqa: SIM109
            history.least = value[0]
        return at
    if letter == 91:
        at = _any_array(text, at, out)
    elif letter == 34 or letter == 39:
        at = _string(text, at, out)
    elif letter == 123:
        return _fail(out, STRANGE, at)
    else:
        while at < len(text) and text[at] != 10 and text[at] != 35:
            at += 1
        while at > begin and (_blank(text[at - 1]) or text[at - 1] == 13):
            at -= 1
        if at == begin:
            return _fail(out, NOT_TOML, begin)
    if at >= 0 and key >= 0:
        places[hand, key - len(NUMBERS), 0] = begin
        places[hand, key - len(NUMBERS), 1] = at
    return at


@njit
def _begin(histories: Any, out: Any) -> bool:
    """Begin another hand; whether there is room."""
    if out[0] == len(histories):
        return False
    histories[out[0]].grain = SCALE
    histories[out[0]].told_at = histories[out[0]].told_end = out[1]
    out[0] += 1
    return True


@kernel
def _scan(text: Any, histories: Any, told: Any, places: Any, counts: Any, seen: Any, out: Any) -> None:
    """Read all that there is; `out` tells hands, what is told, the trouble and where it is."""
    value = np.zeros(1, np.int64)
    at = _skip(text, 0)
    tables = False
    while at < len(text):
        begin = at
        if text[at] == 91:
            while at < len(text) and text[at] != 93 and text[at] != 10:
                at += 1
            end = _line_end(text, at + 1)
            plain = at > begin + 1
            for place in range(begin + 1, at):
                plain = plain and _bare(text[place])
            if not plain or end < 0 or at >= len(text) or (out[0] and not tables):
                _fail(out, STRANGE, begin)
                return
            tables = True
            if not _begin(histories, out):
                _fail(out, NOT_TOML, begin)
                return
            at = _skip(text, end)
            continue
        while at < len(text) and _bare(text[at]):
            at += 1
        end = at
        while at < len(text) and _blank(text[at]):
            at += 1
        if end == begin or at >= len(text) or text[at] != 61:
            dotted = end > begin and at < len(text) and text[at] == 46
            quoted = text[begin] == 34 or text[begin] == 39
            _fail(out, STRANGE if quoted or dotted else NOT_TOML, begin)
            return
        at += 1
        while at < len(text) and _blank(text[at]):
            at += 1
        if out[0] == 0:
            _begin(histories, out)
        key = _key_of(text, begin, end)
        if key >= 0:
            if seen[out[0] - 1] >> key & 1:
                _fail(out, TWICE, begin)
                return
            seen[out[0] - 1] |= 1 << key
        if at >= len(text) or text[at] == 10 or text[at] == 13:
            _fail(out, NOT_TOML, begin)
            return
        at = _value(text, at, key, histories, told, places, counts, out, value)
        if at < 0:
            return
        end = _line_end(text, at)
        if end < 0:
            _fail(out, NOT_TOML, at)
            return
        at = _skip(text, end)
