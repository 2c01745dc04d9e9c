"""Guards against probable mistakes in lines that are no hands: a sentence, and a line to suggest instead.

A doubtful line is refused unless it ends with ``!``; a doubtful hand becomes a draft (`pipeline.night.hand.doubts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.api import Declared, Variant, fold_name, shortened
from language import join_words, tr, trn
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import chips_text
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Player
from pipeline.night.night import Night
from pipeline.night.parser.canonical import mending_loan, offered_text
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.expenses import PAID_BY
from pipeline.night.parser.lines import (
    DoubtfulError,
    End,
    Expense,
    HandLine,
    Join,
    Line,
    Loan,
    LogError,
    Owe,
    Presence,
    Seating,
    Trade,
)
from pipeline.night.parser.plain_speech import NUMBERS, number_of
from pipeline.night.parser.spoken_words import EACH


def check_sure(line: Line, night: Night) -> None:
    """Raise DoubtfulError for a line that is probably a mistake, unless it ends with ``!``; LogError for a table of
    one player, which a wrong word makes when the question is who plays.
    """
    if isinstance(line, Seating) and len(line.players) == 1 and not night.players:
        raise LogError(
            tr(
                "{name} can't play alone: name all who play, such as players Anna, Bo, Carl, Dorte, Erik.",
                name=line.players[0].name,
            )
        )
    if isinstance(line, Expense):
        _check_what(line, night)
    if isinstance(line, End):
        _check_end(line, night)
    if not isinstance(line, Trade | Owe | Presence | End) or line.sure:
        return
    for why, offer in _doubts(line, night):
        sure = f"{offered_text(line)} !"
        raise DoubtfulError(
            tr("{why} If it is so, end the line with !: {sure}", why=why, sure=sure), offer or sure
        )


def check_halves(line: HandLine, variant: Variant | None, night: Night) -> None:
    """Raise LogError for a share of the pot, such as the high spade's, after a player who isn't a winner in the line."""
    is_declared = variant is not None and variant.share.declared
    for clause in line.clauses:
        half = clause.declared
        if half is not None and not (is_declared and isinstance(half, Declared)):
            name = night.handles[clause.handle].name
            won = f"+{clause.handle} {half.value}"
            raise LogError(
                tr(
                    "Has {name} won a part of the pot? Write {won} if so, else leave {half} out.",
                    name=name,
                    won=won,
                    half=half.value,
                )
            )


_MAY_CHANGE = re.compile(
    rf"(?<!\w)(?:{EACH}|not|ikke|but|except|undtagen|owes?|owed|skylder|skyldte|pays?|paid|betaler|betalte|twice|back|tilbage|everyone|everybody|alle|half|halvdelen|halve"
    r"|split|shared?|divided|delt|deles|fordelt|between|among|mellem|imellem"
    r"|(?:his|her|their|my|sin|sit|sine|min|mit|mine|hans|hendes|deres|own|egen|eget|egne)(?= .)|(?:him|her|my|them)sel(?:f|ves)|(?:sig|mig) selv|(?:the )?others?|(?:de )?andre|(?:the )?rest|resten|(?:for|til) (?:all |alle )?(?:two|three|four|five|six|to|tre|fire|fem|seks)|(?:for|til) (?:both|begge)(?! \w)|on (?:him|her|them|me|the house)|treats?|treated"
    r"|(?:for|til|with|med|of|af) (?:us|os)|os (?:to|tre|fire|fem|seks)|(?:maybe|måske|perhaps|probably|almost|næsten|if|hvis|unless|later|senere|tomorrow|i morgen|soon|snart|next time|næste gang|instead|i stedet|to gange|after this|efter den her|in \d+ min\w*|om \d+ min\w*|for sjov|kidding)|(?:no|nej|wrong|forkert|or|eller)$|(?<!\d )(?:kroner|kronor|dollars?|euros?|pounds?|pund|bucks|yen)|-?ish|or so|eller deromkring|(?:already )?settled|afregnet|plus|minus|less|discount|rabat|procent|percent|[x×*] ?\d+|\d[\d.,]{0,20} ?(?:kr|øre|dkk|eur|usd|gbp|[€£$])|[€£$] ?\d+)(?!\w)",
    re.I,
)
"""What is no part of a thing's name: ``20 kr each for beer``, ``pizza but not for bo``, ``3 x 25 kr beer``."""
_NOT_BOUGHT = re.compile(
    rf"(?:(?:on|by|in|with|på|med|via|i) )?{PAID_BY}|(?:of|af|ud af|out of|instead of|i stedet for)(?!\w).*"
    r"|(?:the |den )?(?:last |next |sidste |næste )?(?:hand|hånd|hånden|pot|potten|pulje|puljen)"
    r"|more|mere|another|(?:en |et )?(?:mere|til)|extra|ekstra",
    re.I,
)
"""Words for the way or the amount of a payment, not for what was bought: ``20 kr in cash``, ``20 instead of 30``."""
_SOMEBODY = re.compile(r"(?:(?:and|og|&|from|fra|to|til) )?([^\W\d_]+)(?: \d.*)?", re.I)
"""A name that may be a player's, alone or with an amount: ``20 kr and c 30``, ``20 c``."""

