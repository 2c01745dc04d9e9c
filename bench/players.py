"""`python -m bench.players [GAME]…`: how well trained players play, game by game, into `bench/measured/players.md`.

Matches of one player against five of another kind, both ways, on seeds that no model was trained with; chances
compared with the shares that were won, at tables of every size; and what an exploiter, trained against the trained player
alone, wins from it on hands that it wasn't trained with. The figures of a game are stored in `bench/measured/players.json` and measured
again only when its model has changed; those of `friends` when people have (`--people`: only these). Of the calls that ship with a model of
their own ('texas-holdem no-limit') only exploiters are measured, several of each.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import simulate  # first: it names the kernels' cache
from engine.catalogue import TRAINED as TRAINED_GAMES, VARIANTS
from engine.catalogue.model import Variant, largest_table
from engine.errors import PederError
from engine.kernel.hand_features import CASE
from engine.kernel.record import HandColumn, SeatColumn
from engine.kernel.training import new_jobs
from engine.players.people import FILE as PEOPLE_FILE
from engine.players.profiles import PROFILES, Profile, profile_rows
from engine.players.training.card_games import trained_program
from engine.players.training.chances import ALL_TABLES, TRAINED, Cases, bet_cases
from engine.players.training.exploiter import Effort, find_exploiter, winnings
from engine.players.training.quantiles import main_table, play_jobs
from engine.players.training.store import shipped_file, short_hash
from engine.special import PlayRequest, kernel_of
from engine.terms import Detail
from engine.train import CALLS, find_game, training_of

MEASURED = Path(__file__).parent / "measured"
FIGURES, PAGE = MEASURED / "players.json", MEASURED / "players.md"
HANDS = 96_000
SEED = 70_000
"""Seeds from here on are used for measuring only."""
OTHERS = (
    "plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious", "plain-caller",
    "plain-folder", "plain-warrior",
)  # fmt: skip
_OF_FRIENDS = "chances_of_friends"
_DEEP = 1_000_000
_KERNEL_CASES = 150_000
_AT_ONCE = 8000
_SURE, _LONGER = 3.0, 10
_AGAIN = 1000
"""A match whose mean lies within `_SURE` standard errors of nothing is played again, `_LONGER` times as long, on another
seed (`_AGAIN` further).
"""
EXPLOITED = Effort(rounds=4, deals=5000, judged=2000)
_EXPLOITED_DEALS = 20_000
"""Deals, each played in every seat, that an exploiter is judged on."""
_EXPLOITERS_OF_CALL = 3
"""Exploiters of a call, each with a seed of its own: at no limit they differ by more than their errors."""
_POT_DEALS = 8_000
_CASES, _CASE_HANDS, _CASE_TURNS, _FEW_CASES = 6_000, 24_000, 5, 1000
"""Cases of a round that chances are compared with, hands of a turn, turns to get them in, and the fewest that count."""
_CERTAIN = 0.001
_DOUBTFUL, _MORE_TURNS = 0.005, 30
"""A round whose error is too great is played for longer while noise alone makes an error above `_DOUBTFUL`."""

Floats = NDArray[np.float64]


def one_against(
    variant: Variant, one: Profile, others: Profile, hands: int, seed: int
) -> tuple[float, float]:
    """What one player wins at a table of others, in antes (or big blinds) a hundred hands, and its standard
    error: duplicate play, the one request in each seat for the same deals, which are the clusters. In games
    with kernels of their own `hands` are chains: at guts games of several deals, each of them a hand.
    """
    players = main_table(variant)
    nets_of = kernel_nets if variant.kernel else program_nets
    deals = hands // players
    nets = np.zeros(deals)
    played = 0
    for seat in range(players):
        rows = np.array([astuple(one if place == seat else others) for place in range(players)], np.float64)
        for first in range(0, deals, _AT_ONCE):
            last = min(first + _AT_ONCE, deals)
            won, count = nets_of(variant, rows, first, last, seed)
            nets[first:last] += won[:, seat]
            played += count
    nets *= 100 * deals / (played * variant.unit)
    return float(nets.mean()), float(nets.std() / np.sqrt(deals))


def program_nets(variant: Variant, rows: Floats, first: int, last: int, seed: int) -> tuple[Any, int]:
    """[deal, seat]: what everybody wins, in chips; and how many hands that was."""
    jobs = new_jobs(np.arange(first, last))
    results, _ = play_jobs(trained_program(variant), rows, jobs, seed, _stack(variant))
    return results.nets, last - first


def _stack(variant: Variant) -> int:
    """The chips with which every player of a match begins each hand."""
    return int(simulate.starting_stacks(variant, main_table(variant))[0]) if variant.all_in else _DEEP


def kernel_nets(variant: Variant, rows: Floats, first: int, last: int, seed: int) -> tuple[Any, int]:
    """The same in a game with a kernel of its own: [chain, player], and how many hands."""
    players = len(rows)
    nets = np.zeros((last - first, players), np.int64)
    hands = 0
    request = PlayRequest(
        variant=variant, players=players, hands=last - first, seed=seed, first_hand=first, profiles=rows,
        stacks=np.full(players, _DEEP), detail=Detail.RESULT,
    )  # fmt: skip
    for start, record in kernel_of(variant.kernel).play(request):
        dealer, chain = record.hand[:, HandColumn.DEALER], record.hand[:, HandColumn.CHAIN]
        game = np.arange(len(dealer)) // (players + 1) if variant.in_or_out else np.cumsum(chain == 0) - 1
        won = record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]
        player = (np.arange(players) + dealer[:, None] + 1) % players
        np.add.at(nets, (start - first + game[:, None], player), won)
        hands += len(dealer)
    return nets, hands


def match(variant: Variant, one: Profile, others: Profile, seed: int) -> tuple[float, float]:
    """`one_against` over `HANDS` of a seed, and where that doesn't decide it over `_LONGER` times as many of
    another seed, which then stand alone.
    """
    mean, error = one_against(variant, one, others, HANDS, seed)
    if abs(mean) > _SURE * error:
        return mean, error
    return one_against(variant, one, others, _LONGER * HANDS, seed + _AGAIN)


def exploitation(variant: Variant, seed: int) -> tuple[float, float] | None:
    """What an exploiter wins among trained players, in antes (or big blinds) in 100 hands, and its standard error; None in
    games with kernels of their own. Found on the hands of one seed, judged on those of another.
    """
    if variant.kernel:
        return None
    program, players, stack = trained_program(variant), main_table(variant), _stack(variant)
    trees, _ = find_exploiter(program, players, stack, seed, EXPLOITED)
    nets = winnings(program, trees, players, stack, seed + 500, 0, _EXPLOITED_DEALS) * 100 / variant.unit
    return float(nets.mean()), float(nets.std() / np.sqrt(len(nets)))


def mean_pot(variant: Variant) -> float | None:
    """What the winners of a hand among trained players win together, in antes (or big blinds), on average; None as `exploitation`.
    Wins of exploiters are compared with it: in some games a pot is a hundred times as large as in others.
    """
    if variant.kernel:
        return None
    rows = profile_rows(["regular"] * main_table(variant))
    results, _ = play_jobs(
        trained_program(variant), rows, new_jobs(np.arange(_POT_DEALS)), SEED + 400, _stack(variant)
    )
    return float(np.maximum(results.nets, 0).sum(axis=1).mean() / variant.unit)


def sizes_of(variant: Variant) -> range:
    """The numbers of players that a game takes."""
    return range(variant.players[0], largest_table(variant) + 1)


def chances(variant: Variant, players: int, profile: str = "regular") -> list[dict[str, float]]:
    """Street by street among such players: calibration error, Brier score, that of the base rate, sum of a table's
    chances.
    """
    if variant.kernel:
        return kernel_chances(variant, players) if profile == "regular" else []
    program = trained_program(variant)
    found: list[list[Cases]] = [[] for _ in range(program.streets + 1)]
    doubtful = list(range(1, program.streets + 1))
    for turn in range(_MORE_TURNS):
        cases = bet_cases(program, [profile] * players, _CASE_HANDS, SEED + 900 + turn)
        for street in doubtful:
            of_street = cases.of_street(street)
            found[street].append(Cases(of_street.seen[:, :CASE].copy(), of_street.share))
        counts = [sum(len(part.share) for part in parts) for parts in found[1:]]
        if turn + 1 < _CASE_TURNS and any(
            count < _CASES and count * _CASE_TURNS >= (turn + 1) * _FEW_CASES for count in counts
        ):
            continue
        seen = [street for street, count in enumerate(counts, 1) if count >= _FEW_CASES]
        rows = [_of_street(street, found[street]) for street in seen]
        doubtful = [int(row["street"]) for row in rows if not is_true(row) and noise_of(row) > _DOUBTFUL]
        if not doubtful:
            break
    return rows


def _of_street(street: int, parts: list[Cases]) -> dict[str, float]:
    """The chances of a round compared with what was won."""
    seen, share = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    fitted, live = seen[:, 9], seen[:, 2]
    return {**_compared(street, fitted, live, share), "sum": float((fitted / (1 / live)).mean())}


def kernel_chances(variant: Variant, players: int) -> list[dict[str, float]]:
    """The same in a game with a kernel of its own, where only who acts is asked: the sum is what they said
    beside what they then won.
    """
    training = kernel_of(variant.kernel).training
    if training is None or training.cases is None:
        return []
    cases = training.cases(variant, players, _KERNEL_CASES, SEED + 900)
    rows = []
    for street in np.unique(cases[:, 0]):
        fitted, live, share = cases[cases[:, 0] == street, 1:].T
        if len(fitted) >= _FEW_CASES:
            total = float(fitted.sum() / share.sum())
            rows.append({**_compared(int(street), fitted, live, share), "sum": total})
    return rows


def _compared(street: int, fitted: Floats, live: Floats, share: Floats) -> dict[str, float]:
    """Chances compared with what was won."""
    tenth = np.minimum((fitted * 10).astype(int), 9)
    gap = np.abs(np.bincount(tenth, fitted - share, 10)).sum() / len(fitted)
    return {
        "street": street, "cases": len(fitted), "error": float(gap),
        "brier": float(((fitted - share) ** 2).mean()), "base": float(((1 / live - share) ** 2).mean()),
    }  # fmt: skip


def noise_of(row: dict[str, float]) -> float:
    """The error that true chances would show for so many cases, at most: in each tenth the mean of a normal
    variable's size, sqrt(2 v / (pi n)), which weighed comes to the most where all tenths are alike.
    """
    return float(np.sqrt(2 / np.pi * 10 * row["brier"] / row["cases"]))


PARTS: dict[str, Callable[[Variant], Any]] = {
    "players": main_table,
    "one_of_it": lambda variant: {
        name: match(variant, PROFILES["regular"], PROFILES[name], SEED) for name in OTHERS
    },
    "one_among_it": lambda variant: {
        name: match(variant, PROFILES[name], PROFILES["regular"], SEED + 100) for name in OTHERS
    },
    "chances": lambda variant: {str(size): chances(variant, size) for size in sizes_of(variant)},
    "exploited": lambda variant: exploitation(variant, SEED + 300),
    "pot": mean_pot,
}
"""What is measured of a game's trained player."""
PARTS_OF_CALL: dict[str, Callable[[Variant], Any]] = {
    "exploiters": lambda variant: [exploitation(variant, SEED + 300 + k) for k in range(_EXPLOITERS_OF_CALL)],
    "pot": mean_pot,
}
"""What is measured of the trained player of a call."""


