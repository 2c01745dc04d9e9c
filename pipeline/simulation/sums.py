"""The sums of a part of a run, from the arrays that its hands are in: what `queries/parts` says in SQL.

They lie beside the part, so that whoever builds the marts reads a row where there are 65,536 hands. The SQL
is the definition; a test compares both for every game, and `peder check` does in every store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import combinations

import numpy as np
import polars as pl

from engine.api import HandColumn, Outcome, SeatColumn, Variant
from pipeline.simulation.evenings import Ints, by_place, paths
from pipeline.simulation.played import Columns
from pipeline.simulation.walks import Bools, count_melds, count_values, place_by_chain
from pipeline.store.schemas import SUMS

_EXACT = 2**63
_WINS = ("clusters", "number", "total", "number_x_number", "total_x_total", "total_x_number")
"""`ratio_sums` of queries/formulas.sql, as `count_melds` adds them up."""
_OF_HANDS = (
    HandColumn.POT, HandColumn.POT_IN, HandColumn.POT_OUT, HandColumn.OUTCOME, HandColumn.SHOWDOWN,
    HandColumn.ROUNDS,
)  # fmt: skip
_COUNTED = 1 << 22
"""Values that lie no further apart are counted in an array, else sorted."""


def sums_of(
    played: Columns, seats: pl.DataFrame, variant: Variant, evenings: Ints, *, first_no: int
) -> pl.DataFrame:
    """The row of `sums` for the whole chains of a part, its hands numbered from `first_no`.

    `seats` are the part's as `frames_of` has them, with profiles; `evenings` (hands,) says of which evening
    each hand is, -1 for none. In duplicate play the part has whole deals, and these are the clusters.
    """
    players = played.players
    hand = {column: played.hand[column].astype(np.int64) for column in _OF_HANDS}
    paid, won, shadow = (
        played.seat[column] for column in (SeatColumn.PAID, SeatColumn.WON, SeatColumn.SHADOW)
    )
    pots, hands = hand[HandColumn.POT], hand[HandColumn.POT].size
    nets = np.subtract(won, paid, dtype=np.int64).reshape(hands, players)
    begins = chain_begins(played)
    lengths: Ints = np.diff(begins, append=hands)
    alone = begins.size == hands  # each hand is a chain

    def by_chain(values: Ints) -> Ints:
        return values if alone else np.add.reduceat(values, begins)

    together = _by_deal(None if played.deal is None else played.deal[begins])
    net, squares = by_chain(_summed(nets)), by_chain(_summed(nets, nets))
    of_hands = _net_sums(*map(together, (players * lengths, net, squares)))
    pots_of_hands = _ratio_sums(*map(together, (lengths, by_chain(pots))))
    if alone:
        put_in, of_chains, pots_of_chains = pots, of_hands, pots_of_hands
    else:
        of_players = np.empty((begins.size, players), np.int64)
        place_by_chain(nets, begins, of_players)
        put_in = by_chain(pots - hand[HandColumn.POT_IN])
        seats_of = np.full(begins.size, players)
        of_chains = _net_sums(
            *map(together, (seats_of, _summed(of_players), _summed(of_players, of_players)))
        )
        pots_of_chains = _ratio_sums(*map(together, (np.ones(begins.size, np.int64), put_in)))
    outcome = hand[HandColumn.OUTCOME]
    showdowns = (outcome == Outcome.SHOWDOWN.code) | (
        (outcome != Outcome.LAST_STANDING.code) & (hand[HandColumn.SHOWDOWN] > 1)
    )
    one, none = np.ones(begins.size, np.int64), np.zeros(begins.size, np.int64)
    biggest = int(pots.argmax())
    row = {
        "variant_id": variant.id,
        "additions": variant.additions,
        "player_count": players,
        "unit": variant.unit,
        "per_hand": {
            "nets": of_hands,
            "pots": pots_of_hands,
            "showdowns": _ratio_sums(*map(together, (lengths, by_chain(showdowns.astype(np.int64))))),
            "carries": _ratio_sums(
                *map(together, (lengths, by_chain((hand[HandColumn.POT_OUT] > 0).astype(np.int64))))
            ),
            "counts": _counts(hands=hands, rounds_known=hands, rounds=int(hand[HandColumn.ROUNDS].sum())),
        },
        "per_chain": {
            "nets": of_chains,
            "pots": pots_of_chains,
            "showdowns": _ratio_sums(*map(together, (none, none))),
            "carries": _ratio_sums(*map(together, (one, none))),
            "counts": _counts(hands=hands),
        },
        "melds": _meld_sums(played, seats["meld"], showdowns),
        "skills": [] if played.deal is None else _skill_sums(nets, seats["profile"], played.deal),
        "whole": {
            "first_hand": first_no,
            "last_hand": first_no + hands - 1,
            "hands": hands,
            "chains": begins.size,
            "paid": int(paid.sum(dtype=np.int64)),
            "won": int(won.sum(dtype=np.int64)),
            "shadow": int(shadow.sum(dtype=np.int64)),
            "biggest_pot": int(pots[biggest]),
            "biggest_pot_hand_no": first_no + biggest,
            "profiles": seats["profile"].unique().cast(pl.String).sort().to_list(),
        },
    }
    each_pot = _times_each(pots)
    counts = {
        "nets": _times_each(nets.ravel()),
        "pots": each_pot,
        "chain_pots": each_pot if alone else _times_each(put_in),
        "evenings": _evening_counts(nets, evenings, first_no),
    }
    told = pl.DataFrame([row], schema=pl.Schema({name: SUMS[name] for name in SUMS if name not in counts}))
    return told.with_columns(**{name: _one_list(columns) for name, columns in counts.items()}).select(*SUMS)


def chain_begins(played: Columns) -> Ints:
    """Which hands of a part begin a chain, in order."""
    pot_in = played.hand[HandColumn.POT_IN]
    return np.flatnonzero((pot_in == 0) | (np.arange(pot_in.size) == 0))


def _by_deal(deals: Ints | None) -> Callable[[Ints], Ints]:
    """What adds up values (chains,) deal by deal, `deals` (chains,) being their deals; where these are None,
    each chain stands for itself.
    """
    if deals is None:
        return lambda values: values
    order = np.argsort(deals, kind="stable")
    begins = np.flatnonzero(np.diff(deals[order], prepend=-1))
    return lambda values: np.add.reduceat(values[order], begins)


def _skill_sums(nets: Ints, profiles: pl.Series, deals: Ints) -> list[dict[str, object]]:
    """What each profile won of each other, over the deals: nets (hands, seats), and the profiles of those."""
    names = profiles.unique().cast(pl.String).sort().to_list()
    at = profiles.cast(pl.Enum(names)).to_physical().to_numpy().reshape(nets.shape)
    sat = [int(np.count_nonzero(at[0] == code)) for code in range(len(names))]
    net = [np.where(at == code, nets, 0).sum(axis=1) for code in range(len(names))]
    squares = [np.where(at == code, nets * nets, 0).sum(axis=1) for code in range(len(names))]
    together = _by_deal(deals)
    hands = together(np.ones(len(nets), np.int64))
    return [
        {
            "profile": names[a],
            "other": names[b],
            "profile_seats": sat[a],
            "other_seats": sat[b],
            "edges": _ratio_sums(hands, together(sat[b] * net[a] - sat[a] * net[b])),
            "squares": Decimal(int((sat[b] * squares[a] + sat[a] * squares[b] - 2 * net[a] * net[b]).sum())),
        }
        for a, b in combinations(range(len(names)), 2)
    ]


def _meld_sums(played: Columns, melds: pl.Series, showdowns: Bools) -> list[dict[str, object]]:
    """Of each meld that was compared, in how many hands (deals, in duplicate play) how many seats had it and
    won with it.
    """
    words = melds.dtype if isinstance(melds.dtype, pl.Enum) else pl.Enum(melds.drop_nulls().unique().sort())
    order = np.arange(showdowns.size)
    clusters = order if played.deal is None else played.deal.astype(np.int64, copy=False)
    sums = np.zeros((len(words.categories), len(_WINS)), np.int64)
    least = np.full(len(words.categories), _EXACT - 1)
    count_melds(
        order if played.deal is None else np.argsort(clusters, kind="stable"),
        clusters,
        showdowns,
        played.seat[SeatColumn.FOLDED] == 0,
        played.seat[SeatColumn.WON] > 0,
        melds.cast(words).to_physical().fill_null(0).to_numpy(writable=True).astype(np.uint8, copy=False),
        played.seat[SeatColumn.SCORE].astype(np.int64, copy=False),
        sums,
        least,
    )
    return [
        {
            "meld": words.categories[code],
            "wins": _wide(**dict(zip(_WINS, sums[code].tolist(), strict=True))),
            "least": int(least[code]),
        }
        for code in np.flatnonzero(sums[:, 0]).tolist()
    ]


def _evening_counts(nets: Ints, evenings: Ints, first_no: int) -> dict[str, pl.Series]:
    """How often each figure of an evening was so many chips, and in how many pairs of its players it was the
    larger, each with himself among them; how many hands the evenings had.
    """
    kept = evenings[: np.count_nonzero(evenings >= 0)]  # only the last hands of a part are of none
    found = paths(by_place(nets[: kept.size], first_no + np.arange(kept.size)), kept)
    lengths = np.diff(np.flatnonzero(np.diff(kept, prepend=-1)), append=kept.size)
    facts = []
    for fact, values in {"hands": lengths[:, None], **found}.items():
        ranks = np.broadcast_to(2 * np.arange(values.shape[1]) + 1, values.shape)
        chips, place = np.unique(np.sort(values, axis=1), return_inverse=True)
        n, pairs = (np.bincount(place.ravel(), weights) for weights in (None, ranks.ravel()))
        facts.append(pl.DataFrame({"chips": chips, "n": n, "pairs": pairs.astype(np.int64)}))
        facts[-1].insert_column(0, pl.Series("fact", [fact]).new_from_index(0, chips.size))
    return pl.concat(facts).to_dict()


def _summed(nets: Ints, times: Ints | None = None) -> Ints:
    """The sum of each row, of nets or of their products: numpy adds up short rows slowly, einsum doesn't."""
    summed: Ints = np.einsum("ij->i", nets) if times is None else np.einsum("ij,ij->i", nets, times)
    return summed


