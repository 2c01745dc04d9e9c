"""Figures of real players' hands at a game, to fit profiles to: from the marts, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import PROFILES, CallError, Catalogue, Variant, check_table, largest_table
from language import tr
from pipeline.analysis.foretelling import NightFigures, size_class
from pipeline.analysis.marts import query_store
from pipeline.simulation.fitting import FEWEST, Figures, game_of
from pipeline.simulation.group import family_of
from pipeline.store.people import Registry
from pipeline.store.player_names import slug
from pipeline.store.store import Store

_SITS = 20
"""Minimum number of hands of a player at a group's table who wasn't named."""
_CALL = ["variant_id", "additions"]
_HANDS = """
    with hands as (
        select
            session_id,
            hand_no,
            variant_id,
            additions,
            player_count,
            n.kind != 'run' and n.place is distinct from 'simulated' as is_real,
            cast(coalesce(showdown, false) as int) as came_to_showdown,
            pot / unit as pot
        from int_hands
        inner join stg_sessions as n using (session_id)
        where played and has_acts and unit is not null and not is_tournament(n.house_rules)
    ),

    -- A player without a choice (a walk, a blind that is all-in) was dealt in, too. Games without such choices have none in any seat.
    seats as (
        select h.*, x.player_id, coalesce(x.vpip, false) as vpip, coalesce(x.pfr, false) as pfr, x.at_showdown
        from hands as h
        inner join int_seats as x using (session_id, hand_no)
        qualify bool_or(x.vpip is not null) over (partition by session_id, hand_no)
    ),

    known as (select distinct on (session_id, hand_no) * from seats)

    select
        player_id,
        session_id,
        variant_id,
        additions,
        player_count,
        is_real,
        count(*) as hands,
        count(*) filter (where vpip) as vpip,
        count(*) filter (where pfr) as pfr,
        count(*) filter (where at_showdown) as showdown,
        sum(came_to_showdown) as showdowns,
        sum(pot) as pot,
        sum(pot * pot) as pot_squares
    from seats
    group by all
    union all
    select
        null,
        session_id,
        variant_id,
        additions,
        player_count,
        is_real,
        count(*),
        0,
        0,
        0,
        sum(came_to_showdown),
        sum(pot),
        sum(pot * pot)
    from known
    group by all
    order by all
