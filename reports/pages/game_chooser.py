"""The interactive blocks of the page of games: own stack and money, filters, a game's card, games side by
side. The scripts in `assets/games/` fill in their figures from `GameData`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from language import tr
from queries.people_error import RATIO_REACH, REAL
from reports.charts.chooser import chooser, curve, drawdowns, fan
from reports.components import numbers
from reports.components.blocks import Chart, Search, slide_cue
from reports.components.html import Child, Html, fragment, tag
from reports.components.meanings import meaning_of
from reports.components.numbers import THIN, number, separators
from reports.components.palette import LIGHT
from reports.components.scripts import script_data
from reports.game_source import DRAWDOWN_PERCENTILES, EVENING_HOURS, SAMPLE_STEP, STACKS
from reports.pages.game_texts import TEXTS

STACK, EVENING = 150, 4.5
"""Initial values: the house's loan in chips, and the length of an evening in hours."""

FACTS = ("usual", "gone", "ahead", "drawdown", "pot", "peder", "pace", "showdown")
"""The figures on a card, by the keys of their labels."""

MINUTES = (1, 2, 3, 5, 10, 15)
ROUNDS, MANY = ((1, 2), (3, 4), (5, 6)), 7


@dataclass(frozen=True, kw_only=True)
class GameData:
    """The data of the page's script: `game_data.game_rows`, the initial game, the `columns` with data of the
    table of all games (after the name), the texts, the initial value of a chip, and whether simulated people
    played; their figures are less certain than their number of hands suggests.
    """

    games: Sequence[Mapping[str, Any]]
    first: str
    columns: Sequence[str]
    chip: float | None = None
    sign: str = ""
    simulated: bool = False

    def html(self) -> Html:
        """A `script` of data."""
        return script_data(
            "games",
            {
                "games": _rounded(self.games),
                "first": self.first,
                "columns": list(self.columns),
                "texts": {key: tr(text) for key, text in TEXTS.items()},
                "stacks": STACKS,
                "quarter": SAMPLE_STEP,
                "drawdownShares": [share / 100 for share in DRAWDOWN_PERCENTILES],
                "thin": THIN,
                "colours": LIGHT,
                "meanings": {key: meaning_of(tr(TEXTS[key])) for key in FACTS},
                "profiles": {name: tr(name) for name in _profiles(self.games)},
                "people": {"reach": RATIO_REACH, "real": REAL} if self.simulated else None,
            },
        )


def _rounded(value: Any) -> Any:
    """Numbers rounded to six digits, whole ones as integers, without false values: the page is a tenth
    smaller, and the script reads the same.
    """
    match value:
        case float():
            short = float(f"{value:.6g}")
            return int(short) if short.is_integer() else short
        case Mapping():
            return {key: _rounded(each) for key, each in value.items() if each is not False}
        case list() | tuple():
            return [_rounded(each) for each in value]
    return value


@dataclass(frozen=True, kw_only=True)
class OwnMoney:
    """The reader's own stack, the value of a chip, and the length of an evening."""

    chip: float | None = None
    sign: str = ""

    def html(self) -> Html:
        """The fields, and a sentence on the assumptions behind the figures."""
        signs = list(dict.fromkeys(filter(None, [self.sign, "kr", "€", "£", "$"])))
        units = [
            tag("option", tr("chips"), value="", selected=not self.sign),
            *(tag("option", sign, value=sign, selected=sign == self.sign) for sign in signs),
        ]
        hours = [
            tag("option", tr("{n} h", n=number(each, 1 if each % 1 else 0)), value=f"{each:g}",
                selected=each == EVENING)
            for each in EVENING_HOURS
        ]  # fmt: skip
        worth = "" if self.chip is None else f"{self.chip:g}".replace(".", separators()[0])
        fields = [
            _field(tr("Your stack, in chips"), tag("input", type="number", name="stack", value=STACK, min=1,
                                                  max=100000, step=1, inputmode="numeric")),
            _field(tr("A chip is worth"), tag("input", name="chip", value=worth or "1", inputmode="decimal", size=6)),
            _field(tr("Money in"), tag("select", units, name="sign")),
            _field(tr("An evening lasts"), tag("select", hours, name="hours")),
        ]  # fmt: skip
        return tag(
            "form",
            tag(
                "fieldset",
                tag("legend", tr("Your own table"), class_="unseen"),
                fields,
                tag("output", class_="quiet reckoned"),
            ),
            class_="control own",
        )


