"""Measured figures that pages quote are those of `bench/measured/`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.catalogue import VARIANTS
from engine.rules.equity import ALL_IN_DRAWN, MOST_COUNTED
from pipeline.analysis.deal_luck import ENOUGH
from pipeline.analysis.questions import MOST_ROWS, MOST_SECONDS
from pipeline.formats.files import _DENSEST, _TRUSTED
from pipeline.serve.pocket import LONGEST_PAUSE
from pipeline.serve.secret import DAYS
from pipeline.simulation.fitting import HANDS, STEPS
from pipeline.simulation.runs import PART_HANDS
from pipeline.store.backup.encryption import SHORTEST_PASSPHRASE
from pipeline.store.backup.regular import KEEP
from queries.people_error import DEVIATION_OFF, RATIO_OFF
from reports.pages.forecast import AHEAD, DRAWS
from tests.docs.pages import BLOCK, DOCS
from tests.engine.test_populations import MISSED

MEASURED = DOCS.parent / "bench" / "measured"
NUMBERS = "no", "one", "two", "three", "four", "five", "six"


def words_of(place: Path) -> str:
    return " ".join(place.read_text(encoding="utf-8").split())


def measured_games() -> dict[str, dict[str, str]]:
    """The table of the trained player: games, and their cells by column."""
    names, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in _text("players.md").split("\n| call |")[0].splitlines()
        if line.startswith("|")
    ]
    return {row[0]: dict(zip(names, row, strict=True)) for row in rows}


def quoted_by_players() -> list[str]:
    """What `players.md` says of the trained player, made from the measured figures."""
    text = words_of(MEASURED / "players.md")
    (games, wins), (median, card_games) = (
        re.findall(r"Measured: (\d+) games\..*? among five of it: (\d+)\.", text)[0],
        re.findall(r"fresh hands: \+(\d+) in the median of (\d+) games", text)[0],
    )
    rounds, missed = re.findall(r"results: ([\d,]+) rounds .*? from one: (\d+)\.", text)[0]
    share, most = re.findall(r"exploiter gains ([\d.]+) a hand in the median, ([\d.]+) at most", text)[0]
    exploiters = re.findall(r"\| texas-holdem-no-limit \| (.*?) \|", text)[0].replace("+", "").split(", ")
    measured = {game: row for game, row in measured_games().items() if row["exploiter"]}
    gained = {game: row["exploiter"].lstrip("+") for game, row in measured.items()}
    shares = {game: f"{float(row['% of it']):.1f}".lstrip("0") for game, row in measured.items()}
    most_exploited = sum(int(gain.split()[0]) > 250 for gain in gained.values())
    worst = max(shares.keys() & VARIANTS, key=lambda game: float(shares[game]))
    return [
        f"Of {games} games, the trained player beats all eight plain kinds at {wins} ",
        f"Of {rounds} betting rounds of games at tables of every size, {missed} miss",
        f"{gained['texas-holdem']} big blinds in 100 hands at hold'em",
        f"three exploiters win {exploiters[0]}, {exploiters[1]} and {exploiters[2]} big blinds in 100 hands",
        f"Nårwidjan munæklips {gained['narwidjan-munaeklips']}, Midnight Baseball {gained['midnight-baseball']}",
        f"five tight players win {lost_to_tight('poker-32')} antes in 100 hands from it at Poker 32",
        f"and {median} in the median of {card_games} card games",
        f"{share} % of a mean pot a hand in the median",
        f"but {shares['narwidjan-munaeklips']} and {shares['midnight-baseball']} % of the pot; "
        f"{VARIANTS[worst].name} loses the most of it, {most} %",
        f"an exploiter wins more than 250 antes at {NUMBERS[most_exploited]} game{'' if most_exploited < 2 else 's'}",
        *quoted_of_people(),
    ]


def lost_to_tight(game: str) -> str:
    return measured_games()[game]["v tight"].split()[0].lstrip("-")


def quoted_of_people() -> list[str]:
    """What `players.md` says of pots, and of the figures that aren't met."""
    text = _text("people.md")
    pots = {
        kind: re.findall(r"(\d+): [\d.]+ / ([\d.]+) / ", cells)
        for kind, cells in re.findall(r"^\| ([a-z ]+ (?:blind|raise)) \| (\d+: .*)$", text, re.M)
    }
    (logged, _), (simulated, _), _ = pots["all fold to the big blind"]
    (_, by_two), (_, by_two_simulated), _ = pots["a flop by two after a raise"]
    (_, by_more), (_, by_more_simulated), _ = pots["a flop by three or more after a raise"]
    nights = int(re.findall(r"hands of (\d+) sessions", text)[0])
    missed = sum(line_up == "friends" for line_up, *_ in MISSED)
    return [
        f"fold to the big blind in {simulated} of 100 hands, and in {logged} among real players",
        f"(a median of {by_two_simulated} big blinds instead of {by_two})",
        f"a little too big ({by_more_simulated} instead of {by_more})",
        f"fitted to the logs of {NUMBERS[nights]} nights",
        f"`friends` miss {NUMBERS[missed]} of the larger group's figures",
    ]


