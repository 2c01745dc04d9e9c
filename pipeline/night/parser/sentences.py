"""Sentences as people say them at a table, put into lines of the log.

The grammar comes first; what it refuses is tried here. The players are recognized by their names (`marking`), then the sentence is
one of `FORMS`, which say something of the night (``bo hansen rebuys 100``), or a hand (`spoken_hand`). What comes out is text
in the log's own words, which the grammar then reads: no rule of the log is stated here a second time.

    Erik joins with 100                                                 joins Erik, then buy Erik 100
    7 card stud 14 each, bo folds at 3, dorte wins with a full house    seven-card-stud 14 b3 +d full house
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.api import VARIANTS, Catalogue
from language import tr
from pipeline.bank.money import MoneyError, leading_money
from pipeline.bank.records import replace
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players, handles_in, marked
from pipeline.night.parser.spoken_hand import (
    EACH,
    EVERYONE,
    MANY,
    ONE,
    WINS,
    WITH,
    C,
    Question,
    one_of,
    told_hand,
)
from pipeline.night.parser.words import BETWEEN_NAMES, NOTE


@dataclass(frozen=True)
class Correction:
    """A correction of a hand, None for the last: its winners, who used the peder, or that it is deleted."""

    hand: int | None = None
    winners: tuple[str, ...] = ()
    peder: str = ""
    deleted: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence in the log's words: lines to enter one after the other, or a question, a correction, the player whose
    deal is skipped. With nothing of these it is a comment, and there is nothing to log.
    """

    lines: tuple[str, ...] = ()
    question: Question | None = None
    correction: Correction | None = None
    skipped: str = ""


_LONGEST = 300
_FOR = one_of("for", "with", "at", "on", "til", "med", "på", "to")
_CHIPS = rf"{C}(?: (?:more|mere))?(?: (?:chips?|jetons|jetoner))?"
_LEAVES = one_of("left", "leaves", "leave", "goes home", "went home", "goes", "went", "quits?", "går hjem", "gik hjem", "går", "gik", "tager hjem", "tog hjem", "stopped", "stops", "stopper", "er gået", "is gone", "is done", "is leaving", "is off", "smutter", "smuttede", "gået hjem")  # fmt: skip
_CASHES = one_of("cashes out", "cashed out", "cashing out", "cash out", "casher ud", "cashede ud", "veksler", "vekslede")  # fmt: skip
_COMES = one_of("arrives", "arrived", "joins", "joined", "sits down", "sat down", "sits in", "comes", "came", "is here", "is in", "buys in", "bought in", "kommer", "kom", "ankommer", "ankom", "sætter sig", "satte sig", "er her", "er kommet", "er med", "køber ind", "købte ind")  # fmt: skip
_BUYS = one_of("buys in", "bought in", "buy in", "buys", "bought", "buy", "rebuys", "rebought", "rebuy", "re-buys", "adds on", "added on", "adds", "køber ind", "købte ind", "køber", "købte", "genkøber")  # fmt: skip
_WANTS = one_of(
    "needs(?: a rebuy)?",
    "wants(?: a rebuy)?",
    "tops up",
    "topped up",
    "reloads",
    "reloaded",
    "added",
    "skal",
    "vil",
    "mangler",
    "tanker op",
    "fylder op",
)
_ANOTHER = one_of("another", "an extra", "endnu", "yderligere")
_TAKES_LOAN = one_of("(?:takes|took|gets|got|needs) (?:a|<a>) loan of", "(?:tager|tog|får|fik) et lån på")
_BORROWS = one_of("borrows", "borrowed", "borrow", "loans", "låner", "lånte")
_LENDS = one_of("lends", "lent", "lend", "loaned", "udlåner", "udlånte")
_THAT = one_of("that one", "that hand", "that", "this one", "this hand", "the last one", "the last hand", "the last", "last hand", "den hånd", "den sidste", "sidste hånd", "hånden", "hand", "it", "den")  # fmt: skip
_OOPS = one_of(
    "oops", "ups", "no", "nej", "sorry", "wrong", "actually", "forkert", "hov", "undskyld", "wait", "vent"
)
_DELETE = one_of("delete", "remove", "cancel", "undo", "forget", "scratch", "drop", "slet", "fjern", "fortryd", "glem")  # fmt: skip
_HAND = r"(?:hand|hånd|no|nr|number|nummer)\.? ?#?(\d{1,4})"
_GETS_CHIPS = one_of("borrows?", "gets?", "starts with", "start with", "får", "låner", "starter med")
_HAS = one_of("is", "er", "has", "have", "had", "har", "just", "lige", "now", "nu", "please", "again", "igen")


