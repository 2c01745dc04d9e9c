"""Profiles fitted to real players: departures from the mean of `friends`, who act in a situation as people do, with the same figures.

Four figures of a table are fitted: VPIP, PFR, showdowns a hand and the mean pot; and how its players differ in the
first two and in showdowns. Each figure has a dial, which moves against the error of its figure, by steps that grow
while the direction stays and halve after overshooting (Rprop: Riedmiller and Braun, *IEEE International Conference on
Neural Networks*, 1993): in some games a tiny step is enough to play all hands, in others much is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from engine.api import (
    KIND_MASK,
    MAX_ROUND,
    ROUND_SHIFT,
    SEAT_SHIFT,
    TABLE,
    Act,
    CallError,
    Catalogue,
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
from pipeline.simulation.profiles import DECIMALS
from pipeline.simulation.stacks import Stacks
from pipeline.store.progress import Progress

STEPS = 48
HANDS = 4000
"""Deals of a step, each played in every seating."""
CHECKED = 6000
FEWEST = 50
"""Fewest hands of a fit."""
_SEED = 4
_MEANT = ("vpip", "pfr", "showdown", "showdowns", "pot", "pot_sd")
_RATES = ("vpip", "pfr", "showdown")
_LOWEST, _HIGHEST = (-6.0, -8.0, -4.0, -3.0), (4.0, 4.0, 4.0, 3.0)
"""Of the dials: going in, raising, staying, and the stakes."""
_FIRST_STEP, _LEAST_STEP, _MOST_STEP = 0.3, 0.002, 0.6
BASE = "friends"
"""The profile that fits depart from."""
_VOLUNTARY = [int(act) for act in Act if act.voluntary]
_AGGRESSIVE = [int(act) for act in Act if act.aggressive]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """The figures of a player's hands, as shares of the hands dealt in: chips put in by choice in the first round
    (`vpip`), raised in it (`pfr`), in at a showdown (`showdown`); hands that came to a showdown with or without the
    player (`showdowns`); and the mean pot, in antes, with its standard deviation over hands. For a table, `vpip`
    to `showdown` are means over its seats, and `seats` counts players dealt in; for a player `seats` equals `hands`.
    """

    hands: int
    seats: int
    vpip: float
    pfr: float
    showdown: float
    showdowns: float
    pot: float
    pot_sd: float = 0.0

    def error(self, figure: str) -> float:
        """The standard error of one of the figures."""
        if figure == "pot":
            return float(self.pot_sd / self.hands**0.5)
        rate = float(getattr(self, figure))
        cases = self.hands if figure == "showdowns" else self.seats
        return float((rate * (1 - rate) / cases) ** 0.5)


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A player's logged figures, the profile fitted to them, and its figures in hands of another seed."""

    name: str
    logged: Figures
    profile: Profile
    shown: Figures


@dataclass(frozen=True, kw_only=True)
class FittedTable:
    """A table of fitted players: the figures of the table and of each player, logged and simulated."""

    logged: Figures
    shown: Figures
    players: Sequence[Fitted]


def game_of(games: Catalogue, variant_id: str, additions: str) -> Variant:
    """Return the call with this name in a store with these games. Raises KeyError for an unknown game, CallError for
    additions that the game doesn't allow.

    >>> game_of(Catalogue(), "seven-card-stud", "hilo").share
    <Sharing.DECLARED: 'declared'>
    """
    return call(games[variant_id], parse_additions(additions.split()))


