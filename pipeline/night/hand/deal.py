"""A hand's line at a table: who put in what, the pots, who takes what out. Every chip is accounted for.

`play_out` turns what was written into an outcome; what can't be raises LogError with a sentence. What can be
but is doubtful is for `pipeline.night.hand.doubts` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from engine.api import OTHER, Declared, Detail, Op, Outcome, Variant, check_table, find_fault
from language import tr
from pipeline.bank.money import MOST_CHIPS, PEDER
from pipeline.night.hand.player import Player
from pipeline.night.hand.shares import Fee, Pot, SeatWin, Share, make_pots, share_out
from pipeline.night.text.lines import NOTHING_SHOWN, Clause, HandLine, Held, LogError, Win
from pipeline.records import replace

MOST_IN_POT = 10 * MOST_CHIPS
UNKNOWN_ROUND = 0
"""`folded_round` of a player who folded in a round that nobody wrote down."""


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player in a hand, as the table `seats` keeps it."""

    player_id: str
    handle: str
    name: str
    paid: int = 0
    won: int = 0
    shadow: int = 0
    peder_used: bool | None = None
    folded_round: int | None = None
    showed: bool | None = None
    declared: Declared | None = None
    announced: str | None = None
    meld: str | None = None
    held: Held = NOTHING_SHOWN

    @property
    def net(self) -> int:
        return self.won - self.paid

    @property
    def stayed(self) -> bool:
        return self.folded_round is None


