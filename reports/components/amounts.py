"""Amounts that a reader can switch between money, chips and peders (`UnitSwitch`).

A page is written in the money of its nights. If a small chip had the same value on all of them, a switch
converts every amount to chips or peders. If it hadn't, or the value is unknown, there is no switch, and chips
stay chips.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import polars as pl

from language import tr, trn
from reports.components.blocks import Column, Row
from reports.components.columns import gain_class
from reports.components.html import Child, Html, fragment, tag
from reports.components.numbers import PEDER, THIN, amount, chips, currency_sign, number, signed, unknown
from reports.data import ANTES, CHIPS


def is_money(measure: str) -> bool:
    """Whether amounts in `measure` follow the page's switch.

    >>> is_money("DKK"), is_money("chips")
    (True, False)
    """
    return measure not in (CHIPS, ANTES)


@dataclass(frozen=True)
class Form:
    """How an amount of money is written: with a plus sign if it `is_gain` above zero, and whether it `has_unit`."""

    is_gain: bool = True
    has_unit: bool = True


@dataclass(frozen=True)
class Worth:
    """The value of a small chip on all nights of a page, and the currency."""

    chip: float
    currency: str

    def shown(self, count: float | None, *, gain: bool = True) -> Child:
        """Chips as money, with a sign if they are a `gain`."""
        if count is None:
            return unknown()
        return _marked(self.text(count, gain=gain), float(count) * self.chip, Form(gain))

    def text(self, count: float, *, gain: bool = True) -> str:
        """The text of chips as money, with a sign if they are a `gain`."""
        value = float(count) * self.chip
        text = (signed if gain else number)(value, exact([value]))
        return f"{text}{THIN}{currency_sign(self.currency)}"


def ante_worth(worth: Worth | None, ante: int | None) -> Worth | None:
    """Return the value of an ante; None if it is unknown or there are several antes.

    >>> kr = Worth(0.25, "DKK")
    >>> ante_worth(kr, 2)
    Worth(chip=0.5, currency='DKK')
    """
    return Worth(worth.chip * ante, worth.currency) if worth and ante else None


def worth_of(nights: pl.DataFrame) -> Worth | None:
    """The value of a chip on all `nights` (`data.sessions`); None if it differed or is unknown.

    >>> from reports import data
    >>> worth_of(data.sessions(con).filter(kind="night"))
    Worth(chip=0.25, currency='DKK')
    """
    worths = nights.select("chip_value", "currency").unique()
    return worth_of_night(worths.row(0, named=True)) if len(worths) == 1 else None


def worth_of_night(night: Row) -> Worth | None:
    """The value of a chip on a night (a row of `data.sessions`); None if it is unknown.

    >>> worth_of_night({"chip_value": 0.25, "currency": "DKK"})
    Worth(chip=0.25, currency='DKK')
    """
    chip, currency = night["chip_value"], night["currency"]
    return Worth(float(chip), currency) if chip and currency else None


def chips_shown(count: float | None, worth: Worth | None) -> Child:
    """A gain or a loss in chips, as money if the page has a `worth`.

    >>> chips_shown(12, None)
    '+12\\u202fchips'
    """
    return worth.shown(count) if worth else chips(count)


def pot_shown(count: int | None, worth: Worth | None) -> Child:
    """The size of a pot in chips, as money if the page has a `worth`.

    >>> pot_shown(12, None)
    '12 chips'
    """
    if count is None:
        return unknown()
    return worth.shown(count, gain=False) if worth else trn("{n} chip", "{n} chips", count)


def without_unit(count: float | None, worth: Worth | None) -> Child:
    """Whole chips won or lost, without the unit, for a large table.

    >>> without_unit(12, None)
    '+12'
    """
    if worth is None or count is None:
        return signed(count)
    return money_cell(float(count) * worth.chip, 0)


def money_cell(
    value: float, places: int, in_money: bool = True, *, gain: bool = True, printed: float | None = None
) -> Child:
    """An amount without its unit. Chips (`in_money` is false) don't follow the switch. `printed` is what stands there in
    money, if it isn't the value rounded.

    >>> money_cell(12.5, 2, False)
    '+12'
    """
    show = signed if gain else number
    if not in_money:
        return show(value)
    return _marked(show(value if printed is None else printed, places), value, Form(gain, has_unit=False))


def gain_shown(
    value: float | None,
    measure: str,
    places: int | None = None,
    *,
    gain: bool = True,
    printed: float | None = None,
) -> Child:
    """An amount in `measure` with its unit, which follows the switch: with a sign if it is a `gain`, with
    decimals where they matter unless `places` is given. `printed` stands there in money, if it isn't the value rounded.

    >>> gain_shown(12, "chips")
    '+12\\u202fchips'
    """
    shown = value if printed is None else printed
    text = amount(shown, measure, decimals([value or 0.0]) if places is None else places, gain=gain)
    return _marked(text, value, Form(gain)) if value is not None and is_money(measure) else text


def night_shown(value: float, measure: str, *, gain: bool = True) -> Child:
    """A night's net, or a pot of it, in `measure`.

    >>> night_shown(12, "chips")
    '+12\\u202fchips'
    """
    return gain_shown(value, measure, exact([value]), gain=gain)


def unit_shown(measure: str) -> Html:
    """The unit of amounts in `measure`, which follows the switch.

    >>> str(unit_shown("chips"))
    'chips'
    """
    text = currency_sign(measure) or tr("the currency of the files")
    return tag("span", text, class_="unit") if is_money(measure) else fragment(text)


def in_chart(value: float, text: str, measure: str, form: Form) -> str:
    """The `text` of an amount within a text of a chart, marked so that the page's script can convert it:
    `¤value|form|text¤`, in whose form `+` stands for a gain and `u` for a unit.

    >>> in_chart(12.0, "+12 kr", "DKK", Form(is_gain=True, has_unit=True))
    '¤12|+u|+12 kr¤'
    """
    if not is_money(measure):
        return text
    return f"¤{value:.10g}|{'+' if form.is_gain else ''}{'u' if form.has_unit else ''}|{text}¤"


def gain_in_chart(value: float, measure: str, places: int = 2, *, gain: bool = True) -> str:
    """An amount in `measure` with its unit within a text of a chart: with a sign if a `gain`.

    >>> gain_in_chart(12.0, "chips")
    '+12\\u202fchips'
    """
    return in_chart(value, amount(value, measure, places, gain=gain), measure, Form(gain))


def chips_in_chart(count: float, worth: Worth | None, *, gain: bool = True) -> str:
    """Chips within a text of a chart or a picture, in the page's money where it has one: with a sign if a `gain`.

    >>> chips_in_chart(12, None)
    '+12\\u202fchips'
    """
    if worth is None:
        return chips(count) if gain else trn("{n} chip", "{n} chips", round(count))
    return in_chart(count * worth.chip, worth.text(count, gain=gain), worth.currency, Form(gain))


@dataclass(frozen=True)
class Unit:
    """A unit that amounts of money may be shown in: how much money one is, with how many decimals, what several and one are
    called.
    """

    worth: float
    digits: int
    many: str
    one: str

    def of(self, value: float, form: Form) -> str:
        """An amount of money in this unit, as the page's script writes it (`amountInUnit`)."""
        count = value / self.worth
        text = (signed if form.is_gain else number)(count, self.digits)
        if not form.has_unit:
            return text
        return f"{text}{THIN}{self.one if abs(round(count, self.digits)) == 1 else self.many}"


