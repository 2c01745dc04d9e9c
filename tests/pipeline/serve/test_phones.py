"""Phones at the table, in headless Chromium: a whole night on two of them, and what a page must never do."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from pipeline.night.entries import effective_entries, sender_of
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import kept
from tests.pipeline.serve.evening import evening
from tests.pipeline.serve.phone import WIDTH, Phone
from tests.pipeline.serve.served import TABLE, Client, Served
from tests.reports.browser import Chromium, chromium

pytestmark = pytest.mark.skipif(
    chromium() is None, reason="needs Chromium, and there is none on this machine"
)

THUMB = 44  # CSS pixels, and a rounding error
NAMES = ("<b>Bo", "<svg onload>", '"onerror"', "javascript:alert(1)", "&lt;i&gt;", "Ærø O'Hara")


@contextmanager
def banker_at_table(
    running: Chromium, store: Path, lines: Sequence[str] = TABLE, language: str = "en"
) -> Iterator[tuple[Served, Client, Phone]]:
    """A night that is served, after some lines of another phone, and the banker's phone at its table."""
    with Served(store) as served:
        client = Client(served)
        client.login(served.banker)
        for line in lines:
            client.line(line)
        phone = Phone(running, language=language)
        try:
            phone.sit_down(served, served.banker)
            phone.settle()
            yield served, client, phone
        finally:
            phone.close()


@pytest.mark.nightly
def test_a_night_on_two_phones_in_two_languages(tmp_path: Path) -> None:
    """Thirty hands of every family; the long form, many nights, is `make torture`."""
    night = evening(tmp_path, ("da", "en"), seed=1)
    assert night.faults == []
    assert night.median_taps <= 6
    print(f"taps for an ordinary hand: median {night.median_taps}")


def test_what_is_typed_is_text_wherever_it_shows(running: Chromium, tmp_path: Path) -> None:
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.banker)
        assert client.line(f"spillere {', '.join(NAMES)}")["status"] == "kept"
        for line in (
            "bankør b",
            "lån 20p",
            "7s 14 +b ; <img src=x onerror=alert(1)>",
            "; <script>alert(2)</script>",
        ):
            client.line(line)
        client.line("7s <b>x</b> +b <i>")
        phone = Phone(running, language="da")
        try:
            phone.sit_down(served, served.banker)
            inserted = "img, svg:not(#race svg), script, i, b b, table b"
            foreign = f"document.querySelectorAll('#page :is({inserted})').length"
            says = "document.querySelector('#tab').textContent.includes({})".format
            for tab, shown in (
                ("hand", says("'<b>Bo'")),
                ("bank", says("'<b>Bo'")),
                ("rules", "!!document.querySelector('#rules h2')"),
                ("night", says("'<script>alert(2)</script>'")),
            ):
                phone.tap(f'[data-tab="{tab}"]')
                phone.wait(f"document.querySelector('#tab').dataset.tab === '{tab}' && {shown}")
                assert phone.evaluate(foreign) == 0, tab
            assert (phone.problems, phone.dialogs) == ([], [])
            phone.call("Page.navigate", url=f"{'http'}://{served.host}/board")
            phone.wait("!!document.querySelector('#race polyline')")
            assert phone.evaluate("document.body.textContent.includes('<svg onload>')")
            assert phone.evaluate(foreign) == 0
            assert phone.evaluate("document.querySelector('#now b').textContent") == "84"
            client.line("7s 10 +b")
            phone.wait("document.querySelector('#now b').textContent === '60'")
            assert (phone.problems, phone.dialogs) == ([], [])
            own = f"{'http'}://{served.host}/"
            assert [url for url in phone.requests if not url.startswith(own)] == []
        finally:
            phone.close()


