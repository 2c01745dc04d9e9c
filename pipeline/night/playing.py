"""The hands of a night: what a line deals, how it is played out, where it takes its place."""

from __future__ import annotations

from functools import lru_cache

from engine.api import VARIANTS, Additions, Outcome, Variant, call, parse_additions
from language import Said, in_source, sentences, tr
from pipeline.bank.book import BankEntry, BankKind, play_on
from pipeline.night.entries import Entry
from pipeline.night.hand.deal import Deal, Hand, Seat, play_out
from pipeline.night.hand.doubts import doubts
from pipeline.night.hand.opened import OpenHand
from pipeline.night.hand.player import Player
from pipeline.night.hand.shadow import shadow_debts
from pipeline.night.hand.told import announced, begin, take
from pipeline.night.night import Night
from pipeline.night.table import next_dealer, seats_from
from pipeline.night.text.lines import HandLine, LogError
from pipeline.night.text.tokens import dealer_and_rest
from pipeline.records import replace

_GOES_ON = (Outcome.CARRIED, Outcome.NEW_DEAL, Outcome.REDEALT)
"""The outcomes after which a chain goes on, whatever lies in the pot."""


def play(night: Night, line: HandLine, known: Hand | None = None) -> Hand:
    """The hand of a line, with the line filled in: game, additions, dealer, level. Raises PederError.

    `known` is what a line came to before; the same line and deal come to the same.
    """
    no_open_hand(night)
    deal, line = _deal(night, line)
    same = known is not None and known.line == line and known.deal == deal
    return replace(known if known and same else play_out(line, deal), stacks=night.stacks)


def no_open_hand(night: Night) -> None:
    """Raise LogError while a hand is open bet by bet."""
    if night.open_hand:
        raise LogError(tr("A hand is open bet by bet: end it with : +WINNER, or drop it with : drop."))


def tell(night: Night, text: str) -> OpenHand | None:
    """The open hand after one more line of it, or the one that a line opens; None where it is dropped.

    Raises PederError; then nothing of the line counts.
    """
    if night.open_hand is not None:
        told = take(night.open_hand, text)
        if told and told.hand:
            told = replace(told, hand=replace(told.hand, stacks=night.stacks))
        return told
    deal, line = _deal(night, announced(text, night.handles))
    return begin(line, deal)


def _deal(night: Night, line: HandLine) -> tuple[Deal, HandLine]:
    """The deal that a line speaks of, and the line with game, additions and dealer filled in."""
    out = {clause.handle for clause in line.clauses if clause.sat_out}
    game, additions = _game(night, line)
    variant = _called(game, additions)
    dealer: Player | None
    if line.dealer:
        dealer = night.handles[line.dealer]
    else:
        dealer = night.dealer
        if dealer is None or dealer.handle in out:
            dealer = next_dealer(night.players, dealer.player_id if dealer else None, out)
        if dealer is None:
            raise LogError(tr("Nobody plays: say who sits at the table, such as players Anna, Bo, Carl."))
    deal = Deal(
        variant=variant,
        dealer_id=dealer.player_id,
        seats=tuple(seats_from(night.players, dealer.player_id, out)),
        pot_in=night.carried,
        ante_paid=bool(night.hands) and night.hands[-1].outcome is Outcome.REDEALT,
    )
    if (game, additions, dealer.handle) == (line.game, line.additions, line.dealer):
        return deal, line
    return deal, replace(line, game=game, additions=additions, dealer=dealer.handle)


@lru_cache(maxsize=256)
def _called(game: str, additions: Additions) -> Variant:
    return call(VARIANTS[game], additions)


def _game(night: Night, line: HandLine) -> tuple[str, Additions]:
    if line.game is not None:
        return line.game, line.additions
    if night.last_game is None:
        raise LogError(tr("A point says the same game again, and no hand has been played yet: name a game."))
    game, before = night.last_game
    added = parse_additions([before.text, line.additions.text]) if line.additions else before
    return game, added


# --- a hand takes its place


