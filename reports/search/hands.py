"""Searches hands: conditions (`fields.parse`) -> a frame of hands. Every value is bound, never pasted into SQL."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from language.currencies import currency_codes
from language.melds import LOW_RANKS
from reports import data
from reports.data.frames import with_ids
from reports.errors import ReportError
from reports.search.fields import FIELDS, KINDS, RANKS, SENTENCES, YES, Condition, Field

MARTS = data.NAMES | {"mart_player_all_ins", "mart_winners"}
"""The marts that a search reads; with the all-ins, the luck of the hands is there."""

_PLAYED = """
    nights as (
        select m.*, m.kind = 'night' as is_night, i.is_imported
        from mart_sessions as m
        left join stg_sessions as i using (session_id)
        where m.kind != 'run'
    ),

    logged as (
        select
            *,
            case when status = 'confirmed' then coalesce(chain_no, hand_no) end as chain,
            case
                when status = 'confirmed'
                    then count(*) filter (where status = 'confirmed') over (partition by session_id, coalesce(chain_no, hand_no))
            end as chain_hands
        from stg_hands
        where session_id in {nights}
    ),

    seated as (
        select
            x.session_id, x.hand_no, x.seat, i.player_id, x.paid, x.won, x.net, x.shadow, x.meld,
            case
                when x.meld in ('pair', 'three', 'full_house', 'four', 'five') and (x.meld_score >> 31) & 8191 > 0
                    then {ranks}[floor(log2((x.meld_score >> 31) & 8191))::integer + 1]
            end as meld_rank,
            if(regexp_full_match(x.announced, '{low}'), array_to_string(list_transform(
                list_reverse_sort(list_transform(string_split(x.announced, '-'), lambda rank: strpos('{order}', rank))),
                lambda place: substr('{order}', place, 1)
            ), '-'), null) as low,
            f.vpip, f.pfr, f.three_bet, f.folded, f.saw_second, f.at_showdown as showdown, f.won_hand,
            f.limp, f.cold_call, f.fold_to_three_bet, f.steal, f.fold_to_steal, f.cbet_second,
            f.cbet_third, f.cbet_fourth, f.fold_to_cbet_second, f.fold_to_cbet_third, f.fold_to_cbet_fourth, f.check_raise, f.won_unseen, f.bluff_shown,
            f.size_first, f.size_second, f.size_third, f.size_fourth,
            f.peder, coalesce(f.took, x.won > 0) as winner,
            e.seat is not null and f.unit is not null as all_in,
            if(x.stack_before > 0, x.paid - coalesce(x.shadow, 0) >= x.stack_before, e.seat is not null) as all_chips,
            coalesce(f.took, x.won > 0) and x.showed as shown,
            k.worth is not null and f.unit is not null as cards_known,
            k.later is not null and f.unit is not null as later_known
        from stg_seats as x
        left join int_players as i on i.stored_id = x.player_id
        left join int_seats as f using (session_id, hand_no, seat)
        left join stg_equities as e using (session_id, hand_no, seat)
        left join stg_deals as k using (session_id, hand_no, seat)
        where x.session_id in {nights}
    )
"""
"""The nights and imports, their hands (of a draft no chain is known), and who sat in them: flags as in `int_seats`, null in a draft."""

_HANDS = """
    from logged as h
    join nights as s using (session_id)
    left join mart_variants as v on v.variant_id = h.variant_id
    left join stg_variants as g on g.variant_id = h.variant_id
    left join int_players as d on d.stored_id = h.dealer_id
    left join (
        select session_id, hand_no, max(seats) as seats
        from (
            select session_id, hand_no, pot_no, count(distinct seat) as seats
            from stg_shares
            where session_id in {nights}
            group by all
        )
        group by all
    ) as s2 using (session_id, hand_no)
"""
"""The names of columns and tables in the SQL of `FIELDS`, besides `me` and `x` of `seated`."""

ACE_LOW = "A23456789TJQK"
"""The ranks of a low hand, the lowest first: a player may announce them in either order."""

ORDER = "s.started_at nulls first, h.session_id, h.hand_no"

_AT = "if(s.is_night, coalesce(s.started_at, h.started_at), coalesce(h.started_at, s.started_at))"
"""When a hand was: a night that goes past midnight is of the day on which it began."""

_SEAT = """
    select 1
    from seated as x
    where x.session_id = h.session_id and x.hand_no = h.hand_no
        and x.player_id = any({people}::varchar[]) and {so}
