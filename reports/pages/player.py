"""One player's season: the line, form, style, rates with their samples, games and nights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data
from reports.charts.totals import player_line
from reports.components import numbers
from reports.components.amounts import (
    CellForm,
    Worth,
    amount_column,
    ante_worth,
    chips_shown,
    exact,
    gain_in_chart,
    gain_shown,
    is_money,
    night_shown,
    unit_shown,
)
from reports.components.blocks import (
    Block,
    Chart,
    Column,
    Fact,
    Facts,
    Paragraph,
    Section,
    Table,
)
from reports.components.calendar import calendar_blocks, month_table, own_nights
from reports.components.columns import (
    count_column,
)
from reports.components.drill_down import (
    COUNTED,
    hand_query,
    hands_column,
    night_query,
    nights_link,
    played_shown,
    player_term,
)
from reports.components.filtered_line import FilteredLine
from reports.components.html import Child, filled, fragment, text_of
from reports.components.links import hand_of, night_link
from reports.components.meanings import meaning_of, typical
from reports.components.nights import short_titles
from reports.components.numbers import date, percent, signed
from reports.components.streaks import add_form, last_nights
from reports.data import NamedPlayer, chosen_season, find_player
from reports.errors import ReportError
from reports.page import Page, slug
from reports.pages.card_luck import all_in_blocks, card_luck_blocks
from reports.pages.luck import add_chance, luck_basis, player_luck, season_verdicts
from reports.pages.player_form import form_blocks
from reports.pages.player_games import games_blocks, with_hands
from reports.pages.player_rates import rates_blocks, style_section
from reports.pages.player_story import player_story
from reports.pages.player_tables import calls_blocks, splits_blocks, versus_blocks
from reports.pictures.blocks import SharePicture, Swiped
from reports.pictures.drawing import Poster
from reports.pictures.posters import PlayerYear, player_year

MARTS = data.NAMES | {
    "mart_hands", "mart_player_all_ins", "mart_player_calls", "mart_player_cumulative", "mart_player_deals",
    "mart_player_drawdowns", "mart_player_luck", "mart_player_splits", "mart_player_stats",
    "mart_player_variant", "mart_player_versus", "mart_winners",
}  # fmt: skip
"""The marts that the page reads."""

NotesOf = Callable[[str], tuple[Sequence[str], Sequence[str]]]
"""A function that returns the notes on a player and the player's tags, by id."""


def player_page(
    con: DuckDBPyConnection, name: str, season: str | None = None, notes: NotesOf | None = None
) -> Page:
    """The page of the player with this id, or this name in any case; with `notes`, also the notes on the
    player. Raises ReportError.

    >>> player_page(con, "Anna").title
    'Anna'
    """
    person, every = _cast(con, name, season)
    noted = _notes_section(*notes(person.player_id)) if notes else []
    nothing = Page(
        title=person.name,
        kicker=tr("Player"),
        lead=nothing_of(data.imported(con, person.player_id)),
        sections=noted,
    )
    if every.is_empty() and season is None:
        return nothing
    season = chosen_season(every, season)
    hands = data.season_hands(con, season, person.player_id)
    if hands.is_empty():
        return nothing
    every_night, every_luck = data.player_nights(con, season), data.luck(con, season)
    lines = add_chance(every_night, every_luck).partition_by("measure", maintain_order=True)
    every_game = data.player_games(con, season)
    year = player_year(con, person, season, every_night, every_game)
    evenings, worth = year.evenings, year.worth
    played = _Played(
        con=con,
        year=year,
        hands=hands,
        luck=every_luck.filter(player_id=person.player_id),
        lines=[line for line in lines if person.player_id in line["player_id"]],
    )
    who = player_term(person._asdict())
    return Page(
        title=person.name,
        kicker=tr("Season {season}", season=season) if season else tr("Player"),
        lead=played_shown(
            evenings["started_at"].to_list(),
            len(hands),
            len(played.year.games),
            hand_query(COUNTED, player=who),
        ),
        worth=worth,
        top=[
            _facts(evenings, every_night, hands, played.luck, every_game, worth),
            *_story(played),
            SharePicture(poster=year.whole(), name=slug(person.name), worth=worth),
        ],
        sections=[*noted, *_result_sections(played), *_detail_sections(played)],
    )


