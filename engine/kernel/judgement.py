"""What a hand is worth to the player who holds it: what can be seen, as numbers, and the chance it makes.

`strength` is a weighted sum of the features, fitted for each game and betting round to the share of the pot
that such hands win when everybody stays (`engine.learning.chances`): log-odds against so many others, before
anybody has spoken. `odds_of` adds what the betting has told. Both are logistic regressions; the features are
the same for every game, and a game in which one means nothing has no weight for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.bits import popcount, top_bit
from engine.jit import njit
from engine.kernel.standing import LOWS, PARTS, among, standing_among
from engine.kernel.stock import decision_bits
from engine.kernel.value import high_value, low_value
from engine.melds import CATEGORY_SHIFT, LANE, best_meld, ranks_of
from engine.profiles import ERROR, READING
from engine.programme import FEATURES, ODDS_AT
from engine.rankings import ranked

CASE = 11
"""What is kept of a case before its features: see `keep_case`."""
_MOST_RAISES, _MOST_PAST = 4, 8
_KNEES = (1.0, -1.0, 0.0, 2.0)
"""Where the weight of strength changes, in log-odds."""
_LINES = np.zeros(1 << 14, np.uint8)
for _line in range(1 << 14):
    _held = [(_line >> _start & 0x1F).bit_count() for _start in range(10)]
    _LINES[_line] = (_held.count(4) == 1) | (_held.count(4) >= 2) << 1 | (_held.count(3) >= 2) << 2
"""Of ranks from a low ace: 1 if one more makes a straight, 2 if one of two does, 4 if two of many do."""


@njit(forceinline=True)
def _draws(st: Any, pg: Any, own: int, f: Any) -> None:
    """Cards short of a flush or a straight."""
    side = 0 if pg.line_count else st.board_open
    natural = (own | side) & ~st.wild
    wild = popcount((own | side) & st.wild)
    first = 0
    for lane in range(0, 64, 16):
        held = popcount(natural >> lane & LANE) + wild
        if first == 0 and (held == 3 or held == 4) and own >> lane & LANE:
            first = held
    f[7] = first == 4
    f[8] = first == 3
    if wild == 0:
        ranks = ranks_of(natural)
        held = _LINES[(ranks << 1 | ranks >> 12 & 1) & 0x3FFF]
        f[9] = held & 1
        f[10] = held >> 1 & 1
        f[11] = held >> 2 & 1


@njit(forceinline=True)
def _board(st: Any, pg: Any, row: int, score: int, f: Any) -> None:
    """The common cards: what everybody has, and the flushes that they threaten."""
    if st.board_known != st.board_open:
        st.board_known = st.board_open
        st.board_score = (
            ranked(pg.ranking, st.board_open)
            if pg.ranking
            else best_meld(st.board_open, st.board_open & st.wild)
        )
        st.board_standing = standing_among(pg, row, st.board_score) / PARTS
        suited = 0
        for lane in range(0, 64, 16):
            suited = max(suited, popcount(st.board_open >> lane & LANE))
        st.board_suited = suited
    f[15] = st.board_standing
    f[16] = score >> CATEGORY_SHIFT > st.board_score >> CATEGORY_SHIFT
    f[17] = st.board_suited == 3
    f[18] = st.board_suited > 3


@njit(forceinline=True)
def _table(st: Any, pg: Any, row: int, seat: int, score: int, q: float, f: Any) -> None:
    """The cards that lie open before the others, and the own ones."""
    best = 0
    for other in range(st.players):
        if other != seat and st.live >> other & 1:
            best = max(best, st.open_value[other])
    key = best << 6 | row
    if st.threat != key:
        st.threat = key
        st.threat_standing = among(pg.open_quantiles, row, best) / PARTS
    threat = st.threat_standing
    f[19] = threat
    f[20] = best > score
    f[21] = among(pg.open_quantiles, row, st.open_value[seat]) / PARTS
    f[22] = max(threat - q, 0.0)


@njit(forceinline=True)
def _low(st: Any, pg: Any, seat: int, q: float, f: Any) -> None:
    """The low hand, where the pot is shared."""
    value = low_value(st, pg, seat)
    if value > 0:
        low = standing_among(pg, LOWS, value) / PARTS
        f[23] = low
        f[24] = max(low - 0.5, 0.0)
        f[25] = max(low - 0.8, 0.0)
        f[26] = 1.0
        f[27] = max(low, q)


@njit(forceinline=True)
def _chase(st: Any, pg: Any, seat: int, f: Any) -> None:
    """The chase: who holds the hand to beat, how good it is, and how many cards may yet be turned."""
    beats = standing_among(pg, 1, st.open_best) / PARTS if st.open_best_seat >= 0 else 0.0
    to_turn = 0
    stands = 1.0
    for other in range(st.players):
        if st.live >> other & 1:
            to_turn += st.pile_size[other]
            if other != st.open_best_seat and st.pile_size[other]:
                stands *= beats
    mine = st.pile_size[seat] / max(to_turn, 1)
    holds = seat == st.open_best_seat
    chance = (1.0 - stands) * mine + (stands if holds else 0.0)
    f[1] = chance
    f[2] = max(chance - 0.25, 0.0)
    f[3] = max(chance - 0.5, 0.0)
    f[4] = holds
    f[5] = beats if holds else 0.0
    f[6] = max(beats - 0.8, 0.0) if holds else 0.0
    f[7] = mine
    f[8] = beats
    f[9] = st.pile_size[seat] == 0
    f[10] = stands


@njit
def see(st: Any, pg: Any, seat: int) -> None:
    """Fill `st.features` with what the player of a seat sees now (engine.programme.FEATURES of them)."""
    f = st.features
    for k in range(FEATURES):
        f[k] = 0.0
    f[0] = 1.0
    own = st.own[seat]
    if pg.chase:
        _chase(st, pg, seat, f)
        return
    row = min(max(st.street, 1), pg.streets)
    score = high_value(st, pg, seat)
    st.seen_score = score
    q = standing_among(pg, row, score) / PARTS
    f[1] = q
    f[2] = max(q - 0.25, 0.0)
    f[3] = max(q - 0.5, 0.0)
    f[4] = max(q - 0.75, 0.0)
    f[5] = max(q - 0.9, 0.0)
    f[6] = max(q - 0.97, 0.0)
    if row < pg.streets:
        _draws(st, pg, own, f)
    ranks = ranks_of(own & ~st.wild)
    top = top_bit(ranks) if ranks else 0
    rest = ranks ^ 1 << top if ranks else 0
    f[12] = top / 12.0
    f[13] = (top_bit(rest) if rest else top) / 12.0
    f[14] = popcount(own & st.wild)
    if st.board_open:
        _board(st, pg, row, score, f)
    if st.any_open:
        _table(st, pg, row, seat, score, q, f)
    if pg.share:
        _low(st, pg, seat, q, f)
    if pg.spade:
        spades = (own & ~st.open[seat]) >> 48 & LANE
        f[28] = (top_bit(spades) + 1) / 13.0 if spades else 0.0
        f[29] = max(f[28] - 0.8, 0.0)
    f[30] = st.own_count[seat] / 8.0


@njit
def judge(st: Any, pg: Any, seat: int) -> None:
    """Work out what a seat's hand looks like now, with the error of its judgement, and draw its mood.

    The mood, a number below 255, picks its choices for the whole round: who calls in a raising war for one
    raise and folds to the next, though nothing has changed, only loses chips.
    """
    see(st, pg, seat)
    row = min(max(st.street, 1), pg.streets)
    z, one, two, three = 0.0, 0.0, 0.0, 0.0  # four sums at once: one would wait for itself
    for k in range(0, FEATURES, 4):
        z += st.features[k] * pg.weights[row, k]
        one += st.features[k + 1] * pg.weights[row, k + 1]
        two += st.features[k + 2] * pg.weights[row, k + 2]
        three += st.features[k + 3] * pg.weights[row, k + 3]
    z += one + (two + three)
    error = st.profiles[seat, ERROR]
    if error > 0.0:
        z += error * _normal(st, seat)
    st.strength[seat] = z
    st.mood[seat] = (int(decision_bits(st, seat) >> np.uint64(56)) * 255) >> 8
    st.strength_known |= 1 << seat


@njit
def _normal(st: Any, seat: int) -> float:
    """A number of mean 0 and variance 1: four uniform ones of 16 bits, which is near enough to normal."""
    bits = decision_bits(st, seat)
    total = 0.0
    for shift in range(0, 64, 16):
        total += float(np.int64(bits >> np.uint64(shift)) & 0xFFFF) / 65536.0
    return (total - 2.0) * 1.7320508075688772


@njit(forceinline=True)
def strength_of(st: Any, pg: Any, seat: int) -> float:
    """How strong a seat's hand looks to it in this round, in log-odds."""
    if not st.strength_known >> seat & 1:
        judge(st, pg, seat)
    return float(st.strength[seat])