def with_hand(night: Night, hand: Hand, entry: Entry) -> Night:
    """The night with a hand that a line played."""
    line = hand.line
    after = _add(night, replace(hand, entry_no=entry.n, text=entry.line), entry)
    return replace(after, last_game=(line.game or "", line.additions)) if line else after


def with_told(night: Night, opened: OpenHand | None, entry: Entry) -> Night:
    """The night with an open hand as far as it is told: begun, gone on with, ended or dropped."""
    if opened is None or opened.hand is None:
        return replace(night, open_hand=opened, ended_at=None)
    return with_hand(replace(night, open_hand=None), opened.hand, entry)


def with_unread(night: Night, entry: Entry, why: str) -> Night:
    """The night with a draft that says nothing but that a hand was played, by those at the table."""
    dealer = night.handles.get(dealer_and_rest(entry.line)[0] or "") or night.dealer
    dealer_id = dealer.player_id if dealer else None
    hand = Hand(
        entry_no=entry.n,
        text=entry.line,
        status="draft",
        why=why,
        dealer_id=dealer_id,
        seats=tuple(
            Seat(player_id=player.player_id, handle=player.handle, name=player.name)
            for player in seats_from(night.players, dealer_id or "", ())
        ),
        stacks=night.stacks,
        note=entry.line,
    )
    return _add(night, hand, entry)


def _add(night: Night, hand: Hand, entry: Entry) -> Night:
    """A hand with its number and times; if it is confirmed its chips count."""
    hand_no = _number(night, entry)
    draft = hand.is_draft or bool(entry.draft)
    began = night.last_at if night.last_at and night.last_at <= entry.at else None
    hand = replace(
        hand,
        hand_no=hand_no,
        chain_no=night.chain or hand_no,
        status="draft" if draft else "confirmed",
        why=hand.why or _reason(hand, entry),
        started_at=hand.started_at or began,
        ended_at=entry.at,
    )
    goes_on = hand.outcome in _GOES_ON or hand.pot_out > 0
    carried = hand.pot_out
    if hand.variant is None and any(mark in hand.text for mark in ("++", "!nd", "!om")):
        carried, goes_on = night.carried, night.carried > 0
    book = night.book
    if night.positions.anybody_counted(book):  # rare, and to look through the book grows with the night
        book = play_on(book, [seat.player_id for seat in hand.seats if seat.paid])
    after = replace(
        night,
        ended_at=None,
        book=book,
        hands=(*night.hands, hand),
        last_hand_no=max(night.last_hand_no, hand_no),
        carried=carried,
        chain=hand.chain_no if goes_on else None,
        last_dealer=hand.dealer_id or night.last_dealer,
        turn=hand.dealer_id if hand.outcome is Outcome.REDEALT else None,
    )
    if draft:
        return after
    nets = dict(night.nets)
    for player_id, net in hand.nets.items():
        nets[player_id] = nets.get(player_id, 0) + net
    debts, pot_shadow = shadow_debts(hand, night.pot_shadow)
    booked = [
        BankEntry(kind=BankKind.SHADOW, player_id=debtor, counterparty_id=creditor, chips=chips, at=entry.at)
        for debtor, creditor, chips in debts
    ]
    return replace(after, nets=nets, book=(*book, *booked), pot_shadow=pot_shadow)


def _reason(hand: Hand, entry: Entry) -> str:
    """Why an entry's hand is a draft, so that it can be said in the language of who reads it. A journal has
    it in the language of the code; where the hand is doubtful still, its doubts say it again.
    """
    if not entry.draft or isinstance(entry.draft, Said):
        return entry.draft
    known = sentences(doubts(hand))
    written = in_source(known)
    if not entry.draft.startswith(written):
        return entry.draft
    return sentences([known, entry.draft.removeprefix(written).strip()])


def _number(night: Night, entry: Entry) -> int:
    """The number that a hand was given when it was written, or the next one."""
    given = entry.hand or night.next_hand_no
    free = given > night.last_hand_no or all(hand.hand_no != given for hand in night.hands)
    return given if free else night.next_hand_no
