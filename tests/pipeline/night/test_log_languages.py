"""The log answers in the reader's language, and stores the same in all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.api import ADDITIONS, TABLE_ERRORS, VARIANTS
from language import speaking
from pipeline.night.journal import read_journal
from pipeline.night.parser.commands import COMMANDS, in_reader_language
from pipeline.night.prompt.app import toolbar
from pipeline.night.prompt.help import HAND, TOPICS, games_text, help_text
from pipeline.night.prompt.views import answer_text, drafts_text, history_text
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.serve.shared import SharedNight
from tests.language.marked import MARKED, unsaid
from tests.pipeline.night.helpers import AT, TABLE

LINES = (
    *TABLE, "7s 14 b3 c7 +d hus", ". 8 a2 +b", "7s hilo 12 +d hi fl +e lo 6-4", "7s 400 +a", "7s 9 x +a",
    "7s 12 +d (As Ad Ks Kd 2c 3c 4d) hus", "th 20 a0 b1 d=40 +d side +e", "7s qq +a",
    "th 40 a0 b1 c2 d=20 +d", "th 40 a=20 b1 c2 +a side +e", "7s 9 ++",
    "7s 4 !nd !fejl b fik et kort for lidt", "guts 2 +a b!", "7s 9* +a", ": 7s", ": (As",
    ": a2 b. c- d. e. es.", ": x2", ": a byt 2", ": alle byt", ": drop", ": th", ": es4", "u", ": drop",
    "; en note", "=66", "=9", "!fejl b fik et kort for meget, rettet", "ok", "ok 4", "ret 4 7s 12 +a",
    "ret 99", "u #3", "gendan", "gendan", "tæl b 1", "tæl b 1 !", "retur d 10 kontant", "køb b 1p kontant",
    "køb b", "køb b x", "lån b 50", "betal b c 12", "betal b c 12,50 kr", "betal b c 0 kr",
    "betal b c 1 sek", "skygge b c 4", "skygge b b 4", "kommer Frida efter d", "kommer Frida", "pause b",
    "tilbage b", "giver d", "går c", "går b", "bankør x", "chip 0", "chip 10 øre", "dato 2026-03-14",
    "dato i går", "sæson 2026", "sted Farum", "spring 2", "spring 99", "spring x", "hvad", "", ";", "7s",
    "7s 12", "7s 12 b3", "7s 12 +a +a", "7s 12 +a hi +b", "7s 66 +a10 +b10", "sp vild", "sp vild 99",
    "sp byt 9 12 +a", "guts hilo 2 +a", "x:7s 12 +a", "7s 12 +a (As As)", "7s 12 +a (As / Ad / 2c)",
    "7s 12 +a noget", "slut", "slut !",
)  # fmt: skip
"""A night that goes through all that the log can say to a line, right and wrong."""

VIEWS: tuple[Callable[[NightService], str], ...] = (
    lambda service: toolbar(service.night),
    lambda service: drafts_text(service.night),
    lambda service: history_text(service.replay),
    *(
        lambda service, word=word: answer_text(service.enter(word), service)
        for word in ("bank", "afregn", "kladder", "?")
    ),  # type: ignore[misc]
)

WRITTEN = {
    word
    for texts in (
        LINES,
        [name for variant in VARIANTS.values() for name in (variant.id, variant.name, *variant.aliases)],
        [f"{' '.join(one.words)} {one.example} {one.name}" for one in COMMANDS],
        [f"{' '.join(one.words)} {' '.join(example for example, _ in one.examples)}" for one in TOPICS],
        [in_reader_language(example) for one in TOPICS for example, _ in one.examples],
        [f"{' '.join(one.words)} {one.form}" for one in ADDITIONS],
        [f"{' '.join(one.words)} {one.kind} {one.source}" for one in TABLE_ERRORS],
        [example for example, _ in HAND],
        {variant.family for variant in VARIANTS.values()},
        ["Anna Bo Carl Dorte Erik Ester Frida kr DKK SEK all end full_house seven card stud par"],
    )
    for text in texts
    for word in re.findall(r"[^\W\d_]{2,}", text)
}
"""What was typed or named, and what can be typed."""


def opened(folder: Path) -> NightService:
    minutes = (AT + timedelta(minutes=n) for n in range(10_000))
    return NightService(folder, "n1", now=lambda: next(minutes))


def test_every_word_of_an_answer_is_translated(tmp_path: Path) -> None:
    with speaking(MARKED), opened(tmp_path) as service:
        for line in LINES:
            answer = service.enter(line)
            assert unsaid(answer.text) - WRITTEN == set(), (line, answer.text)
        for view in VIEWS:
            shown = view(service)
            assert "⟦" in shown
            assert unsaid(shown) - WRITTEN == set(), shown


def test_every_word_of_the_help_is_translated() -> None:
    words = {word for one in (*COMMANDS, *TOPICS, *ADDITIONS, *TABLE_ERRORS) for word in one.words}
    with speaking(MARKED):
        for word in ("", "7s", "konge", "hus", "skyge", *words):
            assert unsaid(help_text(word)) - WRITTEN == set(), word
        assert "⟦" in games_text(VARIANTS)


def test_a_night_is_stored_the_same_in_every_language(tmp_path: Path) -> None:
    kept = []
    for code in ("en", "da"):
        with speaking(code), opened(tmp_path / code) as service:
            for line in LINES:
                if service.enter(line).status == "refused":
                    service.enter(line)
            place = service.journal.place
        kept.append([(one.line, one.draft) for one in read_journal(place).entries])
    assert kept[0] == kept[1]
    assert any("Nobody won: end with" in draft for _, draft in kept[0])


def test_a_draft_says_why_in_the_language_of_each_phone(tmp_path: Path) -> None:
    with opened(tmp_path) as service:
        with speaking("da"):
            for line in (*TABLE, "7s 400 +a"):
                service.enter(line)
            assert service.enter("7s 9 x3 +a").text.startswith("Ingen her hedder 'x'")
            assert service.enter("7s 9 x3 +a").text.startswith("2? Gemt som kladde: Ingen her hedder 'x'")
        again = Replay(read_journal(service.journal.place).entries)  # as after a restart
        for replay in (service.replay, again):
            first, second = replay.night.drafts
            with speaking("en"):
                assert "A level of 400 is unusually large" in drafts_text(replay.night)
                assert f"2? {second.text}: Nobody here is 'x'" in drafts_text(replay.night)
            with speaking("da"):
                assert "En indsats på 400 er usædvanlig stor" in drafts_text(replay.night)
                assert f"2? {second.text}: Ingen her hedder 'x'" in drafts_text(replay.night)
            assert first.why.startswith("Erik has 150 chips") or "A level of 400" in first.why
        table = SharedNight(service)
        assert "usædvanlig stor" in table.view("da")
        assert "unusually large" in table.view("en")


def test_a_draft_after_a_refused_line_says_so_in_every_language(tmp_path: Path) -> None:
    with opened(tmp_path) as service:
        for line in (*TABLE, ": sp", ": b2 c. d.", ": b3", ": +b", "error 3 + talked"):
            service.enter(line)
        entries = read_journal(service.journal.place).entries
        again = Replay(entries)
        (hand,) = again.night.drafts
        assert again.effective(hand.entry_no).refused == ": b3"
        for replay in (service.replay, again):
            with speaking("en"):
                assert "The line ': b3' before the end was refused" in drafts_text(replay.night)
            with speaking("da"):
                assert "Linjen ': b3' " in drafts_text(replay.night)


def test_a_journal_without_the_refused_line_says_why_as_it_was_written(tmp_path: Path) -> None:
    with opened(tmp_path) as service:
        for line in (*TABLE, "7s 400 +a"):
            service.enter(line)
        entries = [replace(one, draft=one.draft and "Written long ago.") for one in service.replay.entries]
    night = Replay(entries).night
    with speaking("en"):
        assert "Written long ago." in drafts_text(night)
    with speaking("da"):
        assert "En indsats på 400 er usædvanlig stor" in drafts_text(night)


@pytest.mark.parametrize(("code", "offered"), [("en", "count b 150 !"), ("da", "tæl b 150 !")])
def test_a_line_is_offered_in_the_words_of_its_reader(tmp_path: Path, code: str, offered: str) -> None:
    with speaking(code), opened(tmp_path) as service:
        for line in (*TABLE, "7s 14 b3 +d hus"):
            service.enter(line)
        answer = service.enter("tæl b 150")
        assert (answer.status, answer.offer) == ("refused", offered)
        assert service.enter(answer.offer).status == "kept"
