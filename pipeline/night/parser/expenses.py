"""Sentences about food and drinks: ``pizza 200 kr anna paid``."""

from __future__ import annotations

import re

from engine.api import Catalogue
from language import tr
from pipeline.bank.currency import MoneyError, unit_named
from pipeline.bank.money import leading_money
from pipeline.night.parser.commands import command_of
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import handles_in
from pipeline.night.parser.payment_lines import EVENLY
from pipeline.night.parser.sentence import Sentence
from pipeline.night.parser.spoken_words import ONE, one_of

_OUT = "(?: (?:ud|out))?"
_PAYS = one_of(
    f"(?:paid|pays?|betalte?|betaler){_OUT}", "spent", "spends?", "covers", "covered", "fronted", "fronts"
)
_LAYS = one_of("lagde", "lægger", "lagt")
_BUYS = one_of("bought", "købte?", "got", "hentede?", "gave", "gav", "giver", "givet")
_PAID = one_of(_PAYS, f"{_LAYS} ud", _BUYS)
PAID_BY = one_of("mobile ?pay", "vipps", "swish", "paypal", "venmo", "zelle", "revolut", "cash", "kontanter", "kontant", "transfer", "transferred", "overført", "overførsel", "bank transfer", "bankoverførsel", "betaling", "payment")  # fmt: skip
"""How money goes from one player to another: words for a payment, not for what was bought."""
_MARK = re.compile(r"(?<=\d) , (?=\d)")
"""The comma of 1,200, which `marked` sets apart."""
_FOR = one_of("for", "til", "on", "på", "towards?")
_WHAT = r"(?P<what>[^<>\d€£$]+?)"
_PRICE = r"(?P<money>[€£$]?\d[^<>]*?)"
_WHOM = r"(?P<whom>(?: ,)? (?:for|til|(?:split|shared|divided) (?:by|between|among)|delt mellem|delt af|deles af) (?:(?:all|alle|everyone|everybody)(?: else| andre)? (?:but|except|undtagen) )?<\w+>(?:(?: ,)?(?: (?:and|og|&))? <\w+>)*(?: (?:only|alone|kun|alene))?(?: (?:i aftes|i går|i dag|i aften|yesterday|last night|today|tonight|nu|now))?)?"
FOOD = re.compile(
    r"\b(?:pizza(?:s|er|en)?|burgers?|burgere|sushi|food|mad|maden|dinner|aftensmad|takeaway|snacks?|chips og dip|drinks?|beers?|øl|øllene|wine|vin|sodas?|sodavand|coke|cola|coffee|kaffe|taxi|taxa|uber|cab|parking|parkering)\b"
)
"""What is bought with money and never with chips."""
_EXPENSES = (
    re.compile(rf"(?:(?:expense|udlæg) )?(?:we (?:ordered|got|bought|had) |vi (?:bestilte|købte|fik) )?{_WHAT}:? {_PRICE}(?: ,)? (?:{ONE} {_PAID}|{_PAID} (?:by|af) {ONE})(?P<parts>(?: ,)? (?:split|shared|divided|delt|deles|fordelt) (?:[^<>]*\d+[^<>]*|(?:in|into|i|på) \w+(?: (?:ways|parts|dele))?|\w+ ways))?{_WHOM}"),
    re.compile(rf"{_PRICE}(?: {_FOR})? {_WHAT}(?: ,)? (?:{ONE} {_PAID}(?: (?:it|that|den|det|for it|for den|for det))?|{_PAID} (?:by|af) {ONE}){_WHOM}"),
    re.compile(rf"(?=.*{FOOD.pattern}){_PRICE}(?: {_FOR})? {_WHAT}(?: ,)?(?: (?:on|by|from|på|af|fra))? {ONE}{_WHOM}"),
    re.compile(rf"{ONE} {_PAID} (?:{_FOR} )?{_WHAT}(?: ,)? (?:{_FOR} )?{_PRICE}{_WHOM}"),
    re.compile(rf"{ONE} (?:{_PAYS} {_PRICE}{_OUT}|{_LAYS} {_PRICE.replace('money', 'laid')} ud)(?: {_FOR} {_WHAT})?{_WHOM}"),
    re.compile(rf"{ONE} (?:gave|gav|giver|givet) {_PRICE} {_FOR} {_WHAT}{_WHOM}"),
    re.compile(rf"{ONE} {_PRICE} {_FOR} {_WHAT}{_WHOM}"),
    re.compile(rf"{_WHAT}:? {ONE} {_PRICE}"),
    re.compile(rf"{_WHAT}:? {_PRICE}(?: (?:on|by|from|på|af|fra))? {ONE}{_WHOM}"),
)  # fmt: skip


