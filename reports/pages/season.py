"""The season: standings, the line, awards, highlights and the settlement; other sections are folded."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from reports import data
from reports.charts.totals import NAMED, Peak, season_line, session_line
from reports.components import numbers
from reports.components.amounts import (
    Worth,
    chips_shown,
    night_shown,
    pot_shown,
    unit_shown,
    worth_of,
)
from reports.components.blocks import (
    Block,
    Chart,
    Fact,
    Facts,
    Paragraph,
    Row,
    Section,
    Table,
)
from reports.components.columns import (
    most_frequent,
    player,
)
from reports.components.drill_down import (
    COUNTED,
    hand_query,
    night_query,
    played_shown,
)
from reports.components.html import Child, Html, filled, fragment, tag
from reports.components.links import hand_of, hands_link, night_link
from reports.components.numbers import (
    date,
    money,
    number,
)
from reports.components.streaks import add_form
from reports.data import chosen_season
from reports.errors import ReportError
from reports.page import DEALERS_CHOICE, Page, slug
from reports.pages.awards import Award, AwardBoxes, house_awards, season_figures, winners
from reports.pages.luck import (
    add_chance,
    main_lines,
    season_band,
    season_verdicts,
)
from reports.pages.season_games import (
    favourites_blocks,
    games_blocks,
    version_blocks,
    versus_blocks,
)
from reports.pages.season_luck import drawdowns, season_luck
from reports.pages.season_nights import calendar_of, nights_blocks
from reports.pages.season_standings import standings_blocks
from reports.pages.settlement import SeasonPays, no_season_payments, season_accounts, season_payments
from reports.pictures.blocks import SharePicture
from reports.pictures.drawing import Poster
from reports.pictures.posters import season_poster

MARTS = data.NAMES | {
    "mart_hands", "mart_player_calls", "mart_player_cumulative", "mart_player_drawdowns", "mart_player_luck",
    "mart_player_stats", "mart_player_variant", "mart_player_versus", "mart_settlements", "mart_standings",
    "mart_winners",
}  # fmt: skip
"""The marts that the page reads."""


def season_page(
    con: DuckDBPyConnection,
    season: str | None = None,
    awards: Sequence[Award] | None = None,
    pays: SeasonPays | None = no_season_payments,
) -> Page:
    """The page of a season, by default the latest, with the group's `awards` (None: the default ones). `pays`
    settles it; with None the settlement is left out.

    Raises ReportError for an unknown season.

    >>> season_page(con, "2026").title
    'Season 2026'
    """
    every = data.sessions(con, "night")
    if every.is_empty() and season is None:
        return Page(title=tr("The season"), kicker=tr("Season"), lead=tr("No night has been logged yet."))
    season = chosen_season(every, season)
    data.cast_season(con, season)
    every = data.sessions(con, "night")
    nights = every.filter(pl.col("season").eq_missing(season))
    evenings, luck = data.player_nights(con, season), data.luck(con, season)
    played = _Season(
        con=con,
        season=season,
        nights=nights,
        standings=data.standings(con, season),
        evenings=evenings,
        games=data.player_games(con, season),
        luck=luck,
        lines=sorted(
            add_chance(evenings, luck).partition_by("measure", maintain_order=True),
            key=lambda line: -line["session_id"].n_unique(),
        ),
        worth=worth_of(nights),
    )
    accounts = (
        [
            *season_accounts(con, every, nights.filter(~pl.col("is_tournament"))),
            *season_payments(con, season, nights, pays),
        ]
        if pays
        else []
    )
    return Page(
        title=tr("Season {season}", season=season) if season else tr("The season"),
        kicker=tr(DEALERS_CHOICE),
        lead=_lead(nights, played.games),
        worth=played.worth,
        top=[]
        if played.standings.is_empty()
        else [
            SharePicture(
                poster=season_poster(con, season, nights, evenings, played.games),
                name=slug(season or "season"),
                worth=played.worth,
            )
        ],
        sections=[
            *_open_sections(played, house_awards() if awards is None else awards, accounts),
            *_folded_sections(played),
        ],
    )


def season_picture(con: DuckDBPyConnection, season: str | None = None) -> Poster:
    """The texts of a shareable picture of a season. Raises ReportError for an unknown season, or one without
    hands.

    >>> season_picture(con, "2026").title
    'Season 2026'
    """
    every = data.sessions(con, "night")
    season = chosen_season(every, season)
    data.cast_season(con, season)
    evenings = data.player_nights(con, season)
    if evenings.is_empty():
        raise ReportError(tr("No hand of this season is confirmed yet."))
    nights = data.sessions(con, "night").filter(pl.col("season").eq_missing(season))
    return season_poster(con, season, nights, evenings, data.player_games(con, season))


@dataclass(frozen=True, kw_only=True)
class _Season:
    """The data that several sections share; `lines` are the running totals, one frame per measure, that of most nights first."""

    con: DuckDBPyConnection
    season: str | None
    nights: pl.DataFrame
    standings: pl.DataFrame
    evenings: pl.DataFrame
    games: pl.DataFrame
    luck: pl.DataFrame
    lines: Sequence[pl.DataFrame]
    worth: Worth | None


def _open_sections(played: _Season, awards: Sequence[Award], accounts: Sequence[Block]) -> Iterator[Section]:
    """The open sections: standings, the line, awards, highlights, the settlement."""
    con, season, evenings, lines = played.con, played.season, played.evenings, played.lines
    is_settling = any(
        isinstance(block, Table) for block in accounts
    )  # else a sentence under the nets says it
    standings = standings_blocks(played.standings, evenings, lines)
    if tournaments := int(played.nights["is_tournament"].sum()):
        sentence = trn(
            "{n} of these nights was a tournament, whose chips aren't money.",
            "{n} of these nights were tournaments, whose chips aren't money.",
            tournaments,
        )
        standings.append(Paragraph(sentence, quiet=True))
    yield Section(
        heading=tr("Standings"),
        anchor="standings",
        blocks=[*standings, *([] if is_settling else accounts)],
    )
    yield Section(heading=_finding(lines), anchor="line", blocks=_line(con, played.nights, lines))
    figures = season_figures(con, season)
    main = data.in_main_measure(evenings)
    nights = played.nights.filter(pl.col("session_id").is_in(main["session_id"].to_list()))
    ends = data.extreme_hands(con, season, nights["session_id"].to_list())
    worth = worth_of(nights)
    yield Section(
        heading=tr("Awards"),
        anchor="awards",
        blocks=AwardBoxes(
            figures=figures,
            luck=played.luck,
            stats=data.player_stats(con, season),
            evenings=evenings,
            worth=played.worth,
            hand_worth=worth,
            where={f"biggest_{row['what']}": _hand_at(row) for row in ends.iter_rows(named=True)},
        ).blocks(awards),
    )
    yield Section(
        heading=tr("Highlights"),
        anchor="highlights",
        blocks=_highlights(
            nights,
            main,
            played.games,
            {row["what"]: row for row in ends.iter_rows(named=True)},
            worth,
            {award.of for award, _ in winners(awards, figures)},
        ),
    )
    if is_settling:
        yield Section(heading=tr("Settlement"), anchor="settlement", blocks=accounts)


def _folded_sections(played: _Season) -> Iterator[Section]:
    """The folded sections."""
    con, season, evenings = played.con, played.season, played.evenings
    group = most_frequent(data.people(played.standings), evenings)
    form = add_form(played.luck, played.lines)
    yield Section(
        heading=tr("Luck, form and streaks"),
        anchor="luck",
        summary=tr("How far luck alone goes, the last ten nights, the deepest drawdowns."),
        blocks=[*season_luck(played.lines, played.luck), *drawdowns(data.drawdowns(con, season), form)],
    )
    yield Section(
        heading=tr("What comes next"),
        anchor="next",
        summary=tr("Where the next ten nights may take each player."),
        blocks=_next(evenings),
    )
    yield Section(
        heading=tr("Who gains at which game"),
        anchor="games",
        summary=tr("Which results at single games are more than luck, and every game by player."),
        blocks=[*games_blocks(played.games, group, played.worth), *version_blocks(con)],
    )
    yield Section(
        heading=tr("What each calls"),
        anchor="calls",
        summary=tr("The game that each player deals more than the others do, and how it pays."),
        blocks=favourites_blocks(data.favourites(con, season)),
    )
    yield Section(
        heading=tr("Head to head"),
        anchor="versus",
        summary=tr("How many antes each player has won from each other player."),
        blocks=versus_blocks(data.pairs(con, season), group),
    )
    yield Section(
        heading=tr("Nights"),
        anchor="nights",
        summary=tr("The calendar, the months, and what each night brought each player."),
        blocks=[*calendar_of(played.nights, evenings), *nights_blocks(played.nights, evenings, group)],
    )


def _lead(nights: pl.DataFrame, games: pl.DataFrame) -> Html:
    played_with = nights.filter(pl.col("hands") > 0)  # a sheet of results has no chips of the table's
    worth = played_with.select("chip_value", "currency").drop_nulls().unique(maintain_order=True)
    values = tr(" or ").join(money(value, currency, gain=False) for value, currency in worth.iter_rows())
    hands = int(nights["hands"].sum())
    played = played_shown(nights["started_at"].to_list(), hands, games["variant_id"].n_unique(), COUNTED)
    return fragment(played, " ", tr("A small chip is worth {value}.", value=values) if values else None)


def _finding(lines: Sequence[pl.DataFrame]) -> str:
    """The leader, and whether the lead is luck, if one line has it."""
    if len(lines) != 1:
        return tr("The line")
    verdict = next(iter(season_verdicts(lines[0]).values()))
    if verdict.reach is None or verdict.total <= 0:
        return tr("The line")
    if verdict.is_luck and verdict.is_barely:
        return tr("{player} leads; so far it could be luck, barely", player=verdict.name)
    if verdict.is_luck:
        return tr("{player} leads; so far it could be luck", player=verdict.name)
    if verdict.is_barely:
        return tr("{player} leads, barely by more than luck", player=verdict.name)
    return tr("{player} leads, by more than luck", player=verdict.name)


def _line(con: DuckDBPyConnection, nights: pl.DataFrame, lines: Sequence[pl.DataFrame]) -> list[Block]:
    if not lines:
        return [Paragraph(tr("There is no line to draw before a hand is confirmed."))]
    if len(nights) == 1:
        return night_line(con, nights["session_id"][0])
    blocks: list[Block] = []
    for line in main_lines(lines):
        verdicts = season_verdicts(line)
        verdict = next(iter(verdicts.values()))
        reach = season_band(line)
        unit = unit_shown(line["measure"][0])
        about: list[Child] = [filled(tr("Won or lost since the season began, in {unit}."), unit=unit)]
        if len(verdicts) > 2:
            about.append(tr("First and last are in colour; point at another line to see whose it is."))
        if reach:
            about.append(tr("The grey band is how far luck alone would take {player}.", player=verdict.name))
        if len(verdicts) > NAMED:
            about.append(tr("The {count} who came most are named.", count=number(NAMED)))
        made, peak = _made_by(con, nights, line, next(iter(verdicts)))
        figure = season_line(line, reach, peak)
        blocks += [
            Paragraph(fragment(verdict.sentences(), " ", made)),
            Chart(figure=figure, about=[[part, " "] for part in about]),
        ]
    return blocks


def _made_by(
    con: DuckDBPyConnection, nights: pl.DataFrame, line: pl.DataFrame, leader: str
) -> tuple[Child, Peak | None]:
    """The best hand of a line's leader: a sentence, and its mark on the chart."""
    of_line = line["session_id"].unique(maintain_order=True).to_list()
    hands = data.season_hands(con, nights["season"][0], leader).filter(
        pl.col("session_id").is_in(of_line), pl.col("net") > 0
    )
    if hands.is_empty():
        return None, None
    hand = hands.sort("value", descending=True, maintain_order=True).row(0, named=True)
    night = pl.col("session_id") == hand["session_id"]
    after = line.filter(night, pl.col("player_id") == leader).row(0, named=True)
    sentence = filled(
        tr("{player}'s biggest hand: {amount} ({hand})."),
        player=after["name"],
        amount=chips_shown(hand["net"], worth_of(nights.filter(night))),
        hand=hand_of(hand["game"], hand["night_at"], hand["session_id"], hand["hand_no"]),
    )
    return sentence, Peak(of_line.index(hand["session_id"]) + 1, after["total"], hand["game"] or "")


