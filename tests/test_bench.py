"""The benchmark: turns, ratios, verdicts, and that who ranks hands is given the hands they should be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import anchor, harness, people, players
from bench.hands import as_sets, random_hands, with_twos
from bench.harness import Contender, MissingError, Run, Spread, calibrate, pin, take_turns
from bench.results import document, scaled
from bench.rows import ROWS, Figure, Row
from engine.cards.card import card_set, parse_cards


class Clock:
    """A clock that moves only when work is done."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    one = Clock()
    monkeypatch.setattr(harness.time, "process_time", one)
    monkeypatch.setattr(harness, "pin", lambda cores: None)
    return one


def worker(clock: Clock, name: str, cost: Callable[[int], float], log: list[str] | None = None) -> Contender:
    """A contender whose n-th unit, counted over all its runs, takes `cost(n)` seconds."""
    done = 0

    def run(amount: int) -> int:
        nonlocal done
        for _ in range(amount):
            clock.now += cost(done)
            done += 1
        if log is not None:
            log.append(name)
        return amount

    return Contender(name=name, unit="units", prepare=lambda: run)


def absent(name: str) -> Contender:
    def prepare() -> Run:
        raise MissingError("not installed")

    return Contender(name=name, unit="units", prepare=prepare)


def row(ours: Contender, against: Contender, **budget: float) -> Row:
    return Row(group="g", work="w", ours=ours, against=against, **budget)


def test_calibration_chooses_an_amount_for_the_given_time(clock: Clock) -> None:
    slow = worker(clock, "slow", lambda n: 0.003)
    assert calibrate(slow, slow.prepare(), 0.2) == pytest.approx(67, abs=1)


def test_contenders_take_turns(clock: Clock) -> None:
    log: list[str] = []
    pair = [worker(clock, "a", lambda n: 0.01, log), worker(clock, "b", lambda n: 0.02, log)]
    rates, missing = take_turns(pair, turns=3, seconds=0.1)
    assert log[-6:] == ["a", "b"] * 3
    assert missing == {}
    assert rates == {"a": pytest.approx([100] * 3), "b": pytest.approx([50] * 3)}


def test_a_ratio_is_taken_within_a_turn_so_that_a_slower_machine_does_not_show(clock: Clock) -> None:
    ours, against = worker(clock, "ours", lambda n: 0), worker(clock, "against", lambda n: 0)
    rates = {"ours": [300.0, 30.0, 3.0], "against": [100.0, 10.0, 1.0]}
    assert row(ours, against, at_least=3).ratios(rates) == Spread(3, 3, 3)
    ratio = row(ours, against, at_most=0.4).ratios(rates)
    assert ratio is not None
    assert ratio.median == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("budget", "verdict"),
    [
        ({"at_least": 2.0}, "kept"),
        ({"at_least": 2.1}, "missed"),
        ({"at_most": 0.5}, "kept"),
        ({"at_most": 0.4}, "missed"),
        ({}, ""),
    ],
)
def test_the_verdict_is_the_medians(clock: Clock, budget: dict[str, float], verdict: str) -> None:
    ours, against = worker(clock, "ours", lambda n: 0), worker(clock, "against", lambda n: 0)
    one = row(ours, against, **budget)
    assert one.verdict(one.ratios({"ours": [2, 2, 9], "against": [1, 1, 1]})) == verdict


def test_who_is_not_installed_is_named_and_never_counts_as_beaten(clock: Clock) -> None:
    ours, gone = worker(clock, "ours", lambda n: 0.01), absent("gone")
    rates, missing = take_turns([gone, ours], turns=2, seconds=0.1)
    one = row(ours, gone, at_least=1)
    assert missing == {"gone": "not installed"}
    assert one.verdict(one.ratios(rates)) == "not measured"
    written = document([one], rates, missing, {})
    assert written["missing"] == missing
    assert written["rows"][0]["ratio"] is None


def test_a_figure_keeps_its_budget_by_the_median() -> None:
    figure = Figure(group="g", work="w", unit="s", measure=lambda: 1.0, at_most=2)
    assert figure.verdict(Spread.of([1.0, 2.0, 9.0])) == "kept"
    assert figure.verdict(Spread.of([1.0, 2.1, 9.0])) == "missed"
    assert document([], {}, {}, {figure: Spread.of([1.0])})["figures"][0]["found"]["median"] == 1


def test_spread_is_the_median_with_its_quartiles() -> None:
    assert Spread.of([5.0]) == Spread(5, 5, 5)
    assert Spread.of([4.0, 1.0, 2.0, 3.0, 5.0]) == Spread(3, 2, 4)


def test_every_row_states_one_budget_at_most_and_names_contenders_once() -> None:
    contenders = {id(who): who.name for one in ROWS for who in (one.ours, one.against)}
    assert len(set(contenders.values())) == len(contenders)
    assert all(one.at_least is None or one.at_most is None for one in ROWS)


def test_numbers_read_well() -> None:
    assert [scaled(value) for value in (0.5471, 106.2, 45_210, 1_352_000)] == [
        "0.547",
        "106",
        "45.2 k",
        "1.35 M",
    ]


def test_hands_are_seven_different_cards_in_both_forms() -> None:
    hands = random_hands(2000)
    assert [len(set(hand)) for hand in hands.tolist()] == [7] * 2000
    text = " ".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in hands[0])
    assert as_sets(hands)[0] == card_set(parse_cards(text))


def test_wild_hands_hold_one_to_three_twos_evenly() -> None:
    twos = card_set(parse_cards("2c 2d 2h 2s"))
    sets = with_twos(3000).tolist()
    counts = [(held & twos).bit_count() for held in sets]
    assert {held.bit_count() for held in sets} == {7}
    assert all(850 < counts.count(wild) < 1150 for wild in (1, 2, 3))


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs a system that can pin a process")
def test_pinning_keeps_to_the_cores_that_were_given() -> None:
    before = os.sched_getaffinity(0)
    try:
        pin(1)
        assert len(os.sched_getaffinity(0)) == 1
        assert os.sched_getaffinity(0) <= before
    finally:
        pin(len(before))
    assert os.sched_getaffinity(0) == before


@pytest.mark.parametrize(
    ("main", "words", "code", "said"),
    [
        (people.main, ["--help"], 0, "FOLDER"),
        (anchor.main, ["--help"], 0, "FOLDER"),
        (players.main, ["--help"], 0, "GAME"),
        (people.main, ["."], 2, "has no PokerNow logs"),
        (players.main, ["no such game"], 2, "no game"),
    ],
)
def test_a_wrong_line_is_answered_and_measures_nothing(
    main: Callable[[list[str]], None],
    words: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == code
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