@dataclass(frozen=True, kw_only=True)
class Chooser:
    """A chart with one dot per game, from calm to wild and from quick to slow, with filters."""

    players: int

    def html(self) -> Html:
        """The filters, and the chart."""
        every = ("", tr("any"))
        filters = [
            _select(tr("Players"), "players", [every, *_numbered(range(2, self.players + 1), "{n}")]),
            _select(tr("A pot takes at most"), "minutes", [every, *_numbered(MINUTES, tr("{n} min"))]),
            _select(
                tr("Betting rounds"),
                "rounds",
                [
                    every,
                    *((f"{low}-{high}", tr("{low} to {high}", low=low, high=high)) for low, high in ROUNDS),
                    (f"{MANY}-99", tr("{low} or more", low=MANY)),
                    ("none", tr("none, or it varies")),
                ],
            ),
            _select(tr("Wild cards"), "wild", [every, ("no", tr("without")), ("yes", tr("with"))]),
        ]
        search = Search(label=tr("Find a game"), hint=tr("name, family, addition"))
        about = tr(
            "Each dot is a game: press one to see its card, or choose a name below. The further right, the "
            "more a player wins or loses in an evening (two evenings of three end within that). Orange: the "
            "game on the card; green: the games compared below; ring: an estimate from few hands."
        )
        return fragment(
            tag(
                "form",
                tag(
                    "fieldset",
                    tag("legend", tr("Show games for"), class_="unseen"),
                    filters,
                    search.html(),
                    tag("output", class_="quiet left"),
                ),
                class_="control narrowing",
            ),
            tag("div", Chart(figure=chooser(), about=about).html(), class_="chooser"),
        )