def test_a_thumb_reaches_every_button_and_a_guest_logs_hands_alone(running: Chromium, tmp_path: Path) -> None:
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.banker)
        for line in (
            "spillere Anna, Bo, Carl, Dorte, Erik, Ester",
            "bankør c",
            "lån 20p",
            "7s hilo 9 +d hi +e lo",
        ):
            client.line(line)
        phone = Phone(running, language="en", dark=True)
        try:
            wrong = "000000" if "000000" not in (served.banker, served.others) else "000001"
            phone.call("Page.navigate", url=f"{'http'}://{served.host}/#{wrong}")
            phone.wait("!!document.querySelector('[role=alert]')?.textContent")
            assert "PIN" in phone.evaluate("document.querySelector('[role=alert]').textContent")
            assert phone.evaluate("location.hash") == ""
            phone.fill("#pin", served.others)
            phone.tap(".pin button")
            phone.wait("!!document.querySelector('#tabs button')")
            for step, tap in (("game", None), ("level", None), ("hand", '[data-win="d"]')):
                phone.tap(f'[data-step-of="{step}"]')
                if tap:
                    phone.tap(tap)
                sizes = phone.evaluate(
                    "[...document.querySelectorAll('#page button, #page input')].filter((one) => "
                    "one.offsetParent).map((one) => [one.outerHTML.slice(0, 80), "
                    "one.getBoundingClientRect().width, one.getBoundingClientRect().height])"
                )
                small = [size for size in sizes if min(size[1:]) < THUMB - 0.75 and 'id="net"' not in size[0]]
                assert 25 < len(sizes) < 45, step
                assert small == []
            phone.tap('[data-step-of="level"]')
            phone.tap('[data-do="clear"]')
            send = "document.querySelector('#send').getBoundingClientRect().x"
            assert phone.evaluate(send) > 180
            phone.tap("#net")
            phone.tap('[data-thumb-of="left"]')
            phone.wait(f"{send} < 20")
            phone.tap("#said p")
            phone.tap('[data-do="all"]')
            assert phone.evaluate("document.querySelectorAll('.replay li:not([hidden])').length") >= 4
            phone.tap('[data-do="close"]')
            phone.write("lån b 1p")
            phone.settle()
            phone.wait("document.querySelector('#said.barred')?.textContent.includes('banker')")
            phone.write(". 8 +a")
            phone.settle()
            phone.wait("document.querySelector('#deal').textContent.includes('#3')")
            phone.tap('[data-tab="bank"]')
            phone.wait("!!document.querySelector('#bank-send')")
            kinds = "[...document.querySelectorAll('[data-kind]')].map((one) => one.dataset.kind)"
            assert phone.evaluate(kinds) == ["request"]
        finally:
            phone.close()


def test_a_player_asks_for_chips_and_the_banker_answers_with_one_tap(
    running: Chromium, tmp_path: Path
) -> None:
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.banker)
        for line in ("spillere Anna, Bo, Carl", "bankør c", "lån 20p"):
            client.line(line)
        banker, player = (Phone(running, language="en") for n in range(2))
        said = "document.querySelector('#said p').textContent"
        try:
            banker.sit_down(served, served.banker)
            player.sit_down(served, served.others)
            player.tap('[data-tab="bank"]')
            for answer, became in (
                ("grant", "The bank lends Bo 50 = 1 peder."),
                ("decline", "The bank lends Bo nothing."),
            ):
                for tap in ('[data-who="b"]', '[data-key="5"]', '[data-key="0"]', "#bank-send"):
                    player.tap(tap)
                player.wait(f"{said} === 'Bo asks the bank for 50 = 1 peder.'")
                taps = banker.taps
                banker.tap(f'[data-do="{answer}"]')
                assert banker.taps == taps + 1
                banker.wait(f"{said} === '{became}'")
                player.wait(f"{said} === '{became}'")
                assert player.evaluate("!document.querySelector('[data-do=undo]')")
            assert (banker.problems, player.problems) == ([], [])
        finally:
            banker.close()
            player.close()
    entries = read_journal(journal_place(tmp_path / "store", "n")).entries[-4:]
    assert [entry.line for entry in entries] == ["request b 50", "loan b 50", "request b 50", "decline b"]
    senders = [sender_of(entry.key) for entry in entries]
    assert senders == senders[:2] * 2  # the player's phone, then the banker's
    assert senders[0] != senders[1]


