"""Text as kernels read it: bytes, and where one stands in them; words, strings in one line, amounts.

A reader answers where it came to; -1 where it couldn't, the trouble and its place in `out[2]` and `out[3]`.
"""

from __future__ import annotations

from typing import Any

from engine.jit import njit

AMOUNT_SCALE = 1000
"""Amounts are thousandths."""
MAX_AMOUNT = 10**15
"""The largest amount: more no pot of ten adds up to in 64 bits with an act beside it."""
FINE, STRANGE, NOT_TOML, TWICE, NO_ACTION, NO_CARD, NO_NUMBER, TOO_MANY = range(8)
"""How reading ends: well, with what only a library reads, or with what is no hand history, at a byte."""


@njit(forceinline=True)
def is_blank(letter: int) -> bool:
    return letter == 32 or letter == 9


@njit
def skip_blanks(text: Any, at: int) -> int:
    """Past blanks, line ends and comments."""
    while at < len(text):
        letter = text[at]
        if letter == 35:
            while at < len(text) and text[at] != 10:
                at += 1
        elif is_blank(letter) or letter == 10 or letter == 13:
            at += 1
        else:
            break
    return at


@njit
def line_end(text: Any, at: int) -> int:
    """Past the blanks and the comment that end a line; -1 where something else stands there."""
    while at < len(text) and (is_blank(text[at]) or text[at] == 13):
        at += 1
    if at < len(text) and text[at] == 35:
        while at < len(text) and text[at] != 10:
            at += 1
    if at < len(text) and text[at] != 10:
        return -1
    return at


@njit
def fail_at(out: Any, trouble: int, at: int) -> int:
    out[2] = trouble
    out[3] = at
    return -1


@njit
def string_end(text: Any, at: int, out: Any) -> int:
    """Past a string; -1 for one over several lines, with an escape, or without an end."""
    quote = text[at]
    if at + 2 < len(text) and text[at + 1] == quote and text[at + 2] == quote:
        return fail_at(out, STRANGE, at)
    begin = at
    at += 1
    while at < len(text) and text[at] != quote:
        if text[at] == 10:
            return fail_at(out, NOT_TOML, begin)
        if text[at] == 92 and quote == 34:
            return fail_at(out, STRANGE, at)
        at += 1
    if at >= len(text):
        return fail_at(out, NOT_TOML, begin)
    return at + 1


@njit
def read_amount(text: Any, at: int, out: Any, value: Any) -> int:
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
            return fail_at(out, NO_NUMBER, begin)
    part = 0
    if at < len(text) and text[at] == 46:
        at += 1
        worth = AMOUNT_SCALE // 10  # of a digit that stands here
        up = False
        first = at
        while at < len(text) and 48 <= text[at] <= 57:
            if worth:
                part += worth * (text[at] - 48)
            elif at == first + 3:
                up = text[at] >= 53
            worth //= 10
            at += 1
        if at == first:
            return fail_at(out, NO_NUMBER, begin)
        part += up
    if at < len(text) and (text[at] == 95 or text[at] == 101 or text[at] == 69 or text[at] == 120):
        return fail_at(out, STRANGE, begin)
    if digits == 0 or (negative and whole + part) or whole * AMOUNT_SCALE + part > MAX_AMOUNT:
        return fail_at(out, NO_NUMBER, begin)
    value[0] = whole * AMOUNT_SCALE + part
    return at


@njit(forceinline=True)
def note_grain(history: Any, amount: int) -> None:
    """Take note of how finely an amount is parted."""
    while amount % history.grain:
        history.grain //= 10


@njit
def next_word(text: Any, at: int, end: int) -> tuple[int, int]:
    """Where the next word of an action begins and ends; both at the end where there is none."""
    while at < end and is_blank(text[at]):
        at += 1
    if at < end and text[at] == 35:
        return end, end
    begin = at
    while at < end and not is_blank(text[at]):
        at += 1
    return begin, at