def chances_of_friends(variant: Variant) -> dict[str, Any]:
    """The chances among `friends` at the main table of a game."""
    size = main_table(variant)
    return {str(size): chances(variant, size, "friends")} if size in sizes_of(variant) else {}


def model_of(variant: Variant) -> str:
    """A hash of the trained player's model, by which its figures are known to be current."""
    return _hash_of(variant, TRAINED)


def people_of(variant: Variant) -> str:
    """A hash of the model and of what people make of it, by which the figures of `friends` are known to be current."""
    return short_hash(_hash_of(variant, ALL_TABLES), PEOPLE_FILE.read_bytes())


def _hash_of(variant: Variant, among: int | slice) -> str:
    training = training_of(variant)
    model = training.shipped(variant) if training else None
    if model is None:
        return ""
    arrays = {**model.arrays}
    if "odds" in arrays:
        arrays["odds"] = arrays["odds"][:, among]
    return short_hash(*(part for name in sorted(arrays) for part in (name, arrays[name].tobytes())))


def verdict(figures: dict[str, Any]) -> str:
    """What the matches say: which players the trained player beats by more than three errors, and to which it loses."""
    wins, loses = figures["one_of_it"], figures["one_among_it"]
    won = {name: mean / max(error, 1e-9) for name, (mean, error) in wins.items()}
    met = {name: mean / max(error, 1e-9) for name, (mean, error) in loses.items()}
    beaten = [name for name in OTHERS if won[name] > 3 and met[name] < 3]
    lost = [name for name in OTHERS if won[name] < -3 or met[name] > 3]
    words = f"{len(beaten)} of {len(OTHERS)}"
    return f"{words}; loses to {', '.join(name.removeprefix('plain-') for name in lost)}" if lost else words


