"""A night that is logged and a session that isn't never share a name, whichever came first."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.night.journal import journal_place
from pipeline.night.service import NightService
from pipeline.serve.secret import load_secret
from pipeline.store.files import StoreError
from pipeline.store.session_names import check_may_be_logged, check_night_name, session_folder
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import files, peder

NIGHT = "players Anna, Bo, Carl\nbanker a\nloan 100\n7s 10 +b\n"
LEDGER = "date,player,net\n2019-01-04,Anna,120.5\n2019-01-04,Bo,-120.5\n"
MADE = {
    "run": (["simulate", "guts", "-n", "20", "--threads", "1", "--profiles", "plain-steady"], "--session"),
    "season": (["simulate", "season", "-n", "1", "--game", "guts", "--group", "A:plain-bold B:plain-bold C:plain-bold"],
               "--into"),
    "import": (["import", "pokernow-log", str(SAMPLE)], "--session"),
    "sheet": (["import", "csv", "LEDGER"], "--session"),
}  # fmt: skip
"""How each kind of session is made, and what names it."""
NAMES = {"season": "{}-night-01", "sheet": "{}-2019-01-04"}
WHAT = {
    "run": "a simulated run",
    "season": "a night of a simulated season",
    "import": "an imported night",
    "sheet": "an imported night",
}


def make(store: Path, kind: str, name: str, *more: str, code: int | None = None) -> str:
    words, naming = MADE[kind]
    ledger = store.parent / "ledger.csv"
    ledger.write_text(LEDGER)
    given = [str(ledger) if word == "LEDGER" else word for word in words]
    return peder(store, *given, naming, name, *more, code=code).output


def night_files(store: Path, name: str) -> dict[str, bytes]:
    mine = (f"session_id={name}/", f"journal/{name}.jsonl")
    return {place: data for place, data in files(store).items() if any(one in place for one in mine)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a session of each kind."""
    store = tmp_path_factory.mktemp("taken") / "store"
    for kind in MADE:
        make(store, kind, kind, code=0)
    return store


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("command", ["log", "log --history", "log --repair", "serve", "log --from"])
def test_a_name_with_tables_of_its_own_is_not_logged(made: Path, kind: str, command: str) -> None:
    name, before = NAMES.get(kind, "{}").format(kind), files(made)
    word, *options = command.split()
    if options == ["--from"]:
        lines = made.parent / "lines.txt"
        lines.write_text(NIGHT)
        options.append(str(lines))
    text = peder(made, word, name, *options, code=1, typed=NIGHT).output
    assert text.count("\n") == 1, text
    assert f"{name!r} is {WHAT[kind]}, so there is no journal to log in: log under another name." in text
    assert files(made) == before


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize(
    ("more", "derived"), [((), False), (("--replace",), True)], ids=["journal alone", "replacing tables"]
)
def test_a_name_of_a_logged_night_is_taken(
    tmp_path: Path, kind: str, more: tuple[str, ...], derived: bool
) -> None:
    store, name = tmp_path / "store", NAMES.get(kind, "{}").format("n")
    with NightService(store, name) as service:
        service.enter_file(NIGHT.splitlines())
        if not derived:
            service.close(update_tables=False)
    if derived:
        peder(store, "log", name, typed="", code=0)
    before = night_files(store, name)
    text = make(store, kind, "n", *more, code=1)
    assert f"The session {name!r} is a night that is logged here" in text
    assert night_files(store, name) == before
    assert not Store(store).unfinished()


def test_a_run_that_was_interrupted_keeps_its_name(tmp_path: Path) -> None:
    with (
        Store(tmp_path).begin_session({"session_id": "r", "kind": "run"}),
        pytest.raises(StoreError) as caught,
    ):
        NightService(tmp_path, "r")
    assert "'r' is a simulated run" in str(caught.value)
    check_may_be_logged(tmp_path, session_folder("r"))  # nothing was written, so nothing stays


def test_a_night_whose_journal_is_gone_is_not_begun_again(tmp_path: Path) -> None:
    with NightService(tmp_path, "n") as service:
        service.enter_file(NIGHT.splitlines())
    journal_place(tmp_path, "n").unlink()
    before = files(tmp_path)
    text = peder(tmp_path, "log", "n", typed=NIGHT, code=1).output
    assert "The night 'n' was logged, and its journal" in text
    assert "is gone: restore it from a backup, or log under another name." in text
    assert files(tmp_path) == before


def test_a_backup_puts_neither_in_the_other_s_place(tmp_path: Path) -> None:
    ran, logged = tmp_path / "ran", tmp_path / "logged"
    make(ran, "run", "x", code=0)
    with NightService(logged, "x") as service:
        service.enter_file(NIGHT.splitlines())
        service.close(update_tables=False)
    peder(ran, "backup", tmp_path / "ran.zip", code=0)
    peder(logged, "backup", tmp_path / "logged.zip", code=0)
    text = peder(logged, "restore", tmp_path / "ran.zip", "--overwrite", code=1).output
    assert "'x' is a night that is logged here" in text


@pytest.mark.parametrize("name", ["season payments", "Season Payments"])
def test_the_name_of_season_payments_is_reserved(tmp_path: Path, name: str) -> None:
    text = peder(tmp_path / "store", "log", name, typed=NIGHT, code=1).output
    assert "is the name for the payments of seasons: give another name." in text
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026/11/28", "2026-11-28"), ("28.11.2026", "2026-11-28"), ("2026-3-14", "2026-03-14"),
        ("20261128", "2026-11-28"), ("2026/11/28 at Bo's", "2026-11-28"), ("2026-02-30", None), ("14/3", None),
        ("03/04/2026", None), ("28. november 2026", None), ("Nov 28", None), ("2026-13-01", None),
    ],
)  # fmt: skip
def test_a_name_that_looks_like_a_day_and_is_none_is_answered(
    name: str, day: str | None, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match=f"write it as {day}," if day else "looks like a day and isn't one"):
        NightService(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["2026-02-28", "2026-02-28 at Bo's", "2026-02-28-2", "n1", "marts", "may 7s", "x 14"]
)
def test_other_names_are_free(name: str) -> None:
    check_night_name(name)


def test_a_night_of_an_older_version_goes_on_under_any_name(tmp_path: Path) -> None:
    place = journal_place(tmp_path, "2026/11/28")
    place.parent.mkdir()
    place.touch()
    with NightService(tmp_path, "2026/11/28") as service:
        service.enter("players Anna, Bo")
    assert place.exists()


@pytest.mark.parametrize(
    "command",
    ["log {}", "log {} --history", "log {} --repair", "serve {}", "import pokernow-log x --session {}"],
)
def test_every_command_that_creates_a_night_answers_such_a_name(command: str, tmp_path: Path) -> None:
    result = peder(tmp_path, *command.format("2026-02-30").split(), code=1, typed="players Anna, Bo")
    assert "'2026-02-30' looks like a day and isn't one" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_night_that_was_served_and_not_logged_leaves_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with NightService(store, "n") as service:
        load_secret(service.journal.place)
    assert not store.exists()
    with NightService(store, "n") as service:
        service.enter("players Anna, Bo")
        load_secret(service.journal.place)
    with NightService(store, "n"):
        pass
    assert {place.suffix for place in (store / "journal").iterdir()} >= {".jsonl", ".last", ".secret"}