def player_picture(con: DuckDBPyConnection, name: str, season: str | None = None) -> Poster:
    """The texts of a shareable picture of a player's season. Raises ReportError for an unknown player or
    season, or one without hands.

    >>> player_picture(con, "Anna").title
    'Anna'
    """
    person, every = _cast(con, name, season)
    season = chosen_season(every, season)
    if data.season_hands(con, season, person.player_id).is_empty():
        raise ReportError(text_of(nothing_of(data.imported(con, person.player_id))))
    nights, games = data.player_nights(con, season), data.player_games(con, season)
    return player_year(con, person, season, nights, games).whole()


@dataclass(frozen=True, kw_only=True)
class _Played:
    """The data that several sections share of a player's season (`year`); `lines` are the running totals of
    all players, one frame for each measure of the player's.
    """

    con: DuckDBPyConnection
    year: PlayerYear
    hands: pl.DataFrame
    luck: pl.DataFrame
    lines: Sequence[pl.DataFrame]


def _result_sections(played: _Played) -> Iterator[Section]:
    """The sections on results and luck."""
    con, person, season, lines = played.con, played.year.person, played.year.season, played.lines
    stats = data.player_stats(con, season)
    yield Section(heading=_finding(lines, person), anchor="line", blocks=_line(played))
    yield style_section(stats, person)
    yield Section(
        heading=tr("Luck of the cards"),
        anchor="cards",
        summary=tr("What the cards and the all-ins brought, apart from how they were played."),
        blocks=[
            *card_luck_blocks(
                data.deals(con, season, person.player_id),
                person.name,
                len(played.hands),
                season_verdicts(lines[0])[person.player_id] if len(lines) == 1 else None,
                ante_worth(
                    played.year.worth, data.only_ante(con, played.year.evenings["session_id"].to_list())
                ),
            ),
            *all_in_blocks(data.all_ins(con, season, person.player_id), person.name),
        ],
    )
    own_drawdowns = data.drawdowns(con, season).filter(player_id=person.player_id)
    yield Section(
        heading=tr("Form"),
        anchor="form",
        summary=tr("The last ten nights, streaks and drawdowns."),
        blocks=form_blocks(add_form(played.luck, lines), own_drawdowns, person.join_order),
    )
    yield Section(
        heading=tr("How the hands are played"),
        anchor="rates",
        summary=tr("How often the player bets, folds and wins, compared with the group."),
        blocks=rates_blocks(stats, person),
    )


def _detail_sections(played: _Played) -> Iterator[Section]:
    """The results by game, opponent, position and night."""
    con, person, season = played.con, played.year.person, played.year.season
    who = player_term(person._asdict())
    yield Section(
        heading=tr("Games"),
        anchor="games",
        summary=tr("What the player won and lost at each game, and which results are more than luck."),
        blocks=games_blocks(with_hands(played.year.games, played.hands), person, played.year.worth),
    )
    yield Section(
        heading=tr("Own deal"),
        anchor="calls",
        summary=tr("The games that the player calls as dealer, and how they pay."),
        blocks=calls_blocks(played.year.calls, who),
    )
    yield Section(
        heading=tr("Against the others"),
        anchor="versus",
        summary=tr("How many antes the player has won from each other player."),
        blocks=versus_blocks(played.year.versus, who),
    )
    yield Section(
        heading=tr("At the table"),
        anchor="position",
        summary=tr("Results by who deals, and by the number of players."),
        blocks=splits_blocks(data.splits(con, season, person.player_id), who),
    )
    yield Section(
        heading=tr("Nights"),
        anchor="nights",
        summary=tr("The calendar, the months and every night."),
        blocks=_nights(played.year.evenings),
    )
    yield Section(
        heading=tr("The year in pictures"),
        anchor="year",
        summary=tr("The season as cards to swipe and to share."),
        blocks=[Swiped(posters=list(played.year.cards()), name=slug(person.name), worth=played.year.worth)],
    )


def _story(played: _Played) -> list[Block]:
    year = played.year
    sentences = player_story(played.year.person.name, year.games, year.versus, year.evenings, year.worth)
    return [Paragraph([[sentence, " "] for sentence in sentences])] if sentences else []


