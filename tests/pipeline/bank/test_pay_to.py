"""How a player is paid: account numbers checked and kept off pages, codes for the apps of banks, links with amounts."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
import segno

from language import speak
from pipeline.analysis.marts import open_marts
from pipeline.bank.pay_to import (
    LENGTHS,
    find_iban,
    has_account,
    page_text,
    transfer_code,
    with_amount,
    wrong_iban,
)
from pipeline.bank.settlement import settle
from pipeline.night.ledgers import Nights
from pipeline.night.payments import PagePayments
from pipeline.night.service import NightService
from pipeline.serve import app_folder
from pipeline.serve.app_folder import write_app
from pipeline.store.people import PlayerError, Registry
from pipeline.store.store import Store
from tests.stores import peder

IBAN = "DE89370400440532013000"
GROUPED = "DE89 3704 0044 0532 0130 00"
EXAMPLES = {  # of the registry of ISO 13616
    "AT611904300234573201", "BE68539007547034", "CH9300762011623852957", "DK5000400440116243", "EE382200221020145685",
    "ES9121000418450200051332", "FI2112345600000785", "FR1420041010050500013M02606", "GB29NWBK60161331926819",
    "IE29AIBK93115212345678", "IT60X0542811101000000123456", "LV80BANK0000435195001", "MT84MALT011000012345MTLCAST001S",
    "NL91ABNA0417164300", "NO9386011117947", "PL61109010140000071219812874", "PT50000201231234567890154",
    "SE4550000000058398257466", "AD1200012030200359100100", "BG80BNBG96611020345678", "CY17002001280000001200527600",
    "CZ6508000000192000145399", "GI75NWBK000000007099453", "GR1601101250000000012300695", "HR1210010051863000160",
    "HU42117730161111101800000000", "IS140159260076545510730339", "LI21088100002324013AA", "LT121000011101001000",
    "LU280019400644750000", "MC5811222000010123456789030", "RO49AAAA1B31007593840000", "SI56263300012039086",
    "SK3112000000198742637541", "SM86U0322509800000000270100", "VA59001123000012345678", "DE89370400440532013000",
}  # fmt: skip


def test_every_country_of_sepa_has_an_example() -> None:
    assert {number[:2] for number in EXAMPLES} == set(LENGTHS)


def test_more_letters_or_digits_make_it_another_number() -> None:
    for text in (f"{IBAN}7", f"{IBAN}A", f"x{IBAN}", IBAN[:-1]):
        assert find_iban(text) is None, text
    assert find_iban("DE89" + "A" * 18) is None


def test_an_account_has_six_digits_or_more() -> None:
    """Else words might be one."""
    assert find_iban("DE17ABCDEFGHIJKL370400") == ("DE17ABCDEFGHIJKL370400", "")
    assert find_iban("DE69ABCDEFGHIJKLM70400") is None


def test_the_code_takes_all_that_a_transfer_may_say() -> None:
    most, name = Decimal("999999999.99"), "N" * 70
    code = transfer_code(f"{IBAN} {name}", "Anna", most, "EUR", "")
    assert code is not None
    longer = transfer_code(f"{IBAN} {name}N", "Anna", most, "EUR", "")
    assert longer is not None
    assert longer.matrix == code.matrix
    shorter = transfer_code(f"{IBAN} {name[1:]}", "Anna", most, "EUR", "")
    assert shorter is not None
    assert shorter.matrix != code.matrix
    assert transfer_code(IBAN, "Anna", most + Decimal("0.01"), "EUR", "") is None
    assert transfer_code(IBAN, "Anna", Decimal("0.01"), "EUR", "") is not None
    assert transfer_code(IBAN, "Anna", Decimal(0), "EUR", "") is None


@pytest.mark.parametrize("number", sorted(EXAMPLES))
def test_a_number_with_one_wrong_digit_is_none(number: str) -> None:
    grouped = " ".join(number[start : start + 4] for start in range(0, len(number), 4))
    for text in (
        number,
        number.lower(),
        grouped,
        f"IBAN: {grouped}",
        f"{grouped} Anna Hansen",
        f"Bank, {number}",
    ):
        found = find_iban(text)
        assert found, text
        assert found[0] == number
        assert not wrong_iban(text)
    for place in range(2, len(number)):
        if number[place].isdigit():
            wrong = f"{number[:place]}{(int(number[place]) + 1) % 10}{number[place + 1 :]}"
            assert find_iban(wrong) is None
            assert wrong_iban(wrong) == wrong
            assert has_account(wrong)  # neither is a mistyped one for everybody


@pytest.mark.parametrize("number", sorted(EXAMPLES))
def test_a_number_with_a_digit_too_few_or_too_many_is_wrong(number: str) -> None:
    groups = " ".join(number[start : start + 4] for start in range(0, len(number), 4))
    for text in (
        number[:-1],
        f"{number}7",
        groups[:-1],
        f"{groups}7",
        f"{groups[:-1]} Anna Hansen",
        f"{groups}7 Anna",
    ):
        wrong = wrong_iban(text)
        assert wrong, text
        assert text.startswith(wrong)


@pytest.mark.parametrize("text", ["DE89 3704", "de89 3704 0044", "NO93 8601 1117 94"])
def test_the_beginning_of_a_number_is_wrong(text: str) -> None:
    assert wrong_iban(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "MobilePay 12345678",
        "paypal.me/de89",
        "example.org/DE89x",
        "Room DE12, floor 3",
        "SE10 4000 kr at the door",
        "Swish 070 123 45 67",
        "IBAN US64 SVBK US6S 3300 9586 73",  # outside SEPA lengths aren't known
        "",
    ],
)
def test_what_is_no_number_of_an_account_is_no_wrong_one(text: str) -> None:
    assert not wrong_iban(text)


@pytest.mark.parametrize(
    ("text", "is_account"),
    [
        ("MobilePay 12345678", False),
        ("MobilePay 12 34 56 78", False),
        ("Swish +46 70 123 45 67", False),
        ("paypal.me/anna1234567890", False),
        ("https://paypal.me/x?id=1234567890123", False),
        ("cash", False),
        ("At 20 Se12 a beer", False),
        ("reg. 1234 konto 0012345678", True),
        ("1234-0012345678", True),
        (GROUPED, True),
        ("IBAN SA0380000000608010167519", True),
    ],
)
def test_no_account_number_stands_on_a_page(text: str, is_account: bool) -> None:
    assert has_account(text) is is_account
    assert page_text(text, is_public=False) == ("" if is_account else text)
    assert page_text(text, is_public=True) == text


def test_the_code_is_the_one_of_the_guideline() -> None:
    """EPC069-12: service tag, version, character set, identification, BIC, name, IBAN, amount, purpose, remittance."""
    for money, said in (("12.50", "EUR12.5"), ("3.00", "EUR3"), ("100", "EUR100"), ("0.01", "EUR0.01")):
        code = transfer_code(f"{GROUPED} Anna Hansen", "Anna", Decimal(money), "EUR", "Poker n1")
        lines = ["BCD", "002", "2", "SCT", "", "Anna Hansen", IBAN, said, "", "", "Poker n1"]
        assert code == segno.make_qr("\n".join(lines).encode("iso-8859-1"), error="m", boost_error=False)
    named = transfer_code(IBAN, "Łucja  \n Öz", Decimal(5), "EUR", "Poker\nn1 😀" * 40)
    assert named is not None
    assert named.error == "M"
    assert transfer_code(IBAN, "龍" * 90, Decimal(5), "EUR", "龍" * 200) is not None  # 331 bytes at most


@pytest.mark.parametrize(
    ("text", "money", "currency"),
    [
        (IBAN, "5", "DKK"),
        (IBAN, "5", "kr"),
        (IBAN, "5", ""),
        (IBAN, "0", "EUR"),
        (IBAN, "1000000000", "EUR"),
        ("DE88370400440532013000", "5", "EUR"),
        ("MobilePay 12345678", "5", "EUR"),
        ("", "5", "EUR"),
    ],
)
def test_other_payments_have_no_code(text: str, money: str, currency: str) -> None:
    assert transfer_code(text, "Anna", Decimal(money), currency, "Poker") is None


@pytest.mark.parametrize(
    ("text", "currency", "said"),
    [
        ("paypal.me/anna", "EUR", "https://paypal.me/anna/12.50EUR"),
        ("https://www.paypal.me/anna/", "kr", "https://paypal.me/anna/12.50DKK"),
        ("https://www.paypal.com/paypalme/anna", "USD", "https://paypal.me/anna/12.50USD"),
        ("paypal.me/anna", "ISK", "paypal.me/anna"),
        ("paypal.me/anna or cash", "EUR", "paypal.me/anna or cash"),
        ("MobilePay 12345678", "DKK", "MobilePay 12345678"),
        (f"{IBAN.lower()} Anna", "EUR", f"IBAN {GROUPED}, Anna"),
    ],
)
def test_links_take_the_amount(text: str, currency: str, said: str) -> None:
    assert with_amount(text, Decimal("12.50"), currency) == said


@pytest.fixture
def store(tmp_path: Path) -> Path:
    lines = [
        "players Anna, Bo, Carl",
        "banker a",
        "chip 0.25 €",
        "loan 2p50",
        "7s 14 b3 +a",
        "th 4 c1 +b",
        "end",
    ]
    with NightService(tmp_path / "store", "n1") as service:
        for line in (*lines[:4], "season 2026", *lines[4:]):
            assert service.enter(line).status == "kept"
    assert peder(tmp_path / "store", "players", "pay", "bo", "javascript:alert('x')<b>").exit_code == 0
    return tmp_path / "store"


def test_the_number_is_in_the_settlement_and_on_pages_if_it_is_public(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pay = ("players", "pay", "anna", f"{GROUPED} Anna Hansen")
    assert "No page shows" in peder(store, *pay).stderr
    text = peder(store, "settle", "n1", "--text", "--qr")
    assert f"Carl pays Anna 3.75 € (IBAN {GROUPED}, Anna Hansen)" in text.stdout
    assert "█" in text.stderr
    pages = {"night": ("report", "night", "n1"), "season": ("report", "season", "2026")}

    def written(name: str) -> str:
        out = tmp_path / f"{name}.html"
        result = peder(store, *pages[name], "--out", out)
        assert result.exit_code == 0, result.output
        return out.read_text()

    for name in pages:
        html = written(name)
        assert "Carl pays Anna" in html
        assert IBAN[-6:] not in html.replace(" ", "")
        assert "pay-code" not in html.partition("</style>")[2]
        assert "<b>" not in html.partition("Anna pays Bo")[2][:200]
        assert 'href="javascript' not in html
    monkeypatch.setattr(app_folder, "_runtime", dict)  # Python itself, the same in all apps, takes seconds
    write_app(tmp_path / "app", store)
    assert all(b"3704" not in place.read_bytes() for place in (tmp_path / "app").rglob("*.json"))
    assert "No page shows" not in peder(store, *pay, "--public").stderr
    for name in pages:
        html = written(name)
        assert f"(IBAN {GROUPED}, Anna Hansen)<details>" in html
        assert '<figure class="pay-code"><svg' in html
    speak("da")
    try:
        with open_marts(store, []) as con:
            (to_bo, to_anna) = PagePayments(store, con).season("2026", ["n1"])
    finally:
        speak("en")
    assert (to_bo.payee, to_bo.code, to_bo.link) == ("Bo", "", "")
    assert (to_anna.payee, str(to_anna.money)) == ("Anna", "3.75")


def test_the_season_s_page_knows_what_was_paid(store: Path) -> None:
    assert peder(store, "settle", "--season", "2026", "--all-paid").exit_code == 0
    with open_marts(store, []) as con:
        season = PagePayments(store, con).season
        assert season("2026", ["n1"]) == []
        assert season("2027", ["n1"])  # another season's payments


def test_pages_settle_nights_as_their_journals_do(store: Path) -> None:
    with NightService(store, "n2") as service:  # shadow, a count, a side bet, an expense; Gus sits there only
        service.enter_file(
            ["players Anna, Bo, Carl, Gus", "banker b", "chip 50 øre", "loan 30", "7s 14 +c", "sp 40 2 +a", "count a 20",
             "bet c 5 a", "expense b 100 pizza"],
            keep_going=True,
        )  # fmt: skip
    with NightService(store, "n3") as service:
        service.enter_file(["players Anna, Bo", "banker a", "chip 1"])
    with open_marts(store, []) as con:
        page = PagePayments(store, con).season(None, ["n1", "n2", "n3"])
    settlements = settle(Nights(store).ledgers(["n1", "n2", "n3"]))
    assert [(one.payer_id, one.payee_id, one.money) for one in page] == [
        (one.payer, one.payee, settlement.amount(one.amount))
        for settlement in settlements
        for one in settlement.plan.transfers
    ]
    assert {one.currency for one in page} == {"EUR", "DKK"}


def test_bad_input_is_answered(store: Path) -> None:
    result = peder(store, "players", "pay", "anna", "DE88 3704 0044 0532 0130 00")
    assert (result.exit_code, result.stderr) == (
        1,
        "peder: DE88 3704 0044 0532 0130 00 isn't an IBAN: a digit is wrong or missing. Copy it from the bank.\n",
    )
    with pytest.raises(PlayerError, match="37040044 isn't an IBAN"):
        Registry.of(Store(store)).set_pay_to("anna", "IBAN 37040044")
    assert Registry.of(Store(store)).pay_to("anna") == ""
    assert "No payment has a QR code" in peder(store, "settle", "n1", "--qr").stderr


def test_a_merged_player_brings_along_how_to_pay_them() -> None:
    registry = Registry.of_rows(
        [
            {"player_id": one, "name": one, "aliases": [], "handle": None, "hidden": False, "merged_into": None,
             "pay_to": None}
            for one in ("anna", "anne")
        ]
    )  # fmt: skip
    merged = registry.set_pay_to("anne", IBAN, is_public=True).merge("anne", "anna")
    assert merged.page_pay_to("anne") == merged.page_pay_to("anna") == IBAN
