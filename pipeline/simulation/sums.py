"""The sums of a part of a run, by numpy and compiled loops: the rows that `queries/parts` defines in SQL.

Ten million hands take seconds this way and minutes in SQL. The SQL is the definition, and sums up all other
hands; a test compares both for every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from polars import selectors as cs

from engine.api import Outcome
from pipeline.simulation.evenings import Ints
from pipeline.simulation.walks import count_melds, count_values, place_by_chain
from pipeline.store.parts import PLACED, restore
from pipeline.store.schemas import HANDS, SEATS

_GAME = ("variant_id", "additions", "player_count", "unit")
_HANDS = pl.Schema(
    {
        name: HANDS[name]
        for name in (
            "hand_no", "status", "chain_no", "deal_no", *_GAME, "pot_in", "pot", "pot_out", "outcome",
            "rounds_played", "showdown_count",
        )
    }
)  # fmt: skip
_SEATS = pl.Schema(
    {
        name: SEATS[name]
        for name in ("player_id", "profile", "paid", "won", "shadow", "folded_round", "meld", "meld_score")
    }
)

_WIDE = pl.Decimal(38, 0)  # whole numbers that 64 bits needn't hold
_RATIO_SUMS = ("clusters", "number", "total", "number_x_number", "total_x_total", "total_x_number")
"""`ratio_sums` of queries/formulas.sql, in the order in which `count_melds` adds them up."""
_NET_SUMS = (
    "clusters", "seats", "net_sum", "net_squares", "seats_x_seats", "net_x_net", "net_x_seats",
    "squares_x_squares", "squares_x_net", "squares_x_seats",
)  # fmt: skip
_HAND_COUNTS = ("hands", "rounds_known", "rounds", "timed", "microseconds", "mixed")


def _wide(names: Iterable[str]) -> pl.Struct:
    return pl.Struct(dict.fromkeys(names, _WIDE))


_RATIOS = _wide(_RATIO_SUMS)
_OF_GAME: dict[str, Any] = {name: HANDS[name] for name in _GAME}
_COUNTED = pl.List(pl.Struct({"chips": pl.Int64, "n": pl.Int64}))
SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "int_variant_sums": _OF_GAME | {
        "per": pl.String, "nets": _wide(_NET_SUMS), "pots": _RATIOS, "showdowns": _RATIOS, "carries": _RATIOS,
        "counts": _wide(_HAND_COUNTS),
    },
    "int_chip_counts": _OF_GAME | {"fact": pl.String, "counted": _COUNTED},
    "int_meld_sums": {name: HANDS[name] for name in _GAME if name != "unit"}
    | {"meld": pl.String, "wins": _RATIOS, "least": pl.Int64},
    "int_skill_sums": _OF_GAME | {
        "profile": pl.String, "other": pl.String, "profile_seats": pl.Int64, "other_seats": pl.Int64,
        "edges": _RATIOS, "squares": _WIDE,
    },
    "int_session_sums": dict.fromkeys(
        ("drafts", "first_hand", "last_hand", "hands", "chains", "seats", "names", "paid", "won", "shadow",
         "biggest_pot", "biggest_pot_hand_no"), pl.Int64
    ) | {"biggest_pot_variant_id": pl.String, "profiles": pl.List(pl.String)},
}  # fmt: skip
"""The models of sums, with their columns but the session."""

NO_SUMS = pl.DataFrame(schema={name: pl.List(pl.Struct(columns)) for name, columns in SCHEMAS.items()})
"""No part: what stands for the sums of a run that SQL must sum up."""

_EXACT = 2**63
_COUNTED_IN_ARRAY = 1 << 22
"""Values that lie no further apart are counted in an array, else sorted."""


def sums_of_part(hands_file: Path, seats_file: Path) -> pl.DataFrame | None:
    """The sums of a part of a run: one row, a column a model of `SCHEMAS` with its rows as a list of structs.

    None for hands that aren't all of one game at one table, played to an end, without names (an imported
    session), and for files that can't be read: these are left to SQL.
    """
    try:
        hands, seats = _read(hands_file, _HANDS), _read(seats_file, _SEATS)
    except (pl.exceptions.PolarsError, OSError):
        return None  # SQL names the fault
    return sums_of_hands(hands, seats)


def sums_of_hands(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame | None:
    """The same of the rows of a part."""
    hands, seats = _with_columns(hands, _HANDS), _with_columns(seats, _SEATS)
    if not _is_uniform(hands, seats):
        return None
    part = _Part(hands, seats)
    rows = {
        "int_variant_sums": part.variant_sums(),
        "int_chip_counts": part.chip_counts(),
        "int_meld_sums": part.meld_sums(),
        "int_skill_sums": part.skill_sums(),
        "int_session_sums": [part.session_sums()],
    }
    return pl.DataFrame(
        {
            name: pl.DataFrame(rows[name], schema=schema).to_struct().implode()
            for name, schema in SCHEMAS.items()
        }
    )


def _read(part: Path, schema: pl.Schema) -> pl.DataFrame:
    """The columns of a part in the types that its file has, which are narrow."""
    columns = cs.by_name(*schema, *PLACED, require_all=False)
    return restore(
        pl.scan_parquet(part, hive_partitioning=False, glob=False).select(columns).collect(), schema
    )


def _with_columns(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    lacking = {name: pl.lit(None, dtype) for name, dtype in schema.items() if name not in rows.columns}
    return rows.with_columns(**lacking)


def _is_uniform(hands: pl.DataFrame, seats: pl.DataFrame) -> bool:
    game = hands.select(_GAME).unique()
    if game.height != 1 or game["unit"][0] is None or not game["unit"][0]:
        return False
    begins = (hands["chain_no"] == hands["hand_no"]).fill_null(True)
    spoilt = [Outcome.NEW_DEAL, Outcome.REDEALT, Outcome.INCOMPLETE]
    needed = [
        *seats.select("paid", "won", "shadow"),
        *hands.select("pot", "pot_in", "pot_out", "rounds_played"),
    ]
    return (
        (hands["status"] == "confirmed").all()
        and seats.height == hands.height * game["player_count"][0]
        and seats["player_id"].null_count() == seats.height
        and not any(column.null_count() for column in needed)
        and not hands["outcome"].is_in(spoilt).any()
        and bool(begins[0])
        and (begins == (hands["pot_in"] == 0)).all()
    )


class _Part:
    """A part as arrays: a value a hand (hands,), or a seat (hands, players)."""

    def __init__(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        self.hands, self.seats = hands, seats
        self.game = dict(zip(_GAME, hands.select(_GAME).row(0), strict=True)) | {
            "additions": hands["additions"][0] or ""
        }
        self.players = int(self.game["player_count"])
        self.numbers = _ints(hands["hand_no"])
        self.pots = _ints(hands["pot"])
        self.nets = (_ints(seats["won"]) - _ints(seats["paid"])).reshape(hands.height, self.players)
        self.begins = np.flatnonzero(hands["pot_in"].to_numpy() == 0)
        self.alone = self.begins.size == hands.height  # each hand is a chain
        outcome = pl.col("outcome")
        showdowns = (outcome == Outcome.SHOWDOWN) | (
            (outcome != Outcome.LAST_STANDING) & (pl.col("showdown_count") > 1)
        )
        self.showdowns = hands.select(showdowns.fill_null(False)).to_series().to_numpy()
        self.deals = None if hands["deal_no"].null_count() else _ints(hands["deal_no"])
        self.chain_deals = None if self.deals is None else self.deals[self.begins]

    def by_chain(self, values: Ints) -> Ints:
        """Values (hands,) added up over each chain."""
        return values if self.alone else np.add.reduceat(values, self.begins)

    def by_cluster(self, values: Ints) -> Ints:
        """Values (chains,) added up over each cluster: in duplicate play a deal, else the chain itself."""
        return values if self.chain_deals is None else _added(values, self.chain_deals)

    def ratio_sums(self, number: Ints, total: Ints) -> Mapping[str, Decimal]:
        return _ratio_sums(self.by_cluster(number), self.by_cluster(total))

    def net_sums(self, seats: Ints, net: Ints, squares: Ints) -> Mapping[str, Decimal]:
        """`net_sums` of queries/formulas.sql."""
        seats, net, squares = map(self.by_cluster, (seats, net, squares))
        return _decimals(
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

    def variant_sums(self) -> list[dict[str, Any]]:
        chains, hands = self.begins.size, self.pots.size
        lengths: Ints = np.diff(self.begins, append=hands)
        one, none = np.ones(chains, np.int64), np.zeros(chains, np.int64)
        carried = (self.hands["pot_out"].to_numpy() > 0).astype(np.int64)
        per_hand = {
            "nets": self.net_sums(
                self.players * lengths,
                self.by_chain(_row_sums(self.nets)),
                self.by_chain(_row_sums(self.nets, self.nets)),
            ),
            "pots": self.ratio_sums(lengths, self.by_chain(self.pots)),
            "showdowns": self.ratio_sums(lengths, self.by_chain(self.showdowns.astype(np.int64))),
            "carries": self.ratio_sums(lengths, self.by_chain(carried)),
            "counts": _hand_counts(
                hands, rounds_known=hands, rounds=int(self.hands["rounds_played"].cast(pl.Int64).sum())
            ),
        }
        if self.alone:
            nets, pots = per_hand["nets"], per_hand["pots"]
        else:
            of_players = np.empty((chains, self.players), np.int64)
            place_by_chain(self.nets, self.begins, of_players)
            seats = np.full(chains, self.players)
            nets = self.net_sums(seats, _row_sums(of_players), _row_sums(of_players, of_players))
            pots = self.ratio_sums(one, self.chain_pots())
        per_chain = {
            "nets": nets,
            "pots": pots,
            "showdowns": self.ratio_sums(none, none),
            "carries": self.ratio_sums(one, none),
            "counts": _hand_counts(hands),
        }
        return [self.game | {"per": "hand"} | per_hand, self.game | {"per": "chain"} | per_chain]

    def chain_pots(self) -> Ints:
        """All that was put in over each chain."""
        return self.by_chain(self.pots - _ints(self.hands["pot_in"]))

    def chip_counts(self) -> list[dict[str, Any]]:
        hand = _times_each(self.pots)
        chain = hand if self.alone else _times_each(self.chain_pots())
        counts = {"net": _times_each(self.nets.ravel()), "hand": hand, "chain": chain}
        return [self.game | {"fact": fact, "counted": counted} for fact, counted in counts.items()]

    def meld_sums(self) -> list[dict[str, Any]]:
        """For each meld that was compared, the hands (or deals) with the number of seats that had it and won."""
        melds = self.seats["meld"]
        names = melds.drop_nulls().unique().cast(pl.String).sort()
        order = np.arange(self.pots.size)
        clusters = order if self.deals is None else self.deals
        sums = np.zeros((len(names), len(_RATIO_SUMS)), np.int64)
        least = np.full(len(names), _EXACT - 1)
        count_melds(
            order if self.deals is None else np.argsort(clusters, kind="stable"),
            clusters,
            self.showdowns,
            self.seats["folded_round"].is_null().to_numpy(),
            (self.seats["won"] > 0).to_numpy(),
            melds.cast(pl.Enum(names)).to_physical().fill_null(0).to_numpy().astype(np.uint8),
            _ints(self.seats["meld_score"].fill_null(-1)),
            sums,
            least,
        )
        table = {name: value for name, value in self.game.items() if name != "unit"}
        return [
            table
            | {
                "meld": names[code],
                "wins": _decimals(**dict(zip(_RATIO_SUMS, sums[code].tolist(), strict=True))),
                "least": int(least[code]),
            }
            for code in np.flatnonzero(sums[:, 0]).tolist()
        ]

    def skill_sums(self) -> list[dict[str, Any]]:
        """What each profile won from each other, over the deals of duplicate play."""
        if self.deals is None:
            return []
        names = self.seats["profile"].unique().cast(pl.String).sort()
        at = self.seats["profile"].cast(pl.Enum(names)).to_physical().to_numpy().reshape(self.nets.shape)
        profiles = range(len(names))
        sat = [int(np.count_nonzero(at[0] == code)) for code in profiles]
        net = [np.where(at == code, self.nets, 0).sum(axis=1) for code in profiles]
        squares = [np.where(at == code, self.nets * self.nets, 0).sum(axis=1) for code in profiles]
        hands = _added(np.ones(self.pots.size, np.int64), self.deals)
        rows = []
        for a, b in combinations(profiles, 2):
            edges = _added(sat[b] * net[a] - sat[a] * net[b], self.deals)
            parting = sat[b] * squares[a] + sat[a] * squares[b] - 2 * net[a] * net[b]
            rows.append(
                self.game
                | {
                    "profile": names[a],
                    "other": names[b],
                    "profile_seats": sat[a],
                    "other_seats": sat[b],
                    "edges": _ratio_sums(hands, edges),
                    "squares": Decimal(int(parting.sum())),
                }
            )
        return rows

    def session_sums(self) -> dict[str, Any]:
        biggest = int(self.pots.argmax())
        return {
            "drafts": 0,
            "first_hand": int(self.numbers[0]),
            "last_hand": int(self.numbers[-1]),
            "hands": self.pots.size,
            "chains": self.begins.size,
            "seats": self.players,
            "names": 0,
            **{name: int(self.seats[name].cast(pl.Int64).sum()) for name in ("paid", "won", "shadow")},
            "biggest_pot": int(self.pots[biggest]),
            "biggest_pot_hand_no": int(self.numbers[biggest]),
            "biggest_pot_variant_id": self.game["variant_id"],
            "profiles": self.seats["profile"].unique().cast(pl.String).sort().to_list(),
        }


def _ints(column: pl.Series) -> Ints:
    return column.cast(pl.Int64).to_numpy()


def _added(values: Ints, deals: Ints) -> Ints:
    """The sum of the values over each deal."""
    order = np.argsort(deals, kind="stable")
    return np.add.reduceat(values[order], np.flatnonzero(np.diff(deals[order], prepend=-1)))


def _row_sums(nets: Ints, times: Ints | None = None) -> Ints:
    """The sum of each row, of nets or of their products: einsum adds up short rows faster than `sum`."""
    sums: Ints = np.einsum("ij->i", nets) if times is None else np.einsum("ij,ij->i", nets, times)
    return sums


def _ratio_sums(number: Ints, total: Ints) -> Mapping[str, Decimal]:
    """`ratio_sums` of queries/formulas.sql: an entry of the arrays is a cluster."""
    return _decimals(
        clusters=number.size,
        number=int(number.sum()),
        total=int(total.sum()),
        number_x_number=_product(number, number),
        total_x_total=_product(total, total),
        total_x_number=_product(total, number),
    )


def _hand_counts(hands: int, *, rounds_known: int = 0, rounds: int = 0) -> Mapping[str, Decimal]:
    """`hand_counts` of queries/formulas.sql: no hand of a run is timed, and no chain is of several games."""
    return _decimals(hands=hands, rounds_known=rounds_known, rounds=rounds, timed=0, microseconds=0, mixed=0)


def _decimals(**sums: int) -> Mapping[str, Decimal]:
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
    """The largest absolute value."""
    return max(int(values.max()), -int(values.min()))


def _times_each(values: Ints) -> pl.Series:
    """How often each value occurs, in order: structs of chips and n."""
    low, high = int(values.min()), int(values.max())
    if high - low < _COUNTED_IN_ARRAY:
        times = np.zeros(high - low + 1, np.int64)
        count_values(values, low, times)
        places = np.flatnonzero(times)
        chips, n = places + low, times[places]
    else:
        chips, n = np.unique(values, return_counts=True)
    return pl.DataFrame({"chips": chips, "n": n}).to_struct()
