"""Confirmations: one sentence for each line on how it was understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, time

from engine.api import (
    TABLE_ERRORS,
    Additions,
    Catalogue,
    Declared,
    Half,
    Outcome,
    Variant,
    cards_text,
)
from language import join_words, mark, retranslate, tr, trn
from language.forms import day_text
from language.melds import DICE_MELDS, WITH_ARTICLE
from language.sites import site_of
from pipeline.bank.currency import smallest
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import PEDER, chips_text, money_text, split_expense
from pipeline.night.hand.deal import Hand, Player, Seat
from pipeline.night.night import Night, new_handle
from pipeline.night.parser.lines import (
    About,
    Banker,
    Carry,
    ChipRequest,
    ChipValue,
    Day,
    DealerTurn,
    Decline,
    End,
    Expense,
    Join,
    Line,
    Loan,
    Note,
    Owe,
    PayMoney,
    Presence,
    Rename,
    Seating,
    Trade,
)
from pipeline.store.player_names import slug

_STATUS = {
    "gone": mark("{names} went home."),
    "pausing": mark("{names} sits out until back."),
    "playing": mark("{names} is back."),
}
_STATUS_OF_SEVERAL = _STATUS | {
    "pausing": mark("{names} sit out until back."),
    "playing": mark("{names} are back."),
}
_DIRECTIONS = {Declared.HIGH: mark("high"), Declared.LOW: mark("low"), Declared.BOTH: mark("both ways")}
_ABOUT = {"season": mark("The season is {text!r}."), "place": mark("The place is {text!r}.")}
_HALVES = {
    Half.HIGH: mark("high"), Half.LOW: mark("low"), Half.SPADE: mark("spade"), Half.COUNT: mark("count"),
}  # fmt: skip


def joined(words: Sequence[str]) -> str:
    """Join names with commas and "and", such as ``a, b and c``; "nobody" if there are none.

    >>> joined(["Anna", "Bo", "Carl"]), joined([])
    ('Anna, Bo and Carl', 'nobody')
    """
    return join_words(words) if words else tr("nobody")


def game_text(variant: Variant) -> str:
    """Return the name of a game with its additions.

    >>> from engine.api import VARIANTS
    >>> game_text(VARIANTS.with_additions("straight-poker", "wild 2 hilo"))
    'Straight Poker (wild 2 hilo)'
    """
    return f"{variant.name} ({variant.additions})" if variant.additions else variant.name


def call_word(game: str, additions: Additions, games: Catalogue) -> str:
    """A call as a player may type it: the game's first short name and the additions, ``7s wild 2``."""
    variant = games[games.current_version(game)]
    word = variant.aliases[0] if variant.aliases else variant.id.partition("@")[0]
    return f"{word} {additions.text}".rstrip()


def announced_text(announced: str) -> str:
    """A stored meld as text: ``full house-K-4``, ``6-4``."""
    from engine.api import CATEGORIES, meld_name  # slow to import: not before a meld is announced

    first, *ranks = announced.split("-")
    name = meld_name(CATEGORIES.index(first)) if first in CATEGORIES else tr(DICE_MELDS.get(first, first))
    return "-".join([name, *ranks])


def _with_article(announced: str) -> str:
    """A stored meld within a sentence: ``a full house``, ``a full house-K-4``, ``three of a kind``."""
    first, *ranks = announced.split("-")
    article = WITH_ARTICLE.get(first)
    return "-".join([tr(article), *ranks]) if article else announced_text(announced)


def hand_text(hand: Hand, night: Night) -> str:
    """Return a hand as a sentence, with amounts in chips. The number of a draft is followed by a question mark.

    >>> hand_text(replay.night.hands[1], replay.night)
    "2 Texas Hold 'Em, Bo dealt: Bo wins 64 = 1 peder 14; Anna folded at 4."
    """
    number = f"{hand.hand_no}{'?' if hand.is_draft else ''}"
    if hand.is_skipped:
        return f"{number} {retranslate(hand.why)}"
    if hand.variant is None:
        return f"{number} {hand.text!r}: {retranslate(hand.why)}"
    dealer = night.names.get(hand.dealer_id or "", tr("somebody"))
    parts = [
        tr(
            "{number} {game}, {dealer} dealt: {result}",
            number=number,
            game=game_text(hand.variant),
            dealer=dealer,
            result=_result(hand),
        ),
        *_asides(hand),
    ]
    return "; ".join(parts) + "."