@dataclass(frozen=True, kw_only=True)
class Deal:
    """What a hand begins with: the game with its additions, who is dealt in (from the dealer's left), what
    lies there.
    """

    variant: Variant
    dealer_id: str
    seats: tuple[Player, ...]
    pot_in: int = 0
    ante_paid: bool = False  # dealt again: the antes lie in the pot already


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A hand of the night: what was written and what it comes to; a draft that can't be read has no seats.

    `why` says why a draft is one; `line` and `deal` are what the hand was worked out from. `stacks` is what
    should have lain before each player who had borrowed chips (the banker has the rest); `returned` what
    went back, by player, because nobody called it, which `paid` and the pot leave out.
    """

    entry_no: int
    text: str
    hand_no: int = 0
    chain_no: int = 0
    status: str = "confirmed"
    why: str = ""
    line: HandLine | None = None
    deal: Deal | None = None
    remarks: tuple[str, ...] = ()
    variant: Variant | None = None
    additions: str = ""
    dealer_id: str | None = None
    seats: tuple[Seat, ...] = ()
    stacks: Mapping[str, int] = field(default_factory=dict)
    returned: Mapping[str, int] = field(default_factory=dict)
    pot_in: int = 0
    pot: int = 0
    played_for: int = 0  # the pot before anybody matched it (guts); elsewhere the same as `pot`
    pot_out: int = 0
    outcome: Outcome = Outcome.INCOMPLETE
    boards: int = 1
    common: tuple[tuple[int, ...], ...] = ()
    shares: tuple[Share, ...] = ()
    actions: tuple[int, ...] | None = None
    detail: Detail = Detail.RESULT
    rounds_played: int | None = None
    errors: tuple[tuple[str, int | None, str], ...] = ()
    note: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def is_draft(self) -> bool:
        return self.status == "draft"

    @property
    def readable(self) -> bool:
        """Whether the line made sense; a draft that doesn't can't be confirmed, only mended."""
        return self.variant is not None and self.outcome is not Outcome.INCOMPLETE

    def name_of(self, player_id: str) -> str:
        """The name of a player who sits in the hand."""
        return next(seat.name for seat in self.seats if seat.player_id == player_id)

    @property
    def nets(self) -> dict[str, int]:
        """Chips won less paid, by player."""
        return {seat.player_id: seat.net for seat in self.seats}


@dataclass(kw_only=True)
class _Play:
    """A hand being worked out."""

    deal: Deal
    line: HandLine
    place: Mapping[str, int]
    clause: Mapping[str, Clause]
    wins: Sequence[Win]
    paid: dict[int, int] = field(default_factory=dict)
    stayed: set[int] = field(default_factory=set)
    matched: dict[int, int] = field(default_factory=dict)
    returned: dict[int, int] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        return self.deal.variant


def play_out(line: HandLine, deal: Deal, fees: Sequence[Fee] = ()) -> Hand:
    """The hand that a line describes, its level filled in; `fees` are told apart if they are known.

    Raises LogError or another PederError where the line can't be.
    """
    check_table(deal.variant, len(deal.seats))
    winners = [win for board in line.wins for pot in board for win in pot]
    play = _Play(
        deal=deal,
        line=line,
        place={seat.handle: number for number, seat in enumerate(deal.seats)},
        clause={clause.handle: clause for clause in line.clauses if not clause.sat_out},
        wins=winners,
    )
    for handle in [*play.clause, *(win.handle for win in winners)]:
        if handle not in play.place:
            raise LogError(
                tr(
                    "{handle!r} isn't dealt in: after a pause or on coming back write back {handle} first.",
                    handle=handle,
                )
            )
    level = _level(play)
    _pay(play, level)
    _match(play)
    _give_back(play, fees)
    pots = _pots(play, fees)
    shares = _shares(play, pots)
    seats = _seats(play, shares)
    paid = sum(seat.paid for seat in seats)
    won = sum(share.chips for share in shares)
    pot = deal.pot_in + paid
    if pot > MOST_IN_POT:
        raise LogError(
            tr(
                "A pot of {pot} is more than a table holds: {most} at the most; count again.",
                pot=pot,
                most=MOST_IN_POT,
            )
        )
    return Hand(
        entry_no=0,
        text="",
        variant=deal.variant,
        additions=deal.variant.additions,
        dealer_id=deal.dealer_id,
        seats=seats,
        returned={deal.seats[seat].player_id: chips for seat, chips in play.returned.items()},
        pot_in=deal.pot_in,
        pot=pot,
        played_for=pot - sum(play.matched.values()),
        pot_out=pot - won,
        outcome=_outcome(play),
        boards=len(line.wins),
        common=line.boards,
        shares=tuple(shares),
        errors=tuple(
            (_error_kind(error.text, deal.variant), play.place.get(error.handle or ""), error.text)
            for error in line.errors
        ),
        note=line.note,
        line=line if line.level == level else replace(line, level=level),
        deal=deal,
    )


def _level(play: _Play) -> int:
    """What everyone who stayed put in: as written, or from the pot that was counted."""
    line = play.line
    if line.level is not None:
        return line.level
    if line.counted is None:
        if play.variant.matches_pot and play.deal.pot_in:
            return 0
        raise LogError(
            tr(
                "How much did each put in who stayed to the end? Write it after the game (7s 14 …), "
                "or the pot (7s =66 …)."
            )
        )
    if play.variant.matches_pot:
        known, payers = play.deal.pot_in, len(play.deal.seats)
    else:
        known = play.deal.pot_in + sum(clause.paid or 0 for clause in play.clause.values())
        payers = len(play.deal.seats) - sum(clause.paid is not None for clause in play.clause.values())
    level, odd = divmod(line.counted - known, payers) if payers else (0, 1)
    if odd or level < 0:
        raise LogError(
            tr(
                "A pot of {counted}, less the {known} that is known, isn't the same for each of the "
                "{payers} others: count again or write the level.",
                counted=line.counted,
                known=known,
                payers=payers,
            )
        )
    return level


def _pay(play: _Play, level: int) -> None:
    """What each put in, and who is still in at the end."""
    for number, seat in enumerate(play.deal.seats):
        clause = play.clause.get(seat.handle)
        wins = any(win.handle == seat.handle for win in play.wins)
        play.paid[number] = clause.paid if clause and clause.paid is not None else level
        folded = bool(clause and clause.folded) or (
            play.variant.in_or_out and not wins and not (clause and not clause.folded)
        )
        if not folded:
            play.stayed.add(number)
        elif wins:
            raise LogError(
                tr(
                    "{name} folded and can't win: who stayed with other chips is {handle}=12.",
                    name=seat.name,
                    handle=seat.handle,
                )
            )
    if not play.stayed and not play.variant.in_or_out:
        raise LogError(tr("Everybody folded: the last one standing wins, so write that one as winner."))


def _match(play: _Play) -> None:
    """Guts: who lost matches the pot, which is the next one; a cap of the house holds."""
    pot = play.deal.pot_in + sum(play.paid.values())
    cap = play.variant.cap or pot
    for handle, clause in play.clause.items():
        if not clause.matched:
            continue
        if not play.variant.matches_pot:
            raise LogError(
                tr(
                    "{handle}! matches the pot, which goes with guts; {name} has no such thing.",
                    handle=handle,
                    name=play.variant.name,
                )
            )
        if any(win.handle == handle for win in play.wins):
            raise LogError(tr("{handle!r} can't both win the pot and match it.", handle=handle))
        if clause.folded:
            why = tr("{handle!r} was out and matches nothing: keep the chips or the !.", handle=handle)
            raise LogError(why)
        play.matched[play.place[handle]] = min(pot, cap) if clause.match is None else clause.match


def _give_back(play: _Play, fees: Sequence[Fee]) -> None:
    """Chips that nobody called go back to who bet them, and aren't won (ruling 37); where shares are given to
    the chip, or there are payments that nobody must call, the line stands as it is.
    """
    exact = any(win.chips is not None for win in play.wins)
    if not play.variant.all_in or not play.wins or exact or fees or _unmatched(play.variant):
        return
    most = max(play.stayed, key=lambda seat: play.paid[seat])
    called = max((chips for seat, chips in play.paid.items() if seat != most), default=0)
    if play.paid[most] > called:
        play.returned[most] = play.paid[most] - called
        play.paid[most] = called


def _unmatched(variant: Variant) -> bool:
    """Whether the game has payments that nobody else must match: bought cards, paid exchanges, forced
    ones.
    """
    return bool(
        variant.levy or variant.buys or any(step.op is Op.DRAW and step.other for step in variant.steps)
    )


def _pots(play: _Play, fees: Sequence[Fee]) -> list[Pot]:
    """The pots, before what is matched: side pots where players are all-in, else one (ruling 37)."""
    if play.variant.all_in and play.stayed:
        level = _level(play) if _unmatched(play.variant) and not fees else None
        return make_pots(play.paid, play.stayed, play.deal.pot_in, level, fees)
    chips = play.deal.pot_in + sum(play.paid.values())
    return [Pot(chips, frozenset(play.stayed))]


def _shares(play: _Play, pots: list[Pot]) -> list[Share]:
    if not play.wins:
        return []
    names = {number: seat.name for number, seat in enumerate(play.deal.seats)}
    boards = [
        [
            [SeatWin(play.place[win.handle], win.chips, win.half, win.announced) for win in pot]
            for pot in board
        ]
        for board in play.line.wins
    ]  # fmt: skip
    for board in boards:  # a side pot of chips that went back has one player, and is none
        if len(board) == len(pots) + 1 and all(win.seat in play.returned for win in board[-1]):
            board.pop()
    return share_out(pots, boards, names)


def _outcome(play: _Play) -> Outcome:
    if play.line.ending is not None:
        return play.line.ending
    return Outcome.LAST_STANDING if len(play.stayed) == 1 and not play.matched else Outcome.SHOWDOWN


def _seats(play: _Play, shares: Sequence[Share]) -> tuple[Seat, ...]:
    won: dict[int, int] = {}
    for share in shares:
        won[share.seat] = won.get(share.seat, 0) + share.chips
    said: dict[str, list[Clause | Win]] = {}
    every: list[Clause | Win] = [*play.clause.values(), *play.wins]
    for one in every:
        said.setdefault(one.handle, []).append(one)
    peder_unsaid = _peder_unsaid(play)
    round_unsaid = _folded_round(play.variant)
    seats = []
    for number, player in enumerate(play.deal.seats):
        seat = Seat(
            player_id=player.player_id,
            handle=player.handle,
            name=player.name,
            paid=play.paid[number] + play.matched.get(number, 0),
            won=won.get(number, 0),
            peder_used=peder_unsaid,
            folded_round=None if number in play.stayed else round_unsaid,
        )
        mine = said.get(player.handle)
        seats.append(_as_said(seat, mine, play.variant) if mine else seat)
    return tuple(seats)


def _as_said(seat: Seat, said: Sequence[Clause | Win], variant: Variant) -> Seat:
    """A seat with what the line says of its player beside the chips."""
    shadow = max(one.shadow for one in said)
    if shadow > seat.paid:
        raise LogError(
            tr(
                "{name} has {shadow} in shadow of the {paid} put in: shadow is a part of it.",
                name=seat.name,
                shadow=shadow,
                paid=seat.paid,
            )
        )
    announced = next((one.announced for one in said if one.announced), None)
    held = next((one.held for one in said if one.held), NOTHING_SHOWN)
    return replace(
        seat,
        shadow=shadow,
        peder_used=True if variant.betting.peder and any(one.peder for one in said) else seat.peder_used,
        showed=True if announced or held else None,
        declared=_declared(said) if variant.share.declared else None,
        announced=announced.text if announced else None,
        meld=announced.category if announced else None,
        held=held,
    )


def _peder_unsaid(play: _Play) -> bool | None:
    """Whether a player used the peder of whom the line doesn't say so; unknown where a pot is that large and
    nobody's peder was written down.
    """
    if not play.variant.betting.peder:
        return None
    marked = any(clause.peder for clause in play.clause.values()) or any(win.peder for win in play.wins)
    return None if not marked and max(play.paid.values()) >= play.variant.unit + PEDER else False


def _folded_round(variant: Variant) -> int:
    return 1 if variant.in_or_out or variant.rounds == 1 else UNKNOWN_ROUND


def _declared(said: Iterable[Clause | Win]) -> Declared | None:
    """The direction that a player declared."""
    directions = {one.half if isinstance(one, Win) else one.declared for one in said} - {None}
    known = [half for half in directions if isinstance(half, Declared)]
    return Declared.BOTH if len(known) > 1 else known[0] if known else None


def _error_kind(text: str, variant: Variant) -> str:
    """The kind of an error at the table (ruling 22) by the words it is told in."""
    fault = find_fault(text, variant) or find_fault(text)
    return fault.kind if fault else OTHER
