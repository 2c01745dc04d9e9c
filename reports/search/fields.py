"""The conditions of a search for hands, as data: `player=Bo game=7s pot>=200 vs=Anna` -> conditions.

A condition is a field, a sign and a value, without spaces. Commas separate alternative values; a value with spaces is quoted.
A hand has to meet all conditions. All conditions on a seat must be true of the same seat: the `player`'s, else the
`winner`'s, else any. `FIELDS` is the only definition of the fields: `reports.search.hands` searches the store with it, and
a page of hands its own data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from language import mark, tr
from language.melds import FIRST_LOW_RANKS
from reports.errors import ReportError


@dataclass(frozen=True, kw_only=True)
class FieldKind:
    """A type of values: the signs that may compare them, and their form, as text (`form_text`) and as a regular expression that
    Python and browsers read the same way (`form`). Both are empty if any text is a value.
    """

    signs: tuple[str, ...]
    form: str = ""
    form_text: str = ""


MONEY = r"([^0-9\s.,+=<>-]+)"
"""The sign or the code of a currency after an amount."""

_ORDER = ("=", "!=", ">=", "<=", ">", "<")

KINDS: Mapping[str, FieldKind] = {
    "text": FieldKind(signs=("=", "!=")),
    "words": FieldKind(signs=("=", "!=", "~")),
    "number": FieldKind(form=r"[+-]?[0-9]+([.][0-9]+)?", form_text=mark("a number"), signs=_ORDER),
    "chips": FieldKind(
        form=rf"([+-]?[0-9]+(?:[.][0-9]+)?){MONEY}?",
        form_text=mark("a number of chips, or of money such as 50kr"),
        signs=_ORDER,
    ),
    "day": FieldKind(
        form="[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?",
        form_text=mark("a day such as 2026-03-14, or a month such as 2026-03"),
        signs=_ORDER,
    ),
    "yes": FieldKind(form="yes|ja|no|nej", form_text=mark("yes or no"), signs=("=", "!=")),
    "traits": FieldKind(
        form="[a-z-]+",
        form_text=mark(
            "a fact of the rules such as stud, draw, common, high-low, jokers, wild, or a wild rank such as twos"
        ),
        signs=("=", "!="),
    ),
    "low": FieldKind(
        form=FIRST_LOW_RANKS,
        form_text=mark("the ranks of a low hand from the highest, or its first ones, such as 6-4 or 8"),
        signs=("=", "!="),
    ),
    "player": FieldKind(signs=("=", "!=")),
    "game": FieldKind(signs=("=", "!=")),
}

YES: Mapping[str, bool] = {"yes": True, "ja": True, "no": False, "nej": False}


@dataclass(frozen=True)
class Field:
    """A field of a condition: its name in a sentence, its kind, and its SQL over the names of `reports.search.hands`.

    `of_player`: the condition is on a seat. `of_seats`: the condition is on the players dealt in, and true if one of them
    has the name and meets the SQL.
    """

    label: str
    kind: str
    sql: str
    of_player: bool = False
    of_seats: bool = False


RANKS: Mapping[str, str] = {
    "twos": mark("twos"), "threes": mark("threes"), "fours": mark("fours"), "fives": mark("fives"), "sixes": mark("sixes"),
    "sevens": mark("sevens"), "eights": mark("eights"), "nines": mark("nines"), "tens": mark("tens"),
    "jacks": mark("jacks"), "queens": mark("queens"), "kings": mark("kings"), "aces": mark("aces"),
}  # fmt: skip
"""The values of the field `rank`, from the lowest: what cards of a rank are called."""

_WILD = {**dict(zip("23456789TJQKA", RANKS, strict=True)), "one-eyed": "one-eyed"}
"""The word of a trait for a word after `wild` or `rank` in a dealer's additions."""
_ADDED = "(?:^| )(?:{})((?: (?:[2-9TJQKA][cdhs]?|one-eyed))+)"
_OWN = f"if(regexp_matches(h.additions, '{_ADDED.format('rank')}'), list_filter(g.traits, lambda each: each not in {(*RANKS,)}), g.traits)"
_RULES = f"""concat_ws(' ',
    array_to_string({_OWN}, ' '),
    if(regexp_matches(h.additions, '(?:^| )hilo(?: |$)'), 'high-low', null),
    if(contains(h.additions, 'joker'), 'jokers wild', null),
    if(regexp_matches(h.additions, '{_ADDED.format("wild|rank")}'), 'wild', null),
    array_to_string(list_filter(list_transform(
        string_split(regexp_extract(h.additions, '{_ADDED.format("wild|rank")}', 1), ' '),
        lambda word: map({[*_WILD]}, {[*_WILD.values()]})[word]
    ), lambda trait: trait is not null), ' ')
)"""
"""The traits of a game (`stg_variants`) with those that the dealer added."""

