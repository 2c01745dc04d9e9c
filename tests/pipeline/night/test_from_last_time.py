"""What a new night takes over from the one before: its season, and a carried pot that the bank kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from language import speaking
from pipeline.night.prompt.questions import Question, last_night, questions
from pipeline.night.service import NightService
from pipeline.serve.app_folder import write_app
from pipeline.serve.pocket import Pocket, open_pocket
from pipeline.serve.shared import SharedNight
from tests.pipeline.night.helpers import kept
from tests.pipeline.serve.phone import Phone
from tests.pipeline.serve.served import Served
from tests.reports.browser import Chromium, chromium

TABLE = ("players Anna, Bo, Carl", "banker a", "chip 50 øre", "loan 2p")
"""The first night's."""


def night_before(store: Path, *lines: str, name: str = "2026-11-27") -> None:
    with NightService(store, name) as service:
        kept(service, *TABLE, "season 2026", *lines)


def asked(service: NightService) -> list[Question]:
    """What a night is still asked, its chip aside."""
    before = last_night(service.store.path, service.journal.place)
    return list(questions(service.night, before, asked_chip=True))


def test_the_season_goes_on_and_a_year_ends_with_the_year(tmp_path: Path) -> None:
    """Players forget to type the season, and a night without a season is missing from standings and settlements."""
    night_before(tmp_path, "7s 14 +a")
    with NightService(tmp_path, "2026-12-04") as service:
        kept(service, *TABLE)
        (question,) = asked(service)
        assert (question.offer, question.optional) == ("season 2026", True)
        kept(service, question.offer)
        assert asked(service) == []
        assert service.night.season == "2026"
    with SharedNight(NightService(tmp_path, "2027-01-08")).service as service:
        kept(service, *TABLE)
        assert json.loads(SharedNight(service).view())["optional"][0]["default"] == "2027"
        kept(service, "season Spring")
    with NightService(tmp_path, "2028-02-01") as service:
        kept(service, *TABLE)
        assert [question.offer for question in asked(service)] == ["season Spring"]


def test_a_group_without_seasons_is_not_asked_for_one(tmp_path: Path) -> None:
    with NightService(tmp_path, "2026-11-27") as service:
        kept(service, *TABLE, "7s 14 +a", "end")
    with NightService(tmp_path, "2026-12-04") as service:
        kept(service, *TABLE)
        assert asked(service) == []


@pytest.mark.parametrize(("banker", "handed"), [("a", []), ("b", ["pay a b 24 bet"])])
def test_a_kept_pot_is_offered_and_costs_no_banker_anything(
    tmp_path: Path, banker: str, handed: list[str]
) -> None:
    """The next banker paid the pot of 24 that the last one had kept, and the last one kept it."""
    night_before(tmp_path, "guts 2 ++ a! b! c!", "end next")
    with NightService(tmp_path, "2026-12-04") as service:
        kept(service, TABLE[0], f"banker {banker}", *TABLE[2:], "season 2026")
        (pot,) = asked(service)
        assert pot.offer == "carry 24"
        assert "Anna kept a carried pot of 24" in pot.asked
        kept(service, pot.offer)
        assert [question.offer for question in asked(service)] == handed
        with speaking("da"):
            offered = [question.offer for question in asked(service)]
        assert offered == ["betal a b 24 væddemål" for _ in handed]
        kept(service, *handed, "7s 10 +c", "end")
        results = {one: account.result for one, account in service.night.accounts.items()}
        assert results["carl"] == 20 + 24
    with NightService(tmp_path, "2026-11-27") as service:
        first = {one: account.result for one, account in service.night.accounts.items()}
    total = {one: first[one] + results[one] for one in results}
    assert total == {"anna": -8 - 10, "bo": -8 - 10, "carl": -8 + 44}


def test_a_pot_that_another_night_had_is_not_offered_again(tmp_path: Path) -> None:
    night_before(tmp_path, "guts 2 ++ a! b! c!", "end next")
    night_before(tmp_path, "carry 24", "7s 10 +c", "end", name="2026-12-04")
    night_before(tmp_path, "guts 2 ++ a! b! c!", "end shared", name="2026-12-05")
    for name in ("2026-12-11", "2026-12-12"):
        with NightService(tmp_path, name) as service:
            kept(service, *TABLE, "season 2026")
            assert asked(service) == []


def test_the_app_of_a_phone_offers_the_kept_pot_until_a_night_was_logged_there(tmp_path: Path) -> None:
    store, folder = tmp_path / "store", tmp_path / "app"
    night_before(store, "guts 2 ++ a! b! c!", "end next")
    assert "the carried pot of 24" in " ".join(write_app(folder, store))
    people, usual = ((folder / f"{name}.json").read_text() for name in ("people", "usual"))
    pocket = open_pocket(str(tmp_path / "phone"), people, usual)
    for line in TABLE:
        assert send(pocket, line)["status"] == "kept"
    season, pot = json.loads(pocket.view("en"))["optional"]
    assert (season["word"], pot["word"], pot["default"]) == ("season", "carry", "24")
    assert send(pocket, "carry 24")["status"] == "kept"
    assert send(pocket, "7s 10 +a")["status"] == "kept"
    pocket.ask("/night", json.dumps({"night": "another"}))
    for line in TABLE:
        assert send(pocket, line)["status"] == "kept"
    assert "carry" not in pocket.view("en")
    pocket.close()


def send(pocket: Pocket, line: str) -> dict[str, object]:
    key = f"phone000-{json.loads(pocket.view('en'))['version']}"
    status, answer = pocket.ask("/lines", json.dumps({"text": line, "key": key, "seen": 1000}))
    assert status == 200, answer
    read: dict[str, object] = json.loads(answer)
    return read


@pytest.mark.skipif(chromium() is None, reason="needs Chromium, and there is none on this machine")
def test_a_phone_answers_or_skips_what_the_last_night_left(running: Chromium, tmp_path: Path) -> None:
    night_before(tmp_path, "guts 2 ++ a! b! c!", "end next")
    with NightService(tmp_path, "n") as service:
        kept(service, *TABLE)
    with Served(tmp_path) as served:
        phone = Phone(running, language="da")
        try:
            phone.sit_down(served, served.banker)
            phone.answer("sæson 2026")
            phone.wait("document.querySelector('[data-question]')?.dataset.question === 'overfør'")
            assert "Anna har gemt en overført pulje på 24" in phone.evaluate(
                "document.querySelector('.question').textContent"
            )
            phone.tap('[data-pass="overfør"]')
            phone.wait("!!document.querySelector('#games button')")
            assert (phone.problems, phone.state()["optional"][0]["default"]) == ([], "24")
            phone.call("Page.reload")
            phone.wait("!!document.querySelector('#games button')")
            assert phone.state()["optional"]
        finally:
            phone.close()


@pytest.mark.parametrize("line", ["7s 10 +b", "7s 500 +b", "loan b 1p", ": 7s", "carry 12", "joins Dorte"])
def test_a_line_that_opens_the_night_again_says_so(tmp_path: Path, line: str) -> None:
    with NightService(tmp_path, "n") as service:
        kept(service, *TABLE, "7s 14 +a", "end")
        opened = service.enter(line).text
        again = service.enter("; a note").text
        is_open = service.night.ended_at is None
    assert is_open or line == "joins Dorte"
    assert opened.endswith("The night is open again: end closes it.") == is_open
    assert "open again" not in again
