"""Event replay: from the entries of a journal to the state of the night.

The journal only grows. A correction takes effect at the place of the entry that it corrects
(`pipeline.night.journal.effective_entries`), and the same entries always give the same night. An appended line
is applied to the current night; a correction replays the entries after the corrected one, from the nearest
checkpoint, reusing the lines that were parsed and the hands that were played before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from functools import lru_cache

from engine.api import (
    VARIANTS,
    Additions,
    Catalogue,
    Outcome,
    PederError,
    Variant,
    call,
    parse_additions,
)
from language import SOURCE, current_language, in_english, mark, speaking, text_by, tr
from language.current import language
from pipeline.bank.ledger import BankEntry, BankKind, count_entries, reopen_counts
from pipeline.bank.money import check_chip_value, check_payable, currency_of, smallest, split_expense
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Deal, Hand, Player, Seat, play_out, shadow_debts
from pipeline.night.hand.doubts import draft_reason
from pipeline.night.hand.open_hand import DROP, OpenHand, add_line, is_ending, open_hand, read_announcement
from pipeline.night.journal import Entry, effective_entries
from pipeline.night.night import (
    Night,
    RequestedChips,
    join,
    next_dealer,
    seat_players,
    seats_from,
    with_answer,
    with_request,
)
from pipeline.night.parser.grammar import looks_like_hand, read_entry
from pipeline.night.parser.hands import dealer_and_rest
from pipeline.night.parser.lines import (
    USUAL,
    About,
    Banker,
    Booking,
    Carry,
    ChipRequest,
    ChipValue,
    Day,
    DealerTurn,
    Decline,
    DetailLine,
    End,
    Expense,
    HandLine,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    Presence,
    Rename,
    Seating,
    Skip,
    Trade,
)

CHECKPOINT_INTERVAL = 16
"""Number of effective entries between two stored nights."""
NOT_LOGGED = mark("Nobody logged this hand.")
_CHIP_OF_OLD = re.compile(r"(?<=^chip )\d+\.\d{3}(?= )")
"""Three decimals, which journals from before 0.2 have: a typed line means thousands by them."""
_CHAIN_CONTINUES = (Outcome.CARRIED, Outcome.NEW_DEAL, Outcome.REDEALT)
"""Outcomes after which the chain goes on, even with an empty pot."""


class Replay:
    """The entries of a journal and the night they give."""

    def __init__(self, entries: Iterable[Entry] = (), games: Catalogue = VARIANTS) -> None:
        self.games = games
        self.entries = list(entries)
        self.night = Night(games=games)
        self._effective: list[Entry] = []
        self._checkpoints = [self.night]  # nights before the effective entries 0, 16, 32, ...
        self._parsed: dict[int, tuple[str, Sequence[str], Line]] = {}
        self._played: dict[int, Hand] = {}
        self._replay()

    def add(self, entry: Entry, line: Line | None = None, night: Night | None = None) -> None:
        """Append an entry; pass its parsed `line` and the `night` after it where they are known."""
        self.entries.append(entry)
        if entry.correction:
            self._replay()
            return
        if line is not None:
            self._parsed[entry.n] = (entry.line, _handles(self.night), line)
        self._append(entry, night or self.after(self.night, entry))

    def cut(self, count: int) -> None:
        """Keep only the first `count` entries."""
        del self.entries[count:]
        self._replay()

    def effective(self, entry_no: int) -> Entry:
        """An entry with its edits. Raises LogError if it was undone or is itself a correction."""
        return self._effective[self._position(entry_no)]

    def before(self, entry_no: int) -> Night:
        """The night before an entry. Raises LogError if it was undone or is itself a correction."""
        position = self._position(entry_no)
        checkpoint = position // CHECKPOINT_INTERVAL
        night = self._checkpoints[checkpoint]
        for entry in self._effective[checkpoint * CHECKPOINT_INTERVAL : position]:
            night = self.after(night, entry)
        return night

    def _position(self, entry_no: int) -> int:
        for position, entry in enumerate(self._effective):
            if entry.n == entry_no:
                return position
        raise LogError(
            tr("Entry #{entry_no} was taken back already, or corrects another.", entry_no=entry_no)
        )

    def _replay(self) -> None:
        """Recompute the night from the first effective entry that has changed."""
        effective = effective_entries(self.entries)
        unchanged = 0
        for old, new in zip(self._effective, effective, strict=False):
            if old is not new and old != new:
                break
            unchanged += 1
        checkpoint = unchanged // CHECKPOINT_INTERVAL
        del self._checkpoints[checkpoint + 1 :]
        del self._effective[checkpoint * CHECKPOINT_INTERVAL :]
        self.night = self._checkpoints[checkpoint]
        for entry in effective[checkpoint * CHECKPOINT_INTERVAL :]:
            self._append(entry, self.after(self.night, entry))

    def _append(self, entry: Entry, night: Night) -> None:
        self.night = night
        self._effective.append(entry)
        if len(self._effective) % CHECKPOINT_INTERVAL == 0:
            self._checkpoints.append(night)

    def after(self, night: Night, entry: Entry) -> Night:
        """The night after an entry, as everyone has it who reads the journal. An impossible hand becomes a draft, another impossible line a
        fault; the reasons are in English, and translated for each reader.
        """
        try:
            line = self._parse(night, entry)
            if not isinstance(line, HandLine):
                return apply(night, line, entry)
            hand = self._played[entry.n] = play(night, line, self._played.get(entry.n))
            return with_hand(night, hand, entry)
        except PederError as error:
            with speaking(SOURCE):
                why = str(error)
            if entry.draft or looks_like_hand(entry.line, self.games):
                return with_unreadable_hand(night, entry, why)
            return with_time(replace(night, faults=(*night.faults, (entry.n, why))), entry)

    def _parse(self, night: Night, entry: Entry) -> Line:
        """The entry's line, parsed once as long as the players are the same."""
        handles = _handles(night)
        text, parsed_for, line = self._parsed.get(entry.n, ("", (), None))
        if line is None or text != entry.line or parsed_for != handles:
            line = read_entry(_CHIP_OF_OLD.sub(r"\g<0>0", entry.line), night.handles, self.games)
            self._parsed[entry.n] = (entry.line, handles, line)
        return line


