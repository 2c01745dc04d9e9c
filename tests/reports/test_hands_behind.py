"""The hands behind figures: every link leads to as many hands as its figure counts, and the page of hands and
`peder hands` find the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

import reports
from language import speaking
from pipeline.analysis.marts import open_marts
from pipeline.store.reference import action_kinds_table
from pipeline.store.store import Store
from reports import data
from reports.components.drill_down import hand_query, night_range, player_term
from reports.components.streaks import deepest_drawdown, last_nights, longest_streak, streak_at
from reports.errors import ReportError
from reports.page import SCRIPTS, render, slug
from reports.pages.hands import TEXTS, hands_page, season_hands_page
from reports.pages.player import player_page
from reports.search.columns import pack_season
from reports.search.fields import FIELDS, SENTENCES, parse, quoted
from reports.search.hands import find_hands
from tests.reports.browser import FOUND_BY_AXE, Browser
from tests.reports.house import HOSTILE, variants
from tests.reports.page_scripts import opened, script_data_of

SCOPE = "kind=night season=2026"

LINK = re.compile(r'<a href="(hands[^"#]*)#([^"]*)" data-hands="(\d+)">(.*?)</a>')
"""A figure that leads to its hands: the file, what is asked for, how many hands, what stands there."""


@pytest.fixture(scope="module")
def quick(con: DuckDBPyConnection) -> Iterator[DuckDBPyConnection]:
    """The marts of `house` with what many lists read kept, so that each needn't plan it again."""
    kept = ("stg_seats", "stg_hands", "int_hands", "int_players", "int_seats", "stg_shares", "stg_variants")
    for name in kept:
        con.execute(f"create or replace temp table {name} as from main.{name}")
    yield con
    for name in kept:
        con.execute(f"drop table temp.{name}")


def links(site: Path) -> set[tuple[str, str, int, str]]:
    return {
        (file, unquote(unescape(asks)), int(count), re.sub("<[^>]*>", "", text))
        for page in site.glob("*.html")
        for file, asks, count, text in LINK.findall(page.read_text("utf-8"))
    }


def open_list(browser: Browser, page: Path, asks: str = "", **how: Any) -> None:
    browser.open(page, past_charts=False, **how)
    browser.wait("document.querySelector('.finder').handsOf !== undefined")
    if asks:
        browser.evaluate(f"location.hash = {json.dumps('#' + asks)}")
        browser.wait(f"document.querySelector('[name=asked]').value === {json.dumps(unquote(asks))}")


def listed(browser: Browser, filters: list[str]) -> list[Any]:
    """What the open page finds by each filter: hands with the net of who is asked about, or a sentence."""
    answers: list[Any] = browser.evaluate(f"""{json.dumps(filters)}.map((text) => {{
        try {{ return document.querySelector('.finder').handsOf(text); }}
        catch (error) {{ return error.message; }}
    }})""")
    return answers


def test_every_figure_leads_to_as_many_hands_as_it_counts(
    quick: DuckDBPyConnection, site: Path, browser: Browser
) -> None:
    there = sorted(links(site))
    assert {file for file, *_ in there} == {"hands-2026.html"}
    shapes = {re.sub(r"(=|>=|<=|>|<)('[^']*'|[^ ]*)", r"\1", asks): asks for _, asks, *_ in there}
    assert len(there) > 600
    assert len(shapes) > 25  # rates, games, opponents, positions, nights and stretches of them
    open_list(browser, site / "hands-2026.html")
    assert browser.problems == []
    found = listed(browser, [asks for _, asks, *_ in there])
    wrong = [(link, hands) for link, hands in zip(there, found, strict=True) if len(hands) != link[2]]
    assert wrong == []
    for _, asks, count, text in there:  # what stands there is that number, unless it is of antes or a share
        if re.fullmatch(r"[\d,]+( hands?)?", text) and "ante>0" not in asks:
            assert int(re.sub(r"\D", "", text)) == count
    for shape in list(shapes.values())[::3]:  # the terminal's list is as long
        (count,) = {count for _, asks, count, _ in there if asks == shape}
        assert len(find_hands(quick, parse(f"{SCOPE} {shape}"))) == count