def test_a_night_by_touch_alone_from_the_first_question_to_the_settlement(
    running: Chromium, tmp_path: Path
) -> None:
    """Two phones at a group's second night; one loses the network, the server is killed, nothing is typed."""
    store = tmp_path / "store"
    with NightService(store, "2026-03-07") as service:
        kept(service, "players Anna, Bo, Carl, Dorte", "banker c", "chip 25 øre", "loan 2p50", "7s 9 +a")
    with Served(store) as served:
        one, two = (Phone(running, language="en") for n in range(2))
        try:
            one.sit_down(served, served.banker)
            for word, choice in (("players", ""), ("banker", "Carl"), ("chip", "50 øre"), ("loan", "5p")):
                one.wait(f"document.querySelector('[data-question]')?.dataset.question === '{word}'")
                if choice:
                    one.tap(f'[data-choice="{choice}"]')
                one.tap(".question > button")
            one.wait("!!document.querySelector('#games button')")
            two.sit_down(served, served.others)
            two.wait("!!document.querySelector('#games button')")

            def hand(phone: Phone, *taps: str) -> None:
                for selector in taps:
                    phone.tap(selector)
                if "meld" not in taps[-1]:  # the meld of a lone winner sends the hand
                    phone.tap("#send")

            stud = '[data-game="seven-card-stud"]'
            hand(one, stud, '[data-step="14"]', '[data-fold="b"]', '[data-step="3"]', '[data-win="d"]')
            two.wait("document.querySelector('#deal').textContent.includes('#2')")
            two.offline(True)
            hand(two, stud, '[data-step="10"]', '[data-win="a"]', '[data-meld="full"]')
            two.be_away()
            two.offline(False)
            one.wait("document.querySelector('#deal').textContent.includes('#3')")
            served.stop(signal.SIGKILL)
            hand(one, '[data-again="12"]', '[data-win="b"]')
            served.start()
            one.settle()
            two.wait("document.querySelector('#deal').textContent.includes('#4')")
            for selector in (
                '[data-tab="bank"]',
                '[data-kind="expense"]',
                '[data-who="a"]',
                '[data-step="100"]',
            ):
                one.tap(selector)
            one.wait("document.querySelector('#bank-line').value === 'expense a 100 kr'")
            one.tap("#bank-send")
            one.tap('[data-tab="night"]')
            one.tap('[data-do="end"]')
            one.wait("import('/page/net.js').then(({ net }) => net.state.is_over)")
            one.wait("document.querySelectorAll('.pays').length === 3")
        finally:
            for phone in (one, two):
                phone.close()
    lines = [entry.line for entry in read_journal(journal_place(store, served.night)).entries]
    assert [line for line in lines if "seven-card-stud" in line] == [
        "a:seven-card-stud 14 b3 +d", "b:seven-card-stud 10 +a full_house", "c:seven-card-stud 12 +b",
    ]  # fmt: skip
    assert lines[-2:] == ["expense a 100 kr for a,b,c,d", "end"]


def test_undo_takes_back_what_the_bar_shows_whatever_others_log(running: Chromium, tmp_path: Path) -> None:
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.others)
        phone = Phone(running, language="en")
        try:
            phone.sit_down(served, served.banker)
            for line in ("players Anna, Bo, Carl", "banker Carl", "chip 25 øre", "loan 2p50"):
                phone.answer(line)
            phone.wait("!!document.querySelector('#line')")
            bar = "document.querySelector('#said p').textContent"
            phone.write("7s 10 +a")
            phone.wait(f"{bar}.startsWith('1 ')")
            client.line("7s 11 +b")
            phone.wait("document.querySelector('#deal').textContent.includes('#3')")
            assert phone.evaluate(bar).startswith("1 ")
            phone.tap('[data-do="undo"]')
            phone.wait(f"{bar}.includes('Taken back: #5')")
            assert "#6 7s 11 +b was logged after it and stays" in phone.evaluate(bar)
            phone.write("7s 12 +a")
            phone.settle()
            phone.offline(True)
            phone.be_away()
            phone.write("7s 13 +a")
            phone.wait(f"{bar} === 'Waits on this phone: 7s 13 +a'")
            phone.tap('[data-do="undo"]')  # it was never sent: dropped at once
            phone.wait(f"{bar}.startsWith('3 ')")
            assert phone.waits() == []
            phone.offline(False)
            phone.wait("document.querySelector('#net').className === 'live'")
            served.stop(signal.SIGKILL)
            phone.wait("document.querySelector('#net').className === 'away'")  # the screen moves then
            phone.write("7s 14 +b")
            phone.wait("import('/page/net.js').then(({ net }) => net.queue[0]?.tried)")
            phone.wait(f"{bar} === 'Waits on this phone: 7s 14 +b'")  # the bar is drawn a moment after Send
            phone.tap('[data-do="undo"]')  # it may have arrived: the server will know
            phone.wait(f"{bar} === 'Undo: 7s 14 +b'")
            served.start()
            phone.settle()
            phone.wait(f"{bar}.includes('nothing was logged')")
            assert phone.dialogs == []
        finally:
            phone.close()
    entries = read_journal(journal_place(tmp_path / "store", served.night)).entries
    assert [entry.line for entry in effective_entries(entries)][4:] == [
        "b:seven-card-stud 11 +b",
        "c:seven-card-stud 12 +a",
    ]