def _net_sums(seats: Ints, net: Ints, squares: Ints) -> Mapping[str, Decimal]:
    """`net_sums` of queries/formulas.sql: an entry of the arrays is a cluster."""
    return _wide(
        clusters=seats.size,
        seats=int(seats.sum()),
        net_sum=int(net.sum()),
        net_squares=int(squares.sum()),
        seats_x_seats=_product(seats, seats),
        net_x_net=_product(net, net),
        net_x_seats=_product(net, seats),
        squares_x_squares=_product(squares, squares),
        squares_x_net=_product(squares, net),
        squares_x_seats=_product(squares, seats),
    )


def _ratio_sums(number: Ints, total: Ints) -> Mapping[str, Decimal]:
    """`ratio_sums` of queries/formulas.sql."""
    return _wide(
        clusters=number.size,
        number=int(number.sum()),
        total=int(total.sum()),
        number_x_number=_product(number, number),
        total_x_total=_product(total, total),
        total_x_number=_product(total, number),
    )


def _counts(*, hands: int, rounds_known: int = 0, rounds: int = 0) -> Mapping[str, Decimal]:
    """`hand_counts` of queries/formulas.sql: nobody takes the time, and no chain is of several games."""
    return _wide(hands=hands, rounds_known=rounds_known, rounds=rounds, timed=0, microseconds=0, mixed=0)


