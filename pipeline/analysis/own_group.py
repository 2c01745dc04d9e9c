"""The group of a store as profiles: fitted to its logged nights by family of games, shrunk towards `friends`.

A figure of few hands says little. What is fitted is its posterior mean between the log and `friends`: groups differ
from each other by `_BETWEEN` (standard deviations between the nights of seven home games, in log-odds, of pots in
logarithms), a figure from the truth by its standard error (normal shrinkage: Efron and Morris, "Stein's estimation
rule and its competitors", 1973). Players are shrunk towards their table in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engine.api import CallError, Catalogue, Profile, Variant
from language import join_words, mark, tr
from language.forms import number
from pipeline.analysis import observed
from pipeline.analysis.compare_text import games_text
from pipeline.analysis.observed import LoggedGame, logged_families
from pipeline.simulation import fitting
from pipeline.simulation.fitting import Figures, fit_group, table_figures
from pipeline.simulation.group import family_of
from pipeline.store.progress import Progress
from queries.cache import Cache, key_of

_BETWEEN: Mapping[str, float] = {"vpip": 0.45, "pfr": 0.45, "showdown": 0.35, "showdowns": 0.35, "pot": 0.5}
_OWN = ("vpip", "pfr", "showdown")
_SHOWN = ("vpip", "pfr", "showdowns", "pot")
_WORDS = {
    "vpip": mark("plays {value}"), "pfr": mark("raises {value}"), "showdowns": mark("shows down {value}"),
    "pot": mark("pots {value} antes"),
}  # fmt: skip


class Estimate(NamedTuple):
    """A figure of a group: the logged one, the fitted one, and its standard error."""

    logged: float
    value: float
    error: float


@dataclass(frozen=True, kw_only=True)
class FamilyGroup:
    """A group at a family of games: the game that it was fitted at, its hands, figures and profiles by name."""

    game: str
    hands: int
    figures: Mapping[str, Estimate]
    profiles: Mapping[str, Profile]


OwnGroup = Mapping[str, FamilyGroup]
"""A group by family of games; at the others it is unknown, and friends play."""


def find_group(store: Path, players: int, progress: Progress | None = None) -> OwnGroup:
    """The group of a store at a table of `players`; empty where too few hands are logged act by act. Fitted once,
    until nights are added: some ten seconds a family.
    """
    cache = Cache(store, "groups", ".json")
    families = {}
    for family, logged in logged_families(store, players).items():
        key = key_of(code=(__file__, observed.__file__, fitting.__file__), facts=[repr(logged)])
        name = f"{family}-{logged.size}"
        data = cache.get(name, key)
        if data is None:
            try:
                group = _fit(logged, progress)
            except CallError:  # fewer hands than a fit takes
                continue
            data = msgspec.json.encode(group)
            cache.put(name, key, data)
        families[family] = msgspec.json.decode(data, type=FamilyGroup)
    return families


def _fit(logged: LoggedGame, progress: Progress | None) -> FamilyGroup:
    table = logged.table
    assert table is not None  # no player was named
    prior = table_figures(logged.variant, "friends", logged.size)
    estimates = {name: _shrunk(table, prior, name) for name in _BETWEEN}
    aimed: dict[str, Any] = {name: each.value for name, each in estimates.items()}
    aim = replace(table, **aimed)
    players = {}
    for name, figures in logged.players.items():
        if figures.hands >= fitting.FEWEST:
            own: dict[str, Any] = {rate: _shrunk(figures, aim, rate).value for rate in _OWN}
            players[name] = replace(figures, **own)
    fitted = fit_group(players or {"group": aim}, logged.variant, logged.size, aim, progress=progress)
    return FamilyGroup(
        game=f"{logged.variant.id} {logged.variant.additions}".strip(),
        hands=table.hands,
        figures={name: estimates[name] for name in _SHOWN},
        profiles={one.name: one.profile for one in fitted.players},
    )


def _shrunk(logged: Figures, prior: Figures, figure: str) -> Estimate:
    """A figure between what was logged and a prior, by how well each is known."""
    is_pot = figure == "pot"
    cases = logged.hands if figure in ("showdowns", "pot") else logged.seats
    was, before = (getattr(each, figure) for each in (logged, prior))
    if is_pot:
        spread = max(logged.error(figure) / max(was, 1e-9), 1e-6)
        x, y = log(max(was, 1e-9)), log(max(before, 1e-9))
    else:
        x = log((was * cases + 0.5) / ((1 - was) * cases + 0.5))
        y = log(max(before, 1e-6) / max(1 - before, 1e-6))
        p = (was * cases + 0.5) / (cases + 1)
        spread = (1 / (cases * p * (1 - p))) ** 0.5
    weight = 1 / (1 + (spread / _BETWEEN[figure]) ** 2)
    middle, error = y + weight * (x - y), spread * weight**0.5
    value = exp(middle) if is_pot else 1 / (1 + exp(-middle))
    return Estimate(was, value, error * (value if is_pot else value * (1 - value)))


def group_text(group: OwnGroup, variants: Sequence[Variant], games: Catalogue) -> str:
    """How the own group plays these games and how well that is known, in sentences; `games` are those of its store."""
    sentences = []
    for family in dict.fromkeys(map(family_of, variants)):
        if (one := group.get(family)) is None:
            continue
        figures = [
            tr(
                _WORDS[name],
                value=f"{number(each.value, 1)} ± {number(each.error, 1)}"
                if name == "pot"
                else f"{number(100 * each.value)} ± {number(100 * each.error)} %",
            )
            for name, each in one.figures.items()
        ]
        sentences.append(
            tr(
                "Your own group, from {hands:,} hands of {game}: {figures}.",
                hands=one.hands, game=_name(one.game, games), figures=join_words(figures),
            )
        )  # fmt: skip
    unknown = [variant.name for variant in variants if family_of(variant) not in group]
    if unknown:
        sentences.append(
            tr(
                "Of {games} or its like no hands are logged act by act: there it plays as friends.",
                games=games_text(unknown),
            )
        )
    return " ".join(sentences)


def _name(game: str, games: Catalogue) -> str:
    variant_id, _, additions = game.partition(" ")
    variant = games.called(variant_id, additions)
    return f"{variant.name} {additions}".strip() if variant else game