def replay_night(entries: Iterable[Entry], games: Catalogue = VARIANTS) -> Night:
    """The night that a journal's entries give, where these `games` are played."""
    return Replay(entries, games).night


def _handles(night: Night) -> tuple[str, ...]:
    return tuple(player.handle for player in night.players)


# --- lines that are no hands


def apply(night: Night, line: Line, entry: Entry) -> Night:
    """The night after any line but a hand on one line. Raises PederError where the line is impossible."""
    match line:
        case DetailLine(text):
            after = with_open_hand(night, continue_hand(night, text), entry)
        case Skip(confirmed):
            check_no_open_hand(night)
            if confirmed and night.carried:
                raise LogError(
                    tr("A pot of {chips} was carried into this hand: log who won it.", chips=night.carried)
                )
            status = "skipped" if confirmed else "draft"
            after = with_unreadable_hand(night, entry, tr(NOT_LOGGED), status)
        case Note(text):
            after = replace(night, notes=(*night.notes, (entry.n, text)))
        case ChipRequest(handle, chips):
            after = with_request(night, RequestedChips(entry.n, night.handles[handle].player_id, chips))
        case Decline(handle):
            after = with_answer(night, night.handles[handle].player_id, 0)
        case End(_, pot):
            check_no_open_hand(night)
            after = replace(night, ended_at=entry.at, pot_end=pot)
        case Carry(chips):
            check_no_open_hand(night)
            entries = _bank_entries(night, line, entry.at)
            after = replace(
                night, ended_at=None, carried=night.carried + chips, ledger=(*night.ledger, *entries)
            )
        case PayMoney() | Expense():
            after = replace(night, ledger=(*night.ledger, *_bank_entries(night, line, entry.at)))
        case Loan() | Trade() | Owe():
            night = replace(night, ended_at=None)
            new = _bank_entries(night, line, entry.at)
            again = {one.player_id for one in new if one.kind in (BankKind.LOAN, BankKind.PURCHASE)}
            again |= {
                id_
                for one in new
                if one.kind is BankKind.BET or (one.kind is BankKind.SHADOW and (one.chips or 0) < 0)
                for id_ in (one.player_id, one.counterparty_id or "")
            }
            after = replace(night, ledger=(*reopen_counts(night.ledger, again), *new))
            match line:
                case Loan((handle,), chips) | Trade(BankKind.PURCHASE, handle, chips):
                    after = with_answer(after, night.handles[handle].player_id, chips)
        case _:
            after = _with_setting(replace(night, ended_at=None), line)
    return with_time(after, entry)


