"""Luck, splits, calls, head to head and shrinkage_estimate rates of random stores, against plain Python."""

from __future__ import annotations

from collections import defaultdict
from math import exp, isclose, log, pi, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

import pytest

from tests.queries.house import LEADS_TO, House
from tests.queries.test_recomputed import net_interval, net_reach, played, player_hands
from tests.stores import ask


def rows_of(made: House, mart: str, *keys: str) -> dict[Any, dict[str, Any]]:
    names = [name for name, *_ in made.con.execute(f"describe {mart}").fetchall()]
    rows = [dict(zip(names, row, strict=True)) for row in ask(made.con, f"from {mart}")]
    return {tuple(row[key] for key in keys): row for row in rows}


def dealer(row: Any) -> Any:
    return LEADS_TO.get(row["dealer_id"], row["dealer_id"])


def scoped(night: Any) -> list[tuple[str, str, Any]]:
    return [("season", night["kind"], night["season"]), ("all", night["kind"], None)]


def near(found: Any, expected: Any) -> None:
    assert (found is None) == (expected is None), (found, expected)
    assert found is None or isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9), (found, expected)


def chance(made: House) -> Any:
    """What int_group_chance says, from every chain and seat: variance and third moment a hand, scale."""
    chains: Any = defaultdict(list)
    for row, seats in made.hands:
        chains[row["session_id"], row["chain_no"]].append((row, seats))
    squares: Any = defaultdict(float)
    people: Any = defaultdict(int)
    count: Any = defaultdict(int)
    hands: Any = defaultdict(int)
    thirds: Any = defaultdict(list)
    own: Any = defaultdict(lambda: defaultdict(list))

    def keys(row: Any) -> list[Any]:
        run = made.kind(row) == "run"
        return [(run, row["variant_id"], row["additions"], row["player_count"]), (run, row["variant_id"])]

    for chain in chains.values():
        if any(played(row) for row, _ in chain):
            first = chain[0][0]
            nets: Any = defaultdict(int)
            for row, seats in chain:
                for seat in seats:
                    place = (seat["seat"] + row["hand_no"] - first["hand_no"]) % row["player_count"]
                    nets[seat["player_id"] or place] += seat["net"]
            for key in keys(first):
                squares[key] += sum((net / first["unit"]) ** 2 for net in nets.values())
                people[key] += len(nets)
                count[key] += 1
                hands[key] += sum(played(row) for row, _ in chain)
            mine = sum((net / first["unit"]) ** 2 for net in nets.values())
            own[made.kind(first)][first["variant_id"], first["additions"], first["player_count"]].append(mine)
    for row, seats in made.hands:
        if played(row):
            for key in keys(row):
                thirds[key] += [(seat["net"] / row["unit"]) ** 3 for seat in seats]

    def by_runs(game: str, additions: str, size: int) -> Any:
        wanted = [(True, game, additions, size), (True, game), (False, game)]
        for key, source in zip(wanted, ("run", "run, other tables", "own"), strict=True):
            if people[key] and thirds[key]:
                third = sum(thirds[key]) / len(thirds[key])
                return squares[key] / people[key] * count[key] / hands[key], third, source
        return None

    def scale(kind: str) -> float:
        squares, expected = [], 0.0
        for game, mine in own[kind].items():
            if by_runs(*game)[2] != "own":
                squares += mine
        for row, seats in made.hands:
            if played(row) and made.kind(row) == kind:
                variance, _, source = by_runs(row["variant_id"], row["additions"], row["player_count"])
                expected += variance * len(seats) * (source != "own")
        if not squares:
            return 1.0
        effective = sum(squares) ** 2 / sum(x * x for x in squares)
        error = (1 + 1.5 / sqrt(effective)) ** 2 / effective
        return exp((log(sum(squares) / expected) + error / 2) / (1 + error))

    scales = {kind: scale(kind) for kind in own}

    def of(row: Any) -> Any:
        variance, third, source = by_runs(row["variant_id"], row["additions"], row["player_count"])
        times = 1.0 if source == "own" else scales[made.kind(row)]
        return variance * times, third * times**1.5, times

    return of