@dataclass(frozen=True, kw_only=True)
class Card:
    """The card of the chosen game."""

    names: Mapping[str, str]

    def html(self) -> Html:
        """An empty card; the script fills in every part."""
        options = [tag("option", name, value=key) for key, name in self.names.items()]
        rules = [
            _rule(tr("The deal"), "course"),
            tag("pre", data_part="board", class_="board"),
            _rule(tr("Wild"), "wild"),
            _rule(tr("Turns"), "turns"),
            _rule(tr("Rules of its own"), "own_rules"),
            _rule(tr("Who wins"), "winning"),
            _rule(tr("Stakes"), "stakes"),
            _rule(tr("Table"), "table"),
        ]
        return tag(
            "div",
            tag("div", tag("label", tr("Game"), " ", tag("select", options, name="game")), class_="control"),
            tag("h3", data_part="name", class_="title"),
            tag("p", data_part="summary", class_="quiet"),
            tag("p", data_part="verdict", class_="lead", aria_live="polite"),
            tag("dl", data_part="facts", class_="facts", style="--columns:4"),
            _pair(
                _part(tr("Sample evenings"), tag("div", _chart(fan(), tr("Sample evenings")), data_part="fan")),
                _part(tr("What a hand brings"),
                      tag("div", _chart(curve(), tr("What a hand brings")), data_part="curve")),
            ),
            _part(
                tr("Downswings"),
                tag("p", data_part="drawdowns-lead"),
                tag("div", _chart(drawdowns(), tr("Downswings")), data_part="drawdowns"),
            ),
            _pair(
                _part(tr("What wins"), tag("p", data_part="melds"),
                      *_sliding("melds-table", tr("What wins"))),
                fragment(
                    _part(tr("Skill and luck"), tag("p", data_part="skill")),
                    _part(tr("Who plays"), tag("p", data_part="who"),
                          *_sliding("who-table", tr("Who plays"))),
                ),
            ),
            tag(
                "div",
                tag("h4", tr("How it is played")),
                tag("div", rules, class_="rules"),
                data_part="rules",
            ),
            class_="card",
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SideBySide:
    """Two or three games side by side, with a verdict; `first` are the initial two."""

    names: Mapping[str, str]
    first: tuple[str, str]

    def html(self) -> Html:
        """The choices, and the empty verdict and table."""
        chosen = [*self.first, ""]
        fields = []
        for place, preset in enumerate(chosen):
            options = [
                tag("option", name, value=key, selected=key == preset) for key, name in self.names.items()
            ]
            none = tag("option", tr("no third"), value="", selected=not preset)
            label = (tr("First"), tr("Second"), tr("Third"))[place]
            fields.append(
                _field(label, tag("select", [none, *options] if place == 2 else options, name=str(place)))
            )
        rows = (tr("Two evenings of three within"), tr("One in twenty below"), tr("One in twenty above"),
                tr("Lose the stack"), tr("Go home ahead"), tr("Deepest drawdown"), tr("Until a pot is won"),
                tr("The middle pot"), tr("Hands that cost a peder or more"),
                tr("The middle winning hand"))  # fmt: skip
        caption = tr("The games side by side, an evening of each")
        body = [tag("tr", tag("th", row, scope="row")) for row in rows]
        table = tag(
            "table",
            tag("caption", tag("span", caption)),
            tag("thead", tag("tr", tag("th", tag("span", tr("Figure"), class_="unseen"), scope="col"))),
            tag("tbody", body),
        )
        return tag(
            "div",
            tag(
                "form",
                tag("fieldset", tag("legend", tr("Games"), class_="unseen"), fields),
                class_="control",
            ),
            tag("p", class_="lead verdict", aria_live="polite"),
            tag("div", table, class_="scroll", role="region", aria_label=caption, tabindex=0),
            slide_cue(),
            tag(
                "div",
                tag("h3", tr("Who plays them")),
                tag("p", data_part="lineups"),
                *_sliding("lineups-table", tr("Who plays them")),
            ),
            class_="side-by-side",
        )


def _profiles(games: Sequence[Mapping[str, Any]]) -> list[str]:
    """The profiles of simulated players in the games' figures, by name: a page's bytes follow from the store alone."""
    lineups = {each["lineup"] for game in games for key in ("evenings", "lineups") for each in game[key]}
    skills = {game["skill"][key] for game in games if game["skill"] for key in ("profile", "other")}
    return sorted({name for lineup in lineups for name in lineup.split(", ")} | skills)


def _field(label: str, control: Html) -> Html:
    return tag("label", tag("span", label), " ", control)


def _select(label: str, name: str, options: Sequence[tuple[str, str]]) -> Html:
    return _field(
        label, tag("select", [tag("option", text, value=value) for value, text in options], name=name)
    )


def _numbered(numbers: Iterable[int], text: str) -> Iterator[tuple[str, str]]:
    return ((str(n), text.format(n=n)) for n in numbers)


def _chart(figure: Any, about: str) -> Html:
    return Chart(figure=figure, about=about).html()


def _part(heading: str, *children: Child) -> Html:
    return tag("div", tag("h4", heading), children)


def _sliding(part: str, label: str) -> tuple[Html, Html]:
    """An empty container for a table that may be wider than a phone."""
    place = tag("div", data_part=part, class_="scroll", tabindex=0, role="region", aria_label=label)
    return place, slide_cue()


def _pair(*children: Child) -> Html:
    return tag("div", [tag("div", child) for child in children], class_="pair")


def _rule(heading: str, name: str) -> Html:
    return tag("div", tag("h5", heading), tag("div", data_part=f"rule-{name}"))


def begins_with(money: tuple[float, str | None] | None) -> dict[str, Any]:
    """The initial value of a chip and the sign of its currency, as arguments of the blocks.

    >>> begins_with((0.25, "DKK")), begins_with(None)
    ({'chip': 0.25, 'sign': 'kr'}, {})
    """
    if money is None:
        return {}
    return {"chip": money[0], "sign": numbers.currency_sign(money[1])}