FILTERS = (
    "", "player=bo", "player=Bo vs=Anna", "player=Bo,Anna net>0", "player=Bo vs!=Anna", "winner=Bo",
    "winner!=Bo,Erik", "dealer=Bo", "dealer!=Bo", "dealer=", "game=harakiri",
    "game=Harakiri,cincinnati pot>=40", "game!=harakiri", "family=stud,draw", "add=hilo", "add=",
    "add!=hilo", "add~IL", "note~'card too'", "pot>20", "pot<=20.5", "pot=30,31,32", "pot!=30",
    "players>=5", "ante=2", "ante>2", "carried=ja", "carried!=yes", "draft=no", "draft=yes", "called=yes",
    "called=no", "outcome=showdown", "outcome!=showdown", "night=2026-02", "kind=night", "season=",
    "season=2026", "currency=DKK", "date=2026-01-09", "date>2026-01-09 date<=2026-02-06",
    "date!=2026-01-09", "nightno>=2 nightno<4", "hand<=3", "player=Bo vpip=yes", "player=Bo vpip=no",
    "player=Bo vpip!=yes", "player=Bo pfr=yes,no", "player=Bo threebet=yes", "player=Bo folded=yes,no",
    "player=Bo second=yes showdown=no", "player=Bo showdown=yes took=yes", "player=Bo peder=yes",
    "player=Bo cards=yes", "player=Bo later=yes", "player=Bo allin=yes", "player=Bo met=Anna",
    "player=Bo met!=Anna",
    "player=Bo met=Anna took=no winner=Anna", "player=Bo position=0,1", "player=Bo meld=full_house",
    "player=Bo meld!=", "player=Bo net<-10", "player=Bo paid>=20", "player=Bo won>0 shadow=0", "player=p2",
    '"player=Bo" vs="Anna"', "net>20", "net<-5kr", "pot>=10kr,40", "pot<3EUR", "date=2026-02", "date>=2026-01 date<2026-03",
    "weekday=5", "split=yes", "chain>1", "winner=Bo meld=flush", "met=Bo net>0", "allchips=yes", "shown=yes", "shown!=yes",
    "player=Bo betfirst>=50", "betsize>0 betsize<33.3", "betfirst!=100 player=Anna", "meld=pair took=no", "paid>=5.25kr winner=Anna",
)  # fmt: skip
WRONG = (
    "pot", "potato=3", "pot~3", "pot=much", "pot=1e3k", "draft=perhaps", "date>=spring", "player=Boo",
    "game=nonsense", "note~'open", "constructor=1",
)  # fmt: skip


def test_the_page_and_the_terminal_find_the_same_hands(
    quick: DuckDBPyConnection, site: Path, browser: Browser
) -> None:
    open_list(browser, site / "hands-2026.html")
    answers = listed(browser, list(FILTERS))
    some = 0
    for asks, answer in zip(FILTERS, answers, strict=True):
        found = find_hands(quick, parse(f"{SCOPE} {asks}"))
        assert [tuple(row) for row in answer] == found.select("session_id", "hand_no", "net").rows(), asks
        some += 0 < len(found) < 70
    assert some > 40
    for asks, told in zip(WRONG, listed(browser, list(WRONG)), strict=True):
        with pytest.raises(ReportError) as raised:
            find_hands(quick, parse(asks))
        sentence = re.split(" Did you mean| All games and", str(raised.value))[0].replace('"', "'")
        assert told == sentence, asks


def test_the_list_says_what_it_shows_sorts_and_leads_on_to_the_hand(site: Path, browser: Browser) -> None:
    open_list(browser, site / "hands-2026.html", "player=Bo%20vpip=yes")
    text = "document.querySelector('{}').innerText"
    assert browser.evaluate(text.format("#understood")) == "Bo, put chips in by choice (VPIP)"
    hands = browser.evaluate("document.querySelector('.finder').handsOf('player=Bo vpip=yes')")
    net = sum(net for *_, net in hands)
    said = browser.evaluate(text.format(".found")).replace("\u202f", " ").replace("−", "-")
    assert said == f"{len(hands)} hands · Bo {net:+} chips"
    nets = "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[6].textContent)"
    browser.evaluate("document.querySelector('th[data-name=net] button').click()")
    shown = [int(each.replace("−", "-")) for each in browser.evaluate(nets)]
    assert shown == sorted((net for *_, net in hands), reverse=True)
    browser.evaluate("location.hash = 'pot>50'")
    browser.wait("document.querySelector('tbody a') !== null")
    href = browser.evaluate("document.querySelector('tbody a').href")
    browser.call("Page.navigate", url=href)
    browser.wait("location.hash && document.querySelector(location.hash)?.open")
    assert browser.problems == []


