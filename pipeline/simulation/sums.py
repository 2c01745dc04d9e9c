"""The sums of a part of a run, by polars: the rows that `queries/parts` defines in SQL.

Ten million hands take seconds this way and minutes in SQL. The SQL is the definition, and sums up all other
hands; a test compares both for every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from polars import selectors as cs

from engine.api import Outcome
from pipeline.simulation.evenings import Ints, by_place
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
_RATIOS = pl.Struct(
    dict.fromkeys(
        ("clusters", "number", "total", "number_x_number", "total_x_total", "total_x_number"), _WIDE
    )
)
_NETS = pl.Struct(
    dict.fromkeys(
        (
            "clusters", "seats", "net_sum", "net_squares", "seats_x_seats", "net_x_net", "net_x_seats",
            "squares_x_squares", "squares_x_net", "squares_x_seats",
        ),
        _WIDE,
    )
)  # fmt: skip
_COUNTS = pl.Struct(
    dict.fromkeys(("hands", "rounds_known", "rounds", "timed", "microseconds", "mixed"), _WIDE)
)
_OF_GAME: dict[str, Any] = {name: HANDS[name] for name in _GAME}
SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "int_variant_sums": _OF_GAME | {
        "per": pl.String, "nets": _NETS, "pots": _RATIOS, "showdowns": _RATIOS, "carries": _RATIOS,
        "counts": _COUNTS,
    },
    "int_chip_counts": _OF_GAME | {
        "fact": pl.String, "counted": pl.List(pl.Struct({"chips": pl.Int64, "n": pl.Int64})),
    },
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


def sums_of_part(hands_file: Path, seats_file: Path) -> pl.DataFrame | None:
    """The sums of a part of a run: one row, a column a model of `SCHEMAS` with its rows as a list of structs.

    None for hands that aren't all of one game at one table, played to an end, without names (an imported
    session), and for files that can't be read: these are left to SQL.
    """
    try:
        return sums_of_hands(_read(hands_file, _HANDS), _read(seats_file, _SEATS))
    except (pl.exceptions.PolarsError, OSError):
        return None  # SQL names the fault


def _read(part: Path, schema: pl.Schema) -> pl.DataFrame:
    """The columns of a part in the types that its file has, which are narrow."""
    columns = cs.by_name(*schema, *PLACED, require_all=False)
    return restore(
        pl.scan_parquet(part, hive_partitioning=False, glob=False).select(columns).collect(), schema
    )


def sums_of_hands(hands: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame | None:
    """The same of the rows of a part."""
    hands, seats = _with_columns(hands, _HANDS), _with_columns(seats, _SEATS)
    if not _is_uniform(hands, seats):
        return None
    hands = hands.with_columns(pl.col("additions").fill_null(""))
    part = _Part(hands, seats)
    rows = {
        "int_variant_sums": part.variant_sums(),
        "int_chip_counts": part.chip_counts(),
        "int_meld_sums": part.meld_sums(),
        "int_skill_sums": part.skill_sums(),
        "int_session_sums": part.session_sums(),
    }
    game = hands.select(_GAME).head(1)
    return pl.DataFrame(
        {
            name: game.join(rows[name], how="cross")
            .select(pl.col(column).cast(dtype) for column, dtype in schema.items())
            .to_struct()
            .implode()
            for name, schema in SCHEMAS.items()
        }
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
    """A part: its rows, and the nets (hands, players). `hands` and `chains` have a row each with the sums that are added
    up over clusters: in duplicate play a deal, else a chain.
    """

    def __init__(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        self.rows, self.seats = hands, seats
        self.players = int(hands["player_count"][0])
        self.has_deals = not hands["deal_no"].null_count()
        outcome = pl.col("outcome")
        showdown = (outcome == Outcome.SHOWDOWN) | (
            (outcome != Outcome.LAST_STANDING) & (pl.col("showdown_count") > 1)
        )
        self.nets = (_ints(seats["won"]) - _ints(seats["paid"])).reshape(-1, self.players)
        chain = (pl.col("pot_in") == 0).cum_sum()
        self.hands = hands.select(
            cluster=pl.col("deal_no") if self.has_deals else chain,
            number=1,
            seats=self.players,
            net=pl.Series(np.einsum("ij->i", self.nets)),
            squares=pl.Series(np.einsum("ij,ij->i", self.nets, self.nets)),
            pot=pl.col("pot").cast(pl.Int64),
            known=1,
            showdowns=showdown.fill_null(False).cast(pl.Int64),
            carried=(pl.col("pot_out") > 0).cast(pl.Int64),
        )
        self.chains = self._chains(np.flatnonzero(hands["pot_in"] == 0))

    def _chains(self, begins: Ints) -> pl.DataFrame:
        """The sums of the chains, which begin at these hands."""
        of_hands = dict.fromkeys(("known", "showdowns", "carried"), pl.lit(0))
        if begins.size == len(self.hands):
            return self.hands.with_columns(**of_hands)
        of_players = np.add.reduceat(by_place(self.nets, np.arange(len(self.nets))), begins, axis=0)
        paid_in = self.hands["pot"] - self.rows["pot_in"]
        return self.hands[begins].with_columns(
            squares=pl.Series(np.einsum("ij,ij->i", of_players, of_players)),
            net=pl.Series(np.einsum("ij->i", of_players)),
            pot=pl.Series(np.add.reduceat(_ints(paid_in), begins)),
            **of_hands,
        )

    def variant_sums(self) -> pl.DataFrame:
        rounds = int(self.rows["rounds_played"].cast(pl.Int64).sum())
        hands = len(self.rows)
        return pl.concat(
            [
                _variant_row(self.hands).with_columns(
                    per=pl.lit("hand"), counts=_counts(hands, hands, rounds)
                ),
                _variant_row(self.chains).with_columns(per=pl.lit("chain"), counts=_counts(hands, 0, 0)),
            ]
        )

    def chip_counts(self) -> pl.DataFrame:
        """How often each number of chips is a net, a pot, or what was put in over a chain."""
        facts = {"net": pl.Series(self.nets.ravel()), "hand": self.hands["pot"], "chain": self.chains["pot"]}
        counted = [
            chips.alias("chips").value_counts(name="n").sort("chips").cast(pl.Int64).to_struct()
            for chips in facts.values()
        ]
        return pl.DataFrame({"fact": [*facts], "counted": counted})

    def meld_sums(self) -> pl.DataFrame:
        """For each meld that was compared, the hands (or deals) with the number of seats that had it and won."""
        hand = np.repeat(np.arange(len(self.rows)), self.players)
        cluster = self.rows["deal_no"].gather(hand) if self.has_deals else pl.Series(hand)
        shown = self.seats.select(
            "meld", least="meld_score", winners=(pl.col("won") > 0).cast(pl.Int64), cluster=cluster
        ).filter(
            pl.col("meld").is_not_null(),
            self.seats["folded_round"].is_null(),
            self.hands["showdowns"].gather(hand) > 0,
        )
        of_clusters = shown.group_by("cluster", "meld").agg(
            pl.len().cast(pl.Int64).alias("seats"), pl.col("winners").sum(), pl.col("least").min()
        )
        melds = of_clusters.group_by(pl.col("meld").cast(pl.String)).agg(
            wins=_ratio_sums("seats", "winners"), least=pl.col("least").min()
        )
        return melds.sort("meld")

    def skill_sums(self) -> pl.DataFrame:
        """What each profile won from each other, over the deals of duplicate play."""
        rows = [pl.DataFrame(schema=SCHEMAS["int_skill_sums"]).drop(_GAME)]
        if not self.has_deals:
            return rows[0]
        names = self.seats["profile"].unique().cast(pl.String).sort()
        at = self.seats["profile"].cast(pl.Enum(names)).to_physical().to_numpy().reshape(self.nets.shape)
        profiles = range(len(names))
        sat = [int(np.count_nonzero(at[0] == code)) for code in profiles]
        net = [np.where(at == code, self.nets, 0).sum(axis=1) for code in profiles]
        squares = [np.where(at == code, self.nets * self.nets, 0).sum(axis=1) for code in profiles]
        for a, b in combinations(profiles, 2):
            edge = pl.Series(sat[b] * net[a] - sat[a] * net[b])
            parting = sat[b] * squares[a] + sat[a] * squares[b] - 2 * net[a] * net[b]
            rows.append(
                _by_cluster(self.hands.select("cluster", "number", edge=edge)).select(
                    profile=pl.lit(names[a]),
                    other=pl.lit(names[b]),
                    profile_seats=pl.lit(sat[a], pl.Int64),
                    other_seats=pl.lit(sat[b], pl.Int64),
                    edges=_ratio_sums("number", "edge"),
                    squares=pl.lit(int(parting.sum())).cast(_WIDE),
                )
            )
        return pl.concat(rows)

    def session_sums(self) -> pl.DataFrame:
        hands = self.rows
        biggest = int(hands["pot"].to_numpy().argmax())
        return pl.DataFrame(
            {
                "drafts": 0,
                "first_hand": hands["hand_no"][0],
                "last_hand": hands["hand_no"][-1],
                "hands": len(hands),
                "chains": len(self.chains),
                "seats": self.players,
                "names": 0,
                **{name: self.seats[name].cast(pl.Int64).sum() for name in ("paid", "won", "shadow")},
                "biggest_pot": hands["pot"][biggest],
                "biggest_pot_hand_no": hands["hand_no"][biggest],
                "biggest_pot_variant_id": hands["variant_id"][0],
                "profiles": [self.seats["profile"].unique().cast(pl.String).sort().to_list()],
            }
        )


def _ints(column: pl.Series) -> Ints:
    return column.cast(pl.Int64).to_numpy()


def _by_cluster(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of each cluster added up."""
    if rows["cluster"].n_unique() == len(rows):
        return rows
    return rows.group_by("cluster").sum()