def change_text(before: Hand, after: Hand) -> str:
    """Return a sentence on a hand that changed because an earlier line was corrected: who wins what, and who won what before.

    >>> change_text(replay.night.hands[1], replay.night.hands[1])
    'Hand 2 changes: Bo wins 64 = 1 peder 14; Anna folded at 4 (before: Bo wins 64 = 1 peder 14; Anna folded at 4).'
    """
    was, now = _result(before), _result(after)
    if was == now:
        was, now = ("; ".join([_result(hand), *_stakes(hand)]) for hand in (before, after))
    return tr("Hand {hand_no} changes: {now} (before: {was}).", hand_no=after.hand_no, now=now, was=was)


def _result(hand: Hand) -> str:
    if hand.outcome is Outcome.NEW_DEAL:
        return tr("new deal, {chips} carries to the next game", chips=chips_text(hand.pot_out))
    if hand.outcome is Outcome.REDEALT:
        return tr("dealt again, {chips} stays in the pot", chips=chips_text(hand.pot_out))
    back = _uncalled(hand)
    winners = [seat for seat in hand.seats if seat.won > back.get(seat.player_id, 0)]
    if not winners:
        return tr("nobody wins, {chips} carries over", chips=chips_text(hand.pot_out))
    sentence = joined([_winner(seat, hand, seat.won - back.get(seat.player_id, 0)) for seat in winners])
    returned = {**hand.returned, **back}
    uncalled = [
        tr("{chips} that nobody called go back to {name}", chips=chips, name=hand.name_of(who))
        for who, chips in returned.items()
    ]
    return "; ".join([sentence, *uncalled])


def _uncalled(hand: Hand) -> dict[str, int]:
    """The chips of an uncalled bet where exact shares give them back, by player."""
    if not (hand.variant and hand.variant.all_in) or len(hand.seats) < 2:
        return {}
    second, most = sorted(seat.paid for seat in hand.seats)[-2:]
    top = next(seat for seat in hand.seats if seat.paid == most)
    back = min(most - second, top.won)
    return {top.player_id: back} if back > 0 and top.stayed else {}


def _matches(hand: Hand) -> dict[str, int]:
    """Chips with which players match the pot (guts), by handle."""
    matched = {clause.handle for clause in hand.line.clauses if clause.matched} if hand.line else set()
    level = (hand.line.level if hand.line else None) or 0
    return {seat.handle: seat.paid - level for seat in hand.seats if seat.handle in matched}


def _winner(seat: Seat, hand: Hand, chips: int) -> str:
    number = hand.seats.index(seat)
    won = dict.fromkeys(share.half for share in hand.shares if share.seat == number)
    halves = [half for half in won if half is not Half.WHOLE]
    how = f" ({tr(' and ').join(tr(_HALVES[half]) for half in halves)})" if halves else ""
    sentence = tr("{name} wins {chips}{how}", name=seat.name, chips=chips_text(chips), how=how)
    return (
        tr("{text} with {meld}", text=sentence, meld=_with_article(seat.announced))
        if seat.announced
        else sentence
    )


def _asides(hand: Hand) -> Iterable[str]:
    yield from _stakes(hand)
    for seat in hand.seats:
        if seat.declared is not None and seat.stayed and not seat.won:
            yield tr(
                "{name} went {direction} and won nothing",
                name=seat.name,
                direction=tr(_DIRECTIONS[seat.declared]),
            )
    pedere = [seat.name for seat in hand.seats if seat.peder_used]
    if pedere:
        yield tr("{pedere} used the peder", pedere=joined(pedere))
    shadow = [
        tr("{shadow} of {name}'s in shadow", shadow=seat.shadow, name=seat.name)
        for seat in hand.seats
        if seat.shadow
    ]
    if shadow:
        yield joined(shadow)
    if hand.pot_in:
        yield tr("{pot_in} had been carried in", pot_in=hand.pot_in)
    if hand.pot_out and any(seat.won for seat in hand.seats):
        yield tr("{chips} is the next pot", chips=chips_text(hand.pot_out))
    shown = [
        tr("{name} shows {cards}", name=seat.name, cards=what)
        for seat in hand.seats
        if (what := _shown(seat))
    ]
    if shown:
        yield joined(shown)
    for kind, number, text in hand.errors:
        fault = next((error for error in TABLE_ERRORS if error.kind == kind), None)
        known = f" ({tr(fault.name)})" if fault and not fault.is_named_in(text) else ""
        sentence = f"{hand.seats[number].name} {text}" if number is not None else text
        yield tr("error{known}: {text}", known=known, text=sentence)
    if hand.note:
        yield tr("note: {note}", note=hand.note)