@njit
def odds_of(st: Any, pg: Any, seat: int, live: int, raises: int, mine: bool, past: int, z: float) -> float:
    """The chance to win of a hand that looks so strong among `live` players, after what was bet.

    `raises` of this round and `past` of the earlier ones; `mine` if the latest bet was the player's own. Of
    two who are left at a table of six more is to be feared than of two at a table of two.
    """
    w = pg.odds[min(max(st.street, 1), pg.streets)]
    others = np.log(max(live - 1, 1))
    reads = st.profiles[seat, READING]
    now = reads * min(raises, _MOST_RAISES)
    before = reads * min(past, _MOST_PAST)
    own = 1.0 if mine else 0.0
    x = w[0] + w[1] * z + others * (w[3] + w[4] * z) + now * (w[5] + w[6] * z)
    x += before * (w[7] + w[8] * z) + own * (w[9] + w[10] * z) + w[11] * own * now
    x += np.log(st.players / live) * (w[12] + w[13] * z)
    x += w[2] * max(z - _KNEES[0], 0.0) + w[14] * max(z - _KNEES[1], 0.0)
    x += w[15] * max(z - _KNEES[2], 0.0) + w[16] * max(z - _KNEES[3], 0.0)
    x += min(now, 1.0) * (w[17] + w[18] * z) + min(before, 1.0) * (w[19] + w[20] * z)
    x += w[ODDS_AT + st.players - 2]
    return float(1.0 / (1.0 + np.exp(-x)))


