"""`python -m bench.sums [GAME…]`: what the sums beside a part cost, as a share of the rest of a run, by game.

Parts of a run are played, framed and packed in this process, their sums taken in turn with that: processor
time, medians of the turns.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from bench.engine_rows import SEED
from engine.api import CATALOGUE, VARIANTS, Room, find_variant
from engine.table_size import largest_table
from pipeline.simulation.chunks import Chunk
from pipeline.simulation.evenings import cut, hands_of
from pipeline.simulation.played import frames_of, joined
from pipeline.simulation.playing import batches_of, play_batch
from pipeline.simulation.runs import MATCHED_HANDS, PART_HANDS
from pipeline.simulation.sums import chain_begins, sums_of
from pipeline.store.parts import part_bytes
from pipeline.store.spared import spare

PLAYERS = 5
"""As `peder simulate` seats where nothing is said: with fewer players, sums are a larger share of a run."""
TURNS = 3
MOST = 0.15


def share_of_sums(game: str, turns: int = TURNS) -> tuple[float, float]:
    """Seconds of processor time that a million hands' sums take, and their share of the rest of the run."""
    variant = VARIANTS[game]
    room = Room()
    sums, rest = [], []
    profiles = ["regular"] * min(PLAYERS, largest_table(variant))
    deals = PART_HANDS // (MATCHED_HANDS if variant.matches_pot else 1)  # as a run writes its parts
    for turn in range(turns + 1):  # the first warms up
        chunk = Chunk(
            game=game, additions="", first=turn * deals, deals=deals, first_no=1, seed=SEED,
            profiles=tuple(profiles), detail="result",
        )  # fmt: skip
        began = time.process_time()
        whole = joined([play_batch(chunk, batch, room) for batch in batches_of(chunk)])
        hands, seats = frames_of(whole, first_no=1, detail=chunk.detail, profiles=profiles)
        evenings = cut(chain_begins(whole), len(hands), hands_of(variant))
        played = time.process_time()
        sums_of(whole, seats, variant, evenings, first_no=1)
        summed = time.process_time()
        for rows in (hands, seats):
            part_bytes(spare(rows, len(hands)))
        packed = time.process_time()
        sums.append((summed - played) / len(hands) * 1e6)
        rest.append((played - began + packed - summed) / len(hands) * 1e6)
    return statistics.median(sums[1:]), statistics.median(
        a / b for a, b in zip(sums[1:], rest[1:], strict=True)
    )


def main(names: Sequence[str]) -> int:
    """Measure these games, or all of the catalogue; exit code 1 where the sums cost too much."""
    games = [find_variant(name).id for name in names] or [*CATALOGUE]
    shares = {}
    for number, game in enumerate(games, 1):
        seconds, shares[game] = share_of_sums(game)
        print(
            f"{number}/{len(games)} {game}: {seconds:.2f} s a million hands, {shares[game]:.1%}", flush=True
        )
    ordered = sorted(shares.values())
    over = [game for game, share in shares.items() if share > MOST]
    print(
        f"median {statistics.median(ordered):.1%}, {ordered[0]:.1%} to {ordered[-1]:.1%}; over {MOST:.0%}: "
        f"{over}"
    )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