def _wide(**sums: int) -> Mapping[str, Decimal]:
    return {name: Decimal(value) for name, value in sums.items()}


def _product(a: Ints, b: Ints) -> int:
    """The sum of the products, exact whatever its size."""
    largest = _largest(a) * _largest(b)
    if largest * a.size < _EXACT:
        return int(a @ b)
    if largest < _EXACT and a.size < 1 << 31:  # added up by halves of 32 bits
        products = a * b
        return (int((products >> 32).sum()) << 32) + int((products & 0xFFFF_FFFF).sum())
    return sum(x * y for x, y in zip(a.tolist(), b.tolist(), strict=True))


def _largest(values: Ints) -> int:
    """The largest of some values or their opposites, without an array of these: its pages would cost more."""
    return max(int(values.max()), -int(values.min()))


def _times_each(values: Ints) -> dict[str, pl.Series]:
    """How often each value is there, in order."""
    low, high = int(values.min()), int(values.max())
    if high - low < _COUNTED:
        times = np.zeros(high - low + 1, np.int64)
        count_values(values, low, times)
        found = np.flatnonzero(times)
        chips, n = found + low, times[found]
    else:
        chips, n = np.unique(values, return_counts=True)
    return {"chips": pl.Series(chips), "n": pl.Series(n)}


def _one_list(columns: dict[str, pl.Series]) -> pl.Series:
    """Columns as one list of structs."""
    return pl.DataFrame(columns).to_struct().implode()