def _next(evenings: pl.DataFrame) -> list[Block]:
    if evenings.is_empty():
        return [Paragraph(tr("Too few nights have been played to say what the next ones may bring."))]
    # imports numpy, which the other pages that import this module don't need
    from reports.pages.forecast import forecast_blocks

    forecasts = [forecast_blocks(rows) for rows in evenings.partition_by("measure", maintain_order=True)]
    known = [blocks for blocks in forecasts if len(blocks) > 1]  # else a sentence that too little is known
    return [block for blocks in known or forecasts[:1] for block in blocks]


def night_line(con: DuckDBPyConnection, session_id: str) -> list[Block]:
    """The course of a night hand by hand; a sentence if no hand is confirmed.

    >>> [type(block).__name__ for block in night_line(con, "2026-03")]
    ['Chart']
    """
    running = data.running_nets(con, session_id)
    if running.is_empty():
        return [Paragraph(tr("No hand of this night is confirmed yet."))]
    unit = unit_shown(running["measure"][0])
    about = filled(tr("Won or lost since the first hand, in {unit}, after each hand."), unit=unit)
    return [Chart(figure=session_line(running), about=about)]


def _highlights(
    nights: pl.DataFrame,
    evenings: pl.DataFrame,
    games: pl.DataFrame,
    extremes: Mapping[str, Row],
    worth: Worth | None,
    awarded: Collection[str],
) -> list[Block]:
    """The season's extremes, except for measures that an award in `awarded` covers."""
    facts: list[Fact] = []
    pots = nights.drop_nulls("biggest_pot").sort("biggest_pot", descending=True, maintain_order=True)
    if not pots.is_empty():
        top = pots.row(0, named=True)
        note = hand_of(
            top["biggest_pot_game"], top["started_at"], top["session_id"], top["biggest_pot_hand_no"]
        )
        facts.append(Fact(label=tr("Biggest pot"), value=pot_shown(top["biggest_pot"], worth), note=note))
    for what, row in extremes.items():
        if f"biggest_{what}" in awarded:
            continue
        label = tr("Biggest win in a hand") if what == "win" else tr("Biggest loss in a hand")
        note = fragment(player(row["name"], row["join_order"]), tag("br"), _hand_at(row))
        facts.append(Fact(label=label, value=chips_shown(row["net"], worth), note=note))
    for label, measure, descending in (
        (tr("Best night"), "best_night_units", True),
        (tr("Worst night"), "worst_night_units", False),
    ):
        if measure in awarded:
            continue
        won = pl.col("value") > 0 if descending else pl.col("value") < 0
        ordered = evenings.filter(won).sort("value", descending=descending, maintain_order=True)
        if not ordered.is_empty():
            row = ordered.row(0, named=True)
            who = player(row["name"], row["join_order"])
            facts.append(
                Fact(
                    label=label,
                    value=hands_link(
                        night_shown(row["value"], row["measure"]), row["hands"], night_query(row)
                    ),
                    note=fragment(who, tag("br"), night_link(date(row["started_at"]), row["session_id"])),
                )
            )
    if not games.is_empty():
        game = games.row(0, named=True)
        behind = hand_query(COUNTED, game=game["variant_id"] or "")
        share = filled(
            tr("{hands} of {all}"),
            hands=hands_link(numbers.hands(game["table_hands"]), game["table_hands"], behind),
            all=number(games.unique("variant_id")["table_hands"].sum()),
        )
        facts.append(Fact(label=tr("Most played game"), value=game["game"], note=share))
    return [Facts(facts)] if facts else [Paragraph(tr("Nothing here yet: no hand is confirmed."))]


def _hand_at(row: Row) -> Child:
    """The night of an extreme hand (`data.extreme_hands`), linked to it."""
    return hand_of(row["game"], row["night_at"], row["session_id"], row["hand_no"])
