"""`python -m bench.players [GAME]…`: how well the learned player plays, game by game, into `docs/players.md`.

Matches of one against five of another kind, both ways, on seeds that nobody learned from; the chances that
players see against the shares that they then win; and the best of many profiles drawn at random, looked for
against the learned player and against `plain-steady`, and judged on fresh hands. Figures of a game are kept
in `docs/players.json` and measured anew only when its file of what was learned is another.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import simulate  # first: it names the kernels' cache
from engine.kernel.study import new_jobs
from engine.learning.chances import bet_cases
from engine.learning.knowledge import known_programme, shipped_file
from engine.profiles import NEVER, PROFILES, Profile
from engine.strength import main_table, study_hands
from engine.variants import VARIANTS, find_variant
from engine.variants.model import Variant

DOCS = Path(__file__).parents[1] / "docs"
FIGURES, PAGE = DOCS / "players.json", DOCS / "players.md"
HANDS = 48_000
SEED = 70_000
"""Seeds from here on are for measuring."""
OTHERS = (
    "plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious", "plain-caller",
    "plain-folder", "plain-warrior",
)  # fmt: skip
_DEEP = 1_000_000
_AT_ONCE = 8000
_TRIED, _SCREENED = 24, 4000

Floats = NDArray[np.float64]


def one_against(
    variant: Variant, one: Profile, others: Profile, hands: int, seed: int
) -> tuple[float, float]:
    """What one player wins at a table of others, in antes (or big blinds) a hundred hands, and its standard
    error; the one sits in each seat for as many hands.
    """
    players = main_table(variant)
    programme = known_programme(variant)
    stack = int(simulate.starting_stacks(variant, players)[0]) if variant.all_in else _DEEP
    nets = []
    for seat in range(players):
        rows = np.array([astuple(one if place == seat else others) for place in range(players)], np.float64)
        for first in range(0, hands // players, _AT_ONCE):
            jobs = new_jobs(np.arange(first, min(first + _AT_ONCE, hands // players)))
            study, _ = study_hands(programme, rows, jobs, seed + seat, stack)
            nets.append(study.nets[:, seat] / variant.unit)
    net = np.concatenate(nets)
    return 100 * float(net.mean()), 100 * float(net.std() / np.sqrt(len(net)))


def best_response(variant: Variant, against: str, seed: int) -> tuple[float, float]:
    """What the best of many profiles wins, one against five: chosen on some hands, judged on others."""
    rng = np.random.default_rng(seed)
    tried = [
        Profile(
            tight=rng.uniform(0.3, 2.2), bet_at=rng.uniform(0.7, 2.2), raise_at=rng.uniform(1, 3),
            step=rng.uniform(0, 0.5), bluff=rng.choice([0, 0.05, 0.15, 0.3]),
            peder_at=rng.choice([1.6, 2, 2.5, 3, NEVER]), learned=float(number % 2),
            loose_first=rng.uniform(-1.5, 1.5), loose_later=rng.uniform(-1.5, 1.5),
            aggression=rng.uniform(-1.5, 1.5), bluffs=rng.choice([0, 0, 0.1]), reading=rng.choice([1, 0.5]),
        )
        for number in range(_TRIED)
    ]  # fmt: skip
    found = [one_against(variant, one, PROFILES[against], _SCREENED, seed)[0] for one in tried]
    best = tried[int(np.argmax(found))]
    return one_against(variant, best, PROFILES[against], HANDS, seed + 500)


def chances(variant: Variant) -> list[dict[str, float]]:
    """Street by street: calibration error, Brier score, that of the base rate, sum of a table's chances."""
    players = main_table(variant)
    programme = known_programme(variant)
    cases = bet_cases(programme, ["regular"] * players, 24_000, SEED + 900)
    out = []
    for street in range(1, programme.streets + 1):
        seen, share = cases.of_street(street)
        if len(seen) < 500:
            continue
        told, live = seen[:, 9], seen[:, 2]
        tenth = np.minimum((told * 10).astype(int), 9)
        count = np.bincount(tenth, minlength=10)
        gap = np.abs(np.bincount(tenth, told - share, 10)).sum() / count.sum()
        out.append(
            {
                "street": street, "cases": len(seen), "error": float(gap),
                "brier": float(((told - share) ** 2).mean()), "base": float(((1 / live - share) ** 2).mean()),
                "sum": float((told / (1 / live)).mean()),
            }
        )  # fmt: skip
    return out