def quoted_by_trust() -> list[str]:
    text = words_of(MEASURED / "players.md")
    games, wins = re.findall(r"Measured: (\d+) games\..*? among five of it: (\d+)\.", text)[0]
    median, card_games = re.findall(r"fresh hands: \+(\d+) in the median of (\d+) games", text)[0]
    beaten = {game: row["beats"] for game, row in measured_games().items()}
    losing = [game for game, text in beaten.items() if "loses" in text]
    tied = [game for game, text in beaten.items() if text != "8 of 8" and game not in losing]
    holdem = measured_games()["texas-holdem"]["exploiter"].split()[0].lstrip("+")
    summary = _text("coverage.md").split("## Summary")[1].split("\n## ")[0]
    ranges = re.findall(r"\| ([\d.]+(?:–[\d.]+)? %)[^|]*\|$", summary, re.M)
    assert len(ranges) >= 9
    lineups = _text("coverage.md").split("## Default line-ups")[1].split("\n## ")[0]
    shares = [float(share) for share in re.findall(r" ([\d.]+)% ", lineups)]
    varying = [share for share in shares if share < 100]
    return [
        f"at the {games} games that have one",
        f"more than three standard errors | {wins} |",
        f"can't be distinguished from some of them | {len(tied)} (",
        f"loses to some of them | {len(losing)} (Poker 32: five tight players win {lost_to_tight('poker-32')} antes in 100 hands)",
        f"{holdem} big blinds in 100 hands at hold'em",
        f"{median} antes in the median of {card_games} card games",
        f"{min(varying):.1f}–{max(varying):.1f} %, on average {sum(varying) / len(varying):.1f} %",
        *ranges,
    ]


def quoted_by_statistics() -> list[str]:
    """The second errors that verdicts on simulated people have, and the samples that intervals need."""
    formulas = (DOCS.parent / "queries" / "formulas.sql").read_text(encoding="utf-8")
    ((pots, effective),) = re.findall(r"then clusters / (\d+) else effective / (\d+) end", formulas)
    ((growing, chains),) = re.findall(r"sums.clusters / case when grow then (\d+) else (\d+) end", formulas)
    ratio, deviation = (f"{error:.2f}".removeprefix("0") for error in (RATIO_OFF, DEVIATION_OFF))
    return [
        f"a standard error of {ratio} for the logarithm of a ratio",
        f"and of {deviation} for the logarithm of a deviation",
        f"if E ≥ {effective}",
        f"from {int(pots):,} pots on",
        f"from {chains} chains on ({int(growing):,} if pots grow)",
        f"plays {'ten' if AHEAD == 10 else AHEAD} more nights {DRAWS:,} times",
        f"more than {NUMBERS[MOST_COUNTED // 10**6]} million possibilities (at games with wild cards, more than {ALL_IN_DRAWN:,}), {ALL_IN_DRAWN:,} are drawn",
        f"and in at least {ENOUGH}; later cards",
    ]


def quoted_limits() -> dict[str, list[str]]:
    """Limits of the code that guides state."""
    return {
        "asking.md": [f"at most {MOST_ROWS} rows, within {MOST_SECONDS:.0f} seconds"],
        "backups.md": [f"`--keep {KEEP}`", f"a passphrase of {SHORTEST_PASSPHRASE} characters or more"],
        "importing.md": [f"over {_DENSEST} times its size, and over {_TRUSTED >> 20} MB"],
        "phones.md": [
            f"{LONGEST_PAUSE.total_seconds() / 3600:.0f} hours have passed since its last line",
            f"stays signed in for {NUMBERS[DAYS]} days",
        ],
    }


def quoted_by_profiles() -> list[str]:
    """The effort of a fit."""
    return [f"Each of {STEPS} steps plays {HANDS:,} deals in every seating"]


def quoted_by_cluster() -> list[str]:
    """The length of a part."""
    return [f"parts of {PART_HANDS:,} chains"]


def _text(name: str) -> str:
    return (MEASURED / name).read_text(encoding="utf-8")


QUOTED = {
    "players.md": quoted_by_players(),
    "profiles.md": quoted_by_profiles(),
    "cluster.md": quoted_by_cluster(),
    "trust.md": quoted_by_trust(),
    "statistics.md": quoted_by_statistics(),
    **quoted_limits(),
}


@pytest.mark.parametrize("page", QUOTED)
def test_a_page_quotes_what_was_measured(page: str) -> None:
    text = words_of(DOCS / page)
    assert [figure for figure in QUOTED[page] if figure not in text] == []


@pytest.mark.parametrize("page", sorted(page.name for page in DOCS.glob("*.md")))
def test_no_other_measured_figure_is_written_by_hand(page: str) -> None:
    """Figures with an error, outside tables that a program writes and what commands print."""
    text = BLOCK.sub("", (DOCS / page).read_text(encoding="utf-8"))
    text = " ".join(re.sub(r"<!-- written by .*?<!-- end -->", "", text, flags=re.DOTALL).split())
    for figure in QUOTED.get(page, ()):
        text = text.replace(figure, "")
    assert re.findall(r".{0,40}\d ± ?\d.{0,20}", text) == []
