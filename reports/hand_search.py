"""Hands by what they were: `player=Bo game=7s pot>=200 vs=Anna` -> a frame of hands.

A condition is a field, a sign and a value, without spaces; commas part values of which one is enough, and
what has spaces stands in quotes. All conditions hold of a hand that is found. Every value is bound, never
pasted.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports import data
from reports.page import ReportError

_CONDITION = re.compile(r"([a-z]+)(!=|>=|<=|=|>|<|~)(.+)", re.DOTALL)


@dataclass(frozen=True)
class Field:
    """Something that may be asked of a hand: its SQL, and how a value is read; `of_player` needs a player."""

    sql: str
    read: Callable[[str], Any]
    signs: Sequence[str] = ("=", "!=")
    of_player: bool = False


def _whole(text: str) -> int:
    return int(text)


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", "."))


def _day(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone()


def _yes(text: str) -> bool:
    return {"yes": True, "ja": True, "no": False, "nej": False}[text.casefold()]


_ORDER = ("=", "!=", ">=", "<=", ">", "<")

FIELDS: Mapping[str, Field] = {
    "night": Field("h.session_id", str),
    "season": Field("s.season", str),
    "kind": Field("s.kind", str),
    "date": Field("coalesce(h.started_at, s.started_at)", _day, _ORDER),
    "hand": Field("h.hand_no", _whole, _ORDER),
    "pot": Field("h.pot", _number, _ORDER),
    "players": Field("h.player_count", _whole, _ORDER),
    "outcome": Field("h.outcome", str),
    "draft": Field("(h.status != 'confirmed')", _yes),
    "carried": Field("(coalesce(h.pot_out, 0) > 0)", _yes),
    "add": Field("h.additions", str, ("=", "!=", "~")),
    "note": Field("h.note", str, ("~",)),
    "family": Field("v.family", str),
    "net": Field("me.net", _number, _ORDER, of_player=True),
    "paid": Field("me.paid", _number, _ORDER, of_player=True),
    "won": Field("me.won", _number, _ORDER, of_player=True),
    "meld": Field("me.meld", str, of_player=True),
    "folded": Field("(me.folded_round is not null)", _yes, of_player=True),
    "peder": Field("coalesce(me.peder_used, false)", _yes, of_player=True),
    "shadow": Field("coalesce(me.shadow, 0)", _number, _ORDER, of_player=True),
}
"""The fields, beside `player`, `vs`, `dealer`, `winner` (names) and `game` (any of its names)."""

PEOPLE = ("player", "vs", "dealer", "winner")
NAMED = (*PEOPLE, "game")

_SEAT = """
    select 1 from stg_seats as x
    left join int_players as i on i.stored_id = x.player_id
    where x.session_id = h.session_id and x.hand_no = h.hand_no and i.player_id = any($people_{n}::varchar[])
"""


@dataclass(frozen=True)
class Condition:
    """A field, its sign, and the values of which one is enough."""

    field: str
    sign: str
    values: tuple[str, ...]


def parse(text: str) -> list[Condition]:
    """Read conditions. Raises ReportError with what can be asked."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise ReportError(tr("A quotation mark isn't closed in {text!r}.", text=text)) from None
    return [_condition(word) for word in words]


def _condition(word: str) -> Condition:
    match = _CONDITION.fullmatch(word)
    known = (*NAMED, *FIELDS)
    if match is None or match[1] not in known:
        raise ReportError(
            tr(
                "{word!r} is no condition: write one such as pot>=200 or player=Bo, of the fields {fields}.",
                word=word,
                fields=", ".join(known),
            )
        )
    field, sign, value = match.groups()
    signs = ("=", "!=") if field in NAMED else FIELDS[field].signs
    if sign not in signs:
        raise ReportError(
            tr("{field} takes {signs}, not {sign}.", field=field, signs=" ".join(signs), sign=sign)
        )
    return Condition(field, sign, tuple(filter(None, value.split(","))) or (value,))


def found_hands(con: DuckDBPyConnection, conditions: Sequence[Condition]) -> pl.DataFrame:
    """The hands for which all conditions hold, in time order: session_id, night_at, season, hand_no, status,
    game, additions, dealer, pot (chips), winners (names with commas), note, player and net (of `player`).

    Hidden players are found by no name. Raises ReportError for names and values that can't be read.
    """
    asked = _Asked(con)
    for n, condition in enumerate(conditions):
        asked.add(n, condition)
    return asked.rows()


