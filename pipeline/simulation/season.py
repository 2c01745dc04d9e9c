"""A season played by the simulator: whole nights of dealer's choice by a named group, with the banker's book.

It gives the season's page something to show before anyone has logged a night. Everybody plays by a temper
(`engine.profiles`), has favourite games, buys when short, and hands the chips back at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from importlib.metadata import version

import numpy as np
import polars as pl

from engine.additions import parse_additions
from engine.calls import call
from engine.cards import cards_in, cards_text
from engine.errors import CallError
from engine.profiles import PROFILES, find_profile
from engine.program import check_table, largest_table
from engine.record import HandColumn, SeatColumn
from engine.simulate import HOUSE_STACK, play
from engine.terms import Detail
from engine.variants import VARIANTS, Variant
from pipeline.bank.book import BankKind
from pipeline.people import add_names, slug
from pipeline.simulation.played import columns_of, frames_of
from pipeline.store.parts import full
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import BANK, HANDS, SEATS
from pipeline.store.store import Store

CHIP_VALUE = Decimal("0.25")
CURRENCY = "DKK"
SHORT_OF_CHIPS = 30
"""Who has less buys a peder before the next hand."""
PEDER = 50
NIGHT = timedelta(hours=4, minutes=30)
_FIRST_NIGHT = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
_BETWEEN_NIGHTS = timedelta(days=14)
_TEMPERS = ("steady", "loose", "tight", "bold", "cautious", "steady")
_ADDITIONS = ("vild 2", "enøje", "hilo", "psy", "spade")
_ADDS_SOMETHING = 0.12  # of the hands
_HANDS_A_NIGHT = 1000  # numbers kept for a night's hands in the seed's order

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Member:
    """One of the group: a name and a temper."""

    name: str
    profile: str

    @property
    def player_id(self) -> str:
        """The id under which the store knows the player."""
        return slug(self.name)


GROUP = tuple(
    Member(name, profile)
    for name, profile in zip(("Anna", "Bo", "Dorte", "Erik", "Karen", "Søren"), _TEMPERS, strict=True)
)


def parse_group(text: str) -> tuple[Member, ...]:
    """Read a group: names parted by commas or spaces, each with a temper after a colon if it has one:
    ``Anna:bold Bo``.

    Raises CallError for a temper that isn't there, a name that comes twice, or a group that no game takes.
    """
    members = []
    for place, word in enumerate(text.replace(",", " ").split()):
        name, _, profile = word.partition(":")
        profile = profile or _TEMPERS[place % len(_TEMPERS)]
        find_profile(profile)
        members.append(Member(name, profile))
    ids = [member.player_id for member in members]
    for member in members:
        if ids.count(member.player_id) > 1:
            raise CallError(f"{member.name} is in the group twice: give one of them another name.")
    if not 3 <= len(members) <= 7:
        raise CallError(f"A group has 3 to 7 players, not {len(members)}.")
    return tuple(members)


@dataclass
class _Night:
    """What a night has come to so far: everybody's chips, the book, the rows."""

    members: Sequence[Member]
    banker: int
    now: datetime
    stacks: list[int] = field(default_factory=list)
    book: list[dict[str, object]] = field(default_factory=list)
    hands: list[pl.DataFrame] = field(default_factory=list)
    seats: list[pl.DataFrame] = field(default_factory=list)
    pot: int = 0
    chain_no: int = 0
    hand_no: int = 0

    def enter(self, kind: BankKind, who: int, chips: int) -> None:
        """Enter chips that the bank gives or takes back; the banker has the bank's own."""
        self.stacks[who] += chips if kind is not BankKind.BUYBACK else -chips
        if who != self.banker and chips:
            self.book.append(
                {
                    "entry_no": len(self.book) + 1, "player_id": self.members[who].player_id, "kind": kind,
                    "chips": chips, "money": chips * CHIP_VALUE, "currency": CURRENCY, "at": self.now,
                }
            )  # fmt: skip