"""


_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip


def local_day(at: datetime) -> date:
    """The day of a time where the reader lives.

    >>> local_day(datetime(2026, 3, 6, 12))
    datetime.date(2026, 3, 6)
    """
    return at.astimezone().date()


def played(con: DuckDBPyConnection, names: Sequence[str] | None = None) -> tuple[str, str, dict[str, str]]:
    """Two parts of a query, the tables `nights`, `logged` and `seated`, and the hands of these nights and imports (None: all)
    to select from; and the values bound to them: the names, so that the files of other nights, and of simulated hands, often a
    hundred times as many, aren't read.

    >>> tables, hands, names = played(con)
    >>> sorted(names.values())[:2]
    ['2026-01', '2026-02']
    """
    if names is None:
        rows = con.execute("select session_id from mart_sessions where kind != 'run'").fetchall()
        names = [name for (name,) in rows]
    nights, values = with_ids("$ids", names)
    return (
        _PLAYED.format(nights=nights, ranks=[*RANKS], low=LOW_RANKS, order=ACE_LOW),
        _HANDS.format(nights=nights),
        values,
    )


def find_hands(con: DuckDBPyConnection, conditions: Sequence[Condition]) -> pl.DataFrame:
    """The hands for which all conditions hold, in time order: session_id, night_at, season, hand_no, status,
    game, additions, dealer, pot (chips), winners (names with commas), note, player and net (of the seat that the conditions on a
    seat hold of, the first of several).

    No name finds hidden players. Raises ReportError for names that aren't there.

    >>> from reports.search.fields import parse
    >>> find_hands(con, parse("pot>100 night=2026-03")).select("hand_no", "game", "pot").rows()
    [(17, 'Five Card Stud', 101)]
    """
    asked = _Where(con)
    for n, condition in enumerate(conditions):
        asked.add(n, condition)
    return asked.rows()


class _Where:
    """The conditions as SQL, with the values that are bound to it."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self.con = con
        self.clauses = ["true"]
        self.values: dict[str, Any] = {}
        self.me: str | None = None
        self.winner: str | None = None
        self.wants_me = False

    def add(self, n: int, condition: Condition) -> None:
        """Add a condition."""
        field = FIELDS[condition.field]
        self.wants_me |= field.of_player
        if field.kind == "player":
            clause = self._people(n, condition, field)
        elif field.kind == "game":
            ids = [game for text in condition.values for game in self._games(text)]
            clause = self._among(n, field, ids)
        else:
            tests = [self._test(f"value_{n}_{i}", condition, text) for i, text in enumerate(condition.values)]
            clause = " or ".join(tests)
        self.clauses.append(f"not coalesce({clause}, false)" if condition.sign == "!=" else f"({clause})")

    def _people(self, n: int, condition: Condition, field: Field) -> str:
        ids = [text and self._person(text).player_id for text in condition.values]
        if not field.of_seats:
            return self._among(n, field, ids)
        people = f"$people_{n}"
        self.values[people[1:]] = ids
        if condition.field == "player" and condition.sign == "=" and self.me is None:
            self.me = f"x.player_id = any({people}::varchar[])"
        if condition.field == "winner" and condition.sign == "=" and self.winner is None and all(ids):
            self.winner = f"x.winner and x.player_id = any({people}::varchar[])"
        there = f"exists ({_SEAT.format(people=people, so=field.sql)})"
        return f"me.{field.sql.partition('.')[2]} and {there}" if field.of_player else there

    def _among(self, n: int, field: Field, ids: Sequence[str]) -> str:
        """Whether a hand has one of some ids; an empty one is none."""
        self.values[f"ids_{n}"] = ids
        return f"coalesce({field.sql}, '') = any($ids_{n}::varchar[])"

    def _test(self, name: str, condition: Condition, text: str) -> str:
        field = FIELDS[condition.field]
        sign = "=" if condition.sign == "!=" else condition.sign
        match field.kind:
            case "day":
                return self._day(name, sign, text)
            case "yes":
                self.values[name] = YES[text]
                return f"({field.sql}) = ${name}"
            case "number" if condition.field == "weekday":
                return self._weekday(name, sign, Decimal(text))
            case "number":
                self.values[name] = Decimal(text)
                return f"({field.sql}) {sign} ${name}"
            case "chips":
                return self._amount(name, sign, text, field.sql)
        self.values[name] = text
        if field.kind == "traits":
            return f"list_contains(string_split({field.sql}, ' '), ${name})"
        if field.kind == "low":
            return f"starts_with({field.sql} || '-', ${name} || '-')"
        if sign == "~":
            return f"contains(lower({field.sql}), lower(${name}))"
        return f"coalesce({field.sql}, '') = ${name}"

    def _amount(self, name: str, sign: str, text: str, sql: str) -> str:
        """Chips, or money of the nights in that currency."""
        match = re.fullmatch(KINDS["chips"].form, text)
        assert match
        amount, money = match.groups()
        self.values[name] = Decimal(amount)
        if not money:
            return f"({sql}) {sign} ${name}"
        self.values[f"{name}_codes"] = currency_codes(money)
        return f"lower(s.currency) = any(${name}_codes) and ({sql}) * s.chip_value {sign} ${name}"

    def _day(self, name: str, sign: str, text: str) -> str:
        """A day, a month or a year is as long as it is where the reader lives."""
        try:
            begin = datetime.fromisoformat(f"{text}-01-01"[:10] if len(text) < 10 else text)
        except ValueError:  # such as the 31st of June
            sentence = tr(SENTENCES["form"], field="date", text=repr(text), form=tr(KINDS["day"].form_text))
            raise ReportError(sentence) from None
        after = {
            4: begin.replace(year=begin.year + 1),
            7: (begin + timedelta(days=31)).replace(day=1),
            10: begin + timedelta(days=1),
        }[len(text)]
        at, end = begin.astimezone(), after.astimezone()
        bounds = {
            ">=": {"=": at, ">=": at, ">": end}.get(sign),
            "<": {"=": end, "<=": end, "<": at}.get(sign),
        }
        tests = []
        for place, (order, bound) in enumerate(bounds.items()):
            if bound is not None:
                self.values[f"{name}_{place}"] = bound
                tests.append(f"{_AT} {order} ${name}_{place}")
        return f"({' and '.join(tests)})"

    def _weekday(self, name: str, sign: str, wanted: Decimal) -> str:
        """The weekday on which it began where the reader lives, which DuckDB doesn't know."""
        tables, hands, nights = played(self.con)
        times = data.frame_of(self.con, f"with {tables} select distinct {_AT} as at {hands}", **nights)["at"]
        holds = _ORDERS[sign]
        self.values[name] = [at for at in times.drop_nulls() if holds(local_day(at).isoweekday(), wanted)]
        return f"{_AT} = any(${name}::timestamptz[])"

    def _person(self, text: str) -> data.NamedPlayer:
        return data.find_player(data.players(self.con), text)

    def _games(self, text: str) -> list[str]:
        if not text:
            return [""]
        called = " ".join(text.split()).lower()
        ids = [game["id"] for game in data.games(self.con).to_dicts() if called in game["words"]]
        if not ids:
            lists = tr("All games and their aliases: peder variants.")
            raise ReportError(f"{tr(SENTENCES['game'], game=repr(text))} {lists}")
        return ids

    def rows(self) -> pl.DataFrame:
        """The hands."""
        tables, hands, nights = played(self.con)
        mine = self.me or self.winner or str(self.wants_me).lower()
        return data.named_frame(
            self.con,
            f"""
            with {tables},

            me as (
                select x.*, p.name
                from seated as x
                left join named_players as p using (player_id)
                where {mine}
            ),

            took as (
                select
                    w.session_id, w.hand_no,
                    string_agg(coalesce(p.name, '–'), ', ' order by w.seat) as winners
                from mart_winners as w
                left join named_players as p using (player_id)
                group by all
            )

            select
                h.session_id, s.started_at as night_at, s.season, h.hand_no, h.status, h.variant_id,
                coalesce(v.name, h.variant_id) as game, h.additions, p.name as dealer, h.pot, took.winners,
                h.note, me.name as player, me.net
            {hands}
            left join named_players as p on p.player_id = d.player_id
            left join me using (session_id, hand_no)
            left join took using (session_id, hand_no)
            where {" and ".join(self.clauses)}
            qualify row_number() over (partition by h.session_id, h.hand_no order by me.seat) = 1
            order by {ORDER}
            """,
            **self.values,
            **nights,
        )