def _notes_section(notes: Sequence[str], tags: Sequence[str]) -> list[Section]:
    """The section of notes and tags; none if there are none."""
    blocks = [Paragraph(tr("Tags: {tags}", tags=", ".join(tags)))] if tags else []
    blocks += [Paragraph(note, is_note=True) for note in notes]
    return [Section(heading=tr("Your notes"), anchor="notes", blocks=blocks)] if blocks else []


def _cast(con: DuckDBPyConnection, name: str, season: str | None) -> tuple[NamedPlayer, pl.DataFrame]:
    """Set the names of players to those of the season, or, if no night was played, of the store. Returns the
    player of this name or id, and all nights.
    """
    every = data.sessions(con, "night")
    if every.is_empty():
        data.cast_all(con)
    else:
        data.cast_season(con, chosen_season(every, season))
    return _find_player(con, name, every, season), every


def _find_player(con: DuckDBPyConnection, name: str, every: pl.DataFrame, season: str | None) -> NamedPlayer:
    """The player of this name; among namesakes the one who attended the season."""
    there = (
        ()
        if every.is_empty()
        else data.player_nights(con, chosen_season(every, season))["player_id"].to_list()
    )
    return find_player(data.players(con), name, there)


def nothing_of(imported: int) -> Child:
    """The sentence for a player who has imported hands only.

    >>> print(nothing_of(0))
    No hand of this player's is confirmed yet.
    """
    if not imported:
        return tr("No hand of this player's is confirmed yet.")
    return tr(
        "This player's {hands} were all imported, and are on the pages of their nights.",
        hands=numbers.hands(imported),
    )


def _facts(
    evenings: pl.DataFrame,
    every_night: pl.DataFrame,
    hands: pl.DataFrame,
    luck: pl.DataFrame,
    every_game: pl.DataFrame,
    worth: Worth | None,
) -> Facts:
    """The player's key figures, each with the group's typical value."""
    of_players = every_night.group_by("player_id").agg(
        total=pl.col("value").sum(), ahead=(pl.col("value") > 0).mean()
    )
    totals = of_players["total"].to_list() if every_night["measure"].n_unique() == 1 else []
    measure = evenings["measure"][0]
    ends = every_game.group_by("player_id").agg(pl.col("biggest_win").max(), pl.col("biggest_loss").min())
    sums = [
        (tr(" and ") if n else None, night_shown(float(rows["value"].sum()), rows["measure"][0]))
        for n, rows in enumerate(evenings.partition_by("measure", maintain_order=True))
    ]
    ahead = (evenings["value"] > 0).sum()
    form = luck.row(-1, named=True) if len(luck) > 1 else None
    if form and form["form_nights"] == len(evenings):  # the whole season, which stands first
        form = None
    facts = [
        Fact(
            label=tr("Won or lost"),
            value=fragment(sums),
            meaning=typical(meaning_of(tr("Won or lost")), totals, lambda total: gain_shown(total, measure)),
        ),
        Fact(
            label=tr("Nights ahead"),
            value=tr("{count} of {all}", count=ahead, all=len(evenings)),
            meaning=typical(meaning_of(tr("Nights ahead")), of_players["ahead"].to_list(), percent),
        ),
        Fact(
            label=tr("Last {n} nights", n=form["form_nights"]),
            value=nights_link(_form(evenings, luck), last_nights(luck)),
            meaning=tr("The net of these nights together."),
        )
        if form
        else None,
        _extreme(
            tr("Biggest win in a hand"),
            hands.filter(pl.col("net") > 0).sort("value", descending=True, maintain_order=True),
            ends["biggest_win"],
            worth,
        ),
        _extreme(
            tr("Biggest loss in a hand"),
            hands.filter(pl.col("net") < 0).sort("value", maintain_order=True),
            ends["biggest_loss"],
            worth,
        ),
    ]
    return Facts([fact for fact in facts if fact])


def _form(evenings: pl.DataFrame, luck: pl.DataFrame) -> Child:
    """The net of the last nights in money, or in antes if chips had different values."""
    last = evenings.join(last_nights(luck).select("session_id"), on="session_id", how="semi")
    if last["measure"].n_unique() == 1:
        return gain_shown(float(last["value"].sum()), last["measure"][0])
    return tr("{antes} antes", antes=signed(luck["form_units"][-1]))


