"""Deal luck, the value of the players' first cards, and street luck, the effect of later cards.

Cards that are known because they were shown are better than average. So a player's hands of a session count only if
the first cards are known in every hand that the player was dealt, of the games in which cards are dealt, and in at
least `ENOUGH` hands: the owner's hands in an imported log, nights logged card by card, simulated seasons. A session
has street luck only if the first cards of all players are known in every hand, and the later ones in every hand of
the games that have such luck. The chances from street to street are those of each hand whose cards are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from engine.api import (
    VARIANTS,
    CardError,
    Catalogue,
    Detail,
    Outcome,
    Variant,
    card_set,
    cards_dealt,
    deal_worths,
    first_cards,
    first_count,
    has_later_cards,
    has_street_luck,
    keeps_first_cards,
    parse_cards,
)
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, LUCK, SEATS

_STREETS = pl.Schema({name: LUCK[name] for name in ("hand_no", "seat", "later", "chances")})
DEALS = pl.Schema(
    {name: LUCK[name] for name in ("hand_no", "seat", "worth", "worth_variance", "later", "chances")}
)
"""The columns of luck of the first and later cards."""

ENOUGH = 20
"""Minimum number of hands of a player in a session."""

_HANDS = pl.Schema(
    {
        name: HANDS[name]
        for name in (
            "hand_no", "status", "variant_id", "additions", "pot_in", "outcome", "detail", "actions",
        )
    }
)  # fmt: skip
_SEATS = pl.Schema({name: SEATS[name] for name in ("hand_no", "seat", "player_id", "cards")})
_SPOILT = [Outcome.NEW_DEAL, Outcome.REDEALT, Outcome.INCOMPLETE]


def deal_luck_rows(hands: Sequence[Path], seats: Sequence[Path], games: Catalogue = VARIANTS) -> pl.DataFrame:
    """The rows of `DEALS` of a session with these part files."""
    recorded = read_parts(hands, _HANDS, only=True).filter(
        (pl.col("status") == "confirmed")
        & ~pl.col("outcome").is_in(_SPOILT)
        & pl.col("variant_id").is_in([name for name, game in games.items() if _has_cards(game)])
    )
    if recorded.is_empty():
        return pl.DataFrame(schema=DEALS)
    dealt = read_parts(seats, _SEATS, only=True).join(recorded.select("hand_no", "variant_id"), on="hand_no")
    dealt = dealt.with_columns(players=pl.len().over("hand_no"))
    if dealt.is_empty():
        return pl.DataFrame(schema=DEALS)
    cards = pl.concat([_of_acts(recorded, dealt, games), _at_the_end(dealt, games)]).unique(
        ["hand_no", "seat"], keep="first"
    )
    known = dealt.join(cards, on=["hand_no", "seat"], how="left").join(
        _dealt_first(dealt), on=["variant_id", "players", "seat"], how="left"
    )
    whole = (pl.col("held").bitwise_count_ones() == pl.col("of")).fill_null(False) | pl.col("of").is_null()
    known = known.with_columns(whole=whole)
    streets = _streets(recorded, known.filter(pl.col("whole").all().over("hand_no")), games)
    if not known["whole"].all() or recorded.height < ENOUGH or streets["later"].has_nulls():
        streets = streets.with_columns(later=pl.lit(None, pl.Float64)).filter(pl.col("chances").is_not_null())
    streets = pl.concat([streets, _guessed(recorded, known, games)])
    first = _first(known.filter(pl.col("player_id").is_not_null() & pl.col("of").is_not_null()))
    rows = first.join(streets, on=["hand_no", "seat"], how="full", coalesce=True)
    return rows.select(*DEALS).sort("hand_no", "seat")


def _guessed(recorded: pl.DataFrame, known: pl.DataFrame, games: Catalogue) -> pl.DataFrame:
    """Return the rows (`_STREETS`) of hands in which some players' first cards are known and the others' not at all: their
    chances with the others' cards dealt at random, and no luck.
    """
    whole, none = pl.col("whole"), pl.col("held").is_null()
    some = whole.any() & ~whole.all() & (whole | none).all() & pl.col("of").is_not_null().all()
    partly = known.filter(some.over("hand_no"))
    rows = _streets(recorded, partly, games, is_guess=True)
    return rows.filter(pl.col("chances").is_not_null()).with_columns(later=pl.lit(None, pl.Float64))


def _streets(
    hands: pl.DataFrame, dealt: pl.DataFrame, games: Catalogue, *, is_guess: bool = False
) -> pl.DataFrame:
    """Return a row for each seat of `hands` in `dealt` (`_STREETS`): its street luck in chips, null for all seats of
    a hand with an incomplete record, and its chances from street to street; with `is_guess`, unknown first cards are dealt at
    random, in games that allow it.

    `hands` are those that a session played, of games with cards; `dealt` has a row for each of their seats with
    its first cards (`held`, a set, null for none).
    """
    if dealt.is_empty():
        return pl.DataFrame(schema=_STREETS)
    held = dict(
        dealt.sort("hand_no", "seat").group_by("hand_no").agg(pl.col("held").fill_null(0)).iter_rows()
    )
    rows: list[tuple[int, int, float | None, list[dict[str, float]] | None]] = []
    facts = hands.select("hand_no", "variant_id", "additions", "pot_in", "actions")
    for hand_no, variant_id, additions, pot_in, acts in facts.iter_rows():
        game = games.with_additions(variant_id, additions or "")
        if hand_no not in held or game is None or not has_street_luck(game):
            continue
        seats = range(len(held[hand_no]))
        if not has_later_cards(game):
            rows += [(hand_no, seat, 0.0, None) for seat in seats]
            continue
        if not acts:
            rows += [(hand_no, seat, None, None) for seat in seats]
            continue
        from engine.api import guesses_hands, streets  # imports numba, which few nights need

        if is_guess and not guesses_hands(game):
            continue
        unknown = first_count(game) if is_guess else 0
        seed = hand_no << 8
        result = streets(game, acts, held[hand_no], pot_in or 0, seed, unknown=unknown)
        if result is None:
            rows += [(hand_no, seat, None, None) for seat in seats]
            continue
        chances = [each for each in result.chances if any(held[hand_no][seat] for seat in each.parts)]
        for seat, chips in enumerate(result.luck):
            mine = [{"acts": at, "part": parts[seat]} for at, parts in chances if seat in parts]
            rows.append((hand_no, seat, chips, mine or None))
    return pl.DataFrame(rows, schema=_STREETS, orient="row")


def _has_cards(game: Variant) -> bool:
    """Whether deal luck can be known in a game."""
    return not game.kernel or game.id in deal_worths()


def _dealt_first(dealt: pl.DataFrame) -> pl.DataFrame:
    """The number of first cards of each seat (`of`), by game and table size, of games that begin with cards."""
    worths = deal_worths()
    tables = dealt.select("variant_id", "players", "seat").unique()
    of = [
        cards_dealt(VARIANTS[game], worths[game].cards, players, seat) if game in worths else None
        for game, players, seat in tables.iter_rows()
    ]
    return tables.with_columns(of=pl.Series(of, dtype=pl.Int64))


def _first(known: pl.DataFrame) -> pl.DataFrame:
    """The worth of the first cards of the players whose cards are known in every hand."""
    worths = deal_worths()
    always = pl.col("whole").all().over("player_id") & (pl.len().over("player_id") >= ENOUGH)
    known = known.filter(always).sort("hand_no", "seat")
    rows = [
        game.select(
            "hand_no",
            "seat",
            worth=pl.Series(worths[name].of(_table(game["held"])), dtype=pl.Float64),
            worth_variance=pl.Series(worths[name].variances)[game["of"]],
        )
        for (name,), game in known.group_by("variant_id", maintain_order=True)
        if isinstance(name, str)
    ]
    return pl.concat(rows) if rows else pl.DataFrame(schema=DEALS).drop("later", "chances")


def _of_acts(hands: pl.DataFrame, dealt: pl.DataFrame, games: Catalogue) -> pl.DataFrame:
    """Return the first cards by hand and seat (`held`, a set of cards), if they are among the acts."""
    with_cards = hands.filter((pl.col("detail") == Detail.CARDS) & pl.col("actions").is_not_null())
    lengths = with_cards["actions"].list.len().to_numpy().astype(np.int64)
    acts = with_cards["actions"].explode(empty_as_null=False).to_numpy().astype(np.int64)
    most = {game: first_count(games[game]) for game in with_cards["variant_id"].unique()}
    held = first_cards(
        acts,
        np.concatenate([[0], np.cumsum(lengths)]),
        int(dealt["seat"].max()) + 1,  # type: ignore[arg-type]
        with_cards["variant_id"].replace_strict(most, return_dtype=pl.Int64).to_numpy(),
    )
    sets = (held * (np.uint64(1) << np.arange(64, dtype=np.uint64))).sum(axis=2, dtype=np.uint64)
    hand, seat = np.nonzero(sets)
    return pl.DataFrame(
        {"hand_no": with_cards["hand_no"].to_numpy()[hand], "seat": seat, "held": sets[hand, seat]},
        schema={"hand_no": pl.Int64, "seat": pl.Int64, "held": pl.UInt64},
    )


def _at_the_end(dealt: pl.DataFrame, games: Catalogue) -> pl.DataFrame:
    """Return the recorded cards of seats, in games in which these are the first ones."""
    known = [game for game in dealt["variant_id"].unique() if keeps_first_cards(games[game])]
    named = dealt.filter(pl.col("variant_id").is_in(known) & pl.col("cards").is_not_null())
    return named.select("hand_no", "seat", held=pl.col("cards").map_elements(_set_of, return_dtype=pl.UInt64))


def _set_of(cards: str) -> int:
    try:
        return card_set(parse_cards(cards))
    except CardError:
        return 0


def _table(held: pl.Series) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Sets of cards as rows x 64."""
    bits = held.to_numpy()[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    return np.asarray(bits == 1)