def test_luck(house: House) -> None:
    nights: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            nights[night["session_id"], name].append((row, seat))
    result = rows_of(house, "mart_player_luck", "session_id", "player_id")
    assert set(result) == set(nights)
    of = chance(house)
    known = {}
    for key, dealt in nights.items():
        row = result[key]
        net = sum(seat["net"] / hand["unit"] for hand, seat in dealt)
        chances = [of(hand) for hand, _ in dealt if played(hand)]
        variance, third = (sum(one[place] for one in chances) for place in (0, 1))
        near(row["net_units"], net)
        near(row["chance_sd"], sqrt(variance))
        for times in {times for _, _, times in chances} - {1.0}:
            near(row["scale"], times)
        in_chips = [of(hand)[0] * hand["unit"] ** 2 for hand, _ in dealt if played(hand)]
        near(row["chance_sd_chips"], sqrt(sum(in_chips)))
        assert row["hands"] == row["hands_known"] == len(dealt)
        known[key] = net, variance, third
        near_quantile(row["quantile"], *known[key])
    lines: Any = defaultdict(list)
    for (session, name), row in result.items():
        lines[row["kind"], row["season"], name].append((row["night_no"], session, name))
    falls = rows_of(house, "mart_player_drawdowns", "kind", "season", "player_id", "drawdown_no")
    assert falls
    for whose, line in lines.items():
        mine_falls = [row for key, row in falls.items() if key[:3] == whose]
        mine_falls.sort(key=lambda row: row["drawdown_no"])
        expected = falls_of([(session, known[session, name][0]) for _, session, name in sorted(line)])
        told = [
            (row["best_session"], row["deepest_session"], row["regained_session"], row["nights"])
            for row in mine_falls
        ]
        assert told == [fall[1:] for fall in expected]
        for row, fall in zip(mine_falls, expected, strict=True):
            near(row["depth_units"], fall[0])
        total = best = deepest = 0.0
        streak = 0
        mine = [known[session, name] for _, session, name in sorted(line)]
        for place, (_, session, name) in enumerate(sorted(line)):
            row, net = result[session, name], mine[place][0]
            total += net
            best = max(best, total)
            deepest = max(deepest, best - total)
            sign = (net > 0) - (net < 0)
            streak = streak + sign if streak * sign > 0 else sign
            ten = mine[max(0, place - 9) : place + 1]
            near(row["season_units"], total)
            near(row["drawdown_units"], best - total)
            near(row["max_drawdown_units"], deepest)
            assert row["streak"] == streak
            assert row["form_nights"] == len(ten)
            near(row["form_units"], sum(one[0] for one in ten))
            near_quantile(row["form_quantile"], *(sum(column) for column in zip(*ten, strict=True)))
            near(row["volatility"], stdev(one[0] for one in ten) if len(ten) == 10 else None)
            near(row["chance_volatility"], sqrt(fmean(one[1] for one in ten)) if len(ten) == 10 else None)


Fall = tuple[float, str | None, str, str | None, int]


def falls_of(line: list[tuple[str, float]]) -> list[Fall]:
    """Depth, best, deepest and regaining night, and nights below, of a line's falls, the deepest first."""
    results: list[Fall] = []
    total, best = 0.0, 0.0
    at_best: str | None = None
    fall: list[tuple[float, str]] = []
    end: list[tuple[Any, float]] = [(None, float("inf"))]
    for session, net in line + end:
        total += net
        if total < best:
            fall.append((best - total, session))
            continue
        if fall:
            depth = max(below for below, _ in fall)
            deepest = next(night for below, night in fall if below == depth)
            results.append((depth, at_best, deepest, session, len(fall)))
        fall, best, at_best = [], total, session
    return sorted(results, key=lambda fall: -fall[0])


def near_quantile(found: float, total: float, variance: float, third: float) -> None:
    z = total / sqrt(variance)
    density = exp(-z * z / 2) / sqrt(2 * pi)
    edgeworth = NormalDist().cdf(z) - third / variance**1.5 / 6 * (z * z - 1) * density
    assert found == pytest.approx(min(1, max(0, edgeworth)), abs=1e-6)