def with_time(night: Night, entry: Entry) -> Night:
    """The night with the time of its latest entry."""
    return replace(night, started_at=night.started_at or entry.at, last_at=entry.at)


def _with_setting(night: Night, line: Line) -> Night:
    match line:
        case Seating(specs):
            return replace(night, players=seat_players(specs, night.players))
        case Join(spec, after):
            return replace(night, players=join(spec, after, night.players))
        case Presence(handles, status, _):
            return _with_presence(night, handles, status)
        case Rename(handle, name):
            player = night.handles[handle]
            players = tuple(replace(one, name=name) if one is player else one for one in night.players)
            return replace(night, players=players, renamed={player.player_id: player.name, **night.renamed})
        case DealerTurn(handle):
            return replace(night, turn=night.handles[handle].player_id)
        case Banker(handle):
            return replace(night, banker_id=night.handles[handle].player_id)
        case ChipValue(money, currency):
            check_chip_value(money)
            return replace(night, chip_value=money, currency=currency_of(currency, night.currency))
        case About("season", text):
            return replace(night, season=text)
        case About(_, text):
            return replace(night, place=text)
        case Day(day):
            return replace(night, day=day)
    raise LogError(tr("{line!r} isn't an entry of a journal.", line=line))


def _with_presence(night: Night, handles: Sequence[str], status: str) -> Night:
    players = (
        replace(player, status=status) if player.handle in handles else player for player in night.players
    )
    return replace(night, players=tuple(players))


def _bank_entries(night: Night, line: Booking, at: datetime) -> list[BankEntry]:
    """The ledger entries that a line makes."""
    ids = {handle: player.player_id for handle, player in night.handles.items()}
    match line:
        case Loan(handles, chips):
            return [
                BankEntry(kind=BankKind.LOAN, player_id=ids[handle], chips=chips, at=at)
                for handle in handles or night.borrowers()
            ]
        case Trade(kind, handle, chips, cash, part):
            entries = [BankEntry(kind=kind, player_id=ids[handle], chips=chips, at=at)]
            if kind is BankKind.COUNT:
                entries = list(count_entries(night.accounts[ids[handle]], chips, night.banker_id, at))
            elif kind is BankKind.BUYBACK and not part:  # before 0.1 this meant all of the chips
                entries = [replace(entries[0], kind=BankKind.COUNT)]
            return entries + ([_cash(night, kind, ids[handle], chips, at)] if cash else [])
        case Owe(debtor, creditor, chips, bet=True):
            return [
                BankEntry(
                    kind=BankKind.BET,
                    player_id=ids[creditor],
                    counterparty_id=ids[debtor],
                    chips=chips,
                    at=at,
                )
            ]
        case Carry(chips):
            if night.banker_id is None:
                raise LogError(tr("Who keeps the bank? Write banker WHO first: the pot's chips lie there."))
            return [BankEntry(kind=BankKind.POT, player_id=night.banker_id, chips=-chips, at=at)]
        case Owe(debtor, creditor, chips, paid):
            owed = -chips if paid else chips
            return [
                BankEntry(
                    kind=BankKind.SHADOW,
                    player_id=ids[debtor],
                    counterparty_id=ids[creditor],
                    chips=owed,
                    at=at,
                )
            ]
        case PayMoney(payer, payee, money, currency):
            _check_money(night, money, currency)
            return [
                BankEntry(
                    kind=BankKind.PAYMENT,
                    player_id=ids[payer],
                    counterparty_id=ids[payee],
                    money=money,
                    at=at,
                )
            ]
        case Expense(payer, money, currency, what, handles):
            _check_money(night, money, currency)
            names = handles or sharers(night, payer)
            parts = split_expense(money, payer, names, smallest(night.currency))
            return [
                BankEntry(
                    kind=BankKind.EXPENSE,
                    player_id=ids[handle],
                    counterparty_id=ids[payer],
                    money=part,
                    note=what or None,
                    at=at,
                )
                for handle, part in parts.items()
                if part
            ]


