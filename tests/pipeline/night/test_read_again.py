"""Whatever is confirmed is the same when the journal is read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.night.entries import Entry
from pipeline.night.journal import Journal, journal_place
from pipeline.night.parser.grammar import LONGEST_ENTRY, LONGEST_LINE, entry_text, read_entry
from pipeline.night.parser.lines import LogError, Note, PlayerSpec, Seating
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.store.people import Registry
from pipeline.store.players import frame
from pipeline.store.store import Store
from tests.pipeline.night.helpers import AT, kept, refused
from tests.pipeline.night.random_lines import PEOPLE, differences, state


def read_again(service: NightService) -> None:
    assert state(Replay(service.journal.entries).night) == state(service.night)


@pytest.mark.parametrize("seed", range(3))
def test_random_lines_give_the_same_night_when_they_are_read_again(tmp_path: Path, seed: int) -> None:
    assert list(differences(tmp_path, seed, 120)) == []


def test_a_night_of_imported_players_is_read_again(tmp_path: Path) -> None:
    Store(tmp_path).change_reference("players", lambda _: frame(Registry(PEOPLE)))
    with NightService(tmp_path, "n1") as service:
        kept(service, "players Anna, Bo Hansen, Carl", "banker c", "loan 2p", "7s 14 a3 +bh")
        kept(service, "joins Zoë=z/ohh-site-7 after a", "leaves anna", "loan z 1p")
        assert "Anna=a/pokernow:p4e8bbfc09" in service.journal.entries[0].line
        read_again(service)
        nets = dict(service.night.nets)
    with NightService(tmp_path, "n1") as service:
        assert not service.warnings
        assert nets == service.night.nets
        assert nets["pokernow:p4e8bbfc09"] == -3
    assert Store(tmp_path).read("seats", "n1").height == 3


def test_a_journal_with_ids_of_imports_is_read_as_it_was_written(tmp_path: Path) -> None:
    lines = (
        "players Anna=a/pokernow:p4e8bbfc09, Bo=b/bo, Carl=c/carl",
        "banker c",
        "a:seven-card-stud 14 +b",
    )
    with Journal(journal_place(tmp_path, "n1")) as journal:
        journal.append([Entry(n=n, at=AT, line=line) for n, line in enumerate(lines, 1)])
    with NightService(tmp_path, "n1") as service:
        assert not service.night.faults
        assert service.night.nets["pokernow:p4e8bbfc09"] == -14


@pytest.mark.parametrize(
    "line",
    [
        "baseball 15 +d four eights",
        "7s 14 +d pair aces +e pair aces",
        "7s 14 +d trips 9",
        "7s hilo 14 +d hi flush +e lo A-4",
        "7s 14 b3 pair-8 +d straight-9",
    ],
)
def test_a_meld_with_ranks_is_no_player_who_sat_out(service: NightService, line: str) -> None:
    kept(service, line)
    read_again(service)


def test_a_line_is_limited_as_it_is_typed(service: NightService) -> None:
    note = "; " + "ø" * (LONGEST_LINE - len("7s 14 +d ; "))
    kept(service, f"7s 14 +d {note}")
    assert len(service.journal.entries[-1].line) > LONGEST_LINE
    what = "ø" * (LONGEST_LINE - len("udlæg a 12 kr "))
    kept(service, f"udlæg a 12 kr {what}")
    assert len(service.journal.entries[-1].line) > LONGEST_LINE
    read_again(service)
    refused(service, f"7s 14 +d {note}ø", "The line has 1001 letters")
    assert service.enter(f"7s 14 +d {note}ø").status == "refused"  # sent twice it isn't a draft either


def test_a_table_of_nobody_is_refused(service: NightService) -> None:
    refused(service, "players ,", "'players' lacks something")
    refused(service, "udlæg a 12 kr øl for all but a, b, c, d, e, es", "leaves no player to share it")
    kept(service, *(f"går {handle}" for handle in ("a", "b", "d", "e", "es")), "går c !")
    refused(service, "udlæg a 12 kr øl", "No players are at the table")


def test_a_line_that_would_be_read_otherwise_is_not_stored() -> None:
    handles = frozenset("ab")
    with pytest.raises(LogError, match="means something else"):
        entry_text(Seating((PlayerSpec("Anna", "a", "anna,Bo"),)), handles)
    with pytest.raises(LogError, match="can't be read again"):
        entry_text(Seating((PlayerSpec("An=na", "a", "anna"),)), handles)
    with pytest.raises(LogError, match="can't be read again"):
        entry_text(Note("x" * LONGEST_ENTRY), handles)
    assert read_entry(entry_text(Note("x" * LONGEST_LINE), handles), handles) == Note("x" * LONGEST_LINE)


def test_an_error_with_a_semicolon_keeps_the_hand(service: NightService) -> None:
    kept(service, "7s 14 +d ; en note", "!error b got a card too many; corrected")
    hand = service.night.hands[-1]
    assert (hand.readable, hand.note) == (True, "corrected ; en note")
    read_again(service)