def _said(*lines: str) -> Callable[..., Sentence]:
    """The lines with the groups of a form in place of {0}, {1} …"""
    return lambda *groups: Sentence(tuple(line.format(*groups) for line in lines))


def _said_first(line: str) -> Callable[..., Sentence]:
    """The line of a form with several orders, of which one matched."""
    return lambda *groups: Sentence((line.format(next(filter(None, groups))),))


def _lends(lender: str, borrower: str, chips: str) -> Sentence:
    """One player's chips go to another, who owes them as shadow is owed: the bank has no part in it."""
    return Sentence((f"shadow {borrower} {lender} {chips}",))


def _won(names: str, number: str | None = None) -> Sentence:
    return Sentence(correction=Correction(int(number) if number else None, winners=handles_in(names)))


def _new_deal() -> Sentence:
    raise LogError(
        tr("A new deal belongs to its hand: write its game and what lies in the pot, such as 7s 4 !nd.")
    )


FORMS: tuple[tuple[str, Callable[..., Sentence]], ...] = (
    # chips
    (rf"{ONE} {_BUYS}(?: {_FOR}| {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"{ONE} {_WANTS}(?: ,)?(?: {_FOR})?(?: {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"(?:give|giv) {ONE}(?: {_ANOTHER})? {_CHIPS}", _said("buy {0} {1}")),
    (rf"{ONE} {_TAKES_LOAN} {_CHIPS}", _said("loan {0} {1}")),  # `a` may be a player's letter
    (rf"{ONE} {_BORROWS} {_CHIPS}(?: (?:from the bank|from bank|af banken|i banken))?", _said("loan {0} {1}")),
    (rf"(?:the )?{one_of('bank', 'banken')} {one_of(_LENDS, 'låner')} {ONE} {_CHIPS}", _said("loan {0} {1}")),
    (rf"{EVERYONE} {_GETS_CHIPS} {_CHIPS}(?: {EACH})?", _said("loan all {0}")),
    (rf"{ONE} {one_of(_LENDS, 'låner')} {ONE} {_CHIPS}", _lends),
    (rf"{ONE} {_BORROWS} {_CHIPS} (?:from|of|af|fra|hos) {ONE}", lambda who, chips, lender: _lends(lender, who, chips)),
    (rf"{ONE} {_LEAVES}(?: ,)?(?: {one_of('and', 'og')})?(?: {_CASHES})?(?: {WITH}| for)? {_CHIPS}", _said("count {0} {1}", "leaves {0}")),
    (rf"{ONE} {_CASHES}(?: {WITH}| for)? {_CHIPS}(?:(?: ,)? (?:and|og) {_LEAVES})?", _said("count {0} {1}", "leaves {0}")),
    # who is here
    (rf"{ONE} {_LEAVES}", _said("leaves {0}")),
    (rf"{ONE} (?:kommer |came |comes |is |er )?{one_of('back', 'back in', 'tilbage')}", _said("back {0}")),
    (rf"{ONE} {_COMES}", _said("joins {0}")),
    (rf"{ONE} (?:(?:takes|taking|on|took) (?:a|<a>) break|holder en pause|tager en pause|stepped away|pauses|pauserer|holder pause|pause|sits out|sidder over|steps out)", _said("pause {0}")),
    (rf"(?:the )?next (?:dealer|deal) {ONE}|(?:the )?dealer {ONE}|{ONE} (?:the )?(?:next )?dealer|{ONE} deals(?: next)?|næste (?:giver|giv) {ONE}|{ONE} giver(?: næste)?",
     _said_first("deals {}")),
    (rf"(?:the )?deal(?:'s)? on {ONE}|(?:it'?s|det) {ONE} (?:turn to deal|deal|giv|tur til at give)|{ONE} skal give", _said_first("deals {}")),
    (rf"(?:skip|spring) (?:over )?{ONE}(?: (?:over|deal|turn|giv|tur))*", lambda who: Sentence(skipped=who)),
    (rf"(?:the )?(?:banker|bankør) {ONE}|{ONE} (?:the )?(?:banker|bankør)|{ONE} (?:keeps|holds|holder|styrer) (?:the )?(?:bank|banken)",
     _said_first("banker {}")),
    # corrections of a hand
    (rf"(?:{_OOPS}(?: ,)? )+({MANY}) {WINS}(?: {_THAT})?", _won),
    (rf"({MANY}) {WINS} {_THAT}", _won),
    (rf"(?:{_OOPS}(?: ,)? )+(?:it was|det var) ({MANY}) (?:who|that|der|som) {WINS}(?: {_THAT})?", _won),
    (rf"(?:{_OOPS}(?: ,)? )?({MANY}) {WINS} {_HAND}", _won),
    (rf"{_HAND} (?:was won by|goes to|went to|til|blev vundet af|gik til) ({MANY})", lambda number, names: _won(names, number)),
    (rf"(?:the )?split(?: the)?(?: pot)?(?: (?:between|mellem))? ({MANY})|({MANY}) {one_of('splits?', 'shared?', 'chop', 'chopped', 'deler', 'delte')}(?: {_THAT}| the pot| puljen)?",
     lambda *names: _won(next(filter(None, names)))),
    (rf"{_DELETE} (?:the )?(?:last|latest|previous|sidste|seneste|that|this)(?: (?:hand|one|hånd))?", lambda: Sentence(correction=Correction(deleted=True))),
    (rf"{_DELETE} (?:{_HAND}|#?(\d{{1,4}}))", lambda *number: Sentence(correction=Correction(int(next(filter(None, number))), deleted=True))),
    (rf"{one_of('edit', 'change', 'fix', 'correct', 'ret', 'rediger')} {_HAND}", _said("edit {0}")),
    (rf"{ONE} (?:used|uses|spent|played|brugte|bruger)(?: (?:her|his|the|their|a|sin|en|hans|hendes))? peder", lambda who: Sentence(correction=Correction(peder=who))),
    (r"(?:new|another) deal|misdeal|ny giv|fejlgiv|om igen", _new_deal),
    # questions
    (one_of("who(?:'?s)? (?:winning|ahead|leading|up|first|best|losing|down)(?: so far)?", "hvem (?:vinder|fører|foran|taber)",
            "(?:the )?(?:scores?|standings?|stilling|stillingen)", "how do we stand", "hvordan står det", f"how (?:much )?{ONE} (?:up|down|ahead|behind|doing)", f"hvor meget {ONE} (?:foran|bagud|oppe|nede)",
            f"hvordan går det (?:for|med) {ONE}", "who owes (?:what|who|whom)(?: what)?", "hvem skylder (?:hvad|hvem|hvem hvad)", "show me the scores?"),
     lambda *_: Sentence(("settle",))),
    (one_of("how much in the bank", "hvor meget (?:i|der i) banken"), _said("bank")),
    (one_of("(?:what|which)(?: are the)? games(?: .{0,20})?", "(?:list|show)(?: the| all)? games", "hvilke spil(?: .{0,20})?", "vis(?: alle)? spil"), _said("? games")),
)  # fmt: skip
"""Each form, a regular expression over a sentence with its players marked and without `_HAS`, and what it says."""
_COMPILED = tuple((re.compile(form), make) for form, make in FORMS)
_SURE = ("count ", "leaves ", "return ")


def in_log_words(
    text: str, players: Players, usual: str = "", games: Catalogue = VARIANTS
) -> Sentence | None:
    """What a sentence says; None where it isn't understood. `usual` is the call of a hand that names no game.

    Raises LogError for a name that may be several players'.
    """
    if text.startswith("#"):
        return Sentence()
    if len(text) > _LONGEST or not players:
        return None
    if noted := NOTE.fullmatch(text):
        return Sentence((f"; {noted[1]}",))
    bare = text.removesuffix("!").rstrip()
    named = marked(bare, players)
    plain = named.casefold()
    form = " ".join(word for word in plain.split() if not re.fullmatch(_HAS, word))
    found = [make(*match.groups()) for pattern, make in _COMPILED if (match := pattern.fullmatch(form))]
    sentence = found[0] if found else _newcomer(bare, games) or _expense(plain, games) or _counts(form)
    if sentence:
        sure = " !" if text.endswith("!") else ""
        return replace(
            sentence, lines=tuple(f"{line}{sure * line.startswith(_SURE)}" for line in sentence.lines)
        )
    hand = told_hand(bare, plain, players, usual, games)
    if isinstance(hand, Question):
        return Sentence(question=hand)
    by_handles = re.sub(r"<(\w+)>", r"\1", named).replace(" ,", ",")
    return Sentence((hand or by_handles,)) if hand or by_handles != bare else None


_PERSON = r"[^\W\d_]+(?:[ .'\u2019-]+[^\W\d_]+){0,2}?\.?"
_NEWCOMERS = (
    re.compile(rf"(?P<name>{_PERSON}) {_COMES}(?:,? (?:{_FOR} )?(?P<chips>{C}))?(?: chips)?", re.I),
    re.compile(rf"(?:add|new player|ny spiller|tilføj|joins?|kommer) (?P<name>{_PERSON})(?:,? {_FOR} (?P<chips>{C}))?(?: chips)?", re.I),
)  # fmt: skip


def _newcomer(text: str, games: Catalogue) -> Sentence | None:
    """``Erik arrives``, ``Erik joins with 100``: a player who isn't here yet."""
    for form in _NEWCOMERS:
        match = form.fullmatch(text)
        names = BETWEEN_NAMES.split(match["name"]) if match else []
        if match and all(
            name and not exact_game(name.split(), games) and not re.search(rf"\b(?:{WINS})\b", name, re.I)
            for name in names
        ):
            joined = [f"joins {name}" for name in names]
            return Sentence((*joined, *(f"buy {name} {match['chips']}" for name in names if match["chips"])))
    return None


_PAID = one_of("paid", "pays", "betalte", "betaler", "lagde ud", "covers", "covered")
_EXPENSES = (
    re.compile(rf"(?:(?:expense|udlæg) )?(?P<what>[^<>\d€£$]+?) (?P<money>[€£$]?\d[^<>]*?)(?: ,)? (?:{ONE} {_PAID}|{_PAID} (?:by|af) {ONE})"),
    re.compile(rf"{ONE} {_PAID} (?:for )?(?P<what>[^<>\d€£$]+?) (?:for )?(?P<money>[€£$]?\d[^<>]*)"),
)  # fmt: skip


def _expense(plain: str, games: Catalogue) -> Sentence | None:
    """``pizza 200 kr anna paid``: the other orders of an expense."""
    match = next(filter(None, (form.fullmatch(plain) for form in _EXPENSES)), None)
    if match is None or exact_game(match["what"].split(), games):
        return None
    try:
        _, rest = leading_money(match["money"])
    except MoneyError:
        return None
    (who,) = handles_in(plain)
    return None if rest else Sentence((f"expense {who} {match['money']} {match['what']}",))


_COUNT = rf"{ONE}:? {C}"
_COUNTS = re.compile(
    rf"(?:(?:count|counted|chips|stacks|tæl|optalt):? )?<\w+>:? {C}(?:(?: ,)?(?: and| og)? <\w+>:? {C})+"
)


def _counts(form: str) -> Sentence | None:
    """``anna 230 bo 100 carl 50``: the chips of several players, counted."""
    if not _COUNTS.fullmatch(form):
        return None
    return Sentence(tuple(f"count {who} {chips}" for who, chips in re.findall(_COUNT, form)))
