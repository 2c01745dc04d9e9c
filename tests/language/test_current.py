"""Which language is spoken where, and how it writes numbers and days."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Thread

import pytest

from language import LanguageError, current_language, locale_language, speak, speaking, tr, trn
from language.forms import day_text, number
from reports.components.numbers import amount, money, percent, signed, span


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "da_DK.UTF-8"}, "da"),
        ({"LANG": "da"}, "da"),
        ({"LANG": "da_DK.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_ALL": "da_DK"}, "da"),
        ({"LANG": "da_DK", "LC_ALL": ""}, "da"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "sv_SE"}, "en"),
        ({"LANG": "dakota"}, "en"),
    ],
)
def test_the_locale_names_the_language(environ: dict[str, str], code: str) -> None:
    assert locale_language(environ) == code


def test_a_text_is_said_in_the_language_of_its_block() -> None:
    assert tr("Games") == "Games"
    with speaking("da"):
        assert tr("Games") == "Spil"
        assert trn("{n} hand", "{n} hands", 1) == "1 hånd"
        assert trn("{n} hand", "{n} hands", 1200) == "1.200 hænder"
        with speaking("en"):
            assert trn("{n} hand", "{n} hands", 1200) == "1,200 hands"
        assert current_language().code == "da"
    assert current_language().code == "en"


def test_a_process_speaks_its_language_in_all_its_threads() -> None:
    said: list[str] = []
    speak("da")
    try:
        thread = Thread(target=lambda: said.append(tr("Games")))
        thread.start()
        thread.join()
    finally:
        speak("en")
    assert said == ["Spil"]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageError, match=r"^There is no language 'sv': there are en, da\.$"):
        speak("sv")


def test_a_formatted_number_in_a_text_has_the_separators_of_the_language() -> None:
    values = {"n": 1234.5, "name": "1,2.3", "hand": 7}
    assert tr("{n:,.1f} {name} {hand}", **values) == "1,234.5 1,2.3 7"
    with speaking("da"):
        assert tr("{n:,.1f} {name} {hand}", **values) == "1.234,5 1,2.3 7"


def test_numbers_and_days_are_written_as_the_language_does() -> None:
    day = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
    later = datetime(2026, 4, 17, 18, 30, tzinfo=UTC)
    with speaking("da"):
        assert number(-1234567.891, 1) == "−1.234.567,9"
        assert signed(0.004, 2) == "0,00"
        assert signed(1200) == "+1.200"
        assert money(-3, "DKK") == "−3,00\u202fkr"
        assert amount(7, "chips") == "+7\u202fchips"
        assert percent(0.275, 1) == "27,5\u202f%"
        assert day_text(day, "yMMMEd") == "fre. 9. jan. 2026"
        assert span([day, later]) == "9. jan. til 17. apr. 2026"
    assert number(-0.04, 1) == "0.0"
    assert day_text(day, "yMMMEd") == "Fri, 9 Jan 2026"