def test_a_state_that_a_newer_one_has_overtaken_is_not_shown(running: Chromium, tmp_path: Path) -> None:
    keep_sources = (
        "window.sources = []; window.EventSource = class extends EventSource"
        " { constructor(...given) { super(...given); sources.push(this) } }"
    )
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.banker)
        for line in ("players Anna, Bo, Carl", "7s 14 +a"):
            client.line(line)
        phone = Phone(running, language="en")
        try:
            phone.call("Page.addScriptToEvaluateOnNewDocument", source=keep_sources)
            phone.sit_down(served, served.others)
            phone.evaluate(
                "import('/page/net.js').then(({ net }) => { window.older = JSON.stringify(net.state) })"
            )
            client.line("7s 10 +b")
            phone.wait(
                "import('/page/net.js').then(({ net }) => net.state.version > JSON.parse(older).version)"
            )
            phone.evaluate("sources.at(-1).dispatchEvent(new MessageEvent('message', { data: older }))")
            assert phone.state()["version"] == phone.evaluate("JSON.parse(older).version") + 1
            assert "#3" in phone.evaluate("document.querySelector('#deal').textContent")
        finally:
            phone.close()


def test_a_night_is_set_up_by_touch_and_no_line_is_lost_or_left_over(
    running: Chromium, tmp_path: Path
) -> None:
    with Served(tmp_path / "store") as served:
        phone = Phone(running, language="en")
        try:
            phone.sit_down(served, served.banker)
            for line in ("players Anna, Bo, Carl", "banker Carl", "chip 25 øre", "loan 2p50"):
                phone.wait("!!document.querySelector('.question > button')")
                height = phone.evaluate(
                    "document.querySelector('.question > button').getBoundingClientRect().height"
                )
                assert height >= THUMB
                phone.answer(line)
            phone.wait("!!document.querySelector('#line')")
            phone.tap('[data-step-of="level"]')
            phone.tap('[data-step="9"]')
            assert phone.evaluate("document.querySelector('#send').disabled")  # there is no winner yet
            phone.evaluate("window.isBefore = true")
            phone.call("Page.reload")
            phone.wait("!window.isBefore && document.querySelector('#line')?.value === '. 9'")
            phone.tap('[data-step-of="level"]')
            phone.tap('[data-win="b"]')
            phone.tap("#send")  # the same game again, and there is none yet: refused
            phone.wait("!!document.querySelector('#said.refused')")
            assert phone.line() == ". 9 +b"
            phone.tap('[data-step-of="game"]')
            phone.tap('[data-game="seven-card-stud"]')
            assert phone.line() == "7s 9 +b"
            phone.wait(
                "document.querySelector('#said p').textContent === '#4 loan 2p50'"
            )  # what Undo takes back
            phone.tap("#send")
            phone.wait("document.querySelector('#deal').textContent.includes('#2')")
            assert phone.line() == ""
            phone.write("7s 300 +a")
            phone.wait("document.querySelector('#said p').textContent.startsWith('2? Anna has')")
            phone.tap('[data-do="offer"]')
            phone.wait("document.querySelector('#said p').textContent.startsWith('The bank lends Anna')")
            phone.write("7s 300 +a")
            phone.tap('[data-do="ok"]')
            phone.wait("document.querySelector('#said p').textContent.startsWith('Corrected: 3')")
        finally:
            phone.close()


