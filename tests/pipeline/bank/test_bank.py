"""Money as people write it, rounding that keeps a sum, the bank's book and how its accounts close."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings, strategies as st

from language import speaking
from pipeline.bank.currency import MoneyError, currency_of, read_currency, smallest
from pipeline.bank.ledger import AccountCache, BankEntry, BankKind, NightLedger, accounts, closing_entries
from pipeline.bank.money import (
    NumberStyle,
    chips_text,
    leading_money,
    money_as_chips,
    money_text,
    parse_chips,
    parse_money,
    round_together,
    value_text,
)
from pipeline.bank.records import replace
from reports.components import numbers


@pytest.mark.parametrize(
    ("text", "chips"),
    [("12", 12), ("0", 0), ("2p", 100), ("1p10", 60), ("1P10", 60), ("0p7", 7), ("1p0", 50)],
)
def test_chips_are_read(text: str, chips: int) -> None:
    assert parse_chips(text) == chips


@pytest.mark.parametrize("text", ["", "p", "p10", "-3", "1.5", "1p1p", "12x", "١٢", "9999999", "1" * 30])
def test_no_chips(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_chips(text)


@given(st.integers(0, 100_000))
def test_chips_are_written_as_they_lie(chips: int) -> None:
    amount, _, words = chips_text(chips).partition(" = ")
    assert int(amount) == chips
    if words:
        peders, _, small = words.partition(" peder")
        assert int(peders.replace(",", "")) * 50 + int(small.strip("s ") or 0) == chips


@pytest.mark.parametrize(
    ("text", "money", "currency"),
    [
        ("25 øre", "0.25", "kr"),
        ("25øre", "0.25", "kr"),
        ("0,25 kr", "0.25", "kr"),
        ("15kr", "15", "kr"),
        ("kr. 15", "15", "kr"),
        ("12.50", "12.50", None),
        ("25 øre NOK", "0.25", "NOK"),
        ("10 cent", "0.10", "cent"),
        ("25c", "0.25", "cent"),
        ("25 cents USD", "0.25", "USD"),
        ("0,10 EUR", "0.10", "EUR"),
        ("$0.25", "0.25", "$"),
        ("$0.25 USD", "0.25", "USD"),
        ("$ .25", "0.25", "$"),
        ("£0,10", "0.10", "GBP"),
        ("€1", "1", "EUR"),
        ("0.25 usd", "0.25", "USD"),
        ("5 sek", "5", "SEK"),
        ("2 pund", "2", "GBP"),
        ("1.200 kr", "1200", "kr"),
        ("1,5 tusind kr", "1500", "kr"),
        ("2k", "2000", None),
        ("$1.5k", "1500", "$"),
        ("1.5 thousand EUR", "1500", "EUR"),
        ("1,5 mio. kr", "1500000", "kr"),
        ("2 millioner kr", "2000000", "kr"),
        ("1,200 kr", "1200", "kr"),
        ("1 200 kr", "1200", "kr"),
        ("1\u202f200\u00a0kr", "1200", "kr"),
        ("1'200 CHF", "1200", "CHF"),
        ("1.200,50 kr", "1200.50", "kr"),
        ("1,200.5 kr", "1200.5", "kr"),
        ("$1,234,567.89", "1234567.89", "$"),
        ("1.234.567", "1234567", None),
        ("1.200,- kr.", "1200", "kr"),
        ("0,125", "0.125", None),
        ("1.1250", "1.125", None),
    ],
)
def test_money_is_read(text: str, money: str, currency: str | None) -> None:
    assert parse_money(text) == (Decimal(money), currency)


def test_numbers_of_more_than_forty_characters_are_not_read() -> None:
    assert parse_money("5".zfill(40)) == (Decimal(5), None)
    with pytest.raises(MoneyError, match="more money than a book holds"):
        parse_money("5".zfill(41))


@pytest.mark.parametrize(
    "text",
    [
        "", "kr", "-5 kr", "1e3", "12 møntor", "1,2,3", "5 EUR DKK", "5 kr EUR", "$25c", "25 øre USD", "0.1234567",
        "1.2000", "1,2000 kr", "12.0000", "1.200000", "1.000,5000", "1234.567", "1.200,500", "1 200,500", "01.200", "1.20.000", "1.200.50", "12,345,67", "1 20",
    ],
)  # fmt: skip
def test_no_money(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_money(text)


def test_the_first_word_after_a_number_should_be_a_currency() -> None:
    with pytest.raises(MoneyError, match="'zork' isn't a currency"):
        parse_money("20 zork mids")


@pytest.mark.parametrize(
    ("text", "money", "rest"),
    [
        ("300 kr pizza", "300", "pizza"),
        ("300kr, pizza", "300", "pizza"),
        ("12,50 øl", "12.50", "øl"),
        ("1.200,50 kr øl", "1200.50", "øl"),
        ("$20 pizza", "20", "pizza"),
        ("20 c", "20", "c"),
        ("25c tip", "0.25", "tip"),
    ],
)
def test_an_amount_begins_a_text(text: str, money: str, rest: str) -> None:
    amount, left = leading_money(text)
    assert (amount.money, left) == (Decimal(money), rest)


def test_a_number_in_two_parts_begins_no_text() -> None:
    with pytest.raises(MoneyError):
        leading_money("300 5 pizzas")


def test_numbers_that_were_written_together_are_read_in_one_way() -> None:
    assert NumberStyle.of(["1.500", "-20,5"]).read("1.500") == 1500
    assert NumberStyle.of(["1.500", "-20,5"]).read("37.50") is None
    assert NumberStyle.of(["1.500", "-20.5", "3.25"]).read("1.500") is None
    assert NumberStyle.of(["12", "-7"]).read("-7") == -7
    exported = NumberStyle.of(["5.000000", "1234.125000", "-0.500000"])  # as our own tables have amounts
    assert [exported.read(text) for text in ("5.000000", "1234.125000")] == [5, Decimal("1234.125")]
    assert NumberStyle.of(["1.234,500000", "-2,000000"]).read("1.234,500000") == Decimal("1234.5")
    assert NumberStyle.of(["5.000000", "7"]).read("5.000000") is None
    assert NumberStyle.of(["1.2000", "-1.2000"]).read("1.2000") is None


CURRENCIES = st.sampled_from(["DKK", "SEK", "NOK", "EUR", "GBP", "USD", "CHF", "JPY", "ISK", ""])


@settings(deadline=None)
@given(st.decimals(0, 10**8, places=6), st.integers(0, 6), CURRENCIES, st.sampled_from(["en", "da"]))
def test_an_amount_that_was_written_is_read_back(
    exact: Decimal, places: int, currency: str, language: str
) -> None:
    """In every language, by the terminal, in the journal and on a page, with the value and in the currency."""
    amount = round(exact, places)
    with speaking(language):
        texts = [money_text(amount, currency), value_text(amount, currency)]
        if amount == round(amount, 2) and (currency not in ("JPY", "ISK") or amount == int(amount)):
            texts.append(numbers.money(amount, currency).removeprefix("+"))
    for text in texts:
        money, named = parse_money(text)
        assert (money, currency_of(named, currency)) == (amount, currency), text


def test_every_amount_of_a_text_becomes_chips() -> None:
    """Also after one in whose own text another might begin."""
    text = "a rebuys $ 20 b 10 and c $2.50, d 5 USD"
    assert money_as_chips(text, Decimal("0.25"), "USD") == ("a rebuys 80 b 10 and c 10, d 20", None)
    assert money_as_chips("a 20 kr 5 b 10 kr", Decimal("0.25"), "DKK") == ("a 80 5 b 40", None)
    assert money_as_chips("a rebuys EUR 20", Decimal("0.25"), "EUR") == ("a rebuys 80", None)
    assert money_as_chips("a køber for 50,-, b 20", Decimal("0.25"), "DKK") == ("a køber for 200, b 20", None)
    _, wrong = money_as_chips("a rebuys $20.10", Decimal("0.25"), "USD")
    assert "'$20.10' isn't a whole number of chips" in str(wrong)


@pytest.mark.parametrize(
    ("text", "code"),
    [("kr", "DKK"), (" eur ", "EUR"), ("$", "USD"), ("sek", "SEK"), ("øre", "DKK"), ("xaf", "XAF")],
)
def test_a_currency_is_read_by_its_letters_its_sign_or_its_word(text: str, code: str) -> None:
    assert read_currency(text) == code


@pytest.mark.parametrize("text", ["", "chips", "xyz1", "5"])
def test_no_currency(text: str) -> None:
    with pytest.raises(MoneyError):
        read_currency(text)


def test_money_is_written() -> None:
    assert money_text(Decimal("12.5"), "DKK") == "12.50 kr"
    assert money_text(Decimal("-12.5"), "DKK", sign=True) == "-12.50 kr"
    assert money_text(Decimal(0), "DKK", sign=True) == "0.00 kr"
    assert money_text(Decimal("0.125"), "EUR") == "0.125 €"
    assert money_text(Decimal(300), "JPY") == "300 JPY"
    assert smallest("JPY") == 1


@given(
    st.lists(st.decimals("-1000", "1000", places=4), min_size=1, max_size=12),
    st.sampled_from(["0.01", "0.25", "0.50", "1", "10"]),
)
def test_rounding_together_keeps_the_sum_and_moves_no_amount_by_a_step(
    amounts: list[Decimal], coin: str
) -> None:
    step = Decimal(coin)
    named = {str(number): amount for number, amount in enumerate(amounts)}
    named["rest"] = -sum(amounts, Decimal(0))
    rounded = round_together(named, step)
    assert sum(rounded.values()) == 0
    assert all(abs(rounded[name] - named[name]) < step for name in named)
    assert all(amount % step == 0 for amount in rounded.values())
    assert list(rounded) == list(named)


def test_rounding_gives_the_missing_steps_to_the_largest_remainders() -> None:
    amounts = {"a": Decimal("0.125"), "b": Decimal("0.375"), "c": Decimal("-0.5")}
    assert round_together(amounts, Decimal("0.5")) == {"a": 0, "b": Decimal("0.5"), "c": Decimal("-0.5")}
    with pytest.raises(ValueError, match="isn't a whole number of steps"):
        round_together({"a": Decimal("0.3")}, Decimal("0.5"))


# --- the book


def entry(
    kind: str, who: str, chips: int = 0, whom: str | None = None, money: str | None = None
) -> BankEntry:
    return BankEntry(
        kind=BankKind(kind),
        player_id=who,
        counterparty_id=whom,
        chips=chips,
        money=Decimal(money) if money else None,
    )


def test_an_account_holds_what_lies_before_its_player() -> None:
    book = accounts(
        {"a": -30, "b": 30},
        [entry("loan", "a", 150), entry("purchase", "a", 50), entry("count", "a", 20)],
    )
    assert (book["a"].stack, book["a"].result, book["a"].counted) == (150, -30, True)
    assert (book["b"].stack, book["b"].counted) == (30, False)


def test_shadow_lies_before_the_debtor_until_it_is_paid() -> None:
    """Anna plays her last 8 chips and 4 in shadow and loses 12 to Bo (PR): she has nothing, and owes him
    4.
    """
    lost = {"a": -12, "b": 12}
    lent = [entry("loan", "a", 8), entry("loan", "b", 8)]
    owed = accounts(lost, [*lent, entry("shadow", "a", 4, "b")])
    assert (owed["a"].stack, owed["b"].stack) == (0, 16)
    # she buys a peder and hands Bo four of it
    paid = [*lent, entry("shadow", "a", 4, "b"), entry("purchase", "a", 50), entry("shadow", "a", -4, "b")]
    after = accounts(lost, paid)
    assert (after["a"].stack, after["b"].stack, after["a"].owing, after["b"].owing) == (46, 20, 0, 0)


def test_accounts_of_a_ledger_that_goes_on_or_is_another_one_are_those_of_its_entries() -> None:
    cache = AccountCache()
    first = (entry("loan", "a", 150), entry("loan", "b", 100))
    corrected = (entry("loan", "a", 50), first[1])
    both = (entry("loan", "a", 100), entry("purchase", "a", 100))
    assert cache.stacks(both, {"a": -30}) == {"a": 170}
    paid = entry("payment", "c", whom="a", money="5")  # Carl has had no chips
    for ledger in (first, (*first, entry("purchase", "a", 50), paid), corrected, corrected[:1], ()):
        book = accounts({}, ledger)
        assert cache.stacks(ledger, {}) == {who: account.stack for who, account in book.items() if who != "c"}
        assert cache.account(ledger, "a", 0) == accounts({"a": 0}, ledger)["a"]


def test_payments_count_for_both() -> None:
    book = accounts({}, [entry("payment", "a", whom="b", money="12.50")])
    assert (book["a"].received, book["b"].received) == (Decimal("-12.50"), Decimal("12.50"))


def test_only_what_a_player_laid_out_is_an_expense() -> None:
    entries = [
        entry("expense", "bo", whom="anna", money="50"),
        entry("shadow", "bo", 5, "anna"),
        entry("payment", "bo", whom="anna", money="20"),
        entry("loan", "bo", 100),
    ]
    night = NightLedger(
        name="n", currency="DKK", chip_value=Decimal(1), banker_id="anna", nets={}, entries=entries
    )
    assert night.expenses() == [("anna", "", Decimal(50), ("bo",))]


def test_closing_pays_a_single_chip_that_is_owed() -> None:
    closing = closing_entries({"a": 0, "b": -1, "c": 1}, [entry("shadow", "b", 1, "c")], "a", at=None)
    assert [(one.kind.value, one.player_id, one.chips) for one in closing] == [("shadow", "b", -1)]


def test_closing_keeps_each_difference_as_an_entry_against_the_banker() -> None:
    entries = [entry("loan", "a", 100), entry("loan", "b", 100), entry("count", "a", 83)]
    made = closing_entries({"a": -20, "b": 15, "c": 5}, entries, "c", None)
    assert made == [entry("difference", "a", 3, "c")]
    book = accounts({"a": -20, "b": 15, "c": 5}, [*entries, *made])
    assert (book["a"].stack, book["a"].result, book["c"].result) == (0, -17, 2)


def test_closing_settles_open_shadow_and_a_pot_without_a_winner() -> None:
    nets = {"a": -12, "b": 6, "c": 0}
    entries = [entry("loan", "a", 8), entry("shadow", "a", 4, "b"), entry("count", "a", 0)]
    made = closing_entries(nets, entries, "c", None)
    book = accounts(nets, [*entries, *made])
    assert (book["a"].stack, book["a"].owing, book["a"].difference, book["a"].bought) == (0, 0, 0, 4)
    assert book["c"].result == 6  # the pot


NAMES = st.sampled_from("abcde")


@st.composite
def books(draw: st.DrawFn) -> tuple[dict[str, int], list[BankEntry]]:
    nets = {name: draw(st.integers(-200, 200)) for name in "abcde"}
    kinds = draw(
        st.lists(st.sampled_from(["loan", "purchase", "buyback", "count", "shadow", "payment"]), max_size=12)
    )
    entries = []
    for kind in kinds:
        who = draw(NAMES)
        whom = draw(NAMES.filter(lambda name, who=who: name != who))
        chips = draw(st.integers(0, 100))
        if kind == "shadow":
            entries.append(entry(kind, who, draw(st.integers(-50, 50)), whom))
        elif kind == "payment":
            entries.append(BankEntry(kind=kind, player_id=who, counterparty_id=whom, money=Decimal(chips)))
        else:
            entries.append(entry(kind, who, chips))
    return nets, entries


@given(books())
def test_closed_accounts_add_up_to_zero_and_closing_again_changes_nothing(
    given_book: tuple[dict[str, int], list[BankEntry]],
) -> None:
    nets, entries = given_book
    closed = [*entries, *closing_entries(nets, entries, "a", None)]
    book = accounts(nets, closed)
    assert sum(account.result for account in book.values()) == 0
    assert all(account.owing == 0 for account in book.values())
    assert all(
        account.stack == 0 for account in book.values() if account.counted and account.player_id != "a"
    )
    assert closing_entries(nets, closed, "a", None) == []
    for name, account in book.items():  # nothing is smeared: a difference is a player's own count
        if name != "a" and not account.counted:
            assert account.difference == 0


def test_a_copy_has_the_fields_of_its_kind_and_no_others() -> None:
    entry = BankEntry(kind=BankKind.COUNT, player_id="bo", chips=115)
    assert replace(entry, chips=7) == BankEntry(kind=BankKind.COUNT, player_id="bo", chips=7)
    with pytest.raises(TypeError, match="BankEntry has no field 'chip'"):
        replace(entry, chip=7)
    entry.__dict__["computed"] = 1
    assert "computed" not in replace(entry, chips=7).__dict__