_UNCLEAR = re.compile(rf"{_WHAT}:? {_PRICE}(?: (?:on|by|from|på|af|fra))? {ONE}(?: ,)? (?:for|til) <.*")
"""Whom an expense was for, with more words after them: ``beer 120 kr bo, for bo and anna 20 each``."""
_NO_PAYER = re.compile(r"(?:the |en |et )?[^<>\d]{2,30}?:? \d[^<>]*")
_COST = one_of("came to", "comes to", "costs?", "was", "were", "kostede", "koster", "blev", "løb op i")
_NO_EXPENSE = re.compile(
    r"(?:back )?(?:in|ind|sig ind)(?: .*)?|.*\b(?:chips?|jetoner|cards?|kort|peders?|pedere|bet|pot|hands?|hånd(?:en)?|re-?buys?|buy-?ins?)"
)
"""What is bought for chips."""
_PAID_SOMEBODY = re.compile(
    r"\b(?:mobile ?pa(?:y|id)\w*|paid|pays?|sent|sends?|gave|gives?|owes?|lent|lends?|betal\w*|overfør\w*|sendt?e?|sender|gav|giver|skyld\w*|transfer\w*|låner|lånte)\b"
)
"""A payment by a person who may not be at the table: ``frida mobilepaid carl 200 kr``."""
_SPENT = re.compile(rf"\b(?:{_PAYS}\b|{_LAYS}\b.* ud\b)")


def expense(plain: str, games: Catalogue) -> Sentence | None:
    """``pizza 200 kr anna paid``: the other orders of an expense."""
    plain = EVENLY.sub("", _MARK.sub(",", plain))
    if _NO_PAYER.fullmatch(plain) and (thing := FOOD.search(plain)):
        raise LogError(tr("Who paid? Write such as anna paid 240 kr for {thing}.", thing=thing[0]))
    match = next(filter(None, (form.fullmatch(plain) for form in _EXPENSES)), None)
    unclear = _UNCLEAR.fullmatch(plain) if match is None else None
    if unclear and (thing := FOOD.search(unclear["what"])):
        raise LogError(
            tr(
                "Who pays how much? Write the whole amount and whom it was for, such as anna paid 240 kr for {thing} for bo, carl.",
                thing=thing[0],
            )
        )
    if match is None:
        return None
    parts = match.groupdict(default="")
    if exact_game(parts["what"].split(), games) or command_of(parts["what"]):
        return None
    price = (parts["money"] or parts.get("laid", "")).rstrip(" ,")
    what, space, last = parts["what"].strip(" ,").rpartition(" ")
    if space and len(last) > 1 and unit_named(last.rstrip(".")):  # `pizza kr. 300`
        price, parts["what"] = f"{last} {price}", what
    try:
        (_, currency), rest = leading_money(price)
    except MoneyError:
        return None
    what = re.sub(rf" {_COST}$", "", parts["what"].strip(" ,"))
    if _NO_EXPENSE.fullmatch(what) or _PAID_SOMEBODY.search(what):
        return None
    if rest or (currency is None and not _SPENT.search(plain) and not FOOD.search(what)):
        return None
    if re.search(r" (?:at|à|a)$", what):
        thing = FOOD.search(what)
        raise LogError(
            tr(
                "Is that the price of one? Write the whole amount, such as anna paid 240 kr for {thing}.",
                thing=thing[0] if thing else "pizza",
            )
        )
    payer, whom = handles_in(plain)[0], handles_in(parts.get("whom", ""))
    if (
        re.fullmatch(rf"(?:{PAID_BY})?", what)
        and len(whom) == 1
        and parts["whom"].strip(" ,").startswith("til ")
    ):
        return Sentence((f"pay {payer} {whom[0]} {price}",))  # `bo betalte 300 kr til anna i aftes`
    all_but = "all but " * (re.search(r"\b(?:but|except|undtagen)\b", parts.get("whom", "")) is not None)
    shared = f" for {all_but}{','.join(whom)}" if whom else ""
    what += parts.get("parts", "").replace(" ,", ",")
    return Sentence((f"expense {payer} {price} {what}{shared}",))