def _shown(seat: Seat) -> str:
    """The cards that a player showed, or the meld of one who won nothing; "" for none."""
    if seat.held:
        return cards_text(seat.held.cards)
    return _with_article(seat.announced) if seat.announced and not seat.won else ""


def _stakes(hand: Hand) -> Iterable[str]:
    """Return clauses on the chips that players put in: those who folded, matched the pot, or stayed."""
    out = [seat for seat in hand.seats if not seat.stayed]
    if out and hand.variant and not hand.variant.in_or_out:
        first, *rest = out
        yield joined(
            [
                tr("{name} folded at {chips}", name=first.name, chips=first.paid),
                *(tr("{name} at {chips}", name=seat.name, chips=seat.paid) for seat in rest),
            ]
        )
    levels = [seat.paid for seat in hand.seats if seat.stayed]
    usual = max(set(levels), key=levels.count) if levels else 0
    matches = _matches(hand)
    for chips in sorted(set(matches.values())):
        names = [seat.name for seat in hand.seats if matches.get(seat.handle) == chips]
        yield trn(
            "{names} matches {chips}", "{names} match {chips}", len(names), names=joined(names), chips=chips
        )
    other = [
        tr("{name} put in {paid}", name=seat.name, paid=seat.paid)
        for seat in hand.seats
        if seat.stayed and seat.paid != usual and not matches
    ]
    if other:
        yield joined(other)
    elif not out and len(hand.seats) > 2 and hand.variant and not hand.variant.in_or_out:
        yield tr("all {n} stayed at {chips}", n=len(hand.seats), chips=usual)


_TRADED = {
    BankKind.PURCHASE: mark("{name} buys {chips}{price}{left}."),
    BankKind.BUYBACK: mark("{name} hands back {chips}{price}{left}."),
    BankKind.COUNT: mark("{name}'s chips were counted and handed back: {chips}{price}{left}."),
}


def _left(line: Trade, night: Night) -> str:
    """Return a clause on the chips that a player who handed some back should still have, and on how a count compares
    with the hands.
    """
    player_id = night.handles[line.handle].player_id
    if line.kind is BankKind.PURCHASE or player_id == night.banker_id:
        return ""
    if line.kind is BankKind.BUYBACK:
        return tr("; by the hands {chips} are left", chips=chips_text(night.accounts[player_id].stack))
    return ", " + count_off_text(night.count_offs.get(player_id, 0))


def count_off_text(off: int) -> str:
    """How a count that is `off` chips more than the hands have it compares with them."""
    if not off:
        return tr("as the hands have it")
    if off > 0:
        return tr("{n} more than the hands have it", n=off)
    return tr("{n} fewer than the hands have it", n=-off)


_POT_ENDS = {
    "shared": mark("The carried pot of {chips} is shared by the players at the table."),
    "next": mark(
        "The carried pot of {chips} lies in the bank until the next night, which begins with carry {chips}."
    ),
    "bank": mark("The carried pot of {chips} is the bank's."),
}


def confirmation(line: Line, night: Night) -> str:
    """Return a sentence on a line that isn't a hand; `night` is the night after it."""
    return _about_the_table(line, night) or _about_the_bank(line, night)


def _about_the_table(line: Line, night: Night) -> str:
    """A line on players and the night; "" for another."""
    name = {handle: player.name for handle, player in night.handles.items()}
    match line:
        case Seating():
            there = [player for player in night.players if player.status != "gone"]
            table = ", ".join(f"{player.name} ({player.handle})" for player in there)
            dealer = night.dealer.name if night.dealer else tr("nobody")
            seated = tr("At the table, clockwise: {table}; {dealer} deals.", table=table, dealer=dealer)
            return " ".join([seated, *_known_from_sites(there, night)])
        case Join(spec, _):
            player = next(p for p in night.players if p.player_id == spec.player_id)
            joined_text = tr("{name} ({handle}) is at the table.", name=player.name, handle=player.handle)
            return " ".join([joined_text, *_known_from_sites([player], night)])
        case Presence(handles, status):
            texts = _STATUS_OF_SEVERAL if len(handles) > 1 else _STATUS
            return tr(texts[status], names=joined([name[handle] for handle in handles]))
        case Rename(handle, new_name):
            return tr("{name} ({handle}) is called so from here on.", name=new_name, handle=handle)
        case DealerTurn(handle):
            return tr("{name} deals next.", name=name[handle])
        case Banker(handle):
            return tr("{name} keeps the bank.", name=name[handle])
        case ChipValue(money, _):
            return tr(
                "A small chip is worth {chip}, a peder {peder}.",
                chip=money_text(money, night.currency),
                peder=money_text(PEDER * money, night.currency),
            )
        case About(what, text):
            return tr(_ABOUT[what], text=text)
        case Day(day):
            at = datetime.combine(day, time(), UTC)
            return tr("The night was played on {day}.", day=day_text(at, "yMMMEd"))
        case Note(text):
            return tr("Noted: {text}.", text=text)
        case End(_, pot):
            over = trn(
                "The night is over after {n} hand; the accounts are closed (peder settle). quit leaves the log.",
                "The night is over after {n} hands; the accounts are closed (peder settle). quit leaves the log.",
                len(night.hands),
            )
            return " ".join(filter(None, [pot and tr(_POT_ENDS[pot], chips=night.carried), over]))
    return ""


