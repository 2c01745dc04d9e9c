"""The marts of random stores, against plain Python over the same rows: nothing shared but the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from math import ceil, exp, isclose, sqrt
from statistics import quantiles
from typing import Any

import numpy as np

from engine.kernel.actions import Act, unpack
from tests.queries.house import LEADS_TO, ROUNDS, House
from tests.stores import ask

Z = 1.959964
Clusters = Mapping[tuple[Any, ...], list[float]]
"""Observations by session, and what tells clusters of one apart."""


def error_of_mean(clusters: Clusters, *, runs: bool = False) -> float:
    """The squared error of the mean of all observations; of runs, as far as it isn't between runs."""
    values = [value for cluster in clusters.values() for value in cluster]
    mean = sum(values) / len(values)
    residuals = defaultdict(list)
    for (session, *_), cluster in clusters.items():
        residuals[session if runs else None].append(sum(x - mean for x in cluster))
    squares = sum(
        (r - (sum(some) / len(some) if runs else 0)) ** 2 for some in residuals.values() for r in some
    )
    return len(clusters) / (len(clusters) - 1) * squares / len(values) ** 2


def spread(clusters: Clusters, *, runs: bool = False) -> tuple[float, None, None]:
    """Deviation, from the observations of each cluster: the definition, not the sums.

    No interval: no game of these houses has hands enough (`test_formulas` has the interval).
    """
    values = [value for cluster in clusters.values() for value in cluster]
    mean = sum(values) / len(values)
    squares = [sum(x * x for x in cluster) for cluster in clusters.values()]
    assert sum(squares) ** 2 / sum(s * s for s in squares) < 400
    variance = sum((x - mean) ** 2 for x in values) / len(values)
    return sqrt(variance + error_of_mean(clusters, runs=runs)), None, None


def student(freedom: float) -> float:
    """The 97.5 % point of Student's distribution, approximately (`test_formulas` compares it with the table)."""
    return Z * exp((Z * Z + 1) / (4 * freedom - 2))


def odds_interval(hands: list[tuple[int, int]]) -> list[float | None]:
    """The ends for raises to a call, of (acts, raises) of chains: Wilson's, by chains of equal weight."""
    n, k = sum(acts for acts, _ in hands), sum(raises for _, raises in hands)
    alike = n * n / sum(acts * acts for acts, _ in hands)
    if alike < 2:
        return [None, None]
    p, c = k / n, len(hands)
    error = c / (c - 1) * sum((raises - p * acts) ** 2 for acts, raises in hands) / n**2
    m = (p * (1 - p) / error if error > 0 else min(c, n)) if 0 < k < n else alike
    m *= (Z / student(alike - 1)) ** 2
    root = Z * sqrt(p * (1 - p) * m + Z * Z / 4)
    low, high = ((p * m + Z * Z / 2 + side * root) / (m + Z * Z) for side in (-1, 1))
    return [low / (1 - low), high / (1 - high) if high < 1 else None]


def mean_interval(
    clusters: Clusters, reach: float | None = None, *, runs: bool = False
) -> tuple[float, float, float]:
    """A mean with its interval, of `reach` standard errors or else Student's."""
    values = [value for cluster in clusters.values() for value in cluster]
    mean = sum(values) / len(values)
    half = sqrt(error_of_mean(clusters, runs=runs))
    half *= student(len(clusters) - 1) if reach is None else reach
    return mean, mean - half, mean + half


def pot_interval(clusters: Clusters, *, runs: bool) -> tuple[float, float | None, float | None]:
    """Of pots, on the scale of logarithms."""
    mean, _, high = mean_interval(clusters, runs=runs)
    times = exp(high / mean - 1)
    return (mean, mean / times, mean * times) if len(clusters) >= 100 else (mean, None, None)


def net_reach(clusters: list[list[float]]) -> float:
    """Of nets: an error is as uncertain as the few largest clusters make it."""
    c, squares = len(clusters), [sum(x * x for x in cluster) for cluster in clusters]
    alike = sum(squares) ** 2 / sum(s * s for s in squares) if any(squares) else c
    return student(min(c - 1, 2 / max(1 / alike - 1 / c, 1e-9)))


def net_interval(clusters: Clusters) -> tuple[float, float, float]:
    return mean_interval(clusters, net_reach([*clusters.values()]))


