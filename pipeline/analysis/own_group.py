"""The group of a store as profiles: fitted to its logged nights by family of games, shrunk towards `friends`.

A figure from few hands says little. So profiles are fitted to its posterior mean between the nights and `friends`
(`pipeline.analysis.foretelling`), for tables of the requested size. Players are shrunk towards their table in the
same way (normal shrinkage: Efron and Morris, "Stein's estimation rule and its competitors", 1973).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from engine.api import CallError, Catalogue, Profile, Variant
from language import join_words, mark, tr
from language.forms import number
from pipeline.analysis import foretelling, observed
from pipeline.analysis.compare_text import games_text
from pipeline.analysis.foretelling import Estimate, Foretold, estimate, foretell, shrunk, size_class
from pipeline.analysis.observed import LoggedGame, logged_families
from pipeline.simulation import fitting
from pipeline.simulation.fitting import Figures, fit_group, table_figures
from pipeline.simulation.group import family_of
from pipeline.simulation.stacks import Stacks
from pipeline.simulation.versions import versions
from pipeline.store.progress import Progress
from queries.cache import Cache, key_of

_OWN = ("vpip", "pfr", "showdown")
_SHOWN = ("vpip", "pfr", "showdowns", "pot")
_WORDS = {
    "vpip": mark("plays {value}"), "pfr": mark("raises {value}"), "showdowns": mark("shows down {value}"),
    "pot": mark("pots {value} antes"),
}  # fmt: skip


_MISSES = {
    "vpip": mark("plays ±{error} points ({friends}; {chance})"),
    "pfr": mark("raises ±{error} points ({friends}; {chance})"),
    "showdowns": mark("shows down ±{error} points ({friends}; {chance})"),
    "pot": mark("pots ±{error} % ({friends}; {chance})"),
}


@dataclass(frozen=True, kw_only=True)
class FamilyGroup:
    """A group at a family of games: the game that it was fitted at, its hands, figures and profiles by name, and how well its nights
    foretell each other.
    """

    game: str
    hands: int
    figures: Mapping[str, Estimate]
    profiles: Mapping[str, Profile]
    foretold: Sequence[Foretold] = ()


OwnGroup = Mapping[str, FamilyGroup]
"""A group by family of games; at the others it is unknown, and friends play."""


def find_group(
    store: Path, players: int, progress: Progress | None = None, stacks: Stacks | None = None
) -> OwnGroup:
    """Return the group of a store at a table of `players`; empty where too few hands are logged act by act. It is fitted
    once, until nights are added or simulated people play differently, which takes some ten seconds a family. `stacks` are
    those with which the nights were played, by default the usual ones.
    """
    cache = Cache(store, "groups", ".json")
    families = {}
    for family, logged in logged_families(store, players).items():
        key = key_of(
            code=(__file__, observed.__file__, fitting.__file__, foretelling.__file__),
            facts=[repr(logged), versions().sources, *([repr(stacks)] if stacks else [])],
        )
        name = f"{family}-{logged.size}{'-stacks' if stacks else ''}"
        data = cache.get(name, key)
        if data is None:
            try:
                group = _fit(logged, progress, stacks)
            except CallError:  # fewer hands than a fit takes
                continue
            data = msgspec.json.encode(group)
            cache.put(name, key, data)
        families[family] = msgspec.json.decode(data, type=FamilyGroup)
    return families


def _fit(logged: LoggedGame, progress: Progress | None, stacks: Stacks | None) -> FamilyGroup:
    table = logged.table
    assert table is not None  # no player was named
    estimates, foretold = estimate_group(logged, stacks)
    aim = expected_figures(table, estimates)
    known = {name: own for name, own in logged.players.items() if own.hands >= fitting.FEWEST}
    players = {name: expected_figures(own, estimate_player(own, aim)) for name, own in known.items()}
    fitted = fit_group(
        players or {"group": aim}, logged.variant, logged.size, aim, progress=progress, stacks=stacks
    )
    return FamilyGroup(
        game=f"{logged.variant.id} {logged.variant.additions}".strip(),
        hands=table.hands,
        figures={name: estimates[name] for name in _SHOWN},
        profiles={one.name: one.profile for one in fitted.players},
        foretold=foretold,
    )


def estimate_player(logged: Figures, table: Figures) -> dict[str, Estimate]:
    """Return the rates of a player, between the logged ones and those expected of the table: the fewer hands, the nearer to
    the table's.

    >>> table = Figures(hands=100, seats=600, vpip=0.3, pfr=0.1, showdown=0.3, showdowns=0.6, pot=20)
    >>> estimate = estimate_player(replace(table, hands=40, seats=40, vpip=0.5), table)["vpip"]
    >>> estimate.logged, round(estimate.value, 2), round(estimate.error, 2)
    (0.5, 0.43, 0.06)
    """
    return {rate: shrunk(logged, table, rate) for rate in _OWN}


def expected_figures(table: Figures, estimates: Mapping[str, Estimate]) -> Figures:
    """Return the figures of a table or a player with the estimated ones in place of the logged ones.

    >>> table = Figures(hands=100, seats=600, vpip=0.3, pfr=0.1, showdown=0.3, showdowns=0.6, pot=20)
    >>> expected_figures(table, {"vpip": Estimate(logged=0.3, value=0.35, error=0.05)}).vpip
    0.35
    """
    aimed: dict[str, Any] = {name: each.value for name, each in estimates.items()}
    return replace(table, **aimed)


def estimate_group(
    logged: LoggedGame, stacks: Stacks | None = None
) -> tuple[dict[str, Estimate], list[Foretold]]:
    """Return the figures of a group at a table of its size, from its nights, and how well nights predict each other.
    Plays hands of friends to compare with.
    """
    assert logged.table is not None  # no player was named
    size = size_class(logged.size)
    friends = {
        each: table_figures(logged.variant, "friends", logged.size if each == size else each, stacks)
        for each in sorted({size, *(night.size for night in logged.nights)})
    }
    return estimate(logged.nights, friends, size, logged.table), foretell(logged.nights, friends)


def foretold_text(foretold: Sequence[Foretold]) -> str:
    """Return sentences on how well nights predict each other.

    >>> text = foretold_text([Foretold("vpip", nights=8, error=0.04, friends=0.09, chance=0.03)])
    >>> text.partition("leave open: ")[2]
    'plays ±4 points (9; 3).'
    """
    figures = [
        tr(
            _MISSES[one.figure],
            error=number(100 * one.error),
            friends=number(100 * one.friends),
            chance=number(100 * one.chance),
        )
        for one in foretold
    ]
    return tr(
        "Each night predicted from the other nights ({nights}), root mean square errors; in brackets those of friends, and what the "
        "hands of a night leave open: {figures}.",
        nights=foretold[0].nights,
        figures=join_words(figures),
    )


def group_text(group: OwnGroup, variants: Sequence[Variant], games: Catalogue) -> str:
    """Return sentences on how the own group plays these games and how well that is known; `games` are the games of its
    store.

    >>> from engine.api import VARIANTS
    >>> group_text({}, [VARIANTS.find("texas-holdem")], VARIANTS)
    "Of Texas Hold 'Em or its like no hands are logged act by act: there it plays as friends."
    """
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
    variant = games.with_additions(variant_id, additions)
    return f"{variant.name} {additions}".strip() if variant else game
