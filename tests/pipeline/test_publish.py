"""A site for a web server: what stands in it, and what doesn't."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.store.initials import has_name, initials
from tests.reports.page_scripts import opened
from tests.stores import files, peder

NIGHT = """\
players Rosamunde Berg, Ottokar, Thusnelda, Rasputin
banker o
chip 25 øre
loan 20p
place hos Ottokar
; Thusneldas birthday
7s 14 t3 +r full house ; Rasputin laughed
!error t got one card too few
. 11 +o
expense o 30 kr pizza for Rasputin
buy t 1p cash
7s x y
"""
NAMES = ("rosamunde", "ottokar", "thusnelda", "rasputin")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("published")
    (work / "night.txt").write_text(NIGHT, encoding="utf-8")
    peder(
        work / "store",
        "log",
        "2026-03-14",
        "--season",
        "2026",
        "--keep-going",
        "--from",
        work / "night.txt",
        code=1,  # a line is a draft
    )
    peder(work / "store", "players", "pay", "ottokar", "MobilePay 12 34 56 78", code=0)
    peder(work / "store", "players", "alias", "rasputin", "Grigori", code=0)
    peder(work / "store", "players", "hide", "thusnelda", code=0)
    return work / "store"


def publish(store: Path, folder: Path, *more: str) -> tuple[str, dict[str, str]]:
    """What the command says, and the pages."""
    said = peder(store, "report", "--all", "--publish", folder, *more, code=0).output
    return said, {place.name: opened(place.read_text("utf-8")) for place in folder.glob("*.html")}


@pytest.fixture(scope="module")
def published(store: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dict[str, str]]:
    """A folder with a public site, what the command said, and the pages; not to be changed."""
    folder = tmp_path_factory.mktemp("site")
    return folder, *publish(store, folder)


@pytest.fixture
def site(published: tuple[Path, str, dict[str, str]], tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(published[0], tmp_path / "site")


def test_a_public_site_says_whose_names_stand_in_it_and_nothing_on_payments(
    published: tuple[Path, str, dict[str, str]],
) -> None:
    folder, said, pages = published
    assert "the names Ottokar, Rasputin, Rosamunde Berg." in said
    assert (folder / "robots.txt").read_text("utf-8") == "User-agent: *\nDisallow: /\n"
    for name, page in pages.items():
        assert '<meta name="robots" content="noindex, nofollow">' in page, name
        for text in ("Who pays whom", "MobilePay", "12 34 56 78", "The bank lends", "pizza", 'id="bank"'):
            assert text not in page, (name, text)
    assert "Rasputin" in pages["night-2026-03-14.html"]


def test_payments_are_there_when_asked_for(store: Path, tmp_path: Path) -> None:
    said, pages = publish(store, tmp_path, "--payments")
    assert "who owes whom" in said
    assert "MobilePay 12 34 56 78" in pages["night-2026-03-14.html"]
    assert "Who pays whom" in pages["index.html"]
    again, pages = publish(store, tmp_path)
    assert "MobilePay" not in "".join(pages.values())  # though no page was out of date
    assert " 0 up to date" not in again


def test_one_s_own_site_in_the_same_folder_is_one_s_own(store: Path, site: Path) -> None:
    peder(store, "report", "--all", site, code=0)
    assert not (site / "robots.txt").exists()
    assert "noindex" not in (site / "index.html").read_text("utf-8")
    assert "MobilePay" in (site / "night-2026-03-14.html").read_text("utf-8")


def test_with_initials_no_file_has_a_name(store: Path, tmp_path: Path) -> None:
    before = {place: place.read_bytes() for place in store.rglob("*.parquet")}
    lay_out_others(tmp_path)
    said, pages = publish(store, tmp_path, "--names", "initials")
    assert "the initials O, R, RB." in said
    assert "named for a player" not in said
    assert "aren't the site's: backup.zip, store. Don't" in said
    assert {"player-r-2026.html", "player-rb-2026.html", "player-o-2026.html"} <= pages.keys()
    for place in filter(Path.is_file, tmp_path.rglob("*")):
        text = place.name.casefold() + opened(place.read_text("utf-8")).casefold()
        for name in (*NAMES, "grigori", "birthday", "laughed", "got one card", "mobilepay"):
            assert name not in text, (place, name)
    assert "<td" in pages["night-2026-03-14.html"]
    assert before == {place: place.read_bytes() for place in before}


def test_initials_are_numbered_in_the_order_of_coming_and_what_is_named_for_a_player_is_said(
    tmp_path: Path,
) -> None:
    lines = tmp_path / "night.txt"
    for night, names in (("2026-04-10", "Otto, Ottokar"), ("Ottokars-fest", "Olga, Otto, Ottokar")):
        lines.write_text(f"players {names}\nbanker Otto\nloan 1p\n7s 5 +Otto\nend\n", encoding="utf-8")
        peder(tmp_path / "store", "log", night, "--from", lines, code=0)
    said, pages = publish(tmp_path / "store", tmp_path / "site", "--names", "initials")
    assert "the initials O, O2, O3." in said  # Olga came last
    assert "named for a player: Ottokars-fest." in said
    assert [name for name in pages if name.startswith("player-o3")]
    assert "O3" not in pages["night-2026-04-10.html"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--names", "initials"], "go with --publish"),
        (["--payments"], "go with --publish"),
        (["--publish", "x", "--names", "initials", "--payments"], "--payments"),
        (["--publish", "x", "--names", "nicknames"], "nicknames"),
        (["--publish", "x", "night"], "name no page with it"),
    ],
)
def test_bad_input_is_answered(store: Path, words: list[str], said: str) -> None:
    assert said in peder(store, "report", *words, code=2).output


def lay_out_others(folder: Path) -> None:
    """Put files that aren't the site's into its folder."""
    (folder / "backup.zip").write_text("mine", encoding="utf-8")
    (folder / ".git").mkdir()
    (folder / "store").mkdir()


def test_what_else_would_be_uploaded_is_named(
    store: Path, published: tuple[Path, str, dict[str, str]], site: Path
) -> None:
    assert "other files" not in published[1]
    lay_out_others(site)
    said = publish(store, site)[0]
    assert "aren't the site's: backup.zip, store. Don't" in said
    assert "0 files written" in said


def test_a_store_is_never_in_the_folder_of_its_site(store: Path) -> None:
    before = files(store)
    for folder in (store, store.parent, store / "site"):
        said = peder(store, "report", "--publish", folder, code=1).output
        assert "name a folder for the site alone" in said
    assert files(store) == before
    assert not (store.parent / "index.html").exists()


def test_a_folder_that_is_a_file_is_answered(store: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    assert "can't be written" in peder(store, "report", "--publish", tmp_path / "file", code=1).output
    assert (tmp_path / "file").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Annas-fest", True),
        ("hos Anna", True),
        ("ANNA", True),
        ("2026-03-14", False),
        ("Bold", False),
        ("bo", True),
    ],
)
def test_what_is_named_for_a_player_is_recognized(text: str, is_one: bool) -> None:
    assert has_name(text, frozenset({"anna", "bo"})) == is_one


@pytest.mark.parametrize(
    ("name", "short"),
    [("Bo", "B"), ("bo hansen", "BH"), ("Søren Ågård", "SÅ"), ("💎", "P"), ("李 小龙", "李小")],
)
def test_initials(name: str, short: str) -> None:
    assert initials(name) == short


def test_report_alone_lists_its_pages(tmp_path: Path) -> None:
    assert "report [OPTIONS] COMMAND" in peder(tmp_path / "store", "report", code=2).output