def same(found: Any, expected: Any) -> bool:
    return all(
        (a is None and b is None) or isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
        for a, b in zip(found, expected, strict=True)
    )


def played(row: dict[str, Any]) -> bool:
    return row["outcome"] not in ("new_deal", "redealt", "incomplete")


def test_variant_stats(house: House) -> None:
    by_hand: Any = defaultdict(lambda: defaultdict(list))
    pots: Any = defaultdict(lambda: defaultdict(list))
    chains: Any = defaultdict(list)
    for row, seats in house.hands:
        chains[row["session_id"], row["chain_no"]].append((row, seats))
        if played(row):
            for size in (None, row["player_count"]):
                key = (house.kind(row), row["variant_id"], row["additions"], size)
                by_hand[key][row["session_id"], row["chain_no"]] += [
                    seat["net"] / row["unit"] for seat in seats
                ]
                pots[key][row["session_id"], row["chain_no"]].append(row["pot"] / row["unit"])
    by_chain: Any = defaultdict(dict)
    chain_pots: Any = defaultdict(list)
    for place_of, chain in chains.items():
        if any(played(row) for row, _ in chain):
            first = chain[0][0]
            nets: Any = defaultdict(int)
            for row, seats in chain:
                for seat in seats:
                    place = (seat["seat"] + row["hand_no"] - first["hand_no"]) % row["player_count"]
                    nets[seat["player_id"] or place] += seat["net"]
            for size in (None, first["player_count"]):
                key = (house.kind(first), first["variant_id"], first["additions"], size)
                by_chain[key][place_of] = [net / first["unit"] for net in nets.values()]
                chain_pots[key].append(
                    (chain[-1][0]["pot"] / first["unit"], sum(played(row) for row, _ in chain))
                )

    columns = "kind, variant_id, additions, player_count, metric, per, value, low, high"
    results = {row[:6]: row[6:] for row in ask(house.con, f"select {columns} from mart_variant_stats")}
    assert {key[:4] for key in results} == {*by_hand, *by_chain}
    compared = 0
    for key, clusters in by_hand.items():
        runs = key[0] == "run"
        every = sorted(pot for some in pots[key].values() for pot in some)
        assert results[(*key, "hands", "hand")][0] == len(every)
        assert results[(*key, "pot_max", "hand")][0] == every[-1]
        if len(every) > 1:
            hundredths = quantiles(every, n=100, method="inclusive")
            for percent in (10, 25, 50, 75, 90, 99):
                assert isclose(results[(*key, f"pot_p{percent}", "hand")][0], hundredths[percent - 1])
        if len(clusters) > 1:
            compared += 1
            assert same(results[(*key, "net_sd", "hand")], spread(clusters, runs=runs)), key
            assert same(results[(*key, "pot_mean", "hand")], pot_interval(pots[key], runs=runs)), key
        else:
            assert results[(*key, "net_sd", "hand")] == (None, None, None)
    for key, clusters in by_chain.items():
        assert results[(*key, "chains", "chain")][0] == len(clusters)
        assert isclose(
            results[(*key, "hands_per_chain", "chain")][0], sum(h for _, h in chain_pots[key]) / len(clusters)
        )
        assert results[(*key, "pot_max", "chain")][0] == max(pot for pot, _ in chain_pots[key])
        if len(clusters) > 1:
            compared += 1
            deviation = spread(clusters, runs=key[0] == "run")
            assert same(results[(*key, "net_sd", "chain")], deviation), key
            hours = sqrt(3600 * len(clusters) / (house.pace(key[1]) * sum(h for _, h in chain_pots[key])))
            assert same(results[(*key, "net_sd", "hour")], [hours * deviation[0], None, None]), key
    assert compared > 20