def test_plain_words_find_what_conditions_find(site: Path, browser: Browser) -> None:
    open_list(browser, site / "hands-2026.html")
    answer = """(asked) => {
        const field = document.querySelector("[name=asked]");
        field.value = asked;
        field.dispatchEvent(new Event("input"));
        const [understood, found] = ["#understood", ".found"].map((each) => document.querySelector(each).textContent);
        return [understood.toLowerCase().split(", ").sort(), found];
    }"""
    for plain, conditions in {
        "Bo against Anna, pots over 20": "player=Bo vs=Anna pot>20",
        "bo won": "winner=Bo",
        "Anna's own deals": "dealer=Anna",
        "Søren folded and pots under 50": "player=Søren folded=yes pot<50",
        "won by Carl pot>20": "winner=Carl pot>20",
        "Bo mod Anna, puljer over 20": "player=Bo vs=Anna pot>20",
    }.items():
        words, asked = (browser.evaluate(f"({answer})({json.dumps(each)})") for each in (plain, conditions))
        assert words == asked
        assert asked[1][0].isdigit(), plain
    before = browser.evaluate(f"({answer})('Bo')")
    said, found = browser.evaluate(f"({answer})('Bo, zzz')")
    assert any("'zzz' isn't understood. write for example:" in part for part in said)
    assert found == before[1]  # the list stays
    for unknown in ("D0", "D0 to D1", "N7 won", "W9", "s50"):
        said, _ = browser.evaluate(f"({answer})({json.dumps(unknown)})")
        assert any("isn't understood" in part for part in said), unknown
    said, found = browser.evaluate(f"({answer})({json.dumps('the ' * 300 + 'bo')})")
    assert said == ["that is more than 1,000 letters: ask about less at once."]


FRAGMENTS = (
    " ", "a1 ", "(", "[", "'", '"', " '", "=", "pot>", "pot>1 ", "player=bo ", "bo,", "the ", "in the ", "bo or ", "bo's ", "1,", "12 ",
    "of the last ", "c-bet ", "didn't fold to ", "has had ", "bet ", "second round ", "monday ", "march ", "½ ", "or better ", "-", "D0 ", "N0 ",
)  # fmt: skip
BEFORE = ("", "bo bet half the pot on the turn", "pot>20")
"""What fragments stand before."""
GROWTH = """([pairs, sizes, most, noise]) => {
    const ask = document.querySelector(".finder").answer;
    const work = (text) => {
        const began = performance.now();
        try { ask(text); } catch (error) { if (error.constructor.name !== "Fault") throw error; }
        return Math.max(performance.now() - began, noise);
    };
    const grows = (all, times) => {
        const took = all.map((text) => Math.min(...Array.from({ length: times }, () => work(text))));
        return took.some((more, i) => i && more > most * took[i - 1]);
    };
    return pairs.flatMap(([fragment, text]) => {
        const all = sizes.map((size) => fragment.repeat(size / fragment.length) + text);
        return [1, 4, 16].every((times) => grows(all, times)) ? [`${fragment} before ${text}`] : [];
    });
}"""


@pytest.mark.parametrize(
    ("texts", "sizes"),
    [
        pytest.param(1, [250, 1000], marks=pytest.mark.nightly),
        pytest.param(len(BEFORE), [250, 1000, 4000, 16000], marks=pytest.mark.nightly),
    ],
    ids=["short", "long"],
)
def test_the_time_of_a_search_grows_with_its_length(
    site: Path, browser: Browser, texts: int, sizes: list[int]
) -> None:
    """Each fragment, before one text or all of them, at 250 letters and 1 kB, at night 4 and 16 kB as well: work that grows as the
    square would be 16 times as much.
    """
    open_list(browser, site / "hands-2026.html")
    pairs = [
        [fragment, BEFORE[(number + turn) % len(BEFORE)]]
        for number, fragment in enumerate(FRAGMENTS)
        for turn in range(texts)
    ]
    asked = [pairs, sizes, 8, 20]
    assert browser.evaluate(f"({GROWTH})({json.dumps(asked)})") == []
    slow = [[["x", "y"]], [100, 400], 8, 0.1]
    cubed = "(text) => { let n = 0; for (let i = 0; i < text.length ** 3; i += 1) n += text.charCodeAt(i % text.length); return n; }"
    browser.evaluate(f"document.querySelector('.finder').answer = {cubed}; null")
    assert browser.evaluate(f"({GROWTH})({json.dumps(slow)})") != []