def other_units(worth: Worth | None) -> list[Unit]:
    """The units besides money that the switch of a page offers; none where it has no switch.

    >>> kr = Worth(0.25, "DKK")
    >>> [unit.many for unit in other_units(kr)]
    ['chips', 'peders']
    """
    if worth is None:
        return []
    return [
        Unit(worth.chip, 0, tr("chips"), tr("chip")),
        Unit(worth.chip * PEDER, 1, tr("peders"), tr("peder")),
    ]


def in_unit(text: str, unit: Unit | None) -> str:
    """A text with its amounts (`in_chart`) in a unit; in money with None.

    >>> in_unit("Anna ¤12.5|+u|+12.50 kr¤", Unit(0.25, 0, "chips", "chip")).replace(THIN, " ")
    'Anna +50 chips'
    >>> in_unit("Anna ¤12.5|+u|+12.50 kr¤", None)
    'Anna +12.50 kr'
    """

    def shown(mark: re.Match[str]) -> str:
        form = Form("+" in mark["form"], "u" in mark["form"])
        return unit.of(float(mark["value"]), form) if unit else mark["text"]

    return re.sub(r"¤(?P<value>[^|¤]*)\|(?P<form>[+u]*)\|(?P<text>[^¤]*)¤", shown, text)


def _marked(text: str, value: float, form: Form) -> Html:
    return tag("data", text, value=f"{value:.10g}", data_plain=not form.is_gain, data_unit=form.has_unit)