"""


@dataclass(frozen=True, kw_only=True)
class LoggedGame:
    """A call, and the figures of players who played it, by the names of their profiles. `size` is the size of the
    table to seat them at, `table` the figures of that table if they differ from the players' means. `company` are the
    opponents of a single player, who would otherwise play against himself. `nights` are the group's figures night by
    night, at tables of each size.
    """

    variant: Variant
    players: Mapping[str, Figures]
    size: int
    table: Figures | None
    company: Mapping[str, Figures]
    nights: Sequence[NightFigures] = ()


def logged_figures(
    path: Path,
    players: Sequence[str] = (),
    game: str | None = None,
    *,
    sessions: Sequence[str] = (),
    size: int | None = None,
    tables: Sequence[int] = (),
) -> LoggedGame:
    """Return the figures of players at the call that they played most (of `game`, if given), at a table of `size` (by
    default the usual one). Without names, the figures of the group: the players with most hands, one for each seat,
    and the figures of all hands. `sessions` and `tables` (sizes) restrict the hands.

    Raises PederError for a player or a session that the store doesn't know, CallError if no game is logged with every
    act, or no such table.

    >>> game = logged_figures(online.path, ["Birgit"])
    >>> game.variant.id, game.size, game.players["Birgit"].hands, round(game.players["Birgit"].vpip, 2)
    ('texas-holdem', 5, 21, 0.29)
    """
    store = Store(path)
    for session in sessions:
        if not store.has(session):
            raise CallError(tr("There is no session {name!r} in the store {path}.", name=session, path=path))
    registry = Registry.of(store)
    named = list(dict.fromkeys(registry.get(player).player_id for player in players))
    rows = _read(path)
    if len(rows):
        rows = rows.filter(
            pl.col("session_id").is_in(list(sessions)) | pl.lit(not sessions),
            pl.col("player_count").is_in(list(tables)) | pl.lit(not tables),
            pl.col("variant_id").is_in([store.catalogue.find(game).id] if game else []) | pl.lit(not game),
        )
    return _at_most_played(rows, registry, named, size, store.catalogue)


def _read(path: Path) -> pl.DataFrame:
    return pl.DataFrame(query_store(path, _HANDS), infer_schema_length=None)


def logged_families(path: Path, size: int) -> dict[str, LoggedGame]:
    """Return the group's figures at each family of games, at the call that it played most, at a table of about
    `size`: only nights and imports. Empty if nothing is logged act by act.
    """
    store = Store(path)
    if not (path / "hands").is_dir():
        return {}
    rows, catalogue = _read(path), store.catalogue
    if rows.is_empty():
        return {}
    known = [
        game
        for game in rows["variant_id"].unique().to_list()
        if game in catalogue and not catalogue[game].kernel
    ]
    families: dict[str, list[str]] = {}
    for game in sorted(known):
        families.setdefault(family_of(catalogue[game]), []).append(game)
    registry, figures = Registry.of(store), {}
    for family, games in families.items():
        mine = rows.filter("is_real", pl.col("variant_id").is_in(games))
        seats = mine.filter(pl.col("player_id").is_not_null())
        if not len(seats):
            continue
        variant = game_of(catalogue, *_most_played(mine, []).select(_CALL).row(0))
        players = max(variant.players[0], min(size, largest_table(variant)))
        with suppress(CallError):  # too few hands
            figures[family] = _at_most_played(mine, registry, [], players, catalogue)
    return figures


def _at_most_played(
    rows: pl.DataFrame, registry: Registry, named: Sequence[str], size: int | None, games: Catalogue
) -> LoggedGame:
    """Return the figures of players at the call of the rows that they played most."""
    rows = _most_played(rows, named)
    if not len(rows):
        raise CallError(
            tr(
                "There is no game of {who} whose every act is known: log hands bet by bet, or import.",
                who=", ".join(map(registry.name_of, named)) or tr("anybody"),
            )
        )
    variant = game_of(games, *rows.select(_CALL).row(0))
    hands = rows.filter(pl.col("player_id").is_in(named) if named else pl.col("player_id").is_null())
    usual = round(
        hands.select((pl.col("player_count") * pl.col("hands")).sum() / pl.col("hands").sum()).item()
    )
    if size is None:
        size = min(max(usual, len(named), variant.players[0]), largest_table(variant))
    check_table(variant, size)
    seats = rows.filter(pl.col("player_id").is_not_null())
    who = list(named) or _most_hands(seats, registry)[:size]
    if not who:
        raise CallError(
            tr(
                "No player has {fewest} hands with every action at this game, and a fit needs {all} hands of a table. Log more nights bet by bet, or import some.",
                fewest=_SITS,
                all=FEWEST,
            )
        )
    others = [player for player in _most_hands(seats, registry) if player not in who][: size - 1]
    company = others if len(named) == 1 else []
    words = profile_names(registry, [*who, *company])
    figures = {
        word: _figures(seats.filter(player_id=player))
        for player, word in zip([*who, *company], words, strict=True)
    }
    return LoggedGame(
        variant=variant,
        players={word: figures[word] for word in words[: len(who)]},
        company={word: figures[word] for word in words[len(who) :]},
        size=size,
        table=None if named else _figures(seats, hands),
        nights=() if named else _nights_of(seats, hands),
    )


def _nights_of(seats: pl.DataFrame, hands: pl.DataFrame) -> list[NightFigures]:
    """Return the figures of each night at tables of each size (`size_class`)."""
    by = ["session_id", "size"]
    seats, hands = (
        rows.with_columns(size=pl.col("player_count").map_elements(size_class, pl.Int64))
        for rows in (seats, hands)
    )
    of_hands = dict(iter(hands.group_by(by)))
    return sorted(
        (
            NightFigures(session=str(key[0]), size=int(key[1]), figures=_figures(part, of_hands[key]))
            for key, part in seats.group_by(by)
        ),
        key=lambda night: (night.session, night.size),
    )


def _most_played(rows: pl.DataFrame, named: Sequence[str]) -> pl.DataFrame:
    """The rows of the call with the most hands, among the calls that all named players have played."""
    if not len(rows):
        return rows
    seats = rows.filter(
        pl.col("player_id").is_in(list(named)) if named else pl.col("player_id").is_not_null()
    )
    calls = seats.group_by(_CALL).agg(pl.col("hands").sum(), who=pl.col("player_id").n_unique())
    calls = calls.filter(pl.col("who") >= len(named)).sort("hands", *_CALL, descending=[True, False, False])
    return rows.join(calls.head(1).select(_CALL), on=_CALL, maintain_order="left")


def _most_hands(seats: pl.DataFrame, registry: Registry) -> list[str]:
    """A group, the player with the most hands first; hidden players are left out."""
    hidden = [person.player_id for person in registry.people.values() if person.hidden]
    played = seats.group_by("player_id").agg(pl.col("hands").sum())
    played = played.filter(pl.col("hands") >= _SITS, ~pl.col("player_id").is_in(hidden))
    return played.sort("hands", "player_id", descending=[True, False])["player_id"].to_list()


def _figures(seats: pl.DataFrame, hands: pl.DataFrame | None = None) -> Figures:
    """The figures of rows of seats; showdowns and pots are those of `hands`, if given."""
    own: dict[str, Any] = seats.sum().row(0, named=True)
    whole: dict[str, Any] = own if hands is None else hands.sum().row(0, named=True)
    pot = float(whole["pot"]) / whole["hands"]
    return Figures(
        hands=whole["hands"],
        seats=own["hands"],
        vpip=own["vpip"] / own["hands"],
        pfr=own["pfr"] / own["hands"],
        showdown=own["showdown"] / own["hands"],
        showdowns=float(whole["showdowns"]) / whole["hands"],
        pot=pot,
        pot_sd=max(float(whole["pot_squares"]) / whole["hands"] - pot**2, 0.0) ** 0.5,
    )


def profile_names(registry: Registry, players: Sequence[str]) -> list[str]:
    """Names under which a file of profiles and a group take players: one word each, which no other player and
    no profile has; the id where a name isn't such.
    """
    words = [_word(registry.name_of(player)) for player in players]
    ids = [slug(word) for word in words]
    return [
        _word(player) if ids.count(own) > 1 or word.lower() in PROFILES else word
        for player, word, own in zip(players, words, ids, strict=True)
    ]


def _word(name: str) -> str:
    """A name as one word, of what can be printed."""
    letters = "".join(char if char.isprintable() and char not in ",:" else " " for char in name)
    return "-".join(letters.split()) or "player"
