"""The log on a phone without a laptop, in headless Chromium: installed, offline, restarted, and its night brought home."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.api import PederError
from pipeline.night.incoming import read_copy, take_in
from pipeline.night.journal import JournalError, journal_place, read_journal
from pipeline.night.merge import MergeError
from pipeline.night.service import NightService
from pipeline.serve import app_folder
from pipeline.serve.app_folder import AppError, modules, write_app
from pipeline.serve.pocket import Pocket
from pipeline.store.people import Person, Registry
from pipeline.store.players import frame
from pipeline.store.store import Store
from tests.pipeline.forty_hands import TABLE
from tests.pipeline.night.helpers import kept
from tests.pipeline.serve.app_evening import forty_hands
from tests.pipeline.serve.offered import AppPhone, Offered
from tests.reports.browser import Chromium, chromium
from tests.torture.phones import app_kills

needs_browser = pytest.mark.skipif(
    chromium() is None, reason="needs Chromium, and there is none on this machine"
)
FULL = """
const put = IDBObjectStore.prototype.put
new BroadcastChannel('test').onmessage = ({ data }) => {
  IDBObjectStore.prototype.put = data ? () => { throw new DOMException('', 'QuotaExceededError') } : put
}
"""
"""Lets a test fill the phone, which Chromium can't any more."""
INSTALLED = "navigator.serviceWorker.getRegistration().then((one) => !!one?.active)"
FIRST_VISIT = 6.0
"""Maximum size of all files of the app, in MB."""


