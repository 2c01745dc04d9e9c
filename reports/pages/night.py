"""One night, logged or imported: who pays whom, its story, how it went hand by hand, and the bank."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr, trn
from reports import data
from reports.charts.totals import session_line
from reports.components import numbers
from reports.components.amounts import (
    CellForm,
    Worth,
    amount_column,
    decimals,
    exact,
    is_money,
    pot_shown,
    unit_shown,
    worth_of_night,
)
from reports.components.blocks import (
    Block,
    Column,
    Fact,
    Facts,
    ItemList,
    Notice,
    Paragraph,
    Race,
    Row,
    Section,
    Table,
    on_screen,
)
from reports.components.columns import player_column
from reports.components.drill_down import COUNTED, hands_column, night_query
from reports.components.hand_log import HandLog, hand_log
from reports.components.html import Child, Html, filled, tag, text_of
from reports.components.links import night_link, night_place
from reports.components.nights import night_title, night_titles, place_text
from reports.components.numbers import THIN, clock, currency_sign, number
from reports.errors import ReportError
from reports.page import Page, slug
from reports.pages.card_luck import night_card_luck_blocks
from reports.pages.moments import key_moments, moment_items
from reports.pages.season_games import version_blocks
from reports.pages.settlement import night_accounts
from reports.pages.story import Payment, besides_texts, expense_texts, message, payments_list, story
from reports.pictures.blocks import SharePicture
from reports.pictures.drawing import Poster
from reports.pictures.posters import night_poster

MARTS = data.NAMES | {
    "mart_bank", "mart_hands", "mart_player_cumulative", "mart_player_deals", "mart_settlements", "mart_winners",
}  # fmt: skip
"""The marts that a night's page, its text and its picture read."""

Pays = Callable[[str], Sequence[Payment]]
"""A function that returns the payments after a night of this name, by the bank's rules, which reports don't
know.
"""


def no_payments(night: str) -> Sequence[Payment]:
    """No payments: for a page that doesn't settle its night.

    >>> no_payments("2026-03")
    ()
    """
    return ()


def night_picture(con: DuckDBPyConnection, night: str | None = None) -> Poster:
    """The texts of a shareable picture of a night. Raises ReportError.

    >>> night_picture(con, "2026-03").title
    'Fri, 6 Feb 2026'
    """
    session = chosen_night(con, night)
    if not session["hands"]:
        raise ReportError(tr("No hand of this night is confirmed yet."))
    return _poster(con, session, data.running_nets(con, session["session_id"]))


def night_text(con: DuckDBPyConnection, night: str | None = None, pays: Pays = no_payments) -> str:
    """The night as a text to paste into a message: its story, side bets, carried pots and expenses, and the payments.
    Raises ReportError.

    >>> print(night_text(con, "2026-03").splitlines()[0])
    Fri, 6 Feb 2026
    """
    session = chosen_night(con, night)
    sentences = [text_of(sentence) for sentence in night_story(con, session)]
    book = data.bank(con, session["session_id"])
    besides = [*besides_texts(book), *expense_texts(book, session["currency"])]
    drafts = data.hand_log(con, session["session_id"]).filter(pl.col("status") != "confirmed").height
    return message(
        night_title(session), lead(session), sentences, besides, payments_of(con, session, pays), drafts
    )


def night_story(con: DuckDBPyConnection, session: Row) -> list[Html]:
    """The story of a night (a row of `data.sessions`) in a few sentences.

    >>> session = chosen_night(con, "2026-03")
    >>> len(night_story(con, session)) > 0
    True
    """
    name = session["session_id"]
    before = data.seasons_before(con).get(name)
    running, hands = data.running_nets(con, name), data.hand_log(con, name)
    return story(session, running, hands, data.winners(con, name), before)