def fit_group(
    logged: Mapping[str, Figures],
    variant: Variant,
    players: int,
    table: Figures | None = None,
    others: Mapping[str, Figures] | None = None,
    progress: Progress | None = None,
    stacks: Stacks | None = None,
) -> FittedTable:
    """Fit players who sit together at a table of `players`; empty seats repeat the same players, as in a run. They play
    with `stacks`, by default the usual ones.

    `table` is what the table is fitted to, its players differing as in `logged`; by default the mean of the players. A
    single player sits with `others` and is fitted to his own showdowns; for several, showdowns are fitted at the
    table. Raises CallError for more players than seats, or too few hands.

    >>> anna = Figures(hands=40, seats=40, vpip=0.4, pfr=0.1, showdown=0.3, showdowns=0.6, pot=18.0)
    >>> fit_group({"Anna": anna}, Catalogue()["texas-holdem"], players=6)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    engine.errors.CallError: Anna: 40 hands have every action, and a fit needs 50. ...
    """
    for name, figures in logged.items() if table is None else [(tr("The table"), table)]:
        if figures.hands < FEWEST:
            raise CallError(
                tr(
                    "{name}: {hands} hands have every action, and a fit needs {fewest}. Log more nights bet by bet, or import some.",
                    name=name,
                    hands=figures.hands,
                    fewest=FEWEST,
                )
            )
    if len(logged) > players:
        raise CallError(
            tr(
                "{n} players don't sit at a table of {players}: fit fewer at once.",
                n=len(logged),
                players=players,
            )
        )
    seated = [*logged.values(), *(others or {}).values()]
    around = _mean([seated[seat % len(seated)] for seat in range(players)])
    aim = table or replace(around, seats=sum(figures.hands for figures in seated))
    rates = ("vpip", "pfr", "showdown" if len(logged) == 1 and table is None else "showdowns")
    game = FittedGame(variant, players, stacks)
    profiles = _profiles_of(_fit_dials(seated, aim, rates, game, progress))
    shown_table, shown = _figures(game, profiles, seed=_SEED + 1, deals=CHECKED)
    return FittedTable(
        logged=aim,
        shown=shown_table,
        players=[
            Fitted(name=name, logged=target, profile=profile, shown=figures)
            for (name, target), profile, figures in zip(logged.items(), profiles, shown, strict=False)
        ],
    )


def _fit_dials(
    own: Sequence[Figures],
    aim: Figures,
    rates: Sequence[str],
    game: FittedGame,
    progress: Progress | None,
) -> Array:
    """The dials with which players come nearest to their figures, and their table to its `rates` and its pot
    (players x 4).
    """
    lowest, highest = np.array(_LOWEST), np.array(_HIGHEST)
    dials = np.zeros((len(own), 4))
    steps, ways = np.full_like(dials, _FIRST_STEP), np.zeros_like(dials)
    best, nearest = dials, np.inf
    for step in range(STEPS):
        if progress:
            progress(tr("fitting"), step, STEPS)
        table, shown = _figures(game, _profiles_of(dials), seed=_SEED, deals=HANDS)
        table_off = np.array([_log_odds(aim, rate) - _log_odds(table, rate) for rate in rates])
        pot = float(np.log(aim.pot / table.pot))
        own_off = _errors(own, shown)
        far = float((own_off**2).sum() + len(own) * ((table_off**2).sum() + pot**2))
        if far < nearest:
            best, nearest = dials, far
        # a player who can't come nearer must not stop the others from matching the figures of the table
        free = ((lowest < dials) & (dials < highest))[:, :3] + 1e-9
        own_off -= (own_off * free).sum(axis=0) / free.sum(axis=0)
        off = np.column_stack([own_off + table_off, np.full(len(own), pot)])
        again = ways * np.sign(off)
        steps *= np.where(again < 0, 0.5, np.where(again > 0, 1.2, 1.0))
        steps = np.clip(steps, _LEAST_STEP, _MOST_STEP)
        ways = np.sign(off)
        dials = np.clip(dials + np.clip(3 * off, -steps, steps), lowest, highest)
    return best


def _errors(own: Sequence[Figures], shown: Sequence[Figures]) -> Array:
    """The error of each player's rates, less the mean of all players, in log-odds: (players x 3)."""
    off: Array = np.array(
        [
            [_log_odds(target, rate) - _log_odds(figures, rate) for rate in _RATES]
            for target, figures in zip(own, shown, strict=True)
        ]
    )
    off -= off.mean(axis=0)
    return off


def _log_odds(figures: Figures, figure: str) -> float:
    """The log-odds of a rate, never infinite: half a hand is added to both sides."""
    cases = figures.hands if figure == "showdowns" else figures.seats
    hits = getattr(figures, figure) * cases
    return float(np.log((hits + 0.5) / (cases - hits + 0.5)))