@pytest.fixture(autouse=True, scope="module")
def _runtime_is_unpacked_once() -> Iterator[None]:
    """Python itself is the same in every app."""
    runtime = dict(app_folder._runtime())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_folder, "_runtime", runtime.items)
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app, and what fills the phone."""
    folder = tmp_path_factory.mktemp("app") / "site"
    write_with_full(folder, None)
    return folder


def write_with_full(folder: Path, store: Path | None) -> list[str]:
    """Write the app, and what fills the phone."""
    pages = dict(app_folder._page())
    pages["files.js"] += FULL.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_folder, "_page", pages.items)
        return write_app(folder, store)


@pytest.mark.nightly
@needs_browser
def test_forty_hands_by_touch_without_a_network_come_home_as_if_they_were_typed(tmp_path: Path) -> None:
    """In Danish as well: `make torture`."""
    assert forty_hands(tmp_path, "en") == []


@pytest.mark.nightly
@needs_browser
def test_a_killed_browser_keeps_every_line_that_was_answered(tmp_path: Path) -> None:
    """The long form, 200 kills, is `make torture`."""
    for _, what, faults in app_kills(tmp_path, 0, 2):
        assert faults == [], what


@needs_browser
def test_a_danish_evening_with_the_groups_players_and_games_and_what_was_uploaded_in_part(
    running: Chromium, tmp_path: Path
) -> None:
    """In one test, since each first visit fetches and starts Python."""
    store = tmp_path / "store"
    people = [Person(player_id="bo-3", name="Bo <i>Berg", handle="b", pay_to="MobilePay 1234")]
    with NightService(store, "2026-03-07") as service:
        kept(service, "players Anna, Carl, Dorte", "banker c", "chip 50 øre", "loan 5p", "7s 9 +a")
    Store(store).change_reference(
        "players", lambda table: frame(Registry([*Registry.of(Store(store)).people.values(), *people]))
    )
    (store / "games").mkdir()
    (store / "games" / "woolworth.toml").write_text(
        'name = "Woolworth"\nlike = "seven-card-stud"\nwild = ["5", "T"]\n'
    )
    said = write_with_full(tmp_path / "site" / "one", store)
    worker = tmp_path / "site" / "one" / "worker.js"
    whole = worker.read_bytes()
    worker.write_text("// of another version")
    with Offered(tmp_path / "site") as offered:
        phone = AppPhone(running, language="da")
        try:
            part = "!!document.querySelector('#said')?.textContent.includes('Ikke alle appens filer kunne hentes')"
            phone.visit(offered, path="one/", wait=f"{part} || {INSTALLED}")
            assert phone.evaluate(part), "an app of which a file is of another version was installed"
            worker.write_bytes(whole)
            phone.problems.clear()
            phone.visit(offered, path="one/")
            phone.offline(True)
            assert phone.evaluate("document.querySelector('#answer').value") == "Anna, Carl, Dorte"
            phone.begin("spillere Anna, Bo <i>Berg, Dorte", "bankør Anna", "chip 50 øre", "lån 2p50")
            fill(phone, "woolworth 14 +b", "Telefonen er fuld")
            stored = phone.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
            assert stored == ["peder /one/"], "the apps of two groups would have one name for their data"
            phone.wait("!!localStorage.getItem('/one/ state')")
            phone.wait("document.querySelector('#said p').textContent.includes('Woolworth')")
            assert phone.evaluate("document.querySelectorAll('#page b b, #page i').length") == 0
            phone.tap('[data-tab="night"]')
            phone.wait("document.body.textContent.includes('MobilePay 1234')")
            phone.offline(False)
            first, second = phone.tab, phone.new_tab()
            phone.visit(offered, path="one/")
            phone.write("; from another tab")  # by the worker of the first
            phone.settle()
            phone.close_tab(second)
            phone.turn_to(first)
            night, text = phone.journal()
            assert phone.problems == []
        finally:
            phone.close()
    assert "bo-3" in text
    assert "from another tab" in text
    assert "Bo <i>Berg" in " ".join(said)
    file = tmp_path / "night.txt"
    file.write_text(text, "utf-8")
    came = take_in(store, read_copy(file), night, file=file)
    assert (came.hands, came.drafts, came.remarks) == (1, 0, ())
    assert set(Registry.of(Store(store)).people) == {"anna", "bo-3", "carl", "dorte"}


@pytest.mark.nightly  # in short: the Danish evening
@needs_browser
def test_tabs_of_a_phone_share_the_night_and_one_shows_the_table(site: Path, tmp_path: Path) -> None:
    with Offered(site) as offered:
        phone = AppPhone(tmp_path / "profile", language="en")
        try:
            phone.visit(offered)
            phone.begin(*TABLE)
            phone.write("7s 14 +d")
            phone.settle()
            phone.tap('[data-tab="night"]')
            phone.wait("!!document.querySelector('#settlement > *')")  # moves what is below
            phone.reveal('[data-do="show-table"]')
            phone.tap('[data-do="show-table"]')
            phone.wait("document.querySelectorAll('#race polyline').length === 6")
            phone.tap('[data-do="back-to-log"]')
            first, second = phone.tab, phone.new_tab()
            phone.visit(offered, path="board.html", wait="!!document.querySelector('#race polyline')")
            assert phone.evaluate("document.querySelector('#last').textContent").startswith(
                "1 Seven Card Stud"
            )
            phone.turn_to(first)
            phone.write("7s 9 +b")
            phone.settle()
            phone.turn_to(second)
            phone.wait("document.querySelector('#now b').textContent === '54'")
            phone.visit(offered)
            phone.write("7s 10 +c")  # the second tab logs as well, by the worker of the first
            phone.settle()
            phone.turn_to(first)
            phone.wait("document.querySelector('#deal')?.textContent.includes('#4')")
            phone.call("Page.setWebLifecycleState", state="frozen")
            phone.turn_to(second)
            phone.write("7s 11 +d")
            phone.tap('[data-do="take-over"]')
            phone.settle()
            phone.turn_to(first)
            phone.call("Page.setWebLifecycleState", state="active")
            phone.wait("document.querySelector('#deal')?.textContent.includes('#5')")
            phone.write("7s 12 +e")
            phone.settle()
            phone.close_tab(second)
            phone.turn_to(first)
            phone.write("7s 13 +e")  # its own worker has the log again
            phone.settle()
            assert len(phone.journal()[1].splitlines()) == len(TABLE) + 6
            assert phone.problems == []
        finally:
            phone.close()


@pytest.mark.nightly  # in short: the Danish evening, whose data are named for the app's folder
@needs_browser
def test_one_phone_and_the_apps_of_two_groups(running: Chromium, site: Path, tmp_path: Path) -> None:
    for group in ("one", "two"):
        shutil.copytree(site, tmp_path / "groups" / group)
    nights = (
        "import('./page/transport.js').then(({ device }) => device.nights()).then(([one]) => one.entries)"
    )
    with Offered(tmp_path / "groups") as offered:
        phone = AppPhone(running, language="en")
        try:
            phone.visit(offered, path="one/")
            phone.begin(*TABLE)
            phone.write("7s 14 +a")
            phone.settle()
            first, second = phone.tab, phone.new_tab()
            phone.visit(offered, path="two/")
            assert phone.evaluate(nights) == 0
            phone.visit(offered, path="two/board.html", wait="!!document.querySelector('#board')")
            phone.turn_to(first)
            assert phone.evaluate(nights) == len(TABLE) + 1
            assert phone.problems == []
            phone.close_tab(second)
        finally:
            phone.close()


def fill(phone: AppPhone, line: str, refusal: str = "The phone is full") -> None:
    """Write a line while the phone is full, and make room again: the line waits, and is kept then."""
    said = "document.querySelector('#said')?.textContent"
    before = len(phone.journal()[1].splitlines())
    phone.evaluate("new BroadcastChannel('test').postMessage('full')")
    phone.write(line)
    phone.wait(f"{said}.includes({json.dumps(refusal)}) && {said}.includes({json.dumps(line)})")
    assert len(phone.journal()[1].splitlines()) == before
    phone.evaluate("new BroadcastChannel('test').postMessage('')")
    phone.settle()


@pytest.mark.nightly
@needs_browser
def test_no_line_is_lost_when_the_phone_is_full_or_deletes_what_it_stored_or_the_app_is_renewed(
    site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "site")
    said = "document.querySelector('#said')?.textContent"
    with Offered(tmp_path / "site") as offered:
        phone = AppPhone(tmp_path / "profile", language="en")
        try:
            phone.visit(offered)
            phone.begin(*TABLE)
            fill(phone, "7s 14 +a")
            phone.call(
                "Storage.clearDataForOrigin", origin=offered.origin, storageTypes="indexeddb,cache_storage"
            )
            phone.write("7s 15 +b")  # all files are stored again, and those of the app fetched again
            phone.settle()
            store = tmp_path / "store"
            with NightService(store, "n") as service:
                kept(service, "players Xenia, Yrsa")
            write_app(tmp_path / "site", store)
            phone.call("Page.reload")
            phone.wait("!!document.querySelector('#line')")
            phone.tap('[data-tab="night"]')
            phone.wait("!!document.querySelector('#settlement')")
            phone.wait("import('/page/transport.js').then(({ device }) => device.hasUpdate)")
            phone.tap('[data-tab="hand"]')
            phone.write("7s 16 +c")
            phone.settle()
            night, text = phone.journal()
            assert len(text.splitlines()) == len(TABLE) + 3
        finally:
            phone.close()
        phone = AppPhone(tmp_path / "profile", language="en")
        try:
            phone.visit(offered)
            assert phone.journal() == (night, text)
            people = phone.evaluate("fetch('/people.json').then((one) => one.json())")
            assert [one["name"] for one in people] == ["Xenia", "Yrsa"]
            phone.call("Storage.clearDataForOrigin", origin=offered.origin, storageTypes="indexeddb")
            phone.visit(offered)  # a database that a browser drops leaves the second copy
            assert phone.journal() == (night, text)
            phone.call(
                "Storage.clearDataForOrigin", origin=offered.origin, storageTypes="indexeddb,file_systems"
            )
            phone.visit(offered, wait="!!document.querySelector('[data-do=news-read]')")
            assert f"of the {len(TABLE) + 3} lines of {night}, 0 are left" in phone.evaluate(said)
            phone.tap('[data-do="news-read"]')
            phone.wait(f"!{said}.includes('deleted')")
        finally:
            phone.close()


@needs_browser
def test_a_browser_that_stores_nothing_is_told_in_a_sentence(site: Path, tmp_path: Path) -> None:
    settings = tmp_path / "private" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"profile": {"default_content_setting_values": {"cookies": 2}}}')
    with Offered(site) as offered:
        phone = AppPhone(tmp_path / "private", language="da")
        try:
            said = "document.querySelector('#said')?.textContent"
            phone.visit(offered, wait=f"{said}?.includes('gemmer ingenting')")
        finally:
            phone.close()


def test_a_clock_that_jumps_keeps_the_night_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at(time: str, line: str = "") -> tuple[str, str]:
        monkeypatch.setenv("PEDER_CLOCK", f"{time}:00+01:00")
        pocket = Pocket(tmp_path / "phone")
        try:
            if line:
                key = f"abcdefgh-{time.replace(':', '').replace('-', '')}"
                body = json.dumps({"text": line, "key": key, "seen": 99})
                assert json.loads(pocket.ask("/lines", body)[1])["status"] == "kept"
            answer = json.loads(pocket.ask("/journal")[1])
            return answer["night"], answer["text"]
        finally:
            pocket.close()

    assert at("2026-03-14T20:00", "players Anna, Bo, Carl")[0] == "2026-03-14"
    assert at("2026-03-14T22:00", "7s 14 +a")[0] == "2026-03-14"
    assert at("2026-03-12T22:30", "7s 15 +b")[0] == "2026-03-14"  # back, past midnights
    assert at("2026-03-15T13:00")[0] == "2026-03-14"  # a long night
    night, text = at("2026-03-14T19:00", "7s 16 +c")
    assert at("2026-03-16T19:00")[0] == "2026-03-16"
    file = tmp_path / "night.txt"
    file.write_text(text, "utf-8")
    came = take_in(tmp_path / "store", read_copy(file), night, file=file)
    assert (came.entries, came.hands, came.drafts, came.remarks) == (4, 3, 0, ())
    assert take_in(tmp_path / "store", read_copy(file), None, file=file).result == "there already"


def test_the_folder_says_what_is_in_it_and_has_nothing_else(tmp_path: Path) -> None:
    store, folder = tmp_path / "store", tmp_path / "app"
    with NightService(store, "2026-03-07") as service:
        kept(
            service,
            "players Anna, Bo, Carl",
            "banker c",
            "chip 25 øre",
            "loan 2p50",
            "7s 9 +a",
            "; secret note",
        )
    said = " ".join(write_app(folder, store))
    assert "Anna, Bo, Carl" in said
    assert "No results" in said
    text = b"".join(
        path.read_bytes() for path in folder.rglob("*") if path.suffix in (".json", ".js", ".html")
    )
    assert b"secret note" not in text
    assert json.loads((folder / "usual.json").read_text()) == [
        "players Anna=a/anna, Bo=b/bo, Carl=c/carl", "banker c", "chip 0.25 DKK", "loan a,b 150",
    ]  # fmt: skip
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    assert size < FIRST_VISIT * 1e6
    first = (folder / "sw.js").read_text()
    write_app(folder, store)
    assert (folder / "sw.js").read_text() == first
    write_app(folder, None)
    assert (folder / "sw.js").read_text() != first
    assert json.loads((folder / "people.json").read_text()) == []
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(AppError, match="other files"):
        write_app(tmp_path / "mine", None)


def test_the_app_has_every_module_that_a_night_needs() -> None:
    assert {"engine.catalogue.rules_text", "pipeline.night.prompt.help", "language.catalogue"} <= modules()
    assert not any(
        name.startswith(("pipeline.commands", "pipeline.analysis", "reports")) for name in modules()
    )


def test_the_phone_has_every_module_of_the_standard_library_that_the_log_imports() -> None:
    """The evenings by touch import what these import in turn."""
    library = zipfile.ZipFile(io.BytesIO(dict(app_folder._runtime())["runtime/python_stdlib.zip"]))
    carried = {
        name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in library.namelist()
    }
    named = {name for module in modules() for names in app_folder._imports(module) for name in names}
    needed = {name for name in named if is_in_python_files(name)}
    assert {"dataclasses", "difflib", "importlib.resources", "tomllib", "urllib.parse"} <= needed
    assert needed - {"collections.abc"} <= carried  # no file since Python 3.13


def is_in_python_files(name: str) -> bool:
    """Whether a name is a module of the standard library that isn't compiled into the interpreter."""
    if name.partition(".")[0] not in sys.stdlib_module_names:
        return False
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:  # a name in a module
        return False
    return bool(spec and spec.origin and spec.origin.endswith(".py"))