FIELDS: Mapping[str, Field] = {
    "player": Field(mark("player"), "player", "true", of_seats=True),
    "vs": Field(mark("against"), "player", "true", of_seats=True),
    "met": Field(mark("at the showdown with"), "player", "x.showdown", of_player=True, of_seats=True),
    "dealer": Field(mark("dealer"), "player", "d.player_id"),
    "winner": Field(mark("won by"), "player", "x.winner", of_seats=True),
    "game": Field(mark("game"), "game", "h.variant_id"),
    "family": Field(mark("family"), "text", "v.family"),
    "add": Field(mark("added"), "words", "h.additions"),
    "rules": Field(mark("rules"), "traits", _RULES),
    "called": Field(
        mark("the game was called then"), "yes", "h.chain = h.hand_no and h.variant_id is not null and not s.is_imported"
    ),
    "pot": Field(mark("pot"), "chips", "h.pot"),
    "players": Field(mark("players"), "number", "h.player_count"),
    "ante": Field(mark("ante"), "chips", "nullif(h.unit, 0)"),
    "split": Field(mark("the pot was split"), "yes", "h.outcome = 'split' or coalesce(s2.seats, 0) > 1"),
    "ways": Field(mark("players who split the pot"), "number", "s2.seats"),
    "seconds": Field(mark("seconds that the hand took"), "number", "nullif(epoch(h.ended_at - h.started_at)::bigint, 0)"),
    "chain": Field(mark("hands that the pot was played for"), "number", "h.chain_hands"),
    "carried": Field(mark("the pot went on"), "yes", "coalesce(h.pot_out, 0) > 0"),
    "draft": Field(mark("a draft"), "yes", "h.status != 'confirmed'"),
    "outcome": Field(mark("outcome"), "text", "h.outcome"),
    "night": Field(mark("night"), "text", "h.session_id"),
    "season": Field(mark("season"), "text", "s.season"),
    "kind": Field(mark("kind"), "text", "s.kind"),
    "currency": Field(mark("currency"), "text", "s.currency"),
    "date": Field(mark("day"), "day", ""),
    "weekday": Field(mark("weekday, from 1 for Monday"), "number", ""),
    "nightno": Field(mark("number of the night"), "number", "s.night_no"),
    "hand": Field(mark("number of the hand"), "number", "h.hand_no"),
    "note": Field(mark("note"), "words", "h.note"),
    "net": Field(mark("net"), "chips", "me.net", of_player=True),
    "paid": Field(mark("chips put in"), "chips", "me.paid", of_player=True),
    "won": Field(mark("chips taken out"), "chips", "me.won", of_player=True),
    "shadow": Field(mark("chips played as shadow"), "chips", "coalesce(me.shadow, 0)", of_player=True),
    "position": Field(
        mark("seats before the dealer"), "number", "h.player_count - 1 - me.seat", of_player=True
    ),
    "meld": Field(mark("meld"), "text", "me.meld", of_player=True),
    "rank": Field(mark("rank of the pair or of three or four of a kind, such as aces"), "text", "me.meld_rank", of_player=True),
    "low": Field(mark("low hand announced"), "low", "me.low", of_player=True),
    "vpip": Field(mark("put chips in by choice (VPIP)"), "yes", "me.vpip", of_player=True),
    "pfr": Field(mark("raised in the first round (PFR)"), "yes", "me.pfr", of_player=True),
    "threebet": Field(mark("raised a raise (3-bet)"), "yes", "me.three_bet", of_player=True),
    "limp": Field(mark("limped in"), "yes", "me.limp", of_player=True),
    "coldcall": Field(mark("called a raise cold"), "yes", "me.cold_call", of_player=True),
    "foldthreebet": Field(mark("folded to a 3-bet"), "yes", "me.fold_to_three_bet", of_player=True),
    "steal": Field(mark("tried to steal the blinds"), "yes", "me.steal", of_player=True),
    "foldsteal": Field(mark("folded a blind to a steal"), "yes", "me.fold_to_steal", of_player=True),
    "cbet": Field(mark("bet on in the second round (c-bet)"), "yes", "me.cbet_second", of_player=True),
    "cbetthird": Field(mark("bet on in the third round"), "yes", "me.cbet_third", of_player=True),
    "cbetfourth": Field(mark("bet on in the fourth round"), "yes", "me.cbet_fourth", of_player=True),
    "foldcbet": Field(mark("folded to a c-bet in the second round"), "yes", "me.fold_to_cbet_second", of_player=True),
    "foldcbetthird": Field(mark("folded to a c-bet in the third round"), "yes", "me.fold_to_cbet_third", of_player=True),
    "foldcbetfourth": Field(mark("folded to a c-bet in the fourth round"), "yes", "me.fold_to_cbet_fourth", of_player=True),
    "checkraise": Field(mark("check-raised"), "yes", "me.check_raise", of_player=True),
    "betsize": Field(
        mark("largest first bet of a round, in percent of the pot"),
        "number",
        "greatest(me.size_first, me.size_second, me.size_third, me.size_fourth) / 10",
        of_player=True,
    ),
    "betfirst": Field(mark("first bet of the first round, in percent of the pot"), "number", "me.size_first / 10", of_player=True),
    "betsecond": Field(mark("first bet of the second round, in percent of the pot"), "number", "me.size_second / 10", of_player=True),
    "betthird": Field(mark("first bet of the third round, in percent of the pot"), "number", "me.size_third / 10", of_player=True),
    "betfourth": Field(mark("first bet of the fourth round, in percent of the pot"), "number", "me.size_fourth / 10", of_player=True),
    "unseen": Field(mark("won without a showdown"), "yes", "me.won_unseen", of_player=True),
    "bluff": Field(mark("was caught bluffing"), "yes", "me.bluff_shown", of_player=True),
    "folded": Field(mark("folded before the showdown"), "yes", "me.folded", of_player=True),
    "second": Field(mark("saw the second round"), "yes", "me.saw_second", of_player=True),
    "allstayed": Field(mark("no player folded"), "yes", "h.showdown_count = h.player_count"),
    "showdown": Field(mark("went to the showdown"), "yes", "me.showdown", of_player=True),
    "took": Field(mark("won the hand"), "yes", "me.won_hand", of_player=True),
    "peder": Field(mark("used the peder"), "yes", "me.peder", of_player=True),
    "allin": Field(mark("all in before the last cards"), "yes", "me.all_in", of_player=True),
    "allchips": Field(mark("put in all chips"), "yes", "me.all_chips", of_player=True),
    "shown": Field(
        mark("won without a showdown and showed the cards"),
        "yes",
        "me.shown and h.outcome = 'last_standing' and coalesce(h.showdown_count, 0) = 0",  # cards must be shown against the pack
        of_player=True,
    ),
    "cards": Field(mark("first cards known"), "yes", "me.cards_known", of_player=True),
    "later": Field(mark("later cards known"), "yes", "me.later_known", of_player=True),
}  # fmt: skip
"""The fields; `date` and `weekday` are asked otherwise (`reports.search.hands`)."""

