"""Profiles fitted to real players: departures from `regular` that show the same figures.

Four figures of a player's hands at one game are fitted: how often chips are put in by choice in the first
round (`loose_first`), how often it is raised (`aggression`), how often the player is in at a showdown
(`loose_later`), and the mean pot of the table (the stakes that all play for: `_departed`). Fields are in
log-odds, as the differences of rates are, so each step moves a field by a part of what its figure is off, a
smaller part every time (Robbins and Monro, *Annals of Mathematical Statistics* 22, 1951), and never far:
where many hands look alike, as at stud's beginning, a little better is enough to play them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.api import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    VARIANTS,
    Act,
    CallError,
    Detail,
    HandColumn,
    Profile,
    Record,
    SeatColumn,
    Variant,
    call,
    find_profile,
    parse_additions,
)
from language import tr
from pipeline.simulation.columns import Array

STEPS = 32
HANDS = 1500
"""Deals of a step, each played in every seating."""
CHECKED = 6000
FEWEST = 50
_SEED = 4
_FIELDS = {"vpip": "loose_first", "pfr": "aggression", "showdown": "loose_later"}
_MOST = 4.0
_LOWEST_STAKES = -2.0
_VOLUNTARY = [int(act) for act in Act if act.voluntary]
_AGGRESSIVE = [int(act) for act in Act if act.aggressive]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What a player's hands show, as shares of the hands dealt in; the mean pot in antes."""

    hands: int
    vpip: float
    pfr: float
    showdown: float
    pot: float


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A player's logged figures, the profile fitted to them, and what that shows in hands of another seed."""

    name: str
    logged: Figures
    profile: Profile
    shown: Figures


def game_of(variant_id: str, additions: str) -> Variant:
    """The call that the store names."""
    return call(VARIANTS[variant_id], parse_additions(additions.split()))


def fit_group(logged: Mapping[str, Figures], variant: Variant, players: int) -> list[Fitted]:
    """Fit players who sit together at a table of `players`; in empty seats sit the same again, as in a run.

    Raises CallError where there are more of them than seats, or too few hands to go by.
    """
    if len(logged) > players:
        raise CallError(
            tr(
                "{n} players don't sit at a table of {players}: fit fewer at once.",
                n=len(logged),
                players=players,
            )
        )
    for name, figures in logged.items():
        if figures.hands < FEWEST:
            raise CallError(
                tr(
                    "{name} has {hands} hands with every act: a fit takes {fewest}.",
                    name=name,
                    hands=figures.hands,
                    fewest=FEWEST,
                )
            )
    fields = {name: dict.fromkeys(_FIELDS.values(), 0.0) for name in logged}
    stakes = 0.0
    for step in range(STEPS):
        table = [_departed(fields[name], stakes) for name in logged]
        shown = _figures(variant, table, players, seed=_SEED, deals=HANDS)
        gain, most = 0.5 / (1 + step / 10), 0.3 / (1 + step / 10)
        pots = [(target.pot, found.pot) for target, found in zip(logged.values(), shown, strict=True)]
        bigger = np.log(sum(target for target, _ in pots) / sum(found for _, found in pots))
        stakes = float(np.clip(stakes + np.clip(gain * bigger, -most, most), _LOWEST_STAKES, 1.0))
        for (name, target), found in zip(logged.items(), shown, strict=True):
            own = fields[name]
            for figure, field in _FIELDS.items():
                off = _log_odds(getattr(target, figure), target.hands) - _log_odds(
                    getattr(found, figure), HANDS * players
                )
                own[field] = float(np.clip(own[field] + np.clip(gain * off, -most, most), -_MOST, _MOST))
    profiles = [_departed(fields[name], stakes) for name in logged]
    shown = _figures(variant, profiles, players, seed=_SEED + 1, deals=CHECKED)
    return [
        Fitted(name=name, logged=target, profile=profile, shown=found)
        for (name, target), profile, found in zip(logged.items(), profiles, shown, strict=True)
    ]


def _departed(fields: Mapping[str, float], stakes: float) -> Profile:
    """The profile of a player's own fields and of the stakes that all play for.

    They make small raises big, or from 0 down big ones small and all-ins (peders) fewer, from -1 down raises
    of a raise fewer, and bets after the first round.
    """
    lower = float(np.clip(-1 - stakes, 0, 1))
    return replace(
        find_profile("regular"),
        **fields,
        sizing=float(np.clip(stakes, -1, 1)),
        peder_use=float(np.clip(1 + stakes, 0, 1)),
        reraises=1 - 0.7 * lower,
        aggression_later=-3 * lower,
    )


def _log_odds(rate: float, hands: int) -> float:
    """The log-odds of a rate, never infinite: half a hand is added to both sides."""
    hits = rate * hands
    return float(np.log((hits + 0.5) / (hands - hits + 0.5)))


def _figures(
    variant: Variant, profiles: Sequence[Profile], players: int, *, seed: int, deals: int
) -> list[Figures]:
    """What players show who sit around a table, the first of each counted: each deal in every seating."""
    from engine.api import play

    around = [profiles[seat % len(profiles)] for seat in range(players)]
    counts = np.zeros((players, 3))
    pots = 0.0
    hands = 0
    for turn in range(players):
        for _, record in play(
            variant, players=players, hands=deals, seed=seed, profiles=around[turn:] + around[:turn],
            detail=Detail.ACTIONS,
        ):  # fmt: skip
            counts += np.roll(_counts(record), turn, axis=0)
            pots += float(record.hand[:, HandColumn.POT].sum()) / variant.unit
            hands += len(record.hand)
    return [
        Figures(hands=hands, vpip=vpip, pfr=pfr, showdown=showdown, pot=pots / hands)
        for vpip, pfr, showdown in (counts[: len(profiles)] / hands).tolist()
    ]


def _counts(record: Record) -> Array:
    """In how many hands each seat put in chips by choice in the first round, raised in it, was in at the
    showdown (players x 3).
    """
    hands, players = record.seat.shape[:2]
    of_hand = np.repeat(np.arange(hands), np.diff(record.action_ends))
    acts = record.actions
    first = (acts >> ROUND_SHIFT & MAX_ROUND) == 1
    seats = acts >> SEAT_SHIFT & TABLE
    counts = np.zeros((players, 3))
    for column, kinds in enumerate((_VOLUNTARY, _AGGRESSIVE)):
        did = np.zeros((hands, players), bool)
        chosen = first & np.isin(acts & KIND_MASK, kinds)
        did[of_hand[chosen], seats[chosen]] = True
        counts[:, column] = did.sum(axis=0)
    shown = record.hand[:, HandColumn.SHOWDOWN] > 1
    counts[:, 2] = (shown[:, None] & (record.seat[:, :, SeatColumn.FOLDED] == 0)).sum(axis=0)
    return counts