def sharers(night: Night, payer: str) -> tuple[str, ...]:
    """The handles of the players an expense is for if none is named: all at the table, the payer first.
    Raises LogError for an empty table.
    """
    there = [player.handle for player in night.players if player.status != "gone"]
    if not there:
        raise LogError(tr("Nobody sits at the table: name those who share it, such as for a, b."))
    return tuple(sorted(there, key=lambda handle: handle != payer))


def _check_money(night: Night, money: Decimal, currency: str | None) -> None:
    """Raise LogError for money of another currency than the night's, MoneyError for what no coins make."""
    if currency not in (None, "kr", night.currency):  # journals before 0.2 have kr where nothing was named
        raise other_currency(night, currency)
    check_payable(money, night.currency)


def other_currency(night: Night, paid: str) -> LogError:
    return LogError(
        tr(
            "Tonight is played in {currency}: a payment in {paid} can't be booked.",
            currency=night.currency,
            paid=paid,
        )
    )


def _cash(night: Night, kind: BankKind, player_id: str, chips: int, at: datetime) -> BankEntry:
    if night.banker_id is None:
        raise LogError(tr("Who keeps the bank? Write banker WHO first: the cash is the banker's."))
    payer, payee = (player_id, night.banker_id) if kind is BankKind.PURCHASE else (night.banker_id, player_id)
    return BankEntry(
        kind=BankKind.PAYMENT, player_id=payer, counterparty_id=payee, money=chips * night.chip_value, at=at
    )


# --- hands


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
    hand_no = _number(night, entry)
    draft = hand.is_draft or bool(entry.draft)
    began = night.last_at if night.last_at and entry.at - night.last_at >= SHORTEST_HAND else None
    hand = replace(
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
    continues = hand.outcome in _CHAIN_CONTINUES or hand.pot_out > 0
    carried = hand.pot_out
    if keeps_pot:
        carried, continues = night.carried, night.carried > 0
    ledger = night.ledger
    if night.account_cache.has_count(
        ledger
    ):  # rare, and searching the ledger takes longer as the night grows
        ledger = reopen_counts(ledger, [seat.player_id for seat in hand.seats if seat.paid])
    nets, pot_shadow = night.nets, night.pot_shadow
    if not draft:
        nets = dict(nets)
        for player_id, net in hand.nets.items():
            nets[player_id] = nets.get(player_id, 0) + net
        owed, pot_shadow = shadow_debts(hand, pot_shadow)
        debts = [
            BankEntry(
                kind=BankKind.SHADOW, player_id=debtor, counterparty_id=creditor, chips=chips, at=entry.at
            )
            for debtor, creditor, chips in owed
        ]
        ledger = (*ledger, *debts)
    return replace(
        night,
        started_at=night.started_at or entry.at,
        last_at=entry.at,
        ended_at=None,
        ledger=ledger,
        nets=nets,
        pot_shadow=pot_shadow,
        hands=(*night.hands, hand),
        last_hand_no=max(night.last_hand_no, hand_no),
        carried=carried,
        chain=hand.chain_no if continues else None,
        last_dealer=hand.dealer_id or night.last_dealer,
        last_game=last_game,
        turn=hand.dealer_id if hand.outcome is Outcome.REDEALT else None,
    )


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