_LISTED = re.compile(
    r"(?:(?<!\w)(?:for|til|w/o|without|uden)\s+|[(/+,]\s*)([^\W\d_]+)(?=\s*(?:[),/+]|$))", re.I
)
"""A name in brackets or a list that may be a player's: ``pizza (a, c)``, ``pizza w/o c``."""

_CHIPS_BOUGHT = re.compile(
    r"(?:\w+ ){0,3}(?:re-?buys?|re-?buy'?et|buy-?ins?|add-?ons?|genkøb(?:et)?|indskud(?:det)?|jeton(?:er(?:ne)?)?|(?:his|her|their|poker|sine|hans|hendes) ?chips)",
    re.I,
)
"""Words for chips that the bank sells; ``chips`` alone may be eaten."""
_FEW = rf"(\d+|{'|'.join(word for word, number in NUMBERS.items() if number <= 12)})"
_PARTS = re.compile(
    rf"(?:(?:split|shared|divided|delt|deles|fordelt) )(?:(?:in|by|into|on|i|på|med) )*{_FEW}(?: (?:ways|parts|dele))?(?!\w)"
    rf"|/ ?{_FEW}(?!\w)|(?<!\w){_FEW} (?:ways|people|persons?|players|heads|personer|pers|mand|mænd|dele|spillere)(?!\w)",
    re.I,
)
"""Into how many parts an amount is divided: ``pizza, split 5 ways``."""


def _check_what(line: Expense, night: Night) -> None:
    """Raise LogError for an expense whose thing has words in it that may say who pays how much."""
    if re.search(r"\b(?:bank|banken|loan|lån|lånet)\b", line.what, re.I):
        back = f"{COMMAND_OF['return'].word} {line.payer} 40 part"
        raise LogError(tr("What goes to the bank is no expense: {back} hands chips back to it.", back=back))
    if _CHIPS_BOUGHT.fullmatch(line.what):
        buy = f"{COMMAND_OF['buy'].word} {line.payer} 100"
        raise LogError(tr("Chips from the bank are no expense: {buy} sells 100 chips.", buy=buy))
    names = {fold_name(player.name.split()[0]) for player in night.players}
    parts = _PARTS.search(line.what)
    if parts and int(number_of(next(filter(None, parts.groups())))) == len(line.handles):
        return
    somebody = _SOMEBODY.fullmatch(line.what)
    sharers = len(line.handles)  # `for three` is no change, where three share
    changes = (
        one
        for one in _MAY_CHANGE.finditer(line.what)
        if NUMBERS.get(one[0].split()[-1].casefold()) != sharers
    )
    listed = (one for one in _LISTED.finditer(line.what) if one[1].casefold() in night.handles)
    match = (
        parts
        or next(changes, None)
        or next(listed, None)
        or _NOT_BOUGHT.fullmatch(line.what)
        or _other_amount(line.what)
        or (somebody if somebody and somebody[1].casefold() in night.handles else None)
    )
    named = (
        word
        for word in re.findall(r"[^\W\d_]{2,}", line.what)
        if {fold_name(word), fold_name(word).removesuffix("s")} & names
    )
    if word := match[0] if match else next(named, ""):
        others = tuple(handle for handle in night.handles if handle != line.payer)[:2]
        example = offered_text(replace(line, what="pizza", handles=others))
        raise LogError(
            tr(
                "{word!r} in what was bought may change who pays how much: write the whole amount and whom it was for, such as {example}.",
                word=word,
                example=example,
            )
        )