def test_among_namesakes_the_pages_own_players_count_first(
    tmp_path: Path, browser: Browser, house: Store
) -> None:
    """A Bo of an imported night is nobody whom a season's page could mean; of two who sat there the page asks which."""
    store = Store(tmp_path / "store")
    for name, frame in (("variants", variants()), ("action_kinds", action_kinds_table())):
        store.write_reference(name, frame)
    ids = ["p1", "a-bo", "z-bo", "p4", "p5", "p6"]
    names = ["Anna", "Bo", "bo", "Carl", "Karl", "karl"]
    store.write_reference(
        "players",
        pl.DataFrame([{"player_id": i, "name": n, "hidden": False} for i, n in zip(ids, names, strict=True)]),
    )
    seats = house.read("seats", "2026-01").drop("session_id")
    hands = house.read("hands", "2026-01").drop("session_id")
    there = seats.with_columns(
        pl.col("player_id").replace({"p2": "z-bo", "p3": "p4", "p4": "p5", "p5": "p6", "p6": "p1"})
    )
    store.write_session({"session_id": "n1", "kind": "night", "season": "2026"}, hands=hands, seats=there)
    online = seats.with_columns(pl.col("player_id").replace({"p2": "a-bo"}))
    store.write_session({"session_id": "a1", "kind": "import"}, hands=hands, seats=online)
    with open_marts(store.path) as con:
        players = data.players(con)
        assert data.find_player(players, "Bo", ["z-bo", "p1"]).player_id == "z-bo"
        with pytest.raises(ReportError, match="2 players are called 'Bo'"):
            data.find_player(players, "Bo", ["p1"])
        assert player_page(con, "bo", "2026").title == "bo"  # the other one isn't there
        page = tmp_path / "hands.html"
        page.write_text(render(season_hands_page(con, "2026")), "utf-8")
        expected = [
            len(find_hands(con, parse(asks)))
            for asks in ("player=z-bo night=n1", "player=z-bo vs=p1 night=n1")
        ]
    assert 0 not in expected
    open_list(browser, page)
    for asks, count in zip(("Bo", "Bo against Anna"), expected, strict=True):
        browser.evaluate(f"location.hash = '#' + encodeURIComponent({json.dumps(asks)})")
        browser.wait(f"document.querySelector('.found').textContent.startsWith('{count} ')")
    browser.evaluate("location.hash = '#Karl%20won'")
    browser.wait("document.querySelector('#understood').className === 'notice'")
    said = browser.evaluate("document.querySelector('#understood').textContent")
    assert re.fullmatch(r"2 players are called 'karl': write 'karl \(\d\)', 'karl \(\d\)'\.", said.lower())