def night_page(con: DuckDBPyConnection, night: str | None = None, pays: Pays | None = no_payments) -> Page:
    """The page of a night or an import, without its bank if `pays` is None. Raises ReportError for an unknown
    name.

    >>> night_page(con, "2026-03").title
    'Fri, 6 Feb 2026'
    """
    every = data.sessions(con)
    if night is None and every.filter(pl.col("kind") != "run").is_empty():
        return Page(title=tr("A night"), kicker=tr("Night"), lead=tr("No night has been logged yet."))
    session = chosen_night(con, night)
    name = session["session_id"]
    running = data.running_nets(con, name)
    worth = worth_of_night(session)
    log, winners = hand_log(con, name, worth), data.winners(con, name)
    kind = tr("Night") if session["kind"] == "night" else tr("Imported")
    place = place_text(session["place"]) if session["place"] else None
    played = [
        Section(heading=tr("The race"), anchor="line", blocks=_race(running, winners)),
        Section(
            heading=tr("Who won what"),
            anchor="players",
            blocks=[_players(running, name, worth), *_card_luck(con, session, worth)],
        ),
        Section(heading=tr("The hands"), anchor="hands", blocks=[*version_blocks(con, name), *_hands(log)]),
    ]
    return Page(
        title=night_title(session),
        kicker=" · ".join(filter(None, [kind, name, place])),
        lead=lead(session),
        worth=worth,
        around=_around(every, session),
        skips={} if _is_without_hands(session) else {"hands": tr("Skip to the hands")},
        top=[
            *_drafts(log.hands),
            *(Paragraph(note, is_note=True) for note in session["notes"] or ()),
            *_payments(payments_of(con, session, pays)),
            *_story(story(session, running, log.hands, winners, data.seasons_before(con).get(name))),
            *([_facts(session, worth), _shared(con, session, running)] if session["hands"] else []),
        ],
        sections=[
            *([] if _is_without_hands(session) else played),
            *([_bank(con, session, worth)] if pays and not session["is_tournament"] else []),
        ],
    )


def _card_luck(con: DuckDBPyConnection, session: Row, worth: Worth | None) -> list[Block]:
    """How much was luck of the cards; nothing for a night whose hands weren't logged."""
    luck = data.card_luck(con, session["session_id"])
    return night_card_luck_blocks(luck, session["hands"], worth) if session["hands"] else []


def _bank(con: DuckDBPyConnection, session: Row, worth: Worth | None) -> Section:
    accounts = night_accounts(con, session["session_id"], session["currency"], worth)
    return Section(heading=tr("The bank"), anchor="bank", blocks=accounts)


def chosen_night(con: DuckDBPyConnection, night: str | None) -> Row:
    """The night or import of this name, else the latest night. Sets the names of players for its page. Raises
    ReportError.

    >>> chosen_night(con, None)["session_id"]
    '2026-12'
    """
    data.cast_night(con, _find_night(data.sessions(con), night)["session_id"])
    return _find_night(data.sessions(con), night)


def _find_night(every: pl.DataFrame, night: str | None) -> Row:
    every = every.filter(pl.col("kind") != "run")
    if night is None and not every.is_empty():
        nights = every.filter(pl.col("kind") == "night")
        return data.played_nights(every if nights.is_empty() else nights).row(-1, named=True)
    if night is None:
        raise ReportError(tr("No night has been logged yet: peder log begins one."))
    rows = every.filter(pl.col("session_id") == night)
    if rows.is_empty() and night in every["season"].to_list():
        raise ReportError(
            tr("{name!r} is a season, not a night: peder report season {name!r} shows it.", name=night)
        )
    if rows.is_empty():
        latest = ", ".join(every["session_id"].tail(5))
        if not latest:
            raise ReportError(tr("There is no night {night!r} in the store.", night=night))
        raise ReportError(
            tr(
                "There is no night {night!r} in the store: the latest are {latest}.",
                night=night,
                latest=latest,
            )
        )
    return rows.row(0, named=True)


def _around(every: pl.DataFrame, session: Row) -> list[Child]:
    """Links to the pages of the previous and the next night, if there are any."""
    same = every.filter(pl.col("kind") == session["kind"])
    at = same["session_id"].to_list().index(session["session_id"])
    titles = night_titles(same[max(0, at - 1) : at + 2].iter_rows(named=True))
    before, after = same["session_id"][max(0, at - 1) : at], same["session_id"][at + 1 : at + 2]
    near = [
        *((f"← {titles[name]}", name) for name in before),
        *((f"{titles[name]} →", name) for name in after),
    ]
    return [night_link(text, name) for text, name in near if night_place(name)]


