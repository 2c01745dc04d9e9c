"""Doubts about a logged hand, each a sentence.

A doubtful hand is a draft until it is confirmed with `ok` or corrected. The rules are PR's (antes, the peder,
announced melds) and those of the rulings; the usual limits are set here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Half, Limit, Outcome, PederError, Variant, card_text, pack_of
from language import join_sentences, tr, trn
from pipeline.bank.money import PEDER
from pipeline.night.hand.deal import Deal, Hand, Seat
from pipeline.night.hand.shares import SeatWin, share_pot
from pipeline.night.parser.canonical import mending_loan
from pipeline.night.parser.lines import HandLine

USUAL_RAISES = 3
"""The most full bets and raises in a betting round that are usual."""
USUAL_STAKES = 10
"""The most stakes that are usual in a game of dice, lives or markers."""
USUAL_BLINDS = 100
"""The most big blinds that are usual without a fixed limit."""


def usual_level(variant: Variant, peders: int) -> int:
    """The highest level that is usual, in chips, when `peders` players used their peder."""
    betting = variant.betting
    if not variant.has_betting:
        return USUAL_STAKES * betting.ante
    if betting.limit in (Limit.POT, Limit.NO):
        return USUAL_BLINDS * betting.big_blind
    rounds = variant.rounds or 7
    if betting.limit is Limit.FIXED:
        return betting.big_blind * (1 + USUAL_RAISES) * 2 * rounds
    return betting.ante + USUAL_RAISES * betting.max_raise * rounds + PEDER * peders


def doubts(hand: Hand) -> tuple[str, ...]:
    """Return the doubts about a hand, each in one sentence. Computed once, when the hand is written."""
    line, deal = hand.line, hand.deal
    if line is None or deal is None:
        return ()
    checks = (
        _antes,
        _stacks,
        _level,
        _folded,
        _peders,
        _shadow,
        _directions,
        _count,
        _odd_chips,
        _cards,
        _announced,
    )
    return tuple(sentence for check in checks for sentence in check(hand, line, deal))


def draft_reason(hand: Hand, refused: str = "") -> str:
    """Why a hand is a draft: its doubts, and that the line `refused` before its end was refused; "" if it isn't one."""
    missing = tr("The line {refused!r} before the end was refused: is something missing?", refused=refused)
    return join_sentences([*doubts(hand), missing if refused else ""])