_UNIT = r" ?(?:c?l|liter|litres?|k?g)(?!\w)"
_MEASURE = re.compile(_UNIT, re.I)
_COUNT = re.compile(
    rf" ?[x×] ?[^\W\d]|{_UNIT}| (?!(?:for|til|on|off|på|to|in|i|x|and|og|tips?|more|mere)(?!\w))[^\W\d_]{{2}}",
    re.I,
)
_NUMBERED = re.compile(r"(?:#|(?<!\w)(?:nr|no|number|nummer)\.?) ?$", re.I)


def _other_amount(what: str) -> re.Match[str] | None:
    """The first number in what was bought that is no count, measure or name: ``pizza and 120 for beer``."""
    for match in re.finditer(r"(?<![\w./-])\d[\d.,]*(?![\w/%-])|\d[\d.,]* ?%", what):
        is_added = re.search(r"[+-] ?$", what[max(match.start() - 3, 0) : match.start()])
        is_count = len(match[0]) < 3 and _COUNT.match(what, match.end())
        is_measure = _MEASURE.match(what, match.end())
        is_name = _NUMBERED.search(what[max(match.start() - 9, 0) : match.start()])
        if is_added or not (is_count or is_measure or is_name):
            return match
    return None


def _check_end(line: End, night: Night) -> None:
    """Raise DoubtfulError for a carried pot that becomes nothing; LogError where the accounts need a banker to close."""
    if night.carried and not line.pot and not line.sure:
        shared, kept, bank = (offered_text(End(pot=one)) for one in ("shared", "next", "bank"))
        text = tr(
            "A pot of {chips} is carried, and no hand follows: {shared} shares it among the "
            "players at the table, {kept} keeps it for the next night, {bank} leaves it to the "
            "bank.",
            chips=night.carried,
            shared=shared,
            kept=kept,
            bank=bank,
        )
        raise DoubtfulError(text, shared)
    if why := without_banker(night, line.pot):
        raise LogError(why)


def without_banker(night: Night, pot: str | None = None) -> str:
    """Return why the accounts can't be closed without a banker where the carried pot becomes `pot` (None: what it became
    at the end of the night); "" if they can.

    >>> night = replace(replay.night, banker_id=None, carried=24)
    >>> without_banker(night), without_banker(night, pot="shared")
    ('24 of carried pots have no winner, and there is no banker to take them: write banker WHO first.', '')
    """
    if night.banker_id is not None:
        return ""
    if pot is None:
        pot = night.pot_end if night.ended_at is not None else ""
    names = [night.names[player_id] for player_id, off in night.count_offs.items() if off]
    if names:
        return tr(
            "The counted chips of {names} differ from what the hands leave, and there is no "
            "banker to take the difference: write banker WHO first.",
            names=join_words(names),
        )
    lost = night.chips_in_drafts + (0 if pot == "shared" else night.carried)
    if lost:
        return tr(
            "{chips} of carried pots have no winner, and there is no banker to take them: write banker WHO first.",
            chips=chips_text(lost),
        )
    return ""


def _doubts(line: Trade | Owe | Presence | End, night: Night) -> Iterable[tuple[str, str]]:
    """The doubts, each with a line to suggest; "" suggests the line itself with ``!``."""
    match line:
        case Trade(BankKind.COUNT, handle, chips):
            yield from _count(night.handles[handle], chips, night)
        case Trade(BankKind.BUYBACK, handle, chips):
            yield from _below_zero(night.handles[handle], chips, night)
        case Owe(debtor, _, chips, True):
            yield from _below_zero(night.handles[debtor], chips, night)
        case End():
            if night.drafts:
                yield tr("{drafts}.", drafts=drafts_text(night)), ""
        case Presence(handles, "gone"):
            for handle in handles:
                player = night.handles[handle]
                if player.status == "gone":
                    raise LogError(tr("{name} went home already.", name=player.name))
                if player.player_id == night.banker_id:
                    yield (
                        tr(
                            "{name} keeps the bank: say who keeps it from now on, such as banker {another}.",
                            name=player.name,
                            another=_another(player, night),
                        ),
                        "",
                    )


def check_currency(before: Night, after: Night) -> None:
    """Raise LogError for a change of the night's currency that would turn money entered in kroner into as many euros."""
    if any(entry.money is not None for entry in after.ledger) and before.currency != after.currency:
        raise LogError(
            tr(
                "Money was entered in {before} already, and would become as much in {after}: take those lines back "
                "first (history numbers them), then enter them again in {after}.",
                before=before.currency,
                after=after.currency,
            )
        )