def test_players_and_games_are_asked_for_by_what_the_table_calls_them(
    tmp_path: Path, browser: Browser, house: Store
) -> None:
    """The regular of the name alone, a first name that only one has, and a game whose name begins with "my"; of a night
    without its drafts.
    """
    store = Store(tmp_path / "store")
    (store.path / "games").mkdir(parents=True)
    rules = 'deal = "2 down, 4 x (1 up, bet), 1 down, bet"\nplayers = "3 to 7"\n'
    (store.path / "games" / "mine.toml").write_text(
        f'name = "My Harakiri"\nsummary = "Stud."\n{rules}', "utf-8"
    )
    [mine] = [game for game in store.catalogue if game.startswith("mine@")]
    own = variants().head(1).with_columns(variant_id=pl.lit(mine), name=pl.lit("My Harakiri"))
    store.write_reference("variants", pl.concat([variants(), own]))
    store.write_reference("action_kinds", action_kinds_table())
    names = {
        "p1": "Anna",
        "p2": "Bo",
        "pokernow:x": "Bo",
        "p4": "Jörg 🎲 Sørensen",
        "p5": "Erik",
        "p6": "Dorte",
    }
    people = [{"player_id": i, "name": n, "hidden": False} for i, n in names.items()]
    store.write_reference("players", pl.DataFrame(people))
    hands = (
        house.read("hands", "2026-01")
        .drop("session_id")
        .with_columns(pl.col("variant_id").replace("harakiri", mine))
    )
    last = hands["hand_no"].max()
    seats = (
        house.read("seats", "2026-01")
        .drop("session_id")
        .with_columns(pl.col("player_id").replace({"p3": "pokernow:x"}))
    )
    is_draft = pl.when(hand_no=last).then(pl.lit("draft")).otherwise("status")
    store.write_session(
        {"session_id": "n1", "kind": "night", "season": "2026"},
        hands=hands.with_columns(status=is_draft),
        seats=seats,
    )
    with open_marts(store.path) as con:
        assert data.find_player(data.players(con), "Bo").player_id == "p2"
        page = tmp_path / "hands.html"
        page.write_text(render(season_hands_page(con, "2026")), "utf-8")
        questions = {"Bo": "player=p2", "Jörg won": "player=p4 net>0", "My Harakiri": "game=mine"}
        expected = {said: len(find_hands(con, parse(asks))) for said, asks in questions.items()}
    assert 0 not in expected.values()
    open_list(browser, page)
    answers = {
        said: f"document.querySelector('.finder').answer({json.dumps(said)}).hands.length"
        for said in questions
    }
    assert {said: browser.evaluate(asks) for said, asks in answers.items()} == expected
    sums = seats.filter(pl.col("hand_no") != last).group_by("player_id").agg(pl.sum("net")).sort("net")
    browser.evaluate("location.hash = '#who%20won%20most'")
    browser.wait("document.querySelector('.found .player') !== null")
    best = names[sums["player_id"][-1]]
    assert browser.evaluate("document.querySelector('.found .player').textContent").startswith(best)
    assert f"+{sums['net'][-1]}" in browser.evaluate("document.querySelector('.found').textContent")


def test_the_list_fits_shuts_nobody_out_and_prints(site: Path, browser: Browser, axe: str) -> None:
    for width, dark in ((1280, False), (390, True)):
        open_list(browser, site / "hands-2026.html", "player=Bo", width=width, dark=dark)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width
        browser.evaluate(axe)
        assert browser.evaluate(FOUND_BY_AXE) == []
        assert [url for url in browser.requests if not url.startswith("file:")] == []
    assert browser.pdf().startswith(b"%PDF")
    assert browser.problems == []


def test_a_page_alone_has_no_commands_for_its_readers(con: DuckDBPyConnection) -> None:
    html = render(player_page(con, "Bo"))
    page = re.sub(r"<script[ >].*?</script>", "", html, flags=re.DOTALL)
    assert not re.search("peder (hands|report|sql)|data-hands=", page)


