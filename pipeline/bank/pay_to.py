"""How a player is paid: a text that the player chose, in which an account number and a link are recognized.

An IBAN is checked by its country's length and its check digits (ISO 13616, ISO 7064 MOD 97-10). In euros it gives the
QR code of a SEPA credit transfer (EPC069-12, version 002), which banks' apps read. A PayPal.Me link takes the amount
and its currency at its end. Other services (MobilePay, Swish, Vipps) have no documented link to a private person, so
the text shows the number to type.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from language import tr

if TYPE_CHECKING:
    import segno

LENGTHS = {
    "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27, "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24, "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "VA": 22,
}  # fmt: skip
"""The length of an IBAN in each country of SEPA."""

PAYPAL_CURRENCIES = frozenset(
    {"AUD", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "JPY", "MXN", "NOK", "NZD", "PHP",
     "PLN", "SEK", "SGD", "THB", "TWD", "USD"}
)  # fmt: skip
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[A-Za-z0-9 ])")
_LIKE_IBAN = re.compile(r"[A-Za-z]{2}\d{2}(?: ?[A-Za-z]{4}(?= ?\d))?(?: ?[A-Za-z]{0,3}\d[A-Za-z0-9]*)*")
_PAYPAL = re.compile(
    r"(?:https?://)?(?:www\.)?paypal(?:\.me|\.com/paypalme)/([A-Za-z0-9]{1,20})/?", re.IGNORECASE
)
_LINK = re.compile(r"https:/{2}[^\s<>\"']+", re.IGNORECASE)
_MOST_PHONE_DIGITS = 9
_LEAST_DIGITS = 11
"""Digits of an IBAN of the fewest (NL) without one: fewer, with more text after them, may be something else."""
_LONGEST_NAME, _LONGEST_NOTE = 70, 70
_LARGEST_TRANSFER = Decimal("999999999.99")


def find_iban(text: str) -> tuple[str, str] | None:
    """Return the IBAN in a text, and the text without it; None if there is none with valid digits.

    >>> find_iban("IBAN DE89 3704 0044 0532 0130 00 Anna Hansen")
    ('DE89370400440532013000', 'Anna Hansen')
    """
    for match in _IBAN.finditer(text):
        number, end = _number(text, match.start())
        if number and _has_right_digits(number):
            rest = f"{text[: match.start()]} {text[end:]}"
            return number, " ".join(re.sub(r"\biban\b:?", " ", rest, flags=re.IGNORECASE).split()).strip(
                " ,;:-"
            )
    return None


def wrong_iban(text: str) -> str:
    """Return the part of a text that looks like an IBAN but isn't valid; "" if there is none.

    >>> wrong_iban("IBAN DE88 3704 0044 0532 0130 00")
    'DE88 3704 0044 0532 0130 00'
    >>> wrong_iban("DE89 3704 0044 0532 0130 Anna")
    'DE89 3704 0044 0532 0130'
    """
    if find_iban(text):
        return ""
    for match in _IBAN.finditer(text):
        number, end = _number(text, match.start())
        if number:
            return text[match.start() : end].strip()
        like = _LIKE_IBAN.match(text, match.start())
        if (
            like
            and like[0][:2].upper() in LENGTHS
            and (sum(map(str.isdigit, like[0])) >= _LEAST_DIGITS or like[0] == text.strip())
        ):
            return like[0]  # a digit is missing or too many
    named = re.search(r"\biban\b:?\s*(.*)", text, re.IGNORECASE)
    if named is None or (
        re.match(r"[A-Z]{2}\d{2}", named[1], re.IGNORECASE) and named[1][:2].upper() not in LENGTHS
    ):
        return ""  # outside SEPA lengths aren't checked
    return named[1].strip() or text


def _number(text: str, start: int) -> tuple[str, int]:
    """The characters of an IBAN that begins at `start`, by its country's length, and where they end; ("", start) for
    another text.
    """
    length = LENGTHS.get(text[start : start + 2].upper())
    number, place = "", start
    while (
        length
        and place < len(text)
        and len(number) < length
        and (text[place].isalnum() or text[place] == " ")
    ):
        number += text[place].strip()
        place += 1
    ends = place == len(text) or not text[place].isalnum()
    whole = length == len(number) and ends and number.isascii() and sum(map(str.isdigit, number[4:])) >= 6
    return (number.upper(), place) if whole else ("", start)


def _has_right_digits(number: str) -> bool:
    return int("".join(str(int(char, 36)) for char in number[4:] + number[:4])) % 97 == 1


def has_account(text: str) -> bool:
    """Whether a text has an account number: an IBAN, valid or not, or more digits than a phone number has.

    >>> has_account("MobilePay 12 34 56 78"), has_account("reg. 1234 konto 0012345678")
    (False, True)
    """
    if find_iban(text) or wrong_iban(text):
        return True
    without_links = re.sub(r"(?<![\w.-])(?:https?://)?[\w.-]+\.[a-z]{2,}/\S*", " ", text, flags=re.IGNORECASE)
    without_phones = re.sub(r"\+\d[\d ()-]{6,}", " ", without_links)
    return sum(map(str.isdigit, without_phones)) > _MOST_PHONE_DIGITS


def page_text(text: str, *, is_public: bool) -> str:
    """Return the text that a page may show on how a player is paid: no account number unless its owner agreed.

    >>> page_text("DE89 3704 0044 0532 0130 00", is_public=False), page_text("MobilePay 12345678", is_public=False)
    ('', 'MobilePay 12345678')
    """
    return "" if has_account(text) and not is_public else text


def with_amount(text: str, money: Decimal, currency: str) -> str:
    """Return how to pay an amount: an IBAN in groups of four, a PayPal.Me link with the amount, another text
    unchanged.

    >>> with_amount("paypal.me/anna", Decimal("12.50"), "EUR")
    'https://paypal.me/anna/12.50EUR'
    """
    code = "DKK" if currency == "kr" else currency
    if account := find_iban(text):
        number, owner = account
        grouped = " ".join(number[start : start + 4] for start in range(0, len(number), 4))
        return f"IBAN {grouped}, {owner}" if owner else f"IBAN {grouped}"
    if (paypal := _PAYPAL.fullmatch(text)) and code in PAYPAL_CURRENCIES and money > 0:
        return f"https://paypal.me/{paypal[1]}/{money:.2f}{code}"
    return text


def link_of(text: str) -> str:
    """Return a text as a web address; "" if it isn't one.

    >>> link_of("https://paypal.me/anna"), link_of("MobilePay 12345678")
    ('https://paypal.me/anna', '')
    """
    return text if _LINK.fullmatch(text) else ""


def transfer_code(text: str, name: str, money: Decimal, currency: str, note: str) -> segno.QRCode | None:
    """Return the QR code of a SEPA credit transfer to the IBAN in `text`; None for other currencies, for amounts below
    0.01 or above 999,999,999.99 euros, and without an IBAN. The account's owner is the name next to the IBAN, else
    `name`.

    >>> how = "DE89 3704 0044 0532 0130 00"
    >>> transfer_code(how, "Anna Hansen", Decimal("12.50"), "EUR", "Poker 27/11").symbol_size()
    (45, 45)
    >>> transfer_code(how, "Anna Hansen", Decimal("12.50"), "DKK", "Poker 27/11")
    """
    account = find_iban(text)
    if account is None or currency != "EUR" or not Decimal("0.01") <= money <= _LARGEST_TRANSFER:
        return None
    from segno.helpers import make_epc_qr

    number, owner = account
    owner = " ".join((owner or name).split())
    note = " ".join(note.split())[:_LONGEST_NOTE]
    for length in (
        _LONGEST_NAME,
        _LONGEST_NAME // 2,
    ):  # 331 bytes are enough for all but long names of another alphabet
        try:
            return make_epc_qr(owner[:length], number, money, text=note or tr("Poker"))
        except ValueError:
            note = ""
    return None