@dataclass(frozen=True, kw_only=True)
class CellForm:
    """How the cells of a column write amounts: chips of the worth `of`, or else money, unless `in_money` is false; as gains
    and losses, with their colours and signs, unless `gain` is false; with this many decimal `places`, or else as many
    as `decimals` of the column's amounts.
    """

    of: Worth | None = None
    in_money: bool = True
    gain: bool = True
    places: int | None = None


def amount_column(
    label: str,
    amounts: pl.Series,
    form: CellForm,
    *,
    minor: bool = False,
    none: str | None = None,
    link: Callable[[Row, Child], Child] | None = None,
) -> Column:
    """A column of a frame's amounts without their unit. `none` stands where there is no amount.

    >>> column = amount_column("Net", pl.Series("net", [12.5, -4.0]), CellForm(in_money=False))
    >>> column.cell({"net": 12.5}), column.style({"net": 12.5})
    ('+12', 'gain')
    """
    name = amounts.name
    chip = form.of.chip if form.of else 1.0
    places = form.places
    if places is None:
        places = decimals([float(amount) * chip for amount in amounts.drop_nulls()])

    def cell(row: Row) -> Child:
        if row[name] is None:
            return unknown() if none is None else none
        return link(row, value(row[name])) if link else value(row[name])

    def style(row: Row) -> str:
        return gain_class(row[name]) if form.gain else ""

    def value(amount: float) -> Child:
        return money_cell(float(amount) * chip, places, form.in_money, gain=form.gain)

    return Column(label=label, sort=name, cell=cell, value=value, style=style, minor=minor)


def printed_difference(whole: float, part: float, form: CellForm) -> float:
    """The difference of two amounts as they are printed.

    >>> printed_difference(10.4, -3.4, CellForm(in_money=False, places=0))
    13.0
    """
    chip, places = form.of.chip if form.of else 1.0, form.places or 0
    return round(whole * chip, places) - round(part * chip, places)


def difference_column(label: str, name: str, whole: str, part: str, form: CellForm) -> Column:
    """A column of the gains that remain of a `whole` without a `part`, which other columns show: the difference of what is
    printed there, so that a row adds up.

    >>> column = difference_column("Rest", "rest", "all", "luck", CellForm(in_money=False, places=0))
    >>> column.cell({"all": 10.4, "luck": -3.4, "rest": 13.8})
    '+13'
    """
    chip, places = form.of.chip if form.of else 1.0, form.places or 0

    def cell(row: Row) -> Child:
        if row[name] is None:
            return unknown()
        printed = printed_difference(row[whole], row[part], form)
        if not form.in_money:
            return signed(printed, places)
        return money_cell(row[name] * chip, places, printed=printed)

    return Column(label=label, sort=name, cell=cell, style=lambda row: gain_class(row[name]))


def exact(values: Iterable[float]) -> int:
    """Number of decimals for the results of hands and nights, so that a result has the same form on every
    page.

    >>> exact([12.0, -4.0]), exact([12.5, -4.0])
    (0, 2)
    """
    return 0 if all(value == round(value) for value in values) else 2


def decimals(values: list[float]) -> int:
    """Number of decimals for amounts of money: none if one is a hundred or more, or all are whole.

    >>> decimals([12.5, 4.0]), decimals([120.5, 4.0])
    (2, 0)
    """
    large = any(abs(value) >= 100 for value in values)
    return 0 if large or all(value == round(value) for value in values) else 2


UNITS = ("money", "chips", "peders")
"""The values of the switch."""


@dataclass(frozen=True)
class UnitSwitch:
    """Three buttons that show a page's amounts in money, chips or peders; the page's script converts them.
    `first` is the unit that the page begins with: `money`, `chips` or `peders`.
    """

    worth: Worth
    first: str = "money"

    def html(self) -> Html:
        """Radio buttons, hidden until there is a script."""
        sign = currency_sign(self.worth.currency)
        others = [(unit.many, unit.one) for unit in other_units(self.worth)]
        units = dict(zip(UNITS, [(sign, sign), *others], strict=True))
        buttons = [
            tag(
                "label",
                tag(
                    "input",
                    type="radio",
                    name="unit",
                    value=unit,
                    checked=unit == self.first,
                    autocomplete="off",
                    data_sign=many,
                    data_one=one,
                ),
                tag("span", many),
            )
            for unit, (many, one) in units.items()
        ]
        return tag(
            "fieldset",
            tag("legend", tr("Show amounts in")),
            buttons,
            class_="control units",
            data_worth=f"{self.worth.chip:.10g}",
            data_peder=PEDER,
            hidden=True,
        )
