"""What is said before a run begins: that a game is learned first."""

from __future__ import annotations

import pytest

from engine import api
from engine.catalogue import VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Variant
from pipeline.commands.simulate import prepare

STUD = VARIANTS["five-card-stud"]
WILD = call(STUD, parse_additions(["wild", "3"]))


def prepared(
    monkeypatch: pytest.MonkeyPatch, games: list[Variant], *, learned: bool = True
) -> tuple[list[Variant], list[tuple[str, int, int]]]:
    """The games that were learned before a run where additions aren't known, and what was told."""
    taught: list[Variant] = []
    told: list[tuple[str, int, int]] = []
    monkeypatch.setattr(api, "is_compiled", lambda kernel: True)
    monkeypatch.setattr(api, "compile_kernels", lambda games, pages: None)
    monkeypatch.setattr(api, "is_trained", lambda game: not game.additions)
    monkeypatch.setattr(api, "train_game", taught.append)
    prepare(games, lambda what, done, total: told.append((what, done, total)), learned=learned)
    return taught, told


def test_a_game_that_is_not_known_is_learned_first_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taught, told = prepared(monkeypatch, [STUD, WILD])
    assert taught == [WILD]
    assert told == [(f"learning {STUD.name} {WILD.additions}, once (some seconds)", 0, 1)]
    said = " ".join(capsys.readouterr().err.split())
    assert "once: some seconds." in said
    assert STUD.name.lower() in said.lower()


def test_nothing_is_said_of_known_games_nor_where_nobody_plays_what_was_learned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prepared(monkeypatch, [STUD]) == ([], [])
    assert prepared(monkeypatch, [WILD], learned=False) == ([], [])
    assert capsys.readouterr().err == ""