def _variant_row(rows: pl.DataFrame) -> pl.DataFrame:
    """The sums of hands or of chains."""
    return _by_cluster(rows).select(
        nets=_sums(
            clusters=pl.len(),
            seats=pl.col("seats").sum(),
            net_sum=pl.col("net").sum(),
            net_squares=pl.col("squares").sum(),
            seats_x_seats=_product("seats", "seats"),
            net_x_net=_product("net", "net"),
            net_x_seats=_product("net", "seats"),
            squares_x_squares=_product("squares", "squares"),
            squares_x_net=_product("squares", "net"),
            squares_x_seats=_product("squares", "seats"),
        ),
        pots=_ratio_sums("number", "pot"),
        showdowns=_ratio_sums("known", "showdowns"),
        carries=_ratio_sums("number", "carried"),
    )


def _ratio_sums(number: str, total: str) -> pl.Expr:
    """`ratio_sums` of queries/formulas.sql: a row is a cluster."""
    return _sums(
        clusters=pl.len(),
        number=pl.col(number).sum(),
        total=pl.col(total).sum(),
        number_x_number=_product(number, number),
        total_x_total=_product(total, total),
        total_x_number=_product(total, number),
    )


def _counts(hands: int, rounds_known: int, rounds: int) -> pl.Expr:
    """`hand_counts` of queries/formulas.sql: no hand of a run is timed, and no chain is of several games."""
    return _sums(
        hands=pl.lit(hands),
        rounds_known=pl.lit(rounds_known),
        rounds=pl.lit(rounds),
        timed=pl.lit(0),
        microseconds=pl.lit(0),
        mixed=pl.lit(0),
    )


def _sums(**sums: pl.Expr) -> pl.Expr:
    return pl.struct([value.cast(_WIDE).alias(name) for name, value in sums.items()])


def _product(a: str, b: str) -> pl.Expr:
    """The sum of the products, in 128 bits."""
    return (pl.col(a).cast(pl.Int128) * pl.col(b)).sum()