def _extreme(label: str, hands: pl.DataFrame, of_group: pl.Series, worth: Worth | None) -> Fact | None:
    if hands.is_empty():
        return None
    row = hands.row(0, named=True)
    note = hand_of(row["game"], row["night_at"], row["session_id"], row["hand_no"])
    values = of_group.drop_nulls().to_list()
    meaning = typical(meaning_of(label), values, lambda net: chips_shown(net, worth))
    return Fact(label=label, value=chips_shown(row["net"], worth), note=note, meaning=meaning)


def _finding(lines: Sequence[pl.DataFrame], person: NamedPlayer) -> str:
    """The verdict on the season, if one line has it."""
    return season_verdicts(lines[0])[person.player_id].heading() if len(lines) == 1 else tr("Luck or skill?")


def _line(played: _Played) -> list[Block]:
    """The line hand by hand over the band of luck alone, with the verdict, for each measure of the player's."""
    person, basis = played.year.person, luck_basis(played.luck)
    verdicts = {line["measure"][0]: player_luck(line, person.player_id, basis) for line in played.lines}
    blocks: list[Block] = []
    for rows in _with_views(played).partition_by("measure", maintain_order=True):
        says, reach = verdicts.get(rows["measure"][0], ("", None))
        unit = unit_shown(rows["measure"][0])
        about = tr("Won or lost since the season began, in {unit}, hand by hand.")
        if reach:
            about = tr(
                "Won or lost since the season began, in {unit}, hand by hand. The grey band is how far luck alone goes."
            )
        figure = player_line(rows, person.name, person.join_order, reach)
        blocks.append(FilteredLine(hands=rows, chart=Chart(figure=figure, about=filled(about, unit=unit))))
        if rows["later"].count():
            text = tr(
                "As the cards lay: each hand with what its pots were worth before the later cards came, where all cards are known."
            )
            blocks.append(Paragraph(text, quiet=True))
        blocks.append(Paragraph(says))
    return blocks


def _with_views(played: _Played) -> pl.DataFrame:
    """The player's hands with whether they reached a showdown, and the street luck in their measure."""
    views = data.hand_views(played.con, played.year.season, played.year.person.player_id)
    hands = played.hands.join(views, on=["session_id", "hand_no"], how="left", maintain_order="left")
    worth = pl.when(pl.col("net") != 0).then(pl.col("value") / pl.col("net"))
    chip = worth.drop_nulls().first().over("session_id").fill_null(1.0)
    return hands.with_columns(later=pl.col("later_chips") * chip)


def _nights(evenings: pl.DataFrame) -> list[Block]:
    hovers = [
        f"{date(at)}: {gain_in_chart(value, measure)}"
        for at, value, measure in evenings.select("started_at", "value", "measure").iter_rows()
    ]
    days = own_nights(evenings, hovers)
    months = [
        month_table(rows, rows["measure"][0])
        for rows in evenings.partition_by("measure", maintain_order=True)
    ]
    return [
        *calendar_blocks(
            days, tr("Blue: the night ended ahead; orange: behind. A stronger colour is a larger amount.")
        ),
        *(months if len(evenings) > 1 else []),
        *(_night_table(rows) for rows in evenings.partition_by("measure", maintain_order=True)),
    ]


def _night_table(evenings: pl.DataFrame) -> Table:
    titles = short_titles(evenings.iter_rows(named=True))
    measure = evenings["measure"][0]
    in_money = is_money(measure)
    form = CellForm(in_money=in_money, places=exact(evenings["value"]) if in_money else 0)
    return Table(
        frame=evenings,
        caption=filled(tr("Night by night, in {unit}"), unit=unit_shown(measure)),
        empty=tr("No night yet."),
        columns=[
            Column(
                label=tr("Night"),
                kind="text",
                sort="started_at",
                cell=lambda row: night_link(titles[row["session_id"]].html(), row["session_id"]),
            ),
            amount_column(tr("Net"), evenings["value"], form),
            replace(amount_column(tr("Since the start"), evenings["total"], form), style=None),
            hands_column(tr("Hands"), "hands", night_query),
            hands_column(tr("Won"), "won_hands", lambda row: night_query(row, "took=yes")),
            count_column(tr("Place"), "rank"),
        ],
        sortable=True,
    )
