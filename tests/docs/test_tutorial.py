"""The tutorials: each line is typed into a night, and answered as the page says; so is the settlement. The commands of
the guides run on that night, those for imports on small files.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.simulation import fitting
from tests.docs.pages import DOCS, blocks_of
from tests.docs.test_guides import GUIDES
from tests.docs.test_pages import typed_commands
from tests.pipeline.formats.logs import SAMPLE
from tests.pipeline.formats.test_phh import hand


@pytest.mark.parametrize(
    ("page", "language"), [("tutorial.md", "en"), ("tutorial-da.md", "da"), ("your-first-game.md", "en")]
)
def test_the_night_goes_as_the_tutorial_says(page: str, language: str, tmp_path: Path) -> None:
    environment = {"PEDER_STORE": str(tmp_path / "store")}

    def run(*words: str) -> str:
        answer = CliRunner(env=environment).invoke(app, ["--lang", language, *words])
        assert answer.exit_code == 0, answer.output
        return answer.output

    blocks = blocks_of(page)
    for block in blocks:
        if block.kind == "toml":
            (tmp_path / "woolworth.toml").write_text(block.text, encoding="utf-8")
            assert "Woolworth" in run("game", "check", str(tmp_path / "woolworth.toml"))
            run("game", "add", str(tmp_path / "woolworth.toml"))
    lines = [line for block in blocks if block.kind == "night" for line in block.text.splitlines()]
    typed = tmp_path / "night.txt"
    typed.write_text("\n".join(line[2:] for line in lines if line.startswith("> ")), encoding="utf-8")
    answers = [line for line in lines if not line.startswith("> ")]
    assert run("log", "2026-03-14", "--from", str(typed)).splitlines() == answers
    settled = run("settle", "2026-03-14").splitlines()
    said = "".join(block.text for block in blocks if block.kind == "settled").splitlines()
    assert [line for line in said if line not in settled] == []


ON_THE_TUTORIALS_NIGHT = ("settling.md", "hands.md")


def test_the_commands_of_the_guides_run_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environment = {"PEDER_STORE": str(tmp_path / "store")}
    lines = [
        line
        for block in blocks_of("tutorial.md")
        if block.kind == "night"
        for line in block.text.splitlines()
    ]
    typed = "\n".join(line[2:] for line in lines if line.startswith("> "))
    Path("night.txt").write_text(typed, encoding="utf-8")
    commands = ["peder log 2026-03-14 --from night.txt", "peder report night 2026-03-14"]
    for page in ON_THE_TUTORIALS_NIGHT:
        blocks = [block.text for block in blocks_of(page) if block.kind in ("", "sh")]
        commands += [line for line in "".join(blocks).splitlines() if line.startswith("peder ")]
    commands += ["peder export json 2026-03-14 --out night.jsonl", "peder store check --deep"]
    for command in commands:
        answer = CliRunner(env=environment).invoke(app, shlex.split(command)[1:])
        assert answer.exit_code == 0, f"{command}: {answer.output}"
    assert len(commands) > 10


NIGHTS = {
    "notes.md": ["players Anna, Bo, Carl, Dorte", "end"],
    "publishing.md": ["players Anna, Bo, Carl, Dorte", "7s 14 +a", "end"],
    "next-night.md": ["players Anna, Bo, Carl, Dorte", "banker c", "chip 25 øre", "loan 2p50",
                      "7s 20 a- d- +c", ". 20 a- d- +c", ". 10 a- d- +c", "deals d", "end"],
    "paying.md": ["players Anna, Bo, Carl", "banker b", "chip 0.25 EUR", "loan 2p50", "7s 8 +a", "7s 9 a2 +c", "end"],
    "backups.md": ["players Anna, Bo, Carl, Dorte", "7s 14 +a", "end"],
}  # fmt: skip
"""For each page the night on which its commands answer what it shows."""
ELSEWHERE = {
    *(
        "tutorial.md",
        "tutorial-da.md",
        "your-first-game.md",
        "which-game-is-wilder.md",
    ),  # typed line by line below
    *("importing.md", "exporting.md", "profiles.md"),  # on files and hands of their own, below
    *("analysis.md", "cluster.md"),  # tests/docs/test_analysis.py; a bucket below, workers in tests/cluster
    "phones.md",  # tests/pipeline/serve, since `peder serve` runs until it is stopped
}


def test_the_commands_of_every_page_run_in_a_test() -> None:
    pages = {Path(place.partition(":")[0]).name for place, _ in typed_commands()}
    assert pages - set(GUIDES) == {*ON_THE_TUTORIALS_NIGHT, *NIGHTS, *ELSEWHERE}


@pytest.mark.parametrize("page", NIGHTS)
def test_the_commands_of_a_page_answer_as_it_shows(page: str, typed: Callable[..., str]) -> None:
    Path("night.txt").write_text("\n".join(NIGHTS[page]), encoding="utf-8")
    typed("peder log 2026-03-14 --from night.txt")
    if page == "next-night.md":
        typed('peder players pay carl "MobilePay 12 34 56 78"')
    Path("FOLDER").mkdir()
    blocks = blocks_of(page)
    lines = [line for block in blocks if block.kind in ("", "sh") for line in block.text.splitlines()]
    printed = [row for line in lines for row in typed(re.split(r"\s{2,}", line)[0]).splitlines()]
    shown = [line for block in blocks if block.kind == "text" for line in block.text.splitlines()]
    assert lines
    assert [line for line in shown if line not in printed] == [], printed


def test_each_kind_of_import_that_its_page_lists_brings_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sheet.csv").write_text(
        "date,player,net\n2019-01-04,Anna,120\n2019-01-04,Bo,-120\n", encoding="utf-8"
    )

    def run(*words: str | Path) -> None:
        answer = CliRunner().invoke(app, [*map(str, words)])
        assert answer.exit_code == 0, f"{words}: {answer.output}"

    run("--store", "first", "import", "pokernow", SAMPLE)
    for kind in ("json", "ohh"):
        run("--store", "first", "export", kind, "--all", "--out", f"all.{kind}")
    Path("hand.phh").write_text(hand("NT", "p3 f", "p1 f"), encoding="utf-8")
    Path("lines.txt").write_text("players Anna, Bo, Carl\n7s 14 +a\n", encoding="utf-8")
    run("--store", "elsewhere", "log", "2026-03-14", "--from", "lines.txt")
    files = {
        "pokernow": SAMPLE,
        "ohh": "all.ohh",
        "night": Path("elsewhere/journal/2026-03-14.jsonl"),
        "json": "all.json",
        "phh": "hand.phh",
        "csv": "sheet.csv",
    }
    listed = [line.split()[:3] for line in blocks_of("importing.md")[0].text.splitlines()]
    assert [words[-1] for words in listed] == list(files)
    for _, *words in listed:
        run("--store", words[-1], *words, files[words[-1]])
        run("--store", words[-1], "nights")


def test_a_night_goes_to_a_bucket_as_the_page_on_clusters_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder stands in for the bucket, by a URL as well."""
    pytest.importorskip("obstore")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PEDER_STORE", str(tmp_path / "store"))
    (tmp_path / "bucket").mkdir()
    Path("night.txt").write_text("players Anna Bo Carl\nend\n", encoding="utf-8")
    (block,) = [block.text for block in blocks_of("cluster.md") if "import json" in block.text]
    commands = ["peder log 2026-03-14 --from night.txt", *block.splitlines()]
    for command in [*commands, "peder export json 2026-03-14 --out - --store s3://poker/store"]:
        words = shlex.split(command.replace("s3://poker/store", (tmp_path / "bucket").as_uri()))
        answer = CliRunner().invoke(app, words[1:])
        assert answer.exit_code == 0, f"{command}: {answer.output}"
    assert "2026-03-14" in answer.output


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs a line of a page in an empty folder with a store of its own, with options added so that it is quick."""
    monkeypatch.chdir(tmp_path)
    environment = {"PEDER_STORE": str(tmp_path / "store")}

    def run(line: str, *more: str) -> str:
        answer = CliRunner(env=environment).invoke(app, [*shlex.split(line)[1:], *more])
        assert answer.exit_code == 0, f"{line}: {answer.output}"
        return answer.output

    return run


LOGGED = {"Anna": "Lars", "Bo": "pokernow:p4e8bbfc09", "Carl": "pokernow:pd65dc3338"}
"""Players of the logs for the page's: with names of their own or ids, and many hands."""