def _antes(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    ante = deal.variant.betting.ante
    if not ante or deal.ante_paid or (deal.variant.matches_pot and deal.pot_in):
        return
    for seat in hand.seats:
        if seat.paid < ante:
            yield tr(
                "{name} put in {paid}, and the ante is {ante}.", name=seat.name, paid=seat.paid, ante=ante
            )
            return


def _stacks(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    """Chips that a player doesn't have: a loan corrects it, or shadow in a game that has it."""
    for seat, short in short_of_chips(hand):
        yield (
            trn(
                "{name} has {n} chip and puts in {paid}: {loan} and then ok, or {handle}/{shadow} if they were in "
                "shadow.",
                "{name} has {n} chips and puts in {paid}: {loan} and then ok, or {handle}/{shadow} if they were in "
                "shadow.",
                hand.stacks[seat.player_id],
                name=seat.name,
                paid=seat.paid,
                loan=mending_loan(seat.handle, short),
                handle=seat.handle,
                shadow=seat.shadow + short,
            )
        )


def short_of_chips(hand: Hand) -> Iterable[tuple[Seat, int]]:
    """The players who put in more chips than they had, without shadow, and how many more."""
    for seat in hand.seats:
        stack, paid = hand.stacks.get(seat.player_id), seat.paid - seat.shadow
        if stack is not None and 0 <= stack < paid:  # a negative stack was doubted before
            yield seat, paid - stack


def _level(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    level = line.level or 0
    usual = usual_level(deal.variant, sum(seat.peder_used is True for seat in hand.seats))
    if level > usual:
        fixed = deal.variant.betting.limit is Limit.FIXED
        hint = tr(" If it was played so, write no limit, or pot, after the game.") if fixed else ""
        yield tr(
            "A level of {level} is unusually large for {name}, where {usual} is much.{hint}",
            level=level,
            name=deal.variant.name,
            usual=usual,
            hint=hint,
        )
    unit = deal.variant.unit
    if deal.variant.all_in and level < unit and hand.outcome is Outcome.SHOWDOWN:
        yield tr("A level of {level} is less than the big blind of {unit}.", level=level, unit=unit)


def _folded(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    stayed = [seat.paid for seat in hand.seats if seat.stayed]
    for seat in hand.seats:
        if not seat.stayed and stayed and seat.paid > max(stayed):
            yield tr(
                "{name} folded at {paid}, more than the {stayed} of the players who stayed.",
                name=seat.name,
                paid=seat.paid,
                stayed=max(stayed),
            )


def _peders(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    betting = deal.variant.betting
    with_peder = {clause.handle for clause in line.clauses if clause.peder}
    with_peder |= {win.handle for board in line.wins for pot in board for win in pot if win.peder}
    for seat in hand.seats:
        if seat.handle not in with_peder:
            continue
        if not betting.peder:
            yield tr(
                "{name} used a peder, and {game} is played without.", name=seat.name, game=deal.variant.name
            )
        elif seat.paid < betting.ante + PEDER:
            yield (
                tr(
                    "{name} used the peder and put in only {paid}: with the ante it is {ante} or more.",
                    name=seat.name,
                    paid=seat.paid,
                    ante=betting.ante + PEDER,
                )
            )


def _shadow(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    if deal.variant.has_shadow:
        return
    for seat in hand.seats:
        if seat.shadow:
            yield tr(
                "{name} played in shadow, which {game} doesn't know (ruling 37).",
                name=seat.name,
                game=deal.variant.name,
            )


def _directions(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    halves = {share.half for share in hand.shares}
    variant = deal.variant
    if Half.HIGH in halves | {seat.declared for seat in hand.seats} or Half.LOW in halves:
        if not variant.share.has_low:
            yield tr(
                "{name} isn't played high/low: add hilo after the game, or leave hi and lo out.",
                name=variant.name,
            )
    elif halves == {Half.WHOLE} and variant.share.declared and hand.outcome is Outcome.SHOWDOWN:
        yield tr("{name} is played high/low: write hi or lo after the winners.", name=variant.name)
    if Half.SPADE in halves and not variant.spade:
        yield tr(
            "The high spade splits the pot only where the dealer says so: add spade after {name}.",
            name=variant.name,
        )
    if Half.COUNT in halves and not variant.counted:
        yield tr("No half of the pot goes by a count in {name}: leave count out.", name=variant.name)


def _count(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    if line.counted is not None and (doubt := count_doubt(line.counted, hand)):
        yield doubt


def count_doubt(counted: int, hand: Hand) -> str:
    """A sentence on a pot that was counted to be another than the line makes; "" if it was this one, before or after
    uncalled bets went back.
    """
    if counted in (hand.played_for, hand.played_for + sum(hand.returned.values())):
        return ""
    return tr(
        "The pot was counted to be {counted}, and the line makes {played_for}.",
        counted=counted,
        played_for=hand.played_for,
    )


def _odd_chips(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    """Exact shares that are equal but for misplaced odd chips (ruling 6)."""
    names = {number: seat.name for number, seat in enumerate(deal.seats)}
    place = {seat.handle: number for number, seat in enumerate(deal.seats)}
    for board in line.wins:
        for wins in board:
            if len(wins) < 2 or any(win.chips is None for win in wins):
                continue
            pot = sum(win.chips or 0 for win in wins)
            try:
                equal = share_pot(pot, [SeatWin(place[win.handle], None, win.half) for win in wins], names)
            except PederError:
                continue
            right = {seat: sum(chips for _, other, chips in equal if other == seat) for _, seat, _ in equal}
            given = {place[win.handle]: 0 for win in wins}
            for win in wins:
                given[place[win.handle]] += win.chips or 0
            off = {seat: given[seat] - right.get(seat, 0) for seat in given}
            if any(off.values()) and all(abs(chips) <= 1 for chips in off.values()):
                whose = next(seat for seat, chips in off.items() if chips < 0)
                yield tr(
                    "The odd chip is {name}'s, who sits nearest the dealer's left (ruling 6).",
                    name=names[whose],
                )


def _cards(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    pack = pack_of(deal.variant.pack)
    shown = [card for seat in hand.seats for card in seat.held.cards]
    shown += [card for cards in hand.common for card in cards]
    for card in shown:
        if card not in pack:
            yield tr(
                "{card} isn't in the pack of {pack} cards of {name}.",
                card=card_text(card),
                pack=deal.variant.pack,
                name=deal.variant.name,
            )
            return


def _announced(hand: Hand, line: HandLine, deal: Deal) -> Iterable[str]:
    """A meld announced above the cards loses the claim; one below counts as announced (PR)."""
    if not any(seat.held for seat in hand.seats) or deal.variant.kernel:
        return ()
    try:
        from pipeline.night.hand.claims import claim_doubts  # slow to import: not before cards are shown
    except ModuleNotFoundError:  # in a browser, which has no numpy: the import of the night checks the cards
        return ()
    return claim_doubts(hand, deal.variant)
