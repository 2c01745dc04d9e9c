"""PHH read in one pass over its bytes: every field to a number, every action to a `Told`.

PHH is TOML, and programs write files in a small part of it: keys, numbers, strings in one line, arrays. That
part is read here, by a kernel; where a file holds anything else of TOML, `scan` says so, and the caller has
it read by a library and written again plainly. Amounts are thousandths.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.api import (
    AMOUNT_SCALE,
    HISTORY,
    MAX_AMOUNT,
    NO_NUMBER,
    NOT_TOML,
    PLAIN,
    STRANGE,
    TOO_MANY,
    TWICE,
    fail_at,
    is_blank,
    kernel,
    line_end,
    njit,
    note_grain,
    read_actions,
    read_amount,
    skip_blanks,
    string_end,
)

Bytes = NDArray[np.uint8]

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


_LONGEST = max(map(len, _KEYS))
_NAMES = np.zeros((len(_KEYS), _LONGEST), np.uint8)
for _place, _key in enumerate(_KEYS):
    _NAMES[_place, : len(_key)] = np.frombuffer(_key.encode(), np.uint8)


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
def _bare(letter: int) -> bool:
    """Whether a letter may stand in a key without quotes."""
    return 48 <= letter <= 57 or 65 <= letter <= 90 or 97 <= letter <= 122 or letter == 95 or letter == 45


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
def _numbers(text: Any, at: int, out: Any, value: Any, history: Any, counts: Any, key: int) -> int:
    """An array of amounts, one a player."""
    at = skip_blanks(text, at + 1)
    count = 0
    while at < len(text) and text[at] != 93:
        at = read_amount(text, at, out, value)
        if at < 0:
            return -1
        if count == MAX_SEATS:
            return fail_at(out, TOO_MANY, at)
        amount = value[0]
        if amount < 0 and key == _STACKS:
            history.endless |= 1 << count
            amount = MAX_AMOUNT
        elif amount < 0:
            return fail_at(out, NO_NUMBER, at)
        note_grain(history, amount)
        if key == _ANTES:
            history.antes[count] = amount
        elif key == _BLINDS:
            history.blinds[count] = amount
        elif key == _STACKS:
            history.stacks[count] = amount
        else:
            history.finish[count] = amount
        count += 1
        at = skip_blanks(text, at)
        if at < len(text) and text[at] == 44:
            at = skip_blanks(text, at + 1)
        elif at < len(text) and text[at] != 93:
            return fail_at(out, NO_NUMBER, at)
    if at >= len(text):
        return fail_at(out, NOT_TOML, at - 1)
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
            at = string_end(text, at, out)
            if at < 0:
                return -1
        elif letter == 123:
            return fail_at(out, STRANGE, at)
        elif letter == 35:
            at = skip_blanks(text, at)
        else:
            at += 1
    return fail_at(out, NOT_TOML, at - 1)


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
            return fail_at(out, NOT_TOML, at)
        if key == _ACTIONS:
            return read_actions(text, at, told, out, value, history)
        return _numbers(text, at, out, value, history, counts[hand], key)
    begin = at
    if 0 <= key < len(NUMBERS):
        at = read_amount(text, at, out, value)
        if at < 0:
            return -1
        if value[0] < 0:
            return fail_at(out, NO_NUMBER, begin)
        note_grain(history, value[0])
        if key == _BRING_IN:
            history.bring_in = value[0]
        elif key == _SMALL or key == _MIN:  # noqa: SIM109
            history.least = value[0]
        return at
    if letter == 91:
        at = _any_array(text, at, out)
    elif letter == 34 or letter == 39:
        at = string_end(text, at, out)
    elif letter == 123:
        return fail_at(out, STRANGE, at)
    else:
        while at < len(text) and text[at] != 10 and text[at] != 35:
            at += 1
        while at > begin and (is_blank(text[at - 1]) or text[at - 1] == 13):
            at -= 1
        if at == begin:
            return fail_at(out, NOT_TOML, begin)
    if at >= 0 and key >= 0:
        places[hand, key - len(NUMBERS), 0] = begin
        places[hand, key - len(NUMBERS), 1] = at
    return at


@njit
def _begin(histories: Any, out: Any) -> bool:
    """Begin another hand; whether there is room."""
    if out[0] == len(histories):
        return False
    histories[out[0]].grain = AMOUNT_SCALE
    histories[out[0]].told_at = histories[out[0]].told_end = out[1]
    out[0] += 1
    return True


@kernel
def _scan(text: Any, histories: Any, told: Any, places: Any, counts: Any, seen: Any, out: Any) -> None:
    """Read all that there is; `out` tells hands, what is told, the trouble and where it is."""
    value = np.zeros(1, np.int64)
    at = skip_blanks(text, 0)
    tables = False
    while at < len(text):
        begin = at
        if text[at] == 91:
            while at < len(text) and text[at] != 93 and text[at] != 10:
                at += 1
            end = line_end(text, at + 1)
            plain = at > begin + 1
            for place in range(begin + 1, at):
                plain = plain and _bare(text[place])
            if not plain or end < 0 or at >= len(text) or (out[0] and not tables):
                fail_at(out, STRANGE, begin)
                return
            tables = True
            if not _begin(histories, out):
                fail_at(out, NOT_TOML, begin)
                return
            at = skip_blanks(text, end)
            continue
        while at < len(text) and _bare(text[at]):
            at += 1
        end = at
        while at < len(text) and is_blank(text[at]):
            at += 1
        if end == begin or at >= len(text) or text[at] != 61:
            dotted = end > begin and at < len(text) and text[at] == 46
            quoted = text[begin] == 34 or text[begin] == 39
            fail_at(out, STRANGE if quoted or dotted else NOT_TOML, begin)
            return
        at += 1
        while at < len(text) and is_blank(text[at]):
            at += 1
        if out[0] == 0:
            _begin(histories, out)
        key = _key_of(text, begin, end)
        if key >= 0:
            if seen[out[0] - 1] >> key & 1:
                fail_at(out, TWICE, begin)
                return
            seen[out[0] - 1] |= 1 << key
        if at >= len(text) or text[at] == 10 or text[at] == 13:
            fail_at(out, NOT_TOML, begin)
            return
        at = _value(text, at, key, histories, told, places, counts, out, value)
        if at < 0:
            return
        end = line_end(text, at)
        if end < 0:
            fail_at(out, NOT_TOML, at)
            return
        at = skip_blanks(text, end)
