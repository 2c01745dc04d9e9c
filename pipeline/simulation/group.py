"""The players of a simulated season: a group and its guests, who comes on a night, and the games that they like to call."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path

import numpy as np

from engine.api import (
    CallError,
    Op,
    Profile,
    Variant,
    call,
    check_table,
    find_profile,
    largest_table,
    parse_additions,
)
from language import tr
from pipeline.simulation.profiles import ENDING, read_profiles
from pipeline.store.player_names import slug

_PROFILES = tuple(f"friends-{number}" for number in range(1, 7))
_MOST = 12
_ADDITIONS = ("vild 2", "enøje", "hilo", "psy", "spade")
_ADDS_SOMETHING = 0.12  # of the hands
_COMES = (0.75, 1.0)
"""The probability that a member of the group comes: each has a habit between these."""
_GUEST_COMES = 0.35
_IN_PART = 0.06
_GUEST_IN_PART = 0.5
"""How often who comes is late, and how often early to leave."""
_OWN_TASTE = 0.75
"""Weight of the dealer's own taste in a call; the rest is the taste of the table."""


def family_of(variant: Variant) -> str:
    """Return the family of games among which a player's habits carry over: the game's own, or for a guest game the
    family with the same kind of deal.

    >>> from engine.api import VARIANTS
    >>> family_of(VARIANTS["baseball"]), family_of(VARIANTS["omaha-high"])
    ('stud', 'omaha')
    """
    if variant.family not in ("guest", "home"):
        return variant.family
    ops = {step.op for step in variant.steps}
    if Op.TURN_BOARD in ops:
        return "common" if not variant.all_in else "holdem" if variant.steps[0].count == 2 else "omaha"
    return "draw" if Op.DRAW in ops else "stud"


@dataclass(frozen=True)
class Member:
    """One of the group, or a guest of it: a name and a profile, `own` where a user wrote it, `by_family` where
    it was fitted to logged nights.
    """

    name: str
    profile: str
    guest: bool = False
    own: Profile | None = None
    by_family: tuple[tuple[str, Profile], ...] = ()

    def at(self, variant: Variant) -> str | Profile:
        """Return the member's profile at a game."""
        return dict(self.by_family).get(family_of(variant)) or self.own or self.profile

    @property
    def player_id(self) -> str:
        """The player's id in the store."""
        return slug(self.name)

    @property
    def learned(self) -> bool:
        """Whether the member needs trained models."""
        return bool((self.own or find_profile(self.profile)).learned)

    def __str__(self) -> str:
        own = [
            *([astuple(self.own)] if self.own else []),
            *((name, astuple(each)) for name, each in self.by_family),
        ]
        fields = "".join(f" {each}" for each in own)
        return f"{self.name}:{self.profile}{fields}"


GROUP = tuple(
    Member(name, profile)
    for name, profile in zip(("Anna", "Bo", "Dorte", "Erik", "Karen", "Søren"), _PROFILES, strict=True)
)
GUESTS = (Member("Mads", "friends-3", guest=True), Member("Line", "friends-5", guest=True))


SIMULATED = "-sim"
"""Ends the names of real players in a simulated season: its nights don't count as theirs."""


def fitted_group(profiles: Mapping[str, Mapping[str, Profile]]) -> tuple[Member, ...]:
    """Return the group of a store, by family and name, as members of a season; members unknown at a family play it as
    friends do.

    >>> anna, bo = fitted_group({"stud": {"Anna": find_profile("rock")}, "draw": {"Bo": find_profile("rock")}})
    >>> anna.name, anna.profile, [family for family, _ in anna.by_family]
    ('Anna-sim', 'friends-1', ['stud'])
    """
    names = list(dict.fromkeys(name for family in profiles.values() for name in family))[:_MOST]
    return tuple(
        Member(
            f"{name}{SIMULATED}", _PROFILES[place % len(_PROFILES)],
            by_family=tuple((family, own[name]) for family, own in profiles.items() if name in own),
        )
        for place, name in enumerate(names)
    )  # fmt: skip


def parse_group(text: str | None = None, guests: str | None = None) -> tuple[Member, ...]:
    """Read a group and its guests: names separated by commas or spaces, each with a profile after a colon if it has
    one: ``Anna:rock Bo``. The default group is `GROUP` with `GUESTS`; other groups have no guests. Raises CallError
    for an unknown profile, a name that occurs twice, or a group that is too small or too large.

    >>> [(member.name, member.profile, member.guest) for member in parse_group("Anna:rock Bo", guests="Line")]
    [('Anna', 'rock', False), ('Bo', 'friends-2', False), ('Line', 'friends-1', True)]
    """
    group = GROUP if text is None else _members(text)
    if not 2 <= len(group) <= _MOST:
        raise CallError(tr("A group has 2 to {most} players, not {n}.", most=_MOST, n=len(group)))
    invited = GUESTS if text is None and guests is None else _members(guests or "")
    company = (*group, *(replace(member, guest=True) for member in invited))
    ids = [member.player_id for member in company]
    for member in company:
        if ids.count(member.player_id) > 1:
            raise CallError(
                tr("{name} is in the group twice: give one of them another name.", name=member.name)
            )
    return company


