"""Whole simulated hands, followed act by act by the oracle, agree on every chip; batches, details, tables."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.errors import CallError
from engine.players.profiles import PROFILES
from engine.simulate import play
from engine.special import kernel_of
from engine.special.batch import MAX_ACTS
from engine.terms import Detail
from tests.engine.games.table import GAMES, MIXED, Row, records, request, rows
from tests.oracle.acts import RuleBroken, pack
from tests.oracle.dice import follow_bluff_dice, follow_poker_dice
from tests.oracle.fan_tan import follow_fan_tan
from tests.oracle.following import Result
from tests.oracle.guts import GAMES as GUTS, follow_deal
from tests.oracle.liars_poker import follow_liars_poker
from tests.oracle.screw_your_neighbor import follow_screw_your_neighbor
from tests.oracle.seven_twenty_seven import follow_seven_twenty_seven

FOLLOW: dict[str, Callable[..., Result]] = {
    "poker-dice": follow_poker_dice,
    "bluff-dice": follow_bluff_dice,
    "screw-your-neighbor": follow_screw_your_neighbor,
    "liars-poker": follow_liars_poker,
    "fan-tan": follow_fan_tan,
    "fan-tan-house": partial(follow_fan_tan, house=True),
    "seven-twenty-seven": follow_seven_twenty_seven,
}
LONG = {"bluff-dice", "screw-your-neighbor", "liars-poker"}


def follow(game: str, row: Row, place: int, players: int) -> Result:
    """What the hand at a place among the rows came to, by the oracle."""
    carried = row.hand["pot_in"]
    if game in GUTS:
        deal = place % (players + 1)
        return follow_deal(
            row.packed, players, GUTS[game], carried, ante=deal == 0 or carried == 0, last=deal == players
        )
    return FOLLOW[game](row.packed, players, carried)


def sizes(game: str) -> list[int]:
    fewest, most = VARIANTS[game].players
    return sorted({fewest, (fewest + most) // 2, most})


def tables(names: tuple[str, ...]) -> list[Any]:
    return [
        pytest.param(game, players, names, id=f"{game}-{players}-{names[0]}")
        for game in GAMES
        for players in sizes(game)
    ]


def test_the_oracle_knows_every_game() -> None:
    assert set(FOLLOW) | set(GUTS) == set(GAMES)


@pytest.mark.parametrize(
    ("game", "players", "names"), [*tables(("plain-steady",)), *tables(MIXED), *tables(("plain-warrior",))]
)
def test_the_oracle_agrees_on_every_chip(game: str, players: int, names: tuple[str, ...]) -> None:
    units = 12 if game in LONG else 40
    for place, row in enumerate(rows(game, players, units, seed=players, names=names)):
        result = follow(game, row, place, players)
        assert result.paid == row.column("paid"), place
        assert result.won == row.column("won"), place
        assert result.shares == row.shares, place
        assert result.pot_out == row.hand["pot_out"], place
        assert (result.outcome, result.rounds, result.at_showdown) == (
            row.outcome,
            row.hand["rounds"],
            row.hand["showdown"],
        ), place


@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_refuses_a_changed_record(game: str) -> None:
    """An act given to the next seat, or taken out (a throw may be, who throws once less breaks no rule)."""
    players = VARIANTS[game].players[0] + 1
    row = rows(game, players, 1, seed=3)[0]
    acts = row.acts
    for at in range(0, len(acts), max(1, len(acts) // 12)):
        changes = [[*acts[:at], acts[at]._replace(seat=(acts[at].seat + 1) % players), *acts[at + 1 :]]]
        if acts[at].kind != "roll":
            changes.append(acts[:at] + acts[at + 1 :])
        for changed in changes:
            broken = Row(row.hand, row.seats, np.array([pack(act) for act in changed]), row.packed_shares)
            with pytest.raises(RuleBroken):
                follow(game, broken, 0, players)


def conserved(game: str, players: int, units: int, **options: Any) -> int:
    hands = 0
    for _, record in records(game, players, units, **options):
        paid, won = record.seat[:, :, 1], record.seat[:, :, 2]
        pot_in, pot, pot_out = record.hand[:, 0], record.hand[:, 1], record.hand[:, 2]
        assert (pot_in + paid.sum(axis=1) == pot).all()
        assert (pot == won.sum(axis=1) + pot_out).all()
        assert (paid >= 0).all()
        assert (won >= 0).all()
        assert (pot_out >= 0).all()
        carried = record.hand[:, 6] > 0
        assert (pot_in[1:][carried[1:]] == pot_out[:-1][carried[1:]]).all()
        shares = np.add.reduceat(
            np.append(record.shares >> 24, 0), np.minimum(record.share_ends[:-1], len(record.shares))
        )
        shares[record.share_ends[:-1] == record.share_ends[1:]] = 0
        assert (shares == won.sum(axis=1)).all()
        hands += len(record.hand)
    return hands


@pytest.mark.parametrize("count", [3_000, pytest.param(30_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_hands_conserve_every_chip(game: str, count: int) -> None:
    wanted = count // len(sizes(game)) + 1
    hands = 0
    for players in sizes(game):
        units = wanted // (players + 1) + 1 if game in GUTS else wanted
        hands += conserved(game, players, units, names=MIXED, detail=Detail.RESULT, seed=players)
    assert hands >= count


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_alone_at_every_table_size(game: str, name: str) -> None:
    fewest, most = VARIANTS[game].players
    for players in range(fewest, most + 1):
        assert conserved(game, players, 20, names=(name,), seed=players) >= 20


@pytest.mark.parametrize("game", GAMES)
def test_hand_i_is_the_same_whatever_the_batch(game: str) -> None:
    players = VARIANTS[game].players[0] + 1
    whole = rows(game, players, 9, seed=5, first=3, names=MIXED)
    parts = [
        row
        for first, units in ((3, 1), (4, 5), (9, 3))
        for row in rows(game, players, units, seed=5, first=first, names=MIXED)
    ]
    assert len(whole) == len(parts)
    for one, other in zip(whole, parts, strict=True):
        assert one.hand == other.hand
        assert (one.seats == other.seats).all()
        assert one.packed.tolist() == other.packed.tolist()
        assert one.packed_shares.tolist() == other.packed_shares.tolist()


@pytest.mark.parametrize("game", GAMES)
def test_threads_play_the_same_hands(game: str) -> None:
    players = VARIANTS[game].players[0]

    def played(first: int) -> list[tuple[int, ...]]:
        return [tuple(row.packed.tolist()) for row in rows(game, players, 20, seed=5, first=first)]

    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(played, (0, 20, 40, 60)))
    assert together == [played(first) for first in (0, 20, 40, 60)]


@pytest.mark.parametrize("game", ["bluff-dice", "seven-twenty-seven", "liars-poker"])
def test_the_longest_hands_have_room(game: str) -> None:
    most = VARIANTS[game].players[1]
    longest = max(
        len(row.packed)
        for name in ("plain-caller", "plain-warrior")
        for row in rows(game, most, 40, names=(name,))
    )
    assert longest < MAX_ACTS // 2


@pytest.mark.parametrize("game", GAMES)
def test_the_simulator_plays_the_game_by_its_kernel(game: str) -> None:
    players = VARIANTS[game].players[0]
    direct = rows(game, players, 4, seed=2, names=("plain-steady", "plain-bold"))
    seats = [
        seat.tolist()
        for _, record in play(
            VARIANTS[game],
            players=players,
            hands=4,
            seed=2,
            profiles=("plain-steady", "plain-bold"),
            detail="cards",
        )
        for seat in record.seat
    ]
    assert seats == [row.seats.tolist() for row in direct]


@pytest.mark.parametrize("game", GAMES)
def test_long_runs_come_in_batches_that_say_where_they_start(game: str) -> None:
    players = VARIANTS[game].players[0]
    units, first = 2500, 10
    starts, hands = [], 0
    for start, record in records(game, players, units, first=first, detail=Detail.RESULT):
        starts.append(start)
        hands += len(record.hand)
        assert len(record.action_ends) == len(record.share_ends) == len(record.hand) + 1
        assert len(record.actions) == 0
    assert starts[0] == first
    assert len(starts) > 1
    assert starts == sorted(set(starts))
    assert hands == units * (players + 1) if game in GUTS else hands >= units


@pytest.mark.parametrize("game", GAMES)
def test_detail_leaves_out_what_isnt_wanted_and_changes_nothing_else(game: str) -> None:
    players = VARIANTS[game].players[0]
    full, middle, bare = (rows(game, players, 4, detail=detail) for detail in reversed(Detail))
    hidden = {"deal_closed", "deal_open", "lay_open", "roll", "play_card", "play_trump"}
    for one, other, least in zip(full, middle, bare, strict=True):
        assert other.acts == [act for act in one.acts if act.kind not in hidden]
        assert least.acts == []
        assert (one.seats == other.seats).all()
        assert (one.seats == least.seats).all()


@pytest.mark.parametrize("game", GAMES)
def test_seeds_differ_and_hands_differ(game: str) -> None:
    players = VARIANTS[game].players[0]
    hands = [tuple(row.packed.tolist()) for row in rows(game, players, 5, seed=1)]
    others = [tuple(row.packed.tolist()) for row in rows(game, players, 5, seed=2)]
    assert len(set(hands) | set(others)) == len(hands) + len(others)


@pytest.mark.parametrize(
    ("game", "stakes"),
    [("poker-dice", 2), ("bluff-dice", 10), ("screw-your-neighbor", 8), ("liars-poker", 4), ("fan-tan", 2)],
)
def test_a_player_short_of_the_stakes_is_refused(game: str, stakes: int) -> None:
    players = VARIANTS[game].players[0]
    assert rows(game, players, 1, stack=stakes)
    with pytest.raises(CallError, match=f"asks {stakes} chips of each player") as caught:
        list(kernel_of(VARIANTS[game].kernel).play(request(game, players, 1, stack=stakes - 1)))
    assert f"only {stakes - 1}" in str(caught.value)