def test_a_game_that_was_made_on_the_phone_comes_home_with_its_night(tmp_path: Path) -> None:
    pocket = Pocket(tmp_path / "phone")
    try:
        answers = {"name": "Kitchen stud", "like": "7s", "wild": "5"}
        assert pocket.ask("/games", json.dumps({"answers": answers, "add": True}))[0] == 200
        for number, text in enumerate(("players Anna, Bo, Carl", "kitchen stud 14 +a")):
            line = json.dumps({"text": text, "key": f"abcdefgh-{number}", "seen": 9})
            assert json.loads(pocket.ask("/lines", line)[1])["status"] == "kept"
        file = tmp_path / "night.txt"
        file.write_text(json.loads(pocket.ask("/journal")[1])["text"], "utf-8")
    finally:
        pocket.close()
    store = tmp_path / "store"
    came = take_in(store, read_copy(file), "n", file=file)
    assert (came.hands, came.drafts) == (1, 0)
    assert Store(store).catalogue.find("kitchen stud").name == "Kitchen stud"
    for name in ("../../evil@0f8195", "kitchen-stud@000000"):
        file.write_text(
            f"{file.read_text().splitlines()[0]}\n" + json.dumps({"games": {name: 'name = "Evil"'}}) + "\n"
        )
        with pytest.raises(JournalError, match="aren't those of that version"):
            read_copy(file)