def _known_from_sites(players: Sequence[Player], night: Night) -> Iterator[str]:
    """Sentences on players who were imported, and may be namesakes of those who sit here."""
    of_site: dict[str, list[Player]] = {}
    for player in players:
        if site := site_of(player.player_id):
            of_site.setdefault(site, []).append(player)
    for site, known in of_site.items():
        name, others = known[0].name, [player.name for player in night.players if player is not known[0]]
        yield trn(
            "{names} is known from {site}; if this is somebody else, write {other} in place of the name.",
            "{names} are known from {site}; if one is somebody else, write such as {other} in place of the name.",
            len(known),
            names=joined([player.name for player in known]),
            site=site,
            other=f"{name}={new_handle(name, night.handles, others)}/{slug(name)}-2",
        )


def _about_the_bank(line: Line, night: Night) -> str:
    """A line on chips and money; "" for another."""
    name = {handle: player.name for handle, player in night.handles.items()}
    match line:
        case Carry(chips):
            return tr("A pot of {chips} from an earlier night: the bank lays it out.", chips=chips)
        case Loan(handles, chips):
            words = {"names": joined([name[handle] for handle in handles]), "chips": chips_text(chips)}
            return (
                tr("The bank lends {names} {chips} each.", **words)
                if len(handles) > 1
                else tr("The bank lends {names} {chips}.", **words)
            )
        case ChipRequest(handle, chips):
            return tr("{name} asks the bank for {chips}.", name=name[handle], chips=chips_text(chips))
        case Decline(handle):
            return tr("The bank lends {name} nothing.", name=name[handle])
        case Trade(kind, handle, chips, cash):
            price = (
                tr(" for {money} in cash", money=money_text(chips * night.chip_value, night.currency))
                if cash
                else ""
            )
            return tr(
                _TRADED[kind],
                name=name[handle],
                chips=chips_text(chips),
                price=price,
                left=_left(line, night),
            )
        case Owe(debtor, creditor, chips, paid, _, bet):
            words = {"debtor": name[debtor], "creditor": name[creditor], "chips": chips_text(chips)}
            if bet:
                return tr("{debtor} pays {creditor} {chips}: a side bet, as no shadow is owed.", **words)
            return (
                tr("{debtor} pays {creditor} {chips} for shadow.", **words)
                if paid
                else tr("{debtor} owes {creditor} {chips} for shadow.", **words)
            )
        case PayMoney(payer, payee, money, _):
            return tr(
                "{payer} pays {payee} {money}.",
                payer=name[payer],
                payee=name[payee],
                money=money_text(money, night.currency),
            )
        case Expense():
            return _expense_text(line, night)
    return ""


def _expense_text(line: Expense, night: Night) -> str:
    """Return a sentence on an expense: the payer, the subject, and each player's part."""
    name = {handle: player.name for handle, player in night.handles.items()}
    parts = split_expense(line.money, line.payer, line.handles, smallest(night.currency))
    each = dict.fromkeys(money_text(parts[handle], night.currency) for handle in line.handles)
    paid_for = mark("{payer} paid {money} for {what}: {each} each for {names}, in the settlement.")
    nothing_named = mark(
        "{payer} paid {money}: {each} each for {names}, in the settlement. That is an expense: no chips moved."
    )
    return tr(
        paid_for if line.what else nothing_named,
        payer=name[line.payer],
        money=money_text(line.money, night.currency),
        what=line.what,
        each=tr(" or ").join(each),
        names=joined([name[handle] for handle in line.handles]),
    )
