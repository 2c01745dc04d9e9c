"""Marts -> frames: every question that a report asks, with its parameters bound.

Players are named and numbered as the page is about a night, a season or the whole store (`reports.data.cast`). Hidden players are in no frame;
where one took part in a hand that is listed, the name is null. A frame of money has `value` and `total` in
`measure`: the currency, or chips where a night's chips have no known value.
"""

from __future__ import annotations

from reports.data.cast import cast_all, cast_night, cast_of_all, cast_of_night, cast_of_season, cast_season
from reports.data.frames import ANTES, CHIPS, NAMES, NamedPlayer, frame_of, named_frame, people, read_ahead
from reports.data.game_frames import (
    METRICS,
    calls,
    favourites,
    game_stats,
    game_versions,
    games,
    net_distribution,
    player_games,
    runs,
    table_sizes,
)
from reports.data.hand_frames import (
    best_hands,
    extreme_hands,
    hand_acts,
    hand_chances,
    hand_log,
    hand_seats,
    hand_views,
    season_hands,
    winners,
)
from reports.data.luck_frames import all_ins, card_luck, deals, drawdowns, luck
from reports.data.night_frames import (
    Before,
    bank,
    chosen_season,
    in_main_measure,
    latest_money,
    only_ante,
    payments,
    played_nights,
    player_nights,
    running_nets,
    seasons_before,
    sessions,
    settlements,
    standings,
)
from reports.data.player_frames import find_player, imported, pairs, player_stats, players, splits, versus

__all__ = [
    "ANTES",
    "CHIPS",
    "METRICS",
    "NAMES",
    "Before",
    "NamedPlayer",
    "all_ins",
    "bank",
    "best_hands",
    "calls",
    "card_luck",
    "cast_all",
    "cast_night",
    "cast_of_all",
    "cast_of_night",
    "cast_of_season",
    "cast_season",
    "chosen_season",
    "deals",
    "drawdowns",
    "extreme_hands",
    "favourites",
    "find_player",
    "frame_of",
    "game_stats",
    "game_versions",
    "games",
    "hand_acts",
    "hand_chances",
    "hand_log",
    "hand_seats",
    "hand_views",
    "imported",
    "in_main_measure",
    "latest_money",
    "luck",
    "named_frame",
    "net_distribution",
    "only_ante",
    "pairs",
    "payments",
    "people",
    "played_nights",
    "player_games",
    "player_nights",
    "player_stats",
    "players",
    "read_ahead",
    "running_nets",
    "runs",
    "season_hands",
    "seasons_before",
    "sessions",
    "settlements",
    "splits",
    "standings",
    "table_sizes",
    "versus",
    "winners",
]