def test_names_are_inert_on_the_page_of_hands_and_can_be_asked_for(
    hostile: DuckDBPyConnection, browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "hands.html"
    page.write_text(render(season_hands_page(hostile, "2026")), "utf-8")
    open_list(browser, page)
    for person in data.players(hostile).to_dicts():
        asks = hand_query(player=player_term(person))
        found = find_hands(hostile, parse(f"{SCOPE} {asks}"))
        (answer,) = listed(browser, [asks])
        assert len(answer) == len(found) > 0
        browser.evaluate(f"location.hash = '#' + encodeURIComponent({json.dumps(asks)})")
        browser.wait(f"document.querySelector('.found').textContent.startsWith('{len(found)} ')")
    assert browser.evaluate("document.querySelectorAll('main img, main b').length") == 0
    assert (browser.problems, browser.dialogs) == ([], [])
    browser.evaluate("location.hash = '#%E0%A4%A'")  # a mangled address
    browser.wait("document.querySelector('#understood').className === 'notice'")


def test_drafts_and_hidden_players_are_as_in_the_terminal(
    tmp_path: Path, browser: Browser, house: Store
) -> None:
    store = Store(tmp_path / "store")
    for name, frame in (("variants", variants()), ("action_kinds", action_kinds_table())):
        store.write_reference(name, frame)
    people = pl.DataFrame(
        [
            {"player_id": "p1", "name": "Anna", "hidden": False},
            {"player_id": "p2", "name": "Bo", "hidden": True},
            {"player_id": "p3", "name": "Bo, jr.", "hidden": False},
        ]
    )
    store.write_reference("players", people)
    hands = house.read("hands", "2026-01").with_columns(
        status=pl.when(pl.col("hand_no") == 3).then(pl.lit("draft")).otherwise(pl.col("status"))
    )
    seats = house.read("seats", "2026-01")
    night = {"session_id": "n1", "kind": "night"}
    store.write_session(night, hands=hands.drop("session_id"), seats=seats.drop("session_id"))
    with open_marts(store.path) as con:
        page = tmp_path / "hands.html"
        page.write_text(render(season_hands_page(con, None)), "utf-8")
        open_list(browser, page)
        filters = [
            "",
            "draft=yes",
            "draft=no",
            "player=Anna vpip=yes,no",
            "player=p3 net>0",
            "winner=Anna draft=yes",
        ]
        for asks, answer in zip(filters, listed(browser, filters), strict=True):
            found = find_hands(con, parse(f"kind=night season= {asks}"))
            assert [tuple(row) for row in answer] == found.select("session_id", "hand_no", "net").rows(), asks
        facts = pack_season(con, None)
    assert "p2" not in facts.hands["dealer"].to_list() + facts.seats["player_id"].to_list()
    assert '"id":"p2"' not in opened(page.read_text("utf-8"))


def test_columns_are_packed_and_come_back(con: DuckDBPyConnection) -> None:
    facts = pack_season(con, "2026")
    packed = facts.packed()
    assert (packed["hands"], packed["seats"]) == (len(facts.hands), len(facts.seats))
    assert {column["name"] for column in packed["columns"]} >= {
        name for name, field in FIELDS.items() if not field.of_seats
    }
    assert packed == pack_season(con, "2026").packed()  # the same bytes, so that a site's page stands
    assert int(facts.hands["seats"].sum()) == len(facts.seats)


def test_stretches_of_nights() -> None:
    falls = [0.0, 5.0, 2.0, 0.0, 7.0, 9.0, 1.0]
    nights = pl.DataFrame(
        {"night_no": range(1, 8), "drawdown_units": falls, "form_nights": [1, 2, 3, 3, 3, 3, 3],
         "streak": [1, -1, 1, 2, -1, -2, 1]}
    )  # fmt: skip
    assert deepest_drawdown(nights)["night_no"].to_list() == [5, 6]
    assert deepest_drawdown(nights.head(1)).is_empty()
    assert last_nights(nights)["night_no"].to_list() == [5, 6, 7]
    assert longest_streak(nights, ahead=True)["night_no"].to_list() == [3, 4]
    assert longest_streak(nights, ahead=False)["night_no"].to_list() == [5, 6]
    assert longest_streak(nights.head(1), ahead=False).is_empty()
    assert streak_at(nights, -1)["night_no"].to_list() == [7]
    assert night_range(3, 3) == "nightno=3"
    assert [(each.sign, each.values) for each in parse(night_range(3, 5))] == [(">=", ("3",)), ("<=", ("5",))]


@pytest.mark.parametrize("name", ["Bo", "Søren Bo", "O'Brien", "<b>", *HOSTILE])
def test_a_name_is_read_as_it_is_written(name: str) -> None:
    (condition,) = parse(hand_query(player=player_term({"player_id": "p9", "name": name})))
    assert condition.values == (("p9",) if re.search("[,'\"]", name) else (name,))
    assert quoted("a'b") == '"a\'b"'


def test_every_rate_has_its_hands_and_the_script_every_text() -> None:
    folder = Path(reports.__file__).parent / "assets" / "hands"
    assert {place.stem for place in folder.iterdir()} == set(SCRIPTS["hands"])
    script = "".join((folder / f"{name}.js").read_text("utf-8") for name in SCRIPTS["hands"])
    known = set(re.findall(r'"(\w+)"', script))
    assert set(TEXTS) | set(SENTENCES) <= known


def test_the_page_of_found_hands_is_danish_too(con: DuckDBPyConnection) -> None:
    from reports.search.columns import pack_hands

    found = find_hands(con, parse("game=harakiri"))
    with speaking("da"):
        html = render(hands_page(con, pack_hands(con, found), asked="game=harakiri"))
    assert "Hvilke hænder?" in html
    assert script_data_of(html, "hands-data")["asked"] == "game=harakiri"
    assert slug("2026") == "2026"
