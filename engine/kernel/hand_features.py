"""The features of a hand as its player sees it, its strength, and its chance to win.

`strength` is a weighted sum of the features, fitted for each game and betting round to the share of the pot that such
hands win when every player stays (`engine.players.training.chances`): log-odds against a number of others, before any
betting. `odds_of` adds what the betting says. Both are logistic regressions; the features are the same for every
game, and a feature that means nothing in a game has no weight there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards.bits import popcount, top_bit
from engine.cards.guest_rankings import rank_hand
from engine.cards.high import CATEGORY_SHIFT, LANE, best_meld, ranks_of
from engine.compile.jit import njit
from engine.kernel.chase_chances import SURELY, chase_chance, is_known
from engine.kernel.program import BEND_PARTS, FEATURES, MAX_PLAYERS, ODDS_AT, QUANTILES, SITUATIONS
from engine.kernel.regression_trees import sum_of_trees
from engine.kernel.standing import LOWS, PART, among, standing_among
from engine.kernel.stock import decision_bits
from engine.kernel.value import high_value, low_value, side_value
from engine.players.profiles import ERROR, READING

CASE = 11
"""Columns of a case before its features: see `record_case`."""
_MOST_RAISES, _MOST_PAST = 4, 8
_PAST, _NOW, _MINE, _LIVE = SITUATIONS
_KNEES = (1.0, -1.0, 0.0, 2.0)
"""Where the weight of strength changes, in log-odds."""
_COUNTS = np.arange(1, MAX_PLAYERS + 2)
_LOG_OTHERS = np.concatenate([[0.0, 0.0], np.log(_COUNTS[:-1])])
"""The logarithm of the number of opponents, by the number of players in."""
_LOG_GONE = np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS + 2))
_LOG_GONE[1:, 1:] = np.log(_COUNTS[:-1, None] / _COUNTS)
"""And of players dealt in to those in."""
_TWELFTH = np.arange(16) / 12.0
_LINES = np.zeros(1 << 14, np.uint8)
for _line in range(1 << 14):
    _held = [(_line >> _start & 0x1F).bit_count() for _start in range(10)]
    _LINES[_line] = (_held.count(4) == 1) | (_held.count(4) >= 2) << 1 | (_held.count(3) >= 2) << 2
"""For sets of ranks from a low ace: 1 if one more rank makes a straight, 2 if either of two does, 4 if pairs of
several do.
"""


@njit(forceinline=True)
def _draws(st: Any, pg: Any, own: int) -> tuple[float, float, float, float, float]:
    """Cards short of a flush or a straight: features 7 to 11."""
    side = 0 if pg.line_count else st.board_open
    natural = (own | side) & ~st.wild
    wild = popcount((own | side) & st.wild)
    short = 0
    for lane in range(48, -1, -16):  # the first suit decides
        held = popcount(natural >> lane & LANE) + wild
        if (held == 3 or held == 4) and own >> lane & LANE:
            short = held
    line = 0
    if wild == 0:
        ranks = ranks_of(natural)
        line = int(_LINES[(ranks << 1 | ranks >> 12 & 1) & 0x3FFF])
    flush, three = 1.0 if short == 4 else 0.0, 1.0 if short == 3 else 0.0
    return flush, three, float(line & 1), float(line >> 1 & 1), float(line >> 2)


@njit
def _update_board(st: Any, pg: Any, row: int) -> None:
    """Compute the value of the common cards by themselves, and the flushes that they threaten."""
    st.seen.board_known = st.board_open
    st.seen.board_score = (
        rank_hand(pg.ranking, st.board_open)
        if pg.ranking
        else best_meld(st.board_open, st.board_open & st.wild)
    )
    st.seen.board_standing = PART[standing_among(pg, row, st.seen.board_score)]
    suited = 0
    for lane in range(0, 64, 16):
        suited = max(suited, popcount(st.board_open >> lane & LANE))
    st.seen.board_suited = suited


@njit
def _update_open(st: Any, pg: Any, row: int) -> None:
    """Compute the share of the open hands of a round that each player's open cards beat."""
    st.seen.open_row = row
    for seat in range(st.players):
        if st.live >> seat & 1 or pg.reentry:  # a player who has left may come back
            st.seen.open_standing[seat] = PART[among(pg.open_quantiles, row, st.seen.open_value[seat])]