def test_games_are_shrunk_by_what_players_differ_beyond_chance(house: House) -> None:
    result = rows_of(house, "mart_player_variant", "scope", "kind", "season", "player_id", "variant_id")
    of = chance(house)
    scopes: Any = defaultdict(dict)
    cells: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            for scope in scoped(night):
                cells[(*scope, name, row["variant_id"])].append((row, seat))
    for key, dealt in cells.items():
        chains: Any = defaultdict(list)
        for row, seat in dealt:
            chains[row["session_id"], row["chain_no"]].append(seat["net"] / row["unit"])
        net, n, pots = sum(map(sum, chains.values())), len(dealt), len(chains)
        shown = sum((sum(nets) - net / n * len(nets)) ** 2 for nets in chains.values())
        variance = max(
            sum(of(row)[0] for row, _ in dealt if played(row)), shown * pots / (pots - 1) if pots > 1 else 0
        )
        scopes[key[:3]][key] = net, variance, n
    for mine in scopes.values():
        beyond = sum(n * (net**2 / variance - 1) for net, variance, n in mine.values())
        needed = sum(n * n for _, _, n in mine.values()) / beyond if beyond > 0 else None
        for key, (net, variance, n) in mine.items():
            near(result[key]["chance_sd"], sqrt(variance))
            near(result[key]["needed"], needed)
            own = 0 if needed is None else n / (n + needed)
            near(result[key]["reliability"], own)
            near(result[key]["shrinkage_estimate"], own * 100 * net / n)


def dealt_scopes(night: Any) -> list[Any]:
    """The scopes of luck of the deal that a night is in: the night, too."""
    return [(*scope, None) for scope in scoped(night)] + [
        ("session", night["kind"], night["season"], night["session_id"])
    ]


def test_deals(house: House) -> None:
    """What cards explain by the other chains, ridge and all; the net without it, and without both kinds."""
    told = {(row["session_id"], row["hand_no"], row["seat"]): row for row in house.rows["deals"]}
    games: Any = defaultdict(lambda: defaultdict(list))
    mine: Any = defaultdict(lambda: defaultdict(list))
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            known = told.get((row["session_id"], row["hand_no"], seat["seat"]))
            if known:
                chain = row["session_id"], row["chain_no"]
                net, parts = seat["net"] / row["unit"], {}
                if known["worth"] is not None:
                    parts["first"] = known["worth"], known["variance"]
                if known["later"] is not None:
                    worth = known["later"] / row["unit"]
                    parts["later"] = worth, worth * worth
                terms = []
                for cards, (worth, variance) in parts.items():
                    game = night["kind"], row["variant_id"], row["additions"], cards
                    games[game][chain].append((net, worth))
                    terms.append((game, worth, variance))
                for scope in dealt_scopes(night):
                    for term in terms:
                        mine[(*scope, name, term[0][3])][chain].append((net, [term]))
                    if "later" in parts:
                        mine[(*scope, name, "both")][chain].append((net, terms))

    nights = {row["session_id"]: row["started_at"] for row in house.rows["sessions"]}

    def slope(game: Any, of: Any) -> float:
        """By the sessions before: 1 where there are none."""
        chains = {
            chain: some for chain, some in games[game].items()
            if (nights[chain[0]], chain[0]) < (nights[of[0]], of[0])
        }  # fmt: skip
        earlier = [one for some in chains.values() for one in some]
        if not earlier:
            return 1.0
        squares = sum(x * x for _, x in earlier)
        ridge = sum(net * net for net, _ in earlier) / len(earlier)
        if game[-1] == "later" and squares:  # what chains say beyond 1, squared, is its error
            beyond = [sum(x * (net - x) for net, x in some) for some in chains.values()]
            ridge = sum(each * each for each in beyond) / 0.09 / squares
        return (sum(net * x for net, x in earlier) + ridge) / (squares + ridge)

    def error(sums: list[float]) -> float | None:
        n, mean = len(sums), sum(sums) / len(sums)
        return sqrt(n / (n - 1) * sum((x - mean) ** 2 for x in sums)) if n > 1 else None

    result = rows_of(
        house, "mart_player_deals", "scope", "kind", "season", "session_id", "player_id", "cards"
    )
    assert result
    assert set(result) == set(mine)
    for key, chains in mine.items():
        row = result[key]
        nets = {chain: sum(net for net, _ in some) for chain, some in chains.items()}
        lucks = dict.fromkeys(chains, 0.0)
        deviation = 0.0
        for chain, some in chains.items():
            for game, worth, variance in (term for _, terms in some for term in terms):
                lucks[chain] += slope(game, chain) * worth
                deviation += slope(game, chain) ** 2 * variance
        rests = [nets[chain] - lucks[chain] for chain in chains]
        assert row["hands"] == sum(map(len, chains.values()))
        near(row["net_units"], sum(nets.values()))
        near(row["luck_units"], sum(lucks.values()))
        near(row["adjusted_units"], sum(rests))
        near(row["deviation_units"], sqrt(deviation))
        assert row["luck_quantile"] == pytest.approx(
            NormalDist().cdf(sum(lucks.values()) / sqrt(deviation)), abs=1e-6
        )
        near(row["net_error_units"], error([*nets.values()]))
        near(row["adjusted_error_units"], error(rests))
        near(row["explained"], 1 - sum(x * x for x in rests) / sum(x * x for x in nets.values()))


