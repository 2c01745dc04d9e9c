"""How often the 95 % intervals cover the true value: the tables of bench/measured/coverage.md.

    python -m bench.coverage [CHAINS]             games; CHAINS of each of 20 are the truth, else 200,000
    python -m bench.coverage lineups [RUNS]       the same games' kinds by the default line-ups, in runs of other seeds
    python -m bench.coverage evenings [CHAINS]    what evenings of some games bring
    python -m bench.coverage players [NIGHTS]     what pages say of a player, in seasons of this number of nights
    python -m bench.coverage compared [CHAINS]    ratios and ranks of games, runs that end when known, N*
    python -m bench.coverage pooled [SAMPLES]     figures that take runs together, three of one seed
    python -m bench.coverage verdicts             how often players who are alike stay within chance

Samples of each size are drawn from what was played (with replacement, so that what is true is known), those of
`lineups` are runs of seeds of their own, and the formulas of queries/formulas.sql are asked for their intervals.
Minutes each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from bench.coverage.compared import compared_table
from bench.coverage.evenings import evening_table
from bench.coverage.games import table
from bench.coverage.lineups import lineup_table
from bench.coverage.players import player_table
from bench.coverage.pooled import pooled_table
from bench.coverage.verdicts import verdict_table

if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.isdigit()]
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), None)
    tables: dict[str, Callable[[], Iterator[str]]] = {
        "games": lambda: table(count or 200_000),
        "lineups": lambda: lineup_table(count or 200),
        "evenings": lambda: evening_table(count or 100_000),
        "players": lambda: player_table(count or 200),
        "compared": lambda: compared_table(count or 200_000),
        "pooled": lambda: pooled_table(count or 600),
        "verdicts": verdict_table,
    }
    for line in tables[words[0] if words else "games"]():
        print(line, flush=True)