QUICK = {
    "simulate": ("--hands", "50"),
    "compare": ("--hands", "500"),
    "season": ("--nights", "1", "--replace"),
    "report": ("--out", "page.html"),
}


@pytest.mark.nightly
def test_the_commands_on_profiles_run(
    shared: Path, typed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The profiles of the page, and the group that is fitted to logs."""
    for name, value in (("STEPS", 2), ("HANDS", 100), ("CHECKED", 100)):
        monkeypatch.setattr(fitting, name, value)
    (ours,) = [block.text for block in blocks_of("profiles.md") if block.kind == "toml"]
    Path("ours.toml").write_text(ours, encoding="utf-8")
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    blocks = "\n".join(block.text for block in blocks_of("profiles.md")).splitlines()
    lines = [line for line in blocks if line.startswith("peder ")]
    lines.sort(key=lambda line: "season" in line)  # its players would be Anna's namesakes
    lines += re.findall(r"`(peder (?:simulate|season)[^`]*\.toml[^`]*)`", text)
    assert len(lines) == 8
    for line in lines:
        line = line.replace("logs/", shlex.quote(str(shared / "data" / "pokernow")))
        if " fit " in line:
            line = re.sub("Anna|Bo|Carl", lambda name: LOGGED[name[0]], line)
        typed(line, *QUICK.get("season" if "simulate season" in line else line.split()[1], ()))


@pytest.mark.nightly
def test_the_commands_on_comparisons_and_own_games_run(typed: Callable[..., str]) -> None:
    (game,) = [block.text for block in blocks_of("your-first-game.md") if block.kind == "toml"]
    Path("woolworth.toml").write_text(game, encoding="utf-8")
    seen = 0
    for page in ("your-first-game.md", "which-game-is-wilder.md"):
        blocks = [block.text for block in blocks_of(page) if block.kind in ("", "sh")]
        for line in "".join(blocks).splitlines():
            if line.startswith("peder "):
                typed(line.partition("  #")[0], *QUICK.get(line.split()[1], ()))
                seen += 1
    assert seen >= 8


@pytest.mark.nightly
def test_the_page_on_wilder_games_shows_what_the_command_prints(typed: Callable[..., str]) -> None:
    command, *answers = [block.text for block in blocks_of("which-game-is-wilder.md")][:3]
    printed = " ".join(typed(command.strip()).split())
    assert [answer for answer in answers if " ".join(answer.split()) not in printed] == []


def test_the_commands_on_exports_and_backups_run(typed: Callable[..., str]) -> None:
    typed(f"peder import pokernow {shlex.quote(str(SAMPLE))}")
    names = {"SESSION…|--all": "--all --out all.gz", "TABLE|MART": "hands", "FILE": "store.peder"}
    lines = [line for block in blocks_of("exporting.md") for line in block.text.splitlines()]
    for line in (line for line in lines if line.startswith("peder ")):
        line = re.split(r"\s{2,}", line)[0]
        for name, value in names.items():
            line = line.replace(name, value)
        typed(line, *(("--skip",) if " phh " in line else ()))
