"""The standings as text: `peder report season --text`, formerly `peder standings`."""

from __future__ import annotations

from pathlib import Path

from language import tr
from pipeline.commands import (
    JsonOption,
    ReadOption,
    SeasonArgument,
    ShownSeason,
    one_season,
    open_for_reports,
    print_json,
    print_rows,
    say,
)

_MARTS = (
    "mart_players", "mart_player_nights", "mart_player_stats", "mart_sessions", "mart_standings", "mart_variants",
)  # fmt: skip
_FAULTS_SHOWN = 5


def standings(
    store: ReadOption,
    season: SeasonArgument = None,
    named: ShownSeason = None,
    as_json: JsonOption = False,
) -> None:
    """Show a season's standings: money, chips, pedere and nights; the page is `peder report season`."""
    print_standings(store, one_season(season, named), as_json=as_json)


def print_standings(store: Path, season: str | None, *, as_json: bool) -> None:
    """Print a season's standings, by default the latest season's, as a table or JSON."""
    import polars as pl

    from engine.api import HOUSE
    from pipeline.analysis.marts import check_contents
    from pipeline.store.store import Store
    from reports import data
    from reports.components.numbers import money, number, signed, stakes_sentences
    from reports.data import chosen_season

    with open_for_reports(store, _MARTS) as con:
        nights = data.sessions(con, "night")
        chosen = chosen_season(nights, season)
        data.cast_season(con, chosen)
        rows = data.standings(con, chosen).to_dicts()
    damage = check_contents(Store(store)).faults
    for fault in damage[:_FAULTS_SHOWN]:
        say(f"{fault.session_id or tr('the store')}: {fault.fault}")
    if len(damage) > _FAULTS_SHOWN:
        say(tr("`peder store check` lists all {n} faults.", n=len(damage)))
    nights = nights.filter(pl.col("season").eq_missing(chosen))
    for currency in nights["currency"].unique(maintain_order=True):
        for sentence in stakes_sentences(nights, currency):
            say(sentence)
    if as_json:
        print_json(rows)
        return
    print_rows(
        [
            {
                "": row["rank"],
                tr("player"): row["name"],
                tr("money"): money(row["net_money"], row["currency"]),
                tr("chips"): signed(row["net"]),
                tr("pedere"): signed(None if row["net"] is None else row["net"] / HOUSE.peder, 1),
                tr("nights"): row["nights"],
                tr("ahead"): row["nights_won"],
                tr("hands"): number(row["hands"]),
                tr("antes per 100 hands"): tr(
                    "{value} ({low} to {high})",
                    value=signed(row["net_per_100"]),
                    low=signed(row["low"]),
                    high=signed(row["high"]),
                )
                if row["low"] is not None
                else signed(row["net_per_100"]),
            }
            for row in rows
        ],
        as_json=False,
        right=[tr("money"), tr("chips"), tr("pedere"), tr("hands"), tr("antes per 100 hands")],
    )