SIGNS: Mapping[str, str] = {
    "=": mark("{field} {values}"),
    "!=": mark("{field} not {values}"),
    ">=": mark("{field} at least {values}"),
    "<=": mark("{field} at most {values}"),
    ">": mark("{field} more than {values}"),
    "<": mark("{field} less than {values}"),
    "~": mark("{field} with {values}"),
}
"""A condition in words, by its sign."""

SENTENCES: Mapping[str, str] = {
    "open": mark("A quotation mark isn't closed in {text}."),
    "nothing": mark(
        "{word} isn't a condition: write one such as pot>=200 or player=Bo, of the fields {fields}."
    ),
    "sign": mark("{field} takes {signs}, not {sign}."),
    "form": mark("{field} can't be {text}: {form}."),
    "game": mark("There is no game {game}."),
}
"""The sentence about a condition that can't be read, here and on a page."""

WORD = r"""(?:[^ \t\r\n'"]|'[^']*'|"[^"]*")+"""
QUOTED = r"""'([^']*)'|"([^"]*)\""""
CONDITION = r"([a-z]+)(!=|>=|<=|=|>|<|~)([\s\S]*)"
"""Regular expressions that Python and browsers read the same way: a word of what was asked, what stands in quotes in
it, and a condition.
"""

_PLAIN = re.compile(r"[\w.:+=!<>~,/@-]+")


@dataclass(frozen=True)
class Condition:
    """A field, its sign, and the values of which one is enough."""

    field: str
    sign: str
    values: tuple[str, ...]


def parse(text: str) -> list[Condition]:
    """Read conditions. Raises ReportError with what can be asked.

    >>> parse("pot>100")
    [Condition(field='pot', sign='>', values=('100',))]
    """
    rest = re.sub(WORD, " ", text).strip()
    if rest:
        raise _fault("open", text=repr(text))
    return [_condition(re.sub(QUOTED, r"\1\2", word)) for word in re.findall(WORD, text)]


def _condition(word: str) -> Condition:
    match = re.fullmatch(CONDITION, word)
    field = FIELDS.get(match[1]) if match else None
    if match is None or field is None:
        raise _fault("nothing", word=repr(word), fields=", ".join(FIELDS))
    name, sign, value = match.groups()
    kind = KINDS[field.kind]
    if sign not in kind.signs:
        raise _fault("sign", field=name, signs=" ".join(kind.signs), sign=sign)
    values = tuple(filter(None, value.split(","))) or (value,)
    for each in values:
        if kind.form and not re.fullmatch(kind.form, each):
            raise _fault("form", field=name, text=repr(each), form=tr(kind.form_text))
    return Condition(name, sign, values)


def quoted(word: str) -> str:
    """A word of a search, in quotes where it needs them.

    >>> quoted("player=Bo"), quoted("player=Anna B")
    ('player=Bo', "'player=Anna B'")
    """
    if _PLAIN.fullmatch(word):
        return word
    return f'"{word}"' if "'" in word else f"'{word}'"


def _fault(which: str, **values: str) -> ReportError:
    return ReportError(tr(SENTENCES[which], **values))
