"""Simulated hands as rows of the store: arrays in, frames out, without a loop over hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from engine.api import (
    CATEGORIES,
    CATEGORY_SHIFT,
    NO_LOW,
    OWN_ORDERS,
    SHORT_ORDER,
    Declared,
    Detail,
    Half,
    HandColumn,
    Outcome,
    Ranking,
    Record,
    SeatColumn,
    Variant,
    unpack_shares,
)
from pipeline.simulation.columns import Array, constant, lists, narrow_columns, narrowed, where, words

_SHORT_ORDER = np.array([*SHORT_ORDER, -1])  # the last for -1, no score


def melds_of(variant: Variant, scores: Array) -> pl.Series:
    """The meld of each score (n,): a category in card games, the game's own word in others; null for -1."""
    return words(*_coded_melds(variant, scores))


def _coded_melds(variant: Variant, scores: Array) -> tuple[Array, Sequence[str]]:
    """The meld of each score as `columns.words` takes it: its place in the names, -1 for none; the names."""
    if variant.kernel:
        from engine.api import kernel_of

        meld = kernel_of(variant.kernel).meld
        known = pl.Series(scores).unique().sort().to_numpy()
        melds = [meld(int(score)) if score >= 0 else "" for score in known]
        names = sorted({*melds} - {""})
        code = np.array([names.index(name) if name else -1 for name in melds], np.int16)
        return code[np.searchsorted(known, scores)], names
    if variant.short_order:
        return _SHORT_ORDER[scores >> CATEGORY_SHIFT + 1], CATEGORIES
    if order := OWN_ORDERS.get(variant.ranking):
        return np.array([*order, -1])[scores >> CATEGORY_SHIFT], CATEGORIES
    if variant.ranking.lowball:
        return np.where(scores < 0, -1, NO_LOW - scores.astype(np.int64) >> CATEGORY_SHIFT), CATEGORIES
    return scores >> CATEGORY_SHIFT, CATEGORIES


@dataclass(frozen=True, kw_only=True)
class Columns:
    """A record by column, in narrow integers: small while it waits for the rest of a part.

    `games` are the games played; where there are several, `game` (hands,) is each hand's index. `players` at
    each hand: one number, or (hands,). In duplicate play `deal` (hands,) numbers the deals, and `turn` (hands,)
    is the number of seats that the players had moved. `hand` has an array a column, (hands,); `seat` the same,
    a row a seat, of the columns that are stored. `acts` and `shares` are packed and concatenated; the counts say
    how many each hand has.
    """

    games: Sequence[Variant]
    game: Array | None = None
    players: int | Array
    deal: Array | None = None
    turn: Array | None = None
    hand: Mapping[HandColumn, Array]
    seat: Mapping[SeatColumn, Array]
    acts: Array
    act_counts: Array
    shares: Array
    share_counts: Array


_STORED = tuple(SeatColumn)[: SeatColumn.SCORE + 1]


def columns_of(played: Sequence[tuple[Variant, Record]]) -> Columns:
    """The columns of some records, each of a call, end to end; they don't need the records any more."""
    records = [record for _, record in played]
    variant, first = played[0]
    players: int | Array = first.seat.shape[1]
    games: tuple[Variant, ...] = (variant,)
    game = None
    if len(played) > 1:
        places = {called: place for place, called in enumerate(dict.fromkeys(called for called, _ in played))}
        counts = [len(record.hand) for record in records]
        games = tuple(places)
        game = np.repeat([places[called] for called, _ in played], counts)
        players = np.repeat([record.seat.shape[1] for record in records], counts)
    seat = _end_to_end([record.seat.reshape(-1, len(SeatColumn)) for record in records])
    hand = _end_to_end([record.hand for record in records])
    return Columns(
        games=games,
        game=game,
        players=players,
        hand=dict(zip(HandColumn, narrow_columns(hand), strict=True)),
        seat=dict(zip(_STORED, narrow_columns(seat[:, : len(_STORED)]), strict=True)),
        acts=narrowed(_end_to_end([record.actions for record in records])),
        act_counts=_counts([record.action_ends for record in records]),
        # few, and packed: narrowed when they are unpacked
        shares=np.concatenate([record.shares for record in records]),
        share_counts=_counts([record.share_ends for record in records]),
    )


