"""`peder import csv`: old seasons with no hands come along, understood as people write them."""

from __future__ import annotations

import json
import random
import re
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from language import speaking
from peder import open_store
from pipeline.formats.csv.nights import running_totals
from pipeline.formats.csv.sheet import read_sheet
from pipeline.formats.csv.values import Amounts, Days
from pipeline.formats.files import FileError
from pipeline.formats.old_text import decode
from pipeline.night.service import NightService
from pipeline.store.people import Registry
from pipeline.store.store import Store
from tests.stores import only, peder

LONG = (
    "date,player,net\n2019-01-04,Anna,120.5\n2019-01-04,Bo,-120.5\n2019-02-01,Anna,-40\n2019-02-01,Carl,40\n"
)
WIDE = (
    "Dato;Anna;Bo;Carl;I alt;Noter\n4.1.2019;120,50;-120,50;;0;hos Bo\n1/2-19;(40);;40 kr.;;\n"
    "I alt;80,5;;;;\n"
)
DOWN = "Spiller;2019-01-04;2019-02-01;Sum\nAnna;120,50;-40;80,5\nBo;-120,50;;\nCarl;;40;40\nSum;0;0;0\n"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of marts only the one that `nets` asks."""
    monkeypatch.setattr("queries.warehouse.load_models", only("check_", "mart_player_nights"))


def nets(store: Path) -> list[tuple[object, ...]]:
    with open_store(store) as opened:
        return opened.sql(
            "select session_id, season, player_id, net_money from mart_player_nights order by all"
        ).rows()


@pytest.mark.parametrize("text", [LONG, WIDE, DOWN], ids=["long", "wide", "down"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "mac_roman", "cp850"])
def test_each_layout_comes_to_the_same_nights(tmp_path: Path, text: str, encoding: str) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_bytes(text.replace("\n", "\r\n").replace("Bo", "Bø").encode(encoding))
    result = peder(store, "import", "csv", file)
    assert result.exit_code == 0, result.output
    book = Store(store).read("bank").filter(kind="difference")
    assert book.select("session_id", "player_id", "money").rows() == [
        ("sheet-2019-01-04", "anna", Decimal("120.5")),
        ("sheet-2019-01-04", "bo", Decimal("-120.5")),
        ("sheet-2019-02-01", "anna", Decimal(-40)),
        ("sheet-2019-02-01", "carl", Decimal(40)),
    ]
    assert set(Store(store).read("sessions")["season"]) == {"2019"}


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850"])
@pytest.mark.parametrize(
    "names",
    ["Søren Pål", "Åse", "ÅSE SØREN", "Jörg Käthe", "André Hélène", "José Martín", "Mårten", "Mads-Ærø Köb"],
)
def test_a_sheet_from_before_unicode_is_read_by_its_words(tmp_path: Path, encoding: str, names: str) -> None:
    file = tmp_path / "old.csv"
    rows = [f"2024-01-05,{name},0" for name in names.split()]
    file.write_bytes("\r".join(["date,player,net", *rows]).encode(encoding))
    assert [result.name for result in read_sheet(file).results] == names.split()


@pytest.mark.parametrize(
    "text", ["Bo\u2019s place", "O\u2019Brien", "€ 20", "–120 €", "Anna – Bo", "12½", "“Bo”", "Gísli Þóra"]
)
def test_what_windows_saves_stays_as_it_is(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("Tomaš".encode("cp1252"), "'Tomaš' may be 'Tomaö'. Save the sheet again, as CSV UTF-8."),
        ("Kræn".encode("cp850"), "'Krën' may be 'Kræn'. Save the sheet again, as CSV UTF-8."),
        (
            "Anna".encode("utf-16-le") + b"\xf8\0",
            "isn't text that can be read: save the sheet again, as CSV UTF-8.",
        ),
    ],
)
def test_a_sheet_whose_letters_may_be_others_is_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    file = tmp_path / "old.csv"
    file.write_bytes(data)
    with pytest.raises(FileError, match=re.escape(sentence)):
        read_sheet(file)


def test_the_season_has_standings_a_settlement_a_page_and_no_faults(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text(LONG)
    assert peder(store, "import", "csv", file, "--season", "old").exit_code == 0
    with open_store(store) as opened:
        standings = opened.sql("select player_id, nights, hands, net_money from mart_standings order by rank")
    assert standings.rows() == [
        ("anna", 2, 0, Decimal("80.5")), ("carl", 1, 0, Decimal(40)), ("bo", 1, 0, Decimal("-120.5")),
    ]  # fmt: skip
    settled = json.loads(peder(store, "settle", "--season", "old", "--json").stdout)
    assert "80.5" in json.dumps(settled)
    page = tmp_path / "season.html"
    assert peder(store, "report", "season", "old", "--out", page).exit_code == 0
    assert "Carl" in page.read_text()
    night = tmp_path / "n.html"
    assert peder(store, "report", "night", "sheet-2019-01-04", "--out", night).exit_code == 0
    assert peder(store, "check").exit_code == 0
    told = [page.read_text(), night.read_text(), peder(store, "settle", "--season", "old", "--text").stdout]
    told.append(peder(store, "report", "night", "sheet-2019-01-04", "--text").stdout)
    assert "Chips of different value are added up here" not in told[0]
    for text in told:  # the file names no currency
        assert "120.50" in text
        assert not re.search(r"\bDKK\b|[\d\s]kr\b", re.sub("<script.*?</script>", "", text, flags=re.S))


def test_a_preview_tells_how_the_columns_are_understood_and_writes_nothing(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text(WIDE)
    result = peder(store, "import", "csv", file, "--preview")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == (
        "old.csv: 2 nights, 2019-01-04 to 2019-02-01: a row a night, a column a player.\n"
        "old.csv: days are written with the day first, such as '1/2-19' for 2019-02-01: --month-first reads 2019-01-02.\n"
        "old.csv: amounts are money, with a decimal comma.\n"
        "old.csv: left out: the columns 'I alt', 'Noter'.\n"
        "old.csv: left out: 1 row without a day or a player, or with sums.\n"
        "old.csv: Anna: new.\nold.csv: Bo: new.\nold.csv: Carl: new.\n"
        "old.csv: the amounts are in DKK: --currency DKK would keep that.\n"
    )
    assert not store.exists()


def test_a_longer_sheet_adds_its_new_nights_for_the_same_players(few: None, tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text(LONG)
    assert peder(store, "import", "csv", file).exit_code == 0
    assert peder(store, "players", "rename", "Bo", "Bodil").exit_code == 0
    file.write_text(LONG + "2019-03-01,BO,5\n2019-03-01,anna,-5\n")
    result = peder(store, "import", "csv", file, "--json")
    assert [row["result"] for row in json.loads(result.stdout)] == [
        "there already",
        "there already",
        "imported",
    ]
    assert nets(store)[-2:] == [
        ("sheet-2019-03-01", "2019", "anna", Decimal(-5)),
        ("sheet-2019-03-01", "2019", "bo", Decimal(5)),
    ]
    file.write_text(LONG.replace("120.5", "100"))
    assert "with other hands or settings" in peder(store, "import", "csv", file).stderr
    assert peder(store, "import", "csv", file, "--replace").exit_code == 0
    assert nets(store)[0][-1] == 100


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("a,b,c\n1,2,3\n", "has no column that is a date"),
        ("date,player,net\n", "holds no result"),
        ("date,Anna,Bo\n", "holds no result"),
        ("date,Anna,Bo\nTotal,3,-3\n", "holds no result"),
        ("date,player,net\n2019-01-04,Anna,5\n", "adds up to 5 and not to 0"),
        ("date,player,net\nyesterday,Anna,5\n", "line 2: 'yesterday' isn't a day"),
        ("date,player,net\n2019-02-30,Anna,5\n", "line 2: '2019-02-30' isn't a day"),
        ("date,player,net\n2019-01-04,Anna,many\n", "line 2: 'many' isn't an amount"),
        ("date,player,net\n2019-01-04,Anna,1.005\n", "line 2: '1.005' isn't an amount"),
        ("date,player,net\n2019-01-04,Anna,NaN\n", "line 2: 'NaN' isn't an amount"),
        (f"date,player,net\n2019-01-04,Anna,{'9' * 10000}\n", "isn't an amount"),
        (f"date,player,net\n2019-01-04,{'A' * 10000},5\n", "isn't a player's name"),
        ("date,player,net\n2019-01-04,123,5\n", "line 2: '123' isn't a player's name"),
        ("date,player,net\n2019-01-04,Anna,5,6\n", "line 2 has more cells"),
        ('date,player,net\n2019-01-04,"Anna,5\n', "is cut off or damaged"),
        ("date,player,net,season\n2019-01-04,A,5,x\n2019-01-04,B,-5,y\n", "belongs to several seasons: x, y"),
    ],
)
def test_a_bad_sheet_is_one_sentence_and_leaves_nothing(tmp_path: Path, text: str, sentence: str) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text(text)
    result = peder(store, "import", "csv", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert sentence in result.stderr.splitlines()[-1]
    assert not store.exists()


def test_a_difference_of_a_night_goes_to_the_named_player(few: None, tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text("date,player,net\n2019-01-04,Anna,5\n2019-01-04,Bo,-7\n")
    assert peder(store, "import", "csv", file, "--rest", "Kassen").exit_code == 0
    assert [row[2:] for row in nets(store)] == [("anna", 5), ("bo", -7), ("kassen", 2)]


# --- cells


@given(
    st.dates(date(1990, 1, 1), date(2090, 1, 1)),
    st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%d/%m-%Y", "%d-%m-%y"]),
)
def test_days_as_people_write_them(day: date, how: str) -> None:
    if day.year >= 2000 or "%y" not in how:
        assert Days().read(day.strftime(how)) == day


def test_a_column_shows_whether_the_day_comes_first() -> None:
    assert Days.of(["1/2/2019", "1/13/2019"]).read("1/2/2019") == date(2019, 1, 2)
    assert Days.of(["1/2/2019", "13/1/2019"]).read("1/2/2019") == date(2019, 2, 1)
    assert Days().read("43500") == date(1899, 12, 30) + timedelta(days=43500)
    assert Days().read("fre. 4.1.2019") == date(2019, 1, 4)


def test_days_that_either_may_come_first_in_are_in_order() -> None:
    american = ["1/3/2025", "2/7/2025", "3/7/2025", "4/4/2025"]
    for texts in (american, american[::-1], [*american, "", "4/5/2025"]):
        assert Days.of(texts).read("2/7/2025") == date(2025, 2, 7)
    for texts in (["3/1/2025", "7/2/2025", "7/3/2025"], ["5/1/2025", "4/2/2025", "6/1/2025"]):
        assert Days.of(texts).read("2/7/2025") == date(2025, 7, 2)


@pytest.mark.parametrize(
    "text",
    [
        "24. dec 2025", "24. december 2025", "24-Dec-25", "24 Dec 2025", "Dec 24, 2025", "December 24th, 2025", "24dec2025",
        "Wed, Dec 24, 2025", "onsdag d. 24. december 2025", "ons. 24/12-25", "24. Dezember 2025", "20251224", "24.12.25 kl. 20",
        "24/12/2025 7:30 PM", "24.12.2025 19.30", "46015", "2025-12-24T19:30:00Z", "24.12.2025 um 20:00", "24/12 2025",
    ],
)  # fmt: skip
def test_a_day_in_many_shapes(text: str) -> None:
    assert Days().read(text) == date(2025, 12, 24)


@pytest.mark.parametrize(
    "text", ["24. dec", "24/12", "dec 2025", "24. xyz 2025", "31. feb 2025", "2025", "May"]
)
def test_no_day(text: str) -> None:
    assert Days().read(text) is None


def test_a_title_may_stand_above_the_columns(tmp_path: Path) -> None:
    text = "\ufeffPoker 2025;;\n;;\nDato;Anna;Bo\n24. dec 2025;1.250,50 kr.;-1.250,50 kr.\nI alt;1.250,50;-1.250,50\n"
    assert differences(tmp_path, text) == {"Anna": Decimal("1250.5"), "Bo": Decimal("-1250.5")}
    file = tmp_path / "other.csv"
    file.write_text("Table 1\n\ndate,Anna,Bo\n24/12,50,-50\n")
    said = peder(tmp_path / "other", "import", "csv", file).stderr
    assert "line 4: '24/12' has no year" in said
    file.write_bytes("date,Åse,Bo\n2025-12-24,50,-50\n".encode("mac_roman"))
    assert "Åse: new." in peder(tmp_path / "other", "import", "csv", file).stderr


WAYS = {
    "plain": lambda amount: f"{amount:.2f}",
    "danish": lambda amount: f"{amount:,.2f}".translate(str.maketrans(",.", ".,")) + " kr.",
    "american": lambda amount: f"${amount:,.2f}" if amount >= 0 else f"({-amount:,.2f})",
    "spaced": lambda amount: f"{amount:,.2f}".replace(",", "\u00a0").replace("-", "\u2212").replace(".", ","),
    "behind": lambda amount: f"{abs(amount):.2f}{'-' * (amount < 0)}",
}


@given(st.decimals(-(10**9), 10**9, places=2), st.sampled_from(sorted(WAYS)))
def test_amounts_as_people_write_them(amount: Decimal, way: str) -> None:
    text = WAYS[way](amount)
    assert Amounts.of([text]).read(text) == amount


@given(st.text(max_size=30), st.text(max_size=30))
def test_a_cell_holds_a_sound_value_or_none(one: str, other: str) -> None:
    amount = Amounts.of([one]).read(other)
    assert amount is None or amount.is_finite()
    Days.of([one]).read(other)


def test_sessions_of_a_file_are_written_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, file = tmp_path / "store", tmp_path / "old.csv"
    file.write_text(LONG)
    write = __import__("pipeline.store.writer", fromlist=["SessionWriter"]).SessionWriter
    calls = []

    def fail_second(self: object, rows: object) -> None:
        calls.append(rows)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(write, "write_bank", fail_second)
    assert peder(store, "import", "csv", file).exit_code == 1
    assert Store(store).session_ids() == []


# --- what sheets of other groups have


def differences(tmp_path: Path, text: str) -> dict[str, Decimal]:
    """What each player won in all, by name, after an import of a sheet."""
    store, file = tmp_path / "store", tmp_path / "sheet.csv"
    file.write_text(text)
    result = peder(store, "import", "csv", file)
    assert result.exit_code == 0, result.output
    names = {row["player_id"]: row["name"] for row in Store(store).read("players").iter_rows(named=True)}
    won: dict[str, Decimal] = {}
    for row in Store(store).read("bank").filter(kind="difference").iter_rows(named=True):
        won[names[row["player_id"]]] = won.get(names[row["player_id"]], Decimal(0)) + row["money"]
    return won


@pytest.mark.danish
@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("dato;Anna;Bo\n2024-01-05;1.500;-1.500\n2024-01-12;-2.250;2.250\n", {"Anna": -750, "Bo": 750}),
        ("dato;Anna;Bo\n2024-01-05;1.500;-1.500\n2024-01-12;-2,5;2,5\n", {"Anna": "1497.5", "Bo": "-1497.5"}),
        ('date,Anna,Bo\n2024-01-05,"1,500","-$1,500"\n', {"Anna": 1500, "Bo": -1500}),
        ("date\tAnna\tBo\n2024-01-05\t1 500 kr\t-1 500 kr\n", {"Anna": 1500, "Bo": -1500}),
        ("date,Anna,Bo\n2024-01-05,$0.25,($0.25)\n", {"Anna": "0.25", "Bo": "-0.25"}),
        ("date,Anna,Bo\n2024-01-05,0.25 USD,-25c USD\n", {"Anna": "0.25", "Bo": "-0.25"}),
        ("dato;Anna;Bo\n2024-01-05;20 kr 50 øre;-20,5\n", None),
        ("dato;Anna;Bo\n2024-01-05;25 øre;-0,25 kr\n", {"Anna": "0.25", "Bo": "-0.25"}),
        ("dato;Anna;Bo\n2024-01-05;kr. 1.500,-;-kr.1.500,-\n", {"Anna": 1500, "Bo": -1500}),
        ("dato;Anna;Bo\n2024-01-05;kr.50;Kr. -50\n", {"Anna": 50, "Bo": -50}),
        ("sep=\t\ndate\tAnna\tBo\n2024-01-05\t5\t-5\n", {"Anna": 5, "Bo": -5}),
        ("sep=;\ndate;player;net\n2024-01-05;Anna;50\n2024-01-05;Bo;-50\n", {"Anna": 50, "Bo": -50}),
        ("Datum;Spieler;Gewinn/Verlust\n5.1.2024;Anna;50\n5.1.2024;Bo;-50\nSumme;;0\n", {"Anna": 50, "Bo": -50}),
        ("date,player,buy-in,cash-out\n2025-05-01,Anna,100,180\n2025-05-01,Bo,100,20\n", {"Anna": 80, "Bo": -80}),
        (
            "Dato;Navn;Indkøb;Rebuy;Udbetalt;Resultat\n1/5-25;Anna;100;;180;80\n1/5-25;Bo;50;50;20;-80\n1/5-25;Carl;;;;0\n",
            {"Anna": 80, "Bo": -80, "Carl": 0},
        ),
        (
            "Spiller;5.1.2024;I alt;Gennemsnit\nAnna;50;50;50\nBo;-50;-50;-50\nGennemsnit;0;0;0\nDiff.;0;;\n",
            {"Anna": 50, "Bo": -50},
        ),
        ("Date;Joueur;Cave;Recave;Sortie\n05/01/2024;Anna;50,00;;1 080,50\n05/01/2024;Bo;50,00;1 000,50;20,00\nTotal;;1 100,50;;1 100,50\n", {"Anna": "1030.5", "Bo": "-1030.5"}),
        ("Date;Anna;Bo;Total\n13/01/2024;1 250,50;-1 250,50;0\nMoyenne;1 250,50;-1 250,50;0\nÉcart type;0;0;0\n", {"Anna": "1250.5", "Bo": "-1250.5"}),
        ("Soirée;Pseudo;Gain\n13/01/2024;Anna;12,5\n13/01/2024;Bo;-12,5\n", {"Anna": "12.5", "Bo": "-12.5"}),
        ("date,Anna,Bo,Average per player\n2024-01-05,5,-5,0\nAverage,5,-5,0\n", {"Anna": 5, "Bo": -5}),
        ("date,José,Jose,Bo,Bo!\n2024-01-05,5,-3,1,-3\n", {"José": 5, "Jose": -3, "Bo": 1, "Bo!": -3}),
        ("date,player,net\n2024-01-05,Anna,5\n,Bo,-5\n,Total,0\n2024-01-12,Anna,-3\n,Carl,3\n", {"Anna": 2, "Bo": -5, "Carl": 3}),
        ("player,date,net\nAnna,2024-01-05,5\n,2024-01-12,-3\nBo,2024-01-05,-5\nCarl,2024-01-12,3\n", {"Anna": 2, "Bo": -5, "Carl": 3}),
        ("dato;Anna;Bo;ROI;Vundet %\n2024-01-05;5;-5;12%;#DIV/0!\nI alt;#REF!;-5;;\n", {"Anna": 5, "Bo": -5}),
        ("date,Anna,Bo,Carl\n2024-01-05, $ (50.00), $ 50.00 , $ -   \n", {"Anna": -50, "Bo": 50}),
        ("date,player,stint,net\n2024-01-05,Anna,1,7\n2024-01-05,Anna,2,-2\n2024-01-05,Bo,1,-5\n", {"Anna": 5, "Bo": -5}),
        ("dato;runde;Anna;Bo\n2024-01-05;1;7;-7\n2024-01-05;2;-2;2\n", {"Anna": 5, "Bo": -5}),
        (",Anna,Bo\n5. jan 2026,kr 50,kr -50\n12. jan 2026,-20,20\nI alt,30,-30\n", {"Anna": 30, "Bo": -30}),
        ("Spiller;5.1.2024;12.1.2024;Gns.\nAnna;50;-4;23\nBo;-50;4;-23\nGns.;0;0;0\nMittel;0;0;0\n", {"Anna": 46, "Bo": -46}),
        ("date;Anna;Bo\n2024-01-05;5.000000;-5.000000\n2024-01-12;-1234.125000;1234.125000\n", None),
        ("date;Anna;Bo\n2024-01-05;5.000000;-5.000000\n2024-01-12;-1234.120000;1234.120000\n", {"Anna": "-1229.12", "Bo": "1229.12"}),
        ("date,Mr 🍇,Mr 🍕\n2024-01-05,5,-5\n", {"Mr 🍇": 5, "Mr 🍕": -5}),
        ("date,player,net\n2024-01-05,Anna,5\n2024-01-05,Bo,-5\n2024-01-06,ANNA,1\n2024-01-06,bo,-1\n", {"Anna": 6, "Bo": -6}),
    ],
)  # fmt: skip
def test_sheets_as_groups_keep_them(tmp_path: Path, text: str, won: dict[str, str | int] | None) -> None:
    if won is None:
        file = tmp_path / "sheet.csv"
        file.write_text(text)
        assert peder(tmp_path / "store", "import", "csv", file).exit_code == 1
    else:
        assert differences(tmp_path, text) == {name: Decimal(net) for name, net in won.items()}


BUY_INS = "date,player,buy-in,cash-out\n2024-01-05,Anna,100,{}\n2024-01-05,Bo,100,50\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BUY_INS.format("") + "2024-01-05,Anna,100,\n2024-01-05,Anna,,250\n", "Anna's of 2024-01-05 on lines 2, 4 and 5"),
        (BUY_INS.format("0") + "2024-01-05,Anna,100,250\n", "Anna's of 2024-01-05 on lines 2 and 4"),
    ],
)  # fmt: skip
def test_buy_ins_in_rows_of_their_own_are_added_up_and_that_is_said(
    tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text)
    assert said in peder(tmp_path / "preview", "import", "csv", file, "--preview").stderr
    assert differences(tmp_path, text) == {"Anna": 50, "Bo": -50}


def test_running_totals_are_remarked_on_and_nights_are_not(tmp_path: Path) -> None:
    file, seed = tmp_path / "sheet.csv", random.Random(45)
    registry = Registry.of(Store(tmp_path / "store"))

    def remarks(nights: list[list[int]]) -> list[str]:
        rows = [
            f"{date(2024, 1, 5) + timedelta(7 * n)},{','.join(map(str, row))}" for n, row in enumerate(nights)
        ]
        file.write_text("\n".join(["date,Anna,Bo,Carl,Dorte", *rows]))
        return list(running_totals(read_sheet(file), registry))

    unlike = 0
    for _ in range(60):
        nights = []
        for _ in range(20):
            # Dorte usually wins, and now and then a player is away
            nets = [seed.choice((0, 1)) * round(seed.gauss(-40, 100)) for _ in range(3)]
            nights.append([*nets, -sum(nets)])
        totals = [list(row) for row in zip(*map(accumulate, zip(*nights, strict=True)), strict=True)]
        assert not remarks(nights)
        assert not remarks(totals[:7])
        unlike += not remarks(totals)
    assert unlike < 6
    assert "look like running totals" in peder(tmp_path / "store", "import", "csv", file, "--preview").stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LONG + LONG.partition("\n")[2], "line 6: Anna has a result of 2019-01-04 already, 120.5 on line 2"),
        (LONG + "2019-01-04,ANNA,3\n2019-01-04,Carl,-3\n", "line 6: ANNA has a result of 2019-01-04 already"),
        (BUY_INS.format(150) + "2024-01-05,Anna,100,150\n2024-01-05,Bo,100,50\n", "line 4: Anna has a result"),
        (BUY_INS.format("") + 2 * "2024-01-05,Anna,100,\n", "adds up to -350 and not"),
        (
            BUY_INS.partition("\n")[0] + 2 * "\n5.1.2024,Anna,100,\n5.1.2024,Bo,100,\n5.1.2024,Anna,,150\n5.1.2024,Bo,,50",
            "line 9: every row of the night of 2024-01-05 is there twice",
        ),
        ("dato;Anna;Bo\n2019-01-04;5;-5\n4.1.2019;5;-5\n", "line 3: Anna has a result of 2019-01-04 already"),
        ("Spiller;2019-01-04;4.1.2019\nAnna;5;5\nBo;-5;-5\n", "line 2: Anna has a result of 2019-01-04 already"),
    ],
)  # fmt: skip
def test_what_would_count_twice_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text)
    result = peder(tmp_path / "store", "import", "csv", file)
    assert (result.exit_code, (tmp_path / "store").exists()) == (1, False)
    assert sentence in result.stderr


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("Spiller;2019-01-04;2019-01-11\nAnna;5;-3\nBo;-5;3\nMax;5;3\nMin;-5;-3\n", {"Anna": 2, "Bo": -2}),
        ("Spiller;2019-01-04\nAnna;50\nBo;-100\nMax;50\n", {"Anna": 50, "Bo": -100, "Max": 50}),
        ("Spiller;2019-01-04\nAnna;50\nBo;-100\nMax;50\nMaks.;50\n", {"Anna": 50, "Bo": -100, "Max": 50}),
        ("Spiller;2019-01-04\nAnna;50\nBo;-100\nMax;50\nMax;50\n", {"Anna": 50, "Bo": -100, "Max": 50}),
        ("Spiller;2019-01-04\nAnna;5\nBo;-10\nMax Sørensen;5\n", {"Anna": 5, "Bo": -10, "Max Sørensen": 5}),
        (
            "Dato;Anna;Bo;Max;Min\n2019-01-04;5;-5;5;-5\n2019-01-11;;;;\nMax;5;-5;5;-5\n",
            {"Anna": 5, "Bo": -5},
        ),
        ("Dato;Anna;Bo;Max\n2019-01-04;5;-7;2\nMax;5;-7;2\nMin;5;-7;2\n", {"Anna": 5, "Bo": -7, "Max": 2}),
        ("date,player,net\n2019-01-04,Anna,5\n2019-01-04,Max,-5\n,Max,5\nMin,,-5\n", {"Anna": 5, "Max": -5}),
    ],
)
def test_max_is_a_player_unless_it_is_the_highest_of_all(
    tmp_path: Path, text: str, won: dict[str, int]
) -> None:
    assert differences(tmp_path, text) == won
    (tmp_path / "sheet.csv").write_text(text)
    said = peder(tmp_path / "preview", "import", "csv", tmp_path / "sheet.csv", "--preview").stderr
    assert ("Max: new" in said) is ("Max" in won)
    assert ("'Max', whose amounts are statistics" in said) is (
        "\nMax;5;3\n" in text or "\nMax;50\nMax" in text
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "dato;Anna;Bo\n2024-01-05;12,345;-12,345\n",
            "line 2: '12,345' isn't an amount that can be read in one way",
        ),
        (
            "date,Anna,Bo\n2024-01-05,1.500,-1.500\n",
            "line 2: '1.500' isn't an amount that can be read in one way",
        ),
        (
            "dato;Anna;Bo\n2024-01-05;1.500;-1500,5\n2024-01-06;1.5;-1.5\n",
            "line 2: '1.500' isn't an amount that can",
        ),
        ("date,Bo,bo\n2024-01-05,5,-5\n", "'Bo' and 'bo', which are one player"),
        ("player,2024-01-05\nBo,5\nAnna,-10\nBo,5\n", "'Bo' and 'Bo', which are one player"),
        (
            "date,Anna,Bo\n2024-01-05,5,-5\n2024-01-06,5 kr,-5 kr\n2024-01-07,5 EUR,-5 EUR\n",
            "line 3 is in kr and sheet.csv, line 4 in EUR",
        ),
        (
            "date,whom,result so far\n2024-01-05,Anna,5\n2024-01-05,Bo,-5\n",
            "the column 'whom' has no amounts",
        ),
        ("date,Anna,Bo\n2024-01-05,5,-5\nTotal,5,-5\nSeason 2025,,\ndate,Bo,Anna\n2025-01-05,5,-5\n", "line 5: the columns are named again"),
        ("Spiller;05-01-2024\nAnna;5\nBo;-5\nSpiller;05-01-2025\nAnna;5\nBo;-5\n", "line 4: the columns are named again"),
        ("date,Anna,,Bo,\n,In,Out,In,Out\n2024-01-05,100,180,100,20\n", "line 2: buy-ins and cash-outs stand side by side"),
        ("date,player,buy-in\n2024-01-05,Anna,5\n", "has no column that is a result"),
        ("date,player,net\n2024-01-05,Anna,5\n2024-01-05,Bo,-3\n,Carl,-2\n", "line 4: there is no day"),
        ("date,player,net\n2024-01-05,Anna,5\n,Bo,-5\n\n,Carl,0\n", "line 5: there is no day"),
        ("date,player,net\n2024-01-05,Anna,5\n,Bo,-5\n,Total,0\n,Carl,0\n", "line 5: there is no day"),
        ("date,player,net\n2024-01-05,Anna,5\n2024-01-05,,-5\n", "line 3: there is no player"),
        ("date,player,net\n2024-01-05,Anna,5%\n", "line 2: '5%' isn't an amount"),
        ("date,Anna,Bo\n2024-01-05,5,#REF!\n", "line 2: '#REF!' in the column Bo is an error"),
        ("date;Anna;Bo\n2024-01-05;#I/T;#DIVISION/0!\n", "line 2: '#I/T' in the column Anna is an error"),
        ("player,2024-01-05,#REF!\nAnna,5,1\nBo,-5,-1\n", "line 1: '#REF!' in the column 3 is an error"),
        ("date,player,stint,net\n2024-01-05,Anna,1,7\n2024-01-05,Anna,1,-2\n2024-01-05,Bo,1,-5\n", "in a column called stint"),
        (
            "date,player,buy-in,cash-out,net\n2024-01-05,Anna,100,180,70\n",
            "line 2: '70' isn't the cash-out less the buy-in, 80",
        ),
        (BUY_INS.format(-150), "line 2: '-150' in the column 'cash-out' is negative"),
        (BUY_INS.format(150).replace("Bo,100", "Bo,-100"), "line 3: '-100' in the column 'buy-in' is negative"),
        ("date,Anna,Bo\n2024-01-05,1.2000,-1.2000\n", "line 2: '1.2000' isn't an amount"),
    ],
)  # fmt: skip
def test_a_sheet_that_can_be_read_in_two_ways_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text)
    result = peder(tmp_path / "store", "import", "csv", file)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert not (tmp_path / "store").exists()


def test_a_currency_is_named_by_its_letters_its_sign_or_its_word(tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text("date,Anna,Bo\n2024-01-05,5,-5\n")
    for number, (named, stored) in enumerate([("kr", "DKK"), ("dkk", "DKK"), ("€", "EUR"), ("huf", "HUF")]):
        store = tmp_path / str(number)
        assert peder(store, "import", "csv", file, "--currency", named).exit_code == 0
        assert set(Store(store).read("sessions")["currency"]) == {stored}
    for named in ("", "XX", "krooner"):
        result = peder(tmp_path / "store", "import", "csv", file, "--currency", named)
        assert (result.exit_code, "isn't a currency" in result.stderr) == (1, True)
    file.write_text("date,Anna,Bo\n2024-01-05,€5,-€5\n")
    result = peder(tmp_path / "store", "import", "csv", file, "--currency", "DKK")
    assert (result.exit_code, "amounts in EUR, and --currency says DKK" in result.stderr) == (1, True)
    assert "--currency EUR would keep that" in peder(tmp_path / "store", "import", "csv", file).stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Date,Anna,Bo\n13/5/2026,5,-5\n", "days are written with the day first"),
        ("Date,Anna,Bo\n5/5/2026,5,-5\n", "days are written with the day first, where"),
        ("Date,Anna,Bo\n1-5-2026,5,-5\n", "'1-5-2026' for 2026-05-01: --month-first reads 2026-01-05."),
        ("Date;Anna;Bo\n1/5/2026;5;-5\n", "'1/5/2026' for 2026-05-01: --month-first reads 2026-01-05."),
        ("Date,Anna,Bo\n1-5-2026,5,-5\n13-5-2026,5,-5\n", "days are written with the day first, where"),
        ("date,Anna,Bo,\n2026-01-05,5,-5,7\n", "left out: the column 4, which has no name"),
    ],
)
def test_what_a_sheet_leaves_open_is_remarked_on(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text)
    assert said in peder(tmp_path / "store", "import", "csv", file, "--preview").output.replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("Date,Anna,Bo\n1/5/2026,$5,-$5\n1/12/2026,$5,-$5\n", None),
        ("Date,Anna,Bo\n1/5/2026,$5,-$5\n", None),
        ("Dato,Anna,Bo\n1/5/2026,5,-5\n", None),  # as a Dane's sheet in American settings may be
        ("Date,Anna,Bo\n4/3/2026 7:30 PM,5,-5\n4/4/2026 7:00 PM,1,-1\n", None),
        ("Player,1/5/2026,1/12/2026\nAnna,5,1\nBo,-5,-1\n", None),
        ("Date,Player,Net\n1/5/2026,Anna,5\n1/5/2026,Bo,-5\n1/12/2026,Anna,1\n1/12/2026,Bo,-1\n", None),
        ("Date,Anna,Bo\n1/5/2026,5,-5\n1/12/2026,5,-5\n2/9/2026,5,-5\n", ["2026-01-05", "2026-01-12", "2026-02-09"]),
        ("Date,Anna,Bo\n5/1/2026,5,-5\n12/1/2026,5,-5\n9/2/2026,5,-5\n", ["2026-01-05", "2026-01-12", "2026-02-09"]),
        ("Date,Anna,Bo\n2026-01-05,5,-5\n2/1/2026,5,-5\n2/8/2026,5,-5\n2/9/2026,5,-5\n",
         ["2026-01-05", "2026-02-01", "2026-02-08", "2026-02-09"]),
        ("Date;Anna;Bo\n1/5/2026;5;-5\n", ["2026-05-01"]),
        ('Date,Anna,Bo\n1/5/2026,"5,50","-5,50"\n', ["2026-05-01"]),
        ("Date,Anna,Bo\n1.5.2026,5,-5\n", ["2026-05-01"]),
        ("Date,Anna,Bo\n1/5-26,5,-5\n", ["2026-05-01"]),
        ("Date,Anna,Bo\n5/5/2026,5,-5\n", ["2026-05-05"]),
        ("Player,1/13/2026,1/20/2026\nAnna,5,1\nBo,-5,-1\n", ["2026-01-13", "2026-01-20"]),
        (",Anna,Bo\n1/13/2026,5,-5\n1/20/2026,5,-5\n1/27/2026,5,-5\n", ["2026-01-13", "2026-01-20", "2026-01-27"]),
    ],
)  # fmt: skip
def test_no_night_is_put_under_a_month_that_may_be_another(
    tmp_path: Path, text: str, nights: list[str] | None
) -> None:
    store, file = tmp_path / "store", tmp_path / "sheet.csv"
    file.write_text(text)
    result = peder(store, "import", "csv", file, "--json")
    if nights is None:
        assert result.exit_code == 1
        assert "and no other day of the sheet tells which" in result.stderr
        assert not store.exists()
        for number, option in enumerate(("--month-first", "--day-first")):
            other = tmp_path / option
            assert peder(other, "import", "csv", file, option).exit_code == 0
            first = min(Store(other).read("sessions")["started_at"])
            assert (first.month, first.day)[number] in (1, 4)
        return
    assert sorted(f"{at:%Y-%m-%d}" for at in Store(store).read("sessions")["started_at"]) == nights


def test_a_column_of_the_house_is_said_to_be_a_player(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "sheet.csv"
    file.write_text("date,Anna,Bo,Rake\n2024-01-05,5,-7,2\n")
    said = peder(store, "import", "csv", file, "--preview").stderr
    assert (
        "Rake: new, and a player; if it is what the house took, call that column note, and say with --rest"
        in said
    )
    assert said.count("--rest") == 1
    file.write_text("date,Anna,Bo,note\n2024-01-05,5,-7,2\n")
    assert peder(store, "import", "csv", file, "--rest", "Anna").exit_code == 0
    assert set(Store(store).read("players")["player_id"]) == {"anna", "bo"}


def test_names_that_look_alike_are_remarked_on(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "sheet.csv"
    file.write_text("date,Anna,Bo\n2024-01-05,5,-5\n")
    assert peder(store, "import", "csv", file).exit_code == 0
    file.write_text("date,\u0410nna,Bo!\n2024-01-06,5,-5\n")
    said = peder(store, "import", "csv", file, "--merge").stderr
    assert "sheet.csv: Bo!: new, and not Bo (bo)." in said
    assert "\u0410nna (\u0430nna) and Anna (anna) are two players" in said
    assert "If they are one: `peder players merge bo-2 bo`." in said
    assert Store(store).read("players")["merged_into"].null_count() == 4


def test_a_night_that_the_store_has_by_its_results_is_pointed_out(tmp_path: Path) -> None:
    store, file = tmp_path / "store", tmp_path / "sheet.csv"
    with NightService(store, "2024-01-13") as service:
        for line in (
            "players Anna, Bo, Carl",
            "banker a",
            "chip 1 kr",
            "loan 100",
            "date 2024-01-13",
            "7s 10 +a",
            "end",
        ):
            assert service.enter(line).status == "kept"
    file.write_text("date,Anna,Bo,Carl\n2024-01-13,20,-10,-10\n2024-01-20,20,-10,-10\n")
    result = peder(store, "import", "csv", file)
    assert "sheet-2024-01-13 and 2024-01-13 are of one day and have the same results" in result.stderr
    assert "2024-01-20 and" not in result.stderr
    peder(store, "nights", "delete", "sheet-2024-01-13")
    file.write_text("date,Anna,Bo,Carl\n2024-01-13,20,-11,-9\n")
    assert "same results" not in peder(store, "import", "csv", file).stderr
    with speaking("da"):
        file.write_text("date,Anna,Bo,Carl\n2024-01-13,20,-10,-10\n")
        assert "samme resultater" in peder(store, "import", "csv", file, "--session", "b").stderr