def lead(session: Row) -> str:
    """The number of hands, games and players, the times, and the value of a chip.

    >>> session = chosen_night(con, "2026-03")
    >>> lead(session).partition(",")[0]
    '24 hands of 9 games between 6 players'
    """
    text = _played(session)
    if session["is_tournament"]:
        text += " " + tr("It was a tournament: its chips aren't money.")
    elif session["chip_value"] is not None:
        value = _value(session["chip_value"])
        if sign := currency_sign(session["currency"]):
            text += " " + tr("A small chip was worth {value}.", value=f"{value}{THIN}{sign}")
        else:
            text += " " + tr(
                "A small chip was worth {value} of a currency that the file doesn't name.", value=value
            )
    return text


def _is_without_hands(session: Row) -> bool:
    """Whether a night has ended without a hand: only its results were entered, or come from a spreadsheet."""
    return session["ended_at"] is not None and not session["hands"] and not session["drafts"]


def _played(session: Row) -> str:
    values = {
        "hands": numbers.hands(session["hands"]),
        "games": numbers.games(session["games"]),
        "players": numbers.players(session["players"]),
    }
    if _is_without_hands(session):
        return tr("{players}; no hand of this night was logged.", players=values["players"])
    times = {end: clock(session[at]) for end, at in (("low", "started_at"), ("high", "ended_at"))}
    is_lived = numbers.is_lived(session["started_at"], session["ended_at"], session["hands"])
    if is_lived and times["low"] != times["high"]:
        return tr("{hands} of {games} between {players}, from {low} to {high}.", **values, **times)
    return tr("{hands} of {games} between {players}.", **values)


def _poster(con: DuckDBPyConnection, session: Row, running: pl.DataFrame) -> Poster:
    return night_poster(con, session, night_title(session), _played(session), running)


def _shared(con: DuckDBPyConnection, session: Row, running: pl.DataFrame) -> Block:
    return SharePicture(
        poster=_poster(con, session, running),
        name=slug(session["session_id"]),
        worth=worth_of_night(session),
    )


def _hand(hand_no: int | None, game: str | None) -> Child:
    text = ", ".join(filter(None, [tr("hand {no}", no=hand_no), game]))
    return tag("a", text, href=f"#hand-{hand_no}")


def _value(chip_value: Decimal) -> str:
    """The value of a chip with at least two decimals, and as many as it needs."""
    decimals = len(f"{chip_value:.6f}".rstrip("0").partition(".")[2])
    return number(chip_value, max(2, decimals))


def _facts(session: Row, worth: Worth | None) -> Facts:
    facts = [
        Fact(
            label=tr("Biggest pot"),
            value=pot_shown(session["biggest_pot"], worth),
            note=_hand(session["biggest_pot_hand_no"], session["biggest_pot_game"]),
        ),
        Fact(label=tr("Into the pots"), value=pot_shown(session["paid"], worth)),
        Fact(label=tr("Banker"), value=session["banker"]),
    ]
    if session["pot_left"]:
        facts.append(Fact(label=tr("Left in a carried pot"), value=pot_shown(session["pot_left"], worth)))
    return Facts([fact for fact in facts if fact.value])


def _players(running: pl.DataFrame, night: str, worth: Worth | None) -> Block:
    def mine(row: Row, so: str = "") -> str:
        return night_query({**row, "session_id": night}, f"{COUNTED} {so}".strip())

    hands = running.filter(~pl.col("is_count"))
    sums = (
        hands.group_by("player_id")
        .agg(
            pl.len().alias("hands"),
            (pl.col("net") > 0).sum().alias("gained"),
            pl.col("net").max().alias("best"),
            pl.col("net").min().alias("worst"),
            pl.col("hand_no").get(pl.col("net").arg_max()).alias("best_hand"),
            pl.col("hand_no").get(pl.col("net").arg_min()).alias("worst_hand"),
        )
        .with_columns(
            best=pl.when(pl.col("best") > 0).then("best"), worst=pl.when(pl.col("worst") < 0).then("worst")
        )
        .join(
            running.group_by("player_id", "name", "join_order", "measure").agg(pl.sum("value", "net")),
            on="player_id",
            how="right",
        )
        .sort(["net", "join_order"], descending=[True, False])
    )
    if sums.is_empty():
        return Paragraph(tr("Nobody has played yet."))
    measure = sums["measure"][0]
    in_money = is_money(measure)
    return Table(
        frame=sums,
        caption=filled(tr("The players, the best first, in {unit}"), unit=unit_shown(measure)),
        empty="",
        columns=[
            player_column(),
            amount_column(
                tr("Net"),
                sums["value"],
                CellForm(in_money=in_money, places=exact(sums["value"]) if in_money else 0),
            ),
            hands_column(tr("Hands"), "hands", mine, night, minor=True),
            hands_column(tr("Ahead"), "gained", lambda row: mine(row, "net>0"), night, minor=True),
            _hand_column(tr("Best hand"), "best", sums, worth),
            _hand_column(tr("Worst hand"), "worst", sums, worth),
        ],
        sortable=True,
    )