def measure(variant: Variant) -> dict[str, Any]:
    """All the figures of a game."""
    regular = PROFILES["regular"]
    wins = {name: one_against(variant, regular, PROFILES[name], HANDS, SEED) for name in OTHERS}
    loses = {name: one_against(variant, PROFILES[name], regular, HANDS, SEED + 100) for name in OTHERS}
    return {
        "fits": fits_of(variant), "players": main_table(variant), "hands": HANDS,
        "one_of_it": wins, "one_among_it": loses, "chances": chances(variant),
        "response": {name: best_response(variant, name, SEED + 300) for name in ("regular", "plain-steady")},
    }  # fmt: skip


def fits_of(variant: Variant) -> str:
    """A hash of a game's file, by which its figures are known to be of what is shipped."""
    file = shipped_file(variant)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.exists() else ""


def verdict(figures: dict[str, Any]) -> str:
    """What the matches say: whom the learned player beats by more than three errors, to whom it loses."""
    wins, loses = figures["one_of_it"], figures["one_among_it"]
    won = {name: mean / max(error, 1e-9) for name, (mean, error) in wins.items()}
    met = {name: mean / max(error, 1e-9) for name, (mean, error) in loses.items()}
    beaten = [name for name in OTHERS if won[name] > 3 and met[name] < 3]
    lost = [name for name in OTHERS if won[name] < -3 or met[name] > 3]
    words = f"{len(beaten)} of {len(OTHERS)}"
    return f"{words}; loses to {', '.join(name.removeprefix('plain-') for name in lost)}" if lost else words


def page(kept: dict[str, Any]) -> str:
    """The tables of `docs/players.md`, below its words."""
    head = PAGE.read_text(encoding="utf-8").split("<!-- figures -->")[0] if PAGE.exists() else ""
    lines = [head.rstrip(), "", "<!-- figures -->", ""]
    whole = [name for name, figures in kept.items() if verdict(figures) == f"{len(OTHERS)} of {len(OTHERS)}"]
    lines += [
        f"Measured: {len(kept)} games. Beats all eight by more than three standard errors, and none of them "
        f"wins among five of it: {len(whole)}.", "",
        "| game | v steady | steady among | v bold | v tight | v warrior | warrior among | best found | "
        "the same v steady | beats |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ]  # fmt: skip
    for name, figures in kept.items():
        wins, loses, best = figures["one_of_it"], figures["one_among_it"], figures["response"]
        cells = [
            wins["plain-steady"], loses["plain-steady"], wins["plain-bold"], wins["plain-tight"],
            wins["plain-warrior"], loses["plain-warrior"], best["regular"], best["plain-steady"],
        ]  # fmt: skip
        shown = " | ".join(f"{mean:+.0f} ± {error:.0f}" for mean, error in cells)
        lines.append(f"| {name} | {shown} | {verdict(figures)} |")
    lines += ["", "| game | street | cases | calibration error | Brier | base rate | sum of chances |"]
    lines.append("|---|--:|--:|--:|--:|--:|--:|")
    for name, figures in kept.items():
        for row in figures["chances"]:
            lines.append(
                f"| {name} | {row['street']} | {row['cases']:,} | {row['error']:.3f} | {row['brier']:.3f} | "
                f"{row['base']:.3f} | {row['sum']:.2f} |"
            )
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> None:
    """Measure these games, or all; what is measured already is left alone."""
    games = [find_variant(name) for name in names] or [v for v in VARIANTS.values() if not v.kernel]
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    for variant in games:
        if kept.get(variant.id, {}).get("fits") == fits_of(variant) != "":
            continue
        kept[variant.id] = measure(variant)
        order = {name: kept[name] for name in VARIANTS if name in kept}
        FIGURES.write_text(json.dumps(order, indent=None, separators=(",", ":")) + "\n", encoding="utf-8")
        PAGE.write_text(page(order), encoding="utf-8")
        print(f"{variant.id}: {verdict(kept[variant.id])}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