@njit
def chance_seen(st: Any, pg: Any, seat: int, more: int, raises: int) -> float:
    """A seat's chance to win if all who are in stay, and `more` beside them."""
    mine = st.last_bettor == seat
    live = st.live_count + more
    return odds_of(st, pg, seat, live, raises, mine, st.past_raises, strength_of(st, pg, seat))


@njit
def keep_case(st: Any, pg: Any, seat: int) -> None:
    """Keep what a seat sees now, for the fit: round, seat, players in, score, open score, raises, earlier
    raises, whether it bet last, how strong its hand looks, the chance, players dealt in; then the features.
    With `st.scores_alone` but the first five.
    """
    if st.case_count >= st.cases.shape[0]:
        return
    case = st.cases[st.case_count]
    st.case_count += 1
    case[0] = min(max(st.street, 1), pg.streets)
    case[1] = seat
    case[2] = st.live_count
    case[3] = high_value(st, pg, seat)
    case[4] = st.open_value[seat] if st.any_open else -1
    if st.scores_alone:
        return
    if st.strength_known >> seat & 1:
        see(st, pg, seat)
    z = strength_of(st, pg, seat)
    case[5] = st.raises
    case[6] = st.past_raises
    case[7] = st.last_bettor == seat
    case[8] = z
    case[9] = chance_seen(st, pg, seat, 0, st.raises)
    case[10] = st.players
    for k in range(FEATURES):
        case[CASE + k] = st.features[k]
