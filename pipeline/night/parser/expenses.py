"""Sentences about food and drinks: ``pizza 200 kr anna paid``."""

from __future__ import annotations

import re

from engine.api import Catalogue
from pipeline.bank.money import MoneyError, leading_money
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.marking import handles_in
from pipeline.night.parser.sentence import Sentence
from pipeline.night.parser.spoken_words import ONE, one_of

_PAID = one_of(
    "paid",
    "pays",
    "betalte",
    "betaler",
    "betalt",
    "lagde ud",
    "covers",
    "covered",
    "lagde ud for",
    "bought",
    "købte",
    "got",
    "hentede",
)
_EXPENSES = (
    re.compile(rf"(?:(?:expense|udlæg) )?(?:we (?:ordered|got|bought|had) |vi (?:bestilte|købte|fik) )?(?P<what>[^<>\d€£$]+?) (?P<money>[€£$]?\d[^<>]*?)(?: ,)? (?:{ONE} {_PAID}|{_PAID} (?:by|af) {ONE})"),
    re.compile(rf"{ONE} {_PAID} (?:for )?(?P<what>[^<>\d€£$]+?) (?:for )?(?P<money>[€£$]?\d[^<>]*)"),
    re.compile(rf"(?P<what>[^<>\d€£$]+?) (?P<money>[€£$]?\d[^<>]*?) {ONE}(?P<whom>(?: ,)? (?:for|til) <.*)?"),
)  # fmt: skip


_COST = one_of(
    "came to", "comes to", "costs?", "was", "were", "kostede", "koster", "blev", "løb op i", "is", "er"
)
_NO_EXPENSE = re.compile(
    r"(?:back )?(?:in|ind|sig ind)(?: .*)?|.*\b(?:chips?|jetoner|cards?|kort|peders?|pedere|bet|pot)"
)
"""What is bought for chips."""
_SPENT = one_of("paid", "pays", "betal", "lagde ud", "covers", "covered")


def expense(plain: str, games: Catalogue) -> Sentence | None:
    """``pizza 200 kr anna paid``: the other orders of an expense."""
    match = next(filter(None, (form.fullmatch(plain) for form in _EXPENSES)), None)
    if match is None or exact_game(match["what"].split(), games):
        return None
    try:
        (_, currency), rest = leading_money(match["money"].rstrip(" ,"))
    except MoneyError:
        return None
    what = re.sub(rf" {_COST}$", "", match["what"].strip(" ,"))
    if _NO_EXPENSE.fullmatch(what):
        return None
    whom = match.groupdict().get("whom") or ""
    who = handles_in(plain)[0]
    if rest or (currency is None and not re.search(_SPENT, plain)):
        return None
    shared = f" for {','.join(handles_in(whom))}" if whom else ""
    return Sentence((f"expense {who} {match['money'].rstrip(' ,')} {what}{shared}",))