def said(figures: dict[str, Any]) -> str:
    """What is printed of a game or a call."""
    if "exploiters" in figures:
        return f"exploiters {figures['exploiters']}"
    return f"{verdict(figures)}; exploiter {figures.get('exploited')}"


def is_true(row: dict[str, float]) -> bool:
    """Whether the chances of a round are as true as is asked of them; where all comes true, that is known."""
    informed = row["brier"] < max(row["base"], _CERTAIN)
    return row["error"] <= 0.03 and informed and abs(row["sum"] - 1) <= 0.05


def page(measured: dict[str, Any]) -> str:
    """The text of `bench/measured/players.md`."""
    head = [
        "# How well trained players play", "",
        "Written by `make players`; [players.md](../../docs/players.md) explains the players. Wins are antes (or big blinds) a hundred",
        "hands of one player against the rest of the table, with the standard error.",
    ]  # fmt: skip
    calls = {name: figures for name, figures in measured.items() if "exploiters" in figures}
    games = {name: figures for name, figures in measured.items() if name not in calls}
    parts = head, _matches(games), _calls(calls), _chances(games), _chances_of_friends(games)
    return "\n\n".join("\n".join(lines) for lines in parts).rstrip() + "\n"


def _matches(measured: dict[str, Any]) -> list[str]:
    """The matches, a row a game, below what they come to."""
    whole = [
        name for name, figures in measured.items() if verdict(figures) == f"{len(OTHERS)} of {len(OTHERS)}"
    ]
    lost = [name for name, figures in measured.items() if "loses" in verdict(figures)]
    gains = {name: figures["exploited"][0] for name, figures in measured.items() if figures.get("exploited")}
    shares = [gain / pot for name, gain in gains.items() if (pot := measured[name].get("pot"))]
    lines = [
        f"Measured: {len(measured)} games. Beats all eight by more than three standard errors, and none of them "
        f"wins among five of it: {len(whole)}. Loses to somebody: {', '.join(lost) or 'none'}.", "",
        "An exploiter is trained against it alone: it sees more, tries every choice of its seat on the same cards and learns what each "
        "gains. The best opponent wins at least as much. Its gain, on fresh hands: "
        f"{np.median([*gains.values()] or [np.nan]):+.0f} in the median of {len(gains)} games. Pots differ a hundredfold: in percent of what is "
        f"won in a mean hand an exploiter gains {np.median(shares or [np.nan]):.1f} a hand in the median, {max(shares, default=np.nan):.1f} at most.", "",
        "| game | v steady | steady among | v bold | v tight | v warrior | warrior among | exploiter | mean pot | % of it | beats |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|",
    ]  # fmt: skip
    for name, figures in measured.items():
        wins, loses = figures["one_of_it"], figures["one_among_it"]
        cells = [
            wins["plain-steady"], loses["plain-steady"], wins["plain-bold"], wins["plain-tight"],
            wins["plain-warrior"], loses["plain-warrior"], figures.get("exploited"),
        ]  # fmt: skip
        shown = " | ".join(f"{cell[0]:+.0f} ± {cell[1]:.0f}" if cell else "" for cell in cells)
        pot = figures.get("pot")
        share = f"{pot:.1f} | {figures['exploited'][0] / pot:.1f}" if pot else " | "
        lines.append(f"| {name} | {shown} | {share} | {verdict(figures)} |")
    return lines