def test_files_that_are_no_copies_of_the_night_leave_the_store_as_it_was(tmp_path: Path) -> None:
    def logged(store: str, *lines: str) -> bytes:
        with NightService(tmp_path / store, "n") as service:
            kept(service, *lines)
            return service.journal.place.read_bytes()

    start = logged("one", "players Anna, Bo, Carl", "7s 14 +a")
    (tmp_path / "two" / "journal").mkdir(parents=True)
    (tmp_path / "two" / "journal" / "n.jsonl").write_bytes(start)
    copies = [logged("one", "7s 15 +b"), logged("two", "7s 16 +c", "u 1")]
    journals = []
    for number, order in enumerate((copies, copies[::-1])):
        home = tmp_path / f"home-{number}"
        for copy in order:
            file = tmp_path / "n.jsonl"  # of the same name, from both
            file.write_bytes(copy)
            take_in(home, read_copy(file), None, file=file)
        journals.append(read_journal(journal_place(home, "n")).entries)
    assert journals[0] == journals[1]
    home = tmp_path / "home-0"
    file = tmp_path / "n.jsonl"
    file.write_bytes(logged("other", "players Xenia, Yrsa"))
    with pytest.raises(MergeError, match="another night"):
        take_in(home, read_copy(file), None, file=file)
    lines = copies[1].splitlines(keepends=True)
    for data in (
        b"".join([lines[0], *lines[2:]]),
        lines[0] + lines[1].replace(b"14", b"15") + lines[2],
        b'{"hands": []}\n',
        b"\x89PNG\r\n",
        b"",
    ):
        file.write_bytes(data)
        with pytest.raises(PederError, match=re.escape(str(file))):
            read_copy(file)
    file.write_bytes(copies[1][:-9])  # its last line was cut: the others count
    assert take_in(home, read_copy(file), None, file=file).result == "there already"
    assert read_journal(journal_place(home, "n")).entries == journals[0]