def test_the_dealer_makes_a_new_game_and_another_phone_has_it_without_a_reload(
    running: Chromium, tmp_path: Path
) -> None:
    with Served(tmp_path / "store") as served:
        client = Client(served)
        client.login(served.banker)
        for line in ("spillere Anna, Bo, Carl", "bankør c", "lån 20p"):
            client.line(line)
        phone, other = (Phone(running, language=code) for code in ("en", "da"))
        try:
            phone.sit_down(served, served.others)
            other.sit_down(served, served.others)
            phone.tap('[data-do="search"]')
            phone.tap('[data-do="new-game"]')
            phone.fill("#new-name", "Woolworth")
            phone.wait("document.querySelector('#new-rules').textContent.includes('no cards are dealt')")
            assert phone.evaluate("document.querySelector('#add-game').disabled")
            phone.fill("#new-like", "Seven-card stud")
            for rank in ("5", "10"):
                phone.tap(f'[data-wild="{rank}"]')
            phone.wait("document.querySelector('#new-rules').textContent.includes('fives and tens')")
            phone.wait("!document.querySelector('#add-game').disabled")
            phone.evaluate("document.querySelector('#add-game').scrollIntoView()")
            phone.tap("#add-game")
            phone.wait("document.querySelector('#line')?.value === 'woolworth'")
            phone.write("woolworth 14 +b")
            phone.wait("document.querySelector('#deal').textContent.includes('#2')")
            other.wait("document.querySelector('#deal').textContent.includes('#2')")
            other.wait(
                "import('/page/phone.js').then(({ phone }) => phone.games.some((game) => game.name === 'Woolworth'))"
            )
            assert phone.problems == other.problems == []
        finally:
            phone.close()
            other.close()
        status, told, _ = client.ask(
            "POST", "/games", {"answers": {"name": "Omaha", "like": "7s"}, "add": True}
        )
        assert (status, told["game"]) == (200, None)
        assert "is a name of the game omaha" in told["faults"][0]
        assert client.ask("POST", "/games", {"answers": {"name": 5}, "add": True})[0] == 400


def test_pasted_lines_that_fail_stay_in_the_input(running: Chromium, tmp_path: Path) -> None:
    with banker_at_table(
        running,
        tmp_path / "store",
        ("spillere Anna, Bo, Carl", "bankør b", "chip 1 kr", "lån 2p"),
        language="da",
    ) as (_, _, phone):
        phone.write("7s 14 +a\n7s 9 +x\n7s 8 +b")
        phone.wait("document.querySelector('#line').value === '7s 9 +x\\n7s 8 +b'")
        assert phone.state()["hand_no"] == 2
        phone.write("7s 9 +c\n7s 8 +b")
        phone.wait("!document.querySelector('#line').value")
        phone.settle()
        assert phone.state()["hand_no"] == 4
        assert (phone.problems, phone.dialogs) == ([], [])