class _Asked:
    """The conditions as SQL, with the values that are bound to it."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self.con = con
        self.clauses = ["s.kind != 'run'"]
        self.values: dict[str, Any] = {}
        self.me: str | None = None
        self.wants_me: str | None = None

    def add(self, n: int, condition: Condition) -> None:
        """Add a condition."""
        if condition.field in PEOPLE:
            self._add_people(n, condition)
        elif condition.field == "game":
            self.values[f"games_{n}"] = [game for text in condition.values for game in self._games(text)]
            self._clause(f"h.variant_id = any($games_{n}::varchar[])", condition)
        else:
            self._add_field(n, condition)

    def _add_people(self, n: int, condition: Condition) -> None:
        self.values[f"people_{n}"] = [self._person(text).player_id for text in condition.values]
        if condition.field == "dealer":
            self._clause(f"d.player_id = any($people_{n}::varchar[])", condition)
            return
        took = " and x.won > 0" if condition.field == "winner" else ""
        self._clause(f"exists ({_SEAT.format(n=n)}{took})", condition)
        if condition.field == "player" and condition.sign == "=" and self.me is None:
            self.me = f"$people_{n}::varchar[]"

    def _add_field(self, n: int, condition: Condition) -> None:
        field = FIELDS[condition.field]
        if field.of_player:
            self.wants_me = condition.field
        sign = {"~": "like", "!=": "="}.get(condition.sign, condition.sign)
        tests = []
        for i, text in enumerate(condition.values):
            name = f"value_{n}_{i}"
            try:
                self.values[name] = field.read(text)
            except (ValueError, KeyError, InvalidOperation):
                raise ReportError(
                    tr(
                        "{field} can't be {text!r}: {form}.",
                        field=condition.field,
                        text=text,
                        form=_form(field),
                    )
                ) from None
            bound = f"'%' || lower(${name}) || '%'" if sign == "like" else f"${name}"
            tests.append(f"{f'lower({field.sql})' if sign == 'like' else field.sql} {sign} {bound}")
        self._clause(" or ".join(tests), condition)

    def _clause(self, sql: str, condition: Condition) -> None:
        self.clauses.append(f"not coalesce({sql}, false)" if condition.sign == "!=" else f"({sql})")

    def _person(self, text: str) -> data.NamedPlayer:
        from reports.player import found_player

        return found_player(data.players(self.con), text)

    def _games(self, text: str) -> list[str]:
        rows = data.frame_of(
            self.con,
            """
            select variant_id
            from stg_variants
            where lower($text) in (lower(variant_id), lower(name), lower(name_da))
                or list_contains(list_transform(aliases, lambda alias: lower(alias)), lower($text))
            """,
            text=" ".join(text.split()),
        )
        if rows.is_empty():
            raise ReportError(
                tr("There is no game {game!r}: peder variants lists them with their aliases.", game=text)
            )
        return rows["variant_id"].to_list()

    def rows(self) -> pl.DataFrame:
        """The hands."""
        if self.wants_me and self.me is None:
            raise ReportError(tr("{field} is a player's: add player=NAME beside it.", field=self.wants_me))
        mine = "null" if self.me is None else f"i.player_id = any({self.me})"
        return data.frame_of(
            self.con,
            f"""
            , me as (
                select x.*, p.name
                from stg_seats as x
                left join int_players as i on i.stored_id = x.player_id
                left join players as p on p.player_id = i.player_id
                where {mine}
                qualify row_number() over (partition by x.session_id, x.hand_no order by x.seat) = 1
            ),

            won as (
                select
                    w.session_id, w.hand_no,
                    string_agg(coalesce(p.name, '–'), ', ' order by w.seat) as winners
                from mart_winners as w
                left join players as p using (player_id)
                group by all
            )

            select
                h.session_id, s.started_at as night_at, s.season, h.hand_no, h.status, h.variant_id,
                coalesce(v.name, h.variant_id) as game, h.additions, p.name as dealer, h.pot, won.winners,
                h.note, me.name as player, me.net
            from stg_hands as h
            join mart_sessions as s using (session_id)
            left join mart_variants as v using (variant_id)
            left join int_players as d on d.stored_id = h.dealer_id
            left join players as p on p.player_id = d.player_id
            left join me using (session_id, hand_no)
            left join won using (session_id, hand_no)
            where {" and ".join(self.clauses)}
            order by s.started_at nulls first, h.session_id, h.hand_no
            """,
            **self.values,
        )


def _form(field: Field) -> str:
    if field.read is _yes:
        return tr("yes or no")
    if field.read is _day:
        return tr("a day such as 2026-03-14")
    return tr("a number")


__all__ = ["FIELDS", "NAMED", "Condition", "found_hands", "parse"]