def test_all_ins(house: House) -> None:
    told = {(row["session_id"], row["hand_no"], row["seat"]): row for row in house.rows["equities"]}
    mine: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            pot = told.get((row["session_id"], row["hand_no"], seat["seat"]))
            for scope in scoped(night) if pot else ():
                mine[(*scope, name)].append((seat["won"], pot["expected"], pot["variance"], row["unit"]))
    result = rows_of(house, "mart_player_all_ins", "scope", "kind", "season", "player_id")
    assert result
    assert set(result) == set(mine)
    for key, pots in mine.items():
        row = result[key]
        deviation = sqrt(sum(variance / unit**2 for _, _, variance, unit in pots))
        luck = sum((won - expected) / unit for won, expected, _, unit in pots)
        assert row["all_ins"] == len(pots)
        near(row["won_units"], sum(won / unit for won, _, _, unit in pots))
        near(row["expected_units"], sum(expected / unit for _, expected, _, unit in pots))
        near(row["luck_units"], luck)
        near(row["luck"], sum(won - expected for won, expected, *_ in pots))
        near(row["deviation_units"], deviation)
        assert row["luck_quantile"] == pytest.approx(NormalDist().cdf(luck / deviation), abs=1e-6)


def test_splits(house: House) -> None:
    groups: Any = defaultdict(list)
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            parts = [
                ("position", str(row["player_count"] - 1 - seat["seat"])),
                ("table", str(row["player_count"])),
                *([("dealer", dealer(row))] if dealer(row) else []),
            ]
            for scope in scoped(night):
                for part in parts:
                    groups[(*scope, name, *part)].append((row, seat))
    result = rows_of(house, "mart_player_splits", "scope", "kind", "season", "player_id", "split", "part")
    assert set(result) == set(groups)
    for key, dealt in groups.items():
        row = result[key]
        clusters: Any = defaultdict(list)
        for hand, seat in dealt:
            clusters[hand["session_id"], hand["chain_no"]].append(seat["net"] / hand["unit"])
        whole = [(hand, seat) for hand, seat in dealt if played(hand)]
        assert (row["hands"], row["played"]) == (len(dealt), len(whole))
        near(row["won_hand"], sum(house.took(*one) for one in whole) / len(whole) if whole else None)
        near(row["net_units"], sum(map(sum, clusters.values())))
        if len(clusters) > 1:
            mean, low, high = net_interval(clusters)
            for name, value in (("net_per_100", mean), ("low", low), ("high", high)):
                near(row[name], 100 * value)


def test_calls(house: House) -> None:
    calls: Any = defaultdict(int)
    nets: Any = defaultdict(list)
    for row, _ in house.hands:
        if dealer(row) and row["hand_no"] == row["chain_no"]:
            for scope in scoped(house.sessions[row["session_id"]]):
                calls[(*scope, dealer(row), row["variant_id"])] += 1
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            for scope in scoped(night):
                if dealer(row):
                    nets[(*scope, name, row["variant_id"], dealer(row) == name)].append((row, seat))
    result = rows_of(house, "mart_player_calls", "scope", "kind", "season", "player_id", "variant_id")
    assert set(result) == set(calls)
    for key, count in calls.items():
        row = result[key]
        own = sum(n for other, n in calls.items() if other[:4] == key[:4])
        of_all = sum(n for other, n in calls.items() if other[:3] == key[:3])
        of_game = sum(n for other, n in calls.items() if (*other[:3], other[4]) == (*key[:3], key[4]))
        assert row["calls"] == count
        near(row["share"], count / own)
        near(row["others_share"], (of_game - count) / (of_all - own) if of_all > own else None)
        mine, others = nets[(*key, True)], nets[(*key, False)]
        assert (row["hands"], row["others_hands"]) == (len(mine), len(others))
        for name, some in (("net_per_100", mine), ("others_per_100", others)):
            antes = [seat["net"] / hand["unit"] for hand, seat in some]
            near(row[name], 100 * sum(antes) / len(antes) if antes else None)