def _calls(measured: dict[str, Any]) -> list[str]:
    """The exploiters of calls, a row a call."""
    lines = [
        f"Calls with a trained player of their own: {_EXPLOITERS_OF_CALL} exploiters of each, and the mean pot, in big blinds.", "",
        "| call | exploiters | mean pot |", "|---|--:|--:|",
    ]  # fmt: skip
    for name, figures in measured.items():
        exploiters = ", ".join(f"{gain:+.0f} ± {error:.0f}" for gain, error in figures["exploiters"])
        lines.append(f"| {name} | {exploiters} | {figures['pot']:.1f} |")
    return lines


def _chances(measured: dict[str, Any]) -> list[str]:
    """The chances: every round at the main table, and the worst of each table of another size."""
    rows = [row for figures in measured.values() for table in figures["chances"].values() for row in table]
    lines = [
        f"Chances compared with results: {len(rows):,} rounds of games at tables of every size. Error above "
        f".03, Brier not below the base rate, or a sum further than .05 from one: "
        f"{sum(not is_true(row) for row in rows)}. At the main table, round by round:", "",
        "| game | street | cases | calibration error | by chance | Brier | base rate | sum of chances |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]  # fmt: skip
    for name, figures in measured.items():
        for row in figures["chances"][str(figures["players"])]:
            lines.append(
                f"| {name} | {row['street']} | {row['cases']:,} | {row['error']:.3f} | "
                f"{noise_of(row):.3f} | {row['brier']:.3f} | {row['base']:.3f} | {row['sum']:.2f} |"
            )
    fitted_games = {name: figures for name, figures in measured.items() if any(figures["chances"].values())}
    sizes = sorted({int(size) for figures in fitted_games.values() for size in figures["chances"]})
    lines += [
        "", "By players at the table: the greatest error of its rounds, and the sum furthest from one; in "
        "bold what misses.", "",
        f"| game | {' | '.join(map(str, sizes))} |", f"|---|{'--:|' * len(sizes)}",
    ]  # fmt: skip
    for name, figures in fitted_games.items():
        cells = []
        for size in sizes:
            table = figures["chances"].get(str(size))
            cells.append(_worst(table) if table else "")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def _chances_of_friends(measured: dict[str, Any]) -> list[str]:
    """The same among `friends`: how many rounds miss, and in which games."""
    found = [
        (row, f"{name} by {size}, street {row['street']}: {row['error']:.3f}, {row['sum']:.2f}")
        for name, figures in measured.items()
        for size, table in figures.get(_OF_FRIENDS, {}).items()
        for row in table
    ]
    missing = [text for row, text in found if not is_true(row)]
    if not found:
        return []
    return [
        f"Among `friends`, whose chances are fitted apart, at the main table: {len(found):,} rounds, of which {len(missing)} miss "
        f"(error, and sum of chances){':' if missing else '.'}",
        *(["", *(f"- {text}" for text in missing)] if missing else []),
    ]


def _worst(table: list[dict[str, float]]) -> str:
    error = max(row["error"] for row in table)
    furthest = max((row["sum"] for row in table), key=lambda total: abs(total - 1))
    shown = f"{error:.3f}, {furthest:.2f}"
    return shown if all(map(is_true, table)) else f"**{shown}**"


def figures_of(variant: Variant, known: dict[str, Any], only_people: bool) -> dict[str, Any]:
    """The figures of a game or a call, of which those of its current model and people are `known`."""
    is_call = VARIANTS.get(variant.id) != variant
    parts = {} if only_people else PARTS_OF_CALL if is_call else PARTS
    figures = dict(known)
    if parts and figures.get("model") != model_of(variant):
        figures = {"model": model_of(variant), "hands": HANDS}
    figures |= {name: part(variant) for name, part in parts.items() if name not in figures}
    if not is_call and figures.get("people") != people_of(variant):
        figures |= {"people": people_of(variant), _OF_FRIENDS: chances_of_friends(variant)}
    return figures


def main(words: list[str]) -> None:
    """Measure these games, or all, as far as the figures of their current models are missing; after `--people` only `friends`."""
    parser = argparse.ArgumentParser(prog="python -m bench.players", description=main.__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="a game, or a call ('omaha pot-limit')")
    parser.add_argument("--people", action="store_true", help="only the chances of `friends`")
    asked = parser.parse_args(words)
    calls = {words: find_game(words) for words in CALLS}
    try:
        named = [calls.get(name) or VARIANTS.find(name) for name in asked.games]
    except PederError as error:
        parser.error(str(error))
    games = named or [*(v for v in TRAINED_GAMES.values() if training_of(v)), *calls.values()]
    measured = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    for variant in games:
        name = shipped_file(variant).stem
        known = measured.get(name, {})
        figures = figures_of(variant, known, asked.people)
        if figures == known:
            continue
        measured[name] = figures
        names = [*VARIANTS, *(shipped_file(each).stem for each in calls.values())]
        order = {name: measured[name] for name in names if name in measured}
        FIGURES.write_text(json.dumps(order, indent=None, separators=(",", ":")) + "\n", encoding="utf-8")
        PAGE.write_text(page(order), encoding="utf-8")
        print(f"{name}: {said(figures)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
