"""What melds win, against plain Python over the rows of random stores."""

from __future__ import annotations

from collections import defaultdict
from math import isclose, sqrt
from typing import Any

from tests.queries.house import House
from tests.queries.test_recomputed import Z, played
from tests.stores import ask


def wilson(shown: list[int], won: list[int]) -> tuple[float, float, float]:
    """A share with its interval, of `won` among `shown` in each hand (deal, in duplicate play)."""
    n, k, c = sum(shown), sum(won), len(shown)
    p = k / n
    error = (
        sum((x - p * s) ** 2 for x, s in zip(won, shown, strict=True)) / n**2 * c / (c - 1) if c > 1 else 0
    )
    m = p * (1 - p) / error if 0 < p < 1 and error > 0 else min(c, n)
    root = Z * sqrt(p * m * (m - p * m) / m + Z * Z / 4)
    return (
        p,
        max(0, (p * m + Z * Z / 2 - root) / (m + Z * Z)),
        min(1, (p * m + Z * Z / 2 + root) / (m + Z * Z)),
    )


def test_melds(house: House) -> None:
    hands: Any = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    least: Any = defaultdict(lambda: 10**9)
    for row, seats in house.hands:
        if not (played(row) and row["showdown_count"] > 1):
            continue
        for seat in seats:
            if seat.get("meld") and seat["folded_round"] is None:
                for size in (None, row["player_count"]):
                    key = (house.kind(row), row["variant_id"], row["additions"], size, seat["meld"])
                    least[key] = min(least[key], seat["meld_score"])
                    cell = hands[key][row["session_id"], row.get("deal_no") or row["hand_no"]]
                    cell[0] += 1
                    cell[1] += seat["won"] > 0
    columns = (
        "kind, variant_id, additions, player_count, meld, place, shown, won, share_shown, share_won, "
        "win_rate, low, high, usual_winner, wins_half"
    )
    results = {row[:5]: row[5:] for row in ask(house.con, f"select {columns} from mart_variant_melds")}
    assert set(results) == set(hands)
    games: Any = defaultdict(list)
    for key in hands:
        games[key[:4]].append(key)
    for keys in games.values():
        keys.sort(key=lambda key: (least[key], key[4]))
        shown = [[cell[0] for cell in hands[key].values()] for key in keys]
        won = [[cell[1] for cell in hands[key].values()] for key in keys]
        of_shown, of_won = sum(map(sum, shown)), sum(map(sum, won))
        up_to, halved = 0, False
        for place, (key, some, wins) in enumerate(zip(keys, shown, won, strict=True), start=1):
            k, n = sum(wins), sum(some)
            usual = of_won > 0 and 2 * (up_to + k) >= of_won and 2 * up_to < of_won
            half = not halved and 2 * k >= n
            halved |= half
            up_to += k
            place_found, n_found, k_found, *shares, usual_found, half_found = results[key]
            assert (place_found, n_found, k_found) == (place, n, k), key
            assert (usual_found, half_found) == (usual, half), key
            expected = [n / of_shown, k / of_won if of_won else None, *wilson(some, wins)]
            for one, other in zip(shares, expected, strict=True):
                assert one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9), (
                    key,
                    shares,
                    expected,
                )