def _profiles_of(dials: Array) -> list[Profile]:
    """The profiles of players' dials, to the decimals that a file has.

    A lower dial of going in makes a player fold more, and below -1 play fewer hands at all; the same for raising. The dial of
    stakes, shared by all, makes small raises big (of fewer sizes) and raises of a raise more frequent; above 1 also all-ins (peders) and
    bets after the first round. Below 0 it makes big raises small, below -1 raises of a raise fewer, and below -2 also bets after the first round.
    """
    base = find_profile(BASE)
    profiles = []
    for enters, raises, stays, stakes in dials.tolist():
        higher, lower = float(np.clip(stakes, 0, 1)), float(np.clip(-1 - stakes, 0, 2))
        highest = float(np.clip(stakes - 1, 0, 2))
        fields = {
            "loose_first": base.loose_first + max(enters, -1.0),
            "plays_first": np.exp(min(enters + 1, 0.0)),
            "aggression": base.aggression + max(raises, -1.0),
            "raises_first": np.exp(min(raises + 1, 0.0)),
            "loose_later": base.loose_later + stays,
            "sizing": np.clip(stakes, -1, 1),
            "sizes": base.sizes * (1 - higher),
            "reraises": (base.reraises + (1 - base.reraises) * higher) * (1 - 0.8 * min(lower, 1.0)),
            "peder_use": min(highest, 1.0),
            "aggression_later": highest - 3 * max(lower - 1, 0.0),
        }
        rounded = {field: round(float(value), DECIMALS) for field, value in fields.items()}
        profiles.append(replace(base, **rounded))
    return profiles


def table_figures(variant: Variant, lineup: str, players: int, stacks: Stacks | None) -> Figures:
    """Return the figures of a table of one line-up at a game, by default with the usual stacks; plays 6,000 deals in
    every seating.
    """
    return _figures(FittedGame(variant, players, stacks), [lineup], seed=_SEED + 2, deals=CHECKED)[0]


class FittedGame(NamedTuple):
    """The table of a fit: a game, the number of players, and the stacks, None for the usual ones."""

    variant: Variant
    players: int
    stacks: Stacks | None = None


def _figures(
    game: FittedGame, profiles: Sequence[str | Profile], *, seed: int, deals: int
) -> tuple[Figures, list[Figures]]:
    """Return the figures of a table and of each of its players: each deal in every seating."""
    from engine.api import play

    variant, players, stacks = game
    chips = stacks.chips(variant, players) if stacks else None
    around = [profiles[seat % len(profiles)] for seat in range(players)]
    counts = np.zeros((players, 3))
    pots: list[Array] = []
    showdowns = 0
    for turn in range(players):
        for _, record in play(
            variant, players=players, hands=deals, seed=seed, profiles=around[turn:] + around[:turn],
            detail=Detail.ACTIONS, stacks=chips,
        ):  # fmt: skip
            counts += np.roll(_counts(record), turn, axis=0)
            pots.append(record.hand[:, HandColumn.POT] / variant.unit)
            showdowns += int((record.hand[:, HandColumn.SHOWDOWN] > 1).sum())
    pot = np.concatenate(pots)
    hands = len(pot)
    seats = [
        Figures(
            hands=hands, seats=hands, vpip=vpip, pfr=pfr, showdown=showdown, showdowns=showdowns / hands,
            pot=float(pot.mean()), pot_sd=float(pot.std()),
        )
        for vpip, pfr, showdown in (counts / hands).tolist()
    ]  # fmt: skip
    return _mean(seats), seats[: len(profiles)]


def _mean(seats: Sequence[Figures]) -> Figures:
    """Return the mean figures of the seats of a table."""
    return Figures(
        hands=round(np.mean([seat.hands for seat in seats])),
        seats=sum(seat.seats for seat in seats),
        **{name: float(np.mean([getattr(seat, name) for seat in seats])) for name in _MEANT},
    )


def _counts(record: Record) -> Array:
    """Return the number of hands in which each seat put in chips by choice in the first round, raised in it, and was
    in at the showdown (players x 3).
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