def payment_in_chips(line: Owe, night: Night) -> Owe:
    """Chips that a player pays another: for shadow, or as a side bet where none is owed. Raises DoubtfulError for more
    than is owed.
    """
    debtor, creditor = night.handles[line.debtor], night.handles[line.creditor]
    owed = night.accounts[debtor.player_id].owes.get(creditor.player_id, 0)
    if owed <= 0:
        return replace(line, bet=True)
    if line.chips <= owed:
        return line
    pay = offered_text(replace(line, chips=owed, sure=False))
    bet = offered_text(replace(line, chips=line.chips - owed, sure=False, bet=True))
    text = tr(
        "{debtor} owes {creditor} {owed} for shadow, and {chips} is more: write {pay}, and {bet} for the rest.",
        debtor=debtor.name,
        creditor=creditor.name,
        owed=owed,
        chips=line.chips,
        pay=pay,
        bet=bet,
    )
    raise DoubtfulError(text, pay)


def drafts_text(night: Night) -> str:
    """A sentence on the drafts, which don't count, and the carried chips in them."""
    drafts = night.drafts
    listed = "; ".join(f"{hand.hand_no} {shortened(hand.text)!r}" for hand in drafts)
    count = trn("{n} hand is a draft and doesn't count", "{n} hands are drafts and don't count", len(drafts))
    where = (
        tr(
            ", and {chips} of carried pots went into them and to no winner",
            chips=chips_text(night.chips_in_drafts),
        )
        if night.chips_in_drafts
        else ""
    )
    return f"{count}: {listed}{where}"


def _another(banker: Player, night: Night) -> str:
    return next((p.handle for p in night.players if p != banker and p.status != "gone"), "WHO")


def _stack(player: Player, night: Night) -> int | None:
    """A player's stack; None for the banker, and for a player who has had no chips from the bank."""
    account = night.accounts[player.player_id]
    has_chips = player.player_id != night.banker_id and account.lent + account.bought > 0
    return account.stack if has_chips else None


def _count(player: Player, chips: int, night: Night) -> Iterable[tuple[str, str]]:
    if player.player_id == night.banker_id:
        raise LogError(
            tr(
                "{name} keeps the bank and has the rest of all chips: only the others are counted.",
                name=player.name,
            )
        )
    stack = night.accounts[player.player_id].stack
    if chips != stack:
        off = abs(chips - stack)
        words = {"name": player.name, "stack": chips_text(stack), "chips": chips, "off": off}
        if chips > stack:
            yield tr("By the hands {name} has {stack}, and {chips} is {off} more.", **words), ""
        else:
            yield tr("By the hands {name} has {stack}, and {chips} is {off} fewer.", **words), ""


def _below_zero(player: Player, chips: int, night: Night) -> Iterable[tuple[str, str]]:
    stack = _stack(player, night)
    if stack is not None and chips > stack:
        loan = mending_loan(player.handle, chips - stack)
        yield (
            trn(
                "By the hands {name} has {n} chip and gives {chips}: write {loan} first.",
                "By the hands {name} has {n} chips and gives {chips}: write {loan} first.",
                stack,
                name=player.name,
                chips=chips,
                loan=loan,
            ),
            loan,
        )


def suggestion(line: Line, night: Night) -> tuple[str, str]:
    """A sentence after a logged line, and the next line to suggest; `night` is the night after it."""
    match line:
        case Join(spec, _):
            loan = next((entry.chips for entry in night.ledger if entry.kind == BankKind.LOAN), None)
            player = next(p for p in night.players if p.player_id == spec.player_id)
            if loan and player.player_id != night.banker_id and _stack(player, night) is None:
                offer = offered_text(Loan((player.handle,), loan))
                return tr("The night's loan: {loan}.", loan=offer), offer
        case Presence((handle,), "gone"):
            stack = _stack(night.handles[handle], night)
            if stack:
                count = offered_text(Trade(BankKind.COUNT, handle, stack))
                return trn(
                    "By the hands {n} chip is left to be counted: {count}.",
                    "By the hands {n} chips are left to be counted: {count}.",
                    stack,
                    count=count,
                ), count
    return "", ""