def _hand_column(label: str, name: str, sums: pl.DataFrame, worth: Worth | None) -> Column:
    """The net of a hand, linked to it."""

    def link(row: Row, shown: Child) -> Child:
        return tag("a", shown, href=f"#hand-{row[f'{name}_hand']}")

    chip = worth.chip if worth else 1.0
    places = decimals([value * chip for end in ("best", "worst") for value in sums[end].drop_nulls()])
    form = CellForm(of=worth, in_money=worth is not None, places=places)
    return amount_column(label, sums[name], form, link=link, none="")


def _drafts(hands: pl.DataFrame) -> list[Block]:
    drafts = hands.filter(pl.col("status") != "confirmed")
    if drafts.is_empty():
        return []
    which = ", ".join(
        tr("{no} ({game})", no=row["hand_no"], game=row["game"]) if row["game"] else str(row["hand_no"])
        for row in drafts.to_dicts()
    )
    return [
        Notice(
            trn(
                "{n} hand is still a draft, and nothing here counts it: {hands}. The banker can correct and "
                "confirm it in the log of the night.",
                "{n} hands are still drafts, and nothing here counts them: {hands}. The banker can correct and "
                "confirm them in the log of the night.",
                len(drafts),
                hands=which,
            )
        )
    ]


def payments_of(con: DuckDBPyConnection, session: Row, pays: Pays | None) -> list[Payment]:
    """The payments after a night; without a currency if the night has none.

    >>> session = chosen_night(con, "2026-03")
    >>> payments_of(con, session, no_payments)
    []
    """
    if pays is None:
        return []
    names = data.names_of(con)
    payments = [payment.with_names(names) for payment in pays(session["session_id"])]
    if session["currency"] is None:
        return [payment._replace(currency="") for payment in payments]
    return payments


def _payments(payments: Sequence[Payment]) -> list[Block]:
    return [payments_list(payments)] if payments else []


def _story(sentences: Sequence[Html]) -> list[Block]:
    return [Paragraph([[sentence, " "] for sentence in sentences])] if sentences else []


def _race(running: pl.DataFrame, winners: pl.DataFrame) -> list[Block]:
    if running.is_empty():
        return [Paragraph(tr("No hand of this night is confirmed yet."))]
    moments = key_moments(running)
    about = filled(
        tr("Won or lost since the first hand, in {unit}, after each hand; the sums are in a table below."),
        unit=unit_shown(running["measure"][0]),
    )
    press = on_screen(tr("Press a dot to see how the hand was played."))
    last = int(running.filter(~pl.col("is_count"))["hand_no"].max() or 0)  # type: ignore[arg-type]
    race = Race(
        figure=session_line(running, [moment.dot for moment in moments]),
        about=[about, *([" ", press] if moments else [])],
        last=last,
    )
    melds = {
        (hand, name): meld
        for hand, name, meld in winners.select("hand_no", "name", "meld").iter_rows()
        if meld
    }
    return [race, ItemList("", moment_items(moments, melds))] if moments else [race]


def _hands(log: HandLog) -> list[Block]:
    if log.hands.is_empty():
        return [Paragraph(tr("No hand of this night is confirmed yet."))]
    unit = unit_shown(log.worth.currency if log.worth else data.CHIPS)
    text = [
        filled(tr("Pots in {unit}."), unit=unit),
        " ",
        on_screen(tr("Open a hand to see who put in what.")),
    ]
    return [Paragraph(text, quiet=True), log]