def _members(text: str) -> Sequence[Member]:
    members = []
    for place, word in enumerate(text.replace(",", " ").split()):
        if word.lower().endswith(ENDING):
            profiles = read_profiles(Path(word))
            members += [Member(name, name, own=profile) for name, profile in profiles.items()]
            continue
        name, _, profile = word.partition(":")
        profile = profile or _PROFILES[place % len(_PROFILES)]
        find_profile(profile)
        members.append(Member(name, profile))
    return members


@dataclass(frozen=True)
class Visit:
    """The time that a player is there: from and until, as parts of the night."""

    comes: float = 0.0
    leaves: float = 1.0

    @property
    def is_whole(self) -> bool:
        """Whether it lasts all night."""
        return self == Visit()


class SeasonGroup:
    """A group with its guests over a season: their habits and tastes stay the same.

    Members and games are numbered by their place in `members` and `games`. `paces` are seconds a hand by the id of a
    game, instead of the catalogue's. Raises CallError if none of the games can be played.
    """

    def __init__(
        self,
        members: Sequence[Member],
        games: Sequence[Variant],
        seed: int,
        paces: Mapping[str, float] | None = None,
    ) -> None:
        self.members = tuple(members)
        self.games = tuple(games)
        self.paces = paces or {}
        most = len(self.members)
        self._fitting = {
            size: fitting
            for size in range(2, most + 1)
            if (fitting := [n for n, game in enumerate(games) if _takes(game, size)])
        }
        if not self._fitting:
            raise CallError(tr("None of these games takes {most} players.", most=most))
        chance = np.random.default_rng(natural(seed))
        guests = [member.guest for member in self.members]
        self._habits = np.where(guests, _GUEST_COMES, chance.uniform(*_COMES, size=most))
        liked = chance.gamma(2.0, size=len(games))  # some games are liked by many, and each has favourites
        tastes = liked * chance.gamma(0.4, size=(most, len(games)))
        self._tastes = tastes / tastes.sum(axis=1, keepdims=True)
        self._odds: dict[tuple[int, tuple[int, ...]], list[float]] = {}
        self._calls: dict[tuple[int, str, int], Variant] = {}

    def fits(self, size: int) -> bool:
        """Whether a table of this size has a game to play."""
        return size in self._fitting

    def evening(self, chance: np.random.Generator) -> dict[int, Visit]:
        """Return who comes on a night and when; the players at the start are enough for a game."""
        comes = chance.random(len(self.members)) < self._habits
        order = [int(who) for who in chance.permutation(len(self.members))]
        # players who come are chosen before those who would stay away, and of these the group before its guests
        order.sort(key=lambda who: 0 if comes[who] else 1 + self.members[who].guest)
        wanted = max(int(comes.sum()), min(3, len(self.members)))
        size = max((fit for fit in self._fitting if fit <= wanted), default=min(self._fitting))
        present = sorted(order[:size])
        visits = {who: self._visit(who, chance) for who in present}
        at_first = sum(visit.comes == 0 for visit in visits.values())
        stay = sum(visit.is_whole for visit in visits.values())
        return visits if stay and self.fits(at_first) else dict.fromkeys(present, Visit())

    def _visit(self, who: int, chance: np.random.Generator) -> Visit:
        """Draw when a player comes and leaves; guests seldom stay the whole night."""
        part = _GUEST_IN_PART if self.members[who].guest else _IN_PART
        late, early = chance.random(2) < part
        comes, leaves = chance.uniform(0.1, 0.4), chance.uniform(0.6, 0.9)
        return Visit(float(comes) if late else 0.0, float(leaves) if early else 1.0)

    def odds(self, dealer: int, table: tuple[int, ...]) -> dict[int, float]:
        """Return the probability that a dealer calls each of the games that the table can play; they add up to 1."""
        fitting = self._fitting[len(table)]
        taste = _OWN_TASTE * self._tastes[dealer] + (1 - _OWN_TASTE) * self._tastes[list(table)].mean(axis=0)
        return dict(zip(fitting, (taste[fitting] / taste[fitting].sum()).tolist(), strict=True))

    def announce(self, dealer: int, table: tuple[int, ...], chance: np.random.Generator) -> Variant:
        """Draw a dealer's call, by the taste of dealer and table; sometimes with an addition."""
        if (dealer, table) not in self._odds:
            self._odds[dealer, table] = np.cumsum(list(self.odds(dealer, table).values())).tolist()
        place = bisect_left(self._odds[dealer, table], chance.random())
        fitting = self._fitting[len(table)]
        game = fitting[min(place, len(fitting) - 1)]
        adds = chance.random() < _ADDS_SOMETHING
        added = _ADDITIONS[chance.integers(len(_ADDITIONS))] if adds else ""
        key = game, added, len(table)
        if key not in self._calls:
            self._calls[key] = _with_addition(self.games[game], added, len(table))
        return self._calls[key]


def _with_addition(variant: Variant, added: str, players: int) -> Variant:
    """Return a game with an addition, or without it if the game doesn't allow it."""
    try:
        called = call(variant, parse_additions(added.split()))
        check_table(called, players)
    except CallError:
        return variant
    return called


def _takes(variant: Variant, players: int) -> bool:
    return variant.players[0] <= players <= largest_table(variant)


def natural(seed: int) -> int:
    """Return a seed that numpy accepts: not negative.

    >>> natural(1), natural(-1) > 0
    (1, True)
    """
    return seed % (1 << 64)