def test_distribution(house: House) -> None:
    counts: Any = defaultdict(int)
    for row, seats in house.hands:
        if played(row):
            key = (house.kind(row), row["variant_id"], row["additions"], row["player_count"])
            counts[(*key, "pot", row["pot"] // row["unit"])] += 1
            for seat in seats:
                counts[(*key, "net", seat["net"] // row["unit"])] += 1
    columns = "kind, variant_id, additions, player_count, fact, bin, n"
    rows = ask(house.con, f"select {columns} from mart_variant_distribution where fact <> 'chain_pot'")
    assert {row[:-1]: row[-1] for row in rows} == counts


def test_tails(house: House) -> None:
    """Every figure from the nets one by one, in numpy."""
    nets: Any = defaultdict(list)
    chips: Any = defaultdict(list)
    for row, seats in house.hands:
        if played(row):
            for size in (None, row["player_count"]):
                key = (house.kind(row), row["variant_id"], row["additions"], size)
                nets[key] += [seat["net"] / row["unit"] for seat in seats]
                chips[key] += [seat["net"] for seat in seats]
    results = {
        tuple(row)[:4]: tuple(row)[4:]
        for row in ask(house.con, "select * exclude (game_id) from mart_variant_tails")
    }
    assert set(results) == set(nets)
    for key, mine in nets.items():
        x = np.sort(np.array(mine))
        about = x - x.mean()
        variance = (about**2).mean()
        worst, rarest = len(x) / 20, len(x) / 100
        by_size = np.sort(x**2)[::-1]
        expected = [
            len(x),
            (about**3).mean() / variance**1.5,
            (about**4).mean() / variance**2,
            *(x[ceil(round(len(x) * p, 9)) - 1] for p in (0.01, 0.05, 0.95, 0.99)),
            (x[: int(worst)].sum() + (worst - int(worst)) * x[int(worst)]) / worst,
            np.mean(np.array(chips[key]) <= -50),
            (by_size[: int(rarest)].sum() + (rarest - int(rarest)) * by_size[int(rarest)]) / by_size.sum(),
        ]
        assert same(results[key], expected), key


@dataclass
class Did:
    """An act of a seat, and how many bets and raises there were in its round before."""

    kind: Act
    round: int
    value: int
    bets: int

    @property
    def paid_first(self) -> bool:
        return bool(self.round == 1 and self.kind.voluntary and self.kind.pays and self.value > 0)

    @property
    def first_choice(self) -> bool:
        return self.paid_first or (self.round == 1 and self.kind in (Act.CHECK, Act.FOLD))

    @property
    def raised_first(self) -> bool:
        return self.paid_first and bool(self.kind.aggressive)


def seat_acts(row: dict[str, Any], seat: int) -> list[Did]:
    mine, bets = [], defaultdict(int)
    for act in map(unpack, row["actions"]):
        if act.seat == seat:
            mine.append(Did(act.kind, act.round_no, act.value, bets[act.round_no]))
        bets[act.round_no] += act.kind.aggressive
    return mine


def shown(row: dict[str, Any], seat: dict[str, Any]) -> bool:
    return bool(row["showdown_count"] > 1 and seat["folded_round"] is None)


def player_hands(house: House) -> Any:
    """Player -> (session, hand, seat) of every hand dealt in; no nameless seats, merged players as one."""
    results: Any = defaultdict(list)
    for row, seats in house.hands:
        for seat in seats:
            if seat["player_id"]:
                name = LEADS_TO.get(seat["player_id"], seat["player_id"])
                results[name].append((house.sessions[row["session_id"]], row, seat))
    return results


def player_pots_grow(house: House, dealt: list[tuple[dict[str, Any], dict[str, Any]]]) -> bool:
    """Whether a quarter of a player's squares is of games with four hands or more to three of their pots."""
    games: Any = defaultdict(list)
    for row, seat in dealt:
        game = house.sessions[row["session_id"]]["season"], row["variant_id"], row["unit"]
        games[game].append(((row["session_id"], row["chain_no"]), (seat["net"] / row["unit"]) ** 2))
    squares = [
        (sum(square for _, square in some), 3 * len(some) > 4 * len({chain for chain, _ in some}))
        for some in games.values()
    ]
    return 4 * sum(square for square, grow in squares if grow) > sum(square for square, _ in squares)


def test_player_stats(house: House) -> None:
    groups: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            groups["season", night["kind"], night["season"], name].append((row, seat))
            groups["all", night["kind"], None, name].append((row, seat))
    columns = "scope, kind, season, player_id, metric, value, low, high, numerator, denominator"
    results = {row[:5]: row[5:] for row in ask(house.con, f"select {columns} from mart_player_stats")}
    assert {key[:4] for key in results} == set(groups)
    columns = "scope, kind, season, player_id, effective, needed"
    rows = ask(house.con, f"select {columns} from mart_player_stats where metric = 'net_sd'")
    samples = {row[:4]: row[4:] for row in rows}
    for key, dealt in groups.items():
        nets = [seat["net"] for _, seat in dealt]
        assert results[(*key, "hands")][0] == len(dealt)
        same_chips = len({house.chip(row) for row, _ in dealt}) == 1
        assert results[(*key, "net")][0] == (sum(nets) if same_chips else None)
        assert results[(*key, "biggest_win")][0] == (max(nets) if max(nets) > 0 and same_chips else None)
        assert results[(*key, "biggest_loss")][0] == (min(nets) if min(nets) < 0 and same_chips else None)
        clusters: Any = defaultdict(list)
        for row, seat in dealt:
            clusters[row["session_id"], row["chain_no"], row["variant_id"]].append(seat["net"] / row["unit"])
        if len(clusters) > 1:
            per_100 = [100 * bound for bound in net_interval(clusters)]
            assert same(results[(*key, "net_per_100")][:3], per_100), key
            assert same(results[(*key, "net_sd")][:3], spread(clusters)), key
            squares = [sum(x * x for x in cluster) for cluster in clusters.values()]
            effective = sum(squares) ** 2 / sum(x * x for x in squares)
            enough = len(clusters) / 5000 if player_pots_grow(house, dealt) else effective / 400
            assert same(samples[key], (effective, ceil(len(dealt) / enough))), key
        whole = [(row, seat) for row, seat in dealt if played(row)]
        logged = [(row, seat) for row, seat in whole if row["detail"] != "result"]
        acts = [seat_acts(row, seat["seat"]) for row, seat in logged]
        choices = [mine for mine in acts if any(act.first_choice for act in mine)]
        chances = [mine for mine in choices if any(act.first_choice and act.bets == 2 for act in mine)]
        at_end = [(row, seat) for row, seat in whole if shown(row, seat)]
        second = [
            (row, seat)
            for row, seat in whole
            if (ROUNDS[row["variant_id"]] or 0) > 1
            and (
                seat["folded_round"] > 1
                if seat["folded_round"] is not None
                else row["rounds_played"] > 1 or row["showdown_count"] > 1
            )
        ]
        several = [(row, seat) for row, seat in whole if (ROUNDS[row["variant_id"]] or 0) > 1]
        peder = [seat["peder_used"] for _, seat in whole if seat["peder_used"] is not None]
        raises, calls, later_raises, later_calls = (
            sum(test(act) for mine in acts for act in mine)
            for test in (
                lambda act: act.kind.aggressive,
                lambda act: act.kind is Act.CALL,
                lambda act: act.kind.aggressive and act.round > 1,
                lambda act: act.kind is Act.CALL and act.round > 1,
            )
        )
        expected = {
            "vpip": (sum(any(act.paid_first for act in mine) for mine in choices), len(choices)),
            "pfr": (sum(any(act.raised_first for act in mine) for mine in choices), len(choices)),
            "three_bet": (
                sum(any(act.raised_first and act.bets == 2 for act in mine) for mine in chances),
                len(chances),
            ),
            "aggression": (raises, calls),
            "af": (later_raises, later_calls),
            "folded": (sum(seat["folded_round"] is not None for _, seat in whole), len(whole)),
            "went_to_showdown": (len(at_end), len(whole)),
            "saw_second_round": (len(second), len(several)),
            "wtsd": (sum(shown(row, seat) for row, seat in second), len(second)),
            "won_at_showdown": (sum(house.took(row, seat) for row, seat in at_end), len(at_end)),
            "won_hand": (sum(house.took(row, seat) for row, seat in whole), len(whole)),
            "peder": (sum(peder), len(peder)),
        }
        for metric, (k, n) in expected.items():
            value, low, high, numerator, denominator = results[(*key, metric)]
            if not (metric in ("aggression", "af") and not acts):
                assert (numerator, denominator) == (k, n), (key, metric)
            assert same([value], [k / n if n else None])
            if metric not in ("aggression", "af") and n:
                root = Z * sqrt(k * (n - k) / n + Z * Z / 4)
                bounds = [(k + Z * Z / 2 - root) / (n + Z * Z), (k + Z * Z / 2 + root) / (n + Z * Z)]
                assert same([low, high], bounds), (key, metric)
            elif n:
                by_chain: Any = {chain: [0, 0] for chain in clusters}
                for (row, _), mine in zip(logged, acts, strict=True):
                    sums = by_chain[row["session_id"], row["chain_no"], row["variant_id"]]
                    for act in mine:
                        if metric == "aggression" or act.round > 1:
                            sums[0] += act.kind.aggressive or act.kind is Act.CALL
                            sums[1] += act.kind.aggressive
                assert same([low, high], odds_interval(list(by_chain.values()))), (key, metric)


def test_player_variant_and_nights(house: House) -> None:
    by_game: Any = defaultdict(list)
    by_night: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            by_game[night["kind"], name, row["variant_id"]].append((row, seat))
            by_night[row["session_id"], name].append((row, seat))
    rows = ask(
        house.con,
        "select kind, player_id, variant_id, hands, net, net_units, net_per_100 "
        "from mart_player_variant where scope = 'all'",
    )
    assert {row[:3] for row in rows} == set(by_game)
    for kind, name, game, hands, net, net_units, per_100 in rows:
        mine = by_game[kind, name, game]
        in_antes = sum(seat["net"] / row["unit"] for row, seat in mine)
        same_chips = len({house.chip(row) for row, _ in mine}) == 1
        assert (hands, net) == (len(mine), sum(seat["net"] for _, seat in mine) if same_chips else None)
        assert same([net_units, per_100], [in_antes, 100 * in_antes / len(mine)])
    rows = ask(
        house.con,
        "select session_id, player_id, hands, paid, won, net, net_money, rank from mart_player_nights",
    )
    assert {row[:2] for row in rows} == set(by_night)
    for session_id, name, hands, paid, won, net, net_money, rank in rows:
        mine = by_night[session_id, name]
        value = house.sessions[session_id]["chip_value"]
        sums = [sum(seat[column] for _, seat in mine) for column in ("paid", "won", "net")]
        assert (hands, paid, won, net) == (len(mine), *sums)
        assert net_money == net * value
        nets = [other[5] for other in rows if other[0] == session_id]
        assert rank == 1 + sum(other > net for other in nets)


def test_lines_and_standings(house: House) -> None:
    order = sorted(house.sessions.values(), key=lambda night: (night["started_at"], night["session_id"]))
    position = {night["session_id"]: number for number, night in enumerate(order)}
    line = ask(
        house.con,
        """
        select player_id, kind, season, currency, session_id, hand_no, net, session_net, net_money,
            season_net_money, season_hand
        from mart_player_cumulative
        """,
    )
    points: Any = defaultdict(list)
    for name, kind, season, currency, *rest in line:
        points[name, kind, season, currency].append(rest)
    totals = {}
    for (name, kind, season, currency), mine in points.items():
        mine.sort(key=lambda point: (position[point[0]], point[1]))
        money, night, in_night = Decimal(0), None, 0
        for session_id, _, net, session_net, net_money, season_net_money, _ in mine:
            in_night = net if session_id != night else in_night + net
            night = session_id
            money += net * house.sessions[session_id]["chip_value"]
            assert (session_net, net_money) == (in_night, net * house.sessions[session_id]["chip_value"])
            assert season_net_money == money
        assert all(a[-1] < b[-1] for a, b in pairwise(mine))
        totals[kind, season, currency, name] = money
    standings = {
        row[:4]: row[4]
        for row in ask(house.con, "select kind, season, currency, player_id, net_money from mart_standings")
    }
    assert standings == totals


def test_sessions(house: House) -> None:
    rows = ask(
        house.con,
        "select session_id, hands, chains, paid, biggest_pot, biggest_pot_hand_no, pot_left "
        "from mart_sessions",
    )
    assert {row[0] for row in rows} == set(house.sessions)
    for session_id, hands, chains, paid, biggest, biggest_no, pot_left in rows:
        mine = [(row, seats) for row, seats in house.hands if row["session_id"] == session_id]
        assert hands == len(mine)
        assert chains == len({row["chain_no"] for row, _ in mine})
        assert paid == sum(seat["paid"] for _, seats in mine for seat in seats)
        assert pot_left == mine[-1][0]["pot_out"]
        assert biggest == max(row["pot"] for row, _ in mine)
        assert biggest_no == min(row["hand_no"] for row, _ in mine if row["pot"] == biggest)