def test_a_line_that_waited_overnight_asks_before_it_is_of_another_night(
    running: Chromium, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    with NightService(store, "n2") as service:
        kept(service, *TABLE)
    with banker_at_table(running, store) as (served, _, phone):
        served.stop()
        phone.write("7s 20 +e")
        served.night = "n2"
        served.start()
        phone.wait("!!document.querySelector('#pin')")
        phone.fill("#pin", served.banker)
        phone.tap(".pin button")
        phone.wait("document.querySelector('#said')?.textContent.startsWith('This line is for the night n ')")
        assert len(read_journal(journal_place(store, "n2")).entries) == len(TABLE)
        phone.tap('[data-do="drop"]')
        phone.wait("document.querySelector('#line').value === '7s 20 +e'")


def test_pasted_lines_that_are_dropped_leave_those_that_are_logged(running: Chromium, tmp_path: Path) -> None:
    with banker_at_table(running, tmp_path / "store") as (_, client, phone):
        phone.offline(True)
        phone.be_away()
        phone.write("loan b 1p\n7s 20 +e")
        client.line("7s 10 +a")
        phone.offline(False)
        phone.tap('[data-do="drop"]')
        phone.wait("document.querySelector('#line').value === '7s 20 +e'")
        phone.tap("#send")
        phone.settle()
        entries = read_journal(journal_place(tmp_path / "store", "n")).entries
        assert [entry.line.partition(":")[2] or entry.line for entry in entries[len(TABLE) :]] == [
            "seven-card-stud 10 +a", "loan b 50", "seven-card-stud 20 +e",
        ]  # fmt: skip


def test_every_line_that_waited_and_is_refused_comes_back_beside_what_was_begun_meanwhile(
    running: Chromium, tmp_path: Path
) -> None:
    with banker_at_table(running, tmp_path / "store") as (_, _, phone):
        phone.offline(True)
        phone.be_away()
        for line in ("7s 14 x3 +d", "buy y 10", "; a note"):
            phone.write(line)
        phone.reach('[data-win="a"]')
        phone.tap('[data-win="a"]')
        phone.wait("document.querySelector('#line').value !== ''")
        begun = phone.line()
        phone.offline(False)
        both = f"7s 14 x3 +d\\nbuy y 10\\n{begun}"
        phone.wait(f"document.querySelector('#line').value === '{both}'")
        phone.settle()
        bar = str(phone.evaluate("document.querySelector('#said').innerText"))
        assert "Nobody here is 'x'" in bar
        assert "Nobody here is 'y'" in bar
        phone.tap('[data-do="drop"]')
        phone.wait(f"document.querySelector('#line').value === '{begun}'")
        entries = read_journal(journal_place(tmp_path / "store", "n")).entries
        assert [entry.line for entry in entries[len(TABLE) :]] == ["; a note"]
        assert (phone.problems, phone.dialogs) == ([], [])


def test_a_long_name_leaves_amounts_their_place(running: Chromium, tmp_path: Path) -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe"
    with banker_at_table(
        running,
        tmp_path / "store",
        (f"players {name}, Bo, Carl", "banker c", "loan 20p", "expense b 1.000.000 kr beer"),
    ) as (_, _, phone):
        phone.tap('[data-tab="night"]')
        cells = "[...document.querySelectorAll('#settlement td')]"
        phone.wait(f"{cells}.length === 3")
        right = phone.evaluate(f"Math.max(...{cells}.map((one) => one.getBoundingClientRect().right))")
        assert right <= WIDTH


def test_a_double_tap_is_one_tap(running: Chromium, tmp_path: Path) -> None:
    def double(selector: str) -> None:
        place, at = phone._place(selector), time.time()
        for kind, seconds in (("touchStart", 0), ("touchEnd", 0.05), ("touchStart", 0.1), ("touchEnd", 0.15)):
            points = [place] if kind == "touchStart" else []
            phone.call(
                "Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=at + seconds
            )  # however long the browser takes
            phone.settle()  # the answer is there, and another button
        phone.settle()

    def lines() -> list[str]:
        entries = read_journal(journal_place(tmp_path / "store", "n")).entries
        return [entry.line for entry in entries[len(TABLE) :]]

    with banker_at_table(running, tmp_path / "store") as (_, _, phone):
        phone.write("7s 20 +e")
        phone.settle()
        phone.wait("!!document.querySelector('[data-do=\"undo\"]')")
        double('[data-do="undo"]')
        assert lines()[1:] == ["undo #5"]
        phone.tap('[data-tab="bank"]')
        phone.tap('[data-kind="loan"]')
        phone.tap('[data-who="a"]')
        phone.tap('[data-step="50"]')
        double("#bank-send")
        assert lines()[2:] == ["loan a 50"]
        phone.wait("document.querySelector('#said p').textContent === 'The bank lends Anna 50 = 1 peder.'")