@njit(forceinline=True)
def _table(st: Any, seat: int, score: int) -> tuple[float, float]:
    """Features 19 and 20: the others' open cards."""
    others = st.live & ~(1 << seat)
    whose = st.open_first
    if whose < 0 or not others >> whose & 1:
        best = -1
        whose = 0
        for other in range(st.players):  # without a branch: the processor can't predict who has left
            value = st.seen.open_value[other] if others >> other & 1 else -1
            whose = other if value > best else whose
            best = max(best, value)
    return st.seen.open_standing[whose], 1.0 if st.seen.open_value[whose] > score else 0.0


@njit
def _side(st: Any, pg: Any, seat: int) -> tuple[float, float]:
    """Features 28 and 29: the closed spade or the count that takes half of the pot, 1 for one that nearly always wins."""
    best = side_value(st, pg, seat) / (13.0 if pg.spade else 26.0 if pg.by_rank else 4.0)
    return best, max(best - 0.8, 0.0)


@njit(forceinline=True)
def _add(st: Any, pg: Any, row: int, first: int, seen: Any, sums: Any) -> Any:
    """Record four features, from the `first` on, and add them, times their weights, to four sums."""
    for k in range(4):
        st.seen.features[first + k] = seen[k]
    return (
        sums[0] + seen[0] * pg.weights[row, first],
        sums[1] + seen[1] * pg.weights[row, first + 1],
        sums[2] + seen[2] * pg.weights[row, first + 2],
        sums[3] + seen[3] * pg.weights[row, first + 3],
    )


