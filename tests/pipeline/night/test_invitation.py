"""The next night: the calendar's file by RFC 5545, and what the text says of last time."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from language import speaking
from pipeline.cli import app
from pipeline.night.invitation import Invitation
from pipeline.night.service import NightService

AT = datetime(2026, 4, 10, 17, tzinfo=UTC)


def properties(text: str) -> dict[str, str]:
    """The properties of an event, its lines unfolded and its texts unescaped."""
    assert text.endswith("\r\n")
    lines = text.split("\r\n")[:-1]
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = "\n".join(lines).replace("\n ", "").split("\n")
    assert whole[:4] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Peder//Peder//EN", "BEGIN:VEVENT"]
    assert whole[-2:] == ["END:VEVENT", "END:VCALENDAR"]
    pairs = (line.split(":", 1) for line in whole[4:-2])
    unescape = {"n": "\n", "N": "\n"}
    return {name: re.sub(r"\\(.)", lambda m: unescape.get(m[1], m[1]), value) for name, value in pairs}


@pytest.mark.parametrize(
    "place", ["Farum", "Åse's; 2nd floor, left \\ right", "ø" * 200, "BEGIN:VEVENT\nEND:VEVENT"]
)
def test_a_calendar_reads_what_the_invitation_says(place: str) -> None:
    invitation = Invitation(AT, place, "Dorte", ("Bo pays Carl 12.50 kr", "Dorte pays Anna 3 kr"))
    event = properties(invitation.calendar(AT))
    assert (event["DTSTART"], event["DTEND"], event["DTSTAMP"]) == (
        "20260410T170000Z", "20260410T213000Z", "20260410T170000Z",
    )  # fmt: skip
    assert event["LOCATION"] == place
    assert event["DESCRIPTION"] == invitation.text


def test_a_place_that_cant_be_written_is_answered_and_standard_output_is_the_file_alone(store: Path) -> None:
    command = ["--store", str(store), "next", "2026-04-10", "19:00", "--out"]
    refused = CliRunner().invoke(app, [*command, str(store / "nowhere" / "x.ics")])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"peder: {store / 'nowhere' / 'x.ics'} can't be written (")
    written = CliRunner().invoke(app, [*command, "-"])
    assert (written.exit_code, written.stderr) == (0, "")
    assert properties(written.stdout_bytes.decode())["DESCRIPTION"].startswith("Poker on Fri, 10 Apr 2026")


def test_the_text_is_in_the_readers_language() -> None:
    invitation = Invitation(AT, "Farum", "Dorte", ("Bo betaler Carl 12,50 kr",))
    with speaking("da"):
        assert invitation.text.splitlines()[1:4] == ["Dorte giver først.", "", "Fra sidst:"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with NightService(tmp_path / "store", "2026-03-14") as service:
        for line in ("players Anna, Bo, Carl", "banker c", "place Farum", "loan 100", "7s 14 +a", "end"):
            assert service.enter(line).status == "kept"
    return tmp_path / "store"


def run(store: Path, *words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["--store", str(store), *words])
    assert result.exit_code == code, result.output
    return result.output


def test_what_is_owed_and_who_deals_come_from_the_last_night(store: Path, tmp_path: Path) -> None:
    told = json.loads(run(store, "next", "2026-04-10", "19.30", "--json"))
    assert (told["place"], told["dealer"]) == ("Farum", "Bo")
    assert any("Carl" in line and "Anna" in line for line in told["owed"])
    assert properties((tmp_path / "poker-2026-04-10.ics").read_bytes().decode())["LOCATION"] == "Farum"
    run(store, "settle", "2026-03-14", "--all-paid")
    assert json.loads(run(store, "next", "2026-04-10", "--json"))["owed"] == []


def test_an_open_night_owes_nothing_yet(store: Path) -> None:
    with NightService(store, "2026-03-21") as service:
        for line in ("players Anna, Bo, Carl", "banker c", "7s 14 +a"):
            service.enter(line)
    assert "still open" in run(store, "next", "2026-04-10", "19:00")


@pytest.mark.parametrize(
    "words", [("2026-02-30",), ("tomorrow",), ("2026-04-10", "25:00"), ("9999-12-31", "x")]
)
def test_what_is_no_time_gets_a_sentence(store: Path, words: tuple[str, ...]) -> None:
    assert "write such as 2026-04-10 19:00" in run(store, "next", *words, code=2)