def test_versus(house: House) -> None:
    chains: Any = defaultdict(lambda: defaultdict(list))
    tables: Any = defaultdict(dict)
    for name, dealt in player_hands(house).items():
        for _, row, seat in dealt:
            chains[row["session_id"], row["chain_no"]][name].append(seat["net"] / row["unit"])
            tables[row["session_id"], row["hand_no"]][name] = row, seat
    flows: Any = defaultdict(float)
    hands: Any = defaultdict(int)
    for (session, _), nets in chains.items():
        net = {name: sum(some) for name, some in nets.items()}
        gained = sum(x for x in net.values() if x > 0)
        lost = -sum(x for x in net.values() if x < 0)
        for a, x in net.items():
            for b, y in net.items():
                for scope in scoped(house.sessions[session]) if a != b else ():
                    hands[(*scope, a, b)] += min(len(nets[a]), len(nets[b]))
                    flow = x * abs(y) / max(gained, lost) if x * y < 0 else 0
                    flows[(*scope, a, b)] += flow
    met: Any = defaultdict(lambda: [0, 0, 0])
    for (session, _), table in tables.items():
        at_end = {
            name: house.took(row, seat)
            for name, (row, seat) in table.items()
            if played(row) and row["showdown_count"] > 1 and seat["folded_round"] is None
        }
        for a, won in at_end.items():
            for b, other_won in at_end.items():
                for scope in scoped(house.sessions[session]) if a != b else ():
                    for place, true in enumerate((True, won and not other_won, other_won and not won)):
                        met[(*scope, a, b)][place] += true
    result = rows_of(house, "mart_player_versus", "scope", "kind", "season", "player_id", "other_id")
    assert set(result) == set(flows)
    for key, flow in flows.items():
        row = result[key]
        assert row["hands"] == hands[key]
        near(row["net_units"], flow)
        near(row["net_per_100"], 100 * flow / hands[key])
        assert [row["showdowns"], row["won"], row["lost"]] == met[key]
        near(row["net_units"], -result[(*key[:3], key[4], key[3])]["net_units"])


def test_shrunk_rates(house: House) -> None:
    """Kleinman's moments of a beta-binomial; DerSimonian and Laird's of the nets."""
    result = rows_of(house, "mart_player_stats", "scope", "kind", "season", "metric", "player_id")
    chains: Any = defaultdict(lambda: defaultdict(list))
    for name, dealt in player_hands(house).items():
        for night, row, seat in dealt:
            for scope in scoped(night):
                cluster = row["session_id"], row["chain_no"], row["variant_id"]
                chains[*scope, name][cluster].append(seat["net"] / row["unit"])
    groups: Any = defaultdict(list)
    for key, row in result.items():
        is_drawn = key[3] not in ("af", "aggression") and not key[3].startswith("bet_size")
        if row["denominator"] and is_drawn:
            groups[key[:4]].append(row)
    compared = 0
    for key, rows in groups.items():
        if key[3] == "net_per_100":
            known = [row for row in rows if row["high"] is not None and row["high"] > row["low"]]
            reach = [net_reach(list(chains[*key[:3], row["player_id"]].values())) for row in known]
            weights = [
                (2 * times / (row["high"] - row["low"])) ** 2 for times, row in zip(reach, known, strict=True)
            ]
            total = sum(weights)
            if not known:
                continue
            mean = sum(w * row["value"] for w, row in zip(weights, known, strict=True)) / total
            q = sum(w * (row["value"] - mean) ** 2 for w, row in zip(weights, known, strict=True))
            beyond = q - (len(known) - 1)
            spread = total - sum(w * w for w in weights) / total
            tau = beyond / spread if spread > 1e-12 else 0
            needed = sum(row["denominator"] for row in known) / total / tau if tau > 0 else None
        else:
            n = sum(row["denominator"] for row in rows)
            mean = sum(row["numerator"] for row in rows) / n
            within = mean * (1 - mean)
            s = sum(row["denominator"] * (row["value"] - mean) ** 2 for row in rows)
            m = len(rows) - 1
            weight = n - sum(row["denominator"] ** 2 for row in rows) / n - m
            beyond = s - m * within
            needed = max(0, within * weight / beyond - 1) if weight > 0 and beyond > 1e-12 else None
        for row in rows:
            compared += 1
            near(row["group_value"], mean)
            if needed is None:
                assert row["needed"] is None or row["needed"] > 1e6
                assert row["shrinkage_estimate"] == pytest.approx(mean, abs=1e-4)
            else:
                assert row["needed"] == pytest.approx(needed, rel=1e-6, abs=1e-6)
                own = row["denominator"] / (row["denominator"] + needed)
                near(row["reliability"], own)
                near(row["shrinkage_estimate"], own * row["value"] + (1 - own) * mean)
    assert compared > 100
