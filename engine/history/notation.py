"""PHH's notation of actions: `d dh p1 AhKh`, `p3 cbr 250`, `p2 sd 7c # a sigh`, told as `Told`."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards import UNKNOWN_CARD
from engine.history.record import Told
from engine.history.text import (
    NO_ACTION,
    NO_CARD,
    NO_NUMBER,
    NOT_TOML,
    fail_at,
    next_word,
    note_grain,
    read_amount,
    skip_blanks,
    string_end,
)
from engine.jit import njit
from engine.programme import MAX_PLAYERS

_HOLE, _STREET, _BOARD, _PB = int(Told.HOLE), int(Told.STREET), int(Told.BOARD), int(Told.BRING_IN)
_FOLD, _CALL, _RAISE_TO, _DRAW = int(Told.FOLD), int(Told.CALL), int(Told.RAISE_TO), int(Told.DRAW)
_THROW, _SHOW, _SHOWN, _MUCK = int(Told.THROW), int(Told.SHOW), int(Told.SHOWN), int(Told.MUCK)
_UNKNOWN = UNKNOWN_CARD
_RANKS = np.full(128, -1, np.int64)
for _rank, _letter in enumerate(b"23456789TJQKA"):
    _RANKS[_letter] = _rank
_SUITS = np.full(128, -1, np.int64)
for _suit, _letter in enumerate(b"cdhs"):
    _SUITS[_letter] = _suit


@njit
def _tell(told: Any, out: Any, kind: int, seat: int, value: int) -> None:
    told[out[1]] = kind | seat << 4 | value << 8
    out[1] += 1


@njit
def _cards(text: Any, at: int, end: int, told: Any, out: Any, first: int, kind: int, seat: int) -> int:
    """Tell the cards of a word, the first as one kind and the rest as another."""
    if (end - at) % 2 or end == at:
        return fail_at(out, NO_CARD, at)
    begin = at
    while at < end:
        rank, suit = text[at], text[at + 1]
        if rank > 127 or suit > 127:
            return fail_at(out, NO_CARD, at)
        card = _UNKNOWN
        if rank != 63 and suit != 63:
            if _RANKS[rank] < 0 or _SUITS[suit] < 0:
                return fail_at(out, NO_CARD, at)
            card = 16 * _SUITS[suit] + _RANKS[rank]
        elif (rank != 63 and _RANKS[rank] < 0) or (suit != 63 and _SUITS[suit] < 0):
            return fail_at(out, NO_CARD, at)
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
    return number - 1 if 1 <= number <= MAX_PLAYERS else -1


@njit
def _action(text: Any, at: int, end: int, told: Any, out: Any, value: Any, history: Any) -> int:
    """Tell an action; -1 for what is none."""
    who, who_end = next_word(text, at, end)
    if who == end:
        return end  # a comment, or nothing
    verb, verb_end = next_word(text, who_end, end)
    third, third_end = next_word(text, verb_end, end)
    fourth, fourth_end = next_word(text, third_end, end)
    more, _ = next_word(text, fourth_end, end)
    size = verb_end - verb
    one = text[verb] if size else 0
    two = text[verb + 1] if size > 1 else 0
    if more != end:
        return fail_at(out, NO_ACTION, at)
    if who_end - who == 1 and text[who] == 100 and size == 2 and one == 100:
        if two == 98 and third != end and fourth == end:
            return _cards(text, third, third_end, told, out, _STREET, _BOARD, 15)
        seat = _seat(text, third, third_end)
        if two != 104 or seat < 0 or fourth == end:
            return fail_at(out, NO_ACTION, at)
        return _cards(text, fourth, fourth_end, told, out, _HOLE, _HOLE, seat)
    seat = _seat(text, who, who_end)
    if seat < 0 or fourth != end:
        return fail_at(out, NO_ACTION, at)
    alone = third == end
    if size == 1 and one == 102 and alone:
        _tell(told, out, _FOLD, seat, 0)
    elif size == 2 and one == 99 and two == 99 and alone:
        _tell(told, out, _CALL, seat, 0)
    elif size == 2 and one == 112 and two == 98 and alone:
        _tell(told, out, _PB, seat, 0)
    elif size == 3 and one == 99 and two == 98 and text[verb + 2] == 114 and not alone:
        if read_amount(text, third, out, value) != third_end or value[0] < 0:
            return fail_at(out, NO_NUMBER, third)
        note_grain(history, value[0])
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
        return fail_at(out, NO_ACTION, at)
    return end


@njit
def read_actions(text: Any, at: int, told: Any, out: Any, value: Any, history: Any) -> int:
    """The array of actions."""
    history.told_at = out[1]
    at = skip_blanks(text, at + 1)
    while at < len(text) and text[at] != 93:
        if text[at] != 34 and text[at] != 39:
            return fail_at(out, NO_ACTION, at)
        end = string_end(text, at, out)
        if end < 0 or _action(text, at + 1, end - 1, told, out, value, history) < 0:
            return -1
        at = skip_blanks(text, end)
        if at < len(text) and text[at] == 44:
            at = skip_blanks(text, at + 1)
        elif at < len(text) and text[at] != 93:
            return fail_at(out, NOT_TOML, at)
    if at >= len(text):
        return fail_at(out, NOT_TOML, at - 1)
    history.told_end = out[1]
    return at + 1