def play_season(
    store: Store,
    *,
    nights: int,
    seed: int,
    group: Sequence[Member] = GROUP,
    season: str | None = None,
    variants: Sequence[Variant] | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> list[str]:
    """Play a season and write each night as a session; returns their ids.

    Raises CallError for fewer than one night, StoreError for a night that is there already.
    """
    if nights < 1:
        raise CallError(f"A season has at least one night, not {nights}.")
    season = season or f"simulated {seed}"
    games = [v for v in variants or VARIANTS.values() if v.players[0] <= len(group) <= largest_table(v)]
    if not games:
        raise CallError(f"None of these games takes {len(group)} players.")
    add_names(store, {member.player_id: [member.name] for member in group})
    write_engine_tables(store)
    written = []
    for number in range(nights):
        name = f"{slug(season)}-night-{number + 1:02d}"
        if progress:
            progress(f"playing night {number + 1}", number, nights)
        night = _play_night(group, games, number, seed)
        session = {
            "session_id": name, "kind": "night", "season": season, "place": "simulated",
            "started_at": _FIRST_NIGHT + number * _BETWEEN_NIGHTS, "ended_at": night.now,
            "currency": CURRENCY, "chip_value": CHIP_VALUE, "banker_id": group[night.banker].player_id,
            "seed": seed, "house_rules": '{"simulated": true}', "engine_version": version("peder"),
        }  # fmt: skip
        store.write_session(
            session,
            hands=pl.concat(night.hands),
            seats=pl.concat(night.seats),
            bank=pl.DataFrame(night.book, schema={name: BANK[name] for name in night.book[0]}),
            replace=replace,
        )
        written.append(name)
    return written


def _play_night(group: Sequence[Member], games: Sequence[Variant], number: int, seed: int) -> _Night:
    """One night: loans, hands until the time is up and no pot waits, chips back."""
    chance = np.random.default_rng((seed, number))
    start = _FIRST_NIGHT + number * _BETWEEN_NIGHTS
    night = _Night(group, banker=number % len(group), now=start, stacks=[0] * len(group))
    for who in range(len(group)):
        night.enter(BankKind.LOAN, who, HOUSE_STACK)
    dealer = int(chance.integers(len(group)))
    calls = _calls(group, games, seed, chance)
    while night.now - start < NIGHT or night.pot:
        for who, chips in enumerate(night.stacks):
            if chips < SHORT_OF_CHIPS:
                night.enter(BankKind.PURCHASE, who, -(-(SHORT_OF_CHIPS - chips) // PEDER) * PEDER)
        _play_hand(night, calls(dealer), dealer, seed, number * _HANDS_A_NIGHT + night.hand_no)
        dealer = (dealer + 1) % len(group)
    for who, chips in enumerate(night.stacks):
        night.enter(BankKind.BUYBACK, who, chips)
    return night


def _calls(
    group: Sequence[Member], games: Sequence[Variant], seed: int, chance: np.random.Generator
) -> Callable[[int], Variant]:
    """What a dealer calls: favourites, the same all season, more often; now and then with an addition."""
    weights = np.random.default_rng(seed).gamma(0.4, size=(len(group), len(games)))
    weights /= weights.sum(axis=1, keepdims=True)

    def announce(dealer: int) -> Variant:
        variant = games[int(chance.choice(len(games), p=weights[dealer]))]
        if chance.random() < _ADDS_SOMETHING:
            try:
                called = call(variant, parse_additions(str(chance.choice(_ADDITIONS)).split()))
                check_table(called, len(group))
                return called
            except CallError:
                return variant  # this game doesn't take it
        return variant

    return announce


def _play_hand(night: _Night, variant: Variant, dealer: int, seed: int, number: int) -> None:
    """Play what was called and keep its rows: one hand, or all the deals of a game such as guts."""
    players = len(night.members)
    order = [(dealer + 1 + seat) % players for seat in range(players)]
    tempers = [night.members[who].profile for who in order]
    stacks = np.array([night.stacks[who] for who in order])
    for _, record in play(
        variant, players=players, hands=1, seed=seed, first_hand=number, profiles=tempers,
        detail=Detail.CARDS, stacks=stacks, pot_in=night.pot, chained=False,
    ):  # fmt: skip
        hands, seats = frames_of(
            columns_of(record),
            variant,
            first_no=night.hand_no + 1,
            detail=Detail.CARDS,
            profiles=sorted(PROFILES)[:players],
        )
        ids, before, tempers_of = [], [], []
        started = []
        deals = []
        for hand, rows in zip(record.hand, record.seat, strict=True):
            deal = order[hand[HandColumn.DEALER]]
            deals.append(night.members[deal].player_id)
            started.append(night.now)
            night.now += timedelta(seconds=variant.pace)
            for seat, row in enumerate(rows):
                who = (deal + 1 + seat) % players
                ids.append(night.members[who].player_id)
                tempers_of.append(night.members[who].profile)
                before.append(night.stacks[who])
                night.stacks[who] += int(row[SeatColumn.WON] - row[SeatColumn.PAID])
        chain = night.chain_no if night.pot else night.hand_no + 1
        first = night.hand_no + 1
        hands = hands.with_columns(
            chain_no=pl.when(pl.col("chain_no") == first).then(chain).otherwise(pl.col("chain_no")),
            dealer_id=pl.Series(deals), started_at=pl.Series(started),
            ended_at=pl.Series([*started[1:], night.now]),
        )  # fmt: skip
        cards = record.seat[:, :, SeatColumn.CARDS].reshape(-1)
        night.hands.append(full(hands, HANDS))
        night.seats.append(
            full(
                seats.with_columns(
                    player_id=pl.Series(ids),
                    profile=pl.Series(tempers_of),
                    stack_before=pl.Series(before),
                    cards=pl.Series(
                        [cards_text(cards_in(int(held))) or None for held in cards], dtype=pl.String
                    ),
                ),
                SEATS,
            )
        )
        night.hand_no += len(record.hand)
        night.pot = int(record.hand[-1, HandColumn.POT_OUT])
        night.chain_no = int(hands["chain_no"][-1])