def test_a_phone_has_nights_and_answers_as_a_server_does(tmp_path: Path) -> None:
    pocket = Pocket(tmp_path, [], ["players Anna, Bo, Carl", "banker c"])
    try:
        assert json.loads(pocket.view("en"))["question"]["default"] == "Anna, Bo, Carl"
        line = json.dumps({"text": "players Anna, Bo, Carl", "key": "abcdefgh-1", "seen": 0})
        status, answer = pocket.ask("/lines?lang=da", line)
        assert (status, json.loads(answer)["status"]) == (200, "kept")
        assert "Ved bordet" in json.loads(answer)["text"]
        assert pocket.ask("/night", json.dumps({"night": "x"}))[0] == 200
        assert [one["entries"] for one in json.loads(pocket.ask("/nights")[1])] == [0, 1]
        assert pocket.ask("/night", json.dumps({"night": "\0"}))[0] == 409
        assert pocket.ask("/night", json.dumps({"night": 5}))[0] == 400
        assert pocket.ask("/nothing")[0] == 404
        assert json.loads(pocket.ask("/journal")[1]) == {"night": "x", "text": ""}
    finally:
        pocket.close()


def test_the_app_is_the_same_whatever_the_order_of_files_on_its_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_app(tmp_path / "one", None)
    listed = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda place: sorted(listed(place), reverse=True))
    write_app(tmp_path / "two", None)
    one, two = (
        {str(place.relative_to(folder)): place.read_bytes() for place in folder.rglob("*") if place.is_file()}
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two