@njit
def _chase_strength(st: Any, pg: Any, seat: int) -> float:
    """Return the log-odds of the chance in a chase. What lies behind it is recorded for exploiters: the holder of the hand
    to beat, the cards that each may still turn, and the chance of the others' best.
    """
    chance = chase_chance(st, pg, seat)
    if st.training.is_on:
        most = 0.0
        to_turn = 0
        for other in range(st.players):
            if other != seat and st.live >> other & 1:
                most = max(most, chase_chance(st, pg, other))
                to_turn += st.pile_size[other]
        f = st.seen.features
        f[0], f[1], f[2] = chance, most, 1.0 if seat == st.open_best_seat else 0.0
        f[3], f[4] = float(st.pile_size[seat]), float(to_turn)
        f[5] = PART[standing_among(pg, 1, st.open_best)] if st.open_best_seat >= 0 else 0.0
        f[6] = PART[standing_among(pg, 1, st.chase.wholes[seat, QUANTILES // 2])]
    odds = np.log(max(chance, 1e-9) / max(1.0 - chance, 1e-9))
    return float(min(max(odds, -SURELY), SURELY))


@njit(forceinline=True)
def strength_now(st: Any, pg: Any, seat: int) -> float:
    """Return the strength of a seat's hand now, in log-odds: the weighted sum of the features that its player sees, and what
    trees add to it.

    The features are recorded in `st.seen.features`: `engine.kernel.program.FEATURES` numbers. Features that a game
    doesn't have are 0 and aren't added. Four sums run in parallel, because a single one would have to wait for
    itself.
    """
    for k in range(FEATURES):
        st.seen.features[k] = 0.0
    row = min(max(st.street, 1), pg.streets)
    sums = 0.0, 0.0, 0.0, 0.0
    if pg.chase:
        return _chase_strength(st, pg, seat)
    own = st.own[seat]
    score = high_value(st, pg, seat)
    shown = 0.0
    if st.any_open:
        if st.seen.open_row != row:
            _update_open(st, pg, row)
        shown = st.seen.open_standing[seat]
    if st.any_open and pg.all_open >> row & 1 and score == st.seen.open_value[seat]:
        q = shown
    else:
        q = PART[standing_among(pg, row, score)]
    past = max(q - 0.75, 0.0), max(q - 0.9, 0.0), max(q - 0.97, 0.0)
    sums = _add(st, pg, row, 0, (1.0, q, max(q - 0.25, 0.0), max(q - 0.5, 0.0)), sums)
    if row < pg.streets:
        flush, three, one, two, many = _draws(st, pg, own)
        sums = _add(st, pg, row, 4, (past[0], past[1], past[2], flush), sums)
        sums = _add(st, pg, row, 8, (three, one, two, many), sums)
    else:
        sums = _add(st, pg, row, 4, (past[0], past[1], past[2], 0.0), sums)
    ranks = ranks_of(own & ~st.wild)
    top = top_bit(ranks) if ranks else 0
    rest = ranks ^ 1 << top if ranks else 0
    second = top_bit(rest) if rest else top
    held_wild = float(popcount(own & st.wild))
    board, threat, beaten = 0.0, 0.0, 0.0
    above, three_suited, more_suited = 0.0, 0.0, 0.0
    if st.board_open:
        if st.seen.board_known != st.board_open:
            _update_board(st, pg, row)
        board = st.seen.board_standing
        above = 1.0 if score >> CATEGORY_SHIFT > st.seen.board_score >> CATEGORY_SHIFT else 0.0
        three_suited = 1.0 if st.seen.board_suited == 3 else 0.0
        more_suited = 1.0 if st.seen.board_suited > 3 else 0.0
    sums = _add(st, pg, row, 12, (_TWELFTH[top], _TWELFTH[second], held_wild, board), sums)
    if st.any_open:
        threat, beaten = _table(st, seat, score)
        sums = _add(st, pg, row, 16, (above, three_suited, more_suited, threat), sums)
    elif st.board_open:
        sums = _add(st, pg, row, 16, (above, three_suited, more_suited, 0.0), sums)
    value = low_value(st, pg, seat) if pg.share else 0
    low = PART[standing_among(pg, LOWS, value)] if value > 0 else 0.0
    if st.any_open:
        sums = _add(st, pg, row, 20, (beaten, shown, max(threat - q, 0.0), low), sums)
    elif value > 0:
        sums = _add(st, pg, row, 20, (0.0, 0.0, 0.0, low), sums)
    if value > 0:
        past_low = max(low - 0.5, 0.0), max(low - 0.8, 0.0)
        sums = _add(st, pg, row, 24, (past_low[0], past_low[1], 1.0, max(low, q)), sums)
    side, high_side = _side(st, pg, seat) if pg.spade or pg.counted else (0.0, 0.0)
    sums = _add(st, pg, row, 28, (side, high_side, st.own_count[seat] / 8.0, 0.0), sums)
    strength = float(sums[0] + (sums[1] + (sums[2] + sums[3])))
    if pg.trees:
        strength += sum_of_trees(
            st.seen.features, pg.trees, pg.tree_column[row], pg.tree_cut[row], pg.tree_gain[row]
        )
    return strength


@njit(forceinline=True)
def bucket_of(pg: Any, row: int, z: float) -> int:
    """Return the bucket of a hand of this strength, one of twelve parts of the hands of a round: first the quarter,
    then the third of it.
    """
    cuts = pg.cuts[row]
    at = 3 * (int(z > cuts[2]) + int(z > cuts[5]) + int(z > cuts[8]))
    return at + int(z > cuts[at]) + int(z > cuts[at + 1])


@njit
def assess(st: Any, pg: Any, seat: int) -> None:
    """Compute the strength of a seat's hand now, with the player's error."""
    z = strength_now(st, pg, seat)
    error = st.profiles[seat, ERROR]
    if error > 0.0:
        z += error * _normal(st, seat)
    st.seen.strength[seat] = z
    st.seen.bucket[seat] = bucket_of(pg, min(max(st.street, 1), pg.streets), z)
    st.seen.strength_known |= 1 << seat


@njit
def _normal(st: Any, seat: int) -> float:
    """Return a number of mean 0 and variance 1, the sum of four uniform 16-bit ones, which is near enough to normal."""
    bits = decision_bits(st, seat)
    total = 0.0
    for shift in range(0, 64, 16):
        total += float(np.int64(bits >> np.uint64(shift)) & 0xFFFF) / 65536.0
    return (total - 2.0) * 1.7320508075688772


@njit(forceinline=True)
def strength_of(st: Any, pg: Any, seat: int) -> float:
    """Return the strength of a seat's hand as its player sees it in this round, in log-odds; in a chase it changes when
    a player leaves.
    """
    if not st.seen.strength_known >> seat & 1 or (pg.chase and not is_known(st, seat)):
        assess(st, pg, seat)
    return float(st.seen.strength[seat])


@njit
def situation_of(past: Any, raises: Any, mine: Any, live: Any) -> Any:
    """The number of a situation (`SITUATIONS`) by earlier raises, raises of this round, whether the player bet last,
    and players in: numbers, or arrays of them.
    """
    place = np.minimum(past, _PAST - 1) * _NOW + np.minimum(raises, _NOW - 1)
    return (place * _MINE + mine) * _LIVE + np.minimum(live - 2, _LIVE - 1)


@njit
def odds_of(st: Any, pg: Any, seat: int, live: int, raises: int, mine: bool, past: int, z: float) -> float:
    """Return the chance to win of a hand of this strength among `live` players, given the betting.

    `raises` of this round and `past` of the earlier ones; `mine` if the latest bet was the player's own. Two who are
    left of six have better hands than two at a table of two. People bet on other hands than trained players do, so
    their tables have weights of their own. At tables of trained players the chance is corrected (bent) if hands in
    that situation, at tables of that size, were seen to win more or less.
    """
    street = min(max(st.street, 1), pg.streets)
    w = pg.odds[street, st.people]
    others = _LOG_OTHERS[live]
    reads = 1.0 if st.people else st.profiles[seat, READING]  # weights of people were fitted to how they read
    now = reads * min(raises, _MOST_RAISES)
    before = reads * min(past, _MOST_PAST)
    own = 1.0 if mine else 0.0
    x = w[0] + w[1] * z + others * (w[3] + w[4] * z) + now * (w[5] + w[6] * z)
    x += before * (w[7] + w[8] * z) + own * (w[9] + w[10] * z) + w[11] * own * now
    x += _LOG_GONE[st.players, live] * (w[12] + w[13] * z)
    x += w[2] * max(z - _KNEES[0], 0.0) + w[14] * max(z - _KNEES[1], 0.0)
    x += w[15] * max(z - _KNEES[2], 0.0) + w[16] * max(z - _KNEES[3], 0.0)
    x += min(now, 1.0) * (w[17] + w[18] * z) + min(before, 1.0) * (w[19] + w[20] * z)
    x += w[ODDS_AT + st.players - 2]
    if not st.people:
        bend = pg.bends[street, st.players - 2, situation_of(int(before), int(now), int(mine), live)]
        x += (bend[0] + bend[1] * x) / BEND_PARTS
    return float(1.0 / (1.0 + np.exp(-x)))


@njit
def chance_seen(st: Any, pg: Any, seat: int, more: int, raises: int) -> float:
    """A seat's chance to win if all players in stay, and `more` join them."""
    mine = st.last_bettor == seat
    live = st.live_count + more
    return odds_of(st, pg, seat, live, raises, mine, st.seen.past_raises, strength_of(st, pg, seat))


@njit(forceinline=True)
def round_ends_at(st: Any) -> int:
    """Return the seat at which the round ends without a raise: the last to bet, or the first to act."""
    bettor = st.last_bettor
    return int(bettor if bettor >= 0 and st.raises > 0 and st.put_in[bettor] == st.bet else st.first)


@njit
def record_case(st: Any, pg: Any, seat: int) -> None:
    """Record what a seat sees now, for the fit: round, seat, players in, score, open score, raises, earlier
    raises, whether it bet last, the strength of its hand, the chance, players dealt in; then the features.
    With `st.training.scores_alone` only the first five.
    """
    if st.training.case_count >= st.training.cases.shape[0]:
        return
    case = st.training.cases[st.training.case_count]
    st.training.case_count += 1
    case[0] = min(max(st.street, 1), pg.streets)
    case[1] = seat
    case[2] = st.live_count
    case[3] = high_value(st, pg, seat)
    case[4] = st.seen.open_value[seat] if st.any_open else -1
    if st.training.scores_alone:
        return
    if st.seen.strength_known >> seat & 1:
        strength_now(st, pg, seat)
    z = strength_of(st, pg, seat)
    case[5] = st.raises
    case[6] = st.seen.past_raises
    case[7] = st.last_bettor == seat
    case[8] = z
    case[9] = chance_seen(st, pg, seat, 0, st.raises)
    case[10] = st.players
    for k in range(FEATURES):
        case[CASE + k] = st.seen.features[k]
