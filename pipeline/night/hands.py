"""The hands of a night: the deal of a line, and the night with the hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from engine.api import (
    Additions,
    Outcome,
    Variant,
    call,
    parse_additions,
)
from language import SOURCE, current_language, in_english, speaking, text_by, tr
from language.current import language
from pipeline.bank.ledger import BankEntry, BankKind, reopen_counts
from pipeline.bank.records import replace
from pipeline.night.entries import Entry
from pipeline.night.hand.act_lines import DROP, add_line, is_ending, open_hand, read_announcement
from pipeline.night.hand.deal import Deal, Hand, Player, Seat
from pipeline.night.hand.doubts import draft_reason
from pipeline.night.hand.open_hand import OpenHand
from pipeline.night.hand.outcome import play_out, shadow_debts
from pipeline.night.night import (
    Night,
    next_dealer,
    seats_from,
)
from pipeline.night.parser.commands import command_of
from pipeline.night.parser.grammar import clean
from pipeline.night.parser.lines import (
    USUAL,
    HandLine,
    LogError,
)
from pipeline.night.parser.tokens import dealer_and_rest

_CHAIN_CONTINUES = (Outcome.CARRIED, Outcome.NEW_DEAL, Outcome.REDEALT)
"""Outcomes after which the chain goes on, even with an empty pot."""


def play(night: Night, line: HandLine, known: Hand | None = None) -> Hand:
    """The hand of a line, with game, additions, dealer and level filled in. Raises PederError.

    Pass the hand that this line gave before as `known`: it is reused if line and deal are the same.
    """
    check_no_open_hand(night)
    deal, line = _deal(night, line)
    same = known is not None and known.line == line and known.deal == deal
    return replace(known if known and same else play_out(line, deal), stacks=night.stacks)


def check_no_open_hand(night: Night) -> None:
    """Raise LogError while a hand is being logged bet by bet."""
    if night.open_hand:
        raise LogError(tr("A hand is open bet by bet: end it with : +WINNER, or drop it with : drop."))


def continue_hand(night: Night, text: str) -> OpenHand | None:
    """The open hand after one more line, or the one that the line opens; None if it is dropped.

    Raises PederError, and then no part of the line counts.
    """
    if night.open_hand is not None:
        opened = add_line(night.open_hand, text)
        if opened and opened.hand:
            opened.hand = replace(opened.hand, stacks=night.stacks)
        return opened
    if text.casefold() in DROP:
        raise LogError(tr("No hand is open: there is nothing to drop."))
    deal, line = _deal(night, read_announcement(text, night.handles, night.games))
    return open_hand(line, deal)


def _deal(night: Night, line: HandLine) -> tuple[Deal, HandLine]:
    """The deal of a line, and the line with game, additions and dealer filled in."""
    out = {clause.handle for clause in line.clauses if clause.sat_out}
    dealer: Player | None
    if line.dealer:
        dealer = night.handles[line.dealer]
    else:
        dealer = night.dealer
        if dealer is None or dealer.handle in out:
            dealer = next_dealer(night.players, dealer.player_id if dealer else None, out)
        if dealer is None:
            raise LogError(tr("Nobody plays: say who sits at the table, such as players Anna, Bo, Carl."))
    game, additions = _game(night, line, dealer)
    deal = Deal(
        variant=_variant(night.games[game], additions),
        dealer_id=dealer.player_id,
        seats=tuple(seats_from(night.players, dealer.player_id, out)),
        pot_in=night.carried,
        ante_paid=bool(night.hands) and night.hands[-1].outcome is Outcome.REDEALT,
    )
    if (game, additions, dealer.handle) == (line.game, line.additions, line.dealer):
        return deal, line
    return deal, replace(line, game=game, additions=additions, dealer=dealer.handle)


@lru_cache(maxsize=256)
def _variant(game: Variant, additions: Additions) -> Variant:
    return call(game, additions)


def _game(night: Night, line: HandLine, dealer: Player) -> tuple[str, Additions]:
    if line.game == USUAL:
        usual = night.usual_call(dealer)
        if usual is None:
            raise LogError(
                tr(
                    "{name} hasn't dealt tonight: name the game before the level, as in 7s 14 b3 +d.",
                    name=dealer.name,
                )
            )
        return night.games.current_version(usual[0]), usual[1]
    if line.game is not None:
        return line.game, line.additions
    if night.last_game is None:
        raise LogError(tr("No hand has been played yet: begin with a game, as in 7s 14 b3 +d."))
    game, before = night.last_game
    added = parse_additions([before.text, line.additions.text]) if line.additions else before
    return night.games.current_version(game), added


def with_hand(night: Night, hand: Hand, entry: Entry) -> Night:
    """The night with a hand played by a line."""
    line = hand.line
    return _add(night, hand, entry, (line.game or "", line.additions) if line else night.last_game)


def with_open_hand(night: Night, opened: OpenHand | None, entry: Entry) -> Night:
    """The night with an open hand that has begun, continued, ended or been dropped."""
    if opened is None or opened.hand is None:
        return replace(night, open_hand=opened, ended_at=None)
    return with_hand(replace(night, open_hand=None), opened.hand, entry)


def with_unreadable_hand(night: Night, entry: Entry, why: str, status: str = "draft") -> Night:
    """The night with a hand of which only is known that the players at the table played it."""
    dealer = night.handles.get(dealer_and_rest(entry.line)[0] or "") or night.dealer
    dealer_id = dealer.player_id if dealer else None
    hand = Hand(
        entry_no=entry.n,
        text=entry.line,
        status=status,
        why=why,
        dealer_id=dealer_id,
        seats=tuple(
            Seat(player_id=player.player_id, handle=player.handle, name=player.name)
            for player in seats_from(night.players, dealer_id or "", ())
        ),
        stacks=night.stacks,
        note=entry.line,
    )
    return _add(night, hand, entry, night.last_game, keeps_pot=any(map(is_ending, entry.line.split())))


SHORTEST_HAND = timedelta(seconds=20)
"""A hand whose line comes sooner than this after the line before it wasn't logged as it was played: lines of a file, or typed
later. When it began isn't known, so it measures no pace.
"""


def _add(
    night: Night,
    hand: Hand,
    entry: Entry,
    last_game: tuple[str, Additions] | None,
    *,
    keeps_pot: bool = False,
) -> Night:
    """The night with a hand, numbered and timed; a confirmed hand moves chips. A hand that `keeps_pot` leaves what
    it began with in it, as far as can be read.
    """
    hand = _of_entry(hand, entry, night)
    if night.account_cache.has_count(night.ledger):  # rare, and searching the ledger takes longer as it grows
        paid = [seat.player_id for seat in hand.seats if seat.paid]
        night = replace(night, ledger=reopen_counts(night.ledger, paid))
    continues = hand.outcome in _CHAIN_CONTINUES or hand.pot_out > 0
    carried = hand.pot_out
    if keeps_pot:
        carried, continues = night.carried, night.carried > 0
    return replace(
        night if hand.is_draft else _with_chips_moved(night, hand, entry.at),
        started_at=night.started_at or entry.at,
        last_at=entry.at,
        ended_at=None,
        hands=(*night.hands, hand),
        last_hand_no=max(night.last_hand_no, hand.hand_no),
        carried=carried,
        chain=hand.chain_no if continues else None,
        last_dealer=hand.dealer_id or night.last_dealer,
        last_game=last_game,
        turn=hand.dealer_id if hand.outcome is Outcome.REDEALT else None,
    )


def _of_entry(hand: Hand, entry: Entry, night: Night) -> Hand:
    """The hand with its number, its times and its status, by the entry that made it."""
    hand_no = _number(night, entry)
    draft = hand.is_draft or bool(entry.draft)
    began = night.last_at if night.last_at and entry.at - night.last_at >= SHORTEST_HAND else None
    return replace(
        hand,
        entry_no=entry.n,
        text=entry.line,
        hand_no=hand_no,
        chain_no=night.chain or hand_no,
        status="draft" if draft else "skipped" if hand.status == "skipped" else "confirmed",
        why=hand.why or _reason(hand, entry),
        started_at=hand.started_at or began,
        ended_at=entry.at,
    )


def _with_chips_moved(night: Night, hand: Hand, at: datetime) -> Night:
    """The night with what a confirmed hand moved between its players."""
    nets = dict(night.nets)
    for player_id, net in hand.nets.items():
        nets[player_id] = nets.get(player_id, 0) + net
    owed, pot_shadow = shadow_debts(hand, night.pot_shadow)
    debts = [
        BankEntry(kind=BankKind.SHADOW, player_id=debtor, counterparty_id=creditor, chips=chips, at=at)
        for debtor, creditor, chips in owed
    ]
    return replace(night, ledger=(*night.ledger, *debts), nets=nets, pot_shadow=pot_shadow)


def _reason(hand: Hand, entry: Entry) -> str:
    """Why a hand is a draft: in English as the journal has it, in other languages the hand's doubts of today."""
    if not entry.draft:
        return ""

    def reason() -> str:
        if current_language() is language(SOURCE):
            return in_english(entry.draft)
        return draft_reason(hand, entry.refused) or entry.draft

    with speaking(SOURCE):
        return text_by(reason)


def _number(night: Night, entry: Entry) -> int:
    """The hand number stored with the entry, or the next free one."""
    given = entry.hand or night.next_hand_no
    free = given > night.last_hand_no or all(hand.hand_no != given for hand in night.hands)
    return given if free else night.next_hand_no


def in_open_hand(text: str, night: Night) -> str:
    """Return the line with a leading colon if it belongs to the hand that is being logged bet by bet; else unchanged.

    >>> night = replace(replay.night, open_hand=continue_hand(replay.night, "hold'em"))
    >>> in_open_hand("d 4", night), in_open_hand("undo", night)
    (': d 4', 'undo')
    """
    line = clean(text)
    if not night.open_hand or not line or line[0] in ":;?=" or line.startswith("!fejl"):
        return text
    return text if command_of(line) else f": {line}"