def joined(batches: Sequence[Columns]) -> Columns:
    """At least one batch of a call at a table, one after the other."""
    first = batches[0]
    if len(batches) == 1:
        return first
    arrays: dict[str, Any] = {
        name: _end_to_end([getattr(batch, name) for batch in batches])
        for name in ("deal", "turn", "acts", "act_counts", "shares", "share_counts")
        if getattr(first, name) is not None
    }
    return replace(
        first,
        hand={column: _end_to_end([batch.hand[column] for batch in batches]) for column in first.hand},
        seat={column: _end_to_end([batch.seat[column] for batch in batches]) for column in first.seat},
        **arrays,
    )


def dealt(batches: Sequence[tuple[int, Columns]], last: int, turn: int) -> Iterator[Columns]:
    """Batches of duplicate play with their `deal` and `turn`; each comes with the number of its first deal, the
    last ends with deal `last` - 1.
    """
    ends = [first for first, _ in batches[1:]] + [last]
    for (first, batch), end in zip(batches, ends, strict=True):
        begins = batch.hand[HandColumn.CHAIN] == 0
        hands, deals = begins.size, end - first
        if np.count_nonzero(begins) == deals:
            deal = np.cumsum(begins) - 1
        else:  # a game of several deals, always as many
            deal = np.repeat(np.arange(deals), hands // deals)
        yield replace(batch, deal=first + deal, turn=np.full(hands, turn))


def _counts(ends: Sequence[Array]) -> Array:
    """How many acts or shares each hand has."""
    return narrowed(_end_to_end([end[1:] - end[:-1] for end in ends]))


def _end_to_end(arrays: Sequence[Array]) -> Array:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def frames_of(
    played: Columns, *, first_no: int, detail: str, profiles: Sequence[str] | None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Hands as rows of `hands` and `seats`, numbered from `first_no`; `profiles` are the players',
    where every hand is played by the same players.

    Players are numbered as they sit when the last of them deals.

    Columns that are null throughout are left out.
    """
    hand, seat, players = played.hand, played.seat, played.players
    turn = 0 if played.turn is None else played.turn
    count = hand[HandColumn.POT].size
    numbers = narrowed(np.arange(first_no, first_no + count))
    begins = np.where(hand[HandColumn.POT_IN] == 0, numbers, numbers[:1])
    hands = {
        "hand_no": pl.Series(numbers),
        "status": constant("confirmed", count),
        "chain_no": pl.Series(np.maximum.accumulate(begins)),
        "variant_id": _of_games(played, lambda variant: variant.id),
        "additions": _of_games(played, lambda variant: variant.additions),
        "player_count": constant(players, count) if isinstance(players, int) else pl.Series(players),
        "unit": _of_games(played, lambda variant: variant.unit),
        "pot_in": pl.Series(hand[HandColumn.POT_IN]),
        "pot": pl.Series(hand[HandColumn.POT]),
        "pot_out": pl.Series(hand[HandColumn.POT_OUT]),
        "outcome": words(hand[HandColumn.OUTCOME], Outcome.words()),
        "rounds_played": pl.Series(hand[HandColumn.ROUNDS]),
        "showdown_count": pl.Series(hand[HandColumn.SHOWDOWN]),
        "boards": constant(1, count),
        "detail": constant(detail, count),
        "shares": _shares(played.shares, played.share_counts),
    }
    if played.deal is not None:
        _, first, of_deal = np.unique(played.deal, return_index=True, return_inverse=True)
        hands["deal_no"] = pl.Series(numbers[first][of_deal])
    if detail != Detail.RESULT:
        hands["actions"] = lists(_offsets(played.act_counts), played.acts)
    scores = seat[SeatColumn.SCORE]
    folded = seat[SeatColumn.FOLDED]
    paid, won = seat[SeatColumn.PAID], seat[SeatColumn.WON]
    seats = {
        "hand_no": pl.Series(np.repeat(numbers, players)),
        "seat": pl.Series(_seat_numbers(players, count)),
        "stack_before": pl.Series(seat[SeatColumn.STACK]),
        "paid": pl.Series(paid),
        "won": pl.Series(won),
        "net": pl.Series(won - paid),  # neither is negative, so this is no wider than they are
        "shadow": pl.Series(seat[SeatColumn.SHADOW]),
        "peder_used": pl.Series(seat[SeatColumn.PEDER] > 0),
        "folded_round": where(folded > 0, folded),
        "showed": pl.Series(seat[SeatColumn.SHOWED] > 0),
        "declared": words(seat[SeatColumn.DECLARED] - Declared.LOW.code, Declared.words()),
        "meld": _melds(played),
        "meld_score": where(scores >= 0, scores),
    }
    if profiles is not None:
        seats["profile"] = _profile_column(hand[HandColumn.DEALER] + turn, profiles)
    return pl.DataFrame(hands), pl.DataFrame(seats)


def _of_games(played: Columns, fact: Callable[[Variant], str | int]) -> pl.Series:
    """A fact of each hand's game."""
    facts = [fact(variant) for variant in played.games]
    if played.game is None or len(set(facts)) == 1:
        return constant(facts[0], played.share_counts.size)
    return pl.Series(facts).gather(played.game)


def _seat_numbers(players: int | Array, hands: int) -> Array:
    """The seat numbers of `hands` hands, each counted from 0."""
    if isinstance(players, int):
        return np.tile(np.arange(players, dtype=np.int8), hands)
    begins = np.cumsum(players) - players
    return np.asarray(np.arange(begins[-1] + players[-1]) - np.repeat(begins, players))


def _ranks_by(variant: Variant) -> tuple[str, bool, Ranking]:
    """What the category of a score depends on."""
    return variant.kernel, variant.short_order, variant.ranking


def _melds(played: Columns) -> pl.Series:
    """The meld of each seat; games with the same ranking are computed together."""
    scores = played.seat[SeatColumn.SCORE]
    if played.game is None:
        return melds_of(played.games[0], scores)
    ways = {_ranks_by(variant): variant for variant in played.games}
    of_game = np.array([list(ways).index(_ranks_by(variant)) for variant in played.games])
    way = np.repeat(of_game[played.game], played.players)
    names: list[str] = []
    code = np.empty(scores.size, np.int64)
    for place, variant in enumerate(ways.values()):
        ranked = way == place
        codes, known = _coded_melds(variant, scores[ranked])
        code[ranked] = np.where(codes < 0, -1, codes + len(names))
        names += known
    return pl.Series(names, dtype=pl.String).gather(where(code >= 0, code))


def _profile_column(dealers: Array, profiles: Sequence[str]) -> pl.Series:
    """For each seat of each hand, counted from the dealer's left, its player's profile."""
    names = sorted(set(profiles))
    seats = np.arange(len(profiles))
    if len(names) == 1:
        return constant(names[0], dealers.size * seats.size)
    of_players = np.array([names.index(name) for name in profiles], np.uint8)
    of_dealer = of_players[(seats[:, None] + 1 + seats) % seats.size]
    return words(of_dealer[dealers % seats.size].ravel(), names)


def _shares(shares: Array, counts: Array) -> pl.Series:
    """The shares of pots; the winner's meld stands in `seats`."""
    nothing = constant(None, len(shares))
    part = unpack_shares(shares)
    return lists(
        _offsets(counts),
        {
            "pot_no": pl.Series(narrowed(part.pot_no)),
            "board_no": constant(0, len(shares)),
            "half": words(part.half, Half.words()),
            "seat": pl.Series(narrowed(part.seat)),
            "chips": pl.Series(narrowed(part.chips)),
            "meld": nothing.cast(pl.String),
            "score": nothing.cast(pl.Int64),
        },
    )


def _offsets(counts: Array) -> Array:
    """The offsets of concatenated lists: where each begins, and where the last ends."""
    return np.concatenate(([0], np.cumsum(counts)))
